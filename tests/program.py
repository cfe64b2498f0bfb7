"""The real program, as a process of its own.

A process is a copy of one that has imported everything and run nothing, for Python is slow to
import; `PYTHONPATH=.typing python -m retally.cli.main` starts the same from nothing. Tests of
what a start loads, of signals and of terminals start it from nothing.
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from preloaded import Preloaded

TYPING = Path(__file__).parent.parent / ".typing"
LOCALE = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "C.UTF-8"}
"""The program speaks English in tests, wherever they run."""
SECONDS = 300
"""A call that takes longer hangs."""


def retally(
    *arguments: str | Path,
    text: bytes = b"",
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run the program to its end, these bytes on its standard input."""
    return _preloaded().run(
        list(map(str, arguments)),
        text=text,
        cwd=str(cwd or Path.cwd()),
        env=environment(**(env or {})),
        timeout=SECONDS,
    )


def started(
    *arguments: str | Path, text: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the program to its end as a shell would, from nothing."""
    return subprocess.run(
        [sys.executable, "-m", "retally.cli.main", *map(str, arguments)],
        input=text,
        capture_output=True,
        cwd=cwd,
        env=environment(),
        timeout=SECONDS,
        check=False,
    )


def environment(**more: str) -> dict[str, str]:
    """Give the environment of the program: this one's, in English."""
    return {**os.environ, **LOCALE, "PYTHONPATH": str(TYPING), **more}


@cache
def _preloaded() -> Preloaded:
    return Preloaded(environment())


def imported_by(*arguments: str | Path) -> set[str]:
    """Run the program from nothing and say which top-level modules it imported."""
    code = (
        "import sys\n"
        "from retally.cli.main import main\n"
        "try:\n    main()\n"
        "except SystemExit:\n    pass\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        env=environment(),
        timeout=SECONDS,
        check=True,
    )
    return {line.partition(".")[0] for line in done.stderr.decode().splitlines()}
