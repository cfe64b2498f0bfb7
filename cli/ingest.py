"""`retally ingest`: logs into the warehouse, and a line on what became of each file."""

import os
from typing import Annotated

import typer
from retally.cli.db import DEFAULT_DB, DbOption
from retally.cli.forms import FromOption, known_form
from retally.cli.jobs import JobsOption
from retally.cli.teller import Teller, exit_of, summary
from retally.cli.terminal import Exit, cannot, one_line, say
from retally.pipeline.ingest import ingest as loaded
from retally.pipeline.ingest import workers_for
from retally.pipeline.sources import CannotRead, all_unreadable, raw_logs
from retally.pipeline.store import StoreError, writing
from retally.pipeline.workers import WorkerDied, cores


def ingest(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, folders or -")],
    db: DbOption = DEFAULT_DB,
    strict: Annotated[
        bool, typer.Option("--strict", help="Load only what is fully verified.")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Let a log replace another with its game_id.")
    ] = False,
    jobs: JobsOption = None,
    form: FromOption = None,
) -> None:
    """Verify logs and load them into the warehouse; what is illegal is listed as a reject.

    Example: retally ingest sample_logs --db club.duckdb

    Exit status 1 when anything was rejected or mismatched, 3 when a file or the warehouse
    could not be read or written.
    """
    known_form(form)
    if not os.path.lexists(db) and all_unreadable(paths):
        for fault in raw_logs(paths):
            if isinstance(fault, CannotRead):
                say(f"{one_line(fault.source)}: {fault.reason}")
        cannot(f"nothing could be read, so {one_line(db)} is not made")
    watch, processes = Teller(), jobs or cores()
    try:
        with workers_for(paths, processes) as hire, writing(db, tell=say) as connection, watch:
            totals = loaded(
                connection,
                paths,
                strict=strict,
                replace=replace,
                watch=watch,
                jobs=processes,
                hire=hire,
                form=form,
            )
    except (StoreError, WorkerDied) as fault:
        watch.stopped("cut short")
        cannot(str(fault))
    except KeyboardInterrupt:
        watch.stopped("interrupted")
        raise typer.Exit(Exit.INTERRUPTED) from None
    say(summary(totals, db))
    raise typer.Exit(exit_of(totals))
