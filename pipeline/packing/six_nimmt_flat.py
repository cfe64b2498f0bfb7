"""6 nimmt!: the lists of games laid end to end, as bytes and numbers. Checks lengths alone."""

from array import array
from datetime import datetime
from typing import Any

import numpy as np
from retally.pipeline.batch.base import Bytes, Given, Ruling
from retally.pipeline.batch.six_nimmt import Games
from retally.schemas.six_nimmt import HAND_CARDS, ROWS, Options

Shape = dict[str, Any]
"""A log, or a part of it, as plain lists and dicts (``shapes``)."""
CARDS, HEADS = "B", "i"
"""Kinds of numbers: one byte, and 32 bits."""
OF_GAMES = ("totals", "winners")
"""What some games have, not rounds."""
CHOICE = {None: 0, 1: 1, 2: 2, 3: 3, 4: 4}
"""A row choice as a byte."""


class OffFormat(Exception):
    """A log that is not of the format, or has a number beyond all sense; ``reading`` says why."""


class Flat:
    """Games of one number of seats, flat; a list that may be short is filled up with 0."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.numbers: list[int] = []
        self.ruling: list[int] = []
        self.game_ids: list[str] = []
        self.players: list[tuple[str, ...]] = []
        self.played_at: list[datetime | None] = []
        self.first = [0]
        self.starts, self.turns = bytearray(), bytearray()
        self.cards, self.choices = bytearray(), bytearray()
        self.hands, self.drafts, self.placed_rows = Some(CARDS), Some(CARDS), Some(CARDS)
        self.penalties, self.turn_penalties = Some(HEADS), Some(HEADS)
        self.totals, self.winners = Some(HEADS), Some(CARDS)

    def add(self, number: int, game: "FlatGame", ruling: int, played_at: datetime | None) -> None:
        """Add a game: its number in the batch, and the number of its ruling."""
        for part, of_game in zip(self._plain(), game.plain, strict=True):
            part += of_game
        for name, (of, values) in game.some.items():
            base = len(self.numbers) if name in OF_GAMES else self.first[-1]
            getattr(self, name).extend(base, of, values)
        self.first.append(self.first[-1] + game.rounds)
        self.numbers.append(number)
        self.ruling.append(ruling)
        self.game_ids.append(game.game_id)
        self.players.append(game.players)
        self.played_at.append(played_at)

    def _plain(self) -> tuple[bytearray, ...]:
        return self.starts, self.turns, self.cards, self.choices

    def packed(self, rulings: list[Ruling[Options]]) -> Games:
        """Give these games as arrays."""
        seats = self.seats
        return Games(
            seats=seats,
            numbers=np.array(self.numbers, np.int32),
            game_ids=self.game_ids,
            players=self.players,
            played_at=self.played_at,
            rulings=rulings,
            ruling=np.array(self.ruling, np.int32),
            first=np.array(self.first, np.int32),
            starts=_bytes(self.starts, ROWS),
            turns=_bytes(self.turns),
            cards=_bytes(self.cards, HAND_CARDS, seats),
            choices=_bytes(self.choices, HAND_CARDS),
            hands=self.hands.packed(seats, HAND_CARDS),
            drafts=self.drafts.packed(HAND_CARDS * seats, 2),
            penalties=self.penalties.packed(seats),
            turn_penalties=self.turn_penalties.packed(HAND_CARDS, seats),
            placed_rows=self.placed_rows.packed(HAND_CARDS, seats),
            totals=self.totals.packed(seats),
            winners=self.winners.packed(seats),
        )


def _bytes(flat: bytearray, *shape: int) -> Bytes:
    return np.frombuffer(flat, np.uint8).reshape(-1, *shape)


class Some:
    """What some rounds or games have: which, and their values end to end."""

    def __init__(self, kind: str) -> None:
        self.of, self.values = array("i"), array(kind)

    def extend(self, base: int, of: list[int], values: "array[int]") -> None:
        """Add what some of a game have; the first of it is ``base`` here."""
        self.of.extend([base + index for index in of])
        self.values.extend(values)

    def packed(self, *shape: int) -> Given:
        """Give it as arrays, the values of each in this shape."""
        values = np.frombuffer(self.values, self.values.typecode)
        return Given(np.frombuffer(self.of, np.int32), values.reshape(len(self.of), *shape))


class FlatGame:
    """One game laid end to end; raises OffFormat where lengths or names are wrong.

    ``keys`` counts the keys of its rounds and claims. ``plain`` is what every round has: row
    starters, turns, cards, row choices. ``some`` is, by the names of ``Flat``, what only some
    have: which, and their values.
    """

    def __init__(self, log: Shape, players: tuple[str, ...]) -> None:
        self.game_id: str = log["game_id"]
        self.players, self.seats = players, len(players)
        self.rounds, self.keys = len(log["rounds"]), 0
        self.parts: dict[str, _Part] = {}
        try:
            self.plain = self._plain(log["rounds"])
            if (claims := log.get("recorded")) is not None:
                self._claims_of_game(claims)
            self.some = {name: part.flat() for name, part in self.parts.items()}
        except (KeyError, ValueError, OverflowError) as fault:
            raise OffFormat from fault

    def _plain(self, rounds: list[Shape]) -> tuple[bytes, ...]:
        starts: list[int] = []
        turns: list[int] = []
        cards: list[list[int]] = []
        choices: list[int | None] = []
        for index, round_ in enumerate(rounds):
            played, chosen = round_["turns"], round_.get("row_choices", ())
            starts += round_["rows"]
            turns.append(len(played))
            cards += _filled(played, self.seats)
            choices += chosen
            choices += [None] * (HAND_CARDS - len(chosen))
            self._others(index, round_)
        flat_choices = bytes([CHOICE[choice] for choice in choices])
        return bytes(starts), bytes(turns), bytes(_laid(cards, self.seats)), flat_choices

    def _others(self, index: int, round_: Shape) -> None:
        """Lay out what a round may have, and see that it has no choice for a turn too many."""
        turns = len(round_["turns"])
        if len(round_.get("row_choices", ())) > turns:
            raise OffFormat
        self.keys += len(round_)
        if (hands := round_.get("hands")) is not None:
            self._add("hands", CARDS, index, hands, self.seats, HAND_CARDS)
        if (draft := round_.get("draft")) is not None:
            self._add("drafts", CARDS, index, draft, HAND_CARDS * self.seats, 2)
        if (claims := round_.get("recorded")) is not None:
            self._claims_of_round(index, claims, turns)

    def _claims_of_round(self, index: int, claims: Shape, turns: int) -> None:
        self.keys += len(claims)
        if (heads := claims.get("penalties")) is not None:
            self._add("penalties", HEADS, index, [heads], 1, self.seats)
        for name, kind in (("turn_penalties", HEADS), ("placed_rows", CARDS)):
            if (by_turn := claims.get(name)) is not None:
                if len(by_turn) != turns:
                    raise OffFormat
                filled = _filled(by_turn, self.seats)
                self._add(name, kind, index, filled, HAND_CARDS, self.seats)

    def _claims_of_game(self, claims: Shape) -> None:
        self.keys += len(claims)
        if (totals := claims.get("totals")) is not None:
            self._add("totals", HEADS, 0, [totals], 1, self.seats)
        if (winners := claims.get("winners")) is not None:
            won = [int(player in winners) for player in self.players]
            if sum(won) != len(winners):  # one who is none of the players, or is named twice
                raise OffFormat
            self._add("winners", CARDS, 0, [won], 1, self.seats)

    def _add(
        self, name: str, kind: str, index: int, lists: list[list[int]], count: int, due: int
    ) -> None:
        """Add lists that have to be so many, of so many numbers each."""
        if len(lists) != count:
            raise OffFormat
        part = self.parts.get(name) or self.parts.setdefault(name, _Part(kind, due))
        part.of.append(index)
        part.lists += lists


class _Part:
    """What some rounds of one game have, as lists in lists."""

    def __init__(self, kind: str, due: int) -> None:
        self.kind, self.due = kind, due
        self.of: list[int] = []
        self.lists: list[list[int]] = []

    def flat(self) -> "tuple[list[int], array[int]]":
        return self.of, array(self.kind, _laid(self.lists, self.due))


def _filled(turns: list[list[int]], seats: int) -> list[list[int]]:
    """Fill a table of turns up to ten; there are no more by its shape."""
    missing = HAND_CARDS - len(turns)
    return turns + [[0] * seats] * missing if missing else turns


def _laid(lists: list[list[int]], due: int) -> list[int]:
    """Lay lists end to end, each of which has to have so many numbers."""
    flat: list[int] = []
    for one in lists:
        flat += one
    if lists and {*map(len, lists)} != {due}:
        raise OffFormat
    return flat
