"""What commands share when they talk: safe text, stderr, exit status. Knows no game."""

import json
import re
import sys
from enum import IntEnum
from typing import Any, NoReturn

import typer


class Exit(IntEnum):
    """The exit status of the program (see the command line's documentation)."""

    WELL = 0
    WRONG_LOGS = 1
    USAGE = 2
    STORE = 3
    INTERRUPTED = 130


_DRIVES_A_TERMINAL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Control characters but tab and line end, and marks that turn or hide text."""


def safe(text: str) -> str:
    """Escape every character that could drive a terminal or hide text.

    >>> safe("bo\\x1b[31m")
    'bo\\\\x1b[31m'
    """
    return _DRIVES_A_TERMINAL.sub(lambda found: ascii(found[0])[1:-1], text)


def one_line(text: str) -> str:
    """Escape as ``safe`` does, and line ends and tabs too: a name stays on its line."""
    return safe(text).replace("\n", "\\n").replace("\t", "\\t")


def json_text(value: Any, **layout: Any) -> str:
    """Write JSON that reads well and drives no terminal; it parses to the same value."""
    text = json.dumps(value, ensure_ascii=False, **layout)
    return _DRIVES_A_TERMINAL.sub(lambda found: json.dumps(found[0])[1:-1], text)


def say(text: str) -> None:
    """Talk to the person: a line on stderr."""
    print(safe(text), file=sys.stderr)


def wrong_usage(text: str) -> NoReturn:
    """Say what was wrong with the call and end with status 2."""
    say(f"Error: {text}")
    raise typer.Exit(Exit.USAGE)


def cannot(text: str) -> NoReturn:
    """Say what could not be read or written and end with status 3."""
    say(f"Error: {text}")
    raise typer.Exit(Exit.STORE)
