"""One batch of logs: what each counts as against the warehouse and the batch, and its writing."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import polars as pl
from retally.pipeline import frames
from retally.pipeline.blocks import in_blocks
from retally.pipeline.compact import Keys, compact
from retally.pipeline.frames import Rows, Stored
from retally.pipeline.logs import KeptLog, kept_logs_of
from retally.pipeline.migrations import Connection
from retally.pipeline.passed import Frames, Passed, renumbered
from retally.pipeline.sifting import NEVER_LOADED, Sifted, Single, judged
from retally.pipeline.sources import RawLog
from retally.pipeline.store import append, as_table
from retally.pipeline.tally import Fate
from retally.schemas import facts
from retally.schemas.codes import Code
from retally.schemas.findings import Place, Status, finding
from retally.schemas.registry import GAMES, room


class First(NamedTuple):
    """The log that has a ``game_id``: where it stood, and itself; None where it is damaged."""

    source: str
    line: int
    raw: bytes | None

    def is_like(self, log: RawLog) -> bool:
        """Say whether a log, which is valid JSON, holds the same as this one."""
        return self.raw is not None and frames.same_content(self.raw, log.raw)


class Known:
    """What the warehouse holds of the logs of a batch, by their hashes and game ids.

    ``intact``: a game whose kept log is damaged is not held, so that the log may take its place.
    """

    def __init__(
        self, connection: Connection, hashes: Sequence[str], *, intact: bool = False
    ) -> None:
        self.connection, self.hashes = connection, hashes
        self.first: dict[str, First] = {}
        frame = pl.DataFrame({"log_sha256": hashes}, schema={"log_sha256": pl.String})
        with as_table(connection, "asked", frame):
            games = connection.execute(_KNOWN_GAMES).fetchall()
            rejects = connection.execute(_KNOWN_REJECTS).fetchall()
        if intact:
            damaged = self._damaged(game_id for _, game_id, _ in games)
            games = [row for row in games if row[1] not in damaged]
        self.games: dict[str, str] = {sha256: game_id for sha256, game_id, _ in games}
        self.mismatches = {sha256 for sha256, _, status in games if status == Status.MISMATCH}
        self.rejects = {sha256: (code, reason) for sha256, code, reason in rejects}

    def look_up(self, game_ids: Iterable[str]) -> None:
        """Fetch the logs that have these game ids."""
        kept = self._kept(game_ids)
        self.first |= {log.game_id: First(log.source, log.line, log.raw()) for log in kept}

    def _damaged(self, game_ids: Iterable[str]) -> set[str]:
        return {log.game_id for log in self._kept(game_ids) if log.raw() is None}

    def _kept(self, game_ids: Iterable[str]) -> list[KeptLog]:
        frame = pl.DataFrame({"game_id": list(game_ids)}, schema={"game_id": pl.String})
        with as_table(self.connection, "asked", frame):
            return kept_logs_of(self.connection, "asked")


_KNOWN_GAMES = "select log_sha256, game_id, status from games semi join asked using (log_sha256)"
_KNOWN_REJECTS = "select log_sha256, code, reason from rejects semi join asked using (log_sha256)"


class Batch:
    """The logs that come in together; where one may hang on another, decided on in their order."""

    def __init__(self, known: Known, ingest_id: int, *, strict: bool, replace: bool) -> None:
        self.known, self.ingest_id, self.strict, self.replace = known, ingest_id, strict, replace
        self.games: dict[str, Single] = {}
        self.passed: Frames = {}
        self.hashes: set[str] = set()
        self.mismatches = set(known.mismatches)
        self.rejects: dict[str, Rows] = {}
        self.gone: set[str] = set()
        self.settled: set[str] = set()  # logs that are no rejects, but not what stays

    @property
    def touched(self) -> set[str]:
        """The hashes of all logs that this batch loads, or whose reject it lists or takes away."""
        return {*self.hashes, *self.settled, *self.rejects}

    def take(
        self, logs: Sequence[Stored], judged_ones: Sequence[int], sifted: Sifted
    ) -> list[Fate]:
        """Say what each log counts as, and set down what is to be written.

        ``sifted`` has the verdicts on those of the logs whose places are ``judged_ones``; the
        others were known to be loaded then, and are judged here where they are no more.
        """
        others = {judged_ones[place]: log for place, log in sifted.others.items()}
        presumed = set(range(len(logs))).difference(judged_ones)
        gone = (place for place in presumed if not self._is_loaded(logs[place].sha256))
        others |= {place: judged(logs[place]) for place in gone}
        if sifted.passed is None:
            fates: dict[int, Fate] = {}
            self.known.look_up(_game_ids(others.values()))
        else:
            of_passed = [logs[judged_ones[place]] for place in sifted.passed.places]
            loaded = [self.known.games[log.sha256] for log in logs if self._is_loaded(log.sha256)]
            rivals = Counter((*loaded, *_game_ids(others.values())))
            settled = self._settle(sifted.passed, of_passed, rivals)
            fates = {
                judged_ones[place]: fate
                for place, fate in zip(sifted.passed.places, settled, strict=True)
                if fate is not None
            }
        for place, log in enumerate(logs):
            if place not in fates:
                fates[place] = self.decide(others.get(place, log))
        return [fates[place] for place in range(len(logs))]

    def _settle(
        self, passed: Passed, logs: Sequence[Stored], rivals: Counter[str]
    ) -> list[Fate | None]:
        """Decide on what was passed as far as a look at its log is enough; ``logs`` are theirs.

        None: that one has to be decided on in its order. ``rivals`` are the ids of all others.
        """
        doubtful = self._in_doubt(passed, rivals)
        fates = [
            None if game_id in doubtful else self._fate(log, game_id)
            for log, game_id in zip(logs, passed.game_ids, strict=True)
        ]
        loaded = (fate is not None and "loaded" in fate for fate in fates)
        kept = dict(zip(passed.game_ids, loaded, strict=True))
        self.passed = passed.without({game_id for game_id, loads in kept.items() if not loads})
        return fates

    def _fate(self, log: Stored, game_id: str) -> Fate | None:
        """Decide on a log that was passed, the only one with this ``game_id`` in the batch.

        None: it is to be rejected, so its findings are wanted.
        """
        first = self.known.first.get(game_id)
        if first is not None and first.is_like(log.raw):
            self.settled.add(log.sha256)
            return _skipped(mismatch=False)
        if first is not None and not self.replace:
            return None
        self.hashes.add(log.sha256)
        if first is None:
            return ("loaded",)
        self.gone.add(game_id)
        return ("loaded", "replaced")

    def _in_doubt(self, passed: Passed, rivals: Counter[str]) -> set[str]:
        """Name the games that are not alone with their id, or are too little for ``strict``."""
        ids = Counter(passed.game_ids)
        ids.update(rivals)
        self.known.look_up(ids)
        doubtful = {game_id for game_id, times in ids.items() if times > 1}
        if self.strict:
            of_game = zip(passed.game_ids, passed.statuses, strict=True)
            doubtful |= {game_id for game_id, status in of_game if status is not Status.VERIFIED}
        return doubtful

    def decide(self, log: Single | Stored) -> Fate:
        """Say what a log counts as, and set down what is to be written of it."""
        sha256 = log.sha256 if isinstance(log, Stored) else log.stored.sha256
        if self._is_loaded(sha256):
            return _skipped(mismatch=sha256 in self.mismatches)
        if isinstance(log, Stored):  # it was loaded, until this batch replaced it
            log = judged(log)
        status, game_id = log.verdict.status, log.verdict.game_id
        if status in NEVER_LOADED or game_id is None:
            return self._reject(log)
        first = self._first(game_id)
        if first and first.is_like(log.stored.raw):
            self.settled.add(sha256)
            return _skipped(mismatch=status is Status.MISMATCH)
        if self.strict and status is not Status.VERIFIED:
            return self._reject(log, f"not fully verified, but {status} (--strict)")
        if first and not self.replace:
            return self._reject(_with_taken_id(log, game_id, first))
        return self._load(log, game_id, first)

    def retake(self, log: Single, game_id: str) -> Fate:
        """Say what a loaded game counts as whose log is judged anew; it makes way first."""
        self.gone.add(game_id)
        fate = self.decide(log)
        return (*fate, "replaced" if "loaded" in fate else "removed")

    def _is_loaded(self, sha256: str) -> bool:
        game_id = self.known.games.get(sha256)
        return sha256 in self.hashes or (game_id is not None and game_id not in self.gone)

    def _first(self, game_id: str) -> First | None:
        if pending := self.games.get(game_id):
            return First(*pending.stored.raw[:3])
        return None if game_id in self.gone else self.known.first.get(game_id)

    def _load(self, log: Single, game_id: str, first: First | None) -> Fate:
        if pending := self.games.pop(game_id, None):
            self.hashes.remove(pending.stored.sha256)
            self.settled.add(pending.stored.sha256)  # it was loaded, if not for long
        elif first:
            self.gone.add(game_id)
        self.games[game_id] = log
        self.hashes.add(log.stored.sha256)
        fate: Fate = ("loaded", "replaced") if first else ("loaded",)
        if log.verdict.status is not Status.MISMATCH:
            return fate
        self.mismatches.add(log.stored.sha256)
        return (*fate, "mismatched")

    def _reject(self, log: Single, reason: str | None = None) -> Fate:
        sha256, rows = log.stored.sha256, frames.rejected_rows(log.stored, log.verdict, reason)
        listed = self.rejects.get(sha256)
        if listed is None or _why(listed) != _why(rows):  # else the first place is the one listed
            self.rejects[sha256] = rows
        return ("rejected",)

    def rejects_to_write(self) -> dict[str, Rows]:
        """Give the rejects that are not listed yet, or for another reason, by hash."""
        listed = self.known.rejects
        return {
            sha256: rows
            for sha256, rows in self.rejects.items()
            if listed.get(sha256) != _why(rows)
        }


def _why(rows: Rows) -> tuple[object, object]:
    """Say by code and in words why a log is listed, of which these are the rows."""
    (reject,) = rows["rejects"]
    code, reason = (list(facts.REJECTS.columns).index(name) for name in ("code", "reason"))
    return reject[code], reject[reason]


def _game_ids(logs: Iterable[Single]) -> Iterator[str]:
    return (log.verdict.game_id for log in logs if log.verdict.game_id is not None)


def _skipped(*, mismatch: bool) -> Fate:
    return ("skipped", "known mismatch") if mismatch else ("skipped",)


def _with_taken_id(log: Single, game_id: str, first: First) -> Single:
    place = Place(("game_id",))
    where = f"{first.source}:{first.line}"
    taken = finding(Code.GAME_ID_TAKEN, place, clause="log-format", recorded=game_id, first=where)
    findings = (taken, *log.verdict.findings)
    return log._replace(verdict=log.verdict.model_copy(update={"findings": findings}))


# Writing ----------------------------------------------------------------------------------


def write(connection: Connection, batch: Batch) -> None:
    """Write a batch inside the caller's transaction: what goes first, then what comes."""
    rejects = batch.rejects_to_write()
    _remove_games(connection, batch.gone)
    _remove_rejects(
        connection, {*batch.hashes, *batch.settled, *rejects} & batch.known.rejects.keys()
    )
    append(connection, renumbered(batch.passed, _free(connection)))
    rows = [log.rows for log in batch.games.values() if log.rows is not None]
    if whole := frames.frames([*rows, *rejects.values()]):
        append(connection, compact(whole, _free(connection)))
    if batch.games:
        logs = in_blocks([*batch.games], [log.stored.raw.raw for log in batch.games.values()])
        append(connection, renumbered(logs, _free(connection)))


