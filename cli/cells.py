"""A value as a cell of each form that is text: CSV, JSON, Markdown, tables. Knows no rows."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from retally.cli.terminal import json_text, one_line
from retally.pipeline.cells import as_json, as_text, csv_field, is_number
from retally.pipeline.sandbox import Column


def csv_cell(value: Any) -> str:
    """Write a field of CSV; NULL is nothing, an empty text two quotes."""
    return "" if value is None else csv_field(as_text(value))


def csv_cell_shown(value: Any) -> str:
    """Write a field of CSV that is safe on a terminal."""
    return "" if value is None else csv_field(one_line(as_text(value)))


def csv_head(columns: Sequence[Column], cell: Callable[[Any], str]) -> str:
    """Write the line of names."""
    return ",".join(cell(column.name) for column in columns) + "\n"


def json_cell(column: Column) -> Callable[[Any], str]:
    """Give what writes this column's values as JSON."""
    return lambda value: json_text(as_json(value, column))


def table_cell(value: Any) -> str:
    """Write a cell of a table."""
    return one_line(as_text(value))


_DRIVES_MARKDOWN = re.compile(r"[\\`*\[\]<>|~$&]|(?<![^\W_])_|_(?![^\W_])")


def markdown_cell(value: Any) -> str:
    """Write a cell of a Markdown table.

    What Markdown would read as its own is escaped, a line end becomes a break in the cell.
    """
    lines = re.split(r"\r\n|\r|\n", as_text(value))
    return "<br>".join(one_line(_DRIVES_MARKDOWN.sub(r"\\\g<0>", line)) for line in lines)


def markdown_line(cells: Iterable[str]) -> str:
    """Write a row of a Markdown table."""
    return f"| {' | '.join(cells)} |\n"


def markdown_head(columns: Sequence[Column]) -> str:
    """Write the names of a Markdown table and the line below them."""
    names = markdown_line(markdown_cell(column.name) for column in columns)
    return names + markdown_line(("---:" if is_number(c) else "---") for c in columns)
