"""Statistics across games: cuts, trend, streaks, records, ratings, and what reports ask for.

The finished games of warehouse.py in game order: low (dated; bo beats ann, 0 to 3), shared (ann
and bo win with 0, cy has 7), sixth (cy beats bo, 0 to 11). figures is unfinished.
"""

from datetime import UTC, date, datetime
from pathlib import Path
from statistics import stdev
from typing import Any

import pytest
from intervals import mean_of, share
from retally.pipeline.ingest import ingest
from retally.pipeline.ratings import first_stale, refresh
from retally.pipeline.reports import UnknownName, reported
from warehouse import CORPUS, FIGURES, LOW, SHARED, SIXTH, Warehouse

LOW_AT = datetime(2026, 11, 30, 11, 15, tzinfo=UTC)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    house = Warehouse(tmp_path_factory.mktemp("house"))
    house.load(*CORPUS)
    return house


def answer(house: Warehouse, report: str, **given: Any) -> list[tuple[Any, ...]]:
    with reported(house.db, report, given) as found:
        return list(found.rows())


def row(player: str, cut: Any, wins: int, shared: int, *scores: float) -> tuple[Any, ...]:
    """A row of by-players, by-edition and trend: a shared win is shared by two."""
    n, shares = len(scores), wins - shared / 2
    deviation = round(stdev(scores), 3) if n > 1 else None
    won = (n, wins, shared, shares, *share(shares, n))
    return ("six_nimmt", player, cut, *won, *mean_of(list(scores)), deviation, True)


def test_by_players(house: Warehouse) -> None:
    assert answer(house, "by-players") == [
        row("ann", 2, 0, 0, 3),
        row("ann", 3, 1, 1, 0),
        row("bo", 2, 1, 0, 0, 11),
        row("bo", 3, 1, 1, 0),
        row("cy", 2, 1, 0, 0),
        row("cy", 3, 0, 0, 7),
    ]
    assert [seen[1:4] for seen in answer(house, "by-players", min_games=2)] == [("bo", 2, 2)]


def test_by_edition(house: Warehouse) -> None:
    edition = "amigo-2.10"
    rows = [
        row("ann", edition, 1, 1, 3, 0),
        row("bo", edition, 2, 1, 0, 0, 11),
        row("cy", edition, 1, 0, 7, 0),
    ]
    assert answer(house, "by-edition") == rows
    assert answer(house, "by-edition", edition=edition, player="bo") == [rows[1]]
    assert answer(house, "by-edition", edition="older-sheet") == []


def test_trend(house: Warehouse) -> None:
    november = date(2026, 11, 1)
    assert answer(house, "trend") == [
        row("ann", None, 1, 1, 0),
        row("ann", november, 0, 0, 3),
        row("bo", None, 1, 1, 0, 11),
        row("bo", november, 1, 0, 0),
        row("cy", None, 1, 0, 7, 0),
    ]


def test_streaks(house: Warehouse) -> None:
    # games, wins, longest run of games won, not won, and the run that goes on: won, how long.
    assert answer(house, "streaks") == [
        ("six_nimmt", "bo", 3, 2, 2, 1, False, 1),
        ("six_nimmt", "ann", 2, 1, 1, 1, True, 1),
        ("six_nimmt", "cy", 2, 1, 1, 1, True, 1),
    ]


def test_records(house: Warehouse) -> None:
    # No round of these goes on until the hands are empty. 0 was reached by bo first, then thrice.
    assert answer(house, "records") == [
        ("six_nimmt", "dearest_take", 11, 1, "bo", "sixth", 1, None),
        ("six_nimmt", "highest_game", 11, 1, "bo", "sixth", None, None),
        ("six_nimmt", "lowest_game", 0, 4, "bo", "low", None, LOW_AT),
    ]
    assert answer(house, "records", player="ann") == [
        ("six_nimmt", "dearest_take", 3, 1, "ann", "low", 1, LOW_AT),
        ("six_nimmt", "highest_game", 3, 1, "ann", "low", None, LOW_AT),
        ("six_nimmt", "lowest_game", 0, 1, "ann", "shared", None, None),
    ]


