"""Work in processes of their own that can be stopped: no log and no question holds up the service.

A helper is started when it is needed first. One that takes too long or dies is replaced; all end
with this process, however that ends.
"""

import multiprocessing
import os
import shutil
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait
from queue import LifoQueue
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread
from retally.service.problems import EXHAUSTED, Problem, TooSlow

Argument = TypeVar("Argument")
Result = TypeVar("Result")


class Helpers:
    """Up to ``count`` processes; ``folder`` is removed by the last of them to end.

    ``what`` is what they are for, in words, and ``first`` a job of theirs: what it needs is
    loaded before they are ready, so that no job's time goes by with it.
    """

    def __init__(
        self, count: int, what: str, first: Callable[[Any], Any], folder: str | None = None
    ) -> None:
        self.what = what
        self.places = CapacityLimiter(count)
        self.idle: LifoQueue[_Helper] = LifoQueue()
        for _ in range(count):
            self.idle.put(_Helper(first, folder))

    async def call(
        self, do: Callable[[Argument], Result], argument: Argument, seconds: float
    ) -> Result:
        """Have a helper do something that can be pickled; waits for one that is free.

        Raises what ``do`` raises, and Problem where it takes too long or ends the helper.
        """
        return await to_thread.run_sync(
            self.call_from_thread, do, argument, seconds, limiter=self.places
        )

    def call_from_thread(
        self, do: Callable[[Argument], Result], argument: Argument, seconds: float
    ) -> Result:
        """Do the same from a thread that may wait."""
        helper = self.idle.get()
        try:
            answer: tuple[BaseException | None, Result] = helper.done(do, argument, seconds)
            fault, result = answer
            if isinstance(fault, Problem) and fault.kind == EXHAUSTED:
                helper.stop()  # what it holds may be in the way of the next
        except TimeoutError:
            raise TooSlow(self.what, seconds) from None
        except EOFError:
            raise Problem(503, f"{self.what} needs more than is given", EXHAUSTED) from None
        finally:
            self.idle.put(helper)
        if fault is not None:
            raise fault
        return result

    def warm(self) -> None:
        """Start a helper before it is needed; called from a thread that may wait."""
        helper = self.idle.get()
        try:
            helper.start()
        finally:
            self.idle.put(helper)

    def stop(self) -> None:
        """End all helpers; none is called any more."""
        while not self.idle.empty():
            self.idle.get().stop()


class _Helper:
    """A process and the line to it; there is none until it is called."""

    def __init__(self, first: Callable[[Any], Any], folder: str | None) -> None:
        self.first, self.folder = first, folder
        self.process: Any = None
        self.line: Any = None

    def done(self, do: Any, argument: Any, seconds: float) -> tuple[BaseException | None, Any]:
        try:
            self.start()
            self.line.send((do, argument))
            if not self.line.poll(seconds):
                raise TimeoutError
            answer: tuple[BaseException | None, Any] = self.line.recv()
        except (TimeoutError, EOFError, OSError) as broken:
            self.stop()
            raise (TimeoutError if isinstance(broken, TimeoutError) else EOFError) from broken
        return answer

    def start(self) -> None:
        """Start the process where there is none that lives, and wait until it can work."""
        if self.process is not None and self.process.is_alive():
            return
        self.stop()  # it was killed while it had nothing to do
        context = multiprocessing.get_context("spawn")  # a fork would copy locks that are held
        self.line, theirs = context.Pipe()
        self.process = context.Process(
            target=_serve, args=(theirs, self.first, self.folder), daemon=True
        )
        self.process.start()
        theirs.close()
        self.line.recv()

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()  # before the line is closed: that says that the service is over
            self.process.join()
            self.line.close()
            self.process = self.line = None


def _serve(line: Any, first: Callable[[Any], Any], folder: str | None) -> None:
    """Do what comes until the other end is closed; signals are for the service alone."""
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    os.environ["HOME"] = os.sep  # so no setting is made of the real one
    threading.Thread(target=_end_with_the_service, args=(folder,), daemon=True).start()
    with suppress(EOFError, OSError):  # the service is no more
        line.send(first.__name__)
        while True:
            do, argument = line.recv()
            line.send(_tried(do, argument))
    _tidy(folder)


def _end_with_the_service(folder: str | None) -> None:
    """End in the middle of the work where the service is no more: nobody waits for it."""
    service = parent_process()
    assert service is not None, "a helper was started by a service"
    wait([service.sentinel])  # a pipe or handle of its own: it tells of every kind of end
    _tidy(folder)
    os._exit(1)


def _tidy(folder: str | None) -> None:
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)


def _tried(do: Callable[[Any], Any], argument: Any) -> tuple[BaseException | None, Any]:
    try:
        return None, do(argument)
    except Exception as fault:  # noqa: BLE001 - it is raised where the result is awaited
        return fault, None
