"""6 nimmt!: logs packed into the arrays of its batch engine. Judges no card, repairs nothing.

pydantic reads each line once, types and structure; lengths are looked at here, and cards,
rows and claims by the batch engine. What is not as it should be, or in doubt, is left to be
read in full, so that the same is said of it as of any other log.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeAlias

from pydantic import TypeAdapter, ValidationError
from retally.pipeline.batch.base import Ruling
from retally.pipeline.batch.six_nimmt import Games
from retally.pipeline.packing.keys import surely_json_with_each_key_once
from retally.pipeline.packing.shapes import reader
from retally.pipeline.packing.six_nimmt_flat import Flat, ReadGame
from retally.pipeline.packing.six_nimmt_rounds import OffFormat, Shape
from retally.pipeline.rules import edition_under, options_under, with_rules
from retally.pipeline.sources import MOST_BYTES, RawLog
from retally.schemas.base import PlayedAt
from retally.schemas.six_nimmt import Log, Options, Rules

ROUNDS, BYTES = 15_900, 16 * 2**20
"""A batch is full with so many rounds, or with logs of so many bytes. The last game may bring it to
a few rounds more, which the batch engine should still place together with the others."""
TOGETHER = 24
"""Games laid out at a time: many, so that things are done once; few, so that they are near."""
SEATS = range(2, 11)
"""Seats that the batch engine plays with (N7)."""

Named: TypeAlias = tuple[tuple[str, str | int | None], ...]
"""Rules as a log, or someone who asks, names them."""

_read = reader(
    Log,
    retally=int,  # a literal 1 would let 1.0 and true pass
    played_at=str,
    rules=dict[str, str | int | None],
)
_played_at: TypeAdapter[datetime] = TypeAdapter(PlayedAt)


@dataclass(slots=True)
class Batch:
    """Logs in their order: packed, or left to be read in full.

    ``Games.numbers`` of each packed game, and each number in ``left``, is a place in ``logs``.
    """

    logs: list[RawLog] = field(default_factory=list)
    games: list[Games] = field(default_factory=list)
    left: list[int] = field(default_factory=list)


def pack(logs: Iterable[RawLog], asked: Mapping[str, str] | None = None) -> Iterator[Batch]:
    """Pack logs, a batch at a time; ``asked`` are rules put over the logs' own.

    Raises UnknownRule when a rule is asked for that the game does not have.
    """
    packer = _Packer(asked or {})
    for log in logs:
        packer.take(log)
        if packer.full:
            yield packer.batch()
            packer = _Packer(asked or {})
    if packer.logs:
        yield packer.batch()


class _Packer:
    """A batch that is being filled; of each number of seats a few games wait to be laid out."""

    def __init__(self, asked: Mapping[str, str]) -> None:
        self.asked = tuple(asked.items())
        self.logs: list[RawLog] = []
        self.left: list[int] = []
        self.flat: dict[int, Flat] = {}
        self.waiting: dict[int, list[ReadGame]] = {}
        self.rulings: list[Ruling[Options]] = []
        self.known: dict[Named | None, int] = {}
        self.rounds = self.bytes = 0

    @property
    def full(self) -> bool:
        return self.rounds >= ROUNDS or self.bytes >= BYTES

    def batch(self) -> Batch:
        for seats in self.waiting:
            self._lay_out(seats)
        flats = [flat for _, flat in sorted(self.flat.items()) if flat.games]
        return Batch(self.logs, [flat.packed(self.rulings) for flat in flats], sorted(self.left))

    def take(self, raw: RawLog) -> None:
        """Pack a log, or leave it."""
        try:
            game = self._read(raw)
        except (ValidationError, OffFormat):
            self.left.append(len(self.logs))
        else:
            self.rounds += len(game.log["rounds"])
            seats = len(game.players)
            waiting = self.waiting.setdefault(seats, [])
            waiting.append(game)
            if len(waiting) == TOGETHER:
                self._lay_out(seats)
        self.logs.append(raw)
        self.bytes += len(raw.raw)

    def _lay_out(self, seats: int) -> None:
        flat = self.flat.get(seats) or self.flat.setdefault(seats, Flat(seats))
        self.left += flat.add(self.waiting[seats])
        self.waiting[seats] = []

    def _read(self, raw: RawLog) -> ReadGame:
        if raw.damage is not None or raw.cut or len(raw.raw) > MOST_BYTES:
            raise OffFormat
        log = _read(raw.raw)
        players = tuple(log["players"])
        if log["retally"] != 1 or len(players) not in SEATS or len(set(players)) != len(players):
            raise OffFormat
        keys = _keys(log)
        if raw.raw.count(b":") != keys and not surely_json_with_each_key_once(
            raw.raw, keys, _texts(log)
        ):
            raise OffFormat
        played_at = log.get("played_at")
        at = None if played_at is None else _played_at.validate_python(played_at)
        return ReadGame(len(self.logs), log, players, self._ruling(log.get("rules")), at)

    def _ruling(self, rules: dict[str, str | int | None] | None) -> int:
        """Give the number of a ruling in this batch."""
        named = None if rules is None else tuple(rules.items())
        if named not in self.known:
            self.rulings.append(_ruling(named, self.asked))
            self.known[named] = len(self.known)
        return self.known[named]


@lru_cache(maxsize=4096)
def _ruling(named: Named | None, asked: tuple[tuple[str, str], ...]) -> Ruling[Options]:
    """Make the ruling of a log that names these rules, under those that are asked for.

    Raises ValidationError when there is no such rule.
    """
    rules = None if named is None else Rules.model_validate(dict(named))
    options: Any = with_rules(options_under("six_nimmt", rules), dict(asked))
    return Ruling(options, *edition_under("six_nimmt", rules))


def _keys(log: Shape) -> int:
    """Count the keys of a log, but for those inside of its ``meta``."""
    rounds = log["rounds"]
    claims = [round_["recorded"] for round_ in rounds if round_.get("recorded")]
    parts = (log, log.get("rules") or (), log.get("recorded") or (), *rounds, *claims)
    return sum(map(len, parts))


def _texts(log: Shape) -> list[Any]:
    """List what is or holds text in a log, but for the values of its rules, which are known."""
    winners = (log.get("recorded") or {}).get("winners")
    return [log["game_id"], log["players"], log.get("played_at"), winners, log.get("meta")]
