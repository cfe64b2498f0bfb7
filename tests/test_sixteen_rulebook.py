"""The rulebook cases of Sixteen, as data, played by the reference engine."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from retally.pipeline.engine import sixteen as engine
from retally.pipeline.engine.sixteen_settlement import outcome, rank
from retally.pipeline.engine.sixteen_table import (
    Action,
    Ante,
    Bet,
    Draw,
    Phase,
    Settle,
    State,
    cap,
    in_turn,
)
from retally.schemas.sixteen import ASRUS_DECK, NUMBERS, Options

CASES = json.loads((Path(__file__).parent / "golden" / "sixteen.json").read_bytes())["cases"]
BY_ID = {case["id"]: case for case in CASES}


def cases(*kinds: str) -> pytest.MarkDecorator:
    chosen = [case for case in CASES if case["kind"] in kinds]
    assert chosen, f"no case of {kinds}"
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def options_of(case: dict[str, Any]) -> Options:
    return Options.model_validate(case.get("options", {}))


def play(options: Options, state: State, *actions: Action) -> State:
    """Apply actions that all have to be legal."""
    for action in actions:
        assert engine.violation(options, state, action) is None, (action, state)
        state, _ = engine.apply(options, state, action)
    return state


def test_every_case_has_a_test_of_its_kind() -> None:
    kinds = {"deck", "compare", "count", "max_raise", "hand", "first_actor", "showdown"}
    assert {case["kind"] for case in CASES} == kinds
    assert len(CASES) == 18


@cases("deck")
def test_the_deck_has_64_cards(case: dict[str, Any]) -> None:
    due = case["expected"]
    assert {str(number): copies for number, copies in ASRUS_DECK.items()} == due["copies"]
    assert sum(ASRUS_DECK.values()) == due["cards"] == 64
    faces = sum(number * copies for number, copies in ASRUS_DECK.items())
    assert faces == due["sum_of_faces"] == 512


@cases("compare")
def test_hands_compare_by_sum_then_by_number_of_cards(case: dict[str, Any]) -> None:
    first = rank(options_of(case), case["input"]["a"])
    second = rank(options_of(case), case["input"]["b"])
    assert (first > second) - (first < second) == case["expected"]["result"]


@cases("count")
def test_there_are_43_distinct_ranks(case: dict[str, Any]) -> None:
    hands = itertools.chain.from_iterable(
        itertools.combinations_with_replacement(NUMBERS, count) for count in (1, 2, 3)
    )
    dealt = [
        hand
        for hand in hands
        if all(hand.count(number) <= ASRUS_DECK[number] for number in set(hand))
    ]
    assert (
        len({rank(Options(), hand) for hand in dealt}) == case["expected"]["distinct_rank_classes"]
    )


@cases("max_raise")
def test_a_raise_is_capped_by_half_of_what_the_reading_says(case: dict[str, Any]) -> None:
    pot, due = case["input"]["pot"], case["input"]["to_call"]
    for base, most in case["expected"].items():
        assert cap(Options(raise_cap_base=base), pot, due) == most


def actions_of(given: dict[str, Any]) -> list[Action]:
    """Read a case's list of acts; antes are paid by the hand's beginning."""
    seats: list[str] = given["seats"]
    actions: list[Action] = [Ante(seats.index(given["dealer"]))]
    owed: dict[str, int] = {}
    for verb, *rest in given["log"]:
        if verb in ("ante", "showdown"):
            continue
        seat = seats.index(rest[0])
        stones = rest[1] if len(rest) > 1 else 0
        if verb in ("deal", "take"):
            actions.append(Draw(seat, "take", stones))
        elif verb == "stay":
            actions.append(Draw(seat, "stay"))
        else:
            above = stones - owed["B"] if verb == "raise" else stones
            actions.append(Bet(seat, verb, above if verb in ("bet", "raise") else 0))
        owed["B"] = stones if verb == "bet" else owed.get("B", 0)
    return actions


@cases("hand")
def test_a_whole_hand_is_settled_to_the_stone(case: dict[str, Any]) -> None:
    same = case["input"].get("same_as")
    given = BY_ID[same]["input"] if same else case["input"]
    options, due = options_of(case), case["expected"]
    state = engine.start(given["initial"][seat] for seat in given["seats"])
    actions = actions_of(given)
    pots = []
    for action in actions:
        before = state.pot
        state = play(options, state, action)
        if isinstance(action, Ante):
            pots += range(1, state.pot + 1)
        elif state.pot != before:
            pots.append(state.pot)
    assert state.phase is Phase.SETTLE
    assert pots == due.get("pot_trace", pots)
    ended = outcome(options, state, Settle())
    paid = {given["seats"][seat]: pays for seat, pays in enumerate(ended.bonus) if pays}
    assert paid == due["bonus_paid"]
    assert ended.pot == due.get("pot", ended.pot)
    assert (ended.kind == "folds") is (due.get("revealed") is False)
    if "winner" in due:
        assert [given["seats"][seat] for seat in ended.winners] == [due["winner"]]
    state = play(options, state, Settle())
    assert dict(zip(given["seats"], engine.scores(state), strict=True)) == due["final"]
    assert engine.over(state)


@cases("first_actor")
def test_the_next_live_player_acts_first_when_the_dealer_folds(case: dict[str, Any]) -> None:
    given = case["input"]
    seats = given["seats_clockwise"]
    dealer = seats.index(given["dealer"])
    state = play(Options(), engine.start([9] * len(seats)), Ante(dealer))
    for seat in in_turn(state):
        state = play(Options(), state, Draw(seat, "take", 5 + seat % 2))
    while state.phase is Phase.BETS:
        seat = in_turn(state)[0] if state.betting is None else state.betting.waiting[0]
        folds = seats[seat] in given["folded_in_step1"]
        state = play(Options(), state, Bet(seat, "fold" if folds else "check"))
    assert seats[in_turn(state)[0]] == case["expected"]["first_actor_step2"]


@cases("showdown")
def test_a_tie_is_replayed_by_those_who_are_due(case: dict[str, Any]) -> None:
    given, due = case["input"], case["expected"]
    seats = list(given["hands"])
    stakes = given["pot"] // len(seats)
    state = engine.start([50] * len(seats))._replace(
        phase=Phase.SETTLE,
        hand=1,
        step=3,
        players=tuple(range(len(seats))),
        live=tuple(range(len(seats))),
        cards=tuple(map(tuple, given["hands"].values())),
        bets=(stakes,) * len(seats),
    )
    options = options_of(case)
    ended = outcome(options, state, Settle())
    assert ended.kind == "tie"
    state = play(options, state, Settle())
    assert [seats[seat] for seat in state.rematch] == due["participants"]
    state = play(options, state, Ante(0, rematch=True))
    assert (state.carried, sum(state.antes)) == (due["carried_pot"], due["new_ante"])
    assert [seats[seat] for seat in state.players] == due["participants"]
