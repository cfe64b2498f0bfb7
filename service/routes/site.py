"""The pages for people, live: overview, players, games that play back, findings, a log to check."""

from fastapi import APIRouter
from retally.lang import LANGUAGES
from retally.pipeline.migrations import Connection
from retally.pipeline.pages.addresses import file_name
from retally.pipeline.sources import RawLog
from retally.service.answers import VARY, TheHouse, answer, respond
from retally.service.house import House
from retally.service.negotiation import language
from retally.service.pages import (
    POLICY,
    Form,
    Logs,
    SitePage,
    check_page,
    checked_page,
    game_page,
    scripts,
    site_page,
)
from retally.service.problems import Problem
from retally.service.reader import page_of, queries
from retally.service.routes.games import kept_log
from retally.service.routes.verify import media_of
from retally.service.rows import Rendered
from starlette.requests import Request
from starlette.responses import Response

router = APIRouter(include_in_schema=False, default_response_class=Response)
HTML, SCRIPT, FORM = "text/html", "text/javascript", "application/x-www-form-urlencoded"


@router.get("/")
@router.get("/index.html")
async def overview(request: Request, house: TheHouse) -> Response:
    """Give the first page."""
    return await _of_site(request, house, "index.html")


@router.get("/check")
async def check(request: Request, house: TheHouse) -> Response:
    """Give the form for a log."""

    async def made(media: str) -> Rendered:
        asked = Logs([], spoken)
        html = await house.judges.call(check_page, asked, house.limits.judge_seconds)
        return Rendered(media, html.encode())

    spoken = _language(request)
    return _dressed(await answer(request, (HTML,), made, f"{house.life}-{spoken}"), spoken)


@router.post("/check")
async def checked(request: Request, house: TheHouse) -> Response:
    """Show the verdict on a log, its table at the fault. Stores nothing."""
    media_of(request, FORM)
    spoken = _language(request)
    form = Form(await request.body(), spoken)
    html = await house.judges.call(checked_page, form, house.limits.judge_seconds)
    return _dressed(await respond(request, Rendered(HTML, html.encode()), {}), spoken)


@router.get("/assets/{name}")
async def asset(request: Request, name: str, house: TheHouse) -> Response:
    """Give a script of the pages."""
    if name not in scripts():
        raise Problem(404, "there is nothing at this address")

    async def made(media: str) -> Rendered:
        return Rendered(media, scripts()[name].encode())

    return await answer(request, (SCRIPT,), made, house.life)


@router.get("/games/{name}")
async def game(request: Request, name: str, house: TheHouse) -> Response:
    """Give the page that plays a game back."""

    async def made(media: str) -> Rendered:
        log = await house.reader.read(lambda connection: _addressed(connection, name))
        asked = Logs([log], spoken)
        html = await house.judges.call(game_page, asked, house.limits.judge_seconds)
        if html is None:
            raise Problem(404, "this game has no moves to play back", "game")
        return Rendered(media, html.encode())

    spoken = _language(request)
    return _dressed(await answer(request, (HTML,), made, f"{house.version}-{spoken}"), spoken)


def _addressed(connection: Connection, name: str) -> RawLog:
    """Find the log of the game whose page has this name. Raises Problem where there is none."""
    own = name.removesuffix(".html")[-8:]
    for (game_id,) in page_of(connection, queries()["addressed"], {"own": own}).rows:
        if file_name(game_id) == name:
            return kept_log(connection, game_id)
    raise Problem(404, "there is nothing at this address")


@router.get("/players/{name}")
async def player(request: Request, name: str, house: TheHouse) -> Response:
    """Give a player's page."""
    return await _of_site(request, house, f"players/{name}")


@router.get("/{name}.html")
async def of_many(request: Request, name: str, house: TheHouse) -> Response:
    """Give a page of games or of findings."""
    return await _of_site(request, house, f"{name}.html")


async def _of_site(request: Request, house: House, address: str) -> Response:
    spoken = _language(request)
    await house.rated()
    async with house.snapshot.copy() as copy:

        async def made(media: str) -> Rendered:
            asked = SitePage(copy.path, address, spoken)
            html = await house.page_makers.call(site_page, asked, house.limits.seconds)
            if html is None:
                raise Problem(404, "there is nothing at this address")
            return Rendered(media, html.encode())

        version = f"{house.life}-{copy.number}-{spoken}"
        return _dressed(await answer(request, (HTML,), made, version), spoken)


def _language(request: Request) -> str:
    """Choose the language of a page."""
    return language(request.headers.get("accept-language"), LANGUAGES)


def _dressed(response: Response, spoken: str) -> Response:
    response.headers["content-language"] = spoken
    response.headers["vary"] = f"{VARY}, Accept-Language"
    response.headers["content-security-policy"] = POLICY
    response.headers["referrer-policy"] = "same-origin"
    return response
