"""Games: posted, listed, told, with their logs and facts."""

import json
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field
from retally.pipeline import logs
from retally.pipeline.cells import plain
from retally.pipeline.migrations import Connection
from retally.pipeline.names import nearest
from retally.pipeline.safe_text import json_text
from retally.pipeline.sifting import NEVER_LOADED, Single
from retally.pipeline.sources import RawLog
from retally.pipeline.tally import Fate
from retally.schemas.findings import Verdict
from retally.schemas.registry import GAMES
from retally.service.answers import (
    NOT_MODIFIED,
    TheHouse,
    answer,
    body,
    name_of,
    respond,
    told,
    told_rows,
)
from retally.service.paging import CursorParameter, LimitParameter, page_after, page_skipping
from retally.service.problems import Problem
from retally.service.reader import objects, page_of, queries
from retally.service.routes.verify import media_of, whole_log
from retally.service.rows import JSON, Rendered
from starlette.requests import Request
from starlette.responses import Response

router = APIRouter(tags=["games"], default_response_class=Response)
SOURCE = "http"
"""What the warehouse has as the source of posted logs."""


class StoredDetails(BaseModel):
    """What became of a posted log."""

    stored: bool = Field(description="Whether it is new; else the warehouse had it")
    location: str = Field(description="Where the game is")
    verdict: Verdict


class SeatDetails(BaseModel):
    """A player of a game."""

    seat: int
    player: str
    final_score: int
    rank: int | None
    is_winner: bool | None
    recorded_score: int | None


class GameDetails(BaseModel):
    """A game as it was loaded."""

    game_id: str
    game: str
    edition: str
    options: dict[str, Any]
    played_at: str | None
    status: str
    finished: bool
    rounds: int
    log_sha256: str
    seats: list[SeatDetails]
    findings: list[dict[str, Any]] = Field(description="As `verify` gives them")


DETAILS = (StoredDetails, GameDetails)


def address_of(game_id: str) -> str:
    """Give the address of a game."""
    return f"/v1/games/{quote(game_id, safe='')}"


# Posting ----------------------------------------------------------------------------------


@router.post(
    "/v1/games",
    status_code=201,
    responses={
        201: told("Verified and stored", JSON, "StoredDetails"),
        200: told("The warehouse had it already", JSON, "StoredDetails"),
        409: told("Another log has this id", "application/problem+json", "ProblemDetails"),
        422: told("Illegal or unreadable: why", "application/problem+json", "ProblemDetails"),
    },
    openapi_extra=body(JSON),
)
async def post_game(request: Request, house: TheHouse) -> Response:
    """Verify a log and store it; answered when it is in the warehouse for good.

    What is refused is listed among the rejects, as `retally ingest` does.
    """
    media_of(request, JSON)
    log, fate = await house.store(RawLog(SOURCE, 1, await whole_log(request)))
    house.metrics.posted(fate[0])
    if "rejected" in fate:
        raise _refused(log)
    return await _stored(request, log, fate)


def _refused(log: Single) -> Problem:
    findings = log.verdict.model_dump(mode="json")["findings"]
    if log.verdict.status in NEVER_LOADED:
        detail = f"the log is {log.verdict.status}; the findings say why"
        return Problem(422, detail, "log", verdict=log.verdict.status.value, findings=findings)
    detail = "another log of other content has this game_id"
    return Problem(409, detail, "game-id-taken", game_id=log.verdict.game_id, findings=findings)


async def _stored(request: Request, log: Single, fate: Fate) -> Response:
    new = "loaded" in fate
    location = address_of(str(log.verdict.game_id))
    verdict = log.verdict.model_dump(mode="json")
    text = json_text({"stored": new, "location": location, "verdict": verdict})
    made = Rendered(JSON, text.encode() + b"\n")
    return await respond(request, made, {"Location": location}, 201 if new else 200)


# Asking -----------------------------------------------------------------------------------


@router.get("/v1/games", responses=told_rows("Games in the order of their ids"))
async def games(
    request: Request,
    house: TheHouse,
    game: Annotated[str | None, Query(description="Games of this kind")] = None,
    player: Annotated[str | None, Query(description="Games of this player")] = None,
    limit: LimitParameter = 100,
    cursor: CursorParameter = None,
) -> Response:
    """List games, a page of them."""
    check_game(game)
    given = {"game": game, "player": player}
    return await page_after(request, house, "games", given, limit, cursor)


def check_game(game: str | None) -> None:
    """Raise Problem for a kind of game that there is not."""
    if game is not None and game not in GAMES:
        raise Problem(400, f"no game {game!r}{nearest(game, GAMES)}", "parameters")


@router.get(
    "/v1/games/{game_id}", responses={200: told("A game", JSON, "GameDetails"), **NOT_MODIFIED}
)
async def game(request: Request, game_id: str, house: TheHouse) -> Response:
    """Tell a game: its rules, its players and what came out, its findings."""
    name = name_of(game_id)

    async def made(media: str) -> Rendered:
        found = await house.reader.read(lambda connection: _game(connection, name))
        return Rendered(media, json_text(found).encode() + b"\n")

    return await answer(request, (JSON,), made, house.version)


def _game(connection: Connection, game_id: str) -> dict[str, Any]:
    asked = queries()
    given = {"game_id": game_id}
    found = objects(page_of(connection, asked["game"], given))
    if not found:
        raise _unknown()
    told_of = {name: plain(value) for name, value in found[0].items()}
    told_of["options"] = json.loads(found[0]["options"])
    told_of["seats"] = objects(page_of(connection, asked["seats"], given))
    findings = objects(page_of(connection, asked["game-findings"], given))
    told_of["findings"] = [_finding(each) for each in findings]
    return told_of


def _finding(row: dict[str, Any]) -> dict[str, Any]:
    """Give a stored finding as ``verify`` gives it: what is JSON in the warehouse is so here."""
    kept = ("expected", "recorded", "legal_under")
    return {
        name: json.loads(value) if name in kept and value is not None else value
        for name, value in row.items()
    }


def _unknown() -> Problem:
    return Problem(404, "no game has this id", "game")


@router.get("/v1/games/{game_id}/log", responses={200: told("The log", JSON), **NOT_MODIFIED})
async def log(request: Request, game_id: str, house: TheHouse) -> Response:
    """Give the log of a game as it was posted or ingested, byte for byte."""
    name = name_of(game_id)

    async def made(media: str) -> Rendered:
        found = await house.reader.read(lambda connection: kept_log(connection, name))
        return Rendered(media, found.raw)

    return await answer(request, (JSON,), made, house.version)


def kept_log(connection: Connection, game_id: str) -> RawLog:
    """Give a log as it is kept. Raises Problem where there is none."""
    found = logs.kept_log(connection, game_id)
    if found is None:
        raise _unknown()
    raw = found.raw()
    if raw is None:
        raise Problem(503, "the log that is stored of this game is damaged", "damaged")
    return RawLog(found.source, found.line, raw)


@router.get("/v1/games/{game_id}/facts", responses=told_rows("A row a turn and player"))
async def facts(
    request: Request,
    game_id: str,
    house: TheHouse,
    limit: LimitParameter = 1000,
    cursor: CursorParameter = None,
) -> Response:
    """Give what each player did in each turn of a game, and what it brought."""
    name = name_of(game_id)

    def known(connection: Connection) -> None:
        if not list(page_of(connection, queries()["game"], {"game_id": name}).rows):
            raise _unknown()

    given = {"game_id": name}
    return await page_skipping(request, house, "facts", given, limit, cursor, known)
