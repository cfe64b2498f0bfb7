"""`retally export`: what the warehouse holds, in forms that others read."""

import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from retally.cli.db import DEFAULT_DB, DbOption
from retally.cli.output import opened
from retally.cli.terminal import Exit, cannot, one_line, say, wrong_usage
from retally.pipeline.exporters import bgg, bgstats, logs, parquet
from retally.pipeline.exporters.plays import Play, plays, unfinished
from retally.pipeline.migrations import Connection
from retally.pipeline.store import StoreError, reading


class What(StrEnum):
    """What is exported."""

    GAMES = "games"
    PARQUET = "parquet"
    BGSTATS = "bgstats"
    BGG = "bgg"


def export(
    what: Annotated[What, typer.Argument(help="games, parquet, bgstats or bgg")],
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to; - for stdout.")
    ] = "-",
    db: DbOption = DEFAULT_DB,
) -> None:
    """Write the stored logs, the facts as Parquet, or plays for BG Stats or BoardGameGeek.

    Example: retally export games -o logs.jsonl --db club.duckdb

    games into a folder, named with / at its end, writes a file a game, byte for byte as it
    came in; parquet needs a folder that is new or empty.
    """
    if what is What.PARQUET and output == "-":
        wrong_usage("parquet needs -o FOLDER")
    try:
        with reading(db, tell=say) as connection:
            _WRITERS[what](connection, output)
    except StoreError as fault:
        cannot(str(fault))
    except parquet.CannotWrite as fault:
        cannot(str(fault))


def _games(connection: Connection, output: str) -> None:
    """Write the stored logs; one that is damaged is said, and the status is 3."""
    if output.endswith("/"):
        counts = _into_folder(logs.stored(connection), Path(output))
    else:
        counts = _into_file(logs.stored(connection), output)
    written, joined, damaged = counts
    on_lines = f", {joined} of them put on one line each" if joined else ""
    say(f"{_counted(written, 'log')} written{on_lines}")
    if damaged:
        raise typer.Exit(Exit.STORE)


def _into_file(found: Iterable[tuple[str, bytes | None]], output: str) -> tuple[int, int, int]:
    written = joined = damaged = 0
    with opened(output) as file:
        for game_id, log in found:
            if log is None:
                damaged += _say_damaged(game_id)
                continue
            line = logs.on_one_line(log)
            written, joined = written + 1, joined + (line != log)
            file.write(line + b"\n")
        file.flush()
    return written, joined, damaged


def _into_folder(found: Iterable[tuple[str, bytes | None]], folder: Path) -> tuple[int, int, int]:
    written = damaged = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            cannot(f"{folder} is not empty")
        for number, (game_id, log) in enumerate(found, 1):
            if log is None:
                damaged += _say_damaged(game_id)
                continue
            (folder / f"{number:06}.json").write_bytes(log)
            written += 1
    except OSError as fault:
        cannot(f"{folder}: {fault.strerror}")
    return written, 0, damaged


def _say_damaged(game_id: str) -> int:
    say(f"{one_line(game_id)}: its stored log is damaged and left out")
    return 1


def _parquet(connection: Connection, output: str) -> None:
    rows = parquet.write(connection, output)
    for table, count in rows.items():
        say(f"{table}: {_counted(count, 'row')}")
    say(f"{_counted(len(rows), 'table')} in {output}")


def _bgstats(connection: Connection, output: str) -> None:
    made = bgstats.export(_told(plays(connection), connection))
    text = json.dumps(made, ensure_ascii=False, indent=1)
    with opened(output) as file:
        file.write(text.encode() + b"\n")
    say(f"{_counted(len(made['plays']), 'play')} written")


def _bgg(connection: Connection, output: str) -> None:
    found = list(_told(plays(connection), connection))
    listed = [play for play in found if play.game in bgstats.BGG_IDS]
    if len(listed) < len(found):
        say(f"{_counted(len(found) - len(listed), 'game')} that BoardGameGeek has not left out")
    with opened(output) as file:
        file.write(bgg.export(listed))
    say(f"{_counted(len(listed), 'play')} written")


def _told(found: Iterator[Play], connection: Connection) -> Iterator[Play]:
    """Pass plays on, and say which games are none and how many have no date."""
    if left_out := unfinished(connection):
        say(f"{_counted(left_out, 'game')} not finished, left out")
    undated = 0
    for play in found:
        undated += play.played_at is None
        yield play
    if undated:
        say(f"{_counted(undated, 'play')} without a date")


def _counted(count: int, what: str) -> str:
    return f"{count} {what if count == 1 else what + 's'}"


_WRITERS = {
    What.GAMES: _games,
    What.PARQUET: _parquet,
    What.BGSTATS: _bgstats,
    What.BGG: _bgg,
}
