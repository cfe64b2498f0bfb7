"""What the pages ask the warehouse: a query of sql/pages each, its rows by name. Draws nothing."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from retally.pipeline.migrations import Connection
from retally.sql import sql_files


class Game(NamedTuple):
    """A game and who won it."""

    game_id: str
    game: str
    edition: str
    played_at: datetime | None
    status: str
    finished: bool
    seats: int
    winners: list[str]
    winning_score: int


class Result(NamedTuple):
    """What came out of a game for one player."""

    game: str
    player: str
    game_id: str
    played_at: datetime | None
    finished: bool
    final_score: int
    rank: int | None
    is_winner: bool
    seats: int
    winners: int


class Action(NamedTuple):
    """In how many of a player's turns something was done, and the points it brought."""

    game: str
    player: str
    action: str
    turns_with_it: int
    turns: int
    points: int


class Opponent(NamedTuple):
    """How often two players met in a finished game, and who came out ahead."""

    game: str
    player: str
    opponent: str
    games: int
    ahead: int
    level: int
    behind: int


class Found(NamedTuple):
    """An error or a warning in a loaded game."""

    game_id: str
    game: str
    code: str
    severity: str
    round: int | None
    turn: int | None
    player: str | None
    message: str
    clause: str | None


class CodeCount(NamedTuple):
    """How often a code was found, and in how many games."""

    code: str
    severity: str
    times: int
    games: int


class Reject(NamedTuple):
    """A log that was not loaded, and why."""

    game_id: str | None
    game: str | None
    source: str
    line: int
    status: str
    code: str | None
    reason: str


class Contents(NamedTuple):
    """All that the pages tell, but the games themselves."""

    games: list[Game]
    results: list[Result]
    actions: list[Action]
    opponents: list[Opponent]
    codes: list[CodeCount]
    findings: list[Found]
    rejects: list[Reject]


def contents(connection: Connection) -> Contents:
    """Ask everything that the pages tell of a warehouse."""
    files = {file.name: file.text for file in sql_files("pages")}

    def rows(name: str) -> list[tuple[Any, ...]]:
        return connection.execute(files[name]).fetchall()

    return Contents(
        [Game(*row) for row in rows("games")],
        [Result(*row) for row in rows("results")],
        [Action(*row) for row in rows("actions")],
        [Opponent(*row) for row in rows("opponents")],
        [CodeCount(*row) for row in rows("codes")],
        [Found(*row) for row in rows("findings")],
        [Reject(*row) for row in rows("rejects")],
    )


OfPlayer = TypeVar("OfPlayer", Result, Action, Opponent)


def by_player(rows: Iterable[OfPlayer]) -> dict[str, dict[str, list[OfPlayer]]]:
    """Sort rows by player, and there by game kind, each in the order they came."""
    sorted_: dict[str, dict[str, list[OfPlayer]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        sorted_[row.player][row.game].append(row)
    return sorted_
