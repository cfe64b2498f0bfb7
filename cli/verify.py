"""`retally verify`: a verdict a log, for people as text, for programs as JSON Lines."""

import sys
from collections import Counter
from enum import StrEnum
from typing import Annotated, Any

import typer
from retally.cli.forms import FromOption, logs_of
from retally.cli.rules import RuleOption, asked_rules
from retally.cli.speech import LangOption, tongue_of
from retally.cli.terminal import Exit, json_text, one_line, say, wrong_usage
from retally.cli.verdicts import STATUSES, as_text, message
from retally.lang import Tongue
from retally.pipeline.rules import UnknownRule, check_rules
from retally.pipeline.sources import CannotRead, RawLog
from retally.pipeline.verify import verify as judged
from retally.schemas.findings import Status, Verdict
from retally.schemas.told import listed, told


class Form(StrEnum):
    """How verdicts are written."""

    TEXT = "text"
    JSONL = "jsonl"


def verify(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, folders or -")],
    format_: Annotated[Form, typer.Option("--format", help="For people or programs.")] = Form.TEXT,
    rule: RuleOption = None,
    form: FromOption = None,
    notes: Annotated[bool, typer.Option(help="Show notes, not errors and warnings alone.")] = True,
    lang: LangOption = None,
) -> None:
    """Replay logs, compare every claim, say what is wrong and where. Stores nothing.

    Example: retally verify table2.jsonl --rule end_comparison=more_than

    A rule that a log's game does not have is left out for that log.

    Exit status 1 when anything is wrong in the logs, 3 when a file could not be read.
    """
    rules, tongue = asked_rules(rule), tongue_of(lang)
    try:
        check_rules(rules)
    except UnknownRule as fault:
        wrong_usage(str(fault))
    statuses: Counter[Status] = Counter()
    unread = False
    for raw in logs_of(paths, form):
        if not isinstance(raw, RawLog):
            say(f"{one_line(raw.source)}: {raw.reason}")
            unread = unread or isinstance(raw, CannotRead)
            continue
        verdict = judged(raw, rules)
        statuses[verdict.status] += 1
        if format_ is Form.JSONL:
            print(json_text(_record(verdict, tongue)))
        else:
            print(as_text(verdict, notes, tongue))
    sys.stdout.flush()
    say(tongue.say(_summary(statuses)))
    wrong = statuses.keys() & {Status.MISMATCH, Status.ILLEGAL, Status.UNREADABLE}
    raise typer.Exit(Exit.STORE if unread else Exit.WRONG_LOGS if wrong else Exit.WELL)


def _record(verdict: Verdict, tongue: Tongue) -> dict[str, Any]:
    """Give a verdict for programs: messages in the language; codes, keys, values as ever."""
    record = verdict.model_dump(mode="json")
    for found, said in zip(record["findings"], verdict.findings, strict=True):
        found["message"] = message(said, tongue)
    return record


def _summary(statuses: Counter[Status]) -> str:
    parts = [
        told("{count} {status}", count=statuses[status], status=STATUSES[status])
        for status in Status
        if statuses[status]
    ]
    found = listed(parts) if parts else told("none found")
    if statuses.total() == 1:
        return told("1 game: {found}", found=found)
    return told("{count} games: {found}", count=statuses.total(), found=found)
