"""A player's page: each game kind with its numbers, a chart, opponents and games. Asks no store."""

from collections.abc import Sequence
from datetime import datetime
from statistics import fmean, stdev
from typing import NamedTuple

from markupsafe import Markup
from retally.pipeline.pages import texts
from retally.pipeline.pages.addresses import game_address, player_address
from retally.pipeline.pages.charts import LATEST, RUNNING, scores_chart
from retally.pipeline.pages.tables import Cell, Column, Table, number, share
from retally.pipeline.pages.warehouse import Action, Opponent, Result
from retally.schemas.registry import GAMES

MOST_GAMES = 400
"""A player's page lists no more games than this, the latest."""


class Links(NamedTuple):
    """Whether other pages are there to be linked to, and from where to look for them."""

    home: str | None

    def to(self, address: str) -> str | None:
        """Give the link to a page of the site; None where the page stands alone."""
        return None if self.home is None else self.home + address


class Tile(NamedTuple):
    """A number that stands out, and what it is."""

    label: str
    cell: Cell


class Section(NamedTuple):
    """What a player did in one kind of game."""

    title: str
    tiles: list[Tile]
    chart: Markup | None
    caption: str
    tables: list[Table]


def section(
    game: str,
    results: Sequence[Result],
    actions: Sequence[Action],
    opponents: Sequence[Opponent],
    links: Links,
) -> Section:
    """Tell a player's games of one kind; ``results`` are in the order in which they were played."""
    finished = [result for result in results if result.finished]
    scores = [result.final_score for result in finished]
    unit = texts.UNITS[game]
    tables = [_actions_table(game, actions), _opponents_table(opponents, links)]
    return Section(
        GAMES[game].title,
        _tiles(results, finished, unit),
        scores_chart(scores, [result.is_winner for result in finished], unit) if scores else None,
        _chart_caption(scores, unit),
        [*(table for table in tables if table.rows), _games_table(results, unit, links)],
    )


def win_shares(finished: Sequence[Result]) -> float:
    """Add up wins; one that is shared counts for its part."""
    return sum(1 / result.winners for result in finished if result.is_winner)


def _tiles(results: Sequence[Result], finished: Sequence[Result], unit: str) -> list[Tile]:
    scores = [result.final_score for result in finished]
    shared = sum(result.is_winner and result.winners > 1 for result in finished)
    wins = sum(result.is_winner for result in finished)
    unfinished = len(results) - len(finished)
    games = number(len(results))._replace(small=f"{unfinished} not finished" if unfinished else "")
    return [
        Tile("Games", games),
        Tile("Wins", number(wins)._replace(small=f"{shared} shared" if shared else "")),
        Tile("Win rate", share(round(win_shares(finished), 2), len(finished))),
        Tile(f"Mean {unit}", _spread(scores)),
        Tile("Lowest", number(min(scores, default=None))),
        Tile("Highest", number(max(scores, default=None))),
    ]


def _spread(scores: Sequence[int]) -> Cell:
    if not scores:
        return number(None)
    spread = f"spread {stdev(scores):.1f}" if len(scores) > 1 else "one game"
    return number(fmean(scores), 1)._replace(small=spread)


def _chart_caption(scores: Sequence[int], unit: str) -> str:
    shown = f"the latest {LATEST} of {len(scores)}" if len(scores) > LATEST else f"{len(scores)}"
    return (
        f"{unit.capitalize()} game by game, {shown} finished games; wins are dots in colour,"
        f" the line is the mean of the last {RUNNING} games."
    )


def _actions_table(game: str, actions: Sequence[Action]) -> Table:
    heads = game == "six_nimmt"
    columns = [Column("What"), Column("Turns", True), Column("Share of turns", True)]
    columns += [Column("Heads", True), Column("Heads each", True)] if heads else []
    rows = []
    for did in actions:
        row = [
            Cell(texts.action_words(game, did.action)),
            number(did.turns_with_it),
            share(did.turns_with_it, did.turns),
        ]
        row += [number(did.points), number(did.points / did.turns_with_it, 2)] if heads else []
        rows.append(row)
    return Table("What was done in how many turns, of all turns played.", columns, rows)


def _opponents_table(opponents: Sequence[Opponent], links: Links) -> Table:
    columns = [Column("Opponent"), Column("Games", True), Column("Ahead", True),
               Column("Level", True), Column("Behind", True), Column("Ahead of", True)]  # fmt: skip
    rows = [
        [
            Cell(met.opponent, links.to(player_address(met.opponent))),
            number(met.games),
            number(met.ahead),
            number(met.level),
            number(met.behind),
            share(met.ahead, met.games),
        ]
        for met in opponents
    ]
    return Table("Who was met in finished games, and who came out ahead.", columns, rows)


def _games_table(results: Sequence[Result], unit: str, links: Links) -> Table:
    columns = [Column("Game"), Column("Played", whole=True), Column("Players", True),
               Column(unit.capitalize(), True), Column("Place", True), Column("Won")]  # fmt: skip
    latest = list(reversed(results))[:MOST_GAMES]
    rows = [
        [
            Cell(result.game_id, links.to(game_address(result.game_id))),
            day(result.played_at),
            number(result.seats),
            number(result.final_score),
            number(result.rank),
            Cell(_won(result)),
        ]
        for result in latest
    ]
    cut = f"The latest {len(latest)} of {len(results)} games" if len(results) > len(latest) else ""
    return Table(f"{cut or 'Games'}, the latest first.", columns, rows)


def day(played_at: datetime | None) -> Cell:
    """Write the day of a game."""
    if played_at is None:
        return Cell("–", key="")
    return Cell(played_at.strftime("%Y-%m-%d"), key=played_at.isoformat())


def _won(result: Result) -> str:
    if not result.finished:
        return "not finished"
    if not result.is_winner:
        return ""
    return "shared" if result.winners > 1 else "yes"
