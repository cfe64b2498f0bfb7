"""The base of every model, and the types that all games share. No game's own words."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    JsonValue,
    StringConstraints,
    WithJsonSchema,
)
from pydantic_core import CoreSchema
from retally.schemas.told import told

Path: TypeAlias = tuple[str | int, ...]
"""Where something stands in a log: keys and list positions (from 0), the root is ``()``."""


class Frozen(BaseModel):
    """A record that never changes; it takes no unknown key and converts no type."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


@lru_cache(maxsize=4096)  # the same players play again and again
def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII)


INSTANT = told("a date-time of RFC 3339 with its offset, as 2026-11-30T20:15:00+09:00")
LEAP = told("a second up to 59 (a leap second cannot be kept)")
NO_DAY = told("a day and a time of day that there are")


def _rfc_3339(value: Any) -> Any:
    """Narrow what a date-time may look like; the model's own type does the rest."""
    if not isinstance(value, str) or not _RFC_3339.fullmatch(value):
        raise ValueError(INSTANT)
    try:
        return datetime.fromisoformat(value.upper())
    except ValueError as fault:
        leap = value[17:19] == "60"
        raise ValueError(LEAP if leap else NO_DAY) from fault


_NO_CONTROLS = r"^[^\x00-\x1f\x7f-\x9f]*$"
PATTERNS = {_NO_CONTROLS: told("a text without control characters")}
"""What a text has to be like, in words, by the pattern; a game has its own of its own texts."""


class _NeverNull:
    """Takes the null out of a type, in validation and in JSON Schema: None is the default alone."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        schema = handler(source)
        assert schema["type"] == "nullable", "a type that has a null"
        inner: CoreSchema = schema["schema"]
        return inner


T = TypeVar("T")
OrLeftOut: TypeAlias = Annotated[T | None, _NeverNull()]
"""A key that may be left out, and is None then; null in its place is off the format."""

PlayerId = Annotated[
    str,
    StringConstraints(min_length=1, max_length=64),
    AfterValidator(_nfc),
    Field(description="A player's id, compared after Unicode NFC"),
]
GameId = Annotated[
    str,
    StringConstraints(min_length=1, max_length=128, pattern=_NO_CONTROLS),
    Field(description="The identity of the game: 1 to 128 characters, no control characters"),
]
PlayedAt = Annotated[
    datetime,
    BeforeValidator(_rfc_3339),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]


class OffFormat(NamedTuple):
    """A log of the right types that still breaks its format: which code, where, why."""

    code: str
    path: Path
    detail: str
    expected: Any = None
    recorded: Any = None


class Envelope(Frozen):
    """What every recorded game has, whichever it is (log format, envelope)."""

    retally: Literal[1] = Field(description="The version of this format")
    game: str
    game_id: GameId
    players: tuple[PlayerId, ...] = Field(
        min_length=1, max_length=64, description="Player ids in seat order, each once"
    )
    played_at: OrLeftOut[PlayedAt] = Field(
        None, description="When the game was played: RFC 3339 with an offset"
    )
    meta: dict[str, JsonValue] = Field(
        default_factory=dict, description="Anything else; kept, never interpreted"
    )

    @property
    def room(self) -> str:
        """Name the files of the pipeline that know what to make of this log."""
        return self.game

    def off_format(self) -> Iterator[OffFormat]:
        """Yield what the types alone cannot say: lengths by seats, names that are players."""
        raise NotImplementedError  # each game's log says it of itself


def wrong_length(given: Sequence[object] | None, due: int, path: Path) -> Iterator[OffFormat]:
    """Yield a fault when a list is there and has not the entries that are due."""
    if given is not None and len(given) != due:
        detail = told("items in the list: {count}, due: {due}", count=len(given), due=due)
        yield OffFormat("LOG010", path, detail, expected=due, recorded=len(given))


def wrong_table(
    given: Sequence[Sequence[object]] | None, due: int, path: Path
) -> Iterator[OffFormat]:
    """Yield a fault for each inner list that has not the entries that are due."""
    for index, entries in enumerate(given or ()):
        yield from wrong_length(entries, due, (*path, index))


def listed_twice(names: Sequence[str], path: Path) -> Iterator[OffFormat]:
    """Yield a fault for each name that stands in the list before."""
    before: set[str] = set()
    for index, name in enumerate(names):
        if name in before:
            yield OffFormat("LOG013", (*path, index), "", expected="each once", recorded=name)
        before.add(name)


def not_players(names: Sequence[str], players: Sequence[str], path: Path) -> Iterator[OffFormat]:
    """Yield a fault for each name that is none of the players, or stands there before."""
    for index, name in enumerate(names):
        if name not in players:
            yield OffFormat("LOG012", (*path, index), "", expected=list(players), recorded=name)
    yield from listed_twice(names, path)


def unsupported_values(options: Frozen) -> Iterator[tuple[str, Any]]:
    """Yield each option that has a value which its field marks as not supported yet."""
    for name, field in type(options).model_fields.items():
        extra = field.json_schema_extra
        marked = extra.get("unsupported", ()) if isinstance(extra, dict) else ()
        value = getattr(options, name)
        if isinstance(marked, list) and value in marked:
            yield name, value


def not_supported(rules: Frozen | None) -> Iterator[OffFormat]:
    """Yield a fault for each option of a log that has a value not supported yet (rules 6)."""
    if rules is None:
        return
    for name, value in unsupported_values(rules):
        due = type(rules).model_fields[name].default
        detail = told(
            "{name}: {value}; this version of the log can hold {name}: {due} alone",
            name=name,
            value=value,
            due=due,
        )
        yield OffFormat("LOG016", ("rules", name), detail, due, value)


def not_yet(value: JsonValue) -> dict[str, JsonValue]:
    """Mark a value of an option that has no place in version 1 of the log (rules 6)."""
    return {"unsupported": [value]}
