"""6 nimmt!: a row a card placed, points a round, what was recorded. Counts from 1."""

from collections.abc import Iterator
from typing import Any

from retally.pipeline.engine import six_nimmt as engine
from retally.pipeline.engine.six_nimmt import Action, State
from retally.pipeline.tape import Replay, Step
from retally.schemas.facts import RoundFact
from retally.schemas.six_nimmt import HAND_CARDS, HEADS, Log, Options

SixReplay = Replay[Options, State, Action]


def tables(log: Log, played: SixReplay) -> dict[str, list[tuple[Any, ...]]]:
    """Give the rows of each table of ``schemas.six_nimmt.FACTS``, columns in its order."""
    return {"six_nimmt_turns": list(_placed(log, played))}


def _placed(log: Log, played: SixReplay) -> Iterator[tuple[Any, ...]]:
    order = 0
    for step in played.steps:
        if isinstance(step.action, engine.Place):
            order = order % len(log.players) + 1
            yield _row(log, step, step.action, order)


def _row(log: Log, step: Step[State, Action], action: engine.Place, order: int) -> tuple[Any, ...]:
    before = step.before
    there = engine.placement(before, action.row)
    assert there.row is not None, "a legal placing has its row"
    onto = before.rows[there.row]
    return (
        log.game_id,
        before.round,
        before.turn,
        order,
        there.seat + 1,
        log.players[there.seat],
        there.card,
        HEADS[there.card],
        there.row + 1,
        len(onto),
        onto[-1],
        there.action,
        len(there.taken),
        there.heads,
        engine.scores(step.after)[there.seat],
        min(engine.heads_of(row) for row in there.rows),
        HAND_CARDS - before.turn,
    )


def rounds(log: Log, played: SixReplay) -> Iterator[RoundFact]:
    """Give each seat's heads in each round that was played, whole or not."""
    points = {
        (step.after.round, seat): 0 for step in played.steps for seat in range(len(log.players))
    }
    for item in played.items:
        points[item.round, item.seat] += item.points
    for (round_, seat), heads in points.items():
        claims = log.rounds[round_ - 1].recorded
        recorded = claims.penalties[seat] if claims and claims.penalties is not None else None
        yield RoundFact(round_, seat + 1, heads, recorded)


def recorded_scores(log: Log) -> tuple[int, ...] | None:
    """Give the totals as they were written down, by seat, or None."""
    return log.recorded.totals if log.recorded else None
