"""Verdicts on logs that are not stored: of one log, or line by line of a stream of them."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Query
from retally.pipeline.importers.files import FORMATS, UnknownForm, importer
from retally.pipeline.sources import RawLog
from retally.service.answers import TheHouse, body, respond
from retally.service.guard import STREAM, Receive, Scope, Send
from retally.service.house import House
from retally.service.jobs import File
from retally.service.problems import Problem
from retally.service.rows import JSON, Rendered
from starlette.requests import Request
from starlette.responses import Response

router = APIRouter(tags=["logs"], default_response_class=Response)

SOURCE = "-"
"""What a verdict has as the source of a log that came by itself: as of standard input."""
BOM = b"\xef\xbb\xbf"
FILES = ("text/csv", "text/plain", "application/octet-stream")
"""As what a foreign file may come, besides JSON."""
MOST_TOGETHER = 50
"""So many lines are judged together, at most, before their verdicts are sent."""
VERDICTS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The verdict, or one a line",
        "content": {
            JSON: {"schema": {"$ref": "#/components/schemas/Verdict"}},
            STREAM: {"schema": {"type": "string"}},
        },
    }
}


class Lines(Response):
    """An answer line by line, while the request still comes in.

    Starlette's own would listen for the caller's leaving, and so take what is for us.
    """

    def __init__(self, lines: AsyncIterator[bytes]) -> None:
        super().__init__(media_type=STREAM)
        self.lines = lines

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send each line when it is there."""
        headers = [(b"content-type", STREAM.encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        async for line in self.lines:
            await send({"type": "http.response.body", "body": line, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


@router.post("/v1/verify", responses=VERDICTS, openapi_extra=body(JSON, STREAM, *FILES))
async def verify(
    request: Request,
    house: TheHouse,
    from_: Annotated[
        str | None, Query(alias="from", description=f"A foreign form: {', '.join(FORMATS)}")
    ] = None,
) -> Response:
    """Judge one log (JSON), one a line as they come in (JSON Lines), or a foreign file as a whole.

    The verdicts are those of `retally verify --format jsonl`, in the order of the logs. A foreign
    file is told by its content or named by `from`, and answered a line a game. Stores nothing.
    """
    _check_form(from_)
    taken = (JSON, *FILES) if from_ else (JSON, STREAM, *FILES)
    if media_of(request, *taken) == STREAM:
        return Lines(_verdicts(request, house))
    data = await whole_log(request)
    foreign, lines = await house.file_verdicts(File(SOURCE, data, from_))
    text = "".join(f"{line}\n" for line in lines)
    return await respond(request, Rendered(STREAM if foreign else JSON, text.encode()), {})


def _check_form(form: str | None) -> None:
    try:
        if form is not None:
            importer(form)
    except UnknownForm as fault:
        raise Problem(400, str(fault), "parameters") from None


def media_of(request: Request, *taken: str) -> str:
    """Give the type of a request's body. Raises Problem for one that is not taken."""
    media, _, parameters = request.headers.get("content-type", "").partition(";")
    media = media.strip().lower()
    charset = parameters.lower().replace('"', "").partition("charset=")[2].strip()
    if media not in taken or charset not in ("", "utf-8", "utf8"):
        raise Problem(415, f"it takes {' or '.join(taken)}, in UTF-8", "media")
    return media


async def whole_log(request: Request) -> bytes:
    """Take in a log as it stood in a file: without a byte-order mark and the line end."""
    return (await request.body()).removeprefix(BOM).rstrip()


async def _verdicts(request: Request, house: House) -> AsyncIterator[bytes]:
    waiting: list[RawLog] = []
    async for log in _lines(request, house.limits.line_bytes):
        if log is not None:
            waiting.append(log)
        if log is None or log.damage or len(waiting) == MOST_TOGETHER:
            for line in await house.verdicts(waiting) if waiting else ():
                yield line.encode() + b"\n"
            waiting = []


async def _lines(request: Request, most: int) -> AsyncIterator[RawLog | None]:
    """Split a stream into logs; None says that nothing more is here at the moment.

    A line that is too long, or a stream, ends it with a log that says so.
    """
    held, number = b"", 0
    try:
        async for chunk in request.stream():
            *whole, held = (held + chunk).split(b"\n")
            for line in whole:
                number += 1
                if log := _log(number, line, most):
                    yield log
                    if log.damage:
                        return
            if len(held) > most:
                yield _log(number + 1, held, most)
                return
            yield None
    except Problem as fault:
        yield RawLog(SOURCE, number + 1, b"", damage=fault.detail)
    else:
        if log := _log(number + 1, held, most):
            yield log
        yield None


def _log(number: int, line: bytes, most: int) -> RawLog | None:
    line = (line.removeprefix(BOM) if number == 1 else line).removesuffix(b"\r")
    if len(line) > most:
        damage = f"a line of more than {most} bytes, the most that is taken; nothing after it is"
        return RawLog(SOURCE, number, b"", damage=damage)
    return RawLog(SOURCE, number, line) if line.strip() else None
