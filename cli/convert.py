"""`retally convert`: logs of an older version of the format to today's."""

from typing import Annotated

import typer
from retally.cli.output import opened
from retally.cli.terminal import Exit, one_line, say
from retally.cli.verdicts import as_text
from retally.pipeline.convert import CURRENT, converted
from retally.pipeline.exporters.logs import on_one_line
from retally.pipeline.reading import Unreadable
from retally.pipeline.sources import CannotRead, RawLog, raw_logs
from retally.pipeline.verify import unreadable


def convert(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, folders or -")],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Also .gz or .zst; - for stdout.")
    ] = "-",
) -> None:
    """Bring logs of an older version of the format to today's, a line a game.

    Example: retally convert old.jsonl -o new.jsonl

    Today there is version 1 alone, so a log comes out as it is, or it is of no known version.
    Exit status 1 when a log could not be converted, 3 when a file could not be read.
    """
    written = refused = 0
    unread = False
    with opened(output) as file:
        for raw in raw_logs(paths):
            if not isinstance(raw, RawLog):
                say(f"{one_line(raw.source)}: {raw.reason}")
                unread = unread or isinstance(raw, CannotRead)
            elif isinstance(log := converted(raw), Unreadable):
                refused += 1
                say(as_text(unreadable(raw, log)))
            else:
                written += 1
                file.write(on_one_line(log) + b"\n")
        file.flush()
    say(f"{written} {'log' if written == 1 else 'logs'} of version {CURRENT}, {refused} refused")
    raise typer.Exit(Exit.STORE if unread else Exit.WRONG_LOGS if refused else Exit.WELL)
