"""A player's page: each game kind with its numbers, charts, rivals and games. Asks no store."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from retally.lang import ENGLISH, Tongue
from retally.pipeline.pages import charts, texts
from retally.pipeline.pages.addresses import game_address, player_address
from retally.pipeline.pages.charts import Chart
from retally.pipeline.pages.rates import rates_table
from retally.pipeline.pages.tables import Cell, Column, Table, mean, number, share
from retally.pipeline.pages.warehouse import Action, Change, Result, Row
from retally.pipeline.spoken import TITLES
from retally.schemas.told import listed, told

MOST_GAMES = 400
"""A player's page lists no more games than this, the latest of each kind."""
MOST_RIVALS = 150
MOST_MONTHS = 36


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
    charts: list[Chart]
    tables: list[Table]


class Played(NamedTuple):
    """All that is known of a player's games of one kind.

    ``results`` are in the order in which they were played, ``ratings`` in that of rated games,
    ``rows`` are the player's rows by report.
    """

    results: Sequence[Result]
    actions: Sequence[Action]
    ratings: Sequence[Change]
    rows: Mapping[str, Sequence[Row]]


def section(
    game: str, played: Played, links: Links, tongue: Tongue = ENGLISH, *, of: int = 1
) -> Section:
    """Tell a player's games of one kind; ``of`` is how many sections share the page."""
    rows = played.rows
    tables = [
        rates_table(game, rows),
        _actions_table(game, played.actions),
        *_cuts(game, rows),
        _records_table(game, rows.get("player-records", ()), links),
        _rivals_table(rows.get("head-to-head", ()), links, MOST_RIVALS // of),
    ]
    return Section(
        TITLES[game],
        _tiles(game, rows),
        list(_charts(game, played, tongue)),
        [
            *(table for table in tables if table.rows),
            _games_table(game, played.results, links, MOST_GAMES // of),
        ],
    )


# Numbers that stand out -------------------------------------------------------------------


def _tiles(game: str, rows: Mapping[str, Sequence[Row]]) -> list[Tile]:
    tiles = [tile for row in rows.get("standings", ()) for tile in _standing_tiles(game, row)]
    tiles += [Tile(told("Rating"), rating_cell(row)) for row in rows.get("ratings", ())]
    return tiles + [tile for row in rows.get("streaks", ()) for tile in _streak_tiles(row)]


def _standing_tiles(game: str, row: Row) -> list[Tile]:
    unfinished, shared = row["games"] - row["finished_games"], row["shared_wins"]
    not_finished = told("{count} not finished", count=unfinished) if unfinished else ""
    return [
        Tile(told("Games"), number(row["games"])._replace(small=not_finished)),
        Tile(
            told("Wins"),
            number(row["wins"])._replace(
                small=told("{count} shared", count=shared) if shared else ""
            ),
        ),
        Tile(told("Win rate"), win_rate(row, row["finished_games"])),
        Tile(told("Mean {unit}", unit=texts.UNITS[game]), mean_score(row, row["finished_games"])),
        Tile(told("Spread"), number(row["score_sd"], 1)),
        Tile(told("Lowest"), number(row["lowest_score"])),
        Tile(told("Highest"), number(row["highest_score"])),
    ]


def _streak_tiles(row: Row) -> list[Tile]:
    now = told("games won") if row["now_winning"] else told("games without a win")
    return [
        Tile(told("Most wins in a row"), number(row["longest_won"])),
        Tile(told("Longest without a win"), number(row["longest_not_won"])),
        Tile(told("Running streak"), number(row["now_games"])._replace(small=now)),
    ]


def win_rate(row: Row, games: int) -> Cell:
    """Write the share of wins of a row that counts them; a shared win counts for its part."""
    sure = (row["win_share_rate"], row["win_share_rate_low"], row["win_share_rate_high"])
    return share(round(row["win_shares"], 2), games, *sure)


def mean_score(row: Row, games: int) -> Cell:
    """Write the mean score of a row that has one."""
    sure = (row["mean_score"], row["mean_score_low"], row["mean_score_high"])
    return mean(None, games, *sure)


def rating_cell(row: Row) -> Cell:
    """Write a rating with its range and what it is of."""
    return mean(None, row["games"], row["mu"], row["mu_low"], row["mu_high"])


# Charts -----------------------------------------------------------------------------------


def _charts(game: str, played: Played, tongue: Tongue) -> list[Chart]:
    finished = [result for result in played.results if result.finished]
    scores = [result.final_score for result in finished]
    ratings = [(change.mu, change.sigma) for change in played.ratings]
    axis = tongue.say(told("Game"))
    made = []
    if scores:
        won = [result.is_winner for result in finished]
        unit = tongue.say(texts.UNIT_TITLES[game])
        drawn = charts.scores_chart(scores, won, unit, axis)
        made.append(Chart(drawn, _scores_caption(game, len(scores))))
    if len(ratings) > 1:
        drawn = charts.ratings_chart(ratings, tongue.say(told("Rating")), axis)
        made.append(Chart(drawn, _ratings_caption(len(ratings))))
    return made


def _scores_caption(game: str, count: int) -> str:
    return told(
        "{unit} game by game, {shown}; wins are dots in colour, the line is the mean of the last"
        " {running} games.",
        unit=texts.UNIT_TITLES[game],
        shown=_shown_games(count),
        running=charts.RUNNING,
    )


def _ratings_caption(count: int) -> str:
    return told(
        "Rating game by game, {shown}; the band holds the strength in 95 of 100 cases. All begin"
        " at 25.",
        shown=_shown_games(count),
    )


def _shown_games(count: int) -> str:
    if count > charts.LATEST:
        return told(
            "the latest {shown} of {count} finished games", shown=charts.LATEST, count=count
        )
    if count == 1:
        return told("1 finished game")
    return told("{count} finished games", count=count)


def games_in_words(count: int) -> str:
    """Write a number of games.

    >>> games_in_words(1), games_in_words(2)
    ('1 game', '2 games')
    """
    return told("1 game") if count == 1 else told("{count} games", count=count)


# Tables -----------------------------------------------------------------------------------


def _actions_table(game: str, actions: Sequence[Action]) -> Table:
    columns = [Column(told("What was done")), Column(told("Turns"), True),
               Column(told("Share of turns"), True)]  # fmt: skip
    rows = [
        [
            Cell(texts.action_words(game, did.action)),
            number(did.turns_with_it),
            share(did.turns_with_it, did.turns, did.rate, did.rate_low, did.rate_high),
        ]
        for did in actions
    ]
    return Table(told("What was done in how many turns, of all turns played."), columns, rows)


def _cuts(game: str, rows: Mapping[str, Sequence[Row]]) -> list[Table]:
    """Cut a player's games by the number of players, by edition and by month."""
    months = list(rows.get("trend", ()))[-MOST_MONTHS:]
    return [
        _cut(game, rows.get("by-players", ()), "players", told("Players"),
             told("By the number of players; finished games.")),
        _cut(game, rows.get("by-edition", ()), "edition", told("Edition"),
             told("By the edition of the rules; finished games.")),
        _cut(game, months, "month", told("Month"), told("Month by month; finished games.")),
    ]  # fmt: skip


def _cut(game: str, rows: Sequence[Row], by: str, title: str, caption: str) -> Table:
    mean_title = told("Mean {unit}", unit=texts.UNITS[game])
    columns = [Column(title, whole=True), Column(told("Games"), True), Column(told("Wins"), True),
               Column(told("Win rate"), True), Column(mean_title, True)]  # fmt: skip
    cells = [
        [
            _cut_name(row[by]),
            number(row["games"]),
            number(row["wins"]),
            win_rate(row, row["games"]),
            mean_score(row, row["games"]),
        ]
        for row in rows
    ]
    return Table(caption, columns, cells)


def _cut_name(value: object) -> Cell:
    if value is None:
        return Cell(told("without a date"), key="")
    return Cell(value.strftime("%Y-%m") if isinstance(value, date) else str(value))


def _records_table(game: str, records: Sequence[Row], links: Links) -> Table:
    columns = [Column(told("Record")), Column(texts.UNIT_TITLES[game], True),
               Column(told("Times"), True), Column(told("First in")),
               Column(told("Played"), whole=True)]  # fmt: skip
    rows = [
        [
            Cell(texts.record_words(game, row["record"])),
            number(row["value"]),
            number(row["times"]),
            Cell(_first_in(game, row), links.to(game_address(row["game_id"]) + _at(row))),
            day(row["played_at"]),
        ]
        for row in records
    ]
    return Table(told("Records, and the game in which each was reached first."), columns, rows)


def _first_in(game: str, row: Row) -> str:
    if not row["round"]:
        return str(row["game_id"])
    return listed((row["game_id"], texts.place(game, row["round"], None)))


def _at(row: Row) -> str:
    return f"#r{row['round']}" if row["round"] else ""


def _rivals_table(rows: Sequence[Row], links: Links, most: int) -> Table:
    columns = [Column(told("Opponent")), Column(told("Games"), True), Column(told("Ahead"), True),
               Column(told("Level"), True), Column(told("Behind"), True),
               Column(told("Ahead of"), True), Column(told("Mean difference"), True)]  # fmt: skip
    met = sorted(rows, key=lambda row: (-row["games"], row["rival"]))
    caption = told("Who was met in finished games, and who came out ahead.")
    if len(met) > most:
        cut = told("The {most} met most, of {count}.", most=most, count=len(met))
        caption = listed((cut, caption), " ")
    return Table(caption, columns, [_rival(row, links) for row in met[:most]])


def _rival(row: Row, links: Links) -> list[Cell]:
    games = row["games"]
    ahead = (row["ahead_rate"], row["ahead_rate_low"], row["ahead_rate_high"])
    difference = [row[f"mean_score_difference{end}"] for end in ("", "_low", "_high")]
    return [
        Cell(row["rival"], links.to(player_address(row["rival"]))),
        number(games),
        number(row["ahead"]),
        number(row["level"]),
        number(row["behind"]),
        share(row["ahead"], games, *ahead),
        mean(None, games, *difference),
    ]


def _games_table(game: str, results: Sequence[Result], links: Links, most: int) -> Table:
    columns = [Column(told("Game")), Column(told("Played"), whole=True),
               Column(told("Players"), True), Column(texts.UNIT_TITLES[game], True),
               Column(told("Place"), True), Column(told("Won"))]  # fmt: skip
    latest = list(reversed(results))[:most]
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
    if len(results) > len(latest):
        words = {"shown": len(latest), "count": len(results)}
        return Table(
            told("The latest {shown} of {count} games, the latest first.", **words), columns, rows
        )
    return Table(told("Games, the latest first."), columns, rows)


def day(played_at: datetime | None) -> Cell:
    """Write the day of a game."""
    if played_at is None:
        return Cell("–", key="")
    return Cell(played_at.strftime("%Y-%m-%d"), key=played_at.isoformat())


def _won(result: Result) -> str:
    if not result.finished:
        return told("not finished")
    if not result.is_winner:
        return ""
    return told("shared") if result.winners > 1 else told("yes")
