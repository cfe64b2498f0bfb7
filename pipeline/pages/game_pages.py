"""The games of a warehouse as pages: kept logs replayed again, on as many cores as there are."""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias

from retally.lang import ENGLISH, Tongue, tongue
from retally.pipeline.logs import KeptLog, kept_logs
from retally.pipeline.memory import without_garbage_collection
from retally.pipeline.migrations import Connection
from retally.pipeline.pages.addresses import game_address
from retally.pipeline.pages.render import page
from retally.pipeline.pages.replay_page import replay_page
from retally.pipeline.pages.table_page import dressed
from retally.pipeline.pages.written import Pages, write
from retally.pipeline.reading import Unreadable, read_log
from retally.pipeline.replay import replay
from retally.pipeline.rules import edition_of, options_of
from retally.pipeline.scenes.base import show
from retally.pipeline.sources import RawLog
from retally.pipeline.verify import judge
from retally.pipeline.workers import cores

CHUNK = 20
ALONE = 3
"""So few chunks are not worth the start of other processes."""
WAITING = 64
"""No more chunks than this wait in memory."""

Packed: TypeAlias = tuple[str, int, bytes]
"""Source, line and bytes of a log: what a worker needs."""


class GameWriter:
    """Writes the page of each game of a warehouse.

    With more than one core ``start`` lets other processes begin, so that there is time for
    something else before ``finish``; both read the connection. ``damaged`` counts the games whose
    page says no more than that the log that is stored of them is damaged.
    """

    def __init__(self, connection: Connection, home: Path, tongue_: Tongue = ENGLISH) -> None:
        self._home = str(home)
        self._language = tongue_.language
        self._lost: Pages = {}
        self._chunks = self._packed(connection)
        self._first = list(islice(self._chunks, ALONE))
        self._pool: ProcessPoolExecutor | None = None
        self._running: deque[Future[Pages]] = deque()

    def start(self) -> None:
        """Begin, where there are cores and games enough."""
        jobs = cores()
        if jobs > 1 and len(self._first) == ALONE:
            self._pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
            for chunk in chain(self._first, islice(self._chunks, WAITING)):
                self._submit(chunk)
            self._first = []

    def finish(self) -> Pages:
        """Write what is left and give the pages of all games."""
        pages: Pages = {}
        for chunk in self._first:
            pages |= _write_chunk(self._home, self._language, chunk)
        for chunk in self._chunks:
            if self._pool is None:
                pages |= _write_chunk(self._home, self._language, chunk)
                continue
            if len(self._running) >= WAITING:
                pages |= self._running.popleft().result()
            self._submit(chunk)
        for running in self._running:
            pages |= running.result()
        return pages | self._lost

    @property
    def damaged(self) -> int:
        """How many games cannot be played back."""
        return len(self._lost)

    def _packed(self, connection: Connection) -> Iterator[list[Packed]]:
        chunk: list[Packed] = []
        for log in chain.from_iterable(kept_logs(connection)):
            text = log.raw()
            if text is None:
                place, sha = write(Path(self._home), *_lost(log, tongue(self._language)))
                self._lost[place] = sha
                continue
            chunk.append((log.source, log.line, text))
            if len(chunk) == CHUNK:
                yield chunk
                chunk = []
        if chunk:
            yield chunk

    def _submit(self, chunk: list[Packed]) -> None:
        assert self._pool is not None, "started"
        self._running.append(self._pool.submit(_write_chunk, self._home, self._language, chunk))

    def __enter__(self) -> "GameWriter":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


def _lost(log: KeptLog, tongue_: Tongue) -> tuple[str, str]:
    """Give the page of a game whose stored log is damaged, and where it lies."""
    known = {"game_id": log.game_id, "source": log.source, "line": log.line}
    text = page("lost.html", tongue_, home="../", here="", **known, **dressed())
    return game_address(log.game_id), text


def _write_chunk(home: str, language: str, chunk: list[Packed]) -> Pages:
    with without_garbage_collection():
        pages = (_write_game(Path(home), tongue(language), RawLog(*log)) for log in chunk)
        return dict(filter(None, pages))


def _write_game(home: Path, tongue_: Tongue, raw: RawLog) -> tuple[str, str] | None:
    """Write a game's page; a scoresheet, and a log that is not read any more, have none."""
    log = read_log(raw)
    if isinstance(log, Unreadable) or log.room != log.game:
        return None
    played = replay(log, options_of(log))
    shown = show(log, played, judge(raw, log, played), edition_of(log)[0])
    text = replay_page(shown, home="../", tongue=tongue_)
    return write(home, game_address(log.game_id), text)
