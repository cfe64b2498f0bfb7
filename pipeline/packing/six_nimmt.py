"""6 nimmt!: logs packed into the arrays of its batch engine. Judges no card, repairs nothing.

pydantic sees each line, types and structure: rounds that are all whole and of one form as a text,
and the rest of the log as a log; other rounds as lists. Lengths are looked at here, and cards,
rows and claims by the batch engine. What is not as it should be, or in doubt, is left to be read
in full, so that the same is said of it as of any other log.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError
from retally.pipeline.batch.base import Ruling
from retally.pipeline.batch.six_nimmt import Games
from retally.pipeline.packing.keys import surely_json_with_each_key_once
from retally.pipeline.packing.shapes import reader
from retally.pipeline.packing.six_nimmt_flat import Flat, ReadGame
from retally.pipeline.packing.six_nimmt_rounds import OffFormat, Shape
from retally.pipeline.packing.six_nimmt_text import Text, Whole, apart, text_of
from retally.pipeline.rules import edition_under, options_under, with_rules
from retally.pipeline.sources import MOST_BYTES, RawLog
from retally.schemas.base import PlayedAt
from retally.schemas.six_nimmt import MOST_ROUNDS, Log, Options, Rules

ROUNDS, BYTES = 15_900, 16 * 2**20
"""A batch is full with so many rounds, or with logs of so many bytes. The last game may bring it to
a few rounds more, which the batch engine should still place together with the others."""
TOGETHER = 96
"""Games laid out at a time: many, so that things are done once; few, so that they are near."""
SEATS = range(2, 11)
"""Seats that the batch engine plays with (N7)."""

Named: TypeAlias = tuple[tuple[str, str | int | None], ...]
"""Rules as a log, or someone who asks, names them."""

_head = {
    "retally": int,  # a literal 1 would let 1.0 and true pass
    "played_at": str,
    "rules": dict[str, str | int | None],
}
_read = reader(Log, **_head)
_read_rest = reader(Log, **_head, rounds=Annotated[list[None], Field(max_length=0)])
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
    """A batch that is being filled; of each number of seats some games wait to be laid out."""

    def __init__(self, asked: Mapping[str, str]) -> None:
        self.asked = tuple(asked.items())
        self.logs: list[RawLog] = []
        self.left: list[int] = []
        self.flat: dict[int, Flat] = {}
        self.waiting: dict[int, list[ReadGame]] = {}
        self.likely: dict[int, Whole] = {}
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
            self._wait(game)
            self.rounds += game.rounds
        self.logs.append(raw)
        self.bytes += len(raw.raw)

    def _wait(self, game: ReadGame) -> None:
        """Let a game wait for others that it can be laid out with; their order is kept."""
        seats = len(game.players)
        waiting = self.waiting.setdefault(seats, [])
        if waiting and (len(waiting) == TOGETHER or waiting[-1].whole is not game.whole):
            self._lay_out(seats)
        self.waiting[seats].append(game)

    def _lay_out(self, seats: int) -> None:
        flat = self.flat.get(seats) or self.flat.setdefault(seats, Flat(seats))
        self.left += flat.add(self.waiting[seats])
        self.waiting[seats] = []

    def _read(self, raw: RawLog) -> ReadGame:
        if raw.damage is not None or raw.cut or len(raw.raw) > MOST_BYTES:
            raise OffFormat
        return self._read_apart(raw.raw) or self._checked(_read(raw.raw), raw.raw)

    def _read_apart(self, raw: bytes) -> ReadGame | None:
        """Read a log and the text of its rounds, if it is a log with such rounds."""
        parts = apart(raw)
        if parts is None:
            return None
        rounds, rest = parts
        try:
            log = _read_rest(rest)
        except ValidationError:
            return None  # read as a whole, it is said why
        seats = len(log["players"])
        text = text_of(rounds, seats, self.likely.get(seats))
        if text is None or text.rounds > MOST_ROUNDS or _has_rounds(log.get("meta")):
            return None
        self.likely[seats] = text.whole
        return self._checked(log, rest, text)

    def _checked(self, log: Shape, json: bytes, text: Text | None = None) -> ReadGame:
        """Give a game of a log that was read from this JSON, if no doubt is left about it."""
        players = tuple(log["players"])
        if log["retally"] != 1 or len(players) not in SEATS or len(set(players)) != len(players):
            raise OffFormat
        if not _each_key_once(json, log):
            raise OffFormat
        played_at = log.get("played_at")
        at = None if played_at is None else _played_at.validate_python(played_at)
        return ReadGame(len(self.logs), log, players, self._ruling(log.get("rules")), at, text)

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


def _has_rounds(meta: Any) -> bool:
    """Say whether the text of rounds may have been taken from ``meta``, where anything may be."""
    return meta is not None and "rounds" in repr(meta)


def _each_key_once(json: bytes, log: Shape) -> bool:
    """Say whether this JSON, of which a log was read, surely has no key twice."""
    keys = _keys(log)
    return json.count(b":") == keys or surely_json_with_each_key_once(json, keys, _texts(log))


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
