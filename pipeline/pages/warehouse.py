"""What the pages ask the warehouse: reports, and queries of sql/pages. Draws nothing."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias, TypeVar

from retally.pipeline.migrations import Connection
from retally.pipeline.reports import reports
from retally.sql import sql_files

Row: TypeAlias = dict[str, Any]
"""A row of a report, by the names of its columns."""


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
    """In how many of a player's turns something was done, with the share and its interval."""

    game: str
    player: str
    action: str
    turns_with_it: int
    turns: int
    rate: float
    rate_low: float
    rate_high: float


class Change(NamedTuple):
    """A player's rating after a rated game."""

    game: str
    player: str
    mu: float
    sigma: float


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
    codes: list[CodeCount]
    findings: list[Found]
    rejects: list[Reject]
    ratings: list[Change]
    reports: Mapping[str, list[Row]]


OF_ONE_KIND = {
    "six-nimmt-takes": "six_nimmt",
    "six-nimmt-choices": "six_nimmt",
    "sixteen-stones": "sixteen",
    "sixteen-wins": "sixteen",
    "sixteen-aggression": "sixteen",
    "sixteen-folds": "sixteen",
    "zaagox-wins": "zaagox",
    "zaagox-da": "zaagox",
    "zaagox-pairs": "zaagox",
}
"""Reports that have no column that names the game, and which it is."""
REPORTS = (
    "standings", "ratings", "streaks", "player-records", "head-to-head", "by-players",
    "by-edition", "trend", *OF_ONE_KIND,
)  # fmt: skip
"""What the pages tell of players; each has a column that names the player."""
OF_RATINGS = ("ratings", "rating-changes")


def contents(
    connection: Connection, asked: Mapping[str, Any] | None = None, *, rated: bool = True
) -> Contents:
    """Ask everything that the pages tell of a warehouse, by the parameters of the reports.

    ``rated`` says whether the ratings are up to date; others are left out.
    """
    known = reports()
    files = {file.name: file.text for file in sql_files("pages")}
    given = dict(asked or {})

    def rows(name: str) -> list[tuple[Any, ...]]:
        parameters = {key: given.get(key) for key in PARAMETERS}
        named = {key: value for key, value in parameters.items() if f"${key}" in files[name]}
        return connection.execute(files[name], named).fetchall()

    def report(name: str) -> list[Row]:
        if name in OF_RATINGS and not rated:
            return []
        of = known[name]
        connection.execute(of.query, {key: given.get(key) for key in of.parameters})
        names = [column[0] for column in connection.description or ()]
        return [dict(zip(names, row, strict=True)) for row in connection.fetchall()]

    return Contents(
        [Game(*row) for row in rows("games")],
        [Result(*row) for row in rows("results")],
        [Action(*row) for row in rows("actions")],
        [CodeCount(*row) for row in rows("codes")],
        [Found(*row) for row in rows("findings")],
        [Reject(*row) for row in rows("rejects")],
        [Change(of["game"], of["player"], of["mu"], of["sigma"]) for of in report(OF_RATINGS[1])],
        {name: report(name) for name in REPORTS},
    )


PARAMETERS = ("player", "game", "edition", "from", "to")
"""What the queries of pages can be asked for."""

OfPlayer = TypeVar("OfPlayer", Result, Action, Change)


def by_player(rows: Iterable[OfPlayer]) -> dict[str, dict[str, list[OfPlayer]]]:
    """Sort rows by player, and there by game kind, each in the order they came."""
    sorted_: dict[str, dict[str, list[OfPlayer]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        sorted_[row.player][row.game].append(row)
    return sorted_


def reports_by_player(
    reports_: Mapping[str, list[Row]],
) -> dict[tuple[str, str], dict[str, list[Row]]]:
    """Sort the rows of reports by (player, game kind), and there by report."""
    sorted_: dict[tuple[str, str], dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for name, rows in reports_.items():
        for row in rows:
            game = OF_ONE_KIND[name] if name in OF_ONE_KIND else row["game"]
            sorted_[row["player"], game][name].append(row)
    return sorted_
