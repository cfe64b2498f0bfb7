"""Answers: negotiated, tagged, compressed, with word of where more is. Asks nothing by itself."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any
from urllib.parse import unquote, urlencode

from anyio import to_thread
from fastapi import Depends
from retally.pipeline.names import nearest
from retally.service.house import House
from retally.service.negotiation import (
    WORTH_PACKING,
    accepts_gzip,
    chosen,
    etag,
    is_known,
    packed,
)
from retally.service.problems import Problem
from retally.service.rows import CSV, JSON, PARQUET, Rendered
from starlette.requests import Request
from starlette.responses import Response

ANY = "*"
VARY = "Accept, Accept-Encoding, Authorization"


def house_of(request: Request) -> House:
    """Give the house that answers a request."""
    house: House = request.app.state.house
    return house


def checked_house(request: Request) -> House:
    """Give the house, where every parameter of the query is one that is taken, once.

    Raises Problem, which names the nearest.
    """
    known = [field.alias for field in request.scope["route"].dependant.query_params]
    given = [name for name, _ in request.query_params.multi_items()]
    for name in given:
        if name not in known:
            takes = nearest(name, known) if known else "; it takes none"
            raise Problem(400, f"there is no parameter {name!r}{takes}", "parameters")
        if given.count(name) > 1:
            raise Problem(400, f"the parameter {name} is given twice", "parameters")
    return house_of(request)


TheHouse = Annotated[House, Depends(checked_house)]


def name_of(piece: str) -> str:
    """Read an id or a name out of an address, which is UTF-8 or has not come so far."""
    return unquote(piece, errors="strict")


async def answer(
    request: Request,
    offered: Sequence[str],
    make: Callable[[str], Awaitable[Rendered]],
    version: str,
) -> Response:
    """Answer with what ``make`` makes in the type that is liked best.

    ``version`` changes whenever the answer may; a caller who has this one is told so and
    nothing is made.
    """
    media = chosen(request.headers.get("accept"), offered)
    asked = f"{request.scope['path']}?{request.scope['query_string'].decode('latin-1')}"
    tag = etag(version, asked, media)
    headers = {"ETag": tag, "Vary": VARY}
    known = request.headers.get("if-none-match")
    if known == ANY:  # whichever there is; whether there is one is told by making it
        await make(media)
    if is_known(known, tag):
        return Response(status_code=304, headers=headers)
    return await respond(request, await make(media), headers)


async def respond(
    request: Request, made: Rendered, headers: dict[str, str], status: int = 200
) -> Response:
    """Send a whole answer, compressed where that is taken and worth it."""
    headers = {**headers, **_about_rows(request, made)}
    body = made.body
    packable = made.media != PARQUET and len(body) >= WORTH_PACKING
    if packable and accepts_gzip(request.headers.get("accept-encoding")):
        body = await to_thread.run_sync(packed, body)
        headers["Content-Encoding"] = "gzip"
    response = Response(body, status, headers)
    response.headers["content-type"] = _TYPES.get(made.media, made.media)
    return response


_TYPES = {CSV: "text/csv; charset=utf-8; header=present", "text/html": "text/html; charset=utf-8"}


def _about_rows(request: Request, made: Rendered) -> dict[str, str]:
    told = {"Retally-Truncated": "true"} if made.truncated else {}
    if made.next is not None:
        query = dict(request.query_params.items()) | {"cursor": made.next}
        told["Link"] = f'<{request.scope["path"]}?{urlencode(query)}>; rel="next"'
    return told


# What the description says of answers -----------------------------------------------------


def told_rows(what: str) -> dict[int | str, dict[str, Any]]:
    """Describe an answer of rows."""
    text = {"schema": {"type": "string"}}
    content = {
        JSON: {"schema": {"$ref": "#/components/schemas/RowsDetails"}},
        CSV: text,
        PARQUET: {"schema": {"type": "string", "format": "binary"}},
    }
    return {200: {"description": what, "content": content}, **NOT_MODIFIED}


def told(what: str, media: str, model: str | None = None) -> dict[str, Any]:
    """Describe an answer of one type."""
    schema = {"$ref": f"#/components/schemas/{model}"} if model else {}
    return {"description": what, "content": {media: {"schema": schema}}}


NOT_MODIFIED: dict[int | str, dict[str, Any]] = {304: {"description": "It is the one you have"}}


def body(*media: str, schema: dict[str, Any] | None = None) -> dict[str, Any]:
    """Describe the body of a request, which is read by us."""
    content = {each: {"schema": schema or {}} for each in media}
    return {"requestBody": {"required": True, "content": content}}
