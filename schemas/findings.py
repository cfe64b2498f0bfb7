"""Findings and verdicts: what verify says of a log. Codes are never renamed or reused."""

from enum import StrEnum
from typing import Any, Literal, NamedTuple

from pydantic import Field, JsonValue
from retally.schemas.base import Frozen, Path


class Severity(StrEnum):
    """How much a finding weighs (rules 0); only errors change a verdict."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Status(StrEnum):
    """The verdict on a game, best first; the worst that applies is given."""

    VERIFIED = "verified"
    UNCLAIMED = "unclaimed"
    INCOMPLETE = "incomplete"
    MISMATCH = "mismatch"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"


class Code(StrEnum):
    """Every finding that retally can make; the letters are its family."""

    NOT_UTF8 = "LOG001"
    NOT_JSON = "LOG002"
    KEY_TWICE = "LOG003"
    VERSION_UNKNOWN = "LOG004"
    GAME_UNKNOWN = "LOG005"
    KEY_MISSING = "LOG006"
    KEY_UNKNOWN = "LOG007"
    WRONG_TYPE = "LOG008"
    VALUE_NOT_ALLOWED = "LOG009"
    WRONG_LENGTH = "LOG010"
    RULES_UNKNOWN = "LOG011"
    PLAYER_UNKNOWN = "LOG012"
    GIVEN_TWICE = "LOG013"
    FILE_DAMAGED = "LOG014"
    TOO_LONG = "LOG015"
    GAME_ID_TAKEN = "LOG017"
    RULES_ASSUMED = "LOG101"

    CARD_TWICE = "DEAL001"
    CARD_NOT_IN_DECK = "DEAL002"
    CARD_NOT_DEALT = "DEAL003"
    CARD_FROM_EARLIER_DEAL = "DEAL004"
    DRAFT_ORDER = "DEAL005"
    DRAFT_INCOMPLETE = "DEAL006"
    DRAFT_NOT_HAND = "DEAL007"
    DRAFT_NOT_PLAYED = "DEAL008"
    VARIANT_SEATS = "DEAL101"

    SEATS = "PLAY001"
    ROW_CHOICE_MISSING = "PLAY002"
    ROW_CHOICE_NEEDLESS = "PLAY003"
    ROW_NOT_CHEAPEST = "PLAY004"
    ROUND_BROKEN_OFF = "PLAY005"
    AFTER_THE_END = "PLAY006"
    ROW_DEARER = "PLAY101"

    ROUND_PENALTY = "SCORE001"
    TURN_PENALTY = "SCORE002"
    PLACED_ROW = "SCORE003"
    TOTAL = "SCORE004"
    WINNERS = "SCORE005"
    WINNERS_TOO_EARLY = "SCORE006"
    THRESHOLD_EXACTLY = "SCORE101"


class Entry(NamedTuple):
    """A code's line in the dictionary: its meaning, and the sentence it says."""

    title: str
    says: str


