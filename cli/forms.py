"""The option --from FORMAT, shared by the commands that read logs of foreign forms too."""

from collections.abc import Iterator
from typing import Annotated

import typer
from retally.cli.terminal import wrong_usage
from retally.pipeline.importers.files import FORMATS, UnknownForm, importer, live_logs, raw_logs
from retally.pipeline.sources import Found

FromOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="FORMAT",
        help=f"All files are of this foreign format: {', '.join(FORMATS)}. Without it each is"
        " recognised by its content.",
    ),
]


def known_form(form: str | None) -> str | None:
    """Give the format back that was asked for; one that is not known is wrong usage."""
    try:
        if form is not None:
            importer(form)
    except UnknownForm as fault:
        wrong_usage(str(fault))
    return form


def live_logs_of(paths: list[str], form: str | None) -> Iterator[Found | None]:
    """Yield logs as ``logs_of`` does, and None where the next may be long in coming."""
    return live_logs(paths, known_form(form))


def logs_of(paths: list[str], form: str | None) -> Iterator[Found]:
    """Yield the logs of files of any form; a format that is not known is wrong usage."""
    return raw_logs(paths, known_form(form))
