"""The starting rows of a round of which only the cards that were placed are known.

A card goes behind the largest end below it; a row that is taken costs its heads. Four starters
that make all of that come true are possible; only where there is one such set is it given.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from retally.pipeline.importers.rowtable import RowTable, heads_of
from retally.schemas.six_nimmt import CARDS, ROW_LIMIT, ROWS

Starts = tuple[int | None, ...]


class Take(NamedTuple):
    """A row that somebody takes: which cards are named, and the heads."""

    line: int
    name: str
    row: int
    cards: tuple[int, ...]
    heads: int


@dataclass(frozen=True, slots=True)
class Laid:
    """A card that was placed: by whom, in which row from 1, and whether it starts it anew."""

    line: int
    name: str
    card: int
    row: int
    starts: bool
    take: Take | None = None


def consistent(laid: Sequence[Laid], starts: Starts) -> bool:
    """Say whether the cards can have been placed so, with starters that may be unknown."""
    table = RowTable(starts)
    for one in laid:
        row = one.row - 1
        there = table.rows[row]
        if not _may_lie(table, one):
            return False
        if one.starts:
            if one.take is not None and not _costs(there, one.take):
                return False
            table.take(row, one.card)
        else:
            table.append(row, one.card)
    return True


def _may_lie(table: RowTable, laid: Laid) -> bool:
    """Say whether a card goes where it went, by the row ends that are known."""
    ends = table.ends()
    there = table.rows[laid.row - 1]
    below = [end for end in ends if end is not None and end < laid.card]
    end = ends[laid.row - 1]
    if not laid.starts:
        fits = end is None or (end < laid.card and end == max(below))
        return fits and len(there) < ROW_LIMIT
    if len(there) == ROW_LIMIT and (end is None or (below and end == max(below))):
        return True
    return not below  # a low card takes any row


def _costs(there: list[int | None], take: Take) -> bool:
    """Say whether a row can be what was taken: its heads, and the cards that are named."""
    heads = heads_of(there)
    unknown = there.count(None)
    named = set(take.cards) - set(there)
    if len(named) > unknown:
        return False
    if heads is not None:
        return heads == take.heads
    rest = take.heads - (heads_of([card for card in there if card is not None]) or 0)
    return 1 <= rest <= 7


def starting_rows(laid: Sequence[Laid]) -> tuple[int, ...] | None:
    """Give the starting rows if only one set of them fits, else None.

    A set is tried row by row; one that contradicts the cards is given up at once.
    """
    played = {one.card for one in laid}
    free = [card for card in CARDS if card not in played]
    alone = [_fitting(laid, (None,) * ROWS, row, free) for row in range(ROWS)]
    if any(len(cards) > MOST_FITTING for cards in alone):
        return None  # a row that says so little has more than one starter
    found = list(islice(_sets(laid, (None,) * ROWS, alone), 2))
    return found[0] if len(found) == 1 else None


MOST_FITTING = 60


def _fitting(laid: Sequence[Laid], starts: Starts, row: int, cards: list[int]) -> list[int]:
    return [
        card
        for card in cards
        if card not in starts and consistent(laid, (*starts[:row], card, *starts[row + 1 :]))
    ]


def _sets(
    laid: Sequence[Laid], starts: Starts, alone: list[list[int]]
) -> Iterator[tuple[int, ...]]:
    """Yield every set of starters that fits, the rows with the fewest choices first."""
    unknown = [row for row in range(ROWS) if starts[row] is None]
    if not unknown:
        yield tuple(card for card in starts if card is not None)
        return
    row = min(unknown, key=lambda one: len(alone[one]))
    for card in _fitting(laid, starts, row, alone[row]):
        yield from _sets(laid, (*starts[:row], card, *starts[row + 1 :]), alone)
