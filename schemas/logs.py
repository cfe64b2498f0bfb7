"""Every log as one type, told apart by its game and its kind; its JSON Schema. Loads all models."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Discriminator, Tag, TypeAdapter
from retally.schemas.base import Envelope
from retally.schemas.registry import GAMES, SCORESHEET, log_room, room

KINDS = {**{key: game.title for key, game in GAMES.items()}, SCORESHEET: "a scoresheet of 6 nimmt!"}
"""The kinds of logs: each game's, and the one of scores alone. The keys are files of models."""


def log_models() -> dict[str, type[Envelope]]:
    """Give the log model of every kind."""
    return {kind: room("schemas", kind).Log for kind in KINDS}


def any_log() -> TypeAdapter[Any]:
    """Give the union of all logs, told apart by ``game`` and by ``scoresheet``."""
    tags = (Annotated[model, Tag(kind)] for kind, model in log_models().items())
    tagged: Any = Annotated[reduce(or_, tags), Discriminator(_kind)]
    return TypeAdapter(tagged)


def _kind(log: Any) -> str | None:
    """Say which model a log is due to follow, given as keys or as a model."""
    if isinstance(log, Envelope):
        return log.room
    return log_room(str(log.get("game")), log) if isinstance(log, Mapping) else None


def json_schema(kind: str | None = None) -> dict[str, Any]:
    """Give the JSON Schema of one kind of log, or of any log."""
    made = log_models()[kind].model_json_schema() if kind else any_log().json_schema()
    title = f"retally log, version 1: {KINDS[kind] if kind else 'any game'}"
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
