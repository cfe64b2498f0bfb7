"""`retally rejects`: what was not loaded and why; --retry takes it up again."""

import sys
from typing import Annotated

import typer
from retally.cli.db import DEFAULT_DB, DbOption
from retally.cli.rows import FormOption, OutputOption, form_of, write_rows
from retally.cli.speech import LangOption, told_again, tongue_of
from retally.cli.teller import Teller, exit_of, summary
from retally.cli.terminal import Exit, cannot, one_line, say, wrong_usage
from retally.pipeline.rejects import NotRestored, rejected, retry
from retally.pipeline.store import StoreError, reading, writing


def rejects(
    raw: Annotated[bool, typer.Option("--raw", help="With the text of each log.")] = False,
    again: Annotated[
        bool, typer.Option("--retry", help="Take them up again from their stored text.")
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="With --retry: load only what is fully verified.")
    ] = False,
    replace: Annotated[
        bool,
        typer.Option("--replace", help="With --retry: let a log replace another of its game_id."),
    ] = False,
    db: DbOption = DEFAULT_DB,
    format_: FormOption = None,
    output: OutputOption = None,
    lang: LangOption = None,
) -> None:
    """List what was not loaded and why; with --retry, take it up again.

    Example: retally rejects --db club.duckdb

    Exit status of --retry 1 when anything is still rejected, or mismatched.
    """
    if again and (raw or format_ or output):
        wrong_usage("--retry lists nothing; leave out --raw, --format and -o")
    if not again and (strict or replace):
        wrong_usage("--strict and --replace go with --retry")
    if again:
        raise typer.Exit(_retried(db, strict, replace))
    form, tongue = form_of(format_, output, db), tongue_of(lang)
    try:
        with rejected(db, texts=raw, tell=say) as answer:
            rows = told_again(tongue, answer.columns, answer.rows())
            write_rows(form, output, answer.columns, rows, tongue)
            sys.stdout.flush()
    except StoreError as fault:
        cannot(str(fault))


def _retried(db: str, strict: bool, replace: bool) -> Exit:
    """Take the rejects up again, say what became of them; give the exit status."""
    watch = Teller("what is loaded has left the list")
    left: list[NotRestored] = []
    try:
        with reading(db, tell=say):
            pass  # a warehouse that is not there is not made here
        with writing(db, tell=say) as connection, watch:
            totals = retry(
                connection, strict=strict, replace=replace, watch=watch, leave=left.append
            )
    except StoreError as fault:
        watch.stopped("cut short")
        cannot(str(fault))
    except KeyboardInterrupt:
        watch.stopped("interrupted")
        raise typer.Exit(Exit.INTERRUPTED) from None
    for kept in left:
        say(f"{one_line(kept.source)}:{kept.line}: left as it is: {kept.reason}")
    say(summary(totals, db))
    return exit_of(totals) or (Exit.WRONG_LOGS if left else Exit.WELL)
