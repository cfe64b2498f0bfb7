"""`retally ingest`: logs into the warehouse, and a line on what became of each file."""

from collections import Counter
from types import TracebackType
from typing import Annotated

import typer
from retally.cli.db import DEFAULT_DB, DbOption
from retally.cli.terminal import Exit, cannot, one_line, say
from retally.pipeline.ingest import ingest as loaded
from retally.pipeline.sources import CannotRead, NoLogs
from retally.pipeline.store import StoreError, writing
from retally.pipeline.tally import Count, FileCount, Totals, Watch
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


def ingest(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, folders or -")],
    db: DbOption = DEFAULT_DB,
    strict: Annotated[
        bool, typer.Option("--strict", help="Load only what is fully verified.")
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Let a log replace another with its game_id.")
    ] = False,
) -> None:
    """Verify logs and load them into the warehouse; what is illegal is listed as a reject.

    Example: retally ingest sample_logs --db club.duckdb

    Exit status 1 when anything was rejected or mismatched, 3 when a file or the warehouse
    could not be read or written.
    """
    watch = _Teller()
    try:
        with writing(db, tell=say) as connection, watch:
            totals = loaded(connection, paths, strict=strict, replace=replace, watch=watch)
    except StoreError as fault:
        watch.stopped("cut short")
        cannot(str(fault))
    except KeyboardInterrupt:
        watch.stopped("interrupted")
        raise typer.Exit(Exit.INTERRUPTED) from None
    say(_summary(totals, db))
    wrong = totals.counts["rejected"] or totals.counts["mismatched"]
    raise typer.Exit(Exit.STORE if totals.unread else Exit.WRONG_LOGS if wrong else Exit.WELL)


class _Teller(Watch):
    """Says a line a file; on a terminal a bar stands below them."""

    def __init__(self) -> None:
        self.totals: Totals | None = None
        self.bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.completed:,} logs"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self.bar.disable = not self.bar.console.is_terminal

    def __enter__(self) -> None:
        self.bar.start()
        self.task = self.bar.add_task("verifying", total=None)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.bar.stop()

    def judged(self, logs: int) -> None:
        self.bar.advance(self.task, logs)

    def committed(self, totals: Totals) -> None:
        self.totals = totals

    def file(self, file: FileCount) -> None:
        say(f"{one_line(file.source)}: {_counts(file.logs, file.counts)}")

    def nothing(self, what: CannotRead | NoLogs) -> None:
        say(f"{one_line(what.source)}: {what.reason}")

    def stopped(self, why: str) -> None:
        """Say what a run that was cut leaves, and how to go on."""
        if self.totals is not None:
            say(f"{why}; kept are {_counts(self.totals.logs, self.totals.counts)}")
            say("the same command goes on from there: what is loaded is skipped")


def _summary(totals: Totals, db: str) -> str:
    files = f"{totals.files} {'file' if totals.files == 1 else 'files'}"
    return f"{files}, {_counts(totals.logs, totals.counts)}; in {one_line(db)}"


def _counts(logs: int, counts: Counter[Count]) -> str:
    """Write counts as in: 17 logs: 15 loaded (1 mismatched, 1 replaced), 1 skipped."""
    among = ", ".join(f"{counts[kind]} {kind}" for kind in _AMONG_LOADED if counts[kind])
    loaded_ones = f"{counts['loaded']} loaded" + (f" ({among})" if among else "")
    parts = [loaded_ones, *(f"{counts[kind]} {kind}" for kind in _OTHERS if counts[kind])]
    return f"{logs} {'log' if logs == 1 else 'logs'}: {', '.join(parts)}"


_AMONG_LOADED: tuple[Count, ...] = ("mismatched", "replaced")
_OTHERS: tuple[Count, ...] = ("skipped", "rejected")
