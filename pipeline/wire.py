"""Things sent to another process and back, arrays beside the message instead of copied into it.

What multiprocessing's own lines do with a message of many megabytes costs several copies of it:
here its parts are sent from where they lie, and received where they will stay.
"""

import pickle
import socket
import struct
from typing import Any

import numpy as np

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
        room = np.empty(size, np.uint8).data  # not filled with zeros, unlike a bytearray
        done = 0
        while done < size:
            more = self.end.recv_into(room[done:])
            if not more:
                raise EOFError
            done += more
        return room


def wires() -> tuple[Wire, Wire]:
    """Give the two ends of a new line."""
    ours, theirs = socket.socketpair()
    return Wire(ours), Wire(theirs)
