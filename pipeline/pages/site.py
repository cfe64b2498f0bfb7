"""A site of plain files: overview, players, games that play back, findings. Writes, asks once."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from retally.pipeline.pages import overview
from retally.pipeline.pages.addresses import numbered, player_address
from retally.pipeline.pages.charts import check_charts
from retally.pipeline.pages.game_pages import GameWriter
from retally.pipeline.pages.listings import (
    codes_table,
    findings_table,
    games_table,
    rejects_table,
)
from retally.pipeline.pages.players import Links, section
from retally.pipeline.pages.render import page
from retally.pipeline.pages.table_page import dressed
from retally.pipeline.pages.tables import Table
from retally.pipeline.pages.warehouse import Contents, by_player, contents
from retally.pipeline.store import Tell, reading, silent
from retally.schemas.registry import GAMES

ROWS_A_PAGE = 500
"""A table of games or findings goes on on a page of its own after so many rows."""
LATEST = 12


class Written(NamedTuple):
    """How many pages a site has, and how many of them are of games and of players."""

    pages: int
    games: int
    players: int


class CannotWrite(Exception):
    """A file of the site that could not be written, and why."""


def write_site(db: str, folder: str, *, tell: Tell = silent) -> Written:
    """Write the site of a warehouse into a folder, over pages that are there already.

    Many games are written by processes of their own, so a script that calls this has to
    guard its main part, as the package ``multiprocessing`` demands.

    Raises NoCharts where the package for charts is missing, StoreError for a warehouse that
    cannot be read, CannotWrite for a folder that cannot be written.
    """
    check_charts()
    home = Path(folder)
    with reading(db, tell=tell) as connection:
        told = Told(contents(connection))
        try:
            for place in (home, home / "games", home / "players"):
                place.mkdir(parents=True, exist_ok=True)
            with GameWriter(connection, home) as games:
                games.start()
                pages = _write(home, _pages(told))
                played = games.finish()
        except OSError as fault:
            raise CannotWrite(f"{fault.filename or folder}: {fault.strerror}") from fault
    return Written(pages + played, played, len(told.results))


def _write(home: Path, pages: Iterable[tuple[str, str]]) -> int:
    written = 0
    for address, text in pages:
        (home / address).write_text(text, "utf-8", newline="\n")
        written += 1
    return written


def player_page(db: str, player: str, game: str | None = None, *, tell: Tell = silent) -> str:
    """Make the page of one known player that stands alone, of all games or of one kind.

    Raises NoCharts and StoreError as ``write_site`` does.
    """
    check_charts()
    with reading(db, tell=tell) as connection:
        told = Told(contents(connection))
    return _player_page(told, player, Links(None), [game] if game else list(GAMES))


class Told:
    """What a warehouse tells, and what of it is whose."""

    def __init__(self, told: Contents) -> None:
        self.all = told
        self.results = by_player(told.results)
        self.actions = by_player(told.actions)
        self.opponents = by_player(told.opponents)


# The pages --------------------------------------------------------------------------------


def _pages(told: Told) -> Iterator[tuple[str, str]]:
    """Yield each page but those of games, with the place where it lies."""
    yield "index.html", _overview(told)
    for player in told.results:
        yield player_address(player), _player_page(told, player, Links("../"), list(GAMES))
    for many in MANY.values():
        yield from many(told)


def one_page(told: Told, address: str) -> str | None:
    """Make the page that lies at an address of the site; None: there is none, or it is a game's.

    Raises NoCharts as ``write_site`` does.
    """
    check_charts()
    if address == "index.html":
        return _overview(told)
    if address.startswith("players/"):
        player = next((each for each in told.results if player_address(each) == address), None)
        return player and _player_page(told, player, Links("../"), list(GAMES))
    name = address.partition(".")[0].partition("-")[0]
    if name not in MANY:
        return None
    return next((text for place, text in MANY[name](told) if place == address), None)


def _games(told: Told) -> Iterator[tuple[str, str]]:
    games = games_table(told.all.games, "Each game plays back turn by turn.")
    yield from _many("games", "Games", games)


def _findings(told: Told) -> Iterator[tuple[str, str]]:
    codes, rejects = codes_table(told.all.codes), rejects_table(told.all.rejects)
    yield from _many("findings", "Findings", findings_table(told.all.findings), codes, rejects)


MANY = {"games": _games, "findings": _findings}
"""Tables that go on over pages, by the name that their addresses begin with."""


def _overview(told: Told) -> str:
    return page(
        "index.html",
        home="",
        here="index",
        counts=overview.counts(told.all, len(told.results)),
        kinds=list(overview.kinds(told.all, told.results)),
        latest=games_table(told.all.games[:LATEST], "The latest games."),
        **dressed(),
    )


def _player_page(told: Told, player: str, links: Links, games: list[str]) -> str:
    results = told.results[player]
    actions, opponents = told.actions.get(player, {}), told.opponents.get(player, {})
    sections = [
        section(game, results[game], actions.get(game, []), opponents.get(game, []), links)
        for game in games
        if game in results
    ]
    count = sum(len(results[game]) for game in games if game in results)
    return page(
        "player.html",
        home=links.home,
        here="",
        player=player,
        games=count,
        sections=sections,
        **dressed(),
    )


def _many(
    name: str, title: str, table: Table, before: Table | None = None, after: Table | None = None
) -> Iterator[tuple[str, str]]:
    """Make as many pages as a table of many needs; the first has other tables around it."""
    count = max(1, -(-len(table.rows) // ROWS_A_PAGE))
    for at in range(count):
        first = at * ROWS_A_PAGE
        rows = table.rows[first : first + ROWS_A_PAGE]
        caption = f"{first + 1} to {first + len(rows)} of {len(table.rows)}. " if rows else ""
        shown = table._replace(caption=caption + table.caption, rows=rows)
        text = page(
            "many.html",
            home="",
            here=name,
            title=title,
            rows=shown,
            others=_others(name, at, count),
            before=before if at == 0 else None,
            after=after if at == 0 else None,
            **dressed(),
        )
        yield numbered(name, at + 1), text


def _others(name: str, at: int, count: int) -> list[tuple[str, str | None]]:
    """List the pages of a long table as (number, link), the page itself without a link."""
    return [
        (str(page_ + 1), None if page_ == at else numbered(name, page_ + 1))
        for page_ in range(count if count > 1 else 0)
    ]
