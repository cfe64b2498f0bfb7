"""The verdicts on many logs as they are written: a few one by one, many together. Writes none.

The first logs are judged one by one, each told as soon as it is there: so a few need no arrays
and no workers, and what they load. All further ones go in pieces, whatever there is when nothing
more comes for a while; of a piece the batch engine judges what it passes, and the others are
judged by themselves, all in worker processes.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from retally.pipeline.memory import collect_young, without_garbage_collection
from retally.pipeline.sources import CannotRead, Found, NoLogs, RawLog
from retally.pipeline.verify import verify
from retally.schemas.findings import Status, Verdict

if TYPE_CHECKING:  # a few logs do not load NumPy
    from retally.pipeline.passed_verdicts import Passed
    from retally.pipeline.workers import Workers

ONE_BY_ONE_WORK = 2**15
"""So much is judged one by one before arrays and processes pay, in bytes of logs."""
PIECE_WORK = 2**21
"""A piece is full with so much."""
ALONE_WORK = 2**17
"""The work of a log of a game without a batch engine: as that of so many bytes in arrays."""
BATCHED = b'"six_nimmt"'
"""What is in the logs that a batch engine may pass."""

Fault: TypeAlias = CannotRead | NoLogs


class CutShort(Exception):
    """A worker process ended in the middle of its work; what was yielded before stands."""


class Writer(Protocol):
    """Writes verdicts; goes to other processes, so it has to be such as can be pickled."""

    def alone(self, verdict: Verdict) -> str:
        """Write a verdict with all its findings, line end included."""

    def together(self, passed: "Passed") -> Iterable[str | None]:
        """Write games as ``alone`` would, each in turn; None: that one is to be judged alone."""


class Judged(NamedTuple):
    """What is to be said of some logs and files, in their order."""

    parts: list[str | Fault]
    """What the writer wrote, joined, and between it what could not be read."""
    statuses: Counter[Status]


@dataclass
class Piece:
    """Logs that are judged together, wherever that is done, and what went wrong between them."""

    logs: list[RawLog] = field(default_factory=list)
    faults: list[tuple[int, Fault]] = field(default_factory=list)
    """Each with the number of logs before it, ascending."""
    work: int = 0

    def take(self, found: Found) -> None:
        """Add what was found next."""
        if not isinstance(found, RawLog):
            self.faults.append((len(self.logs), found))
            return
        self.logs.append(found)
        self.work += work(found)

    def __getstate__(self) -> tuple[Any, ...]:
        """Give what goes to another process: columns cost a fifth of what so many objects do."""
        columns = [*zip(*self.logs, strict=True)] or [()] * len(RawLog._fields)
        return self.faults, *columns

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.faults, *columns = state
        self.logs = [*map(RawLog, *columns)]


def work(log: RawLog) -> int:
    """Say how much work a log is, in bytes of logs that are judged in arrays."""
    return len(log.raw) + (0 if BATCHED in log.raw else ALONE_WORK)


@dataclass(frozen=True)
class Judge:
    """Judges under rules that were asked for, and has the verdicts written."""

    writer: Writer
    rules: Mapping[str, str]

    def alone(self, raw: RawLog) -> tuple[Status, str]:
        """Judge a log by itself."""
        verdict = verify(raw, self.rules)
        return verdict.status, self.writer.alone(verdict)

    def together(self, piece: Piece) -> Judged:
        """Judge a piece: in arrays what can be, the others by themselves."""
        with without_garbage_collection():
            passed = self._passed(piece.logs)
            judged = [passed.get(place) or self.alone(log) for place, log in enumerate(piece.logs)]
        return _told(piece, judged)

    def _passed(self, logs: Sequence[RawLog]) -> dict[int, tuple[Status, str]]:
        if not any(BATCHED in log.raw for log in logs):
            return {}
        from retally.pipeline.passed_verdicts import passed_verdicts

        return passed_verdicts(logs, self.rules, self.writer.together)


def _told(piece: Piece, judged: Sequence[tuple[Status, str]]) -> Judged:
    """Join what was written, up to each fault."""
    parts: list[str | Fault] = []
    first = 0
    for place, fault in piece.faults:
        parts += ["".join(text for _, text in judged[first:place]), fault]
        first = place
    parts.append("".join(text for _, text in judged[first:]))
    return Judged([part for part in parts if part], Counter(status for status, _ in judged))


def verdicts(
    found: Iterable[Found | None], judge: Judge, jobs: int | None = None, *, many: bool = False
) -> Generator[Judged, None, None]:
    """Judge logs and yield what is to be said, in order; many in ``jobs`` processes, or as cores.

    None in what was found says that the next log may be long in coming: what is there is told
    before. ``many``: they are known to be, so the first go with the others. Raises CutShort.
    """
    coming = iter(found)
    if not many:
        yield from _one_by_one(coming, judge)
    for more in coming:
        yield from _by_pieces(chain((more,), coming), judge, jobs)


def _by_pieces(
    coming: Iterator[Found | None], judge: Judge, jobs: int | None
) -> Generator[Judged, None, None]:
    from retally.pipeline.batch.base import keep_freed_memory
    from retally.pipeline.workers import WorkerDied, cores, in_order

    keep_freed_memory()
    pieces, processes = _pieces(coming), jobs or cores()
    try:
        judging = in_order(judge.together, pieces, processes, _hired)
        with without_garbage_collection(), closing(judging) as judged:
            for of_piece in judged:
                yield of_piece
                collect_young()
    except WorkerDied as fault:
        raise CutShort(str(fault)) from fault


def _hired(do: Callable[[Any], Any], jobs: int) -> "Workers[Any, Any]":
    """Fork workers; what they work with is loaded here, once for all."""
    from retally.pipeline.workers import forked

    import_module("retally.pipeline.passed_verdicts")
    return forked(do, jobs)


def _one_by_one(coming: Iterator[Found | None], judge: Judge) -> Iterator[Judged]:
    done = 0
    for found in coming:
        if isinstance(found, RawLog):
            status, text = judge.alone(found)
            yield Judged([text], Counter((status,)))
            done += len(found.raw)
        elif found is not None:
            yield Judged([found], Counter())
        if done >= ONE_BY_ONE_WORK:
            return


def _pieces(coming: Iterator[Found | None]) -> Iterator[Piece | None]:
    """Gather what comes into pieces; where nothing comes, what is there, and None."""
    piece = Piece()
    for found in coming:
        if found is not None:
            piece.take(found)
        if found is None or piece.work >= PIECE_WORK:
            if piece.logs or piece.faults:
                yield piece
            piece = Piece()
        if found is None:
            yield None
    if piece.logs or piece.faults:
        yield piece
