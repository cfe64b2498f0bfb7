"""Every game's log as one type, told apart by `game`; and its JSON Schema. Loads all models."""

from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field, TypeAdapter
from retally.schemas.base import Envelope
from retally.schemas.registry import GAMES, room


def log_models() -> dict[str, type[Envelope]]:
    """Give the log model of every registered game by the game's key."""
    return {key: room("schemas", key).Log for key in GAMES}


def any_log() -> TypeAdapter[Any]:
    """Give the union of all games' logs, discriminated by ``game``."""
    union: Any = reduce(or_, log_models().values())
    tagged: Any = Annotated[union, Field(discriminator="game")]
    return TypeAdapter(tagged)


def json_schema(game: str | None = None) -> dict[str, Any]:
    """Give the JSON Schema of one game's log, or of any log."""
    made = log_models()[game].model_json_schema() if game else any_log().json_schema()
    title = f"retally log, version 1: {GAMES[game].title if game else 'any game'}"
    of_draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {**of_draft, **_without_null_defaults(made), "title": title}


def _without_null_defaults(schema: Any) -> Any:
    """Leave out the default of a key that may be left out but not be null."""
    if isinstance(schema, list):
        return [_without_null_defaults(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    no_default = schema.get("default", ...) is None and "anyOf" not in schema
    return {
        key: _without_null_defaults(value)
        for key, value in schema.items()
        if not (no_default and key == "default")
    }
