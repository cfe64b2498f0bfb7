"""A page of one table, and what every page but a replay is dressed in. Asks no store."""

from functools import cache
from typing import Any

from retally.lang import ENGLISH, Tongue
from retally.pipeline.pages.render import page, policy, script, style
from retally.pipeline.pages.tables import Table


@cache
def dressed() -> dict[str, Any]:
    """Give the style and the script of pages of tables, and the policy that lets it run."""
    scripts = script("sort.js")
    return {"style": style("base.css", "site.css"), "script": scripts, "policy": policy(scripts)}


def table_page(title: str, table: Table, tongue: Tongue = ENGLISH) -> str:
    """Make a page of one table that stands alone."""
    return page("table.html", tongue, title=title, home=None, here="", rows=table, **dressed())
