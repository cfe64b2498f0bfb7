"""A copy of the warehouse for questions that are not ours: read by other processes, never written.

DuckDB takes one configuration of a file in a process, and no second process while one writes it.
So what is asked in SQL is asked of a copy, made between two commits when it is asked for.
"""

import asyncio
import contextlib
import os
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from typing import NamedTuple

from retally.service.copying import Copy, copied
from retally.service.helpers import Helpers
from retally.service.writer import Writer, gone

PATIENCE_SECONDS = 300.0


class Copied(NamedTuple):
    """A copy: its number and where it is."""

    number: int
    path: str


class Snapshot:
    """The newest copy, and those that somebody still reads; none is older than ``seconds``."""

    def __init__(self, writer: Writer, seconds: float) -> None:
        self.writer, self.seconds = writer, seconds
        self.folder = tempfile.mkdtemp(prefix="retally-")
        self.copier = Helpers(1, "the copy of the warehouse", copied, self.folder)
        self.number = 0
        self.version = -1
        self.made = 0.0
        self.held: Counter[int] = Counter()
        self.lock = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def copy(self) -> AsyncIterator[Copied]:
        """Hold a copy, made anew where it lacks something for longer than is allowed."""
        async with self.lock:
            stale = self.version != self.writer.version
            if self.number == 0 or (stale and time.monotonic() - self.made >= self.seconds):
                await self._renew()
            number = self.number
            self.held[number] += 1
        try:
            yield Copied(number, self._path(number))
        finally:
            self.held[number] -= 1
            self._forget(number)

    async def _renew(self) -> None:
        if not self.writer.is_at_its_place():
            raise gone()
        what = Copy(os.path.abspath(self.writer.db), self._path(self.number + 1))

        def copy(_: object) -> int:
            self.copier.call_from_thread(copied, what, PATIENCE_SECONDS)
            return self.writer.version

        self.version = await asyncio.shield(asyncio.wrap_future(self.writer.have_done(copy)))
        self.number, self.made = self.number + 1, time.monotonic()
        self._forget(self.number - 1)

    def _forget(self, number: int) -> None:
        """Remove a copy that is not the newest and that nobody reads any more."""
        if number != self.number and not self.held[number]:
            del self.held[number]
            for ending in ("", ".wal"):
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(self._path(number) + ending)

    def _path(self, number: int) -> str:
        return os.path.join(self.folder, f"warehouse-{number}.duckdb")

    def stop(self) -> None:
        """Remove all copies; nobody asks any more."""
        self.copier.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
