"""6 nimmt!: the lists of rounds laid end to end, as bytes and numbers. Checks lengths alone.

Rounds of ten turns that all have the same keys are one table, and nearly all rounds are. Where
some are not, they are laid out list by list.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise
from math import prod
from operator import gt
from typing import Any, NamedTuple

import numpy as np
from retally.pipeline.batch.base import Bytes
from retally.pipeline.packing.tables import NONE, NotSuchATable, Pattern, laid, of_lists, pattern
from retally.schemas.six_nimmt import HAND_CARDS, ROWS

Shape = dict[str, Any]
"""A log, or a part of it, as plain lists and dicts (``shapes``)."""
KINDS = {"hands": "B", "draft": "B", "penalties": "i", "turn_penalties": "i", "placed_rows": "B"}
"""What only some rounds have: cards, rows and seats in a byte, heads in 32 bits."""
NONE_CHOSEN = (None,) * HAND_CARDS

_end_to_end = chain.from_iterable


class OffFormat(Exception):
    """A log that is not of the format, or has a number beyond all sense; ``reading`` says why."""


WRONG = (OffFormat, NotSuchATable, ValueError, OverflowError)
"""What comes of lists that have a wrong length, or hold a number that has no place."""


class Having(NamedTuple):
    """What some rounds or games have: which, and their values end to end."""

    of: Sequence[int]
    values: "array[int]"


class Rounds(NamedTuple):
    """Rounds laid end to end, R of them, filled up to ten turns; ``some`` by the names of KINDS."""

    starts: bytes
    turns: bytes
    cards: bytes
    choices: bytes
    some: dict[str, Having]


def laid_out(rounds: list[Shape], seats: int) -> Rounds:
    """Lay out the rounds of games of so many seats; raises one of WRONG."""
    _fill_choices(rounds)
    try:
        return _alike(rounds, seats)
    except NotSuchATable:
        return _each(rounds, seats)


def _fill_choices(rounds: list[Shape]) -> None:
    """Put back the nulls that may be left out at the end of the row choices of ten turns."""
    for round_ in rounds:
        chosen = round_.get("row_choices", NONE_CHOSEN)
        if len(chosen) < HAND_CARDS == len(round_["turns"]):
            chosen += NONE_CHOSEN[len(chosen) :]


def _rows_chosen(choices: Bytes) -> bytes:
    """Give row choices (R, 10) as bytes, 0 where there is none."""
    of_rows = (choices >= 1) & (choices <= ROWS)
    if not (of_rows | (choices == NONE)).all():
        raise OffFormat
    return (choices * of_rows).tobytes()


# All alike --------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def places(seats: int, names: tuple[str, ...], claims: tuple[str, ...]) -> dict[str, slice]:
    """Say where the numbers of each key are among those of a round of ten turns.

    The round has these keys, and these in what is recorded, in this order. Raises KeyError for one
    that there is not.
    """
    shapes = _shapes(seats)
    order = [part for name in names for part in (claims if name == "recorded" else (name,))]
    ends = accumulate((prod(shapes[name]) for name in order), initial=0)
    return {name: slice(*ends_) for name, ends_ in zip(order, pairwise(ends), strict=True)}


def filled(
    numbers: Sequence[int], seats: int, names: tuple[str, ...], claims: tuple[str, ...]
) -> Shape:
    """Make a round of ten turns that has these keys and these numbers."""
    shapes = _shapes(seats)
    lists = {
        name: np.array(numbers[place]).reshape(shapes[name]).tolist()
        for name, place in places(seats, names, claims).items()
    }
    recorded = {name: lists[name] for name in claims}
    return {name: recorded if name == "recorded" else lists[name] for name in names}


def of_numbers(numbers: Bytes, places: dict[str, slice]) -> Rounds:
    """Give whole rounds of the numbers (R, those of a round), which have these places in each."""
    parts = {name: numbers[:, place] for name, place in places.items()}
    chosen = parts.get("row_choices")
    return Rounds(
        parts["rows"].tobytes(),
        bytes([HAND_CARDS]) * len(numbers),
        parts["turns"].tobytes(),
        bytes(HAND_CARDS * len(numbers)) if chosen is None else _rows_chosen(chosen),
        {
            name: Having(
                range(len(numbers)), array(KINDS[name], part.astype(KINDS[name]).tobytes())
            )
            for name, part in parts.items()
            if name in KINDS
        },
    )


def _shapes(seats: int) -> dict[str, tuple[int, ...]]:
    """Give the lengths that the lists of a round of ten turns have, those in lists behind."""
    of_turns = (HAND_CARDS, seats)
    return {
        "rows": (ROWS,),
        "turns": of_turns,
        "row_choices": (HAND_CARDS,),
        "hands": (seats, HAND_CARDS),
        "draft": (HAND_CARDS * seats, 2),
        "penalties": (seats,),
        "turn_penalties": of_turns,
        "placed_rows": of_turns,
    }


@lru_cache(maxsize=64)
def _pattern(seats: int, names: tuple[str, ...], claims: tuple[str, ...]) -> Pattern:
    """Give what a round of ten turns with these keys looks like in bytes."""
    numbers = max(place.stop for place in places(seats, names, claims).values())
    zeros, ones = (filled([number] * numbers, seats, names, claims) for number in (0, 1))
    return pattern(zeros, ones)


def _alike(rounds: list[Shape], seats: int) -> Rounds:
    """Lay out rounds that all have ten turns and the same keys. Raises NotSuchATable if not."""
    keys = (*rounds[0],), (*rounds[0].get("recorded", ()),)
    return of_numbers(laid(rounds, _pattern(seats, *keys)), places(seats, *keys))


# List by list -----------------------------------------------------------------------------


def _each(rounds: list[Shape], seats: int) -> Rounds:
    """Lay out rounds that differ."""
    tables = [_filled(round_["turns"], seats) for round_ in rounds]
    turns = bytes(len(round_["turns"]) for round_ in rounds)
    return Rounds(
        laid([round_["rows"] for round_ in rounds], of_lists(ROWS)).tobytes(),
        turns,
        laid(tables, of_lists(HAND_CARDS, seats)).tobytes(),
        _choices(rounds, turns),
        {name: Having(of, array(KINDS[name], some)) for name, of, some in _some(rounds, seats)},
    )


def _some(
    rounds: list[Shape], seats: int
) -> Iterator[tuple[str, Sequence[int], bytes | Iterable[int]]]:
    """Yield the name, the rounds and the values of what only some rounds have."""
    claims = [round_.get("recorded") or {} for round_ in rounds]
    names = {*()}.union(*rounds, *claims)
    if "hands" in names:
        of, hands = having(rounds, "hands")
        yield "hands", of, laid(hands, of_lists(seats, HAND_CARDS)).tobytes()
    if "draft" in names:
        of, drafts = having(rounds, "draft")
        yield "draft", of, laid(drafts, of_lists(HAND_CARDS * seats, 2)).tobytes()
    if "penalties" in names:
        of, heads = having(claims, "penalties")
        yield "penalties", of, end_to_end(heads, seats)
    if "turn_penalties" in names:
        of, tables = having(claims, "turn_penalties")
        lists = [*_end_to_end(_by_turn(tables, of, rounds, seats))]
        yield "turn_penalties", of, end_to_end(lists, seats)
    if "placed_rows" in names:
        of, tables = having(claims, "placed_rows")
        filled = _by_turn(tables, of, rounds, seats)
        yield "placed_rows", of, laid(filled, of_lists(HAND_CARDS, seats)).tobytes()


def _by_turn(
    tables: list[list[list[int]]], of: Sequence[int], rounds: list[Shape], seats: int
) -> list[list[list[int]]]:
    """Fill tables up that have a list for each turn of their rounds."""
    if list(map(len, tables)) != [len(rounds[round_]["turns"]) for round_ in of]:
        raise OffFormat
    return [_filled(table, seats) for table in tables]


def _filled(turns: list[list[int]], seats: int) -> list[list[int]]:
    """Fill a table of turns up to ten; there are no more by its shape."""
    missing = HAND_CARDS - len(turns)
    return turns + [[0] * seats] * missing if missing else turns


def _choices(rounds: list[Shape], turns: bytes) -> bytes:
    """Lay the row choices of each round out over ten turns, none where there is none."""
    chosen = [round_.get("row_choices", ()) for round_ in rounds]
    if any(map(gt, map(len, chosen), turns)):
        raise OffFormat
    filled = [[*rows, *NONE_CHOSEN[len(rows) :]] for rows in chosen]
    return _rows_chosen(laid(filled, of_lists(HAND_CARDS)))


# What some have ---------------------------------------------------------------------------


def having(parts: list[Shape], name: str) -> tuple[Sequence[int], list[Any]]:
    """Give which parts have something of this name, and what."""
    found = [part.get(name) for part in parts]
    if None not in found:
        return range(len(parts)), found
    of = [index for index, some in enumerate(found) if some is not None]
    return of, [found[index] for index in of]


def end_to_end(lists: list[list[Any]], due: int) -> Iterator[Any]:
    """Lay lists end to end, each of which has to be so long."""
    if lists and {*map(len, lists)} != {due}:
        raise OffFormat
    return _end_to_end(lists)
