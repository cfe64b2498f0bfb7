"""Logs into the warehouse: each judged, then loaded, skipped or rejected, a batch a transaction.

Whatever a batch brings is in the file as a whole or not at all, its counts in ``ingests``
with it; so a run that is cut leaves a warehouse that adds up, and can be run again.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version

from retally.pipeline import frames, loading
from retally.pipeline.batch.base import keep_freed_memory
from retally.pipeline.frames import Stored
from retally.pipeline.importers.files import raw_logs
from retally.pipeline.loading import Batch, Known
from retally.pipeline.memory import collect_young, without_garbage_collection
from retally.pipeline.migrations import Connection, transaction
from retally.pipeline.sifting import Piece, Sifted, sift
from retally.pipeline.sources import RawLog, hold_at_least
from retally.pipeline.store import LOADING_MEMORY, WRITER_MEMORY
from retally.pipeline.tally import (
    COUNTS,
    Fate,
    FileCount,
    Found,
    Said,
    Tally,
    Totals,
    Watch,
    counted,
    ended,
)
from retally.pipeline.workers import Hire, cores, hired_early, in_order

BATCH_LOGS = 20_000
BATCH_WORK = 8 * 2**20
"""A batch ends at so many logs, or so much work, counted in bytes of logs."""
FIRST_WORK = 2**20
"""The work of the first batch where workers wait already: so all of them soon have some."""
ALONE_WORK = 2**16
"""The work of a log that is judged by itself: as that of so many bytes judged in arrays."""


EARLY_BYTES = 2**19
"""For so much in files, workers are worth their while before it is known how much work it is."""


@dataclass
class Prepared:
    """A batch before it is judged, and what the warehouse holds of its logs."""

    found: list[Found]
    logs: list[Stored]
    unknown: list[int]
    """Places in ``logs`` of those that are not loaded already, and have to be judged."""
    known: Known | None = None
    """None: the warehouse has to be asked again, for it has changed in these logs."""

    def committed_before(self, other: Batch) -> None:
        """Hear that another batch was committed since the warehouse was asked."""
        if self.known and (other.gone or not other.touched.isdisjoint(self.known.hashes)):
            self.known = None


def ingest(
    connection: Connection,
    paths: Iterable[str],
    *,
    strict: bool = False,
    replace: bool = False,
    watch: Watch | None = None,
    jobs: int = 1,
    hire: Hire | None = None,
    form: str | None = None,
) -> Totals:
    """Load the logs of these files and folders and say what became of them.

    ``strict`` lets in only what is fully verified; ``replace`` lets a log take the place of
    another one with its ``game_id``. Logs are judged in ``jobs`` processes where they are many,
    which ``hire`` gives (``workers``). ``form`` is the foreign format of all files, else each is
    recognised. The connection is one of ``store.writing``. Raises WorkerDied.
    """
    run = Run(connection, strict=strict, replace=replace, watch=watch)
    first = BATCH_WORK if hire is None else FIRST_WORK
    with _modest(connection) if jobs > 1 else nullcontext():
        run.take_all(batches(raw_logs(paths, form), first), jobs, hire)
    return run.finished()


@contextmanager
def workers_for(paths: Sequence[str], jobs: int) -> Iterator[Hire | None]:
    """Give ``ingest`` its workers where these files are large, a second sooner than it could.

    To be called before the warehouse is opened: a process that has used DuckDB cannot be forked.
    """
    large = jobs > 1 and hold_at_least(paths, EARLY_BYTES)
    with hired_early(sift, jobs if large else 1) as hire:
        yield hire


@contextmanager
def _modest(connection: Connection) -> Iterator[None]:
    """Let DuckDB use half the cores, for the others judge meanwhile and threads that wait cost too.

    And less memory: what it keeps of the file to read it again, loading does not read again.
    """
    keep_freed_memory()
    connection.execute(f"set threads = {max(1, cores() // 2)}")
    connection.execute(f"set memory_limit = '{LOADING_MEMORY}'")
    try:
        yield
    finally:
        connection.execute(f"reset threads; set memory_limit = '{WRITER_MEMORY}'")


def batches(found: Iterable[Found], first: int = BATCH_WORK) -> Iterator[list[Found]]:
    """Join what was found into batches, each the logs of one transaction.

    The ``first`` has so much work, each further one twice as much up to that of a full batch.
    """
    batch: list[Found] = []
    work, most = 0, first
    for item in found:
        batch.append(item)
        work += _work(item) if isinstance(item, RawLog) else 0
        if len(batch) >= BATCH_LOGS or work >= most:
            yield batch
            batch, work, most = [], 0, min(2 * most, BATCH_WORK)
    if batch:
        yield batch


def _work(log: RawLog) -> int:
    return len(log.raw) + (0 if b'"six_nimmt"' in log.raw else ALONE_WORK)


class Run:
    """One run: its row in ``ingests`` and its tally. ``command`` says what runs, see there."""

    def __init__(
        self,
        connection: Connection,
        *,
        strict: bool = False,
        replace: bool = False,
        watch: Watch | None = None,
        command: str = "ingest",
    ) -> None:
        self.connection, self.strict, self.replace = connection, strict, replace
        self.watch = watch or Watch()
        self.waiting: deque[Prepared] = deque()
        began = _begin(connection, command, strict=strict, replace=replace)
        self.tally = Tally(Totals(began))
        self.watch.committed(self.tally.totals)

    def take_all(
        self, found: Iterable[list[Found]], jobs: int = 1, hire: Hire | None = None
    ) -> None:
        """Judge batches, in other processes where they are many, and commit each in its turn."""

        def to_judge() -> Iterator[Piece]:
            for batch in found:
                ready = self._prepared(batch)
                self.waiting.append(ready)
                yield Piece([ready.logs[place] for place in ready.unknown])

        judging = in_order(sift, to_judge(), jobs, hire)
        with without_garbage_collection(), closing(judging) as judged:
            for sifted in judged:
                self._take(self.waiting.popleft(), sifted)
                del sifted  # else it is held until the next has come
                collect_young()

    def _prepared(self, found: list[Found]) -> Prepared:
        ingest_id = self.tally.totals.ingest_id
        logs = [
            Stored(log, frames.log_sha256(log), ingest_id)
            for log in found
            if isinstance(log, RawLog)
        ]
        known = self._known(logs)
        unknown = [place for place, log in enumerate(logs) if log.sha256 not in known.games]
        return Prepared(found, logs, unknown, known)

    def _known(self, logs: Sequence[Stored]) -> Known:
        """Ask what is loaded; to replace what is damaged its log may come again."""
        return Known(self.connection, [log.sha256 for log in logs], intact=self.replace)

    def _take(self, ready: Prepared, sifted: Sifted) -> None:
        """Decide on a batch that was judged, and commit it."""
        known = ready.known or self._known(ready.logs)
        batch = Batch(known, self.tally.totals.ingest_id, strict=self.strict, replace=self.replace)
        fates = batch.take(ready.logs, ready.unknown, sifted)
        self.watch.judged(len(ready.logs))
        self.commit(ready.found, batch, fates)

    def commit(self, found: Sequence[Found], batch: Batch, fates: list[Fate]) -> None:
        """Commit a batch with its counts, a fate a log; then say which files are done."""
        tally, said = counted(self.tally, found, iter(fates))
        with transaction(self.connection):
            loading.write(self.connection, batch)
            _write_counts(self.connection, tally.totals)
        for later in self.waiting:
            later.committed_before(batch)
        self.tally = tally
        self.watch.committed(tally.totals)
        self._say(said)

    def _say(self, said: list[Said]) -> None:
        for item in said:
            if isinstance(item, FileCount):
                self.watch.file(item)
            else:
                self.watch.nothing(item)

    def finished(self) -> Totals:
        """Note that the run came to its end; give its totals."""
        said: list[Said] = []
        self.tally = ended(self.tally, said)
        with transaction(self.connection):
            _finish(self.connection, self.tally.totals.ingest_id)
        self._say(said)
        return self.tally.totals


# The row of a run -------------------------------------------------------------------------


def _begin(connection: Connection, command: str, *, strict: bool, replace: bool) -> int:
    row = [datetime.now(UTC), version("retally"), strict, replace, command]
    with transaction(connection):
        found = connection.execute(_BEGIN, row)
        (ingest_id,) = found.fetchone() or (0,)
    return int(ingest_id)


_BEGIN = """
insert into ingests
select coalesce(max(ingest_id), 0) + 1, ?, null, ?, ?, ?, 0, 0, 0, 0, 0, 0, 0, ?, 0 from ingests
returning ingest_id
"""


def _write_counts(connection: Connection, totals: Totals) -> None:
    counts = [totals.counts[count] for count in COUNTS]
    connection.execute(_COUNT, [totals.files, totals.logs, *counts, totals.ingest_id])


_COUNT = """
update ingests set
    files = ?, logs = ?, loaded = ?, skipped = ?, replaced = ?, rejected = ?, mismatched = ?,
    removed = ?
where ingest_id = ?
"""


def _finish(connection: Connection, ingest_id: int) -> None:
    connection.execute(
        "update ingests set finished_at = ? where ingest_id = ?", [datetime.now(UTC), ingest_id]
    )
