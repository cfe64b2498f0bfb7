"""The reports on 6 nimmt! alone, on the games of warehouse.py and one more, worked out by hand.

ann takes 1 and 3 with low cards, bo 11 with a sixth one, cy 6 with a sixth and 7 with a low one.
In twice ann's 5 takes row 1 (10, 3 heads; all rows are 3), then her 3 takes the 5 (2 heads).
"""

from pathlib import Path
from typing import Any

import pytest
from intervals import mean_of, share
from retally.pipeline.reports import reported
from warehouse import CORPUS, LOW, Warehouse

TWICE = {
    **LOW,
    "game_id": "twice",
    "players": ["ann", "di"],
    "rules": {"edition": "tactics"},
    "rounds": [{"rows": [10, 20, 30, 40], "turns": [[5, 41], [3, 42]], "row_choices": [1, 1]}],
    "recorded": {},
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    house = Warehouse(tmp_path_factory.mktemp("house"))
    house.load(*CORPUS)
    return house


@pytest.fixture(scope="module")
def larger(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    house = Warehouse(tmp_path_factory.mktemp("larger"))
    plain = {**TWICE, "rules": {"edition": "amigo-2.10"}}
    assert house.load(*CORPUS, plain).counts["loaded"] == 5
    return house


def answer(house: Warehouse, report: str, **given: Any) -> list[tuple[Any, ...]]:
    with reported(house.db, report, given) as found:
        return list(found.rows())


def test_six_nimmt_takes(house: Warehouse) -> None:
    # player, take, turns, takes, rate, heads, a take, few turns, few.
    def row(player: str, take: str, turns: int, *heads: float) -> tuple[Any, ...]:
        taken = (sum(heads), *mean_of(list(heads)))
        return (player, take, turns, len(heads), *share(len(heads), turns), *taken, True, True)

    assert answer(house, "six-nimmt-takes") == [
        row("ann", "any", 5, 1, 3),
        row("ann", "sixth_card", 5),
        row("ann", "low_card", 5, 1, 3),
        row("bo", "any", 8, 11),
        row("bo", "sixth_card", 8, 11),
        row("bo", "low_card", 8),
        row("cy", "any", 7, 6, 7),
        row("cy", "sixth_card", 7, 6),
        row("cy", "low_card", 7, 7),
        row("di", "any", 3),
        row("di", "sixth_card", 3),
        row("di", "low_card", 3),
    ]
    assert {row[0] for row in answer(house, "six-nimmt-takes", min_games=2)} == {"ann", "bo", "cy"}
    assert {row[0] for row in answer(house, "six-nimmt-takes", player="di")} == {"di"}


def test_six_nimmt_turns(house: Warehouse) -> None:
    # turn, cards, sixth, low, takes, rate, heads, a card.
    nothing = [0.0]
    assert answer(house, "six-nimmt-turns") == [
        (1, 11, 0, 2, 2, *share(2, 11), 10, *mean_of([3, 7, *nothing * 9]), True),
        (2, 6, 1, 0, 1, *share(1, 6), 6, *mean_of([6, *nothing * 5]), True),
        (3, 6, 1, 1, 2, *share(2, 6), 12, *mean_of([1, 11, *nothing * 4]), True),
    ]
    assert answer(house, "six-nimmt-turns", player="ann", to="2026-11-30") == [
        (1, 1, 0, 1, 1, *share(1, 1), 3, 3.0, None, None, True)
    ]


def test_six_nimmt_choices(house: Warehouse) -> None:
    # ann took a cheapest row twice, cy one of 7 where one of 3 was there.
    assert answer(house, "six-nimmt-choices") == [
        ("ann", 2, 0, *share(0, 2), 0, *mean_of([0, 0]), None, None, None, True),
        ("cy", 1, 1, *share(1, 1), 4, *mean_of([4]), *mean_of([4]), True),
    ]


def test_a_row_that_has_to_be_the_cheapest_is_no_choice(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    rules = {**LOW["rules"], "low_card_row": "fewest_heads"}
    house.load({**LOW, "rules": rules})
    assert answer(house, "six-nimmt-takes")[0][3] == 1
    assert answer(house, "six-nimmt-choices") == []


def test_six_nimmt_starts(larger: Warehouse) -> None:
    # card, starts, by a sixth, by a low card, survived: 5 of low survives, 5 of twice does not.
    assert answer(larger, "six-nimmt-starts") == [
        (3, 3, 0, 3, 3, *share(3, 3), True),
        (5, 2, 0, 2, 1, *share(1, 2), True),
        (15, 1, 1, 0, 1, *share(1, 1), True),
        (30, 1, 1, 0, 1, *share(1, 1), True),
    ]
    assert [row[:5] for row in answer(larger, "six-nimmt-starts", player="cy")] == [
        (3, 1, 0, 1, 1),
        (30, 1, 1, 0, 1),
    ]


def test_a_card_that_began_a_row_is_taken_later_like_any_other(larger: Warehouse) -> None:
    (five,) = (row for row in answer(larger, "cards") if row[0] == 5)
    # card, heads, played, appends, sixth, low; taken later once of two.
    assert five[:6] == (5, 2, 2, 0, 0, 2)
    assert five[13:] == (1, *share(1, 2), True)
