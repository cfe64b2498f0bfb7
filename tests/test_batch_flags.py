"""Faults that hide where nothing was played: each is flagged by the batch engine alone, too."""

from typing import Any

import pytest
from batches import by_batch, by_engine, lines
from logs import played
from mutants import at


def both(log: dict[str, Any]) -> list[bool]:
    """Whether the engine and the batch engine let a log pass."""
    logs = lines([log])
    return [found is not None for found in (by_engine(logs[0]), *by_batch(logs))]


def stopped(log: dict[str, Any], turns: int) -> dict[str, Any]:
    """A log whose last round stops after so many turns, without claims."""
    last = log["rounds"][-1]
    for name in ("turns", "row_choices"):
        last[name] = last.get(name, [])[:turns]
    for part in (log, *log["rounds"]):
        part.pop("recorded", None)
    return log


def test_a_card_in_hand_that_is_not_in_the_deck_is_flagged_though_nobody_played_it() -> None:
    log = stopped(played(seed=3, seats=3, fixed_rounds=2, deck="reduced"), 2)
    assert both(log) == [True, True]
    hand, played_cards = log["rounds"][-1]["hands"][1], log["rounds"][-1]["turns"]
    unplayed = next(card for card in hand if all(card not in turn for turn in played_cards))
    hand[hand.index(unplayed)] = 35  # the deck of three players ends with 34 (2.6)
    assert both(log) == [False, False]


def test_a_card_in_hand_that_is_spent_is_flagged_though_nobody_played_it() -> None:
    log = stopped(played(seed=3, seats=3, fixed_rounds=2, next_deal="continue_stock"), 2)
    assert both(log) == [True, True]
    first, last = log["rounds"]
    hand = last["hands"][1]
    unplayed = next(card for card in hand if all(card not in turn for turn in last["turns"]))
    hand[hand.index(unplayed)] = first["turns"][0][0]
    assert both(log) == [False, False]  # dealt before and not shuffled in again (N5)
    log["rules"]["next_deal"] = "reshuffle_all"
    assert both(log) == [True, True]


def test_a_card_in_two_hands_is_flagged_though_nobody_played_it() -> None:
    log = stopped(played(seed=3, seats=3, fixed_rounds=1), 2)
    hands, turns = log["rounds"][0]["hands"], log["rounds"][0]["turns"]
    one, two = (
        next(card for card in hand if all(card not in turn for turn in turns)) for hand in hands[:2]
    )
    hands[1][hands[1].index(two)] = one
    assert both(log) == [False, False]


def test_more_players_than_the_rules_allow_are_flagged() -> None:
    log = played(seed=5, seats=6, fixed_rounds=1)
    assert both(log) == [True, True]
    log["rules"]["max_players"] = 5
    assert both(log) == [False, False]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("rounds", 0, "draft", 0, 0), 0),
        (("rounds", 0, "draft", 0, 0), 11),
        (("rounds", 0, "draft", 3, 1), 105),
        (("rounds", 0, "draft"), []),
        (("rounds", 0, "draft"), None),
    ],
)
def test_a_draft_is_as_good_as_its_worst_pick(path: tuple[Any, ...], value: Any) -> None:
    log = played(seed=4, seats=3, fixed_rounds=1, hand_deal="open_draft")
    assert both(log) == [True, True]
    at(log, path[:-1])[path[-1]] = value
    assert both(log) == [False, False]


def test_a_draft_that_is_left_out_is_missed_by_nobody() -> None:
    log = played(seed=4, seats=3, fixed_rounds=1, hand_deal="open_draft")
    del log["rounds"][0]["draft"]
    assert both(log) == [True, True]


def test_a_draft_without_hands_makes_the_hands() -> None:
    log = played(seed=4, seats=3, fixed_rounds=1, hand_deal="open_draft")
    del log["rounds"][0]["hands"]
    assert both(log) == [True, True]
    turns = log["rounds"][0]["turns"]
    for part in (log, log["rounds"][0]):
        part.pop("recorded", None)
    turns[0][0], turns[0][1] = turns[0][1], turns[0][0]
    assert both(log) == [False, False]


def test_an_immediate_end_in_mid_round_lets_no_round_follow() -> None:
    log = played(seed=11, seats=4, end_check="immediate", end_threshold=20)
    assert len(log["rounds"][-1]["turns"]) < 10
    assert both(log) == [True, True]
    log["rounds"].append(played(seed=12, seats=4, fixed_rounds=1)["rounds"][0])
    log.pop("recorded")
    assert both(log) == [False, False]


def highest_who_then_takes_nothing() -> tuple[dict[str, Any], int]:
    """A game of two rounds whose highest total after the first is the same after the second."""
    for seed in range(500):
        log = played(seed=seed, seats=5, full=False, fixed_rounds=2)
        first, second = (round_["recorded"]["penalties"] for round_ in log["rounds"])
        if second[first.index(max(first))] == 0:
            return log, max(first)
    raise AssertionError("no such game")


def test_a_total_that_stays_on_the_edge_is_noted_once() -> None:
    log, edge = highest_who_then_takes_nothing()
    log["rules"] = {"edition": "amigo-2.3", "end_threshold": edge}
    log.pop("recorded")
    logs = lines([log])
    (outcome,) = by_batch(logs)
    assert outcome is not None
    assert outcome == by_engine(logs[0])
    assert [found.round for found in outcome.findings if found.code == "SCORE101"] == [1]
