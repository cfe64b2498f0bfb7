"""A site of plain files: overview, players, games that play back, findings. Writes, asks once."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from retally.lang import ENGLISH, Tongue
from retally.pipeline.pages import overview, written
from retally.pipeline.pages.addresses import numbered, player_address
from retally.pipeline.pages.charts import check_charts
from retally.pipeline.pages.game_pages import GameWriter
from retally.pipeline.pages.listings import (
    codes_table,
    findings_table,
    games_table,
    players_table,
    rejects_table,
)
from retally.pipeline.pages.players import Links, Played, games_in_words, section
from retally.pipeline.pages.render import page
from retally.pipeline.pages.table_page import dressed
from retally.pipeline.pages.tables import Table
from retally.pipeline.pages.warehouse import Contents, by_player, contents, reports_by_player
from retally.pipeline.reports import rate
from retally.pipeline.store import StoreError, Tell, reading, silent
from retally.schemas.registry import GAMES
from retally.schemas.told import listed, told

ROWS_A_PAGE = 500
"""A table of games or findings goes on on a page of its own after so many rows."""
LATEST = 12


class Written(NamedTuple):
    """How many pages a site has, of them of games and of players; how many old ones are removed."""

    pages: int
    games: int
    players: int
    removed: int = 0


class CannotWrite(Exception):
    """A file of the site that could not be written, and why."""


def write_site(db: str, folder: str, *, tell: Tell = silent, tongue: Tongue = ENGLISH) -> Written:
    """Write the site of a warehouse into a folder, over pages that are there already.

    Pages that a site wrote there before and that are none of it any more are removed; what
    else lies in the folder stays (see ``written``).
    The ratings of the warehouse are brought up to date for it.

    Many games are written by processes of their own, so a script that calls this has to
    guard its main part, as the package ``multiprocessing`` demands.

    Raises NoCharts where the package for charts is missing, StoreError for a warehouse that
    cannot be read, CannotWrite for a folder that cannot be written.
    """
    check_charts()
    home = Path(folder)
    rated = _rated(db, tell)
    with reading(db, tell=tell) as connection:
        whole = Told(contents(connection, rated=rated))
        try:
            for place in (home, home / "games", home / "players"):
                place.mkdir(parents=True, exist_ok=True)
            before = written.listed(home)
            with GameWriter(connection, home, tongue) as games:
                games.start()
                pages = dict(written.write(home, *page_) for page_ in _pages(whole, tongue))
                played = games.finish()
                if games.damaged:
                    tell(
                        f"games not played back, as their stored logs are damaged: {games.damaged}"
                    )
            removed = written.remove_gone(home, before, pages | played)
            written.keep_list(home, pages | played)
        except OSError as fault:
            raise CannotWrite(f"{fault.filename or folder}: {fault.strerror}") from fault
    shown = len(played) - games.damaged
    return Written(len(pages) + len(played), shown, len(whole.results), removed)


def _rated(db: str, tell: Tell) -> bool:
    """Bring the ratings up to date, and say whether they are.

    A warehouse that can be read and not written has pages without ratings; that is told.
    """
    try:
        rate(db, tell)
    except StoreError as fault:
        with reading(db, tell=tell):  # what cannot even be read is told as that
            tell(f"pages without ratings: {fault}")
        return False
    return True


def player_page(
    db: str,
    player: str,
    game: str | None = None,
    *,
    asked: Mapping[str, Any] | None = None,
    tell: Tell = silent,
    tongue: Tongue = ENGLISH,
) -> str:
    """Make the page of one known player that stands alone, of all games or of one kind.

    ``asked`` are parameters of the report of players: ``edition``, ``from`` and ``to``. Raises
    NoCharts and StoreError as ``write_site`` does.
    """
    check_charts()
    rated = _rated(db, tell)
    given = {**(asked or {}), "player": player, "game": game}
    with reading(db, tell=tell) as connection:
        whole = Told(contents(connection, given, rated=rated))
    return _player_page(whole, player, Links(None), list(GAMES), tongue)


class Told:
    """What a warehouse tells, and what of it is whose."""

    def __init__(self, whole: Contents) -> None:
        self.all = whole
        self.results = by_player(whole.results)
        self.actions = by_player(whole.actions)
        self.ratings = by_player(whole.ratings)
        self.reports = reports_by_player(whole.reports)

    def played(self, player: str, game: str) -> Played:
        """Give all that is known of a player's games of one kind."""
        return Played(
            self.results[player][game],
            self.actions.get(player, {}).get(game, []),
            self.ratings.get(player, {}).get(game, []),
            self.reports.get((player, game), {}),
        )


