"""The verdict on a log: replayed, compared, and each error tried under the other readings."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from retally.pipeline.reading import Unreadable, read_log
from retally.pipeline.replay import replay
from retally.pipeline.rules import edition_of, options_of, readings, sign_of, with_known_rules
from retally.pipeline.sources import RawLog
from retally.pipeline.tape import Replay
from retally.schemas.base import Envelope, Frozen
from retally.schemas.codes import Code, Severity
from retally.schemas.findings import Finding, Place, Status, Verdict, finding
from retally.schemas.registry import room

WORST_FIRST = ("LOG", "DEAL", "PLAY", "SCORE")
"""Families of findings, the gravest first."""


CHARACTERS_TO_TRY = 1_000_000
"""How much is replayed to find other readings of one log; a game has some thousand characters."""


class Checked(NamedTuple):
    """A log that was judged: what it holds and how it plays, None where it is unreadable."""

    log: Envelope | None
    played: Replay[Any, Any, Any] | None
    verdict: Verdict


def verify(raw: RawLog, asked: Mapping[str, str] | None = None) -> Verdict:
    """Judge one log as it stood in its file; ``asked`` are rules put over the log's own."""
    return check(raw, asked).verdict


def check(raw: RawLog, asked: Mapping[str, str] | None = None) -> Checked:
    """Judge as ``verify`` does, and keep the log and its replay beside the verdict."""
    log = read_log(raw)
    if isinstance(log, Unreadable):
        return Checked(None, None, unreadable(raw, log))
    played = replay(log, with_known_rules(options_of(log), asked or {}))
    return Checked(log, played, judge(raw, log, played))


def unreadable(raw: RawLog, why: Unreadable) -> Verdict:
    """Make the verdict on a log that could not be read."""
    return Verdict(
        source=raw.source,
        line=raw.line,
        game_id=why.game_id,
        game=why.game,
        status=Status.UNREADABLE,
        scores={},
        winners=(),
        findings=why.findings,
    )


def judge(raw: RawLog, log: Envelope, played: Replay[Any, Any, Any]) -> Verdict:
    """Make the verdict on a log that was read and played through."""
    findings = (*assumed_rules(log), *with_other_readings(log, played))
    return Verdict(
        source=raw.source,
        line=raw.line,
        game_id=log.game_id,
        game=log.game,
        status=status_of(played, findings),
        scores=dict(zip(log.players, played.scores, strict=True)),
        winners=tuple(log.players[seat] for seat in played.winners),
        findings=findings,
        sign=sign_of(played.options),
    )


def status_of(played: Replay[Any, Any, Any], findings: tuple[Finding, ...]) -> Status:
    """Give the worst status that applies; only errors count."""
    errors = {said.code[:-3] for said in findings if said.severity is Severity.ERROR}
    if errors & {"DEAL", "PLAY"}:
        return Status.ILLEGAL
    if "SCORE" in errors:
        return Status.MISMATCH
    if not played.replayable:
        return Status.UNREPLAYABLE
    if not played.ended:
        return Status.INCOMPLETE
    return Status.VERIFIED if played.claimed else Status.UNCLAIMED


def assumed_rules(log: Envelope) -> tuple[Finding, ...]:
    """Note once that a log does not say which edition was played (rules 0)."""
    edition, named = edition_of(log)
    if named:
        return ()
    return (finding(Code.RULES_ASSUMED, Place(), clause="6", expected=edition),)


def with_other_readings(log: Envelope, played: Replay[Any, Any, Any]) -> tuple[Finding, ...]:
    """Name for each error the single option value under which it is none (rules 0, 5).

    A reading counts when it takes the error away and brings no other; one that leaves no
    error at all goes first. Of a log that is longer than any game not all are tried.
    """
    errors = _errors(played.findings)
    if not errors:
        return played.findings
    cures: dict[tuple[Any, ...], dict[str, Any]] = {}
    tries = CHARACTERS_TO_TRY // len(log.model_dump_json())  # what is illegal early is long too
    for reading in _readings(log, played.options)[:tries]:
        other = replay(log, played.options.model_copy(update=reading))
        left = _errors(other.findings)
        if not left:
            cures = dict.fromkeys(errors, reading) | {}
            break
        if left < errors:
            for error in errors - left:
                cures.setdefault(error, reading)
    return tuple(
        said.model_copy(update={"legal_under": cures[_identity(said)]})
        if _identity(said) in cures
        else said
        for said in played.findings
    )


def _readings(log: Envelope, options: Frozen) -> list[dict[str, Any]]:
    """List the readings to try: all that the rules offer, then those this log suggests."""
    offered = list(readings(options))
    suggested = room("pipeline.replay", log.room).suggested_readings(log, options)
    return offered + [reading for reading in suggested if reading not in offered]


def _errors(findings: tuple[Finding, ...]) -> set[tuple[Any, ...]]:
    return {_identity(said) for said in findings if said.severity is Severity.ERROR}


def _identity(said: Finding) -> tuple[Any, ...]:
    return said.code, said.path, repr(said.expected), repr(said.recorded)
