"""Rows as people and programs want them: tables, CSV, JSON, Markdown, files. Knows no query."""

import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Annotated, Any, TextIO, TypeAlias

import typer
from retally.cli.table import drawn, terminal_room
from retally.cli.terminal import cannot, json_text, one_line, wrong_usage
from retally.lang import ENGLISH, Tongue
from retally.pipeline.cells import as_json, as_text, csv_field, is_number, unique_names
from retally.pipeline.row_files import CannotHold, parquet_bytes, xlsx_bytes
from retally.pipeline.sandbox import Column

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
    """Write CSV; NULL is nothing, an empty text two quotes; safe on a terminal."""
    shown = one_line if out.isatty() else str
    out.write(",".join(csv_field(shown(column.name)) for column in columns) + "\n")
    for row in rows:
        fields = ("" if value is None else csv_field(shown(as_text(value))) for value in row)
        out.write(",".join(fields) + "\n")


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
    out.write(_markdown_row(_markdown_text(column.name) for column in columns))
    out.write(_markdown_row(("---:" if is_number(c) else "---") for c in columns))
    for row in rows:
        out.write(_markdown_row(_markdown_text(as_text(value)) for value in row))


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


_DRIVES_MARKDOWN = re.compile(r"[\\`*\[\]<>|~$&]|(?<![^\W_])_|_(?![^\W_])")


def _markdown_text(text: str) -> str:
    """Escape what Markdown would read as its own; a line end becomes a break in the cell."""
    lines = re.split(r"\r\n|\r|\n", text)
    return "<br>".join(one_line(_DRIVES_MARKDOWN.sub(r"\\\g<0>", line)) for line in lines)


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
    texts = ([one_line(as_text(value)) for value in row] for row in rows)
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
FILE_MAKERS = {Form.PARQUET: parquet_bytes, Form.XLSX: xlsx_bytes}
