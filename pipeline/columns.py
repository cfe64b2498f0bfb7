"""From the columns of a batch engine to frames of the warehouse's tables. Knows no database."""

import numpy as np
import polars as pl
from retally.pipeline.batch.base import NULL, Coded, Column, Columns, Optional
from retally.pipeline.frames import COLUMN_TYPES
from retally.schemas.facts import Kind, Table


def frame(table: Table, columns: Columns) -> pl.DataFrame:
    """Make a frame in a table's layout; what is not among these columns is left out."""
    return pl.DataFrame(
        [
            _series(columns[name], kind).alias(name)
            for name, kind in table.columns.items()
            if name in columns
        ]
    )


def _series(column: Column, kind: Kind) -> pl.Series:
    if isinstance(column, Coded):
        return _text(column)
    if isinstance(column, Optional):
        numbers = pl.Series(column.numbers)
        unknown = pl.Series(~column.known)
        return _typed(pl.select(pl.when(~unknown).then(numbers)).to_series(), kind)
    return _typed(pl.Series(column), kind)


def _typed(series: pl.Series, kind: Kind) -> pl.Series:
    return series.cast(pl.Int64() if kind == "time" else COLUMN_TYPES[kind]).cast(
        COLUMN_TYPES[kind]
    )


def _text(column: Coded) -> pl.Series:
    """Write a column's texts out, each taken from its labels."""
    labels = pl.Series([*column.labels, None], dtype=pl.String())  # the last is what NULL points to
    codes = column.codes
    if codes.dtype.kind == "i":
        codes = np.where(codes == NULL, len(column.labels), codes)
    return labels.gather(codes)
