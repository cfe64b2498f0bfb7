"""`retally report`: a named report, or the list of them."""

import sys
from typing import Annotated

import typer
from retally.cli.db import DEFAULT_DB, DbOption
from retally.cli.rows import FormOption, OutputOption, form_of, write_rows
from retally.cli.speech import LangOption, told_again, tongue_of
from retally.cli.terminal import cannot, say, wrong_usage
from retally.lang import REPORT
from retally.pipeline.reports import UnknownName, reported, reports
from retally.pipeline.sandbox import Column
from retally.pipeline.store import StoreError


def report(
    name: Annotated[str | None, typer.Argument(help="Which report; without it, the list.")] = None,
    player: Annotated[str | None, typer.Option(metavar="P", help="Of this player.")] = None,
    game: Annotated[str | None, typer.Option(metavar="G", help="Of this game kind.")] = None,
    db: DbOption = DEFAULT_DB,
    format_: FormOption = None,
    output: OutputOption = None,
    lang: LangOption = None,
) -> None:
    """Print a named report; without a name, list them with what each row is.

    Example: retally report standings --game six_nimmt
    """
    form, tongue = form_of(format_, output, db), tongue_of(lang)
    if name is None:
        listed = [
            (
                of.name,
                tongue.title(of.title, REPORT),
                tongue.title(of.grain, REPORT),
                "; ".join(f"--{p}: {tongue.title(w, REPORT)}" for p, w in of.parameters.items()),
            )
            for of in reports().values()
        ]
        write_rows(form, output, LISTED, listed, tongue)
        return
    given = {"player": player, "game": game}
    asked_for = {key: value for key, value in given.items() if value is not None}
    try:
        with reported(db, name, asked_for, tell=say) as answer:
            rows = told_again(tongue, answer.columns, answer.rows())
            write_rows(form, output, answer.columns, rows, tongue)
            sys.stdout.flush()
    except UnknownName as fault:
        wrong_usage(str(fault))
    except StoreError as fault:
        cannot(str(fault))


LISTED = tuple(Column(name, "VARCHAR") for name in ("report", "title", "grain", "parameters"))
