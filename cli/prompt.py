"""The prompt of `retally sql`: lines until a semicolon, a few words of its own, a history."""

import os
from collections.abc import Callable
from pathlib import Path

from retally.cli.terminal import say
from retally.pipeline.sandbox import QueryError
from retally.pipeline.store import StoreError

Answer = Callable[[str], None]
Reader = Callable[[str], str]

HELP = """\
A query ends with a semicolon and may go over many lines; Ctrl-C drops it.
.tables          the tables and views, and what a row is
.schema [TABLE]  columns, their types and meanings
.help            this
.quit            leave, as Ctrl-D does"""

TABLES = """
select table_name as name, comment from duckdb_tables()
union all select view_name, comment from duckdb_views() where not internal
order by name
"""
COLUMNS = """
select table_name as "table", column_name as "column", data_type as type, comment
from duckdb_columns() where not internal and {condition}
order by table_name, column_index
"""


def converse(answer: Answer, db: str) -> None:
    """Ask for queries and answer them until the person leaves; a fault ends none of it."""
    say(f"{db}, read-only. .help says more, .quit leaves.")
    read = _reader()
    while (text := _next(read)) is not None:
        try:
            _do(text, answer)
        except (QueryError, StoreError) as fault:
            say(f"Error: {fault}")
        except KeyboardInterrupt:
            say("interrupted")


def _next(read: Reader) -> str | None:
    """Read a word of the prompt's own or a whole query; None: the person leaves."""
    lines: list[str] = []
    while True:
        try:
            line = read("    ...> " if lines else "retally> ")
        except EOFError:
            return None
        except KeyboardInterrupt:
            lines = []
            continue
        if not lines and line.strip().startswith("."):
            return None if line.strip() in (".quit", ".exit") else line.strip()
        lines += [line] if line.strip() or lines else []
        if line.rstrip().endswith(";"):
            return "\n".join(lines)


def _do(text: str, answer: Answer) -> None:
    word, _, name = text.partition(" ")
    if word == ".help":
        say(HELP)
    elif word == ".tables":
        answer(TABLES)
    elif word == ".schema":
        quoted = name.strip().rstrip(";").replace("'", "''")
        answer(COLUMNS.format(condition=f"table_name = '{quoted}'" if quoted else "true"))
    elif word.startswith("."):
        say(f"Error: there is no {word}; .help lists what there is")
    else:
        answer(text)


# Reading lines ----------------------------------------------------------------------------


def _reader() -> Reader:
    """Give what reads a line: with history and editing where prompt_toolkit is there."""
    history = _history_file()
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import FileHistory, InMemoryHistory
    except ImportError:
        return _plain_reader(history)
    kept = InMemoryHistory() if history is None else FileHistory(str(history))
    session: PromptSession[str] = PromptSession(history=kept)
    return session.prompt


def _history_file() -> Path | None:
    """Give the file of what was typed before; None where there can be none."""
    base = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    file = Path(base) / "retally" / "history"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    except OSError:  # a home that cannot be written to: no history, no harm
        return None
    return file


def _plain_reader(history: Path | None) -> Reader:
    try:
        import atexit
        import readline
    except ImportError:  # not every system has it
        return input
    if history is not None:
        readline.read_history_file(history)
        atexit.register(readline.write_history_file, history)
    return input
