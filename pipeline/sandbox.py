"""Questions to the warehouse that can read it and nothing else: no file, no network, no write.

``asked`` runs one SELECT or EXPLAIN in a locked connection, for so long and for so many rows;
``asked_whole`` one of ours, whose rows it may hold as columns.
"""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

import duckdb
import polars as pl
from retally.pipeline.migrations import Connection
from retally.pipeline.store import PATIENCE_SECONDS, StoreError, Tell, reading, silent

LOCKS = (
    "set temp_directory = ''",
    "set enable_external_access = false",
    "set lock_configuration = true",
)
"""In this order; without the first, files beside the warehouse could be written."""

ROWS_A_FETCH = 2000
ALLOWED = (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN)


class QueryError(Exception):
    """A query that cannot be run as it is written, and why."""


Check: TypeAlias = Callable[[Connection, str], None]
"""Raises QueryError for a question that is not to be asked; it may ask the connection itself."""


def anything(_connection: Connection, _query: str) -> None:
    """Let every question be asked."""


class Column(NamedTuple):
    """A column of an answer: its name, and its type in DuckDB's words."""

    name: str
    type: str


class Answer:
    """The rows of an answer, fetched as they are taken; ``cut`` when there were more."""

    def __init__(self, connection: Connection, limit: int, late: threading.Event) -> None:
        self.columns = tuple(Column(d[0], str(d[1])) for d in connection.description or ())
        self.limit, self.cut = limit, False
        self._connection, self._late = connection, late

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Give the rows once, no more than ``limit``; 0 is no limit.

        When the time is up no more rows are given, however slowly they are taken. Raises QueryError
        for an interval of more days than Python's has.
        """
        given = 0
        while fetched := self._fetched():
            for row in fetched:
                if self._late.is_set():
                    raise duckdb.InterruptException("the time is up")
                if given == self.limit > 0:
                    self.cut = True
                    return
                yield row
                given += 1

    def _fetched(self) -> list[tuple[Any, ...]]:
        try:
            return self._connection.fetchmany(ROWS_A_FETCH)
        except OverflowError:
            raise QueryError(
                "an interval in the answer has more than 999999999 days; cast it to VARCHAR"
            ) from None


class Held:
    """Rows that are held as columns: to be gone through row by row, or taken as a frame."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.frame = frame

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return self.frame.iter_rows()


class Whole(NamedTuple):
    """An answer with all its rows; ``rows`` is ``Held`` where columns can hold them exactly."""

    columns: tuple[Column, ...]
    rows: Iterable[tuple[Any, ...]]


@contextmanager
def asked(
    path: str,
    query: str,
    parameters: Mapping[str, Any] | None = None,
    *,
    seconds: float = 0,
    limit: int = 0,
    memory: int = 0,
    tell: Tell = silent,
    patience: float = PATIENCE_SECONDS,
    check: Check = anything,
) -> Iterator[Answer]:
    """Ask the warehouse; the answer is there until the end of the ``with`` block.

    ``seconds`` and ``limit`` of 0 are no limit, ``memory`` (bytes) of 0 is that of any reader.
    Raises StoreError for a warehouse that cannot be read, and for an answer that takes too long to
    find, fetch and write; QueryError for what is not one question, or does not pass ``check``; for
    a question that is wrong, what DuckDB raises (see ``said_plainly``).
    """
    with reading(path, tell=tell, patience=patience) as connection:
        if memory > 0:
            connection.execute(f"set memory_limit = '{memory}B'")
        for lock in LOCKS:
            connection.execute(lock)
        statement = _only_statement(connection, query)
        check(connection, query)
        with _time_limit(connection, seconds) as late:
            connection.execute(statement, dict(parameters or {}))
            yield Answer(connection, limit, late)


@contextmanager
def asked_whole(
    path: str, query: str, parameters: Mapping[str, Any], *, tell: Tell = silent
) -> Iterator[Whole]:
    """Ask a question of ours for all its rows, as columns: a twentieth of the work for many rows.

    Raises StoreError as ``asked`` does.
    """
    with reading(path, tell=tell) as connection:
        for lock in LOCKS:
            connection.execute(lock)
        with _time_limit(connection, 0) as late:
            found = connection.sql(query, params=dict(parameters))
            columns = tuple(map(Column, found.columns, map(str, found.types)))
            if all(column.type in HELD_EXACTLY for column in columns):
                frame = pl.DataFrame(found)
                if _within_pythons_years(frame):
                    yield Whole(columns, Held(frame))
                    return
            connection.execute(query, dict(parameters))
            yield Whole(columns, Answer(connection, 0, late).rows())


HELD_EXACTLY = (
    *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "DOUBLE", "BOOLEAN", "VARCHAR", "VARCHAR[]"),
    *("DATE", "TIMESTAMP WITH TIME ZONE"),
)
"""Types whose values come out of a frame as they come out of DuckDB."""


def _within_pythons_years(frame: pl.DataFrame) -> bool:
    """Say whether Python can hold every instant; DuckDB goes beyond, and tells those as text."""
    times = frame.select(pl.col(pl.Date, pl.Datetime).dt.year().is_between(1, 9999).all())
    return all(map(all, times.iter_rows()))


def _only_statement(connection: Connection, query: str) -> duckdb.Statement:
    statements = connection.extract_statements(query)
    if not statements:
        raise QueryError("there is no question in it")
    if len(statements) > 1:
        raise QueryError(f"one question at a time; these are {len(statements)} statements")
    if statements[0].type not in ALLOWED:
        kind = statements[0].type.name
        raise QueryError(f"the warehouse is only read here: SELECT or EXPLAIN, not {kind}")
    return statements[0]


@contextmanager
def _time_limit(connection: Connection, seconds: float) -> Iterator[threading.Event]:
    """Stop what runs inside after so many seconds, and say that it is late; Ctrl-C stops it too."""
    late = threading.Event()

    def stop() -> None:
        late.set()
        connection.interrupt()

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    if seconds > 0:
        timer.start()
    try:
        yield late
    except duckdb.InterruptException as fault:
        if late.is_set():
            raise StoreError(
                f"stopped after {seconds:g} seconds, the answer is not whole"
            ) from fault
        raise KeyboardInterrupt from fault
    except RuntimeError as fault:
        if str(fault) == "Query interrupted":
            raise KeyboardInterrupt from fault
        raise
    finally:
        timer.cancel()


@contextmanager
def said_plainly() -> Iterator[None]:
    """Turn what DuckDB says of a person's query into a QueryError."""
    try:
        yield
    except duckdb.Error as fault:
        raise QueryError(str(fault)) from fault
