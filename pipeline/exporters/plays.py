"""Finished games as plays: who took part and how it came out. Knows no form of a file."""

import json
from collections.abc import Iterator
from typing import NamedTuple

import polars as pl
from retally.pipeline.logs import kept_logs
from retally.pipeline.migrations import Connection
from retally.pipeline.store import as_table


class Seat(NamedTuple):
    """A player of a play: seats from 1; places from 1, None where nobody won."""

    seat: int
    player: str
    score: int
    rank: int | None
    won: bool


class Play(NamedTuple):
    """A finished game. ``played_at`` is as its log has it, with its own offset, or None."""

    game_id: str
    game: str
    status: str
    played_at: str | None
    seats: tuple[Seat, ...]

    @property
    def remark(self) -> str:
        """Say how far the scores can be trusted."""
        return f"retally: {self.status}"


def plays(connection: Connection) -> Iterator[Play]:
    """Yield every finished game in the order of the ids."""
    for page in kept_logs(connection):
        dates = {log.game_id: _played_at(log.raw()) for log in page}
        with as_table(connection, "asked", pl.DataFrame({"game_id": list(dates)})):
            rows = connection.execute(_SEATS).fetchall()
        for game_id, game, status, seats in rows:
            seated = (Seat(**{**seat, "won": bool(seat["won"])}) for seat in seats)
            yield Play(game_id, game, status, dates[game_id], tuple(seated))


_SEATS = """
select game_id, games.game, games.status, list({
    seat: seats.seat, player: seats.player, score: seats.final_score, rank: seats."rank",
    won: seats.is_winner
} order by seats.seat)
from games join seats using (game_id) semi join asked using (game_id)
where games.finished
group by game_id, games.game, games.status
order by game_id
"""


def _played_at(raw: bytes | None) -> str | None:
    """Give the date of a log as it was written: its own wall clock says which day it was."""
    if raw is None:
        return None
    played_at = json.loads(raw).get("played_at")
    return played_at if isinstance(played_at, str) else None


def unfinished(connection: Connection) -> int:
    """Count the games that are no plays, since they have not ended."""
    found = connection.execute("select count(*) from games where not finished").fetchone()
    return int(found[0]) if found else 0
