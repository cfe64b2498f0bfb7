"""What was not loaded: listed, and taken up again from the text that the warehouse kept."""

import hashlib
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import polars as pl
from retally.pipeline.ingest import BATCH_LOGS, BATCH_WORK, Run, batches
from retally.pipeline.migrations import Connection
from retally.pipeline.sandbox import Answer, asked
from retally.pipeline.sources import RawLog
from retally.pipeline.store import Tell, as_table, silent
from retally.pipeline.tally import Totals, Watch
from retally.pipeline.unpacking import KEPT_BYTES
from retally.sql import sql_files


@contextmanager
def rejected(db: str, *, texts: bool = False, tell: Tell = silent) -> Iterator[Answer]:
    """Ask which logs were not loaded and why; ``texts`` adds each as it stood.

    Raises StoreError as ``sandbox.asked`` does.
    """
    listings = {file.name: file.text for file in sql_files("listings")}
    query = listings["rejects"].rstrip().removesuffix(";")
    if not texts:
        query = f"select * exclude (raw) from (\n{query}\n)"
    with asked(db, query, tell=tell) as answer:
        yield answer


# Taking them up again ---------------------------------------------------------------------


class NotRestored(NamedTuple):
    """A reject that cannot be judged again: where it stood, and why."""

    source: str
    line: int
    reason: str


class _Kept(NamedTuple):
    """A reject as the warehouse keeps it."""

    source: str
    line: int
    sha256: str
    text: str


def retry(
    connection: Connection,
    *,
    strict: bool = False,
    replace: bool = False,
    watch: Watch | None = None,
    leave: Callable[[NotRestored], None] = lambda _: None,
) -> Totals:
    """Ingest every reject again from its stored text; say what became of them.

    It is one run, of which those count that are the same byte for byte as they were. The
    others stay in the list as they are, and ``leave`` hears of each. ``strict`` and
    ``replace`` are those of ``ingest``.
    """
    run = Run(connection, strict=strict, replace=replace, watch=watch, command="retry")
    run.take_all(batches(_restored(connection, run.tally.totals.ingest_id, leave)))
    return run.finished()


def _restored(
    connection: Connection, ingest_id: int, leave: Callable[[NotRestored], None]
) -> Iterator[RawLog]:
    for kept in _kept(connection, ingest_id):
        log = restored(*kept)
        if isinstance(log, RawLog):
            yield log
        else:
            leave(log)


def restored(source: str, line: int, sha256: str, text: str) -> RawLog | NotRestored:
    r"""Give the log back that a reject was; its bytes have to have its hash.

    >>> text = "\\x00 and \\xff"
    >>> restored("a.jsonl", 7, hashlib.sha256(b"\x00 and \xff").hexdigest(), text).raw
    b'\x00 and \xff'
    """
    for raw in (text.encode(), _unescaped(text)):
        if hashlib.sha256(raw).hexdigest() == sha256:
            return RawLog(source, line, raw, cut=len(raw) >= KEPT_BYTES)
        if hashlib.sha256(f"{source}:{line}:".encode() + raw).hexdigest() == sha256:
            return NotRestored(
                source,
                line,
                "part of a damaged or foreign file; ingest it when whole",
            )
    return NotRestored(
        source, line, "its bytes cannot be told from its text; ingest its file again"
    )


_ESCAPED = re.compile(rb"\\x(00|[89a-f][0-9a-f])")


def _unescaped(text: str) -> bytes:
    return _ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()), text.encode())


def _kept(connection: Connection, ingest_id: int) -> Iterator[_Kept]:
    """Yield the rejects that were listed before a run, file by file, a few at a time.

    What the run lists anew has its number, so nothing comes twice.
    """
    last: tuple[object, ...] = ("", 0, 0, "")
    while page := connection.execute(_PAGE, [ingest_id, *last, BATCH_LOGS]).fetchall():
        for hashes in _grouped([(sha256, size) for *_, sha256, size in page]):
            with as_table(connection, "asked", pl.DataFrame({"log_sha256": hashes})):
                texts = connection.execute(_TEXTS).fetchall()
            yield from (_Kept(*kept) for kept in texts)
        last = page[-1][:-1]


_PAGE = """
select source, line, ingest_id, log_sha256, strlen(raw) from rejects
where ingest_id < ? and (source, line, ingest_id, log_sha256) > (?, ?, ?, ?)
order by source, line, ingest_id, log_sha256
limit ?
"""
_TEXTS = """
select source, line, log_sha256, raw from rejects semi join asked using (log_sha256)
order by source, line, ingest_id, log_sha256
"""


def _grouped(sized: list[tuple[str, int]]) -> Iterator[list[str]]:
    """Join hashes into groups whose texts are together no longer than a batch, or alone."""
    group: list[str] = []
    together = 0
    for sha256, size in sized:
        if group and together + size > BATCH_WORK:
            yield group
            group, together = [], 0
        group.append(sha256)
        together += size
    if group:
        yield group
