"""A folder that is watched: what appears or grows in it is ingested once it is whole.

Nothing is moved and nothing noted beside the files: what was loaded is known by its content, so a
restart loads nothing twice.
"""

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from threading import Event
from typing import NamedTuple

from retally.pipeline.sources import SUFFIXES, CannotRead, files_of, shown
from retally.pipeline.unpacking import Damaged, unpacked

TICK_MS = 250
"""How often is looked whether a file has come to rest."""


class Stamp(NamedTuple):
    """What changes whenever a file does."""

    size: int
    modified: int
    number: int


@dataclass
class _Waiting:
    """A file that has changed: its stamp, since when it is so, whether its end is missing."""

    stamp: Stamp
    since: float
    torn: bool | None = None


@dataclass
class Folder:
    """The files of a folder that wait to be ingested.

    A file is taken when nothing has changed in it for ``settle`` seconds and it is whole; one
    whose end is missing for ``patience`` seconds is taken as it is, so that this is told.
    """

    path: str
    settle: float
    patience: float
    waiting: dict[str, _Waiting | None] = field(default_factory=dict)

    def noticed(self, paths: Iterable[str]) -> None:
        """Hear of files that have appeared or changed, and of folders, for what is in them.

        What is put into a new folder at once is never heard of by itself.
        """
        for path in paths:
            if os.path.isdir(path):
                self.noticed(found for found in files_of(path) if isinstance(found, str))
            elif path.lower().endswith(SUFFIXES):
                self.waiting.setdefault(path, None)

    def ready(self, now: float) -> list[str | CannotRead]:
        """Give the files to be ingested at this moment, in order, and what cannot be looked at."""
        found: list[str | CannotRead] = []
        for path in sorted(self.waiting):
            try:
                state = os.stat(path)
            except FileNotFoundError:
                del self.waiting[path]
                continue
            except OSError as fault:
                found.append(CannotRead(shown(path), fault.strerror or str(fault)))
                del self.waiting[path]
                continue
            if not stat.S_ISREG(state.st_mode):  # a pipe would be waited for, for ever
                found.append(CannotRead(shown(path), "not a regular file"))
                del self.waiting[path]
            elif self._is_ready(path, Stamp(state.st_size, state.st_mtime_ns, state.st_ino), now):
                found.append(path)
                del self.waiting[path]
        return found

    def _is_ready(self, path: str, stamp: Stamp, now: float) -> bool:
        waiting = self.waiting[path]
        if waiting is None or waiting.stamp != stamp:
            self.waiting[path] = _Waiting(stamp, now)
            return False
        if now - waiting.since < self.settle:
            return False
        if waiting.torn is None:
            waiting.torn = not is_whole(path)
        return not waiting.torn or now - waiting.since >= self.patience


def is_whole(path: str) -> bool:
    """Say whether a file ends as a log does; one that cannot be read is left to who reads it."""
    last = b""
    try:
        with open(path, "rb") as file:
            for text in unpacked(file):
                last = text.rstrip()[-1:] or last
    except Damaged:
        return False
    except OSError:
        return True
    return last == b"}"


def watched(
    folder: Folder, stop: Event, report: Callable[[CannotRead], None]
) -> Iterator[list[str]]:
    """Yield files to be ingested as they come to rest, first all that are there; until ``stop``.

    ``report`` hears of what cannot be looked at. A folder that is removed is waited for, and what
    is in it then is looked at anew. Needs the package watchfiles.
    """
    while not stop.is_set():
        with _held(folder.path):
            yield from _watched_while_there(folder, stop, report)
        if not stop.is_set():
            report(CannotRead(shown(folder.path), "removed or replaced; waited for"))
        while _number(folder.path) is None and not stop.wait(TICK_MS / 1000):
            pass


@contextmanager
def _held(path: str) -> Iterator[None]:
    """Hold a folder open: its number is given to no other meanwhile."""
    try:
        handle = os.open(path, os.O_RDONLY)
    except OSError:  # Windows opens no folder, and removes none that is watched
        yield
        return
    try:
        yield
    finally:
        os.close(handle)


def _number(path: str) -> tuple[int, int] | None:
    """Give what tells a folder from another of its name; None where there is none."""
    try:
        state = os.stat(path)
    except OSError:
        return None
    return (state.st_dev, state.st_ino) if stat.S_ISDIR(state.st_mode) else None


def _watched_while_there(
    folder: Folder, stop: Event, report: Callable[[CannotRead], None]
) -> Iterator[list[str]]:
    from watchfiles import watch

    number, listed = _number(folder.path), False
    heard = watch(
        folder.path,
        watch_filter=None,  # its own would leave out folders of some names, such as node_modules
        stop_event=stop,
        rust_timeout=TICK_MS,
        yield_on_timeout=True,
        raise_interrupt=True,
    )
    try:
        first = next(heard, None)
    except FileNotFoundError:  # removed in the instant before
        return
    for changes in () if first is None else chain((first,), heard):
        if _number(folder.path) != number:
            return
        if not listed:  # only now: what appears meanwhile is heard of
            _list(folder, report)
            listed = True
        folder.noticed(path for _, path in changes)
        ready = folder.ready(time.monotonic())
        for each in ready:
            if isinstance(each, CannotRead):
                report(each)
        if files := [each for each in ready if isinstance(each, str)]:
            yield files


def _list(folder: Folder, report: Callable[[CannotRead], None]) -> None:
    """Notice all that is there."""
    for found in files_of(folder.path):
        if isinstance(found, str):
            folder.noticed([found])
        elif isinstance(found, CannotRead):
            report(found)
