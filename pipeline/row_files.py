"""Rows into the files that spreadsheets and column stores open: xlsx and Parquet."""

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from typing import Any, Final

from retally.pipeline.cells import as_text, unique_names
from retally.pipeline.sandbox import Column, Held
from retally.schemas.told import cells

Rows = Iterable[tuple[Any, ...]]


class CannotHold(Exception):
    """What a kind of file cannot hold, or what is missing to write it."""


# Parquet ----------------------------------------------------------------------------------


def parquet_bytes(columns: tuple[Column, ...], rows: Rows) -> bytes:
    """Make a Parquet file; a type that it does not have becomes text."""
    import polars as pl

    file = BytesIO()
    if isinstance(rows, Held):
        rows.frame.write_parquet(file)
        return file.getvalue()
    values = list(zip(*rows, strict=True)) or [()] * len(columns)
    series = [
        _series(name, column, given)
        for name, column, given in zip(unique_names(columns), columns, values, strict=True)
    ]
    pl.DataFrame(series).write_parquet(file)
    return file.getvalue()


def _series(name: str, column: Column, values: tuple[Any, ...]) -> Any:
    import polars as pl

    dtype = _polars_type(column.type, values)
    if dtype is None:
        texts = [None if value is None else as_text(value) for value in values]
        return pl.Series(name, texts, dtype=pl.String)
    return pl.Series(name, values, dtype=dtype)


def _polars_type(kind: str, values: tuple[Any, ...]) -> Any:
    """Give the type of a column in Parquet; None: it is written as text."""
    import polars as pl

    if kind.endswith("[]"):
        inner = _polars_type(kind.removesuffix("[]"), ())
        return None if inner is None or "HUGEINT" in kind else pl.List(inner)
    if decimal := re.fullmatch(r"DECIMAL\((\d+),(\d+)\)", kind):
        return pl.Decimal(int(decimal[1]), int(decimal[2]))
    if kind in ("HUGEINT", "UHUGEINT"):
        fits = all(value is None or abs(value) < 2**63 for value in values)
        return pl.Int64() if fits else None
    if any(isinstance(value, str) for value in values) and kind not in TEXTS:
        return None  # an instant beyond what Python's can hold
    known = {
        "BOOLEAN": pl.Boolean(),
        "TINYINT": pl.Int8(),
        "SMALLINT": pl.Int16(),
        "INTEGER": pl.Int32(),
        "BIGINT": pl.Int64(),
        "UTINYINT": pl.UInt8(),
        "USMALLINT": pl.UInt16(),
        "UINTEGER": pl.UInt32(),
        "UBIGINT": pl.UInt64(),
        "FLOAT": pl.Float32(),
        "DOUBLE": pl.Float64(),
        "VARCHAR": pl.String(),
        "BLOB": pl.Binary(),
        "DATE": pl.Date(),
        "TIME": pl.Time(),
        "TIMESTAMP": pl.Datetime("us"),
        "TIMESTAMP WITH TIME ZONE": pl.Datetime("us", "UTC"),
    }
    return known.get(kind)


TEXTS = ("VARCHAR",)

# xlsx -------------------------------------------------------------------------------------

MOST_ROWS: Final = 1_048_576 - 1
MOST_COLUMNS: Final = 16_384
MOST_CHARACTERS: Final = 32_767
EXACT: Final = 2**53
"""A spreadsheet counts in floating point; numbers beyond this go in as text."""


def xlsx_bytes(columns: tuple[Column, ...], rows: Rows) -> bytes:
    """Make a workbook of one sheet, names in its first row; texts never become formulas.

    Raises CannotHold where a sheet is too small, or the package that writes it is missing.
    """
    try:
        import xlsxwriter
    except ImportError as fault:
        raise CannotHold(
            "xlsx needs the package xlsxwriter: pip install 'retally[xlsx]'"
        ) from fault
    if len(columns) > MOST_COLUMNS:
        raise CannotHold(f"{len(columns)} columns, a sheet of xlsx has {MOST_COLUMNS}")
    held = list(_within(rows))
    file = BytesIO()
    with xlsxwriter.Workbook(file, {"default_date_format": "yyyy-mm-dd hh:mm:ss"}) as book:
        sheet = book.add_worksheet("retally")
        sheet.freeze_panes(1, 0)
        head, day = book.add_format({"bold": True}), book.add_format({"num_format": DAY})
        for at, column in enumerate(columns):
            sheet.write_string(0, at, column.name, head)
            sheet.set_column(at, at, _width(column.name, (row[at] for row in held)))
        for line, row in enumerate(held, 1):
            for at, value in enumerate(row):
                _write_cell(sheet, line, at, value, day)
    return file.getvalue()


DAY: Final = "yyyy-mm-dd"
NARROWEST: Final = 6
WIDEST: Final = 60


def _width(name: str, values: Iterable[Any]) -> int:
    """Give the width of a column in characters: of its widest cell, within reason."""
    widest = max((cells(_as_seen(value)) for value in values), default=0)
    return min(WIDEST, max(NARROWEST, cells(name) + 1, widest) + 1)


def _as_seen(value: Any) -> str:
    """Write a value about as long as a sheet shows it."""
    if isinstance(value, datetime):
        return "2026-11-30 20:15:00"
    return f"{value:.10g}" if isinstance(value, float) else as_text(value)


def _within(rows: Rows) -> Iterator[tuple[Any, ...]]:
    """Give the rows with every value as a cell can hold it."""
    for number, row in enumerate(rows, 1):
        if number > MOST_ROWS:
            raise CannotHold(f"more than {MOST_ROWS} rows, a sheet of xlsx has no room for them")
        yield tuple(map(_cell, row))


def _cell(value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int | float | Decimal) and -EXACT <= value <= EXACT:
        return value
    if isinstance(value, datetime) and value.year >= 1900:
        return value.replace(tzinfo=None)
    if isinstance(value, date) and value.year >= 1900:
        return value
    text = as_text(value)
    if len(text) > MOST_CHARACTERS:
        raise CannotHold(f"a text of {len(text)} characters, a cell of xlsx has {MOST_CHARACTERS}")
    return text


def _write_cell(sheet: Any, line: int, at: int, value: Any, day: Any) -> None:
    if isinstance(value, bool):
        sheet.write_boolean(line, at, value)
    elif isinstance(value, str):
        sheet.write_string(line, at, value)
    elif isinstance(value, datetime):
        sheet.write_datetime(line, at, value)
    elif isinstance(value, date):
        sheet.write_datetime(line, at, value, day)
    elif value is not None:
        sheet.write_number(line, at, value)
