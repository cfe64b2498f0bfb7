"""`retally pages`: a site of plain files from the warehouse."""

from typing import Annotated

import typer
from retally.cli.db import DEFAULT_DB, DbOption
from retally.cli.speech import LangOption, tongue_of
from retally.cli.terminal import cannot, one_line, say, wrong_usage
from retally.pipeline.pages.charts import NoCharts
from retally.pipeline.pages.site import CannotWrite, write_site
from retally.pipeline.store import StoreError
from retally.schemas.told import told


def pages(
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="DIR", help="The folder to write to.")
    ],
    db: DbOption = DEFAULT_DB,
    lang: LangOption = None,
) -> None:
    """Write a site of the warehouse: overview, players, games that play back, findings.

    Example: retally pages -o site

    Plain files that open from the folder: no server, no network, no tracking. The charts need
    the extra: pip install 'retally[pages]'
    """
    tongue = tongue_of(lang)
    try:
        written = write_site(db, output, tell=say, tongue=tongue)
    except NoCharts as fault:
        wrong_usage(str(fault))
    except (StoreError, CannotWrite) as fault:
        cannot(str(fault))
    told_ = told(
        "{pages} pages, {games} of games and {players} of players, from {first} on",
        pages=written.pages,
        games=written.games,
        players=written.players,
        first=one_line(f"{output}/index.html"),
    )
    say(tongue.say(told_))
    if written.removed:
        removed = told("pages removed of what is there no more: {count}", count=written.removed)
        say(tongue.say(removed))
