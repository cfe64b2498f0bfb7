"""`retally reverify`: the stored logs under today's rules, a row a verdict that changed."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Annotated, Any

import typer
from retally.cli.db import DEFAULT_DB, DbOption
from retally.cli.rows import FormOption, OutputOption, form_of, write_rows
from retally.cli.terminal import Exit, cannot, one_line, say
from retally.pipeline.ingest import Run
from retally.pipeline.migrations import Connection
from retally.pipeline.reverify import Changed
from retally.pipeline.reverify import reverify as replayed
from retally.pipeline.sandbox import Column
from retally.pipeline.store import StoreError, reading, writing


def reverify(
    write: Annotated[
        bool, typer.Option("--write", help="Bring the warehouse up to date for what changed.")
    ] = False,
    db: DbOption = DEFAULT_DB,
    format_: FormOption = None,
    output: OutputOption = None,
) -> None:
    """Replay the stored logs by today's rules and say which verdicts changed, and how.

    Example: retally reverify --db club.duckdb

    Exit status 1 when any verdict changed.
    """
    form = form_of(format_, output, db)
    count = _Count(write)
    try:
        with reading(db, tell=say):
            pass  # a warehouse that is not there is not made here
        with _opened(db, write) as connection:
            write_rows(form, output, COLUMNS, count.rows(connection))
            sys.stdout.flush()
    except StoreError as fault:
        cannot(str(fault))
    except KeyboardInterrupt:
        say(f"interrupted; {count.in_words(db)}")
        raise typer.Exit(Exit.INTERRUPTED) from None
    say(count.in_words(db))
    raise typer.Exit(Exit.WRONG_LOGS if count.changed else Exit.WELL)


def _opened(db: str, write: bool) -> AbstractContextManager[Connection]:
    return writing(db, tell=say) if write else reading(db, tell=say)


class _Count:
    """Counts the games that go by, and ends the run where there is one."""

    def __init__(self, write: bool) -> None:
        self.write, self.games, self.changed = write, 0, 0

    def rows(self, connection: Connection) -> Iterator[tuple[Any, ...]]:
        """Give a row a verdict that changed; what is given is written, where asked."""
        run = Run(connection, replace=True, command="reverify") if self.write else None
        for page in replayed(connection, run):
            self.games += page.games
            self.changed += len(page.changed)
            yield from map(_row, page.changed)
        if run is not None:
            run.finished()

    def in_words(self, db: str) -> str:
        """Say how many games were replayed, how many changed, and whether that is written."""
        games = f"{self.games} {'game' if self.games == 1 else 'games'} replayed"
        written = "written to" if self.write else "nothing is written to"
        return f"{games}, {self.changed} changed; {written} {one_line(db)}"


COLUMNS = (
    Column("game_id", "VARCHAR"),
    Column("source", "VARCHAR"),
    Column("line", "BIGINT"),
    Column("status_before", "VARCHAR"),
    Column("status", "VARCHAR"),
    Column("scores_before", "VARCHAR"),
    Column("scores", "VARCHAR"),
    Column("winners_before", "VARCHAR[]"),
    Column("winners", "VARCHAR[]"),
    Column("findings_gone", "VARCHAR[]"),
    Column("findings_new", "VARCHAR[]"),
)
"""Scores and winners are NULL where they are what they were."""


def _row(changed: Changed) -> tuple[Any, ...]:
    log, before, now = changed
    scores: tuple[Any, ...] = None, None
    winners: tuple[Any, ...] = None, None
    if now is not None and now.scores != before.scores:
        scores = before.scores, now.scores
    if now is not None and now.winners != before.winners:
        winners = list(before.winners), list(now.winners)
    named = changed.findings_gone(), changed.findings_new()
    place = log.game_id, log.source, log.line
    return (*place, before.status, changed.status, *scores, *winners, *named)
