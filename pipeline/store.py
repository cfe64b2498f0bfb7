"""The warehouse file: made, brought up to date, opened to write or to read. Knows no game.

Every way in which a file cannot be had is a StoreError that says so in a person's words.
"""

import hashlib
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, TypeAlias

import duckdb
import polars as pl
from retally.sql import SqlFile, sql_files

Connection: TypeAlias = duckdb.DuckDBPyConnection
Tell: TypeAlias = Callable[[str], None]

STORAGE_VERSION = "v1.4.0"  # DuckDB 1.4 and newer can open the file
WRITER_MEMORY = "1GB"
READER_MEMORY = "50%"
PATIENCE_SECONDS = 10.0
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 0.05, 1.0

ALONE: dict[str, Any] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
    "python_scan_all_frames": False,
}
"""Settings of every connection: nothing is fetched, no Python variable is a table."""

LEDGER = """
create table if not exists retally_migrations (
    version integer primary key,
    name varchar not null,
    applied_at timestamptz not null,
    retally varchar not null
);
comment on table retally_migrations is
    'A step that brought this warehouse to its present shape; one row per migration.';
comment on column retally_migrations.version is 'Number of the migration, from 1.';
comment on column retally_migrations.name is 'Name of its file in sql/migrations.';
comment on column retally_migrations.applied_at is 'When it was applied.';
comment on column retally_migrations.retally is 'Version of retally that applied it.';
create table if not exists retally_views (sha256 varchar not null, retally varchar not null);
comment on table retally_views is 'Which views this warehouse has; one row.';
comment on column retally_views.sha256 is 'SHA-256 of the files of sql/views, in hexadecimal.';
comment on column retally_views.retally is 'Version of retally that made them.';
"""


class StoreError(Exception):
    """A warehouse that cannot be opened, read or written, and why."""


def silent(_: str) -> None:
    """Tell nobody."""


@contextmanager
def writing(
    path: str, *, tell: Tell = silent, patience: float = PATIENCE_SECONDS
) -> Iterator[Connection]:
    """Open a warehouse to write: made where there is none, migrated, its views re-made.

    ``tell`` hears of a wait for another process, which lasts ``patience`` seconds at most.
    Raises StoreError; so does a write that fails inside.
    """
    if os.path.lexists(path) and not _is_new(path):
        with _connected(path, tell, patience, read_only=True) as connection:
            _known_version(connection, path)  # a foreign file is never opened to write
    with _connected(path, tell, patience, read_only=False) as connection:
        _bring_up_to_date(connection, path)
        yield connection


@contextmanager
def reading(
    path: str, *, tell: Tell = silent, patience: float = PATIENCE_SECONDS
) -> Iterator[Connection]:
    """Open a warehouse to read, brought up to date before where it needs to be.

    Raises StoreError; so does a read that fails inside.
    """
    if not os.path.exists(path):
        raise StoreError(f"there is no warehouse {path}; retally ingest makes one")
    with _connected(path, tell, patience, read_only=True) as connection:
        if _is_current(connection, path):
            yield connection
            return
    with writing(path, tell=tell, patience=patience):
        pass
    with _connected(path, tell, patience, read_only=True) as connection:
        yield connection


# Opening a file ---------------------------------------------------------------------------


def _is_new(path: str) -> bool:
    """Say whether a file is there and empty, as a temporary file is; it makes way."""
    if os.path.isfile(path) and os.path.getsize(path) == 0:
        try:
            os.unlink(path)
        except OSError as fault:
            raise StoreError(f"{path} cannot be used: {fault.strerror}") from fault
        return True
    return False


@contextmanager
def _connected(path: str, tell: Tell, patience: float, *, read_only: bool) -> Iterator[Connection]:
    connection = _patiently(path, tell, patience, read_only=read_only)
    try:
        with store_faults(path):
            connection.execute("set timezone = 'UTC'")
            yield connection
    finally:
        connection.close()


def _patiently(path: str, tell: Tell, patience: float, *, read_only: bool) -> Connection:
    """Open a file; while another process has it, try again after a while, longer each time."""
    end = time.monotonic() + patience
    wait = FIRST_WAIT_SECONDS
    told = False
    while True:
        try:
            return _connect(path, read_only=read_only)
        except (duckdb.InvalidInputException, duckdb.ConnectionException):
            raise  # settings that are wrong: a bug of ours
        except duckdb.Error as fault:
            holder = _holder(str(fault))
            if holder is None:
                raise StoreError(_in_words(path, fault)) from fault
            if time.monotonic() + wait > end:
                raise StoreError(f"{path} is in use by {holder}") from fault
            if not told:
                tell(f"{path} is in use by {holder}; waiting up to {patience:g} seconds")
                told = True
        time.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT_SECONDS)


def _connect(path: str, *, read_only: bool) -> Connection:
    _look_at_file(path)
    memory = READER_MEMORY if read_only else WRITER_MEMORY
    config = {**ALONE, "memory_limit": memory}
    if not read_only:
        config["storage_compatibility_version"] = STORAGE_VERSION
    return duckdb.connect(os.path.abspath(path), read_only=read_only, config=config)


def _look_at_file(path: str) -> None:
    """Refuse what DuckDB would open as something else: SQLite, CSV, JSON, a text."""
    try:
        path.encode()
        with open(path, "rb") as file:
            head = file.read(12)
    except UnicodeEncodeError as fault:
        raise StoreError(f"{path!r}: the name of a warehouse has to be UTF-8") from fault
    except FileNotFoundError:
        return
    except OSError as fault:
        raise StoreError(f"{path} cannot be used: {fault.strerror}") from fault
    if head[8:] != b"DUCK":
        raise StoreError(f"{path} is not a DuckDB database")


