"""Ctrl-C while DuckDB works: heard at once, however deep in a query. Knows no query.

Python tells of a signal only when its main thread comes back from DuckDB, and DuckDB does not
always look. So another thread is told of the signal by the system, and stops the query.
"""

import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

NO_DESCRIPTOR = -1


class Interruptible(Protocol):
    """What works on something that can be stopped from another thread: a connection."""

    def interrupt(self) -> None:
        """Stop what is being worked on, if there is anything."""


@contextmanager
def heard(worker: Interruptible) -> Iterator[None]:
    """Let Ctrl-C stop what is worked on inside; Python's KeyboardInterrupt comes besides.

    Without effect outside of the main thread, which alone hears signals, and where somebody
    else already listens in this way, as an event loop does.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ours, systems = socket.socketpair()
    with ours, systems:
        systems.setblocking(False)
        before = signal.set_wakeup_fd(systems.fileno(), warn_on_full_buffer=False)
        if before != NO_DESCRIPTOR:
            signal.set_wakeup_fd(before)
            yield
            return
        listener = threading.Thread(target=_listen, args=(ours, worker), daemon=True)
        listener.start()
        try:
            yield
        finally:
            signal.set_wakeup_fd(NO_DESCRIPTOR)
            systems.close()
            listener.join()


def _listen(line: socket.socket, worker: Interruptible) -> None:
    """Stop the work at each SIGINT, until the other end is closed."""
    while numbers := line.recv(64):
        if signal.SIGINT in numbers:
            worker.interrupt()
