"""The option --db FILE, shared by the commands that use the warehouse."""

from typing import Annotated

import typer

DbOption = Annotated[
    str, typer.Option("--db", metavar="FILE", envvar="RETALLY_DB", help="The warehouse.")
]
DEFAULT_DB = "retally.duckdb"
