"""Rows as an answer: JSON, CSV or Parquet, no larger than is allowed. Asks nothing."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pydantic import BaseModel, Field
from retally.pipeline.cells import as_json, as_text, csv_field, unique_names
from retally.pipeline.row_files import parquet_bytes
from retally.pipeline.safe_text import json_text
from retally.pipeline.sandbox import Column
from retally.service.problems import Problem

JSON, CSV, PARQUET = "application/json", "text/csv", "application/vnd.apache.parquet"
ROW_MEDIA = (JSON, CSV, PARQUET)


class ColumnDetails(BaseModel):
    """A column of an answer."""

    name: str
    type: str = Field(description="In DuckDB's words")


class RowsDetails(BaseModel):
    """Rows that were asked for."""

    columns: list[ColumnDetails]
    rows: list[dict[str, Any]] = Field(description="Each row by the names of its columns")
    truncated: bool = Field(description="Whether there are more rows than were given")
    next: str | None = Field(description="Give it as `cursor` to have the rows after these")


class Rendered(NamedTuple):
    """A whole answer: its type, its bytes, whether rows were left out, where more are."""

    media: str
    body: bytes
    truncated: bool = False
    next: str | None = None


class Page(NamedTuple):
    """Rows to be answered with."""

    columns: tuple[Column, ...]
    rows: Iterable[tuple[Any, ...]]


def rendered(page: Page, media: str, most: int, following: str | None = None) -> Rendered:
    """Write rows in this type. Raises Problem for more bytes than ``most``."""
    page = page._replace(rows=_within(page.rows, most))
    if media == PARQUET:
        body = parquet_bytes(page.columns, page.rows)
        return Rendered(media, body, following is not None, following)
    lines = _csv(page) if media == CSV else _json_rows(page)
    texts: list[str] = []
    size = 0
    for line in lines:
        texts.append(line)
        size += len(line)
        if size > most:
            raise too_large(most)
    if media == CSV:
        return Rendered(media, "".join(texts).encode(), following is not None, following)
    return Rendered(media, _json(page, texts, following), following is not None, following)


def cut(answer: Rendered) -> Rendered:
    """Mark an answer as one from which rows were left out."""
    if answer.media != JSON:
        return answer._replace(truncated=True)
    body = answer.body.removesuffix(_ending(False, None)) + _ending(True, None)
    return answer._replace(body=body, truncated=True)


def too_large(most: int) -> Problem:
    """Make the problem of an answer that is larger than is allowed."""
    return Problem(
        422, f"the answer has more than {most} bytes, the most that is given", "too-large"
    )


def _within(rows: Iterable[tuple[Any, ...]], most: int) -> Iterator[tuple[Any, ...]]:
    size = 0
    for row in rows:
        size += sum(len(value) if isinstance(value, str | bytes) else 8 for value in row)
        if size > most:
            raise too_large(most)
        yield row


def _csv(page: Page) -> Iterator[str]:
    yield ",".join(csv_field(column.name) for column in page.columns) + "\n"
    for row in page.rows:
        fields = ("" if value is None else csv_field(as_text(value)) for value in row)
        yield ",".join(fields) + "\n"


def _json_rows(page: Page) -> Iterator[str]:
    names = unique_names(page.columns)
    for row in page.rows:
        pairs = zip(names, page.columns, row, strict=True)
        yield json_text({name: as_json(value, column) for name, column, value in pairs})


def _json(page: Page, rows: list[str], following: str | None) -> bytes:
    names = unique_names(page.columns)
    columns = [
        {"name": name, "type": column.type}
        for name, column in zip(names, page.columns, strict=True)
    ]
    text = f'{{"columns": {json_text(columns)}, "rows": [{", ".join(rows)}]'
    return text.encode() + _ending(following is not None, following)


def _ending(truncated: bool, following: str | None) -> bytes:
    told = json_text({"truncated": truncated, "next": following})
    return f", {told[1:]}".encode()