# The pages --------------------------------------------------------------------------------


def _pages(whole: Told, tongue: Tongue = ENGLISH) -> Iterator[tuple[str, str]]:
    """Yield each page but those of games, with the place where it lies."""
    yield "index.html", _overview(whole, tongue)
    for player in whole.results:
        text = _player_page(whole, player, Links("../"), list(GAMES), tongue)
        yield player_address(player), text
    for many in MANY.values():
        yield from many(whole, tongue)


def one_page(whole: Told, address: str, tongue: Tongue = ENGLISH) -> str | None:
    """Make the page that lies at an address of the site; None: there is none, or it is a game's.

    Raises NoCharts as ``write_site`` does.
    """
    check_charts()
    if address == "index.html":
        return _overview(whole, tongue)
    if address.startswith("players/"):
        player = next((each for each in whole.results if player_address(each) == address), None)
        return player and _player_page(whole, player, Links("../"), list(GAMES), tongue)
    name = address.partition(".")[0].partition("-")[0]
    if name not in MANY:
        return None
    return next((text for place, text in MANY[name](whole, tongue) if place == address), None)


def _players(whole: Told, tongue: Tongue) -> Iterator[tuple[str, str]]:
    yield from _many("players", told("Players"), players_table(whole.results), tongue=tongue)


def _games(whole: Told, tongue: Tongue) -> Iterator[tuple[str, str]]:
    games = games_table(whole.all.games, told("Each game plays back turn by turn."))
    yield from _many("games", told("Games"), games, tongue=tongue)


def _findings(whole: Told, tongue: Tongue) -> Iterator[tuple[str, str]]:
    codes = codes_table(whole.all.codes, tongue)
    rejects = rejects_table(whole.all.rejects, tongue)
    findings = findings_table(whole.all.findings, tongue)
    yield from _many("findings", told("Findings"), findings, codes, rejects, tongue=tongue)


MANY = {"players": _players, "games": _games, "findings": _findings}
"""Tables that go on over pages, by the name that their addresses begin with."""


def _overview(whole: Told, tongue: Tongue = ENGLISH) -> str:
    return page(
        "index.html",
        tongue,
        home="",
        here="index",
        counts=overview.counts(whole.all, len(whole.results)),
        kinds=list(overview.kinds(whole.all, tongue)),
        latest=games_table(whole.all.games[:LATEST], told("The latest games.")),
        **dressed(),
    )


def _player_page(
    whole: Told, player: str, links: Links, games: list[str], tongue: Tongue = ENGLISH
) -> str:
    results = whole.results.get(player, {})
    played = [game for game in games if game in results]
    count = sum(len(results[game]) for game in played)
    return page(
        "player.html",
        tongue,
        home=links.home,
        here="",
        player=player,
        games=games_in_words(count),
        sections=[
            section(game, whole.played(player, game), links, tongue, of=len(played))
            for game in played
        ],
        **dressed(),
    )


def _many(
    name: str,
    title: str,
    table: Table,
    before: Table | None = None,
    after: Table | None = None,
    *,
    tongue: Tongue = ENGLISH,
) -> Iterator[tuple[str, str]]:
    """Make as many pages as a table of many needs; the first has other tables around it."""
    count = max(1, -(-len(table.rows) // ROWS_A_PAGE))
    for at in range(count):
        first = at * ROWS_A_PAGE
        text = page(
            "many.html",
            tongue,
            home="",
            here=name,
            title=title,
            rows=_part(table, first),
            others=_others(name, at, count),
            before=before if at == 0 else None,
            after=after if at == 0 else None,
            **dressed(),
        )
        yield numbered(name, at + 1), text


def _part(table: Table, first: int) -> Table:
    """Cut the rows of a page from a table of many, counted from 0; the caption says which."""
    rows = table.rows[first : first + ROWS_A_PAGE]
    if not rows:
        return table
    words = {"first": first + 1, "last": first + len(rows), "count": len(table.rows)}
    caption = listed((told("{first} to {last} of {count}.", **words), table.caption), " ")
    return table._replace(caption=caption, rows=rows)


def _others(name: str, at: int, count: int) -> list[tuple[str, str | None]]:
    """List the pages of a long table as (number, link), the page itself without a link."""
    return [
        (str(page_ + 1), None if page_ == at else numbered(name, page_ + 1))
        for page_ in range(count if count > 1 else 0)
    ]
