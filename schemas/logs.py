"""Every log as one type, told apart by its game and its kind; its JSON Schema. Loads all models."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Discriminator, Tag, TypeAdapter
from retally.schemas.base import Envelope
from retally.schemas.registry import GAMES, SCORESHEET, log_room, room

KINDS = {**{key: (key,) for key in GAMES}, "six_nimmt": ("six_nimmt", SCORESHEET)}
"""The files that hold the log models of each game."""


def log_models(game: str | None = None) -> dict[str, type[Envelope]]:
    """Give the log models of one game, or of all, by the names of their files."""
    games = GAMES if game is None else (game,)
    return {kind: room("schemas", kind).Log for key in games for kind in KINDS[key]}


def any_log(game: str | None = None) -> TypeAdapter[Any]:
    """Give the union of all logs of a game, or of all games."""
    models = log_models(game)
    if len(models) == 1:
        return TypeAdapter(*models.values())
    union: Any = reduce(or_, (Annotated[model, Tag(kind)] for kind, model in models.items()))
    tagged: Any = Annotated[union, Discriminator(_kind)]
    return TypeAdapter(tagged)


def _kind(log: Any) -> str | None:
    """Say which model a log is due to follow, given as keys or as a model."""
    if isinstance(log, Envelope):
        return log.room
    return log_room(str(log.get("game")), log) if isinstance(log, Mapping) else None


def json_schema(game: str | None = None) -> dict[str, Any]:
    """Give the JSON Schema of one game's logs, or of any log."""
    made = any_log(game).json_schema()
    title = f"retally log, version 1: {GAMES[game].title if game else 'any game'}"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **made, "title": title}
