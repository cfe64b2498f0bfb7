"""Findings and verdicts: what verify says of a log. What can be said stands in ``codes``."""

from enum import StrEnum
from typing import Any, Literal, NamedTuple

from pydantic import Field, JsonValue, SkipValidation
from retally.schemas.base import Frozen, Path
from retally.schemas.codes import DICTIONARY, Code, Severity, severity_of
from retally.schemas.told import filled


class Status(StrEnum):
    """The verdict on a game, best first; the worst that applies is given."""

    VERIFIED = "verified"
    UNCLAIMED = "unclaimed"
    INCOMPLETE = "incomplete"
    UNREPLAYABLE = "unreplayable"
    MISMATCH = "mismatch"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"


class Finding(Frozen):
    """One thing to say of a log: what, where, what was due and what came."""

    code: Code
    severity: Severity
    clause: str | None = Field(description="The section or table row of the rules, or null")
    path: str | None = Field(description="JSON path into the log as it stands in the file")
    round: int | None = Field(None, description="Round (Sixteen: hand), from 1")
    turn: int | None = Field(None, description="Turn (Sixteen: step), from 1")
    player: str | None = None
    expected: JsonValue = None
    recorded: JsonValue = None
    message: str = Field(description="In English; other languages make theirs of the words")
    legal_under: dict[str, JsonValue] | None = Field(
        None, description="The single option value under which this log would be right"
    )
    context: tuple[SkipValidation[str], ...] = Field(
        (), exclude=True, description="The table at that moment"
    )
    words: dict[str, Any] = Field(
        default_factory=dict,
        exclude=True,
        repr=False,
        description="What fills the code's sentence; where it is told, it can be told again",
    )


class Verdict(Frozen):
    """What verify says of one log: a line of ``verify --format jsonl``."""

    source: str
    line: int
    game_id: str | None
    game: str | None
    status: Status
    scores: dict[str, int] = Field(description="Points by player; of an unfinished game so far")
    winners: tuple[str, ...] = Field(description="Player ids; none of an unfinished game")
    findings: tuple[Finding, ...]
    sign: Literal[1, -1] = Field(
        1, exclude=True, description="What scores are multiplied with to be shown to a person"
    )


def json_path(path: Path) -> str:
    """Write a place as a JSON path, list positions from 0, the root as ``$``.

    >>> json_path(("rounds", 0, "turns", 2)), json_path(()), json_path(("a b",))
    ('rounds[0].turns[2]', '$', '["a b"]')
    """
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.isidentifier() and step.isascii():
            text += f".{step}" if text else step
        else:
            quoted = step.replace("\\", "\\\\").replace('"', '\\"')
            text += f'["{quoted}"]'
    text = text.encode("utf-8", "backslashreplace").decode()  # lone surrogates in a key
    return text or "$"


class Place(NamedTuple):
    """Where in a game: the path in the log and the person's counting, from 1."""

    path: Path | None = None
    round: int | None = None
    turn: int | None = None
    player: str | None = None


def finding(
    code: Code,
    place: Place,
    *,
    clause: str | None = None,
    expected: Any = None,
    recorded: Any = None,
    context: tuple[str, ...] = (),
    **words: Any,
) -> Finding:
    """Make a finding whose message is its code's sentence with these words filled in."""
    words |= {"player": place.player, "expected": expected, "recorded": recorded}
    return Finding(
        code=code,
        severity=severity_of(code),
        clause=clause,
        path=None if place.path is None else json_path(place.path),
        round=place.round,
        turn=place.turn,
        player=place.player,
        expected=expected,
        recorded=recorded,
        message=filled(DICTIONARY[code].says, words),
        context=context,
        words=words,
    )


Family = Literal["LOG", "DEAL", "PLAY", "SCORE"]
