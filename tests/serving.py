"""A service of its own for tests: the real program in a process, spoken to over loopback."""

import gzip
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from queue import Empty, Queue
from typing import Any, NamedTuple

from program import LOCALE, TYPING

PATIENCE = 120.0
"""Seconds that a slow machine is given."""
JSON = {"Content-Type": "application/json"}
LINES = {"Content-Type": "application/x-ndjson"}


class Answer(NamedTuple):
    """What was answered: status, headers in lower case, the body unpacked."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Service:
    """A running service; its journal is read as it is written."""

    def __init__(self, process: "subprocess.Popen[bytes]", db: Path | str) -> None:
        self.process, self.db = process, str(db)
        self.journal: list[dict[str, Any]] = []
        self.raw: list[bytes] = []
        self.news: Queue[dict[str, Any]] = Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        url = self.heard("ready")["url"]
        self.port = int(url.rsplit(":", 1)[1].strip("/"))
        self.url = url.rstrip("/")

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.raw.append(line)
            try:
                told = json.loads(line)
            except ValueError:
                told = {"event": "text", "text": line.decode("utf-8", "replace")}
            self.journal.append(told)
            self.news.put(told)

    def heard(self, event: str) -> dict[str, Any]:
        """Wait for an event in the journal."""
        while True:
            try:
                told = self.news.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError(f"no {event}: {self.raw}") from None
            if told["event"] == event:
                return told

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Ask once, on a connection of its own."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            given = body.encode() if isinstance(body, str) else body
            connection.request(method, path, given, headers or {})
            response = connection.getresponse()
            told = {name.lower(): value for name, value in response.getheaders()}
            content = response.read()
        finally:
            connection.close()
        if told.get("content-encoding") == "gzip":
            content = gzip.decompress(content)
        return Answer(response.status, told, content)

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def post(self, log: Any) -> Answer:
        """Post a game; text and bytes as they are."""
        body = log if isinstance(log, bytes | str) else json.dumps(log, ensure_ascii=False)
        return self.ask("POST", "/v1/games", body, JSON)

    def sql(self, query: str, **headers: str) -> Answer:
        asked = {k.replace("_", "-"): v for k, v in headers.items()}
        return self.ask("POST", "/v1/sql", json.dumps({"query": query}), {**JSON, **asked})

    def patiently(self, ask: Callable[[], Answer]) -> Answer:
        """Ask again while the service says that it is too busy, as it may be while it starts."""
        end = time.monotonic() + PATIENCE
        while (told := ask()).status == 503 and time.monotonic() < end:
            time.sleep(0.2)
        return told

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Send a signal; give the exit status."""
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE)
        self.reader.join(PATIENCE)
        return status

    def bugs(self) -> list[dict[str, Any]]:
        """Give what the journal says that should never be."""
        wrong = [told for told in self.journal if told["event"] in ("bug", "text")]
        return wrong + [told for told in self.journal if told.get("level") in ("error", "critical")]


def command(db: Path | str, *options: str) -> list[str]:
    return [sys.executable, "-m", "retally.cli.main", "serve", "--db", str(db), "--port", "0",
            *options]  # fmt: skip


@contextmanager
def serving(db: Path | str, *options: str, **env: str) -> Iterator[Service]:
    """Start a service on a free port; it is ended at the end, however that comes."""
    process = subprocess.Popen(
        command(db, *options),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, **LOCALE, "PYTHONPATH": str(TYPING), **env},
    )
    made: Service | None = None
    try:
        made = Service(process, db)
        yield made
    finally:
        process.kill()
        process.wait(PATIENCE)
        if made is not None:
            made.reader.join(PATIENCE)
        if process.stderr is not None:
            process.stderr.close()