def test_player_records(house: Warehouse) -> None:
    # Takes count in unfinished games, too: cy has 6 heads in figures, but 7 in shared.
    assert answer(house, "player-records") == [
        ("six_nimmt", "ann", "dearest_take", 3, 1, "low", 1, LOW_AT),
        ("six_nimmt", "ann", "highest_game", 3, 1, "low", None, LOW_AT),
        ("six_nimmt", "ann", "lowest_game", 0, 1, "shared", None, None),
        ("six_nimmt", "bo", "dearest_take", 11, 1, "sixth", 1, None),
        ("six_nimmt", "bo", "highest_game", 11, 1, "sixth", None, None),
        ("six_nimmt", "bo", "lowest_game", 0, 2, "low", None, LOW_AT),
        ("six_nimmt", "cy", "dearest_take", 7, 1, "shared", 1, None),
        ("six_nimmt", "cy", "highest_game", 7, 1, "shared", None, None),
        ("six_nimmt", "cy", "lowest_game", 0, 1, "sixth", None, None),
    ]
    assert {seen[1] for seen in answer(house, "player-records", min_games=3)} == {"bo"}
    assert answer(house, "player-records", player="cy", to="2026-11-30") == []


def test_whole_rounds_are_those_whose_last_card_was_placed(tmp_path: Path) -> None:
    samples = Path(__file__).parent.parent / "sample_logs" / "six_nimmt"
    house = Warehouse(tmp_path)
    with house.writing() as connection:
        ingest(connection, [str(samples), house.file(*CORPUS)])
    whole = house.ask("select seat_key, round from whole_rounds order by all")
    placed = """
        select seats.seat_key, turns.round
        from six_nimmt_turns as turns join seats using (game_id, seat)
        where turns.turn = 10 order by all
    """
    assert whole == house.ask(placed)
    rounds = "select count(*) from round_points join seats using (seat_key)"
    for finished in ("true", "false"):  # of both, some are broken off
        of = f"join games using (game_id) where finished = {finished}"
        (((all_of_them,),), ((whole_ones,),)) = (
            house.ask(f"{rounds} {joined} {of}")
            for joined in ("", "semi join whole_rounds using (seat_key, round)")
        )
        assert 0 < whole_ones < all_of_them


def test_records_have_rounds_that_were_played_to_their_end(tmp_path: Path) -> None:
    # ann's 66 is the sixth card of the row 61 to 65: 1+1+1+1+2 heads; all others go behind it.
    filling = [[n, n + 20] for n in (2, 3, 4, 5, 42, 43, 44, 45)]
    whole = {"rows": [1, 21, 41, 61], "turns": [*filling, [66, 67], [68, 69]]}
    house = Warehouse(tmp_path)
    house.load({**LOW, "rules": {"edition": "amigo-2.10"}, "recorded": {}, "rounds": [whole]})
    assert [seen[1:7] for seen in answer(house, "records")] == [
        ("dearest_take", 6, 1, "ann", "low", 1),
        ("highest_round", 6, 1, "ann", "low", 1),
        ("lowest_round", 0, 1, "bo", "low", 1),
    ]
    assert [seen[1:6] for seen in answer(house, "player-records")] == [
        ("ann", "dearest_take", 6, 1, "low"),
        ("ann", "highest_round", 6, 1, "low"),
        ("ann", "lowest_round", 6, 1, "low"),
        ("bo", "highest_round", 0, 1, "low"),
        ("bo", "lowest_round", 0, 1, "low"),
    ]


# Ratings ----------------------------------------------------------------------------------


def test_ratings(house: Warehouse) -> None:
    rows = answer(house, "ratings")
    assert {seen[1]: seen[2] for seen in rows} == {"ann": 2, "bo": 3, "cy": 2}
    for _, _, _, mu, sigma, low, high, placed_by, *_ in rows:
        assert low == pytest.approx(mu - 1.96 * sigma, abs=0.002)
        assert high == pytest.approx(mu + 1.96 * sigma, abs=0.002)
        assert placed_by == pytest.approx(mu - 3 * sigma, abs=0.003)
        assert sigma < 25 / 3
    assert [seen[7] for seen in rows] == sorted((seen[7] for seen in rows), reverse=True)
    assert {seen[1]: seen[9] for seen in rows} == {"ann": "shared", "bo": "sixth", "cy": "sixth"}
    assert [seen[1] for seen in answer(house, "ratings", min_games=3)] == ["bo"]


