"""A value of the warehouse as text and as JSON. Exact; who prints it makes it safe."""

import json
import math
import re
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from retally.pipeline.sandbox import Column


def as_text(value: Any) -> str:
    """Write a value for CSV, Markdown and tables; nothing for NULL.

    Instants are ISO 8601, bytes hexadecimal, lists and structures JSON.

    >>> as_text(None), as_text(True), as_text([1, None]), as_text(b"\\xff")
    ('', 'true', '[1, null]', 'ff')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple | dict):
        return json.dumps(plain(value), ensure_ascii=False)
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, Decimal):
        return format(value, "f")
    made = plain(value)
    return made if isinstance(made, str) else json.dumps(made)


def plain(value: Any) -> Any:
    """Give a value as JSON can hold it: a number stays one where JSON's is the same.

    >>> plain([float("nan"), 10**30, Decimal("1.50")])
    [None, 1000000000000000000000000000000, 1.5]
    """
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Decimal):
        return float(value) if Decimal(repr(float(value))) == value else format(value, "f")
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    if isinstance(value, dict):
        return {as_text(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return f"P{value.days}DT{value.seconds + value.microseconds / 10**6:g}S"
    if isinstance(value, bytes | bytearray):
        return bytes(value).hex()
    return str(value) if isinstance(value, UUID) else value


def as_json(value: Any, column: Column) -> Any:
    """Give a value for JSON output; what is JSON in the warehouse is so here, not a text."""
    if column.type == "JSON" and isinstance(value, str):
        return json.loads(value)
    return plain(value)


def unique_names(columns: tuple[Column, ...]) -> list[str]:
    """Name columns so that no two share a name, for forms that need it.

    >>> unique_names((Column("a", "INTEGER"), Column("a", "INTEGER")))
    ['a', 'a_2']
    """
    names: list[str] = []
    for column in columns:
        name, number = column.name, 2
        while name in names:
            name, number = f"{column.name}_{number}", number + 1
        names.append(name)
    return names


NUMBERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "FLOAT", "DOUBLE", "DECIMAL")


def is_number(column: Column) -> bool:
    """Say whether a column stands right-aligned."""
    return column.type.removeprefix("U").startswith(NUMBERS) and not column.type.endswith("]")


_CSV_QUOTED = re.compile(r'[",\r\n]|^\s|\s$|^$')


def csv_field(text: str) -> str:
    """Quote a text as a field of CSV where it has to be; an empty one too, for NULL is nothing.

    >>> csv_field("ann"), csv_field("a,b"), csv_field("")
    ('ann', '"a,b"', '""')
    """
    return '"' + text.replace('"', '""') + '"' if _CSV_QUOTED.search(text) else text
