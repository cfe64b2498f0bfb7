"""What a command uses: processor, clock, memory, with all processes that it starts. Linux only."""

import os
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

EVERY_SECONDS = 0.1
"""Between two looks at the memory of a running command."""


class Cost(NamedTuple):
    """Seconds of a run: of processors, user and system, children included, and by the clock."""

    cpu: float
    wall: float


def cost(command: list[str]) -> Cost:
    """Run a command to its end, its output thrown away; raises RuntimeError when it fails."""
    start = time.perf_counter()
    running = _quiet(command)
    _, status, used = os.wait4(running.pid, 0)
    wall = time.perf_counter() - start
    running.returncode = os.waitstatus_to_exitcode(status)
    _must_be_well(running)
    return Cost(used.ru_utime + used.ru_stime, wall)


def peak_bytes(command: list[str]) -> int:
    """Run a command and look often at the memory of it and of all below it; the most seen.

    What processes share is counted once (proportional set size).
    """
    running, most = _quiet(command), 0
    while running.poll() is None:
        most = max(most, sum(map(_bytes_of, _below(running.pid))))
        time.sleep(EVERY_SECONDS)
    _must_be_well(running)
    return most


def _quiet(command: list[str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _must_be_well(done: "subprocess.Popen[bytes]") -> None:
    if done.returncode != 0:
        raise RuntimeError(f"{done.args} ended with {done.returncode}")


def _below(process: int) -> list[int]:
    """List a process and all that it started, they too."""
    found = [process]
    for one in found:
        for children in Path(f"/proc/{one}/task").glob("*/children"):
            found += map(int, _text(children).split())
    return found


def _bytes_of(process: int) -> int:
    for line in _text(Path(f"/proc/{process}/smaps_rollup")).splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def _text(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # the process has ended meanwhile
        return ""
