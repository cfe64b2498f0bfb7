"""The option that says how many processes judge logs."""

from typing import Annotated, TypeAlias

import typer

JobsOption: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--jobs", min=1, metavar="N", help="Judge in so many processes; as many as cores."
    ),
]
