"""Named reports: which there are, and asking one."""

import datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query
from retally.pipeline.migrations import Connection
from retally.pipeline.reports import PLAYERS, Report, UnknownName, check_player, checked
from retally.pipeline.reports import reports as known_reports
from retally.pipeline.safe_text import json_text
from retally.pipeline.sandbox import Column
from retally.service.answers import TheHouse, answer, name_of, told_rows
from retally.service.house import House
from retally.service.problems import Problem
from retally.service.rows import ROW_MEDIA, Page, Rendered, cut, rendered
from retally.service.spelling import DAY, WHOLE
from starlette.requests import Request
from starlette.responses import Response

router = APIRouter(tags=["reports"], default_response_class=Response)
LISTED = tuple(
    Column(name, "JSON" if name == "parameters" else "VARCHAR")
    for name in ("report", "title", "grain", "parameters")
)


@router.get("/v1/reports", responses=told_rows("Which reports there are"))
async def reports(request: Request, house: TheHouse) -> Response:
    """List the reports, what a row of each is, and which parameters it takes."""
    rows = [
        (of.name, of.title, of.grain, json_text(of.parameters)) for of in known_reports().values()
    ]

    async def made(media: str) -> Rendered:
        return rendered(Page(LISTED, rows), media, house.limits.answer_bytes)

    return await answer(request, ROW_MEDIA, made, house.life)


@router.get("/v1/reports/{name}", responses=told_rows("The rows of the report"))
async def report(
    request: Request,
    name: str,
    house: TheHouse,
    player: Annotated[str | None, Query(description="Of this player")] = None,
    game: Annotated[str | None, Query(description="Of this kind of game")] = None,
    edition: Annotated[str | None, Query(description="Games of this edition")] = None,
    from_: Annotated[
        datetime.date | None,
        DAY,
        Query(alias="from", description="Games of this day (UTC) or later"),
    ] = None,
    to: Annotated[
        datetime.date | None, DAY, Query(description="Games of this day (UTC) or earlier")
    ] = None,
    min_games: Annotated[
        int | None, WHOLE, Query(ge=1, le=2**31 - 1, description="Who has at least so many games")
    ] = None,
) -> Response:
    """Ask a report; each takes some of the parameters, as `/v1/reports` says."""
    given = {"player": player, "game": game, "edition": edition, "from": from_, "to": to,
             "min_games": min_games}  # fmt: skip
    asked = {key: value for key, value in given.items() if value is not None}
    wanted = name_of(name)
    if wanted not in known_reports():
        _check_name(wanted)
    try:
        found, parameters = checked(wanted, asked, lambda parameter: parameter)
    except UnknownName as fault:
        raise Problem(400, str(fault), "parameters") from None

    async def made(media: str) -> Rendered:
        return await _asked(house, found, parameters, media)

    return await answer(request, ROW_MEDIA, made, house.version)


def _check_name(name: str) -> None:
    try:
        checked(name, {})
    except UnknownName as fault:
        raise Problem(404, str(fault), "report") from None


async def _asked(house: House, report: Report, parameters: dict[str, Any], media: str) -> Rendered:
    if report.of_ratings:
        await house.rated()
    limits = house.limits

    def read(connection: Connection) -> Rendered:
        if parameters.get("player") is not None:
            known = [name for (name,) in connection.execute(PLAYERS).fetchall()]
            _check_player(parameters["player"], known)
        found = connection.execute(report.query, parameters)
        columns = tuple(Column(of[0], str(of[1])) for of in found.description or ())
        rows = found.fetchmany(limits.rows + 1)
        made = rendered(Page(columns, rows[: limits.rows]), media, limits.answer_bytes)
        return cut(made) if len(rows) > limits.rows else made

    return await house.reader.read(read)


def _check_player(player: str, known: list[str]) -> None:
    try:
        check_player(player, known)
    except UnknownName as fault:
        raise Problem(404, str(fault), "player") from None
