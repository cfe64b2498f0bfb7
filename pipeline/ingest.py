"""Logs into the warehouse: each judged, then loaded, skipped or rejected, a batch a transaction.

Whatever a batch brings is in the file as a whole or not at all, its counts in ``ingests``
with it; so a run that is cut leaves a warehouse that adds up, and can be run again.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import version

from retally.pipeline import frames, loading
from retally.pipeline.importers.files import raw_logs
from retally.pipeline.loading import Batch, Judged, Known
from retally.pipeline.migrations import Connection, transaction
from retally.pipeline.sources import RawLog
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

BATCH_LOGS = 500
BATCH_BYTES = 16 * 2**20
"""A batch ends at so many logs, or when they are so long together."""


def ingest(
    connection: Connection,
    paths: Iterable[str],
    *,
    strict: bool = False,
    replace: bool = False,
    watch: Watch | None = None,
    form: str | None = None,
) -> Totals:
    """Load the logs of these files and folders and say what became of them.

    ``strict`` lets in only what is fully verified; ``replace`` lets a log take the place of
    another one with its ``game_id``; ``form`` is the foreign format of all files, else each is
    recognised. The connection is one of ``store.writing``.
    """
    run = Run(connection, strict=strict, replace=replace, watch=watch)
    for found in batches(raw_logs(paths, form)):
        run.take(found)
    return run.finished()


def batches(found: Iterable[Found]) -> Iterator[list[Found]]:
    """Join what was found into batches, each the logs of one transaction."""
    batch: list[Found] = []
    size = 0
    for item in found:
        batch.append(item)
        size += len(item.raw) if isinstance(item, RawLog) else 0
        if len(batch) >= BATCH_LOGS or size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


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
        began = _begin(connection, command, strict=strict, replace=replace)
        self.tally = Tally(Totals(began))
        self.watch.committed(self.tally.totals)

    def take(self, found: list[Found]) -> None:
        """Judge a batch and commit it."""
        batch, fates = self._decided([item for item in found if isinstance(item, RawLog)])
        self.commit(found, batch, fates)

    def commit(self, found: Sequence[Found], batch: Batch, fates: list[Fate]) -> None:
        """Commit a batch with its counts, a fate a log; then say which files are done."""
        tally, said = counted(self.tally, found, iter(fates))
        with transaction(self.connection):
            loading.write(self.connection, batch)
            _write_counts(self.connection, tally.totals)
        self.tally = tally
        self.watch.committed(tally.totals)
        self._say(said)

    def _decided(self, logs: list[RawLog]) -> tuple[Batch, list[Fate]]:
        hashes = list(map(frames.log_sha256, logs))
        known = Known(self.connection, hashes)
        batch = Batch(known, self.tally.totals.ingest_id, strict=self.strict, replace=self.replace)
        judged = []
        for log, sha256 in zip(logs, hashes, strict=True):
            judged.append(batch.judge(log, sha256))
            self.watch.judged(1)
        known.look_up(
            log.verdict.game_id for log in judged if isinstance(log, Judged) and log.verdict.game_id
        )
        return batch, list(map(batch.decide, judged))

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
