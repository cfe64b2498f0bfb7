"""The one who writes: a thread that owns the warehouse, takes what waits and commits it together.

Whoever waits hears of a log only when it is in the file for good.
"""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from itertools import groupby
from queue import Empty, Full, Queue
from typing import Any, NamedTuple, TypeVar

from retally.pipeline.ingest import Prepared, Run
from retally.pipeline.loading import Batch
from retally.pipeline.migrations import Connection
from retally.pipeline.sifting import Sifted, Single
from retally.pipeline.store import StoreError, Tell, store_faults, writing
from retally.pipeline.tally import Fate, Found
from retally.service.journal import note
from retally.service.problems import Problem, busy

MOST_A_BATCH = 500
Result = TypeVar("Result")


class Posted(NamedTuple):
    """A log that was judged and waits to be stored, and who waits for it."""

    log: Single
    fate: "Future[Fate]"


class Errand(NamedTuple):
    """Something else to be done by who writes, between two batches."""

    do: Callable[[Connection], Any]
    result: "Future[Any]"


class ServiceRun(Run):
    """The run of one life of the service: logs that were judged already, and their fates."""

    fates: list[Fate]

    def store(self, logs: Sequence[Single]) -> list[Fate]:
        """Commit logs together; say what each counts as."""
        found: list[Found] = [log.stored.raw for log in logs]
        places = list(range(len(logs)))
        ready = Prepared(found, [log.stored for log in logs], places)
        self._take(ready, Sifted(None, dict(zip(places, logs, strict=True))))
        return self.fates

    def commit(self, found: Sequence[Found], batch: Batch, fates: list[Fate]) -> None:
        """Commit as every run does, and keep the fates for those who wait."""
        super().commit(found, batch, fates)
        self.fates = fates


class Writer:
    """The thread that writes; ``version`` grows with each commit."""

    def __init__(self, db: str, most_waiting: int, tell: Tell) -> None:
        self.db, self.tell = db, tell
        self.file: tuple[int, int] | None = None
        self.version = 0
        self.batches = 0
        self.run: ServiceRun | None = None
        self.root: Connection | None = None
        self.waiting: Queue[Posted | Errand | None] = Queue(most_waiting)
        self.opened: Future[None] = Future()
        self.thread = threading.Thread(target=self._work, name="writer")

    def start(self) -> None:
        """Open the warehouse. Raises StoreError where it cannot be had."""
        self.thread.start()
        self.opened.result()

    def stop(self) -> None:
        """Finish what waits, end the run, close the warehouse."""
        self.waiting.put(None)
        self.thread.join()

    def store(self, log: Single) -> "Future[Fate]":
        """Hand a judged log in; its fate is told after the commit. Raises Problem when full."""
        posted = Posted(log, Future())
        self._hand_in(posted)
        return posted.fate

    def have_done(self, do: Callable[[Connection], Result]) -> "Future[Result]":
        """Have something done between two batches. Raises Problem when full."""
        errand = Errand(do, Future())
        self._hand_in(errand)
        return errand.result

    def is_at_its_place(self) -> bool:
        """Say whether the file that is written is still the one that others find there."""
        return self.file is not None and self._file() == self.file

    def _file(self) -> tuple[int, int] | None:
        try:
            state = os.stat(self.db)
        except OSError:
            return None
        return state.st_dev, state.st_ino

    def _hand_in(self, what: Posted | Errand) -> None:
        try:
            self.waiting.put_nowait(what)
        except Full:
            raise busy("too many logs wait to be written") from None

    # In the thread ------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            with writing(self.db, tell=self.tell) as connection:
                self.root = connection.cursor()
                self.file = self._file()
                self.opened.set_result(None)
                self._serve(connection)
                if self.run is not None:
                    self.run.finished()
                self.root.close()
        except Exception as fault:  # it is raised where the start or the end is awaited
            if self.opened.done():
                raise
            self.opened.set_exception(fault)

    def _serve(self, connection: Connection) -> None:
        going = True
        while going:
            taken = list(self._taken())
            going = taken[-1] is not None
            for _, group in groupby(taken, type):
                same = list(group)
                if posts := [each for each in same if isinstance(each, Posted)]:
                    self._store(connection, posts)
                for errand in (each for each in same if isinstance(each, Errand)):
                    _settle(errand.result, errand.do, connection)

    def _taken(self) -> Iterator[Posted | Errand | None]:
        """Take what waits, up to the word to stop; wait where there is nothing."""
        item = self.waiting.get()
        yield item
        for _ in range(MOST_A_BATCH - 1):
            if item is None:
                return
            try:
                item = self.waiting.get_nowait()
            except Empty:
                return
            yield item

    def begin(self, connection: Connection) -> int:
        """Begin the run that all posts belong to, with the first of them; give its number."""
        if self.run is None:
            self.run = ServiceRun(connection, command="serve")
        return self.run.tally.totals.ingest_id

    def _store(self, connection: Connection, posts: list[Posted]) -> None:
        """Commit logs together; where that fails, each by itself, so that none fails another."""
        try:
            fates = self._committed(connection, posts)
        except Exception as fault:  # noqa: BLE001 - it is told to who waits
            if len(posts) == 1:
                posts[0].fate.set_exception(fault)
                return
            for post in posts:
                self._store(connection, [post])
            return
        self.version += 1
        self.batches += 1
        there = self.is_at_its_place()  # what is written to a file that was removed is lost
        for post, fate in zip(posts, fates, strict=True):
            if there:
                post.fate.set_result(fate)
            else:
                post.fate.set_exception(gone())

    def _committed(self, connection: Connection, posts: list[Posted]) -> list[Fate]:
        """Commit logs together. Raises Problem where the disk or the memory refuses."""
        try:
            with store_faults(self.db):
                self.begin(connection)
                assert self.run is not None, "it was begun"
                return self.run.store([post.log for post in posts])
        except StoreError as fault:
            note("warehouse", level="warning", message=str(fault))
            raise unwritable() from fault


def unwritable() -> Problem:
    """Make the problem of a warehouse that takes nothing now, as on a full disk."""
    told = "the warehouse cannot be written now; nothing of this log was stored"
    return Problem(503, told, "unwritable", {"Retry-After": "10"})


def gone() -> Problem:
    """Make the problem of a warehouse whose file was removed or replaced meanwhile."""
    return Problem(503, "the warehouse was removed or replaced; start the service anew", "gone")


def _settle(result: "Future[Any]", do: Callable[[Connection], Any], connection: Connection) -> None:
    try:
        result.set_result(do(connection))
    except Exception as fault:  # noqa: BLE001 - it is told to who waits
        result.set_exception(fault)
