"""The rulebook cases of 6 nimmt!, as data, played by the reference engine."""

import json
from pathlib import Path
from typing import Any

import pytest
from retally.pipeline.engine import six_nimmt as engine
from retally.pipeline.engine.six_nimmt import Phase, Placement, State
from retally.schemas.codes import Code
from retally.schemas.six_nimmt import EDITIONS, HEADS, Options, bull_heads, last_card

CASES = json.loads((Path(__file__).parent / "golden" / "six_nimmt.json").read_bytes())["cases"]
ACTIONS = {"append": "append", "sixth_card": "sixth_card", "too_low": "low_card"}


def cases(*kinds: str) -> pytest.MarkDecorator:
    chosen = [case for case in CASES if case["kind"] in kinds]
    assert chosen, f"no case of {kinds}"
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def table(rows: list[list[int]], plays: list[int]) -> State:
    """A table in mid-turn: these cards lie there, seat by seat."""
    return State(
        totals=(0,) * len(plays),
        phase=Phase.RESOLVE,
        round=1,
        turn=1,
        rows=tuple(map(tuple, rows)),
        committed=tuple((card, seat) for seat, card in enumerate(plays)),
        piles=((),) * len(plays),
    )


def play_turn(state: State, choice: int | None) -> tuple[list[Placement], list[State]]:
    """Resolve all cards, the choice going with the first; every move must be legal."""
    options, placements, states = Options(), [], []
    while state.phase is Phase.RESOLVE:
        action = engine.Place(choice)
        assert engine.violation(options, state, action) is None
        placements.append(engine.placement(state, choice))
        state, items = engine.apply(options, state, action)
        assert sum(item.points for item in items) == placements[-1].heads
        states.append(state)
        choice = None
    return placements, states


def test_every_case_has_a_test_of_its_kind() -> None:
    played = {"deck_heads", "card_heads", "pile_heads", "place", "turn", "place_without_choice"}
    played |= {"state", "property", "deck_size", "match_end"}
    assert {case["kind"] for case in CASES} == played
    assert len(CASES) == 22


@cases("deck_heads")
def test_the_deck_has_171_heads(case: dict[str, Any]) -> None:
    heads = [bull_heads(card) for card in range(1, 105)]
    assert sum(heads) == case["expected"]["sum"] == 171
    by_heads = {str(count): heads.count(count) for count in sorted(set(heads))}
    assert by_heads == case["expected"]["count_by_heads"]


@cases("card_heads")
def test_single_cards_have_their_heads(case: dict[str, Any]) -> None:
    assert [bull_heads(card) for card in case["input"]["cards"]] == case["expected"]["heads"]


@cases("pile_heads")
def test_piles_add_up(case: dict[str, Any]) -> None:
    cards = case["input"]["cards"]
    assert engine.heads_of(cards) == case["expected"]["heads"]
    if "per_card" in case["expected"]:
        assert [HEADS[card] for card in cards] == case["expected"]["per_card"]


@cases("place")
def test_a_card_is_placed_by_the_rules(case: dict[str, Any]) -> None:
    given, due = case["input"], case["expected"]
    before = table(given["rows"], [given["card"]])
    placements, states = play_turn(before, given.get("row_choice"))
    there = placements[0]
    assert there.row == due["row"]
    assert there.action == ACTIONS[due["kind"]]
    assert list(there.taken) == due.get("taken", [])
    assert there.heads == due.get("heads", 0)
    assert [list(row) for row in states[0].rows] == due["rows_after"]
    if "eligible_rows" in due:
        assert list(there.eligible) == due["eligible_rows"]
        ends = [before.rows[row][-1] for row in there.eligible]
        assert [given["card"] - end for end in ends] == due["differences"]


@cases("place_without_choice")
def test_a_too_low_card_needs_a_choice_of_any_row(case: dict[str, Any]) -> None:
    state = table(case["input"]["rows"], [case["input"]["card"]])
    missing = engine.violation(Options(), state, engine.Place(None))
    assert missing is not None
    assert (missing.code, missing.clause) == (Code.ROW_CHOICE_MISSING, "2.4")
    legal = engine.legal(Options(), state)
    assert legal == tuple(map(engine.Place, case["expected"]["legal_rows"]))


