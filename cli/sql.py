"""`retally sql`: a question to the warehouse in SQL, or a prompt for many."""

import sys
from typing import Annotated

import typer
from retally.cli.db import DEFAULT_DB, DbOption
from retally.cli.prompt import converse
from retally.cli.rows import FormOption, OutputOption, form_of, write_rows
from retally.cli.terminal import cannot, say, wrong_usage
from retally.pipeline.sandbox import QueryError, asked, said_plainly
from retally.pipeline.store import StoreError

MOST_ROWS = 10_000
MOST_SECONDS = 60.0


def sql(
    query: Annotated[
        str | None, typer.Argument(metavar="[QUERY]", help="One SELECT; - reads it from stdin.")
    ] = None,
    file: Annotated[
        str | None, typer.Option("--file", "-f", metavar="FILE", help="Read the query from FILE.")
    ] = None,
    db: DbOption = DEFAULT_DB,
    format_: FormOption = None,
    output: OutputOption = None,
    limit: Annotated[
        int, typer.Option(min=0, metavar="ROWS", help="Most rows that are written; 0 for all.")
    ] = MOST_ROWS,
    timeout: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="Longest time; 0 for no limit.")
    ] = MOST_SECONDS,
) -> None:
    """Ask the warehouse in SQL, read-only; without a query and on a terminal, a prompt.

    Example: retally sql "select player, sum(points) from rounds group by all"
    """
    form = form_of(format_, output, db)

    def answer(question: str) -> None:
        with said_plainly(), asked(db, question, seconds=timeout, limit=limit, tell=say) as found:
            write_rows(form, output, found.columns, found.rows())
            sys.stdout.flush()
            if found.cut:
                say(f"these are the first {limit} rows, there are more; --limit 0 gives all")

    text = _query(query, file)
    if text is None:
        converse(answer, db)
        return
    try:
        answer(text)
    except QueryError as fault:
        wrong_usage(str(fault))
    except StoreError as fault:
        cannot(str(fault))


def _query(query: str | None, file: str | None) -> str | None:
    """Give the query that was typed, from where it was typed; None: it is to be asked for."""
    if query is not None and file is not None:
        wrong_usage("a query or --file, not both")
    if query is None and file is None:
        if sys.stdin.isatty() and sys.stdout.isatty():
            return None
        wrong_usage("no query; give one, or - to read it from standard input")
    if file is None and query != "-":
        return query
    try:
        if file in (None, "-"):
            return sys.stdin.buffer.read().decode("utf-8-sig")
        with open(str(file), encoding="utf-8-sig") as opened:
            return opened.read()
    except UnicodeDecodeError as fault:
        cannot(f"{file or 'standard input'}: the query is not UTF-8: {fault.reason}")
    except OSError as fault:
        cannot(f"{file}: {fault.strerror}")
