"""Many logs judged at once: what a batch engine passes goes on as frames, the rest is judged alone.

What is passed has no error: it is legal, and every claim agrees. Whatever is in doubt is judged
by itself, in full. Knows no database, so that it can be done in another process.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from retally.pipeline import frames
from retally.pipeline.batch import six_nimmt as batch
from retally.pipeline.compact import CARDS, Keys
from retally.pipeline.frames import Rows, Stored
from retally.pipeline.memory import without_garbage_collection
from retally.pipeline.packing.six_nimmt import Batch, pack
from retally.pipeline.passed import Frames, Passed, joined, passed, with_logs
from retally.pipeline.sources import RawLog
from retally.pipeline.verify import check
from retally.schemas.findings import Status, Verdict

NEVER_LOADED = frozenset({Status.ILLEGAL, Status.UNREADABLE})


class Single(NamedTuple):
    """A log that was judged by itself: its verdict, and its rows if it may be loaded."""

    stored: Stored
    verdict: Verdict
    rows: Rows | None


@dataclass
class Piece:
    """Logs to be judged together, wherever that is done."""

    logs: list[Stored]

    def __getstate__(self) -> tuple[Any, ...]:
        """Give what goes to another process: columns cost a fifth of what so many objects do."""
        raws = [*zip(*(log.raw for log in self.logs), strict=True)] or [()] * len(RawLog._fields)
        return *raws, [log.sha256 for log in self.logs], [log.ingest_id for log in self.logs]

    def __setstate__(self, columns: tuple[Any, ...]) -> None:
        *raws, hashes, ingest_ids = columns
        logs = map(RawLog, *raws)
        self.logs = [*map(Stored, logs, hashes, ingest_ids)]


class Sifted(NamedTuple):
    """A batch that was judged: what was passed together, and the others by their places."""

    passed: Passed | None
    others: dict[int, Single]


def sift(piece: Piece) -> Sifted:
    """Judge logs; places in what is given count in them from 0."""
    logs = piece.logs
    parts: list[Passed] = []
    others: list[int] = []
    free = Keys()
    with without_garbage_collection():
        for first, packed in _packed(logs):
            others += (first + place for place in packed.left)
            for games in packed.games:
                replayed = batch.replay(games)
                others += (replayed.flagged + first).tolist()
                if replayed.kept.any():
                    parts.append(passed(logs, first, replayed, free))
                    free = _after(parts[-1].frames, free)
    alone = {place: judged(logs[place]) for place in sorted(others)}
    return Sifted(with_logs(joined(parts), logs) if parts else None, alone)


def _after(frames: Frames, free: Keys) -> Keys:
    """Say what is free after the rows of these frames."""
    seats, cards = frames["seats"].height, frames[CARDS].height
    return free._replace(seat_key=free.seat_key + seats, card_key=free.card_key + cards)


def judged(stored: Stored) -> Single:
    """Judge a log by itself, and make the rows that it is loaded with, if it may be."""
    checked = check(stored.raw)
    loadable = checked.verdict.status not in NEVER_LOADED
    rows = frames.loaded_rows(stored, checked) if loadable else None
    return Single(stored, checked.verdict, rows)


def _packed(logs: Sequence[Stored]) -> Iterator[tuple[int, Batch]]:
    """Pack logs; say of each part at which place in the batch it begins."""
    first = 0
    for packed in pack(stored.raw for stored in logs):
        yield first, packed
        first += len(packed.logs)
