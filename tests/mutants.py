"""Logs with one thing changed: an action gone, doubled or swapped, a card, a claim, a result."""

import copy
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from retally.pipeline.engine import six_nimmt as six_engine
from retally.pipeline.engine import sixteen_table as sixteen
from retally.pipeline.engine import zaagox_table

Path = tuple[str | int, ...]

KEPT = {"retally", "game", "game_id", "players", "rules", "meta", "played_at", "first", "stones"}
"""What is not mutated: who plays, where, and by which rules."""


def places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every place of a log's body, with what stands there."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        if not path and key in KEPT:
            continue
        yield (*path, key), inner
        if isinstance(inner, dict | list):
            yield from places(inner, (*path, key))


def at(log: Any, path: Path) -> Any:
    for step in path:
        log = log[step]
    return log


def mutant(dice: Random, log: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Change one thing of a log at random; say what was done."""
    made = copy.deepcopy(log)
    path, value = dice.choice(list(places(made)))
    if isinstance(value, list) and value:
        how = dice.choice(["delete", "double", "swap"])
        index = dice.randrange(len(value))
        if how == "delete":
            del value[index]
        elif how == "double":
            value.insert(index, copy.deepcopy(value[index]))
        else:
            other = dice.randrange(len(value))
            value[index], value[other] = value[other], value[index]
        return f"{how} {index} of {path}", made
    parent = at(made, path[:-1])
    if isinstance(value, dict | list):
        del parent[path[-1]]
        return f"delete {path}", made
    parent[path[-1]] = other_value(dice, log, value)
    return f"{path}: {value!r} becomes {parent[path[-1]]!r}", made


def other_value(dice: Random, log: dict[str, Any], value: Any) -> Any:
    """A value of the same kind, found elsewhere in the log or near by."""
    if isinstance(value, bool) or value is None:
        same = [inner for _, inner in places(log) if isinstance(inner, int)]
        return dice.choice([not value, *same[:3]])
    if isinstance(value, int):
        near = [value - 1, value + 1, value + 7]
        return dice.choice([*near, *(v for _, v in places(log) if type(v) is int and v != value)])
    kin = {inner for _, inner in places(log) if isinstance(inner, str) and inner != value}
    return dice.choice(sorted(kin)) if kin else None


def six_nimmt(step: Any) -> Any:
    """How a card is placed, apart from numbers that decide nothing."""
    if not isinstance(step.action, six_engine.Place):
        return type(step.action).__name__
    there = six_engine.placement(step.before, step.action.row)
    return there.seat, there.row, there.action, there.heads


def sixteen_step(step: Any) -> Any:
    """What everybody owns after a hand: bets and cards that come to the same are alike."""
    return step.after.stacks if isinstance(step.action, sixteen.Settle) else None


def zaagox(step: Any) -> Any:
    """Who does what; of the cards only one that is stored and not of the pair.

    Which of the two is stored is free, another that is laid away decides nothing; where either
    tells on the scores, those differ.
    """
    action = step.action
    if isinstance(action, zaagox_table.Claim):
        return None  # a call that does not win decides nothing
    if isinstance(action, zaagox_table.Store):
        seat, pair = step.before.complete
        return seat, None if action.card in pair.cards else action.card
    return step.before.active, type(action).__name__, step.after.active


SIGNATURES: dict[str, Callable[[Any], Any]] = {
    "six_nimmt": six_nimmt,
    "sixteen": sixteen_step,
    "zaagox": zaagox,
}
"""By game, what of a step is seen at the table, None of one that decides nothing by itself:
two logs that share it play alike."""

WHOLE = {"sixteen": 3}
"""Games whose rounds are told as a whole, in their last turn."""
