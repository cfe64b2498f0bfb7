"""6 nimmt! in arrays: games of one number of seats, packed. Seats and games count from 0."""

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain

import numpy as np
from retally.pipeline.batch.base import Bytes, Given, Numbers, Ruling
from retally.schemas.six_nimmt import Options


@dataclass(frozen=True, kw_only=True)
class Games:
    """Games of S seats: G games, game after game their rounds, R in all.

    Types and lengths are those of the log format. Whether cards and rows are in their range,
    dealt, and each there once, is for the batch engine to see; 0 stands where no card is.
    """

    seats: int
    numbers: Numbers
    """(G,) which game of the batch each is."""
    game_ids: list[str]
    """(G,)"""
    players: list[tuple[str, ...]]
    """(G,) S names each, after NFC."""
    played_at: list[datetime | None]
    """(G,)"""
    rulings: list[Ruling[Options]]
    """The distinct rulings of the batch."""
    ruling: Numbers
    """(G,) which of them each game is played under."""
    first: Numbers
    """(G + 1,) the first round of each game; the last entry is R."""
    starts: Bytes
    """(R, 4) the cards that start the rows."""
    turns: Bytes
    """(R,) how many turns were recorded, 1 to 10."""
    cards: Bytes
    """(R, 10, S) turn by turn the card of each seat."""
    choices: Bytes
    """(R, 10) the row chosen in a turn, 1 to 4, or 0."""
    hands: Given
    """Rounds: (K, S, 10) the deal, uint8."""
    drafts: Given
    """Rounds: (K, 10 S, 2) picks in order: seat from 1 and card, uint8."""
    penalties: Given
    """Rounds: (K, S) heads as recorded, int32."""
    turn_penalties: Given
    """Rounds: (K, 10, S) heads by turn as recorded, 0 after the last turn, int32."""
    placed_rows: Given
    """Rounds: (K, 10, S) rows by turn as recorded, 0 after the last turn, uint8."""
    totals: Given
    """Games: (K, S) heads of the game as recorded, int32."""
    winners: Given
    """Games: (K, S) who won as recorded, bool."""

    @cached_property
    def names(self) -> list[str]:
        """Every player's name once."""
        return list(dict.fromkeys(chain.from_iterable(self.players)))

    @cached_property
    def name_of_seat(self) -> Numbers:
        """(G, S) where each seat's player stands in ``names``."""
        number = {name: index for index, name in enumerate(self.names)}
        seats = [number[name] for name in chain.from_iterable(self.players)]
        return np.array(seats, np.int32).reshape(-1, self.seats)

    @cached_property
    def game_of_round(self) -> Numbers:
        """(R,) the game that each round is of."""
        counts = self.first[1:] - self.first[:-1]
        return np.repeat(np.arange(len(counts), dtype=np.int32), counts)
