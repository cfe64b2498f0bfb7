"""The logs that a warehouse keeps, game by game: unpacked as they are taken, a page at a time."""

from collections.abc import Iterator
from typing import NamedTuple

import zstandard
from retally.pipeline.migrations import Connection

PAGE_GAMES = 200


class KeptLog(NamedTuple):
    """A loaded game and its log as it is kept, still packed."""

    game_id: str
    source: str
    line: int
    sha256: str
    packed: bytes

    def raw(self) -> bytes | None:
        """Give the log as it stood in its file; None where it cannot be unpacked."""
        try:
            return zstandard.decompress(self.packed)
        except zstandard.ZstdError:
            return None


def kept_logs(connection: Connection) -> Iterator[list[KeptLog]]:
    """Yield the log of every game, page by page in the order of their ids.

    What is changed in games that came already, or is put anew under their ids, changes nothing.
    """
    page = [KeptLog(*row) for row in connection.execute(_FIRST_PAGE, [PAGE_GAMES]).fetchall()]
    while page:
        yield page
        last = page[-1].game_id
        found = connection.execute(_NEXT_PAGE, [last, PAGE_GAMES]).fetchall()
        page = [KeptLog(*row) for row in found]


_COLUMNS = """
select games.game_id, games.source, games.line, games.log_sha256, logs.log
from games join logs using (game_id)
"""
_FIRST_PAGE = f"{_COLUMNS} order by games.game_id limit ?"
_NEXT_PAGE = f"{_COLUMNS} where games.game_id > ? order by games.game_id limit ?"
