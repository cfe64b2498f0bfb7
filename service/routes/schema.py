"""The log format as JSON Schema."""

from functools import cache

from fastapi import APIRouter
from retally.pipeline.names import nearest
from retally.pipeline.safe_text import json_text
from retally.schemas.logs import KINDS, json_schema
from retally.service.answers import NOT_MODIFIED, TheHouse, answer, name_of, told
from retally.service.problems import Problem
from retally.service.rows import JSON, Rendered
from starlette.requests import Request
from starlette.responses import Response

router = APIRouter(tags=["schema"], default_response_class=Response)
SCHEMA = "application/schema+json"


@router.get("/v1/schema/{game}", responses={200: told("JSON Schema", SCHEMA), **NOT_MODIFIED})
async def schema(request: Request, game: str, house: TheHouse) -> Response:
    """Give the log format of a game, or of a `scoresheet`."""
    kind = name_of(game)
    if kind not in KINDS:
        raise Problem(404, f"no game {kind!r}{nearest(kind, KINDS)}", "game")

    async def made(media: str) -> Rendered:
        return Rendered(media, _schema(kind))

    return await answer(request, (SCHEMA, JSON), made, house.life)


@cache
def _schema(kind: str) -> bytes:
    return json_text(json_schema(kind), indent=2).encode()
