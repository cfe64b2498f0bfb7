"""`retally audit`: what has to be true of a warehouse, a line an audit; the rows that break it."""

import sys
from typing import Annotated

import typer
from retally.cli.db import DEFAULT_DB, DbOption
from retally.cli.rows import FormOption, OutputOption, form_of, say_rows, write_rows
from retally.cli.terminal import Exit, cannot, say, wrong_usage
from retally.pipeline.audit import Audited, UnknownAudit, audited, chosen
from retally.pipeline.sandbox import Column
from retally.pipeline.store import StoreError, reading

MOST_SHOWN = 10
"""Of each audit that fails so many rows are shown beside the list."""


def audit(
    name: Annotated[str | None, typer.Argument(help="Only this one, with all its rows.")] = None,
    db: DbOption = DEFAULT_DB,
    format_: FormOption = None,
    output: OutputOption = None,
) -> None:
    """Hold the warehouse against what has to be true of it: sums, cards, stones, runs, logs.

    Example: retally audit --db club.duckdb

    Exit status 1 when anything is violated.
    """
    form = form_of(format_, output, db)
    try:
        asked = chosen(name)
        with reading(db, tell=say) as connection:
            most = None if name else MOST_SHOWN
            results = list(audited(connection, asked, most=most))
    except UnknownAudit as fault:
        wrong_usage(str(fault))
    except StoreError as fault:
        cannot(str(fault))
    if name:
        write_rows(form, output, results[0].columns, results[0].rows)
    else:
        write_rows(form, output, LISTED, map(_line, results))
    sys.stdout.flush()
    for result in results:
        _say_why(result, rows=name is None)
    raise typer.Exit(Exit.WELL if all(result.holds for result in results) else Exit.WRONG_LOGS)


LISTED = (
    Column("audit", "VARCHAR"),
    Column("result", "VARCHAR"),
    Column("violations", "BIGINT"),
    Column("excepted", "BIGINT"),
    Column("title", "VARCHAR"),
)


def _line(result: Audited) -> tuple[str, str, int, int, str]:
    said = "holds" if result.holds else "violated" if result.violations else "idle exception"
    return result.audit.name, said, result.violations, result.excepted, result.audit.title


def _say_why(result: Audited, *, rows: bool) -> None:
    """Say what an audit found, and where asked the first of its rows."""
    name = result.audit.name
    for exemption in result.idle:
        say(f"{name}: the exception {exemption.condition} is no longer needed; take it out")
    if result.violations and rows:
        say(f"\n{name}: {result.violations} violated; {result.audit.grain}")
        say_rows(result.columns, result.rows)
        if result.violations > len(result.rows):
            say(f"these are the first {len(result.rows)}; retally audit {name} has them all")