def test_rating_changes(house: Warehouse) -> None:
    # The first game by the formulas of Plackett and Luce for two new players: sigma grows by
    # 25/300, c is the root of all variances, half of sigma²/c goes from one to the other.
    variance = (25 / 3) ** 2 + (25 / 300) ** 2
    c = (2 * variance + 2 * (25 / 6) ** 2) ** 0.5
    moved = round(0.5 * variance / c, 3)
    sigma = round((variance * (1 - variance**0.5 / c * variance / c**2 * 0.25)) ** 0.5, 3)
    rows = answer(house, "rating-changes")
    assert rows[:2] == [
        (
            1,
            "six_nimmt",
            "low",
            LOW_AT,
            1,
            "ann",
            2,
            25,
            8.333,
            round(25 - moved, 3),
            sigma,
            -moved,
        ),
        (1, "six_nimmt", "low", LOW_AT, 2, "bo", 1, 25, 8.333, round(25 + moved, 3), sigma, moved),
    ]
    assert [(seen[0], seen[2], *seen[5:7]) for seen in rows[2:]] == [
        (2, "shared", "ann", 1),
        (2, "shared", "bo", 1),
        (2, "shared", "cy", 3),
        (3, "sixth", "bo", 2),
        (3, "sixth", "cy", 1),
    ]
    for index, seen in enumerate(rows):
        before = [was[9:11] for was in rows[:index] if was[5] == seen[5]]
        assert seen[7:9] == (before[-1] if before else (25, 8.333))


def test_a_tie_moves_equals_alike(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    house.load(SHARED)
    (ann, bo, cy) = (seen[-1] for seen in answer(house, "rating-changes"))
    assert ann == bo
    assert ann > 0 > cy


def test_ratings_follow_whatever_is_loaded_replaced_or_dated_before(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)

    def rated() -> list[tuple[Any, ...]]:
        with house.writing() as connection:
            assert first_stale(connection) is None
        return house.ask("from rating_changes order by position, seat")

    def anew() -> list[tuple[Any, ...]]:
        with house.writing() as connection:
            connection.execute("delete from rating_changes")
            refresh(connection)
        return rated()

    house.load(LOW, SHARED)
    assert len(answer(house, "ratings")) == 3
    with house.writing() as connection:
        assert refresh(connection) == 0
    house.load(SIXTH)
    with house.writing() as connection:
        assert (first_stale(connection), refresh(connection)) == (3, 1)
    assert rated() == anew()
    house.load({**SIXTH, "game_id": "before", "played_at": "2026-01-01T00:00:00Z"})
    assert answer(house, "rating-changes", player="cy")[0][2] == "before"
    assert rated() == anew()
    house.load(
        {**LOW, "rounds": [{**LOW["rounds"][0], "turns": [[41, 5]]}], "recorded": {}}, replace=True
    )
    assert answer(house, "rating-changes", player="ann")[0][6] == 1
    assert rated() == anew()


def test_a_game_without_an_end_is_not_rated(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    house.load(FIGURES)
    assert answer(house, "ratings") == []


# What a report is asked for ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "games"),
    [
        ({"from": "2026-11-30"}, ["low"]),
        ({"to": "2026-11-30"}, ["low"]),
        ({"from": date(2026, 11, 30), "to": date(2026, 11, 30)}, ["low"]),
        ({"from": "2026-12-01"}, []),
        ({"to": "2026-11-29"}, []),
        ({"edition": "amigo-2.10"}, ["low", "figures-1-to-4", "shared", "sixth"]),
        ({"edition": "older-sheet"}, []),
    ],
)
def test_days_and_editions_choose_games(
    house: Warehouse, given: dict[str, Any], games: list[str]
) -> None:
    assert [seen[0] for seen in answer(house, "games", **given)] == games
    found = {seen[0] for seen in answer(house, "standings", **given)}
    assert found == ({"six_nimmt"} if games else set())
    assert bool(answer(house, "cards", **given)) == bool(games)


def test_min_games_counts_games_that_were_finished(house: Warehouse) -> None:
    assert [seen[1] for seen in answer(house, "standings", min_games=2)] == ["bo", "cy", "ann"]
    assert [seen[1] for seen in answer(house, "standings", min_games=3)] == ["bo"]
    met = [seen[1:3] for seen in answer(house, "head-to-head", min_games=2)]
    assert met == [("ann", "bo"), ("bo", "ann"), ("bo", "cy"), ("cy", "bo")]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"from": "30.11.2026"}, "--from takes a day such as 2026-11-30, not '30.11.2026'"),
        ({"from": "2026-02-02", "to": "2026-02-01"}, "--from 2026-02-02 is after --to 2026-02-01"),
        ({"edition": "amigo"}, "no edition 'amigo'; did you mean amigo-2.3?"),
        ({"edition": "oldersheet", "game": "six_nimmt"}, "did you mean older-sheet?"),
        ({"min_games": 2}, "report games takes no --min-games; it takes --game, --player"),
    ],
)
def test_what_cannot_be_asked_is_said(house: Warehouse, given: dict[str, Any], said: str) -> None:
    with pytest.raises(UnknownName) as fault:
        answer(house, "games", **given)
    assert said in str(fault.value)
