"""The real program, as a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

TYPING = Path(__file__).parent.parent / ".typing"
LOCALE = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "C.UTF-8"}
"""The program speaks English in tests, wherever they run."""


def retally(
    *arguments: str | Path,
    text: bytes = b"",
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run the program to its end, these bytes on its standard input."""
    return subprocess.run(
        [sys.executable, "-m", "retally.cli.main", *map(str, arguments)],
        input=text,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, **LOCALE, "PYTHONPATH": str(TYPING), **(env or {})},
        timeout=300,
        check=False,
    )


def imported_by(*arguments: str | Path) -> set[str]:
    """Run the program and say which top-level modules it imported."""
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
        env={**os.environ, **LOCALE, "PYTHONPATH": str(TYPING)},
        timeout=60,
        check=True,
    )
    return {line.partition(".")[0] for line in done.stderr.decode().splitlines()}
