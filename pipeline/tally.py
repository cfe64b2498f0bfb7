"""What became of the logs of a run: counts by file and in all, and who hears of them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, groupby
from typing import Literal, NamedTuple, TypeAlias, get_args

from retally.pipeline.sources import CannotRead, NoLogs, RawLog

Found: TypeAlias = RawLog | CannotRead | NoLogs
Kept: TypeAlias = Literal["loaded", "skipped", "replaced", "rejected", "mismatched", "removed"]
COUNTS: tuple[Kept, ...] = get_args(Kept)
Count: TypeAlias = Kept | Literal["known mismatch"]
"""A known mismatch is among those skipped; the others have a column in ``ingests``."""
Fate: TypeAlias = tuple[Count, ...]
"""What a log counts as: loaded, skipped or rejected, and what else of a loaded one."""


class FileCount(NamedTuple):
    """What became of the logs of one file: how many of each."""

    source: str
    logs: int
    counts: Counter[Count]


@dataclass(frozen=True)
class Totals:
    """What became of the logs of a run; ``logs`` = loaded + skipped + rejected.

    ``replaced`` and ``mismatched`` are among those loaded, ``removed`` among those rejected: games
    that left. ``files`` are those that held a
    log, ``unread`` files and folders that could not be read.
    """

    ingest_id: int
    files: int = 0
    logs: int = 0
    counts: Counter[Count] = field(default_factory=Counter)
    unread: tuple[CannotRead, ...] = ()


class Watch:
    """Who looks on while logs are loaded; this one does not care."""

    def judged(self, logs: int) -> None:
        """Hear that so many more logs have been judged, not yet committed."""

    def committed(self, totals: Totals) -> None:
        """Hear the totals of the run after a batch is in the warehouse for good."""

    def file(self, file: FileCount) -> None:
        """Hear what became of a file, once all of it is committed."""

    def nothing(self, what: CannotRead | NoLogs) -> None:
        """Hear of a file or folder that gave nothing, or not all."""


class Tally(NamedTuple):
    """The totals so far, and the file whose logs are coming in."""

    totals: Totals
    file: FileCount | None = None


Said: TypeAlias = FileCount | CannotRead | NoLogs


def counted(
    tally: Tally, found: Iterable[Found], fates: Iterator[Fate]
) -> tuple[Tally, list[Said]]:
    """Count a batch, a fate a log; give the new tally and what is to be said, in order."""
    said: list[Said] = []
    for source, items in groupby(found, key=_file_of):
        if source is not None:
            logs = [next(fates) for _ in items]
            tally = _count_logs(tally, source, logs, said)
            continue
        for item in items:
            assert not isinstance(item, RawLog), "a log is of a file"
            tally = ended(tally, said)
            said.append(item)
            if isinstance(item, CannotRead):
                totals = tally.totals
                tally = Tally(replace(totals, unread=(*totals.unread, item)))
    return tally, said


def _file_of(item: Found) -> str | None:
    return item.source if isinstance(item, RawLog) else None


def ended(tally: Tally, said: list[Said]) -> Tally:
    """End the file whose logs came in; what became of it is to be said."""
    if tally.file is not None:
        said.append(tally.file)
    return Tally(tally.totals)


def _count_logs(tally: Tally, source: str, fates: list[Fate], said: list[Said]) -> Tally:
    """Count logs of one file that follow each other."""
    if tally.file is None or tally.file.source != source:
        totals = ended(tally, said).totals
        tally = Tally(replace(totals, files=totals.files + 1), FileCount(source, 0, Counter()))
    totals, file = tally
    assert file is not None, "a log is of a file"
    counts = Counter(chain.from_iterable(fates))
    return Tally(
        replace(totals, logs=totals.logs + len(fates), counts=totals.counts + counts),
        FileCount(source, file.logs + len(fates), file.counts + counts),
    )
