"""The HTTP server: uvicorn, with limits on what comes before a request, and a clean end."""

import asyncio
import contextlib
import logging
import signal
import socket
from collections.abc import Iterator
from typing import Any

import h11
import uvicorn
from retally.pipeline.safe_text import json_text
from retally.service.api import make_app
from retally.service.guard import Guard
from retally.service.house import House
from retally.service.journal import OfTheServer, note
from retally.service.limits import Settings
from retally.service.problems import MEDIA
from uvicorn.protocols.http.h11_impl import H11Protocol


class CannotListen(Exception):
    """An address that the service cannot have, and why."""


class Protocol(H11Protocol):
    """HTTP/1.1 whose heads have to come in time, of connections that are not too many."""

    head_seconds = 10.0
    most_connections = 256

    def connection_made(self, transport: Any) -> None:
        """Wait for the head of a request, not for ever."""
        super().connection_made(transport)
        if len(self.connections) > self.most_connections:
            transport.abort()
            return
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        """Take what comes; a head that is whole has come in time."""
        super().data_received(data)
        if self._is_answering():
            self._forget_head()
        elif self.timer is None:
            self._expect_head()

    def on_response_complete(self) -> None:
        """Wait for the next head on this connection."""
        self._expect_head()
        super().on_response_complete()
        if self._is_answering():
            self._forget_head()  # it had come already

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._forget_head()
        super().connection_lost(exc)

    timer: asyncio.TimerHandle | None = None

    def _is_answering(self) -> bool:
        cycle: Any = self.cycle  # there is none before the first head
        return cycle is not None and not cycle.response_complete

    def _expect_head(self) -> None:
        self._forget_head()
        self.timer = self.loop.call_later(self.head_seconds, self._close)

    def _forget_head(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _close(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()

    def send_400_response(self, msg: str) -> None:
        """Answer to what is not HTTP with a problem."""
        told = {"type": "about:blank", "title": "Bad Request", "status": 400,
                "detail": "this is not HTTP, or its head is too long"}  # fmt: skip
        body = json_text(told).encode()
        headers = [
            ("content-type", MEDIA),
            ("content-length", str(len(body))),
            ("connection", "close"),
        ]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class Server(uvicorn.Server):
    """A server that ends well when it is asked to: what was taken is finished first."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self.house = house
        self.interrupted = False

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Hear SIGTERM or Ctrl-C."""
        self.house.stopping = True
        self.interrupted = self.interrupted or sig == signal.SIGINT
        super().handle_exit(sig, frame)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Hear signals until the end, and do not raise them again then: the end was clean."""
        before = {each: signal.signal(each, self.handle_exit) for each in SIGNALS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


SIGNALS = (signal.SIGINT, signal.SIGTERM)


def serve(settings: Settings) -> bool:
    """Serve until a signal ends it; say whether that was Ctrl-C.

    Raises StoreError for a warehouse that cannot be had, CannotListen for an address.
    """
    house = House(settings, lambda text: note("warehouse", message=text))
    with _listening(settings) as listener:
        house.start()
        try:
            host, port = listener.getsockname()[:2]
            name = f"[{host}]" if ":" in host else host
            server = Server(_config(settings, house), house)
            note("ready", url=f"http://{name}:{port}/")
            asyncio.run(server.serve(sockets=[listener]))
        finally:
            house.stopping = True
            house.stop()
    note("stopped")
    return server.interrupted


@contextlib.contextmanager
def _listening(settings: Settings) -> Iterator[socket.socket]:
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)
        family, kind, protocol, _, address = found[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as fault:
        raise CannotListen(f"{settings.host}: {fault.strerror or fault}") from fault
    with listener:
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen(128)
        except OSError as fault:
            where = f"{settings.host} port {settings.port}"
            raise CannotListen(f"{where}: {fault.strerror or fault}") from fault
        yield listener


def _config(settings: Settings, house: House) -> uvicorn.Config:
    limits = settings.limits
    logging.getLogger("uvicorn.error").addHandler(OfTheServer())
    logging.getLogger("uvicorn.error").propagate = False
    own = {"head_seconds": limits.head_seconds, "most_connections": limits.connections}
    return uvicorn.Config(
        Guard(make_app(house), house),
        http=type("Protocol", (Protocol,), own),
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=max(1, int(limits.head_seconds)),
        timeout_graceful_shutdown=int(limits.seconds) + 1,
        h11_max_incomplete_event_size=limits.head_bytes,
    )
