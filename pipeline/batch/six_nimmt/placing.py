"""6 nimmt! on many tables at once: where each card goes (2.4). Judges no card, ends no game.

Arrays lie turn-major: a *lane* is a table, lanes are the last axis, and loops run over turns
and ranks alone. A row is two bytes a lane: its end, and its *load*, heads * 8 + length – five
cards have at most 27 heads (55 and four of five), so a load is at most 221. Masks are bytes
of 0 or 255, so that no lane branches. All sums wrap at 256 on purpose.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from retally.pipeline.batch.base import Bytes, Flags
from retally.schemas.six_nimmt import CARDS, HAND_CARDS, HEADS, ROW_LIMIT, ROWS

LENGTH = 7
"""The bits of a load that are the length of a row."""
HEADS_SHIFT = 3
FAR = 127
"""A card is never further than 103 above an end; an end above the card wraps to 153 or more."""
ROW_NUMBERS = np.arange(1, ROWS + 1, dtype=np.uint8)[:, None]  # (4, 1)
ROW_BITS = np.left_shift(1, np.arange(ROWS, dtype=np.uint8))[:, None].astype(np.uint8)
SEAT, HEADS_OF_KEY = 0x0F, 0x70


def _keys() -> NDArray[np.uint16]:
    """(256,) a card's sorting key: card * 256 + heads * 16, with room for a seat."""
    keys = np.arange(256, dtype=np.uint16) * np.uint16(256)
    keys[CARDS] |= np.array(HEADS[1:], np.uint16) << 4
    return keys


KEYS = _keys()
LOADS = ((KEYS & HEADS_OF_KEY) >> 1 | 1).astype(np.uint8)
"""(256,) the load of a row that is this card alone."""


class Placings(NamedTuple):
    """Where every card went; (turns, ranks, lanes), rank 0 is the lowest card of a turn.

    Where a turn was not recorded, ``rows`` and ``heads`` are 0 and the rest means nothing.
    """

    seats: Bytes
    """Whose card it is, from 0."""
    cards: Bytes
    rows: Bytes
    """The row it went to, 1 to 4; 0 where a choice was missing."""
    loads: Bytes
    """The load of that row before."""
    ends: Bytes
    """The end of that row before; above the card where the card was too low."""
    heads: Bytes
    """Heads taken."""
    lightest: Bytes
    """The smallest load of a row before; its heads are those of the cheapest row."""
    so_far: Bytes
    """Heads that the seat has taken in this round, these included."""
    taken_later: Bytes
    """1 where the row that it lies in afterwards is taken later in this round, else 0."""
    by_turn: Bytes
    """(turns, seats, lanes), by seat: heads taken in this round up to and with each turn."""
    cheapest: Bytes
    """(turns, lanes) which rows were the cheapest before the lowest card: bits 0 to 3."""
    wrong: Flags
    """(lanes,) whether a row was chosen without need, or none where one was due (2.4)."""


def place_rounds(starts: Bytes, turns: Bytes, cards: Bytes, choices: Bytes) -> Placings:
    """Place all cards of many rounds.

    ``starts`` (4, lanes), ``turns`` (lanes,), ``cards`` (turns, seats, lanes), ``choices``
    (turns, lanes). Cards are taken as they are: a round with a card twice, or none where one
    is due, gives rows that mean nothing.
    """
    tables = Tables(starts, np.take(LOADS, starts), turns, cards.shape[1])
    for turn in range(len(cards)):
        tables.turn(turn, cards[turn], choices[turn])
    _look_back(tables.out)
    return tables.out


def _look_back(out: Placings) -> None:
    """Say of each card whether its row is taken later, from the last card to the first."""
    turns, ranks, lanes = out.rows.shape
    taken, row, took = np.zeros(lanes, np.uint8), np.empty(lanes, np.uint8), np.empty(lanes, bool)
    for turn, rank in product(reversed(range(turns)), reversed(range(ranks))):
        np.left_shift(np.uint8(1), out.rows[turn, rank], out=row)  # a bit of its own for each row
        np.bitwise_and(taken, row, out=out.taken_later[turn, rank])
        np.minimum(out.taken_later[turn, rank], 1, out=out.taken_later[turn, rank])
        np.not_equal(out.heads[turn, rank], 0, out=took)  # every card has a head
        row *= took.view(np.uint8)
        taken |= row


