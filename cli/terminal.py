"""What commands share when they talk: safe text, stderr, exit status. Knows no game."""

import sys
from enum import IntEnum
from typing import NoReturn

import typer
from retally.pipeline.safe_text import json_text as json_text
from retally.pipeline.safe_text import one_line as one_line
from retally.pipeline.safe_text import safe as safe


class Exit(IntEnum):
    """The exit status of the program (see the command line's documentation)."""

    WELL = 0
    WRONG_LOGS = 1
    USAGE = 2
    STORE = 3
    INTERRUPTED = 130


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
