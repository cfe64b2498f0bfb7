"""The page docs/findings.md, written from the dictionary of findings. Reads no log."""

import re
from collections.abc import Iterator

from retally.schemas.codes import DICTIONARY, Code, severity_of

FAMILIES = {
    "LOG": ("Off the format", "An error makes the log **unreadable**."),
    "DEAL": ("Cards", "An error makes the game **illegal**."),
    "PLAY": ("Play", "An error makes the game **illegal**."),
    "SCORE": ("Claims", "An error makes the game a **mismatch**."),
}
INTRODUCTION = """\
# Findings

All that `retally` can say of a log. The letters of a code are its family; errors are numbered
from 001, notes and warnings from 101. Only errors change the status of a game and the exit
status. A code never changes its meaning and is never used again. Words in *italics* stand for
what the log has there. Each code has a small log that shows it in `tests/broken`.

This page is made by `python -m retally.pipeline.findings_page`; a test holds it to the program.
"""


def page() -> str:
    """Write the page: a table a family, a line a code."""
    return "\n".join((INTRODUCTION, *_families()))


def _families() -> Iterator[str]:
    for family, (title, meaning) in FAMILIES.items():
        yield f"## {family}: {title}\n\n{meaning}\n"
        yield "| code | severity | what | says |\n|---|---|---|---|"
        yield from (_line(code) for code in Code if code[:-3] == family)
        yield ""


def _line(code: Code) -> str:
    entry = DICTIONARY[code]
    says = re.sub(r"\{(\w+)\}", r"*\1*", entry.says)
    return f"| `{code}` | {severity_of(code)} | {entry.title} | {says} |"


if __name__ == "__main__":
    print(page(), end="")
