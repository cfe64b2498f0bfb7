"""How memory is held while very many small objects come and go, and how much of it."""

import gc
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":
    import resource


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Look for no cycles meanwhile.

    Logs that are packed, and games that are replayed, are a great many lists and tuples and no
    cycle; to look through them again and again costs up to half as much as to make them.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def collect_young() -> None:
    """Free what has come into cycles since the last time, and look at nothing older.

    Faults leave a few behind: where nobody looks for long, memory would grow with the input.
    """
    gc.collect(0)


def hold_to(size: int) -> None:
    """Let this process take so many bytes more than it has now, and no more from then on.

    The first call counts. What DuckDB takes beyond its own limit, for long texts and lists, is
    refused by the system then. Where the system does not say what a process has, nothing is done.
    """
    status = Path("/proc/self/status")
    if sys.platform == "win32" or not status.exists():
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    has = re.search(r"VmData:\s*(\d+) kB", status.read_text("ascii", "replace"))
    if has is None or soft != resource.RLIM_INFINITY:
        return
    most = int(has[1]) * 1024 + size
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
