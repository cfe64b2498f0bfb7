"""`retally schema`: the log format as JSON Schema."""

from typing import Annotated

import typer
from retally.cli.terminal import json_text, wrong_usage
from retally.pipeline.names import nearest


def schema(
    game: Annotated[
        str | None, typer.Argument(help="One game's log, or scoresheet; default: all")
    ] = None,
) -> None:
    """Print the log format as JSON Schema, for editors and other programs.

    Example: retally schema six_nimmt > six_nimmt.schema.json
    """
    from retally.schemas.logs import KINDS, json_schema

    if game is not None and game not in KINDS:
        wrong_usage(f"no game {game!r}{nearest(game, KINDS)}")
    print(json_text(json_schema(game), indent=2))
