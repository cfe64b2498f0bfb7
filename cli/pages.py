"""`retally pages`: a site of plain files from the warehouse."""

from typing import Annotated

import typer
from retally.cli.db import DEFAULT_DB, DbOption
from retally.cli.terminal import cannot, one_line, say, wrong_usage
from retally.pipeline.pages.charts import NoCharts
from retally.pipeline.pages.site import CannotWrite, write_site
from retally.pipeline.store import StoreError


def pages(
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="DIR", help="The folder to write to.")
    ],
    db: DbOption = DEFAULT_DB,
) -> None:
    """Write a site of the warehouse: overview, players, games that play back, findings.

    Example: retally pages -o site

    Plain files that open from the folder: no server, no network, no tracking. The charts need
    the extra: pip install 'retally[pages]'
    """
    try:
        written = write_site(db, output, tell=say)
    except NoCharts as fault:
        wrong_usage(str(fault))
    except (StoreError, CannotWrite) as fault:
        cannot(str(fault))
    say(
        f"{written.pages} pages, {written.games} of games and {written.players} of players,"
        f" from {one_line(output)}/index.html on"
    )
