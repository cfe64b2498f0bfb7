"""The same logs judged both ways: packed for the batch engine, and one by one by the engine."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from retally.pipeline import frames
from retally.pipeline.batch import six_nimmt as batch
from retally.pipeline.batch.base import NULL, STATUS, Coded, Column, Columns, Judged, Optional
from retally.pipeline.frames import Stored
from retally.pipeline.packing.six_nimmt import Batch, pack
from retally.pipeline.reading import read_log
from retally.pipeline.replay import replay
from retally.pipeline.rules import options_of
from retally.pipeline.sources import RawLog
from retally.pipeline.verify import Checked, judge
from retally.schemas.codes import Code, Severity
from retally.schemas.findings import Finding, Status
from retally.schemas.six_nimmt import Log

NOT_STORED: dict[str, Any] = {"context": (), "words": {}}


class Outcome(NamedTuple):
    """All that is said and stored of a game; findings without the table and their words."""

    status: Status
    scores: dict[str, int]
    winners: tuple[str, ...]
    findings: list[Finding]
    turns: list[tuple[Any, ...]]
    rounds: list[tuple[Any, ...]]
    seats: list[tuple[Any, ...]]


def by_engine(raw: RawLog) -> Outcome | None:
    """The outcome of a legal log of 6 nimmt! that agrees with its claims; None of any other."""
    log = read_log(raw)
    if not isinstance(log, Log):
        return None
    played = replay(log, options_of(log))
    if any(said.severity is Severity.ERROR for said in played.findings):
        return None  # no need to try it under all other readings
    verdict = judge(raw, log, played)
    rows = frames.loaded_rows(Stored(raw, "", 1), Checked(log, played, verdict))
    return Outcome(
        status=verdict.status,
        scores=verdict.scores,
        winners=verdict.winners,
        findings=[said.model_copy(update=NOT_STORED) for said in verdict.findings],
        turns=rows["six_nimmt_turns"],
        rounds=rows["rounds"],
        seats=rows["seats"],
    )


def by_batch(logs: Iterable[RawLog], **asked: str) -> list[Outcome | None]:
    """The outcomes of logs, in order; None of those that are left to the engine."""
    return [outcome for packed in pack(logs, asked) for outcome in outcomes(packed)]


def outcomes(packed: Batch) -> list[Outcome | None]:
    """The outcomes of a batch, in the order of its logs."""
    found: list[Outcome | None] = [None] * len(packed.logs)
    for games in packed.games:
        replayed = batch.replay(games)
        for game, outcome in _of_games(replayed).items():
            found[games.numbers[game]] = outcome
    flagged = {number for games in packed.games for number in batch.replay(games).flagged.tolist()}
    assert {number for number, got in enumerate(found) if got is None} == flagged | {*packed.left}
    return found


def _of_games(replayed: batch.Replayed) -> dict[int, Outcome]:
    games, ends = replayed.games, replayed.ends
    said: dict[int, list[Finding]] = {}
    for game, rows in by_game(batch.notes(replayed)).items():
        assert [row[1] for row in rows] == list(range(1, len(rows) + 1))
        said[game] = [_finding(*row[2:]) for row in rows]
    tables = [by_game(make(replayed)) for make in (batch.turns, batch.rounds, batch.seats)]
    found = {}
    for game in np.flatnonzero(replayed.kept).tolist():
        players = games.players[game]
        won = ends.winners[:, game].tolist()
        found[game] = Outcome(
            STATUS[Judged(replayed.judged[game])],
            dict(zip(players, ends.scores[:, game].tolist(), strict=True)),
            tuple(player for player, wins in zip(players, won, strict=True) if wins),
            said.get(game, []),
            *(table.pop(game) for table in tables),
        )
    assert not any(tables), "rows of a game that is flagged"
    return found


def _finding(code: str, severity: str, *row: Any) -> Finding:
    clause, path, round_, turn, player, expected, recorded, message = row
    return Finding(
        code=Code(code),
        severity=Severity(severity),
        clause=clause,
        path=path,
        round=round_,
        turn=turn,
        player=player,
        expected=None if expected is None else json.loads(expected),
        recorded=None if recorded is None else json.loads(recorded),
        message=message,
    )


def by_game(columns: Columns) -> dict[int, list[tuple[Any, ...]]]:
    """The rows of a table by the game they are of, in their order."""
    game_ids = columns["game_id"]
    assert isinstance(game_ids, Coded)
    rows: dict[int, list[tuple[Any, ...]]] = {}
    for game, *row in zip(game_ids.codes.tolist(), *map(values, columns.values()), strict=True):
        rows.setdefault(game, []).append(tuple(row))
    assert list(rows) == sorted(rows)
    return rows


def values(column: Column) -> Sequence[Any]:
    """The values of a column, one by one."""
    if isinstance(column, Coded):
        return [None if code == NULL else column.labels[code] for code in column.codes.tolist()]
    if isinstance(column, Optional):
        pairs = zip(column.numbers.tolist(), column.known.tolist(), strict=True)
        return [number if known else None for number, known in pairs]
    listed: list[Any] = column.tolist()
    return listed


def lines(logs: Iterable[Any]) -> list[RawLog]:
    """Logs as they would stand in a file, a line each; bytes are lines as they are."""
    texts = (log if isinstance(log, bytes) else json.dumps(log).encode() for log in logs)
    return [RawLog("t.jsonl", line, text) for line, text in enumerate(texts, 1)]


def assert_engines_agree(logs: Sequence[RawLog]) -> list[Outcome | None]:
    """Hold both engines equal on these logs; what the engine refuses, the batch has to flag.

    What is legal may be flagged too, in doubt: the caller looks at that.
    """
    found = by_batch(logs)
    for raw, outcome in zip(logs, found, strict=True):
        due = by_engine(raw)
        if outcome is not None:
            assert outcome == due, raw.raw.decode()
    return found
