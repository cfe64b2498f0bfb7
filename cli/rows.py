"""Rows as people and programs want them: tables, CSV, JSON, Markdown, files. Knows no query."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated, Any, TextIO, TypeAlias

import typer
from retally.cli.cells import (
    csv_cell,
    csv_cell_shown,
    csv_head,
    markdown_cell,
    markdown_head,
    markdown_line,
    table_cell,
)
from retally.cli.many_rows import MANY, many_csv, many_json, many_jsonl, many_markdown, many_table
from retally.cli.table import drawn, terminal_room
from retally.cli.terminal import cannot, json_text, one_line, wrong_usage
from retally.lang import ENGLISH, Tongue
from retally.pipeline.cells import as_json, as_text, is_number, unique_names
from retally.pipeline.row_files import CannotHold, parquet_bytes, xlsx_bytes
from retally.pipeline.sandbox import Column, Held

Columns: TypeAlias = tuple[Column, ...]
Rows: TypeAlias = Iterable[tuple[Any, ...]]


class Form(StrEnum):
    """How rows are written."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"
    MARKDOWN = "markdown"
    HTML = "html"
    PARQUET = "parquet"
    XLSX = "xlsx"


FormOption = Annotated[
    Form | None,
    typer.Option(
        "--format",
        help="Default: table on a terminal, the ending of FILE, else csv."
        " parquet and xlsx need -o FILE.",
    ),
]
OutputOption = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Write to FILE; - for stdout.")
]

FOR_PEOPLE = (Form.TABLE, Form.MARKDOWN)
"""Forms whose columns have titles; in all others they have their names."""
FILES_ONLY = (Form.PARQUET, Form.XLSX)
ENDINGS = {
    ".csv": Form.CSV,
    ".json": Form.JSON,
    ".jsonl": Form.JSONL,
    ".ndjson": Form.JSONL,
    ".md": Form.MARKDOWN,
    ".html": Form.HTML,
    ".parquet": Form.PARQUET,
    ".xlsx": Form.XLSX,
}


def form_of(asked: Form | None, output: str | None, db: str) -> Form:
    """Say in which form rows are written; ends with wrong usage where that cannot be."""
    to_stdout = output in (None, "-")
    if asked in FILES_ONLY and to_stdout:
        wrong_usage(f"--format {asked} needs -o FILE")
    if output and all(map(os.path.exists, (output, db))) and os.path.samefile(output, db):
        wrong_usage(f"{output} is the warehouse itself")
    if asked is not None:
        return asked
    if to_stdout:
        return Form.TABLE if sys.stdout.isatty() else Form.CSV
    return ENDINGS.get(os.path.splitext(str(output))[1].lower(), Form.CSV)


def write_rows(
    form: Form, output: str | None, columns: Columns, rows: Rows, tongue: Tongue = ENGLISH
) -> None:
    """Write rows to a file or to stdout; what cannot be written ends with status 3.

    Tables and Markdown have the columns' titles in this language.
    """
    if form in FOR_PEOPLE:
        columns = tuple(of._replace(name=tongue.column(of.name)) for of in columns)
    try:
        if isinstance(rows, Held) and len(rows.frame) >= MANY and form in MANY_WRITERS:
            with _opened(output) as out:
                MANY_WRITERS[form](out, columns, rows.frame)
            return
        if form in FILES_ONLY:
            made = FILE_MAKERS[form](columns, rows)
            with open(str(output), "wb") as file:
                file.write(made)
            return
        with _opened(output) as out:
            WRITERS[form](out, columns, rows)
    except CannotHold as fault:
        cannot(str(fault))
    except BrokenPipeError:
        raise
    except OSError as fault:
        cannot(f"{output or 'stdout'}: {fault.strerror or fault}")


def say_rows(columns: Columns, rows: Rows) -> None:
    """Show rows beside the data: a table on stderr."""
    _table(sys.stderr, columns, rows)


@contextmanager
def _opened(output: str | None) -> Iterator[TextIO]:
    if output in (None, "-"):
        yield sys.stdout
        return
    with open(str(output), "w", encoding="utf-8", newline="") as file:
        yield file


# The forms --------------------------------------------------------------------------------


def _csv(out: TextIO, columns: Columns, rows: Rows) -> None:
    """Write CSV; safe on a terminal."""
    cell = csv_cell_shown if out.isatty() else csv_cell
    out.write(csv_head(columns, cell))
    for row in rows:
        out.write(",".join(map(cell, row)) + "\n")


def _json(out: TextIO, columns: Columns, rows: Rows) -> None:
    between = "[\n"
    for line in _objects(columns, rows):
        out.write(between + line)
        between = ",\n"
    out.write("[]\n" if between == "[\n" else "\n]\n")


def _jsonl(out: TextIO, columns: Columns, rows: Rows) -> None:
    for line in _objects(columns, rows):
        out.write(line + "\n")


def _objects(columns: Columns, rows: Rows) -> Iterator[str]:
    names = unique_names(columns)
    for row in rows:
        pairs = zip(names, columns, row, strict=True)
        yield json_text({name: as_json(value, column) for name, column, value in pairs})


def _markdown(out: TextIO, columns: Columns, rows: Rows) -> None:
    out.write(markdown_head(columns))
    for row in rows:
        out.write(markdown_line(map(markdown_cell, row)))


def _html(out: TextIO, columns: Columns, rows: Rows) -> None:
    """Write a page that needs nothing else, its rows in a table that can be sorted."""
    out.write(rows_page("retally", "", columns, rows))


def rows_page(
    title: str, caption: str, columns: Columns, rows: Rows, tongue: Tongue = ENGLISH
) -> str:
    """Make a page of some rows, one table that can be sorted, its columns' titles in a language."""
    from retally.pipeline.pages import tables
    from retally.pipeline.pages.table_page import table_page

    heads = [tables.Column(tongue.column(column.name), is_number(column)) for column in columns]
    cells = [[tables.Cell(as_text(value)) for value in row] for row in rows]
    return table_page(title, tables.Table(caption or title, heads, cells), tongue)


def _table(out: TextIO, columns: Columns, rows: Rows) -> None:
    """Draw a table; on a terminal it folds into its width, elsewhere it is as wide as it is."""
    texts = (list(map(table_cell, row)) for row in rows)
    names = [one_line(column.name) for column in columns]
    room = terminal_room() if out.isatty() else None
    for line in drawn(names, texts, list(map(is_number, columns)), room):
        out.write(line + "\n")


WRITERS = {
    Form.TABLE: _table,
    Form.CSV: _csv,
    Form.JSON: _json,
    Form.JSONL: _jsonl,
    Form.MARKDOWN: _markdown,
    Form.HTML: _html,
}
MANY_WRITERS = {
    Form.TABLE: many_table,
    Form.CSV: many_csv,
    Form.JSON: many_json,
    Form.JSONL: many_jsonl,
    Form.MARKDOWN: many_markdown,
}
FILE_MAKERS = {Form.PARQUET: parquet_bytes, Form.XLSX: xlsx_bytes}
