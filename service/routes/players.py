"""Players: listed, and what came out for each."""

from typing import Annotated

from fastapi import APIRouter, Query
from retally.pipeline.migrations import Connection
from retally.service.answers import TheHouse, answer, name_of, told_rows
from retally.service.paging import CursorParameter, LimitParameter, page_after
from retally.service.problems import Problem
from retally.service.reader import page_of, queries
from retally.service.routes.games import check_game
from retally.service.rows import ROW_MEDIA, Rendered, rendered
from starlette.requests import Request
from starlette.responses import Response

router = APIRouter(tags=["players"], default_response_class=Response)


@router.get("/v1/players", responses=told_rows("Players in the order of their names"))
async def players(
    request: Request,
    house: TheHouse,
    game: Annotated[str | None, Query(description="Who played this kind of game")] = None,
    limit: LimitParameter = 100,
    cursor: CursorParameter = None,
) -> Response:
    """List players, a page of them."""
    check_game(game)
    return await page_after(request, house, "players", {"game": game}, limit, cursor)


@router.get("/v1/players/{player}", responses=told_rows("A row a kind of game"))
async def player(request: Request, player: str, house: TheHouse) -> Response:
    """Tell what came out for a player in each kind of game."""
    name = name_of(player)

    async def made(media: str) -> Rendered:
        def read(connection: Connection) -> Rendered:
            page = page_of(connection, queries()["player"], {"player": name})
            if not page.rows:
                raise Problem(404, "no player has this name", "player")
            return rendered(page, media, house.limits.answer_bytes)

        return await house.reader.read(read)

    return await answer(request, ROW_MEDIA, made, house.version)
