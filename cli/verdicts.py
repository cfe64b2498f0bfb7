"""A verdict as text for people: what, where, why, and the table at that moment."""

from typing import TYPE_CHECKING

from retally.cli.terminal import one_line
from retally.lang import ENGLISH, Tongue
from retally.pipeline.spoken import SEVERITIES, STATUSES, TITLES, message
from retally.schemas.codes import Severity
from retally.schemas.findings import Finding, Verdict
from retally.schemas.registry import GAMES
from retally.schemas.told import Told, told

if TYPE_CHECKING:  # a few logs do not load NumPy
    from retally.pipeline.passed_verdicts import Game

__all__ = ["STATUSES", "as_text", "finding_text", "headline", "message"]


def as_text(verdict: Verdict, notes: bool = True, tongue: Tongue = ENGLISH) -> str:
    """Write a verdict as a compiler writes its messages: what, where, why, the table."""
    shown = [said for said in verdict.findings if notes or said.severity is not Severity.NOTE]
    lines = (finding_text(verdict, said, tongue) for said in shown)
    return "\n".join((headline(verdict, tongue), *lines))


def headline(verdict: "Verdict | Game", tongue: Tongue = ENGLISH) -> str:
    """Write the first line of a verdict: status, place, game, scores, winners."""
    known = TITLES.get(verdict.game, GAMES[verdict.game].title) if verdict.game else None
    name = verdict.game_id if verdict.game_id is not None else told("no game id")
    scores = ", ".join(
        f"{player} {verdict.sign * score}" for player, score in verdict.scores.items()
    )
    parts = [
        told(
            "{status}: {source}:{line}",
            status=STATUSES[verdict.status],
            source=verdict.source,
            line=verdict.line,
        ),
        known or told("unknown game"),
        name,
        *([scores] if scores else []),
    ]
    if verdict.winners:
        parts.append(told("won by {players}", players=", ".join(verdict.winners)))
    return one_line("  ".join([tongue.say(part) for part in parts]))


def finding_text(verdict: Verdict, said: Finding, tongue: Tongue = ENGLISH) -> str:
    """Write a finding: what, its place, the table at that moment, the reading that allows it."""
    says = one_line(message(said, tongue))
    clause = f"  ({tongue.say(clause_told(said.clause))})" if said.clause else ""
    lines = [f"  {tongue.say(SEVERITIES[said.severity])}[{said.code}] {says}{clause}"]
    where = [told("round {round}", round=said.round)] if said.round else []
    where += [told("turn {turn}", turn=said.turn)] if said.turn else []
    at = ", ".join(tongue.say(part) for part in (place_told(verdict), *where))
    lines.append(one_line(f"    {at}" + (f": {said.path}" if said.path else "")))
    if said.severity is not Severity.NOTE:
        lines += [f"     | {one_line(tongue.say(line))}" for line in said.context]
    for name, value in (said.legal_under or {}).items():
        right = told("right under {name}={value}", name=name, value=_value(value))
        lines.append(f"     = {tongue.say(right)}")
    return "\n".join(lines)


def place_told(verdict: "Verdict | Game") -> Told:
    """Say in which file and line a log stands."""
    return told("at {source}:{line}", source=verdict.source, line=verdict.line)


def clause_told(clause: str) -> Told:
    """Say where a rule stands."""
    if clause == "log-format":
        return told("log format")
    return told("rules {clause}", clause=clause)


def _value(value: object) -> str:
    return "null" if value is None else str(value)
