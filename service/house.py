"""The house that a service is: who writes, who reads, who judges, and the copy for questions."""

import asyncio
import os
import threading
from collections.abc import Callable

from retally.pipeline.migrations import Connection
from retally.pipeline.ratings import first_stale, refresh
from retally.pipeline.sifting import Single
from retally.pipeline.sources import RawLog
from retally.pipeline.store import StoreError, Tell
from retally.pipeline.tally import Fate
from retally.service.helpers import Helpers, Result
from retally.service.jobs import (
    File,
    ToStore,
    answered,
    file_lines,
    judged_to_store,
    verdict_lines,
)
from retally.service.limits import Settings
from retally.service.metrics import Metrics
from retally.service.pages import site_page
from retally.service.reader import Reader
from retally.service.snapshot import Snapshot
from retally.service.writer import Writer

ASKERS = 2
PAGE_MAKERS = 1
"""One has the content of the newest copy at hand for every page."""


class House:
    """All that a running service has. ``start`` and ``stop`` are called once, in this order."""

    def __init__(self, settings: Settings, tell: Tell) -> None:
        self.settings, self.limits = settings, settings.limits
        self.metrics = Metrics()
        self.writer = Writer(settings.db, self.limits.queue, tell)
        self.reader = Reader(self.writer, self.limits.readers, self.limits.query_seconds)
        self.stopping = False
        self.life = os.urandom(8).hex()

    def start(self) -> None:
        """Open the warehouse. Raises StoreError, where copies of it have no place too."""
        self.writer.start()
        try:
            self.snapshot = Snapshot(self.writer, self.limits.snapshot_seconds)
        except OSError as fault:
            self.writer.stop()  # else its thread would keep the process
            raise StoreError(f"copies for questions have no place: {fault.strerror}") from fault
        folder = self.snapshot.folder
        self.judges = Helpers(self.limits.judges, "the verdict", judged_to_store, folder)
        self.askers = Helpers(ASKERS, "the question", answered, folder)
        self.page_makers = Helpers(PAGE_MAKERS, "the page", site_page, folder)
        threading.Thread(target=self.judges.warm, name="warming", daemon=True).start()

    def stop(self) -> None:
        """Finish what was handed in, and close."""
        self.writer.stop()
        self.judges.stop()
        self.askers.stop()
        self.page_makers.stop()
        self.snapshot.stop()

    @property
    def version(self) -> str:
        """Name the present content of the warehouse; another one has another name."""
        return f"{self.life}-{self.writer.version}"

    async def store(self, raw: RawLog) -> tuple[Single, Fate]:
        """Judge a log and store it; its fate is told after the commit."""
        ingest_id = await self._run()
        post = ToStore(raw, ingest_id)
        log = await self.judges.call(judged_to_store, post, self.limits.judge_seconds)
        fate = await asyncio.shield(asyncio.wrap_future(self.writer.store(log)))
        return log, fate

    async def verdicts(self, logs: list[RawLog]) -> list[str]:
        """Judge logs; give the line of each."""
        return await self.judges.call(verdict_lines, logs, self.limits.judge_seconds)

    async def file_verdicts(self, file: File) -> tuple[bool, list[str]]:
        """Judge the games of a file: whether it is foreign, and the line of each."""
        return await self.judges.call(file_lines, file, self.limits.judge_seconds)

    async def _run(self) -> int:
        """Give the number of the run that all posts belong to; it begins with the first."""
        if self.writer.run is not None:
            return self.writer.run.tally.totals.ingest_id
        return await self.have_done(self.writer.begin)

    async def have_done(self, do: Callable[[Connection], Result]) -> Result:
        """Have who writes do something between two batches."""
        return await asyncio.shield(asyncio.wrap_future(self.writer.have_done(do)))

    async def rated(self) -> None:
        """Bring the ratings up to date where they are not; who writes does it."""
        if await self.reader.read(first_stale) is None:
            return

        def rate(connection: Connection) -> None:
            refresh(connection, lambda _: None)
            self.writer.version += 1  # a copy of before has none of it

        await self.have_done(rate)