def _free(connection: Connection) -> Keys:
    """Give the first number of each kind that is free."""
    ((seat, block, card),) = connection.execute(_FREE).fetchall()
    return Keys(seat, block, card)


_FREE = """
select
    coalesce((select max(seat_key) from seats), 0) + 1,
    coalesce((select max(block_key) from log_blocks), 0) + 1,
    coalesce((select max(first_card + 10 * rounds::bigint * seats) from games), 0)
"""
"""A round has at most 10 cards of each seat, so no card of a game has a number beyond them."""


def _remove_games(connection: Connection, game_ids: set[str]) -> None:
    """Remove games and every row of theirs, findings by the hash of their log."""
    if not game_ids:
        return
    frame = pl.DataFrame({"game_id": sorted(game_ids)})
    with as_table(connection, "gone", frame):
        connection.execute(_REMOVE_FINDINGS)
        tables = [table for game in GAMES for table in room("schemas", game).FACTS]
        tables += facts.BY_GAME
        packed_in = [table.kept_in for table in tables if table.kept_in]
        for packed in (*packed_in, NOTES_KEPT):
            connection.execute(f"delete from {packed} where seat_key in ({_SEATS_GONE})")
        for name in (table.name for table in tables if not table.kept_in):
            connection.execute(f"delete from {name} where game_id in (from gone)")
        connection.execute(_REMOVE_BLOCKS)


NOTES_KEPT = "six_nimmt_dearer_rows"
"""The table of what is noted in numbers."""
_REMOVE_BLOCKS = "delete from log_blocks where block_key not in (select block_key from logs)"
"""Of blocks of logs those go in which no log is left."""
_SEATS_GONE = "select seat_key from seats semi join gone using (game_id)"
_REMOVE_FINDINGS = """
delete from findings_told where log_sha256 in (
    select games.log_sha256 from games semi join gone using (game_id)
)
"""


def _remove_rejects(connection: Connection, hashes: set[str]) -> None:
    if not hashes:
        return
    frame = pl.DataFrame({"log_sha256": sorted(hashes)})
    with as_table(connection, "gone", frame):
        for table in (facts.REJECTS, facts.FINDINGS):
            connection.execute(
                f"delete from {table.kept_in or table.name}"
                " where log_sha256 in (select log_sha256 from gone)"
            )
