"""6 nimmt!: a row a card placed, points a round, what was recorded. Counts from 1."""

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Any

from retally.pipeline.engine import six_nimmt as engine
from retally.pipeline.engine.six_nimmt import Action, State
from retally.pipeline.tape import Replay, Step
from retally.schemas.facts import RoundFact
from retally.schemas.six_nimmt import HAND_CARDS, HEADS, Log, Options

SixReplay = Replay[Options, State, Action]


def tables(log: Log, played: SixReplay) -> dict[str, list[tuple[Any, ...]]]:
    """Give the rows of each table of ``schemas.six_nimmt.FACTS``, columns in its order."""
    placings = [step for step in played.steps if isinstance(step.action, engine.Place)]
    later = _taken_later(placings)
    orders = itertools.cycle(range(1, len(log.players) + 1))
    rows = map(partial(_row, log), placings, later, orders)
    return {"six_nimmt_turns": list(rows)}


def _taken_later(placings: list[Step[State, Action]]) -> list[bool]:
    """Say of each card placed whether the row that it lies in is taken later in its round."""
    taken: set[tuple[int, int]] = set()
    later = []
    for step in reversed(placings):
        there, row = _placed(step)
        later.append((step.before.round, row) in taken)
        if there.taken:
            taken.add((step.before.round, row))
    return later[::-1]


def _placed(step: Step[State, Action]) -> tuple[engine.Placement, int]:
    """Give how a card was placed, and on which row, from 0."""
    assert isinstance(step.action, engine.Place)
    there = engine.placement(step.before, step.action.row)
    assert there.row is not None, "a legal placing has its row"
    return there, there.row


def _row(log: Log, step: Step[State, Action], taken_later: bool, order: int) -> tuple[Any, ...]:
    before = step.before
    there, row = _placed(step)
    onto = before.rows[row]
    return (
        log.game_id,
        before.round,
        before.turn,
        order,
        there.seat + 1,
        log.players[there.seat],
        there.card,
        HEADS[there.card],
        row + 1,
        len(onto),
        onto[-1],
        there.action,
        len(there.taken),
        there.heads,
        engine.scores(step.after)[there.seat],
        min(map(engine.heads_of, there.rows)),
        taken_later,
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