@cases("turn")
def test_a_turn_is_resolved_card_by_card(case: dict[str, Any]) -> None:
    given, due = case["input"], case["expected"]
    choice = given.get("row_choice", {}).get("row")
    placements, states = play_turn(table(given["rows"], given["plays"]), choice)
    steps = [
        {
            "card": there.card,
            "row": there.row,
            "kind": {value: key for key, value in ACTIONS.items()}[there.action],
            "taken": list(there.taken),
            "heads": there.heads,
        }
        for there in placements
    ]
    assert steps == due["steps"]
    assert [list(row) for row in states[-1].rows] == due["rows_after"]
    if "ends_between" in due:
        assert [row[-1] for row in states[0].rows] == due["ends_between"]
    penalties = {str(there.card): there.heads for there in placements if there.heads}
    assert penalties == due.get("penalty_by_card", penalties)
    if "row_heads_before" in due:
        assert [engine.heads_of(row) for row in given["rows"]] == due["row_heads_before"]


def test_the_figures_follow_from_each_other() -> None:
    by_id = {case["id"]: case for case in CASES}
    for figure in (2, 3, 4):
        before = by_id[f"6n-s1-fig{figure - 1}"]["expected"]
        rows = before.get("rows_after", before.get("rows"))
        assert by_id[f"6n-s1-fig{figure}"]["input"]["rows"] == rows


@cases("state")
def test_the_first_figure_is_a_deal(case: dict[str, Any]) -> None:
    starters = tuple(row[0] for row in case["expected"]["rows"])
    state, items = engine.apply(Options(), engine.start(4), engine.Deal(starters))
    assert [list(row) for row in state.rows] == case["expected"]["rows"]
    assert items == ()


@cases("property")
def test_figures_5_and_6_fit_one_board_for_just_these_ends(case: dict[str, Any]) -> None:
    def fits(end: int) -> bool:
        rows = [[57, 60, 61], [end], [33, 41], [32, 35, 38, 40, 42]]
        fifth = engine.placement(table(rows, [45]))
        sixth = table(rows, [62, 29])
        low = engine.placement(sixth)
        if low.eligible or fifth.row != 3 or fifth.action != "sixth_card":
            return False
        after, _ = engine.apply(Options(), sixth, engine.Place(0))
        there = engine.placement(after)
        return there.row == 3 and there.action == "sixth_card"

    used = {57, 60, 61, 33, 41, 32, 35, 38, 40, 42, 45, 62, 29}
    ends = [end for end in range(1, 105) if end not in used and fits(end)]
    assert ends == case["expected"]["holds_exactly_for_e"]


@cases("deck_size")
def test_the_reduced_deck_has_ten_cards_a_player_and_four(case: dict[str, Any]) -> None:
    reduced = EDITIONS["tactics"]
    highest = [last_card(reduced, seats) for seats in case["input"]["players"]]
    assert highest == case["expected"]["max_card"]
    heads = [engine.heads_of(range(1, last + 1)) for last in highest]
    assert heads == case["expected"]["sum_heads"]


@cases("match_end")
def test_the_game_ends_at_66(case: dict[str, Any]) -> None:
    options = Options.model_validate(case["options"])
    totals = case["input"]["totals_after_round"]
    ended = [engine.ends(options, tuple(after), rounds=1) for after in totals]
    assert ended == case["expected"]["ended"]


def test_more_than_66_leaves_66_playing() -> None:
    options = EDITIONS["amigo-2.3"]
    ended = [engine.ends(options, (total, 10, 20), rounds=1) for total in (65, 66, 67)]
    assert ended == [False, False, True]


# 0-based rows here; rules 2.10 names the readings
READINGS = [
    # (options, totals, whole rounds, has ended)
    ({}, (70, 5, 5), 3, True),
    ({"tie_break": "extra_round"}, (70, 5, 5), 3, False),
    ({"tie_break": "extra_round"}, (70, 5, 6), 3, True),
    ({"fixed_rounds": 4}, (70, 5, 5), 3, False),
    ({"fixed_rounds": 3}, (10, 5, 5), 3, True),
    ({"fixed_rounds": 3, "tie_break": "extra_round"}, (10, 5, 5), 3, False),
    ({"fixed_rounds": 3, "tie_break": "extra_round"}, (10, 5, 4), 4, True),
    ({"end_threshold": 100}, (99, 5, 5), 3, False),
    ({"end_threshold": 100}, (100, 5, 5), 3, True),
]


@pytest.mark.parametrize(("rules", "totals", "rounds", "ended"), READINGS)
def test_the_end_hangs_on_the_reading(
    rules: dict[str, Any], totals: tuple[int, ...], rounds: int, ended: bool
) -> None:
    assert engine.ends(Options.model_validate(rules), totals, rounds=rounds) is ended
