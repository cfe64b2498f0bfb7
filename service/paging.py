"""Long answers a page at a time: a page, and the cursor of the one after it."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from fastapi import Query
from retally.pipeline.migrations import Connection
from retally.service import cursors
from retally.service.answers import answer
from retally.service.house import House
from retally.service.reader import page_of, queries
from retally.service.rows import ROW_MEDIA, Page, Rendered, rendered
from retally.service.spelling import WHOLE
from starlette.requests import Request
from starlette.responses import Response

LimitParameter = Annotated[int, WHOLE, Query(ge=1, le=10_000, description="Most rows of a page")]
CursorParameter = Annotated[
    str | None, Query(max_length=2048, description="`next` of the page before")
]


async def page_after(
    request: Request,
    house: House,
    query: str,
    given: Mapping[str, Any],
    limit: int,
    cursor: str | None,
) -> Response:
    """Answer with the rows after one whose first column the cursor has; they are in its order."""
    after = None if cursor is None else cursors.read(cursor, str)

    def ask(connection: Connection) -> tuple[Page, str | None]:
        asked = {**given, "after": after, "most": limit + 1}
        page = page_of(connection, queries()[query], asked)
        rows = list(page.rows)
        following = cursors.written(rows[limit - 1][0]) if len(rows) > limit else None
        return page._replace(rows=rows[:limit]), following

    return await _answer(request, house, ask)


async def page_skipping(
    request: Request,
    house: House,
    query: str,
    given: Mapping[str, Any],
    limit: int,
    cursor: str | None,
    check: Callable[[Connection], None],
) -> Response:
    """Answer with rows after so many; for those that do not change but as a whole."""
    skip = 0 if cursor is None else cursors.read(cursor, int)

    def ask(connection: Connection) -> tuple[Page, str | None]:
        check(connection)
        asked = {**given, "skip": skip, "most": limit + 1}
        page = page_of(connection, queries()[query], asked)
        rows = list(page.rows)
        following = cursors.written(skip + limit) if len(rows) > limit else None
        return page._replace(rows=rows[:limit]), following

    return await _answer(request, house, ask)


async def _answer(
    request: Request, house: House, ask: Callable[[Connection], tuple[Page, str | None]]
) -> Response:
    most = house.limits.answer_bytes

    async def made(media: str) -> Rendered:
        def render(connection: Connection) -> Rendered:
            page, following = ask(connection)
            return rendered(page, media, most, following)

        return await house.reader.read(render)

    return await answer(request, ROW_MEDIA, made, house.version)
