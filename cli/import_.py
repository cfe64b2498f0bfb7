"""`retally import`: foreign logs to this format, a line a game."""

from typing import Annotated

import typer
from retally.cli.output import opened
from retally.cli.terminal import Exit, one_line, say, wrong_usage
from retally.cli.verdicts import as_text
from retally.pipeline.importers.base import Asked
from retally.pipeline.importers.files import FORMATS, UnknownForm, raw_logs
from retally.pipeline.reading import Unreadable, read_log
from retally.pipeline.sources import NoLogs, RawLog
from retally.pipeline.verify import unreadable


def import_(
    form: Annotated[str, typer.Argument(metavar="FORMAT", help=", ".join(FORMATS))],
    files: Annotated[list[str] | None, typer.Argument(metavar="FILE…", help="Files or -")] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to; - for stdout.")
    ] = "-",
    template: Annotated[
        bool, typer.Option("--template", help="Write an empty table to fill in; csv only.")
    ] = False,
    rows: Annotated[
        list[str] | None,
        typer.Option(
            metavar='"12 37 43 58"', help="The starting rows of a round, once a round; bga-text."
        ),
    ] = None,
) -> None:
    """Turn foreign logs into this format, a line a game; docs/importers.md tells of each form.

    Example: retally import csv evening.csv -o evening.jsonl

    Exit status 1 when a game could not be converted, 3 when a file could not be read.
    """
    try:
        found = raw_logs(files or (), form, Asked(_starting_rows(form, rows)))
    except UnknownForm as fault:
        wrong_usage(str(fault))
    if template:
        _write_template(form, output)
        return
    if not files:
        wrong_usage("no file to import; - is standard input")
    converted = refused = 0
    unread = False
    with opened(output) as file:
        for each in found:
            if not isinstance(each, RawLog):
                say(f"{one_line(each.source)}: {each.reason}")
                unread = unread or not isinstance(each, NoLogs)
            elif isinstance(why := read_log(each), Unreadable):
                refused += 1
                say(as_text(unreadable(each, why)))
            else:
                converted += 1
                file.write(each.raw + b"\n")
        file.flush()
    say(f"{converted} {'game' if converted == 1 else 'games'} converted, {refused} not")
    raise typer.Exit(Exit.STORE if unread else Exit.WRONG_LOGS if refused else Exit.WELL)


def _starting_rows(form: str, given: list[str] | None) -> tuple[tuple[int, ...], ...]:
    """Read each ``--rows``; anything but four cards is wrong usage."""
    if given and form != "bga-text":
        wrong_usage("--rows is for bga-text; in a csv starting rows are turn 0")
    rows = []
    for text in given or ():
        words = text.replace(",", " ").split()
        cards = [int(word) for word in words if word.isascii() and word.isdecimal()]
        if len(words) != 4 or len(set(cards) & set(range(1, 105))) != 4:
            wrong_usage(f"--rows takes four cards from 1 to 104, not {text!r}")
        rows.append(tuple(cards))
    return tuple(rows)


def _write_template(form: str, output: str) -> None:
    from retally.pipeline.importers import csv

    if form != "csv":
        wrong_usage(f"--template is there for csv, not for {form}")
    with opened(output) as file:
        file.write(csv.TEMPLATE.encode())
