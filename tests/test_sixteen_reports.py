"""The reports on Sixteen: golden rows over three small sessions worked out by hand."""

from typing import Any

import pytest
from intervals import mean_of, share
from retally.pipeline.reports import reported
from sixteen_logs import bonus, checked, hand, session, step
from warehouse import Warehouse

BLUFF = session(
    # A holds 15+8 = 23 and bets until all fold: 9 stones, of which 5 are A's own.
    hand(
        "A",
        step("A15 B6 C9", "A bet 1, B call, C call"),
        step("A8 B8 C-", "A bet 3, B fold, C fold"),
    )
)
TIE = session(
    # A and B tie for 12, then B's 6 beats A's 5: a stone each from A and C.
    checked("A12 B12 C3"),
    checked("A5 B6", rematch=True),
)
OPEN = session(hand("A", step("A9 B9 C9", "A bet 1")))
SESSIONS = (
    bonus() | {"game_id": "bonus"},
    BLUFF | {"game_id": "bluff"},
    TIE | {"game_id": "tie"},
    OPEN | {"game_id": "open"},
)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    house = Warehouse(tmp_path_factory.mktemp("reports"))
    house.load(*SESSIONS)
    return house.db


def rows(db: str, name: str, **given: Any) -> list[tuple[Any, ...]]:
    with reported(db, name, given) as answer:
        return list(answer.rows())


def test_sixteen_stones(db: str) -> None:
    nets = {"C": [32, -2, -1], "B": [-3, -2, 2], "A": [-29, 4, -1]}
    expected = []
    for player, net in nets.items():
        won = mean_of([float(stones) for stones in net])
        expected.append((player, 3, 3, *share(3, 3), sum(net), *won, True))
    assert rows(db, "sixteen-stones") == expected
    assert rows(db, "sixteen-stones", player="B") == [expected[1]]
    assert rows(db, "sixteen-stones", min_games=4) == []


def test_sixteen_folds(db: str) -> None:
    none = (None,) * 3
    assert rows(db, "sixteen-folds", player="B") == [
        ("B", 1, 4, 0, *share(0, 4), 0, *none, *none, True),
        ("B", 2, 4, 2, *share(2, 4), 0, *mean_of([3, 3]), *mean_of([1 / 3, 1 / 3]), True),
        ("B", 3, 2, 0, *share(0, 2), 0, *none, *none, True),
    ]
    by_step = {(row[0], row[1]): row[2:4] for row in rows(db, "sixteen-folds")}
    assert by_step["A", 2] == (4, 0)
    assert by_step["C", 2] == (3, 1)


def test_sixteen_aggression(db: str) -> None:
    # A: bets 1, 3 of 3 in bonus, 1 of 1 and 3 of 3 in bluff, 1 of 1 in open; calls twice.
    # C: raises 6 of 6, bets 4 of 12; calls in step 1 of bonus and of bluff.
    assert rows(db, "sixteen-aggression") == [
        ("A", 14, 7, 5, 0, 2, 0, 2.5, *share(5, 14), *mean_of([1, 1, 1, 1, 1]), True),
        ("C", 8, 3, 1, 1, 2, 1, 1.0, *share(2, 8), *mean_of([1, 1 / 3]), True),
        ("B", 10, 6, 0, 0, 2, 2, 0.0, *share(0, 10), None, None, None, True),
    ]


def test_sixteen_wins(db: str) -> None:
    # hands, wins, without a showdown, showdowns, of these won, bluffs, of these won.
    one_of_two = (2, 1, *share(1, 2))
    no_bluff = (0, 0, None, None, None, True)
    assert rows(db, "sixteen-wins") == [
        ("A", 4, 1, *share(1, 4), 1, *share(1, 1), 3, 0, *share(0, 3), 1, 1, *share(1, 1), True),
        ("B", 4, 1, *share(1, 4), 0, *share(0, 1), *one_of_two, *no_bluff),
        ("C", 3, 1, *share(1, 3), 0, *share(0, 1), *one_of_two, *no_bluff),
    ]


def test_sixteen_takes(db: str) -> None:
    by_sum = {row[0]: row[1:] for row in rows(db, "sixteen-takes")}
    one, none = (1, 0, *share(0, 1)), (None,) * 3
    assert by_sum[1] == (1, 1, *share(1, 1), *one, *mean_of([16]), True)  # C takes the 15
    # A stays on 7+8, and takes 8 to a 15
    assert by_sum[15] == (2, 1, *share(1, 2), 1, 1, *share(1, 1), *mean_of([23]), True)
    # B takes 8, stays twice in the rematch
    assert by_sum[6] == (3, 1, *share(1, 3), *one, *mean_of([14]), True)
    assert by_sum[12] == (4, 0, *share(0, 4), 0, 0, *none, *none, True)


def test_sixteen_bonus(db: str) -> None:
    assert rows(db, "sixteen-bonus") == [
        ("bonus", 1, "C", "showdown", False, None, True, True, 32, 15, 2, 32)
    ]
    assert rows(db, "sixteen-bonus", player="A") == []


def test_sixteen_stacks(db: str) -> None:
    stacks = [row[0:1] + row[2:] for row in rows(db, "sixteen-stacks", player="B")]
    assert stacks == [
        ("bluff", 1, 2, "B", "folds", 50, -2, 48, 0.32),
        ("bonus", 1, 2, "B", "showdown", 50, -3, 47, 0.313),
        ("open", 1, 2, "B", "unfinished", 50, -1, 49, 0.336),
        ("tie", 1, 2, "B", "tie", 50, -1, 49, 0.333),
        ("tie", 2, 2, "B", "showdown", 49, 3, 52, 0.515),
    ]


def test_player_has_points_of_hands_that_were_settled(db: str) -> None:
    # A: -29 in bonus, 4 in bluff, -1 and 0 in tie; open breaks off. C sits the rematch out.
    shown = ("rounds", "whole_rounds", "points_in_whole_rounds", "points_a_round", "fewest_in")
    shown += ("most_in",)
    cards = []
    for player in ("A", "C"):
        with reported(db, "player", {"player": player}) as answer:
            (row,) = answer.rows()
            of_name = dict(zip((column.name for column in answer.columns), row, strict=True))
            cards.append([of_name[name] for name in shown])
    assert cards == [
        [5, 4, -26, -6.5, "bonus round 1", "bluff round 1"],
        [5, 3, 29, 9.667, "bluff round 1", "bonus round 1"],
    ]
