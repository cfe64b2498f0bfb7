"""`retally report`: a named report, or the list of them."""

import sys
from typing import Annotated, Any

import typer
from retally.cli.db import DEFAULT_DB, DbOption
from retally.cli.page import write_page
from retally.cli.rows import Form, FormOption, OutputOption, form_of, rows_page, write_rows
from retally.cli.speech import LangOption, told_again, tongue_of
from retally.cli.terminal import cannot, say, wrong_usage
from retally.lang import REPORT, Tongue
from retally.pipeline.reports import UnknownName, option, reported_whole, reports
from retally.pipeline.sandbox import Column
from retally.pipeline.store import StoreError
from retally.schemas.told import told


def report(
    name: Annotated[str | None, typer.Argument(help="Which report; without it, the list.")] = None,
    player: Annotated[str | None, typer.Option(metavar="P", help="Of this player.")] = None,
    game: Annotated[str | None, typer.Option(metavar="G", help="Of this game kind.")] = None,
    edition: Annotated[
        str | None, typer.Option(metavar="E", help="Games of this edition of the rules.")
    ] = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="DAY", help="Games of this day (UTC) or later.")
    ] = None,
    to: Annotated[
        str | None, typer.Option(metavar="DAY", help="Games of this day (UTC) or earlier.")
    ] = None,
    min_games: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Who has at least so many games.")
    ] = None,
    db: DbOption = DEFAULT_DB,
    format_: FormOption = None,
    output: OutputOption = None,
    lang: LangOption = None,
) -> None:
    """Print a named report; without a name, list them with what each row is.

    Example: retally report standings --game six_nimmt

    --format html makes a page; that of the report player has charts, opponents and games too.
    """
    form, tongue = form_of(format_, output, db), tongue_of(lang)
    if name is None:
        listed = [
            (
                of.name,
                tongue.title(of.title, REPORT),
                tongue.title(of.grain, REPORT),
                "; ".join(
                    f"{option(p)}: {tongue.title(w, REPORT)}" for p, w in of.parameters.items()
                ),
            )
            for of in reports().values()
        ]
        write_rows(form, output, LISTED, listed, tongue)
        return
    given = {
        "player": player,
        "game": game,
        "edition": edition,
        "from": from_,
        "to": to,
        "min_games": min_games,
    }
    asked_for = {key: value for key, value in given.items() if value is not None}
    try:
        with reported_whole(db, name, asked_for, tell=say) as answer:
            rows = told_again(tongue, answer.columns, answer.rows)
            if form is not Form.HTML:
                write_rows(form, output, answer.columns, rows, tongue)
                sys.stdout.flush()
                return
            page = rows_page(*_heading(name, tongue), answer.columns, rows, tongue)
        if name == "player" and player is not None:
            page = _player_page(db, asked_for, tongue)
        write_page(page, output, made_from=db)
    except UnknownName as fault:
        wrong_usage(str(fault))
    except StoreError as fault:
        cannot(str(fault))


def _heading(name: str, tongue: Tongue) -> tuple[str, str]:
    """Give the title of a report's page and the caption of its table."""
    of = reports()[name]
    grain = tongue.title(of.grain, REPORT)
    return tongue.title(of.title, REPORT), tongue.say(told("The rows: {grain}.", grain=grain))


def _player_page(db: str, asked: dict[str, Any], tongue: Tongue) -> str:
    from retally.pipeline.pages.charts import NoCharts
    from retally.pipeline.pages.site import player_page

    try:
        return player_page(
            db, asked["player"], asked.get("game"), asked=asked, tell=say, tongue=tongue
        )
    except NoCharts as fault:
        wrong_usage(str(fault))


LISTED = tuple(Column(name, "VARCHAR") for name in ("report", "title", "grain", "parameters"))
