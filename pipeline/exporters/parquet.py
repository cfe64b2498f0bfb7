"""The tables of facts as Parquet, a folder a table and in it one a game kind."""

from pathlib import Path

import duckdb
from retally.pipeline.frames import layouts
from retally.pipeline.migrations import Connection
from retally.schemas import facts

LEFT_OUT = {table.name for table in (facts.LOGS, facts.LOG_BLOCKS, facts.FINDINGS, facts.REJECTS)}


class CannotWrite(Exception):
    """A folder that the tables cannot be written to, and why."""


def tables() -> list[str]:
    """Name the tables that are written."""
    return [name for name in layouts() if name not in LEFT_OUT]


def write(connection: Connection, folder: str) -> dict[str, int]:
    """Write every table that has rows to ``folder/TABLE/game=GAME``; give how many rows each has.

    The folder is made; one that holds anything is refused. Raises CannotWrite.
    """
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        if any(Path(folder).iterdir()):
            raise CannotWrite(f"{folder} is not empty")
    except OSError as fault:
        raise CannotWrite(f"{folder}: {fault.strerror}") from fault
    return {name: rows for name in tables() if (rows := _table(connection, folder, name))}


def _table(connection: Connection, folder: str, name: str) -> int:
    (rows,) = connection.execute(f'select count(*) from "{name}"').fetchone() or (0,)
    if not rows:
        return 0
    columns = ", ".join(f'facts."{column}"' for column in layouts()[name].columns)
    query = f'select games.game, {columns} from "{name}" as facts join games using (game_id)'
    if name == facts.GAMES.name:
        query = f"select {columns} from games as facts"
    path = str(Path(folder, name)).replace("'", "''")
    try:
        connection.execute(
            f"copy ({query} order by game_id) to '{path}' (format parquet, partition_by (game))"
        )
    except duckdb.IOException as fault:
        raise CannotWrite(str(fault).splitlines()[0]) from fault
    return int(rows)