DICTIONARY: dict[Code, Entry] = {
    Code.NOT_UTF8: Entry("not UTF-8", "the text is not UTF-8: {detail}"),
    Code.NOT_JSON: Entry("not JSON", "not a JSON object: {detail}"),
    Code.KEY_TWICE: Entry(
        "key given twice",
        "the key {key} is given {recorded} times in one object",
    ),
    Code.VERSION_UNKNOWN: Entry(
        "unknown format version",
        "this is not version 1 of the log format: {detail}",
    ),
    Code.GAME_UNKNOWN: Entry("unknown game", "not a game that retally knows: {detail}"),
    Code.KEY_MISSING: Entry("key missing", "the key {key} is missing"),
    Code.KEY_UNKNOWN: Entry("unknown key", "the key {key} is not part of the format"),
    Code.WRONG_TYPE: Entry("wrong type", "wrong type: {detail}"),
    Code.VALUE_NOT_ALLOWED: Entry("value not allowed", "value not allowed: {detail}"),
    Code.WRONG_LENGTH: Entry("wrong length", "wrong length: {detail}"),
    Code.RULES_UNKNOWN: Entry(
        "unknown edition, option or option value",
        "unknown in the rules: {detail}",
    ),
    Code.PLAYER_UNKNOWN: Entry("unknown player", "{recorded} is none of the players"),
    Code.GIVEN_TWICE: Entry("listed twice", "{recorded} is listed twice"),
    Code.FILE_DAMAGED: Entry(
        "damaged file",
        "the file is damaged, the rest of it cannot be read: {detail}",
    ),
    Code.TOO_LONG: Entry("log too long", "too long for a game: {detail}"),
    Code.GAME_ID_TAKEN: Entry(
        "game id taken",
        "a game with this id and other content was loaded before, from {first}",
    ),
    Code.RULES_ASSUMED: Entry(
        "edition assumed",
        "the log names no edition; {expected} is taken",
    ),
    Code.CARD_TWICE: Entry("card twice in a deal", "card {recorded} is in this deal twice"),
    Code.CARD_NOT_IN_DECK: Entry(
        "card not in the deck",
        "card {recorded} is not in the deck, which has {expected}",
    ),
    Code.CARD_NOT_DEALT: Entry(
        "card not dealt to its player",
        "{player} plays {recorded}, which was not dealt to {player}",
    ),
    Code.CARD_FROM_EARLIER_DEAL: Entry(
        "card of an earlier deal",
        "card {recorded} was dealt before and not shuffled in again",
    ),
    Code.DRAFT_ORDER: Entry(
        "draft out of turn",
        "pick {pick} of the draft is due to {due}, not to {player}",
    ),
    Code.DRAFT_INCOMPLETE: Entry(
        "draft incomplete",
        "the draft has {recorded} picks where {expected} are due",
    ),
    Code.DRAFT_NOT_HAND: Entry(
        "draft and hand differ",
        "{player}'s hand is not what {player} took in the draft",
    ),
    Code.DRAFT_NOT_PLAYED: Entry(
        "draft where hands are dealt",
        "the log has a draft, but under its rules hands are dealt",
    ),
    Code.VARIANT_SEATS: Entry(
        "variant with many players",
        "the variant is meant for 2 to 6 players, this game has {recorded}",
    ),
    Code.SEATS: Entry(
        "number of players",
        "players at the table: {recorded}; due are {expected}",
    ),
    Code.ROW_CHOICE_MISSING: Entry(
        "row choice missing",
        "{card} is below every row end; the log does not say which row {player} takes",
    ),
    Code.ROW_CHOICE_NEEDLESS: Entry(
        "row choice without need",
        "row {recorded} is chosen, but no choice is due: {card} of {player} goes to row {due}",
    ),
    Code.ROW_NOT_CHEAPEST: Entry(
        "row taken is not the cheapest",
        "{player} takes row {recorded} with {heads} heads; it has to be one with {fewest}",
    ),
    Code.ROUND_BROKEN_OFF: Entry(
        "round broken off",
        "the round stops after turn {recorded} of {expected}, and yet another round follows",
    ),
    Code.AFTER_THE_END: Entry(
        "play after the end",
        "the game had ended {why}; nothing more is played",
    ),
    Code.ROW_DEARER: Entry(
        "a dearer row taken",
        "{player} takes row {recorded} with {heads} heads where {fewest} would do;"
        " some sheets forbid it",
    ),
    Code.ROUND_PENALTY: Entry(
        "round penalty differs",
        "{player} has {expected} heads in this round, recorded are {recorded}",
    ),
    Code.TURN_PENALTY: Entry(
        "turn penalty differs",
        "{player} takes {expected} heads in this turn, recorded are {recorded}",
    ),
    Code.PLACED_ROW: Entry(
        "placed row differs",
        "{card} of {player} goes to row {expected}, recorded is row {recorded}",
    ),
    Code.TOTAL: Entry(
        "total differs",
        "{player} has {expected} heads in all, recorded are {recorded}",
    ),
    Code.WINNERS: Entry("winners differ", "the game is won by {due}, recorded: {claimed}"),
    Code.WINNERS_TOO_EARLY: Entry(
        "winner of an unfinished game",
        "{claimed} recorded as winner, but the game had not ended: {why}",
    ),
    Code.THRESHOLD_EXACTLY: Entry(
        "total exactly at the threshold",
        "{player} has exactly {recorded} heads; whether that ends the game is read both ways",
    ),
}


def severity_of(code: Code) -> Severity:
    """Errors are numbered from 001, notes and warnings from 101.

    >>> severity_of(Code.TOTAL).value, severity_of(Code.ROW_DEARER).value
    ('error', 'note')
    """
    if code[-3] == "0":
        return Severity.ERROR
    return Severity.WARNING if code in WARNINGS else Severity.NOTE


WARNINGS = frozenset({Code.VARIANT_SEATS})


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
    message: str
    legal_under: dict[str, JsonValue] | None = Field(
        None, description="The single option value under which this log would be right"
    )
    context: tuple[str, ...] = Field((), exclude=True, description="The table at that moment")


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
    says = DICTIONARY[code].says.format(
        player=place.player, expected=expected, recorded=recorded, **words
    )
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
        message=says,
        context=context,
    )


Family = Literal["LOG", "DEAL", "PLAY", "SCORE"]
