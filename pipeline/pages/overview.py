"""The first page of a site: what there is, and the standings of each kind of game."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from retally.lang import ENGLISH, Tongue
from retally.pipeline.pages import texts
from retally.pipeline.pages.addresses import player_address
from retally.pipeline.pages.charts import Chart, means_chart
from retally.pipeline.pages.players import games_in_words, mean_score, rating_cell, win_rate
from retally.pipeline.pages.tables import Cell, Column, Table, number
from retally.pipeline.pages.warehouse import Contents, Row
from retally.pipeline.spoken import TITLES
from retally.schemas.told import told

MOST_STANDINGS = 300
"""So many players all kinds of games have together on the overview; the others have their pages."""


class Kind(NamedTuple):
    """A game kind on the overview."""

    title: str
    games: str
    tables: list[Table]
    chart: Chart | None


def counts(told_: Contents, players: int) -> list[tuple[str, int, str]]:
    """Count what there is: a name, how many, and where it is told."""
    errors = sum(code.times for code in told_.codes if code.severity == "error")
    return [
        (told("games"), len(told_.games), "games.html"),
        (told("players"), players, "players.html"),
        (told("errors"), errors, "findings.html"),
        (told("logs not loaded"), len(told_.rejects), "findings.html#rejects"),
    ]


def kinds(told_: Contents, tongue: Tongue = ENGLISH) -> Iterator[Kind]:
    """Tell the standings and ratings of each kind of game that was played."""
    standings, ratings = told_.reports["standings"], told_.reports["ratings"]
    played = [game for game in TITLES if any(row["game"] == game for row in standings)]
    for game in played:
        most = MOST_STANDINGS // len(played)
        mine = sorted((row for row in standings if row["game"] == game), key=_best_first)
        rated = [row for row in ratings if row["game"] == game]
        tables = [_standings_table(game, mine, most)]
        if rated:
            tables.append(_ratings_table(rated, most))
        count = sum(each.game == game for each in told_.games)
        yield Kind(TITLES[game], games_in_words(count), tables, _chart(game, mine, tongue))


def _best_first(row: Row) -> tuple[float, str]:
    return -(row["win_share_rate"] or 0), row["player"]


def _chart(game: str, standings: Sequence[Row], tongue: Tongue) -> Chart | None:
    played = [
        (row["player"], row["mean_score"], row["lowest_score"], row["highest_score"])
        for row in standings
        if row["finished_games"]
    ]
    if not played:
        return None
    drawn = means_chart(played, tongue.say(texts.UNIT_TITLES[game]))
    caption = told(
        "Mean {unit} of finished games, on the range from the lowest to the highest.",
        unit=texts.UNITS[game],
    )
    return Chart(drawn, caption)


def _standings_table(game: str, standings: Sequence[Row], most: int) -> Table:
    mean_title = told("Mean {unit}", unit=texts.UNITS[game])
    columns = [Column(told("Player")), Column(told("Games"), True),
               Column(told("Finished"), True), Column(told("Wins"), True),
               Column(told("Win rate"), True), Column(mean_title, True),
               Column(told("Lowest"), True), Column(told("Highest"), True)]  # fmt: skip
    caption = told(
        "Standings, best first; {better}. A shared win counts for its part.",
        better=texts.BETTER[game],
    )
    return Table(caption, columns, [_standing(row) for row in standings[:most]])


def _standing(row: Row) -> list[Cell]:
    return [
        Cell(row["player"], player_address(row["player"])),
        number(row["games"]),
        number(row["finished_games"]),
        number(row["wins"]),
        win_rate(row, row["finished_games"]),
        mean_score(row, row["finished_games"]),
        number(row["lowest_score"]),
        number(row["highest_score"]),
    ]


def _ratings_table(ratings: Sequence[Row], most: int) -> Table:
    columns = [Column(told("Player")), Column(told("Rating"), True),
               Column(told("Last change"), True), Column(told("Rated games"), True)]  # fmt: skip
    rows = [
        [
            Cell(row["player"], player_address(row["player"])),
            rating_cell(row),
            number(row["last_change"], 1),
            number(row["games"]),
        ]
        for row in ratings[:most]
    ]
    caption = told(
        "Ratings by all games in their order, the surest strength first: all begin at 25, and the"
        " range narrows with every game."
    )
    return Table(caption, columns, rows)
