"""The program `retally`: its commands, each loaded only when it is called for."""

import errno
import functools
import gc
import importlib
import os
import sys
from collections.abc import Callable
from keyword import iskeyword
from typing import Annotated, Any

import typer
from retally.cli.terminal import Exit, say
from retally.pipeline.memory import without_garbage_collection
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command_from_info
from typer.models import CommandInfo

COMMANDS = {
    "demo": "Load the sample logs into a fresh warehouse and show what comes out.",
    "verify": "Replay logs, compare every claim, say what is wrong and where.",
    "explain": "Tell why each card of a turn went where it went, and what it cost.",
    "replay": "Play a game back turn by turn, in the terminal or as a page.",
    "score": "Add up the points of some cards, itemised.",
    "ingest": "Verify logs and load them into the warehouse.",
    "report": "Print a named report; without a name, list them.",
    "pages": "Write a site of the warehouse: players, games that play back, findings.",
    "serve": "Serve verdicts, games, reports and pages over HTTP.",
    "watch": "Load what appears or grows in a folder, until it is stopped.",
    "sql": "Ask the warehouse in SQL, read-only.",
    "import": "Turn a foreign log into this format, on stdout.",
    "export": "Write logs, facts or plays out of the warehouse.",
    "convert": "Bring logs of an older version of the format to today's.",
    "rejects": "List what was not loaded and why, or take it up again.",
    "reverify": "Replay the stored logs by today's rules, say what changed.",
    "audit": "Hold the warehouse against what has to be true of it.",
    "schema": "Print the log format as JSON Schema.",
    "simulate": "Play seeded games and write their logs.",
}
"""Each command is the function of its name in the module of its name here; a name that Python
keeps to itself has ``_`` behind it."""

BROKEN_PIPE = 141  # what a shell says of a program that wrote to a closed pipe
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


class Commands(TyperGroup):
    """The group of all commands; a command's module is imported when it is invoked."""

    def __init__(self, **attributes: Any) -> None:
        attributes["commands"] = {
            name: TyperCommand(name, help=summary, rich_markup_mode=None)
            for name, summary in COMMANDS.items()
        }
        super().__init__(**attributes)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command that is called for and load it."""
        name, found, rest = super().resolve_command(ctx, args)
        return name, load(name) if name else found, rest


def load(name: str) -> Any:
    """Import a command's module and make its command.

    What is imported is there to stay; to look for cycles in it cost a fifth of importing it.
    """
    own = f"{name}_" if iskeyword(name) else name
    with without_garbage_collection():
        function = getattr(importlib.import_module(f"retally.cli.{own}"), own)
    gc.freeze()
    info = CommandInfo(name=name, callback=_guarded(function), help=function.__doc__)
    return get_command_from_info(info, pretty_exceptions_short=True, rich_markup_mode=None)


def _guarded(function: Callable[..., None]) -> Callable[..., None]:
    """Let a command end quietly when its reader has gone, as in `retally … | head`."""

    @functools.wraps(function)
    def run(*args: Any, **options: Any) -> None:
        try:
            function(*args, **options)
            sys.stdout.flush()
        except BrokenPipeError:
            _stop_writing()
            raise typer.Exit(BROKEN_PIPE) from None

    return run


def _stop_writing() -> None:
    """Turn stdout away, or Python would try again at its end and fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


app = typer.Typer(
    name="retally",
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"retally {version('retally')}")
        raise typer.Exit


@app.callback()
def retally(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Replay recorded card games and re-tally every score.

    Start with: retally demo

    Exit status: 0 all is well, 1 something is wrong in the logs, 2 wrong usage,
    3 a file or the store could not be read or written, 130 interrupted.
    """


def main() -> None:
    """Run the program; what cannot be written in the terminal's encoding is escaped."""
    # NumPy would start threads for linear algebra, of which there is none here.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller, who wants nothing
            stream = open(os.devnull, "w")  # noqa: SIM115 - open to the end
            setattr(sys, name, stream)
        if hasattr(stream, "reconfigure"):
            encoding = None if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")
    try:
        app()
    except OSError as fault:
        if fault.errno not in NO_ROOM:
            raise
        _stop_writing()
        say(f"Error: the output could not be written: {fault.strerror}")
        sys.exit(Exit.STORE)


if __name__ == "__main__":
    main()
