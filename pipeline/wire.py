"""Things sent to another process and back, arrays beside the message instead of copied into it.

What multiprocessing's own lines do with a message of many megabytes costs several copies of it:
here its parts are sent from where they lie, and received where they will stay.
"""

import mmap
import pickle
import socket
import struct
import sys
from contextlib import suppress
from typing import Any

LARGE, HUGE_PAGE = 2**20, 2**21

_COUNT = struct.Struct("!I")
_SIZE = struct.Struct("!Q")


class Wire:
    """One end of a line between two processes. Where the other is gone: EOFError or OSError."""

    def __init__(self, end: socket.socket) -> None:
        self.end = end

    def send(self, thing: Any) -> None:
        """Send what can be pickled."""
        buffers: list[pickle.PickleBuffer] = []
        message = pickle.dumps(thing, protocol=5, buffer_callback=buffers.append)
        parts = [memoryview(message), *(buffer.raw() for buffer in buffers)]
        sizes = b"".join(_SIZE.pack(len(part)) for part in parts)
        self.end.sendall(_COUNT.pack(len(parts)) + sizes)
        for part in parts:
            self.end.sendall(part)

    def recv(self) -> Any:
        """Wait for what the other end sends."""
        (count,) = _COUNT.unpack(self._received(_COUNT.size))
        sizes = _SIZE.iter_unpack(self._received(count * _SIZE.size))
        message, *buffers = [self._received(size) for (size,) in sizes]
        return pickle.loads(message, buffers=buffers)

    def close(self) -> None:
        """Let the other end know that nothing more comes."""
        self.end.close()

    def _received(self, size: int) -> memoryview:
        room, done = memoryview(_room(size))[:size], 0
        while done < size:
            more = self.end.recv_into(room[done:])
            if not more:
                raise EOFError
            done += more
        return room


def _room(size: int) -> "mmap.mmap | bytearray":
    """Give memory for a part, or a little more.

    A large one has its own: among others it would leave holes, which grow with the input. It is
    asked for in whole large pages, for each page that is touched first costs microseconds.
    """
    if size < LARGE or sys.platform != "linux":
        return bytearray(size)
    whole = -(-size // HUGE_PAGE) * HUGE_PAGE
    room = mmap.mmap(-1, whole, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with suppress(OSError):  # a kernel that has none
        room.madvise(mmap.MADV_HUGEPAGE)
    return room


def wires() -> tuple[Wire, Wire]:
    """Give the two ends of a new line."""
    ours, theirs = socket.socketpair()
    return Wire(ours), Wire(theirs)
