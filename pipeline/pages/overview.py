"""The first page of a site: what there is, and the standings of each kind of game."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from markupsafe import Markup
from retally.pipeline.pages import texts
from retally.pipeline.pages.addresses import player_address
from retally.pipeline.pages.charts import means_chart
from retally.pipeline.pages.players import win_shares
from retally.pipeline.pages.tables import Cell, Column, Table, number, share
from retally.pipeline.pages.warehouse import Contents, Result
from retally.schemas.registry import GAMES

ByPlayer = Mapping[str, Mapping[str, Sequence[Result]]]
MOST_STANDINGS = 500


class Kind(NamedTuple):
    """A game kind on the overview."""

    title: str
    games: int
    table: Table
    chart: Markup | None
    caption: str


class Standing(NamedTuple):
    """A player's games of one kind, added up; scores are of finished games."""

    player: str
    games: int
    finished: int
    wins: int
    shares: float
    scores: list[int]


def counts(told: Contents, players: int) -> list[tuple[str, int, str]]:
    """Count what there is: a name, how many, and where it is told."""
    errors = sum(code.times for code in told.codes if code.severity == "error")
    return [
        ("games", len(told.games), "games.html"),
        ("players", players, "#standings"),
        ("errors", errors, "findings.html"),
        ("logs not loaded", len(told.rejects), "findings.html#rejects"),
    ]


def kinds(told: Contents, results: ByPlayer) -> Iterator[Kind]:
    """Tell the standings of each kind of game that was played."""
    for game, kind in GAMES.items():
        standings = sorted(_standings(game, results), key=_best_first)
        if standings:
            games = sum(each.game == game for each in told.games)
            yield Kind(kind.title, games, _table(game, standings), *_chart(game, standings))


def _standings(game: str, results: ByPlayer) -> Iterator[Standing]:
    for player, kinds_ in results.items():
        if played := kinds_.get(game):
            finished = [result for result in played if result.finished]
            wins = sum(result.is_winner for result in finished)
            scores = [result.final_score for result in finished]
            shares = win_shares(finished)
            yield Standing(player, len(played), len(finished), wins, shares, scores)


def _best_first(standing: Standing) -> tuple[float, str]:
    return -standing.shares / max(standing.finished, 1), standing.player


def _chart(game: str, standings: Sequence[Standing]) -> tuple[Markup | None, str]:
    unit = texts.UNITS[game]
    played = [
        (of.player, fmean(of.scores), min(of.scores), max(of.scores))
        for of in standings
        if of.finished
    ]
    caption = f"Mean {unit} of finished games, on the range from the lowest to the highest."
    return (means_chart(played, unit) if played else None), caption


def _table(game: str, standings: Sequence[Standing]) -> Table:
    unit = texts.UNITS[game]
    columns = [Column("Player"), Column("Games", True), Column("Finished", True),
               Column("Wins", True), Column("Win rate", True), Column(f"Mean {unit}", True),
               Column("Lowest", True), Column("Highest", True)]  # fmt: skip
    caption = (
        f"Standings, best first; {texts.BETTER[game]} {unit} win. A shared win counts for its"
        " part; the range beside a rate holds the true one in 95 of 100 cases."
    )
    return Table(caption, columns, [_row(of) for of in standings[:MOST_STANDINGS]])


def _row(of: Standing) -> list[Cell]:
    return [
        Cell(of.player, player_address(of.player)),
        number(of.games),
        number(of.finished),
        number(of.wins),
        share(round(of.shares, 2), of.finished),
        number(fmean(of.scores) if of.scores else None, 1),
        number(min(of.scores, default=None)),
        number(max(of.scores, default=None)),
    ]
