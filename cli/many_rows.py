"""Very many rows as text, column by column: the same text as rows.py writes row by row.

Row by row it takes 30 microseconds a row and more, so a few.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TextIO

import polars as pl
from retally.cli.cells import (
    csv_cell,
    csv_cell_shown,
    csv_head,
    json_cell,
    markdown_cell,
    markdown_head,
    table_cell,
)
from retally.cli.table import GAP, body, fitted, head, padded, terminal_room
from retally.cli.terminal import json_text, one_line
from retally.pipeline.cells import is_number, unique_names
from retally.pipeline.lettering import ROWS_AT_ONCE, is_plain, lettered, lines, side_by_side
from retally.pipeline.sandbox import Column
from rich.cells import cell_len

MANY = 2000
"""From so many rows on it pays; below, a row at a time is as quick."""


def many_csv(out: TextIO, columns: Sequence[Column], frame: pl.DataFrame) -> None:
    """Write CSV; safe on a terminal."""
    cell = csv_cell_shown if out.isatty() else csv_cell
    out.write(csv_head(columns, cell))
    out.writelines(lines(frame, [cell] * len(columns), _marks("", ",", "\n", len(columns))))


def many_markdown(out: TextIO, columns: Sequence[Column], frame: pl.DataFrame) -> None:
    """Write a Markdown table."""
    out.write(markdown_head(columns))
    marks = _marks("| ", " | ", " |\n", len(columns))
    out.writelines(lines(frame, [markdown_cell] * len(columns), marks))


def many_jsonl(out: TextIO, columns: Sequence[Column], frame: pl.DataFrame) -> None:
    """Write an object a line."""
    out.writelines(_objects(columns, frame, "\n"))


def many_json(out: TextIO, columns: Sequence[Column], frame: pl.DataFrame) -> None:
    """Write one list of objects."""
    before = "[\n"
    for objects in _objects(columns, frame, ",\n"):
        out.write(before + objects.removesuffix(",\n"))
        before = ",\n"
    out.write("\n]\n")


def _objects(columns: Sequence[Column], frame: pl.DataFrame, end: str) -> Iterator[str]:
    keys = [f"{json_text(name)}: " for name in unique_names(tuple(columns))]
    marks = ["{" + keys[0], *(f", {key}" for key in keys[1:]), "}" + end]
    return lines(frame, list(map(json_cell, columns)), marks)


def many_table(out: TextIO, columns: Sequence[Column], frame: pl.DataFrame) -> None:
    """Draw a table; on a terminal it folds into its width, elsewhere it is as wide as it is."""
    names, right = [one_line(column.name) for column in columns], list(map(is_number, columns))
    texts = [lettered(values, table_cell) for values in frame.get_columns()]
    widest = list(map(_widest, texts))
    widths = fitted(names, widest, terminal_room() if out.isatty() else None)
    out.writelines(f"{line}\n" for line in head(names, widths, right))
    if any(cell > width for cell, width in zip(widest, widths, strict=True)):
        rows: Iterable[Sequence[str]] = pl.DataFrame(_numbered(texts)).iter_rows()
        out.writelines(f"{line}\n" for line in body(rows, widths, right))
        return
    filled = pl.DataFrame(_numbered(list(map(_filled, texts, widths, right))))
    for part in filled.iter_slices(ROWS_AT_ONCE):
        drawn = side_by_side(part.get_columns(), _marks("", GAP, "", len(columns)))
        out.write(drawn.str.strip_chars_end().str.join("\n").item() + "\n")


def _numbered(texts: Sequence[pl.Series]) -> list[pl.Series]:
    return [column.alias(str(at)) for at, column in enumerate(texts)]


def _widest(texts: pl.Series) -> int:
    """Give the width of the widest cell of a column of text."""
    if is_plain(texts):
        widths: list[int] = texts.str.len_chars().unique().to_list()
        return max(widths)
    return max(map(cell_len, texts.unique().to_list()))


def _filled(texts: pl.Series, width: int, to_right: bool) -> pl.Series:
    if is_plain(texts):
        return texts.str.pad_start(width) if to_right else texts.str.pad_end(width)
    return lettered(texts, partial(padded, width=width, to_right=to_right))


def _marks(start: str, between: str, end: str, columns: int) -> list[str]:
    return [start, *[between] * (columns - 1), end]
