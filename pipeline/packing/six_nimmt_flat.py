"""6 nimmt!: the lists of games laid end to end, as bytes and numbers. Checks lengths alone.

Games are laid out some at a time: what is done once for many costs little. Where anything is
wrong with some, they are taken by halves until the one is found that has to be left.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import accumulate, chain
from typing import Any, NamedTuple

import numpy as np
from retally.pipeline.batch.base import Bytes, Given, Ruling
from retally.pipeline.batch.six_nimmt import Games
from retally.schemas.six_nimmt import HAND_CARDS, ROWS, Options

Shape = dict[str, Any]
"""A log, or a part of it, as plain lists and dicts (``shapes``)."""
KINDS = {
    "hands": "B",
    "drafts": "B",
    "penalties": "i",
    "turn_penalties": "i",
    "placed_rows": "B",
    "totals": "i",
    "winners": "B",
}
"""What only some rounds or games have: cards, rows and seats in a byte, heads in 32 bits."""
OF_GAMES = ("totals", "winners")
CHOICE = {None: 0, 1: 1, 2: 2, 3: 3, 4: 4}
"""A row choice as a byte."""
NONE_CHOSEN = (None,) * HAND_CARDS

_end_to_end = chain.from_iterable


class OffFormat(Exception):
    """A log that is not of the format, or has a number beyond all sense; ``reading`` says why."""


WRONG = (OffFormat, KeyError, ValueError, OverflowError)
"""What comes of lists that have a wrong length, or hold a number that has no place."""


class ReadGame(NamedTuple):
    """A log that was read: its number in the batch, its shape, and what was made of its head."""

    number: int
    log: Shape
    players: tuple[str, ...]
    ruling: int
    played_at: datetime | None


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
            part = _Part([game.log for game in games], [game.players for game in games])
        except WRONG:
            if len(games) == 1:
                return [games[0].number]
            half = len(games) // 2
            return self.add(games[:half]) + self.add(games[half:])
        self._append(games, part)
        return []

    def _append(self, games: Sequence[ReadGame], part: "_Part") -> None:
        for flat, more in zip(self._plain(), part.plain, strict=True):
            flat += more
        for name, (of, values) in part.some.items():
            base = len(self.games) if name in OF_GAMES else self.first[-1]
            self.some[name].extend(base, of, values)
        self.first += accumulate(part.rounds_of_games, initial=self.first.pop())
        self.games += [
            (number, log["game_id"], players, ruling, at)
            for number, log, players, ruling, at in games
        ]

    def _plain(self) -> tuple[bytearray, ...]:
        return self.starts, self.turns, self.cards, self.choices

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
            drafts=self.some["drafts"].packed(HAND_CARDS * seats, 2),
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

    def extend(self, base: int, of: Sequence[int], values: "array[int]") -> None:
        """Add what some of a part have; the first round or game of it is ``base`` here."""
        self.of.extend([base + index for index in of])
        self.values.extend(values)

    def packed(self, *shape: int) -> Given:
        """Give it as arrays, the values of each in this shape."""
        values = np.frombuffer(self.values, self.values.typecode)
        return Given(np.frombuffer(self.of, np.int32), values.reshape(len(self.of), *shape))


class _Part:
    """Some games laid end to end; raises one of ``WRONG`` where lengths or names are wrong.

    ``plain`` is what every round has: row starters, turns, cards, row choices. ``some`` is, by
    the names of ``Flat``, what only some have: which, and their values.
    """

    def __init__(self, logs: Sequence[Shape], players: Sequence[tuple[str, ...]]) -> None:
        self.players, self.seats = players, len(players[0])
        of_games = [log["rounds"] for log in logs]
        rounds = [*_end_to_end(of_games)]
        claims = [part.get("recorded") or {} for part in rounds]
        self.rounds_of_games = [*map(len, of_games)]
        self.plain = self._plain(rounds)
        self.some = {
            name: (of, array(KINDS[name], values))
            for name, of, values in chain(
                self._of_rounds(rounds, claims),
                self._of_games([log.get("recorded") or {} for log in logs]),
            )
        }

    def _plain(self, rounds: list[Shape]) -> tuple[bytes, ...]:
        tables = [round_["turns"] for round_ in rounds]
        turns = bytes(map(len, tables))
        if turns.count(HAND_CARDS) < len(turns):
            tables = [_filled(table, self.seats) for table in tables]
        cards = _laid([*_end_to_end(tables)], self.seats)
        starts = _laid([round_["rows"] for round_ in rounds], ROWS)
        return bytes(starts), turns, bytes(cards), _choices(rounds, turns)

    def _of_rounds(
        self, rounds: list[Shape], claims: list[Shape]
    ) -> Iterator[tuple[str, Sequence[int], Iterable[int]]]:
        """Yield the name, the rounds and the values of what only some rounds have."""
        seats, names = self.seats, {*()}.union(*rounds, *claims)
        if "hands" in names:
            of, hands = _having(rounds, "hands")
            yield "hands", of, _laid([*_laid(hands, seats)], HAND_CARDS)
        if "draft" in names:
            of, drafts = _having(rounds, "draft")
            yield "drafts", of, _laid([*_laid(drafts, HAND_CARDS * seats)], 2)
        if "penalties" in names:
            of, heads = _having(claims, "penalties")
            yield "penalties", of, _laid(heads, seats)
        for name in ("turn_penalties", "placed_rows"):
            if name in names:
                of, tables = _having(claims, name)
                yield name, of, self._by_turn(tables, [len(rounds[of_]["turns"]) for of_ in of])

    def _by_turn(self, tables: list[list[list[int]]], turns: list[int]) -> Iterator[int]:
        """Lay out tables that have a list a turn, each of so many turns."""
        if list(map(len, tables)) != turns:
            raise OffFormat
        return _laid(
            [list_ for table in tables for list_ in _filled(table, self.seats)], self.seats
        )

    def _of_games(self, claims: list[Shape]) -> Iterator[tuple[str, Sequence[int], Iterable[int]]]:
        """Yield the name, the games and the values of what only some games have."""
        of, totals = _having(claims, "totals")
        yield "totals", of, _laid(totals, self.seats)
        of, winners = _having(claims, "winners")
        yield "winners", of, _end_to_end(map(_won, winners, [self.players[game] for game in of]))


def _won(winners: list[str], players: tuple[str, ...]) -> list[bool]:
    """Say of each player whether they are named; one who does not play, or twice, is wrong."""
    won = [player in winners for player in players]
    if sum(won) != len(winners):
        raise OffFormat
    return won


def _having(parts: list[Shape], name: str) -> tuple[Sequence[int], list[Any]]:
    """Give which parts have something of this name, and what."""
    found = [part.get(name) for part in parts]
    if None not in found:
        return range(len(parts)), found
    of = [index for index, some in enumerate(found) if some is not None]
    return of, [found[index] for index in of]


def _filled(turns: list[list[int]], seats: int) -> list[list[int]]:
    """Fill a table of turns up to ten; there are no more by its shape."""
    missing = HAND_CARDS - len(turns)
    return turns + [[0] * seats] * missing if missing else turns


def _choices(rounds: list[Shape], turns: bytes) -> bytes:
    """Lay the row choices of each round out over ten turns, none where there is none."""
    choices: list[int | None] = []
    for round_, played in zip(rounds, turns, strict=True):
        chosen = round_.get("row_choices", ())
        if len(chosen) > played:
            raise OffFormat
        choices += chosen
        choices += NONE_CHOSEN[len(chosen) :]
    return bytes(map(CHOICE.__getitem__, choices))


def _laid(lists: list[list[Any]], due: int) -> Iterator[Any]:
    """Lay lists end to end, each of which has to be so long."""
    if lists and {*map(len, lists)} != {due}:
        raise OffFormat
    return _end_to_end(lists)
