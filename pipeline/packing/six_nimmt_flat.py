"""6 nimmt!: games of one number of seats laid end to end, as a batch engine takes them.

Games are laid out some at a time: what is done once for many costs little. Where anything is
wrong with some, they are taken by halves until the one is found that has to be left.
"""

from array import array
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
from retally.pipeline.batch.base import Bytes, Given, Ruling
from retally.pipeline.batch.six_nimmt import Games
from retally.pipeline.packing import six_nimmt_rounds
from retally.pipeline.packing.six_nimmt_rounds import (
    WRONG,
    Having,
    OffFormat,
    Rounds,
    Shape,
    end_to_end,
    having,
    laid_out,
)
from retally.pipeline.packing.six_nimmt_text import Text, Whole, laid_out_texts
from retally.schemas.six_nimmt import HAND_CARDS, ROWS, Options

OF_GAMES = {"totals": "i", "winners": "B"}
"""What only some games have: heads in 32 bits, a byte a seat."""
KINDS = {**six_nimmt_rounds.KINDS, **OF_GAMES}

_chained = chain.from_iterable


class ReadGame(NamedTuple):
    """A log that was read: its number in the batch, its shape, and what was made of its head."""

    number: int
    log: Shape
    players: tuple[str, ...]
    ruling: int
    played_at: datetime | None
    text: Text | None
    """Its rounds, if they are not in ``log``."""

    @property
    def whole(self) -> Whole | None:
        """The form of its rounds, if they are text: games of one form are laid out together."""
        return self.text and self.text.whole

    @property
    def rounds(self) -> int:
        """How many there are."""
        return self.text.rounds if self.text else len(self.log["rounds"])


class Flat:
    """Games of one number of seats, flat; a list that may be short is filled up with 0."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.games: list[tuple[int, str, tuple[str, ...], int, datetime | None]] = []
        self.first = [0]
        self.starts, self.turns = bytearray(), bytearray()
        self.cards, self.choices = bytearray(), bytearray()
        self.some = {name: Some(kind) for name, kind in KINDS.items()}

    def add(self, games: Sequence[ReadGame]) -> list[int]:
        """Add games; give the numbers of those that have to be left."""
        if not games:
            return []
        try:
            rounds = _rounds(games, self.seats)
            claims = dict(_claims(games, self.seats))
        except WRONG:
            if len(games) == 1:
                return [games[0].number]
            half = len(games) // 2
            return self.add(games[:half]) + self.add(games[half:])
        self._append(games, rounds, claims)
        return []

    def _append(self, games: Sequence[ReadGame], rounds: Rounds, claims: dict[str, Having]) -> None:
        self.starts += rounds.starts
        self.turns += rounds.turns
        self.cards += rounds.cards
        self.choices += rounds.choices
        for name, some in rounds.some.items():
            self.some[name].extend(self.first[-1], some)
        for name, some in claims.items():
            self.some[name].extend(len(self.games), some)
        counts = (game.rounds for game in games)
        self.first += accumulate(counts, initial=self.first.pop())
        self.games += [
            (number, log["game_id"], players, ruling, at)
            for number, log, players, ruling, at, _ in games
        ]

    def packed(self, rulings: list[Ruling[Options]]) -> Games:
        """Give these games as arrays; there is one at least."""
        seats = self.seats
        numbers, game_ids, players, ruling, played_at = map(list, zip(*self.games, strict=True))
        return Games(
            seats=seats,
            numbers=np.array(numbers, np.int32),
            game_ids=game_ids,
            players=players,
            played_at=played_at,
            rulings=rulings,
            ruling=np.array(ruling, np.int32),
            first=np.array(self.first, np.int32),
            starts=_bytes(self.starts, ROWS),
            turns=_bytes(self.turns),
            cards=_bytes(self.cards, HAND_CARDS, seats),
            choices=_bytes(self.choices, HAND_CARDS),
            hands=self.some["hands"].packed(seats, HAND_CARDS),
            drafts=self.some["draft"].packed(HAND_CARDS * seats, 2),
            penalties=self.some["penalties"].packed(seats),
            turn_penalties=self.some["turn_penalties"].packed(HAND_CARDS, seats),
            placed_rows=self.some["placed_rows"].packed(HAND_CARDS, seats),
            totals=self.some["totals"].packed(seats),
            winners=self.some["winners"].packed(seats),
        )


def _bytes(flat: bytearray, *shape: int) -> Bytes:
    return np.frombuffer(flat, np.uint8).reshape(-1, *shape)


class Some:
    """What some rounds or games have: which, and their values end to end."""

    def __init__(self, kind: str) -> None:
        self.of, self.values = array("i"), array(kind)

    def extend(self, base: int, more: Having) -> None:
        """Add what some of a part have; the first round or game of it is ``base`` here."""
        self.of.extend([base + index for index in more.of])
        self.values.extend(more.values)

    def packed(self, *shape: int) -> Given:
        """Give it as arrays, the values of each in this shape."""
        values = np.frombuffer(self.values, self.values.typecode)
        return Given(np.frombuffer(self.of, np.int32), values.reshape(len(self.of), *shape))


def _rounds(games: Sequence[ReadGame], seats: int) -> Rounds:
    """Lay out the rounds of games that all have them as text of one form, or all as lists."""
    texts = [game.text for game in games if game.text]
    if texts:
        return laid_out_texts(texts)
    return laid_out([*_chained(game.log["rounds"] for game in games)], seats)


def _claims(games: Sequence[ReadGame], seats: int) -> Iterator[tuple[str, Having]]:
    """Yield what is recorded of games, but for their rounds, by its name."""
    claims = [game.log.get("recorded") or {} for game in games]
    of, totals = having(claims, "totals")
    yield "totals", Having(of, array("i", end_to_end(totals, seats)))
    of, winners = having(claims, "winners")
    won = map(_won, winners, [games[game].players for game in of])
    yield "winners", Having(of, array("B", _chained(won)))


def _won(winners: list[str], players: tuple[str, ...]) -> list[bool]:
    """Say of each player whether they are named; one who does not play, or twice, is wrong."""
    won = [player in winners for player in players]
    if sum(won) != len(winners):
        raise OffFormat
    return won
