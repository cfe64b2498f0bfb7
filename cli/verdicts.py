"""A verdict as text for people: what, where, why, and the table at that moment."""

from retally.cli.terminal import one_line
from retally.schemas.codes import Severity
from retally.schemas.findings import Finding, Verdict
from retally.schemas.registry import GAMES


def as_text(verdict: Verdict, notes: bool = True) -> str:
    """Write a verdict as a compiler writes its messages: what, where, why, the table."""
    shown = [said for said in verdict.findings if notes or said.severity is not Severity.NOTE]
    return "\n".join((headline(verdict), *(finding_text(verdict, said) for said in shown)))


def headline(verdict: Verdict) -> str:
    """Write the first line of a verdict: status, place, game, scores, winners."""
    game = GAMES[verdict.game].title if verdict.game else "unknown game"
    name = one_line(verdict.game_id) if verdict.game_id is not None else "no game id"
    scores = ", ".join(
        f"{one_line(player)} {verdict.sign * score}" for player, score in verdict.scores.items()
    )
    won = ", ".join(map(one_line, verdict.winners))
    parts = [f"{verdict.status}: {one_line(verdict.source)}:{verdict.line}", game, name]
    parts += [scores] if scores else []
    parts += [f"won by {won}"] if won else []
    return "  ".join(parts)


def finding_text(verdict: Verdict, said: Finding) -> str:
    """Write a finding: what, its place, the table at that moment, the reading that allows it."""
    place = [one_line(verdict.source), str(verdict.line)]
    where = [f"round {said.round}"] if said.round else []
    where += [f"turn {said.turn}"] if said.turn else []
    clause = f"  ({_clause(said.clause)})" if said.clause else ""
    lines = [f"  {said.severity}[{said.code}] {one_line(said.message)}{clause}"]
    at = ":".join(place) + (f", {', '.join(where)}" if where else "")
    lines.append(f"    at {at}" + (f": {one_line(said.path)}" if said.path else ""))
    if said.severity is not Severity.NOTE:
        lines += [f"     | {one_line(line)}" for line in said.context]
    for name, value in (said.legal_under or {}).items():
        lines.append(f"     = right under {name}={_value(value)}")
    return "\n".join(lines)


def _clause(clause: str) -> str:
    return "log format" if clause == "log-format" else f"rules {clause}"


def _value(value: object) -> str:
    return "null" if value is None else str(value)
