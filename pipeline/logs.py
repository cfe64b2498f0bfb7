"""The logs that a warehouse keeps, game by game: unpacked as they are taken, a page at a time."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from retally.pipeline.blocks import cut_out
from retally.pipeline.migrations import Connection

PAGE_GAMES = 200


class KeptLog(NamedTuple):
    """A loaded game and its log as it is kept: where in which block, which is still packed."""

    game_id: str
    source: str
    line: int
    sha256: str
    first: int
    size: int | None
    block: bytes

    def raw(self) -> bytes | None:
        """Give the log as it stood in its file; None where what is kept is damaged."""
        found = cut_out(self.block, self.first, self.size)
        return found if sha256_of(found) == self.sha256 else None

    def found_sha256(self) -> str | None:
        """Give the hash of what lies where the log should; None where nothing can be unpacked."""
        return sha256_of(cut_out(self.block, self.first, self.size))


def sha256_of(log: bytes | None) -> str | None:
    """Give the hash of a log, in hexadecimal; of none, none."""
    return None if log is None else hashlib.sha256(log).hexdigest()


def kept_logs(connection: Connection) -> Iterator[list[KeptLog]]:
    """Yield the log of every game, page by page in the order of their ids.

    What is changed in games that came already, or is put anew under their ids, changes nothing.
    """
    page = _kept(connection, _FIRST_PAGE, [PAGE_GAMES])
    while page:
        yield page
        page = _kept(connection, _NEXT_PAGE, [page[-1].game_id, PAGE_GAMES])


def kept_logs_of(connection: Connection, games: str) -> list[KeptLog]:
    """Give the logs of the games in a table of ``game_id``, those that there are."""
    return _kept(connection, f"{_COLUMNS} semi join {games} using (game_id)", [])


def kept_log(connection: Connection, game_id: str) -> KeptLog | None:
    """Give the log of a game; None where there is no such game."""
    found = _kept(connection, f"{_COLUMNS} where games.game_id = ?", [game_id])
    return found[0] if found else None


_COLUMNS = """
select
    game_id, games.source, games.line, games.log_sha256, logs.first_byte, logs.bytes, logs.block_key
from games left join logs using (game_id)
"""
_FIRST_PAGE = f"{_COLUMNS} order by game_id limit ?"
_NEXT_PAGE = f"{_COLUMNS} where game_id > ? order by game_id limit ?"
_BLOCKS = "select block_key, logs from log_blocks where block_key in (select unnest(?))"


def _kept(connection: Connection, query: str, given: Sequence[Any]) -> list[KeptLog]:
    """Fetch logs, each block once; a log that is not there has an empty one, and is damaged."""
    rows = connection.execute(query, given).fetchall()
    keys = sorted({row[-1] for row in rows} - {None})
    blocks = dict(connection.execute(_BLOCKS, [keys]).fetchall()) if keys else {}
    return [KeptLog._make((*row[:-1], blocks.get(row[-1], b""))) for row in rows]
