"""The warehouse file: made, brought up to date, opened to write or to read. Knows no game.

Every way in which a file cannot be had is a StoreError that says so in a person's words.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias

import duckdb
import polars as pl
from retally.pipeline.interrupts import heard
from retally.pipeline.migrations import (
    Connection,
    NotOurs,
    bring_up_to_date,
    is_ctrl_c,
    is_current,
    known_version,
    lacking,
)

Tell: TypeAlias = Callable[[str], None]

STORAGE_VERSION = "v1.4.0"  # DuckDB 1.4 and newer can open the file
WRITER_MEMORY, LOADING_MEMORY = "1GB", "128MB"
"""What DuckDB may hold of a file that is written; less while many games are loaded."""
READER_MEMORY = "50%"
WRITTEN_AHEAD = "128MB"
"""So much waits in the log beside the file before it is put into the file: each time, the last
and unfilled part of every table is written anew, which by DuckDB's own 16 MB cost a third."""
BLOCK_BYTES = 65_536
"""A new file is made of blocks of so many bytes. DuckDB begins a block or two for each column and
122,880 rows, and by its own 256 KB left a tenth of the file empty; by less than 64 KB numbers no
longer fit in compressed."""
PATIENCE_SECONDS = 10.0
FIRST_WAIT_SECONDS, LONGEST_WAIT_SECONDS = 0.05, 1.0

ALONE: dict[str, Any] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
    "python_scan_all_frames": False,
}
"""Settings of every connection: nothing is fetched, no Python variable is a table."""


class StoreError(Exception):
    """A warehouse that cannot be opened, read or written, and why."""


def silent(_: str) -> None:
    """Tell nobody."""


@contextmanager
def writing(
    path: str, *, tell: Tell = silent, patience: float = PATIENCE_SECONDS
) -> Iterator[Connection]:
    """Open a warehouse to write: made where there is none, brought up to date.

    ``tell`` hears of a wait for another process, which lasts ``patience`` seconds at most.
    Raises StoreError; so does a write that fails inside.
    """
    if os.path.lexists(path) and not _is_new(path):
        with _connected(path, tell, patience, read_only=True) as connection:
            known_version(connection)  # a foreign file is never opened to write
    with _connected(path, tell, patience, read_only=False) as connection:
        bring_up_to_date(connection)
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
        if is_current(connection):
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
        with store_faults(path), _lack_said(path, connection), heard(connection):
            connection.execute("set timezone = 'UTC'; set enable_progress_bar = false")
            yield connection
    finally:
        connection.close()


@contextmanager
def _lack_said(path: str, connection: Connection) -> Iterator[None]:
    """Say what another tool has taken out of a file, where a query asks for it; bugs pass."""
    try:
        yield
    except (duckdb.CatalogException, duckdb.BinderException) as fault:
        missing = ", ".join(lacking(connection))
        if not missing:
            raise
        raise StoreError(
            f"{path} is not whole, something else has changed it; it lacks: {missing}"
        ) from fault


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
        config["checkpoint_threshold"] = WRITTEN_AHEAD
        config["default_block_size"] = BLOCK_BYTES
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
    """Turn what the file, the disk or the memory refuses into a StoreError; bugs pass.

    A Ctrl-C that DuckDB hears becomes the one that everybody knows.
    """
    try:
        yield
    except NotOurs as fault:
        raise StoreError(f"{path} {fault}") from fault
    except (duckdb.IOException, duckdb.OutOfMemoryException, duckdb.FatalException) as fault:
        raise StoreError(_in_words(path, fault)) from fault
    except duckdb.TransactionException as fault:
        if "Failed to commit" not in str(fault):
            raise
        raise StoreError(_in_words(path, fault)) from fault
    except (RuntimeError, duckdb.InterruptException) as fault:
        if not is_ctrl_c(fault):
            raise
        raise KeyboardInterrupt from fault


def _in_words(path: str, fault: duckdb.Error) -> str:
    message = str(fault).splitlines()[0]
    if "version number" in message:
        return f"{path} was written by a newer DuckDB; upgrade the package duckdb"
    reason = re.sub(r"^(\w+ )+Error: (Failed to commit: )?", "", message)
    return f"{path} cannot be used: {reason}"


# Writing ----------------------------------------------------------------------------------


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
    except BaseException:
        with suppress(duckdb.TransactionException):  # it is over; what ended it is to be told
            connection.unregister(name)
        raise
    connection.unregister(name)


def append(connection: Connection, frames: dict[str, pl.DataFrame]) -> None:
    """Append each frame to the table of its name, column by column name."""
    for table, frame in frames.items():
        with as_table(connection, "incoming", frame):
            connection.execute(f'insert into "{table}" by name select * from incoming')
