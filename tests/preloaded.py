"""A process that has imported the program and run nothing of it; each call is a copy of it.

What is imported once need not be imported by every call, and a copy remembers nothing of the
one before. Both ends stand here: Preloaded in the tests, `serve` in the process beside them.
"""

import atexit
import gc
import importlib
import json
import os
import pkgutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import traceback
import warnings
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

BESIDE = ("jinja2", "numpy", "openskill", "polars", "prompt_toolkit", "rich.console")
"""Modules of others that commands import late."""
PACKAGES = ("cli", "lang", "pipeline", "schemas", "sql")


# In the tests -----------------------------------------------------------------------------


class Preloaded:
    """The process, started with an environment; it ends with this one."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.line, theirs = socket.socketpair()
        self.lock = threading.Lock()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, __file__, str(theirs.fileno())],
                stdin=subprocess.PIPE,  # pipes, as each copy will have them
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                pass_fds=[theirs.fileno()],
            )
        atexit.register(self.close)

    def close(self) -> None:
        """Hang up; the process ends when it hears that."""
        self.line.close()
        self.process.communicate()

    def run(
        self, arguments: list[str], *, text: bytes, cwd: str, env: dict[str, str], timeout: float
    ) -> subprocess.CompletedProcess[bytes]:
        """Run the program with these arguments in a copy; its end and what it wrote.

        Raises subprocess.TimeoutExpired.
        """
        with self.lock:
            (read_in, to), (out, write_out), (err, write_err) = os.pipe(), os.pipe(), os.pipe()
            theirs = [read_in, write_out, write_err]
            asked = json.dumps({"arguments": arguments, "cwd": cwd, "env": env}).encode()
            socket.send_fds(self.line, [struct.pack("!I", len(asked))], theirs)
            self.line.sendall(asked)
            for number in theirs:
                os.close(number)
            copy = self._number()
            late = threading.Timer(timeout, os.kill, (copy, signal.SIGKILL))
            late.start()
            written = _exchanged(to, text, [out, err])
            status = self._number()
            if not late.is_alive() and status == -signal.SIGKILL:
                raise subprocess.TimeoutExpired(arguments, timeout, *written)
            late.cancel()
            return subprocess.CompletedProcess(arguments, status, *written)

    def _number(self) -> int:
        """Wait for a number: that of the copy, then how it ended."""
        came = self.line.recv(4, socket.MSG_WAITALL)
        if len(came) < 4:
            raise RuntimeError(f"the preloaded program has died: {self.process.communicate()}")
        return int(struct.unpack("!i", came)[0])


def _exchanged(to: int, text: bytes, sources: list[int]) -> list[bytes]:
    """Write to one end of a pipe, read all that comes out of others, at the same time."""
    came: list[bytes] = [b""] * len(sources)

    def read(place: int) -> None:
        with open(sources[place], "rb") as pipe:
            came[place] = pipe.read()

    readers = [threading.Thread(target=read, args=(place,)) for place in range(len(sources))]
    for reader in readers:
        reader.start()
    try:
        with open(to, "wb", buffering=0) as pipe:
            rest = memoryview(text)
            while rest:
                rest = rest[pipe.write(rest) :]
    except BrokenPipeError:
        pass  # it does not read to the end
    for reader in readers:
        reader.join()
    return came


# In the process beside them ---------------------------------------------------------------


def serve(line: socket.socket) -> None:
    """Make a copy for each call, one after another, until the other end hangs up."""
    for module in _modules():
        importlib.import_module(module)
    gc.collect()
    gc.freeze()  # what is frozen is never written to, so copies share it
    warnings.simplefilter("ignore", DeprecationWarning)  # threads of polars, which sleep
    while True:
        head, streams, _, _ = socket.recv_fds(line, 4, 3)
        if not head:
            return
        asked = json.loads(_received(line, struct.unpack("!I", head)[0]))
        copy = os.fork()
        if not copy:
            line.close()
            _run(asked, streams)
        for number in streams:
            os.close(number)
        line.sendall(struct.pack("!i", copy))
        _, status = os.waitpid(copy, 0)
        line.sendall(struct.pack("!i", os.waitstatus_to_exitcode(status)))


def _received(line: socket.socket, size: int) -> bytes:
    return line.recv(size, socket.MSG_WAITALL)


def _modules() -> Iterable[str]:
    """Name everything of the program that can be imported, and what it imports late."""
    yield from BESIDE
    for package in PACKAGES:
        found = importlib.import_module(f"retally.{package}")
        for module in pkgutil.walk_packages(found.__path__, f"retally.{package}."):
            yield module.name


def _run(asked: dict[str, Any], streams: list[int]) -> NoReturn:
    """Be the program: in this folder, in this environment, on these streams."""
    for place, number in enumerate(streams):
        os.dup2(number, place)
        os.close(number)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["env"])
    main = sys.modules["retally.cli.main"]
    sys.argv = [str(main.__file__), *asked["arguments"]]
    sys.path[0] = asked["cwd"]
    sys.modules["__main__"] = main  # what its own worker processes start from
    warnings.resetwarnings()
    os._exit(_status_of(main.main))


def _status_of(main: Callable[[], None]) -> int:
    """Run it and end as Python ends, but for clearing a memory that goes with the process."""
    status = 0
    try:
        main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:  # noqa: BLE001 - Python would end like this
        traceback.print_exc()
        status = 1
    threading._shutdown()
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
    except OSError:
        status = 120
    return status


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