@cache
def _network(seats: int) -> tuple[tuple[int, int], ...]:
    """Pairs to compare, in order, that sort so many (Batcher's odd-even merge sort)."""
    return tuple(_comparators(seats))


def _comparators(seats: int) -> Iterator[tuple[int, int]]:
    run = 1
    while run < seats:
        gap = run
        while gap:
            for start in range(gap % run, seats - gap, 2 * gap):
                for low in range(start, min(start + gap, seats - gap)):
                    if low // (2 * run) == (low + gap) // (2 * run):
                        yield low, low + gap
            gap //= 2
        run *= 2


class Tables:
    """Tables side by side: their rows, what was placed, and the scratch arrays of a turn.

    ``ends`` and ``loads`` (4, lanes) are the rows as they lie; ``turns`` (lanes,) says how
    many turns there are to come.
    """

    def __init__(self, ends: Bytes, loads: Bytes, turns: Bytes, seats: int) -> None:
        lanes = ends.shape[1]
        self.ends, self.loads, self.turns = ends.copy(), loads.copy(), turns
        self.keys = np.empty((seats, lanes), np.uint16)
        self.spare_key = np.empty(lanes, np.uint16)
        self.alone = np.empty((seats, lanes), np.uint8)  # loads of the cards by themselves
        self.hit = np.empty((ROWS, lanes), np.bool_)
        self.mask, self.spare = np.empty((2, ROWS, lanes), np.uint8)
        self.near, self.takes, self.change = np.empty((3, lanes), np.uint8)
        self.flag = np.empty(lanes, np.bool_)
        self.seat_hit = np.empty((seats, lanes), np.bool_)
        self.seat_mask, self.seat_spare = np.empty((2, seats, lanes), np.uint8)
        self.out = _nothing_placed(seats, lanes)

    def turn(self, turn: int, cards: Bytes, choices: Bytes) -> None:
        """Resolve one turn: cards (seats, lanes), choices (lanes,)."""
        self._sort(turn, cards)
        self._place_lowest(turn, choices)
        for rank in range(1, len(cards)):
            self._place(turn, rank)
        late = self.turns <= turn
        if late.any():
            self._forget(turn, late)
        self._tally(turn)

    def _sort(self, turn: int, cards: Bytes) -> None:
        """Put the cards of a turn in ascending order, each with its seat and its heads."""
        keys, spare = self.keys, self.spare_key
        np.take(KEYS, cards, out=keys, mode="clip")
        keys |= np.arange(len(keys), dtype=np.uint16)[:, None]
        for low, high in _network(len(keys)):
            np.minimum(keys[low], keys[high], out=spare)
            np.maximum(keys[low], keys[high], out=keys[high])
            keys[low] = spare
        np.right_shift(keys, 8, out=self.out.cards[turn], casting="unsafe")
        np.bitwise_and(keys, SEAT, out=self.out.seats[turn], casting="unsafe")
        np.bitwise_and(keys, HEADS_OF_KEY, out=self.alone, casting="unsafe")
        self.alone >>= 1
        self.alone |= 1

    def _place_lowest(self, turn: int, choices: Bytes) -> None:
        """Place the lowest card of a turn, the only one that can be too low (2.8.5)."""
        out = self.out
        self._find_row(out.cards[turn, 0])
        low = self.near > FAR  # below every row end (2.4)
        wrong = (low != (choices != 0)) & (self.turns > turn)
        np.logical_or(out.wrong, wrong, out=out.wrong)
        low_mask = np.negative(low.view(np.uint8))
        np.equal(choices, ROW_NUMBERS, out=self.hit)
        np.negative(self.hit.view(np.uint8), out=self.spare)
        self.spare ^= self.mask
        self.spare &= low_mask
        self.mask ^= self.spare  # the chosen row where the card is low, else the due one
        np.bitwise_and(self.mask, self.ends, out=self.spare)
        np.bitwise_or.reduce(self.spare, axis=0, out=out.ends[turn, 0])
        self._cheapest_rows(turn)
        self._look(turn, 0)
        self._lay(turn, 0, low_mask)

    def _cheapest_rows(self, turn: int) -> None:
        """Note which rows have the fewest heads before the lowest card is placed (N1)."""
        np.right_shift(self.loads, HEADS_SHIFT, out=self.spare)
        np.minimum.reduce(self.spare, axis=0, out=self.near)
        np.equal(self.spare, self.near, out=self.hit)
        np.multiply(self.hit.view(np.uint8), ROW_BITS, out=self.spare)
        np.bitwise_or.reduce(self.spare, axis=0, out=self.out.cheapest[turn])

    def _place(self, turn: int, rank: int) -> None:
        """Place a card that has a row: some card of this turn lies below it already."""
        card = self.out.cards[turn, rank]
        self._find_row(card)
        np.subtract(card, self.near, out=self.out.ends[turn, rank])
        self._look(turn, rank)
        self._lay(turn, rank, None)

    def _find_row(self, card: Bytes) -> None:
        """Mark the row whose end is nearest below the card: the smallest difference (2.4)."""
        np.subtract(card, self.ends, out=self.spare)
        np.minimum.reduce(self.spare, axis=0, out=self.near)
        np.equal(self.spare, self.near, out=self.hit)
        np.negative(self.hit.view(np.uint8), out=self.mask)

    def _look(self, turn: int, rank: int) -> None:
        """Note which row is marked, its load, and the lightest load of all."""
        out, spare = self.out, self.spare
        np.minimum.reduce(self.loads, axis=0, out=out.lightest[turn, rank])
        np.bitwise_and(self.mask, ROW_NUMBERS, out=spare)
        np.bitwise_or.reduce(spare, axis=0, out=out.rows[turn, rank])
        np.bitwise_and(self.mask, self.loads, out=spare)
        np.bitwise_or.reduce(spare, axis=0, out=out.loads[turn, rank])

    def _lay(self, turn: int, rank: int, chosen: Bytes | None) -> None:
        """Lay a card on its marked row; take the row where it is full, or chosen (2.4)."""
        out, spare, takes, change = self.out, self.spare, self.takes, self.change
        np.bitwise_and(out.loads[turn, rank], LENGTH, out=takes)
        np.equal(takes, ROW_LIMIT, out=self.flag)
        np.negative(self.flag.view(np.uint8), out=takes)
        if chosen is not None:
            takes |= chosen
        np.bitwise_and(out.loads[turn, rank], takes, out=change)  # what is taken away
        np.right_shift(change, HEADS_SHIFT, out=out.heads[turn, rank])
        np.subtract(self.alone[rank], change, out=change)
        np.bitwise_and(self.mask, change, out=spare)
        self.loads += spare
        np.subtract(out.cards[turn, rank], out.ends[turn, rank], out=change)
        np.bitwise_and(self.mask, change, out=spare)
        self.ends += spare

    def _forget(self, turn: int, late: Flags) -> None:
        """Where this turn was not recorded, nothing was placed and nothing taken."""
        played = np.negative((~late).view(np.uint8))
        self.out.rows[turn] &= played
        self.out.heads[turn] &= played

    def _tally(self, turn: int) -> None:
        """Add the heads of a turn to their seats, and say what each seat has so far."""
        out, mask = self.out, self.seat_mask
        so_far, by_turn = out.so_far[turn], out.by_turn[turn]
        so_far[:] = 0
        for seat, taken in enumerate(by_turn):
            np.equal(out.seats[turn], seat, out=self.seat_hit)
            np.negative(self.seat_hit.view(np.uint8), out=mask)
            np.bitwise_and(mask, out.heads[turn], out=self.seat_spare)
            np.bitwise_or.reduce(self.seat_spare, axis=0, out=taken)
            if turn:
                taken += out.by_turn[turn - 1, seat]
            mask &= taken
            so_far |= mask


def _nothing_placed(seats: int, lanes: int) -> Placings:
    arrays = np.empty((10, HAND_CARDS, seats, lanes), np.uint8)
    cheapest, wrong = np.empty((HAND_CARDS, lanes), np.uint8), np.zeros(lanes, np.bool_)
    return Placings._make((*arrays, cheapest, wrong))
