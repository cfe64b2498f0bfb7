"""The warehouse in SQL: migrations, views, reports, audits. Text, read here and run elsewhere."""

from importlib.resources import files
from typing import NamedTuple


class SqlFile(NamedTuple):
    """A file of SQL: its name without ``.sql`` and its text."""

    name: str
    text: str


def sql_files(folder: str) -> tuple[SqlFile, ...]:
    """Give every file of a folder such as ``migrations`` or ``reports``, sorted by name.

    >>> [file.name for file in sql_files("migrations")][0]
    '0001_core'
    """
    found = (file for file in (files(__name__) / folder).iterdir() if file.name.endswith(".sql"))
    return tuple(
        SqlFile(file.name.removesuffix(".sql"), file.read_text("utf-8"))
        for file in sorted(found, key=lambda file: file.name.removesuffix(".sql"))
    )
