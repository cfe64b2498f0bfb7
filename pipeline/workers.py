"""Work done in other processes, piece by piece, its results in the order of the pieces.

One piece alone, or one job, is done here: what is small does not pay for processes. A worker
ends with this process however that ends, and Ctrl-C is for this process alone to hear.

Workers are ``spawned``, which is always safe, or ``forked``, which spares each the second that it
takes to load all that it works with; ``hired_early`` is for a process that will soon not be fit
to be forked.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain
from multiprocessing import resource_tracker
from queue import SimpleQueue
from typing import Any, Generic, TypeAlias, TypeVar

from retally.pipeline.batch.base import keep_freed_memory
from retally.pipeline.wire import Wire, wires

Piece = TypeVar("Piece")
Result = TypeVar("Result")


class WorkerDied(Exception):
    """A worker process that ended in the middle of its work, and how."""


def cores() -> int:
    """Count the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_order(
    do: Callable[[Piece], Result],
    pieces: Iterable[Piece | None],
    jobs: int,
    hire: "Hire | None" = None,
) -> Generator[Result, None, None]:
    """Yield what ``do`` makes of each piece, ``jobs`` pieces at a time in as many processes.

    None among the pieces says that the next may be long in coming: nothing waits for it.
    ``do``, pieces and results have to be such as can be pickled. ``hire`` gives the workers; they
    are ``spawned`` without it. Raises what ``do`` raises, and WorkerDied.
    """
    coming = iter(pieces)
    for piece in coming:
        following = next(coming, None) if jobs > 1 and piece is not None else None
        if following is not None:
            workers = (hire or spawned)(do, jobs)
            yield from _by_workers(workers, chain((piece, following), coming), jobs)
        elif piece is not None:
            yield do(piece)


def _by_workers(
    hired: "Workers[Piece, Result]", pieces: Iterable[Piece | None], jobs: int
) -> Generator[Result, None, None]:
    with ThreadPoolExecutor(jobs) as threads, hired as workers:
        waiting: deque[Future[Result]] = deque()
        for piece in pieces:
            if piece is not None:
                waiting.append(threads.submit(workers.done, piece))
            while len(waiting) > (0 if piece is None else jobs):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


# Who does it ------------------------------------------------------------------------------


def spawned(do: Callable[[Piece], Result], jobs: int) -> "Workers[Piece, Result]":
    """Start workers from nothing: a fork would copy locks that other threads hold."""
    return Workers(do, jobs, "spawn")


def forked(do: Callable[[Piece], Result], jobs: int) -> "Workers[Piece, Result]":
    """Start workers as copies of this process, where that is safe; else as ``spawned`` does.

    It is on Linux, as long as this process has no other thread and has not used what starts some
    in secret: DuckDB, or polars. Whoever calls this has to see to that.
    """
    fit = sys.platform == "linux" and threading.active_count() == 1
    return Workers(do, jobs, "fork" if fit else "spawn")


class _Early:
    """Gives the workers that are there, once; whoever asks again has new ones spawned."""

    def __init__(self, workers: "Workers[Any, Any]") -> None:
        self.workers: Workers[Any, Any] | None = workers

    def __call__(self, do: Callable[[Any], Any], jobs: int) -> "Workers[Any, Any]":
        workers, self.workers = self.workers, None
        return workers or spawned(do, jobs)


@contextmanager
def hired_early(do: Callable[[Any], Any], jobs: int) -> Iterator["Hire | None"]:
    """Fork workers before this process uses what makes that unsafe; they end with the block."""
    if jobs == 1:
        yield None
        return
    with forked(do, jobs) as workers:
        yield _Early(workers)


class Workers(Generic[Piece, Result]):
    """Processes that wait for pieces; each has a line of its own to this one."""

    def __init__(self, do: Callable[[Piece], Result], jobs: int, how: str) -> None:
        context: Any = multiprocessing.get_context(how)
        self.processes: list[Any] = []
        self.idle: SimpleQueue[tuple[Any, Wire]] = SimpleQueue()
        self.lines: list[Wire] = []
        for _ in range(jobs):
            ours, theirs = wires()
            self.lines.append(ours)
            copied = self.lines if how == "fork" else []
            process = context.Process(target=_serve, args=(theirs, do, copied), daemon=True)
            if how == "spawn":
                resource_tracker.ensure_running()  # else it is started below, and hears Ctrl-C
            with _ctrl_c_held():
                process.start()
            theirs.close()
            self.processes.append(process)
            self.idle.put((process, ours))

    def __enter__(self) -> "Workers[Piece, Result]":
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join()
        for line in self.lines:
            line.close()

    def done(self, piece: Piece) -> Result:
        """Have a piece done by a worker that is idle; called from a thread for each."""
        process, line = self.idle.get()
        try:
            line.send(piece)
            answer: tuple[BaseException | None, Result] = line.recv()
        except (EOFError, OSError) as broken:
            process.join(1)
            raise WorkerDied(_ending(process.pid, process.exitcode)) from broken
        finally:
            self.idle.put((process, line))  # a dead one too: who waits for it has to hear
        fault, result = answer
        if fault is not None:
            raise fault
        return result


Hire: TypeAlias = Callable[[Callable[[Any], Any], int], Workers[Any, Any]]
"""Gives so many workers that do this."""


@contextmanager
def _ctrl_c_held() -> Iterator[None]:
    """Hold Ctrl-C back for a moment: a process that is started meanwhile never hears of it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ending(pid: int | None, exit_code: int | None) -> str:
    how = f"signal {-exit_code}" if exit_code and exit_code < 0 else f"exit status {exit_code}"
    return f"worker process {pid} was ended ({how}) in the middle of its work"


def _serve(line: Wire, do: Callable[[Any], Any], copied: Iterable[Wire]) -> None:
    """Do pieces as they come, until the other end is closed.

    ``copied`` are the other process's ends of lines that a fork left here: open here, they would
    never seem closed.
    """
    for end in copied:
        end.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a fork has what the other process set
    keep_freed_memory()
    try:
        while True:
            line.send(_tried(do, line.recv()))
    except (EOFError, OSError):  # the other process is no more
        return


def _tried(do: Callable[[Any], Any], piece: Any) -> tuple[BaseException | None, Any]:
    try:
        return None, do(piece)
    except Exception as fault:  # noqa: BLE001 - it is raised where the result is awaited
        return fault, None
