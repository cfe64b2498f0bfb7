"""6 nimmt! in arrays: the facts of every card in two numbers, as a warehouse keeps them.

What is known of a card by itself is put together lane by lane, as it was made, so that it has to
be turned round once; what follows from its turn, round and game is added to that.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from retally.pipeline.batch.base import Numbers
from retally.pipeline.batch.six_nimmt.facts import CardRows
from retally.pipeline.batch.six_nimmt.placing import HEADS_SHIFT, LENGTH, Placings
from retally.pipeline.batch.six_nimmt.replaying import Replayed

PLACING = {
    "card": 0,
    "row_end_before": 7,
    "row_length_before": 14,
    "cheapest_row_heads": 17,
    "turn": 22,
    "taken_later": 26,
    "heads_taken": 27,
}
OUTCOME = {"row": 0, "running_total": 2}
"""Where in its number each column of ``six_nimmt_turns`` begins, counted in bits; ``row`` is less
one there. Five cards have at most 27 heads, so heads fit into 5 bits and the first number into 32;
a log has at most 10,000 rounds of 171 heads, so a running total needs 21."""


class Kept(NamedTuple):
    """The rows of ``six_nimmt_turns``, P of them, in the order of ``turns``.

    Round and order of placing are not in them: they follow from the row's place in its game.
    """

    seat_keys: Numbers
    placed: NDArray[np.uint32]
    outcomes: Numbers


def turns_to_keep(replayed: Replayed, first_seat: Numbers) -> Kept:
    """Give the rows of ``turns`` in numbers; ``first_seat`` (G,) is the key of a game's first."""
    rows, games = CardRows(replayed), replayed.games
    seats = replayed.placed.by_round("seats")  # (R, 10, S), as all that follow
    keys = first_seat[games.game_of_round][:, None, None] + seats
    placed = replayed.placed.turned(_placing)
    first = np.arange(0, len(seats) * games.seats, games.seats, dtype=np.int32)
    totals = replayed.ends.before.T.astype(np.int32) << OUTCOME["running_total"]  # (R, S)
    outcomes = np.take(totals, first[:, None, None] + seats)
    outcomes += replayed.placed.turned(_outcome)
    return Kept(rows.flat(keys), rows.flat(placed), rows.flat(outcomes))


def first_cards(replayed: Replayed) -> NDArray[np.int64]:
    """Give (K,) for each game that is kept the place of its first row among those of all."""
    games = replayed.games
    turns = np.add.reduceat(CardRows(replayed).played, games.first[:-1], dtype=np.int64)
    cards: NDArray[np.int64] = turns[replayed.kept] * games.seats
    return cards.cumsum() - cards


def _placing(chunk: Placings) -> NDArray[np.uint32]:
    """Give (10, S, lanes) what is known of each card by itself."""
    numbers = np.empty(chunk.cards.shape, np.uint32)
    for turn, number in enumerate(numbers):
        number[:] = chunk.cards[turn]
        number |= np.uint32(turn + 1 << PLACING["turn"])
        for name, field in (
            ("row_end_before", chunk.ends[turn]),
            ("row_length_before", chunk.loads[turn] & np.uint8(LENGTH)),
            ("cheapest_row_heads", chunk.lightest[turn] >> np.uint8(HEADS_SHIFT)),
            ("taken_later", chunk.taken_later[turn]),
            ("heads_taken", chunk.heads[turn]),
        ):
            number |= np.left_shift(field, PLACING[name], dtype=np.uint32)
    return numbers


def _outcome(chunk: Placings) -> NDArray[np.uint16]:
    """Give (10, S, lanes) the row of each card, and what its player has of the round with it."""
    numbers = np.left_shift(chunk.so_far, OUTCOME["running_total"], dtype=np.uint16)
    numbers |= chunk.rows - np.uint8(1)
    return numbers
