"""6 nimmt!: the lists of games laid end to end, as bytes and numbers. Checks lengths alone.

Games are laid out some at a time: what is done once for many costs little. Where anything is
wrong with some, they are taken by halves until the one is found that has to be left.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import accumulate, chain
from operator import gt
from typing import Any, NamedTuple

import numpy as np
from retally.pipeline.batch.base import Bytes, Given, Ruling
from retally.pipeline.batch.six_nimmt import Games
from retally.pipeline.packing.tables import NONE, NotSuchATable, laid
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
NONE_CHOSEN = (None,) * HAND_CARDS

_end_to_end = chain.from_iterable


class OffFormat(Exception):
    """A log that is not of the format, or has a number beyond all sense; ``reading`` says why."""


WRONG = (OffFormat, NotSuchATable, ValueError, OverflowError)
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
        cards = laid(tables, HAND_CARDS, self.seats)
        starts = laid([round_["rows"] for round_ in rounds], ROWS)
        return starts.tobytes(), turns, cards.tobytes(), _choices(rounds, turns)

    def _of_rounds(
        self, rounds: list[Shape], claims: list[Shape]
    ) -> Iterator[tuple[str, Sequence[int], Iterable[int]]]:
        """Yield the name, the rounds and the values of what only some rounds have."""
        seats, names = self.seats, {*()}.union(*rounds, *claims)
        if "hands" in names:
            of, hands = _having(rounds, "hands")
            yield "hands", of, laid(hands, seats, HAND_CARDS).tobytes()
        if "draft" in names:
            of, drafts = _having(rounds, "draft")
            yield "drafts", of, laid(drafts, HAND_CARDS * seats, 2).tobytes()
        if "penalties" in names:
            of, heads = _having(claims, "penalties")
            yield "penalties", of, _laid(heads, seats)
        if "turn_penalties" in names:
            of, tables = _having(claims, "turn_penalties")
            lists = [*_end_to_end(self._by_turn(tables, of, rounds))]
            yield "turn_penalties", of, _laid(lists, seats)
        if "placed_rows" in names:
            of, tables = _having(claims, "placed_rows")
            filled = self._by_turn(tables, of, rounds)
            yield "placed_rows", of, laid(filled, HAND_CARDS, seats).tobytes()

    def _by_turn(
        self, tables: list[list[list[int]]], of: Sequence[int], rounds: list[Shape]
    ) -> list[list[list[int]]]:
        """Fill tables up that have a list for each turn of their rounds."""
        if list(map(len, tables)) != [len(rounds[round_]["turns"]) for round_ in of]:
            raise OffFormat
        return [_filled(table, self.seats) for table in tables]

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
    chosen = [round_.get("row_choices", ()) for round_ in rounds]
    if any(map(gt, map(len, chosen), turns)):
        raise OffFormat
    filled = [rows if len(rows) == HAND_CARDS else _up_to_ten(rows) for rows in chosen]
    choices = laid(filled, HAND_CARDS, or_none=True)
    of_rows = (choices >= 1) & (choices <= ROWS)
    if not (of_rows | (choices == NONE)).all():
        raise OffFormat
    return (choices * of_rows).tobytes()


def _up_to_ten(rows: Sequence[int | None]) -> list[int | None]:
    return [*rows, *NONE_CHOSEN[len(rows) :]]


def _laid(lists: list[list[Any]], due: int) -> Iterator[Any]:
    """Lay lists end to end, each of which has to be so long."""
    if lists and {*map(len, lists)} != {due}:
        raise OffFormat
    return _end_to_end(lists)