_HELD = re.compile(r"Conflicting lock is held in (?P<program>.+?) \(PID (?P<pid>\d+)\)")


def _holder(message: str) -> str | None:
    """Say who holds the lock that a message of DuckDB is about; None: it is about no lock."""
    if held := _HELD.search(message):
        return f"process {held['pid']} ({held['program']})"
    locked = "Could not set lock" in message or "being used by another process" in message
    return "another process" if locked else None


@contextmanager
def store_faults(path: str) -> Iterator[None]:
    """Turn what the disk, the lock or the memory refuses into a StoreError; bugs pass."""
    try:
        yield
    except (duckdb.IOException, duckdb.OutOfMemoryException, duckdb.FatalException) as fault:
        raise StoreError(_in_words(path, fault)) from fault
    except duckdb.TransactionException as fault:
        if "Failed to commit" not in str(fault):
            raise
        raise StoreError(_in_words(path, fault)) from fault


def _in_words(path: str, fault: duckdb.Error) -> str:
    message = str(fault).splitlines()[0]
    if "version number" in message:
        return f"{path} was written by a newer DuckDB; upgrade the package duckdb"
    reason = re.sub(r"^(\w+ )+Error: (Failed to commit: )?", "", message)
    return f"{path} cannot be used: {reason}"


# Migrations and views ---------------------------------------------------------------------


def _known_version(connection: Connection, path: str) -> int:
    """Give the version of a warehouse, 0 of an empty database.

    Raises StoreError for a database of other people, and for one of a newer retally.
    """
    if not connection.execute(_LEDGER_THERE).fetchall():
        if connection.execute(_OBJECTS).fetchall():
            raise StoreError(
                f"{path} is a DuckDB database, but not a warehouse of retally; left alone"
            )
        return 0
    query = "select version, retally from retally_migrations order by version desc limit 1"
    found, by = connection.execute(query).fetchone() or (0, "")
    newest = len(sql_files("migrations"))
    if found > newest:
        raise StoreError(
            f"{path} was made by retally {by}, which is newer than this one"
            f" (version {found} of the warehouse, known are {newest}); upgrade retally"
        )
    return int(found)


_LEDGER_THERE = """
select table_name from duckdb_tables()
where table_name = 'retally_migrations' and database_name = current_database()
"""
_OBJECTS = """
select table_name from duckdb_tables()
where not internal and database_name = current_database()
union all
select view_name from duckdb_views()
where not internal and database_name = current_database()
union all
select type_name from duckdb_types()
where not internal and database_name = current_database()
union all
select function_name from duckdb_functions()
where not internal and database_name = current_database()
union all
select sequence_name from duckdb_sequences()
where database_name = current_database()
"""


def _is_current(connection: Connection, path: str) -> bool:
    if _known_version(connection, path) < len(sql_files("migrations")):
        return False
    made = connection.execute("select sha256 from retally_views").fetchone()
    return made == (views_sha256(sql_files("views")),)


def _bring_up_to_date(connection: Connection, path: str) -> None:
    known = _known_version(connection, path)
    if known == 0:
        with transaction(connection):
            connection.execute(LEDGER)
    migrate(connection, known, sql_files("migrations"))
    with transaction(connection):
        remake_views(connection, sql_files("views"))


def migrate(connection: Connection, known: int, migrations: tuple[SqlFile, ...]) -> None:
    """Apply each migration after the ``known``-th, with its record in one transaction."""
    for number, migration in enumerate(migrations, 1):
        if number > known:
            with transaction(connection):
                connection.execute(migration.text)
                connection.execute(
                    "insert into retally_migrations values (?, ?, ?, ?)",
                    [number, migration.name, datetime.now(UTC), version("retally")],
                )


def remake_views(connection: Connection, views: tuple[SqlFile, ...]) -> None:
    """Make every view anew, in the order of their files, and note which they are."""
    for view in views:
        connection.execute(view.text)
    connection.execute("delete from retally_views")
    connection.execute(
        "insert into retally_views values (?, ?)", [views_sha256(views), version("retally")]
    )


def views_sha256(views: tuple[SqlFile, ...]) -> str:
    """Give one hash over all views, in hexadecimal."""
    return hashlib.sha256("\0".join(part for view in views for part in view).encode()).hexdigest()


# Writing ----------------------------------------------------------------------------------


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """Do all inside or nothing; DuckDB's word for Ctrl-C becomes Python's."""
    connection.begin()
    try:
        yield
        connection.commit()
    except BaseException as fault:
        with suppress(duckdb.TransactionException):  # a commit that failed has rolled back
            connection.rollback()
        if isinstance(fault, RuntimeError) and str(fault) == "Query interrupted":
            raise KeyboardInterrupt from fault
        raise


class _Stream:
    """A frame as DuckDB takes it without pyarrow: an object with this one method."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.frame = frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)


@contextmanager
def as_table(connection: Connection, name: str, frame: pl.DataFrame) -> Iterator[None]:
    """Let a frame be a table of this name for a while."""
    connection.register(name, _Stream(frame))
    try:
        yield
    finally:
        connection.unregister(name)


def append(connection: Connection, frames: dict[str, pl.DataFrame]) -> None:
    """Append each frame to the table of its name, column by column name."""
    for table, frame in frames.items():
        with as_table(connection, "incoming", frame):
            connection.execute(f'insert into "{table}" by name select * from incoming')
