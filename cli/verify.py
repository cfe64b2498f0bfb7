"""`retally verify`: a verdict a log, for people as text, for programs as JSON Lines."""

import sys
from collections import Counter
from collections.abc import Generator
from contextlib import closing
from enum import StrEnum
from typing import Annotated

import typer
from retally.cli.forms import FromOption, live_logs_of
from retally.cli.jobs import JobsOption
from retally.cli.lines import JsonLines, TextLines
from retally.cli.rules import RuleOption, asked_rules
from retally.cli.speech import LangOption, language_of
from retally.cli.terminal import Exit, cannot, one_line, say, wrong_usage
from retally.lang import tongue
from retally.pipeline.judging import CutShort, Judge, Judged, verdicts
from retally.pipeline.rules import UnknownRule, check_rules
from retally.pipeline.sources import CannotRead, hold_at_least
from retally.pipeline.spoken import STATUSES
from retally.schemas.findings import Status
from retally.schemas.told import Told, listed, told

MANY_BYTES = 4 * 2**20
"""Files of so many bytes are judged together from the first log on."""


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
    jobs: JobsOption = None,
) -> None:
    """Replay logs, compare every claim, say what is wrong and where. Stores nothing.

    Example: retally verify table2.jsonl --rule end_comparison=more_than

    A rule that a log's game does not have is left out for that log.

    Exit status 1 when anything is wrong in the logs, 3 when a file could not be read.
    """
    rules, language = asked_rules(rule), language_of(lang)
    try:
        check_rules(rules)
    except UnknownRule as fault:
        wrong_usage(str(fault))
    writer = JsonLines(language) if format_ is Form.JSONL else TextLines(language, notes)
    many = hold_at_least(paths, MANY_BYTES)
    said = verdicts(live_logs_of(paths, form), Judge(writer, rules), jobs, many=many)
    statuses: Counter[Status] = Counter()
    try:
        unread = _written(said, statuses)
    except CutShort as fault:
        cannot(f"{fault}; judged are the first {statuses.total()} logs")
    except KeyboardInterrupt:
        summary = _summary(statuses)
        say(
            tongue(language).say(told("interrupted; judged until then: {summary}", summary=summary))
        )
        raise typer.Exit(Exit.INTERRUPTED) from None
    say(tongue(language).say(_summary(statuses)))
    wrong = statuses.keys() & {Status.MISMATCH, Status.ILLEGAL, Status.UNREADABLE}
    raise typer.Exit(Exit.STORE if unread else Exit.WRONG_LOGS if wrong else Exit.WELL)


def _written(said: Generator[Judged, None, None], statuses: Counter[Status]) -> bool:
    """Write what is said as it comes and count the statuses; say if a file could not be read."""
    unread = False
    with closing(said):
        for judged in said:
            statuses.update(judged.statuses)
            for part in judged.parts:
                if isinstance(part, str):
                    sys.stdout.write(part)
                    sys.stdout.flush()
                else:
                    say(f"{one_line(part.source)}: {part.reason}")
                    unread = unread or isinstance(part, CannotRead)
    return unread


def _summary(statuses: Counter[Status]) -> Told:
    parts = [
        told("{count} {status}", count=statuses[status], status=STATUSES[status])
        for status in Status
        if statuses[status]
    ]
    found = listed(parts) if parts else told("none found")
    if statuses.total() == 1:
        return told("1 game: {found}", found=found)
    return told("{count} games: {found}", count=statuses.total(), found=found)
