"""Ratings of players, by Plackett and Luce with ties, recomputed from the warehouse in game order.

Each game kind has its own. A rating is a strength (mu) and how unsure it is (sigma). All of it
follows from games and seats: ``fresh`` looks whether a warehouse has what is due, ``refresh``
goes on from the first game that differs.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple, TypeAlias

import polars as pl
from retally.pipeline.migrations import Connection, transaction
from retally.pipeline.store import Tell, append, silent

GAMES_A_PAGE = 2000

Key: TypeAlias = tuple[str, str]
"""A game kind and a player."""


class Strength(NamedTuple):
    """What is thought of a player: the mean, and the standard deviation about it."""

    mu: float
    sigma: float


class Rated(NamedTuple):
    """A seat of a game that can be rated, a row of the view rated_seats."""

    position: int
    game: str
    game_id: str
    seat: int
    player: str
    rank: int


class Change(NamedTuple):
    """What a game changed for a seat, a row of rating_changes."""

    position: int
    game: str
    game_id: str
    seat: int
    player: str
    rank: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


def first_stale(connection: Connection) -> int | None:
    """Give the position of the first game whose changes are not there as due; None: all are."""
    ((position,),) = connection.execute(_FIRST_STALE).fetchall()
    return None if position is None else int(position)


_FIRST_STALE = """
select min(coalesce(due.position, kept.position))
from rated_seats as due
full join rating_changes as kept
    on kept.position = due.position and kept.seat = due.seat and kept.game_id = due.game_id
where kept.player is distinct from due.player
    or kept."rank" is distinct from due."rank"
    or kept.game is distinct from due.game
"""


def refresh(connection: Connection, tell: Tell = silent) -> int:
    """Bring rating_changes up to date, in one transaction; say how many games were rated.

    ``tell`` hears of it where that takes longer than a moment.
    """
    stale = first_stale(connection)
    if stale is None:
        return 0
    games = 0
    with transaction(connection):
        connection.execute("delete from rating_changes where position >= ?", [stale])
        strengths = _strengths(connection)
        for page in _pages(connection, stale, tell):
            append(connection, {"rating_changes": _frame(changes(page, strengths))})
            games += len({seat.position for seat in page})
    return games


def _strengths(connection: Connection) -> dict[Key, Strength]:
    """Give the last known strength of everybody."""
    found = connection.execute(
        "select game, player, arg_max(mu, position), arg_max(sigma, position)"
        " from rating_changes group by game, player"
    ).fetchall()
    return {(game, player): Strength(mu, sigma) for game, player, mu, sigma in found}


def _pages(connection: Connection, first: int, tell: Tell) -> Iterator[list[Rated]]:
    """Give the seats to rate in game order, so many games at a time."""
    columns = ", ".join(f'"{name}"' for name in Rated._fields)
    connection.execute(
        f"create or replace temp table to_rate as select {columns} from rated_seats"
        " where position >= ?",
        [first],
    )
    query = f"select {columns} from to_rate where position >= ? and position < ? order by 1, 4"
    ((last,),) = connection.execute("select max(position) from to_rate").fetchall()
    if (last or 0) - first >= GAMES_A_PAGE:
        tell(f"games to rate: {last - first + 1}")
    for start in range(first, (last or 0) + 1, GAMES_A_PAGE):
        rows = connection.execute(query, [start, start + GAMES_A_PAGE]).fetchall()
        yield [Rated(*row) for row in rows]
    connection.execute("drop table to_rate")


def changes(seats: Iterable[Rated], strengths: dict[Key, Strength]) -> Iterator[Change]:
    """Rate games, whose seats come in game order; ``strengths`` goes along with them.

    Who shares a rank is level with the others of it. A game changes only those who sit in it.
    """
    from openskill.models import PlackettLuce  # the program starts without it

    model = PlackettLuce()
    new = Strength(model.mu, model.sigma)
    for _, table in groupby(seats, key=lambda seat: seat.position):
        game = list(table)
        before = [strengths.get((seat.game, seat.player), new) for seat in game]
        teams = [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before]
        rated = model.rate(teams, ranks=[float(seat.rank) for seat in game])
        for seat, was, (now,) in zip(game, before, rated, strict=True):
            strengths[seat.game, seat.player] = Strength(now.mu, now.sigma)
            yield Change(*seat, *was, now.mu, now.sigma)


def _frame(rows: Iterable[Change]) -> pl.DataFrame:
    types = [pl.Int32, pl.String, pl.String, pl.Int8, pl.String, pl.Int8, *[pl.Float64] * 4]
    return pl.DataFrame(
        list(rows), schema=dict(zip(Change._fields, types, strict=True)), orient="row"
    )
