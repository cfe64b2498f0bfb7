"""Columns of many rows as text, all at once: the texts that a writer makes value by value.

A writer is a function of one value. It is asked once for each value that differs, as most of many
rows are alike; whole numbers do not ask it. So the texts are its own, in a tenth of the time.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import polars as pl

Writer: TypeAlias = Callable[[Any], str]

ROWS_AT_ONCE = 100_000


def lettered(values: pl.Series, writer: Writer) -> pl.Series:
    """Write every value of a column; whole numbers as their digits, what is missing by the writer.

    >>> lettered(pl.Series([1, None]), lambda value: "-").to_list()
    ['1', '-']
    """
    if values.dtype.is_integer():
        return values.cast(pl.String).fill_null(writer(None))
    if values.dtype.is_float():
        return _of_keys(_bits(values), values, writer)
    distinct = values.unique()
    if values.dtype == pl.String and all(writer(text) == text for text in distinct.to_list()):
        return values
    return _of_keys(values, values, writer)


def _of_keys(keys: pl.Series, values: pl.Series, writer: Writer) -> pl.Series:
    """Write values that are alike where their keys are."""
    held = pl.DataFrame((keys.alias("key"), values.alias("value")))
    first = held.unique("key", keep="any")
    texts = pl.Series(map(writer, first["value"].to_list()), dtype=pl.String)
    written = first.select("key", text=texts)
    return held.select("key").join(
        written, on="key", how="left", nulls_equal=True, maintain_order="left"
    )["text"]


def _bits(values: pl.Series) -> pl.Series:
    """Give the bits of fractions, as 0 and -0 are written apart."""
    bits = pl.Series(values.fill_null(0).to_numpy().view("int64"))
    return pl.select(pl.when(values.is_not_null()).then(bits)).to_series()


def lines(frame: pl.DataFrame, writers: Sequence[Writer], marks: Sequence[str]) -> Iterator[str]:
    """Give the rows as text, cells by their column's writer, many rows at a time.

    ``marks`` stand before, between and behind the cells of a row: one more than columns.
    """
    for rows in frame.iter_slices(ROWS_AT_ONCE):
        cells = list(map(lettered, rows.get_columns(), writers))
        yield side_by_side(cells, marks).str.join("").item()


def side_by_side(cells: Sequence[pl.Series], marks: Sequence[str]) -> pl.Series:
    """Put columns of text side by side, with marks as in ``lines``."""
    named = pl.DataFrame([column.alias(str(at)) for at, column in enumerate(cells)])
    parts = [part for at, mark in enumerate(marks) for part in (pl.lit(mark), pl.col(str(at)))]
    return named.select(pl.concat_str(parts[:-1])).to_series()


def is_plain(texts: pl.Series) -> bool:
    """Say whether a column of text is all ASCII, as wide as it has characters."""
    return bool((texts.str.len_bytes() == texts.str.len_chars()).all())
