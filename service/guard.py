"""The gate that every request goes through: who may, how much, how long, and what is noted of it.

Whatever happens behind it, the caller hears an answer without a stack or a path of ours.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias
from urllib.parse import unquote_to_bytes

from retally.service.house import House
from retally.service.journal import Aborted, note, note_bug
from retally.service.permits import Permits
from retally.service.problems import Problem, TooSlow, busy
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect

Message: TypeAlias = MutableMapping[str, Any]
Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

ALWAYS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
    "cache-control": "private, no-cache",
}
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
STREAM = "application/x-ndjson"
GONE = 499
"""The status that is noted where the caller left before the answer."""


class Exchange:
    """One request: how much of it has come in, and what has been answered."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        self.scope, self._receive, self._send, self.most = scope, receive, send, most
        self.method = scope["method"]
        if self.method == "HEAD":  # the server leaves the body out
            self.scope = {**scope, "method": "GET"}
        self.began = time.perf_counter()
        self.status = 0
        self.bytes_in = self.bytes_out = 0
        self.whole_body = self.finished = False

    async def receive(self) -> Message:
        """Take in more of the request. Raises Problem for more than is allowed."""
        message = await self._receive()
        if message["type"] == "http.request":
            self.bytes_in += len(message.get("body", b""))
            self.whole_body = not message.get("more_body", False)
            if self.bytes_in > self.most:
                raise too_long(self.most)
        return message

    async def send(self, message: Message) -> None:
        """Give out more of the answer, with what every answer says."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in ALWAYS.items():
                headers.setdefault(name, value)
        else:
            self.bytes_out += len(message.get("body", b""))
            self.finished = not message.get("more_body", False)
        await self._send(message)


def too_long(most: int) -> Problem:
    """Make the problem of a request with too long a body."""
    return Problem(413, f"more than {most} bytes, the most that is taken", "too-long")


def _check_text(scope: Scope) -> None:
    """Raise Problem for an address that is no text: a name that is in it would be another one."""
    try:
        for part in (scope["raw_path"], scope["query_string"]):
            unquote_to_bytes(part).decode("utf-8")
    except UnicodeDecodeError:
        raise Problem(400, "an address is written in UTF-8", "parameters") from None


class Guard:
    """Lets requests in to ``app``."""

    def __init__(self, app: App, house: House) -> None:
        self.app, self.house, self.limits = app, house, house.limits
        self.permits = Permits(house.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the life of the service."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["path"] = scope["raw_path"].decode("ascii")  # ids may hold slashes, written %2F
        headers = Headers(scope=scope)
        stream = headers.get("content-type", "").partition(";")[0].strip() == STREAM
        most = self.limits.stream_bytes if stream else self.limits.body_bytes
        exchange = Exchange(scope, receive, send, most)
        self.house.metrics.open += 1
        try:
            await self._served(exchange, headers)
        finally:
            self.house.metrics.open -= 1
            self._note(exchange)

    async def _served(self, exchange: Exchange, headers: Headers) -> None:
        try:
            self._check(exchange, headers)
            async with asyncio.timeout(self.limits.seconds):
                await self.app(exchange.scope, exchange.receive, exchange.send)
        except Problem as problem:
            await self._refuse(exchange, problem)
        except TimeoutError:
            await self._refuse(exchange, self._late(exchange))
        except (ClientDisconnect, asyncio.CancelledError):
            exchange.status = exchange.status or GONE
            raise Aborted from None
        except Aborted:
            raise
        except Exception as fault:  # noqa: BLE001 - a bug of ours, told in the journal alone
            note_bug(fault, path=exchange.scope["path"])
            if exchange.finished:
                return
            await self._refuse(exchange, Problem(500, "something went wrong here", "bug"))

    def _check(self, exchange: Exchange, headers: Headers) -> None:
        """Raise Problem for a request that is not let in."""
        scope = exchange.scope
        self.permits.check(scope["method"], scope["path"], headers)
        _check_text(scope)
        if self.house.stopping:
            raise busy("the service is being stopped")
        free = scope["path"] == "/healthz"
        if self.house.metrics.open > self.limits.concurrent and not free:
            raise busy("too many requests at a time")
        if sum(len(name) + len(value) for name, value in scope["headers"]) > self.limits.head_bytes:
            raise Problem(431, f"more than {self.limits.head_bytes} bytes of header fields")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > exchange.most:
            raise too_long(exchange.most)
        if headers.get("content-encoding", "identity") != "identity":
            raise Problem(415, "the body is taken as it is, not packed", "packed")

    def _late(self, exchange: Exchange) -> Problem:
        if exchange.whole_body:
            return TooSlow("the request", self.limits.seconds)
        return Problem(408, f"it has not come within {self.limits.seconds:g} seconds", "too-slow")

    async def _refuse(self, exchange: Exchange, problem: Problem) -> None:
        """Answer with a problem; where the answer has begun, break it off."""
        if exchange.status:
            raise Aborted
        await problem.response()(exchange.scope, exchange.receive, exchange.send)

    def _note(self, exchange: Exchange) -> None:
        scope = exchange.scope
        seconds = time.perf_counter() - exchange.began
        method = exchange.method if exchange.method in METHODS else "other"
        route = getattr(scope.get("route"), "path", "")
        self.house.metrics.answered(method, route, exchange.status, seconds)
        note(
            "request",
            method=exchange.method,
            path=scope["path"],
            status=exchange.status,
            bytes_in=exchange.bytes_in,
            bytes_out=exchange.bytes_out,
            ms=round(1000 * seconds, 1),
            client=scope["client"][0] if scope.get("client") else None,
        )
