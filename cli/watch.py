"""`retally watch`: a folder whose logs are loaded as they come."""

import os
import signal
from importlib.util import find_spec
from threading import Event
from typing import Annotated

import typer
from retally.cli.db import DEFAULT_DB, DbOption
from retally.cli.teller import Teller, summary
from retally.cli.terminal import Exit, cannot, one_line, say, wrong_usage
from retally.pipeline.ingest import ingest
from retally.pipeline.sources import CannotRead
from retally.pipeline.store import StoreError, writing
from retally.pipeline.tally import Totals
from retally.pipeline.watching import Folder, watched

NEEDED = "watch needs the package watchfiles: pip install 'retally[watch]'"


def watch(
    folder: Annotated[str, typer.Argument(metavar="DIR", help="The folder, and all in it.")],
    db: DbOption = DEFAULT_DB,
    settle: Annotated[
        float,
        typer.Option(min=0.1, metavar="S", help="A file has come to rest after so many seconds."),
    ] = 2.0,
    patience: Annotated[
        float,
        typer.Option(min=0.1, metavar="S", help="A file without its end is taken after so many."),
    ] = 60.0,
    strict: Annotated[
        bool, typer.Option("--strict", help="Load only what is fully verified.")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Let a log replace another with its game_id.")
    ] = False,
) -> None:
    """Load what appears or grows in a folder, until it is stopped; moves nothing.

    Example: retally watch inbox --db club.duckdb

    What is loaded is known by its content, so a restart loads nothing twice. Ends with status 0 on
    SIGTERM, 130 on Ctrl-C; what was begun is finished.
    """
    if find_spec("watchfiles") is None:
        wrong_usage(NEEDED)
    if not os.path.isdir(folder):
        cannot(f"{one_line(folder)} is no folder")
    stop = Event()
    heard = _hearing(stop)
    _open(db)
    say(f"watching {one_line(folder)}")
    of_folder = Folder(folder, settle, max(settle, patience))
    for files in watched(of_folder, stop, _report):
        try:
            say(summary(_load(db, files, strict, replace), db))
        except StoreError as fault:  # another process has it, or there is no room: later
            say(f"{fault}; tried again")
            of_folder.noticed(files)
    say("stopped")
    raise typer.Exit(Exit.INTERRUPTED if signal.SIGINT in heard else Exit.WELL)


def _hearing(stop: Event) -> set[int]:
    """Have signals set the event; give the set of those that come."""
    heard: set[int] = set()

    def hear(number: int, _: object) -> None:
        heard.add(number)
        stop.set()

    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, hear)
    return heard


def _open(db: str) -> None:
    """Make the warehouse where there is none; end where it cannot be had."""
    try:
        with writing(db, tell=say):
            pass
    except StoreError as fault:
        cannot(str(fault))


def _load(db: str, files: list[str], strict: bool, replace: bool) -> Totals:
    teller = Teller()
    with writing(db, tell=say) as connection, teller:
        return ingest(connection, files, strict=strict, replace=replace, watch=teller)


def _report(fault: CannotRead) -> None:
    say(f"{one_line(fault.source)}: {fault.reason}")
