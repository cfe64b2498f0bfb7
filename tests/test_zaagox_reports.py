"""Facts and reports of Zaägox on two small games, whose numbers were worked out by hand.

In `won` p lays four pairs by hand and wins in turn 11 with R0 G0 Y1 G5, worth 4; q discards only.
In `da` r and q call for p's R2 and r was first; q lets a 6 go and takes a 3; r stores G2 in turn 6.
"""

from typing import Any

import pytest
from intervals import mean_of, share
from retally.pipeline.reports import reported
from retally.schemas.zaagox import FACTS
from soak import soaked
from warehouse import Warehouse
from zaagox_logs import DA_DEALT, WIN_CLAIMS, WIN_DEALT, WIN_TURNS, log, played

DA_TURNS = (
    "p R1 discard R2 da r:G2 q:Y2",
    "p Y6 discard Y6",
    "q B3 discard R7",
    "r R6 age R6 on R2",
    "p G3 discard G3 da q:B3",
    "r B2 age B2 on R2 store G2",
    "p Y3 discard Y3",
)
WON = {**log(*WIN_TURNS, dealt=WIN_DEALT, recorded=WIN_CLAIMS), "game_id": "won"}
DA = {**log(*DA_TURNS, dealt=DA_DEALT, recorded={"winner": None}), "game_id": "da"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    house = Warehouse(tmp_path_factory.mktemp("zaagox"))
    house.load(WON, DA)
    return house


def answer(house: Warehouse, report: str, **given: str) -> list[tuple[Any, ...]]:
    with reported(house.db, report, given) as found:
        return list(found.rows())


def test_turns_are_as_they_were_played(house: Warehouse) -> None:
    query = """
        select turn, player, drawn, action, card, pair_card_1, pair_card_2, aging_laid,
            aging_needed, da_called, da_missed, da_player, stored_by, stored_card, hand_left,
            deck_left
        from zaagox_turns where game_id = 'da' order by turn
    """
    no_pair = (None, None, None, None)
    assert house.ask(query) == [
        (1, "p", "R1", "discard", "R2", *no_pair, 2, 0, "r", None, None, 4, 23),
        (2, "p", "Y6", "discard", "Y6", *no_pair, 0, 1, None, None, None, 4, 23),
        (3, "q", "B3", "discard", "R7", *no_pair, 0, 0, None, None, None, 4, 23),
        (4, "r", "R6", "age", "R6", "R2", "G2", 1, 2, 0, 0, None, None, None, 3, 22),
        (5, "p", "G3", "discard", "G3", *no_pair, 1, 0, "q", None, None, 4, 21),
        (6, "r", "B2", "age", "B2", "R2", "G2", 2, 2, 0, 0, None, "r", "G2", 3, 23),
        (7, "p", "Y3", "discard", "Y3", *no_pair, 0, 0, None, None, None, 4, 23),
    ]


def test_chances_to_call_are_won_lost_or_missed(house: Warehouse) -> None:
    query = """
        select game_id, turn, player, discard, discarder, call_order, outcome
        from zaagox_claims order by game_id, turn, call_order
    """
    assert house.ask(query) == [
        ("da", 1, "r", "R2", "p", 1, "won"),
        ("da", 1, "q", "R2", "p", 2, "lost"),
        ("da", 2, "q", "Y6", "p", None, "missed"),
        ("da", 5, "q", "G3", "p", 1, "won"),
    ]


def test_stored_cards_know_their_pair(house: Warehouse) -> None:
    query = """
        select game_id, turn, player, stored_order, card, number, colour, shape, by_claim,
            pair_turn, aging_cards
        from zaagox_stored order by game_id, turn
    """
    assert house.ask(query) == [
        ("da", 6, "r", 1, "G2", 2, "green", "mixed", True, 1, 2),
        ("won", 1, "p", 1, "R0", None, None, "blank", False, 1, 0),
        ("won", 3, "p", 2, "G0", None, None, "blank", False, 3, 0),
        ("won", 7, "p", 3, "Y1", 1, "yellow", "line", False, 5, 1),
        ("won", 11, "p", 4, "G5", 5, "green", "mixed", False, 9, 1),
    ]


def test_the_set_that_won_is_worked_out(house: Warehouse) -> None:
    names = ", ".join(FACTS[-1].columns)
    assert house.ask(f"select {names} from zaagox_sets") == [
        (
            *("won", 11, 1, "p", "R0", "G0", "Y1", "G5", [1, 3, 7, 11], 3, 2, 1, "weak"),
            *("+2 +1 -1 x2", 4, 4),
        )
    ]


def test_seats_have_their_scores_and_claims(house: Warehouse) -> None:
    query = """
        select game_id, player, final_score, "rank", is_winner, recorded_score
        from seats order by game_id, seat
    """
    assert house.ask(query) == [
        ("da", "p", 0, None, None, None),
        ("da", "q", 0, None, None, None),
        ("da", "r", 0, None, None, None),
        ("won", "p", 4, 1, True, 4),
        ("won", "q", 0, 2, False, None),
    ]
    query = "select game_id, round, seat, points, recorded_points from rounds order by all"
    assert house.ask(query)[-2:] == [("won", 1, 1, 4, 4), ("won", 1, 2, 0, None)]


@pytest.mark.parametrize("loser_score", ["zero", "pay_winner"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_turn_facts_add_up_to_the_final_scores(
    house: Warehouse, tmp_path: Any, seats: int, loser_score: str
) -> None:
    many, games = Warehouse(tmp_path), soaked(12, 200)
    many.load(*(played(seed, seats, "quick", loser_score=loser_score) for seed in range(games)))
    query = """
        with summed as (
            select game_id, seat, sum(points)::bigint as points, max_by(running_total, turn) as last
            from turn_facts group by game_id, seat
        )
        select count(*), count(*) filter (where points = final_score and last = final_score)
        from seats join summed using (game_id, seat)
    """
    assert many.ask(query) == [(games * seats, games * seats)]
    twice = "select game_id, turn, seat from turn_facts group by all having count(*) > 1"
    assert many.ask(twice) == []


def test_turn_facts_tell_what_was_done_and_called(house: Warehouse) -> None:
    query = """
        select turn, player, action, round, points from turn_facts
        where game_id = 'da' and turn in (1, 5) order by turn, seat
    """
    assert house.ask(query) == [
        (1, "p", "discard", None, 0),
        (1, "q", "da_lost", None, 0),
        (1, "r", "da_won", None, 0),
        (5, "p", "discard", None, 0),
        (5, "q", "da_won", None, 0),
    ]


# Reports ----------------------------------------------------------------------------------


def test_zaagox_wins(house: Warehouse) -> None:
    # player, games, finished, wins, rate, mean, lowest and highest set, mean turns to win.
    none = (None,) * 3
    assert answer(house, "zaagox-wins") == [
        ("p", 2, 1, 1, *share(1, 1), *mean_of([4]), 4, 4, *mean_of([11]), True),
        ("q", 2, 1, 0, *share(0, 1), *none, None, None, *none, True),
        ("r", 1, 0, 0, *none, *none, None, None, *none, True),
    ]
    assert [row[0] for row in answer(house, "zaagox-wins", player="q")] == ["q"]


def test_zaagox_pairs(house: Warehouse) -> None:
    # player, by hand, by Da, rate, stored by hand, by Da, rates, mean turns (0+0+2+2)/4, 6-1.
    none = (None,) * 3
    assert answer(house, "zaagox-pairs") == [
        ("p", 4, 0, *share(0, 4), 4, 0, *share(4, 4), *none, *mean_of([0, 0, 2, 2]), True),
        ("q", 0, 1, *share(1, 1), 0, 0, *none, *share(0, 1), *none, True),
        ("r", 0, 1, *share(1, 1), 0, 1, *none, *share(1, 1), *mean_of([5]), True),
    ]
    assert [row[0] for row in answer(house, "zaagox-pairs", player="r")] == ["r"]


def test_zaagox_da(house: Warehouse) -> None:
    # player, chances, calls, won, lost, missed, call rate, won rate.
    assert answer(house, "zaagox-da") == [
        ("q", 3, 2, 1, 1, 1, *share(2, 3), *share(1, 2), True),
        ("r", 1, 1, 1, 0, 0, *share(1, 1), *share(1, 1), True),
    ]
    assert answer(house, "zaagox-da", player="p") == []


def test_zaagox_numbers(house: Warehouse) -> None:
    # number, stored, in sets that won, rate, share of the winning cards, mean points, mean turns.
    assert answer(house, "zaagox-numbers") == [
        (None, 2, 2, *share(2, 2), 4, *share(2, 4), *mean_of([4, 4]), *mean_of([0, 0]), True),
        (1, 1, 1, *share(1, 1), 4, *share(1, 4), *mean_of([4]), *mean_of([2]), True),
        (2, 1, 0, *share(0, 1), 4, *share(0, 4), *mean_of([]), *mean_of([5]), True),
        (5, 1, 1, *share(1, 1), 4, *share(1, 4), *mean_of([4]), *mean_of([2]), True),
    ]
    assert [row[0] for row in answer(house, "zaagox-numbers", player="r")] == [2]


def test_zaagox_scores(house: Warehouse) -> None:
    # score, sets won, of all that won, share, all sets, share.
    rows = answer(house, "zaagox-scores")
    assert len(rows) == 20
    assert rows[:2] == [
        (-2, 0, 1, *share(0, 1), 47, 0.0008, True),
        (-1, 0, 1, *share(0, 1), 128, 0.0022, True),
    ]
    assert rows[6] == (4, 1, 1, *share(1, 1), 3009, 0.0511, True)
    assert sum(row[6] for row in rows) == 58896
    assert answer(house, "zaagox-scores", player="q") == []


def test_player_has_points_of_games_that_were_won(house: Warehouse) -> None:
    # p's set in won is worth 4; da goes on.
    with reported(house.db, "player", {"player": "p"}) as found:
        (row,) = found.rows()
        card = dict(zip((column.name for column in found.columns), row, strict=True))
    shown = ("games", "rounds", "whole_rounds", "points_in_whole_rounds", "points_a_round")
    assert [card[name] for name in (*shown, "most_in")] == [2, 2, 1, 4, 4.0, "won round 1"]
