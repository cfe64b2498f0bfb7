"""`retally verify`: a verdict a log, for people as text, for programs as JSON Lines."""

import sys
from collections import Counter
from enum import StrEnum
from typing import Annotated

import typer
from retally.cli.rules import RuleOption, asked_rules
from retally.cli.terminal import Exit, json_text, one_line, say, wrong_usage
from retally.pipeline.rules import UnknownRule
from retally.pipeline.sources import RawLog, raw_logs
from retally.pipeline.verify import verify as judged
from retally.schemas.findings import Finding, Severity, Status, Verdict
from retally.schemas.registry import GAMES


class Form(StrEnum):
    """How verdicts are written."""

    TEXT = "text"
    JSONL = "jsonl"


def verify(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, folders or -")],
    format_: Annotated[Form, typer.Option("--format", help="For people or programs.")] = Form.TEXT,
    rule: RuleOption = None,
    notes: Annotated[bool, typer.Option(help="Show notes, not errors and warnings alone.")] = True,
) -> None:
    """Replay logs, compare every claim, say what is wrong and where. Stores nothing.

    Example: retally verify table2.jsonl --rule end_comparison=more_than

    Exit status 1 when anything is wrong in the logs, 3 when a file could not be read.
    """
    rules = asked_rules(rule)
    statuses: Counter[Status] = Counter()
    unread = False
    for raw in raw_logs(paths):
        if not isinstance(raw, RawLog):
            say(f"{one_line(raw.source)}: {raw.reason}")
            unread = unread or type(raw).__name__ == "CannotRead"
            continue
        try:
            verdict = judged(raw, rules)
        except UnknownRule as fault:
            wrong_usage(str(fault))
        statuses[verdict.status] += 1
        if format_ is Form.JSONL:
            print(json_text(verdict.model_dump(mode="json")))
        else:
            print(as_text(verdict, notes))
    sys.stdout.flush()
    say(_summary(statuses))
    wrong = statuses.keys() & {Status.MISMATCH, Status.ILLEGAL, Status.UNREADABLE}
    raise typer.Exit(Exit.STORE if unread else Exit.WRONG_LOGS if wrong else Exit.WELL)


def _summary(statuses: Counter[Status]) -> str:
    parts = [f"{statuses[status]} {status}" for status in Status if statuses[status]]
    count = statuses.total()
    return f"{count} {'game' if count == 1 else 'games'}: {', '.join(parts) or 'none found'}"


def as_text(verdict: Verdict, notes: bool = True) -> str:
    """Write a verdict as a compiler writes its messages: what, where, why, the table."""
    shown = [said for said in verdict.findings if notes or said.severity is not Severity.NOTE]
    return "\n".join((_headline(verdict), *(_finding(verdict, said) for said in shown)))


def _headline(verdict: Verdict) -> str:
    game = GAMES[verdict.game].title if verdict.game else "unknown game"
    name = one_line(verdict.game_id) if verdict.game_id is not None else "no game id"
    scores = ", ".join(f"{one_line(player)} {score}" for player, score in verdict.scores.items())
    won = ", ".join(map(one_line, verdict.winners))
    parts = [f"{verdict.status}: {one_line(verdict.source)}:{verdict.line}", game, name]
    parts += [scores] if scores else []
    parts += [f"won by {won}"] if won else []
    return "  ".join(parts)


def _finding(verdict: Verdict, said: Finding) -> str:
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
