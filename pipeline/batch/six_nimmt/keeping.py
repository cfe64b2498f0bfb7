"""6 nimmt! in arrays: the facts of every card in two numbers, as a warehouse keeps them.

What is known of a card by itself is put together lane by lane, as it was made, so that it has to
be turned round once; what follows from its turn, round and game is added to that.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from retally.pipeline.batch.base import Numbers
from retally.pipeline.batch.six_nimmt.facts import TURNS, CardRows, round_numbers
from retally.pipeline.batch.six_nimmt.placing import HEADS_SHIFT, LENGTH, Placings
from retally.pipeline.batch.six_nimmt.replaying import Replayed

PLACING = {
    "card": 0,
    "row_end_before": 7,
    "row_length_before": 14,
    "cheapest_row_heads": 17,
    "placing_order": 22,
    "turn": 26,
    "taken_later": 30,
    "round": 31,
}
OUTCOME = {"row": 0, "heads_taken": 2, "running_total": 7}
"""Where in its number each column of ``six_nimmt_turns`` begins, counted in bits; ``row`` is less
one there. A log has at most 10,000 rounds of 171 heads, so a round needs 14 bits, and a running
total 21."""


class Kept(NamedTuple):
    """The rows of ``six_nimmt_turns``, P of them, in the order of ``turns``."""

    seat_keys: Numbers
    placed: NDArray[np.int64]
    outcomes: Numbers


def turns_to_keep(replayed: Replayed, first_seat: Numbers) -> Kept:
    """Give the rows of ``turns`` in numbers; ``first_seat`` (G,) is the key of a game's first."""
    rows, games = CardRows(replayed), replayed.games
    seats = replayed.placed.by_round("seats")  # (R, 10, S), as all that follow
    keys = first_seat[games.game_of_round][:, None, None] + seats
    placed = _by_round_and_turn(replayed) + replayed.placed.turned(_placing)
    first = np.arange(0, len(seats) * games.seats, games.seats, dtype=np.int32)
    totals = replayed.ends.before.T.astype(np.int32) << OUTCOME["running_total"]  # (R, S)
    outcomes = np.take(totals, first[:, None, None] + seats)
    outcomes += replayed.placed.turned(_outcome)
    return Kept(rows.flat(keys), rows.flat(placed), rows.flat(outcomes))


def _by_round_and_turn(replayed: Replayed) -> NDArray[np.int64]:
    """Give (R, 10, S) what is the same for all cards in a place of the order."""
    order = np.arange(1, replayed.games.seats + 1, dtype=np.int64) << PLACING["placing_order"]
    turns = TURNS.astype(np.int64) << PLACING["turn"]
    rounds = round_numbers(replayed.games).astype(np.int64) << PLACING["round"]
    return rounds[:, None, None] + (turns[:, None] + order)


def _placing(chunk: Placings) -> NDArray[np.uint32]:
    """Give (10, S, lanes) what is known of each card when it is placed."""
    numbers = np.empty(chunk.cards.shape, np.uint32)
    for turn, number in enumerate(numbers):
        number[:] = chunk.cards[turn]
        for name, field in (
            ("row_end_before", chunk.ends[turn]),
            ("row_length_before", chunk.loads[turn] & np.uint8(LENGTH)),
            ("cheapest_row_heads", chunk.lightest[turn] >> np.uint8(HEADS_SHIFT)),
            ("taken_later", chunk.taken_later[turn]),
        ):
            number |= np.left_shift(field, PLACING[name], dtype=np.uint32)
    return numbers


def _outcome(chunk: Placings) -> NDArray[np.uint16]:
    """Give (10, S, lanes) what came of each card in its round."""
    numbers = np.empty(chunk.rows.shape, np.uint16)
    for turn, number in enumerate(numbers):
        number[:] = chunk.rows[turn] - np.uint8(1)
        for name, field in (
            ("heads_taken", chunk.heads[turn]),
            ("running_total", chunk.so_far[turn]),
        ):
            number |= np.left_shift(field, OUTCOME[name], dtype=np.uint16)
    return numbers
