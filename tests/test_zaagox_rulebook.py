"""The rulebook cases of Zaägox, as data: deck, aging cards, kinds, scores, every set."""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from retally.pipeline.engine.zaagox_scoring import kinds_of, number_kinds, set_score
from retally.schemas.zaagox import DECK, EDITIONS, Options, OwnFace, face, required_aging

CASES = json.loads((Path(__file__).parent / "golden" / "zaagox.json").read_bytes())["cases"]
ALL_SETS = list(combinations(DECK, 4))


def cases(kind: str) -> pytest.MarkDecorator:
    chosen = [case for case in CASES if case["kind"] == kind]
    assert chosen, f"no case of {kind}"
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def three_of_a_number_at_most(cards: tuple[str, ...]) -> bool:
    return max(Counter(DECK[card].number for card in cards).values()) < 4


def blanks_alike(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted("0" if DECK[card].shape == "blank" else card for card in cards))


def test_every_case_has_a_test_of_its_kind() -> None:
    played = {"deck", "required_aging", "score", "count", "number_kinds", "enumeration"}
    assert {case["kind"] for case in CASES} == played
    assert len(CASES) == 28


@cases("deck")
def test_the_deck_is_the_36_cards_of_the_drawings(case: dict[str, Any]) -> None:
    shown = {card: (f.colour, f.number, f.shape) for card, f in DECK.items()}
    assert shown == {
        card: (says["colour"], says["number"], says["shape"])
        for card, says in case["expected"]["cards"].items()
    }
    assert Counter(f.shape for f in DECK.values()) == case["expected"]["shape_counts"]


@cases("required_aging")
def test_a_pair_needs_as_many_aging_cards_as_its_class(case: dict[str, Any]) -> None:
    numbers = [None if number == "blank" else number for number in case["input"]["numbers"]]
    assert [required_aging(number) for number in numbers] == case["expected"]["required"]


@cases("number_kinds")
def test_number_kinds_are_counted_by_class(case: dict[str, Any]) -> None:
    due = case["expected"]["kinds"], case["expected"]["connection"]
    assert number_kinds(case["input"]["numbers"]) == due


@cases("score")
def test_a_set_is_worked_out_as_the_rulebook_says(case: dict[str, Any]) -> None:
    due = case["expected"]
    options = Options.model_validate(case.get("options", {}))
    worked = set_score(options, case["input"]["stored"])
    assert worked.kinds == (
        due["shape_kinds"],
        due["colour_kinds"],
        due["number_kinds"],
        due["connection"],
    )
    base = sum(step.amount for step in worked.operations if step.sign == "+")
    multiplier, power = 1, 1
    for step in worked.operations:
        multiplier *= step.amount if step.sign == "x" else 1
        power *= step.amount if step.sign == "^" else 1
    floor = sum(step.amount for step in worked.operations if step.part == "floor")
    assert (base - floor, multiplier, power) == (due["base"], due["multiplier"], due["power"])
    assert worked.score == due["score"]
    assert sum(points for _, points in worked.items) == due["score"]


@cases("count")
def test_example_two_of_the_sheet_leaves_two_sets(case: dict[str, Any]) -> None:
    fits = [
        cards
        for cards in ALL_SETS
        if sorted(DECK[card].number or 0 for card in cards) == case["input"]["numbers"]
        and {DECK[card].shape for card in cards} == {"mixed"}
        and {DECK[card].colour for card in cards} == set(case["input"]["colours"])
    ]
    assert sorted(map(sorted, fits)) == sorted(map(sorted, case["expected"]["sets"]))


@cases("enumeration")
def test_all_sets_have_the_scores_of_the_rulebook(case: dict[str, Any]) -> None:
    due = case["expected"]
    options = Options()
    worked = {cards: set_score(options, cards) for cards in ALL_SETS}
    reachable = {c: w for c, w in worked.items() if three_of_a_number_at_most(c)}
    scores = Counter(w.score for w in reachable.values())
    assert {str(score): count for score, count in scores.items()} == due["histogram"]
    assert (len(worked), len(reachable)) == (due["combinations"], due["reachable"])
    assert (min(scores), max(scores)) == (due["min"], due["max"])
    assert sum(count for score, count in scores.items() if score < 0) == due["negative_sets"]
    assert round(sum(w.score for w in reachable.values()) / len(reachable), 2) == due["mean"]
    assert len({w.kinds for w in reachable.values()}) == due["kind_signatures"]
    assert len({*map(blanks_alike, worked)}) == due["distinct_with_blanks_identical"]
    assert len({*map(blanks_alike, reachable)}) == due["reachable_with_blanks_identical"]
    assert all(sum(points for _, points in w.items) == w.score for w in worked.values())
    unreachable = {w.score for c, w in worked.items() if c not in reachable}
    assert min(unreachable) == -3


def test_the_two_editions_differ_in_the_weak_one_kind_alone() -> None:
    weak = ("R2", "Y6", "G2", "B6")
    assert [set_score(options, weak).score for options in EDITIONS.values()] == [6, 3]
    rest = [cards for cards in ALL_SETS[::97] if kinds_of([DECK[c] for c in cards]).number != 1]
    assert rest
    for cards in rest:
        wiki, slides = (set_score(options, cards) for options in EDITIONS.values())
        assert wiki == slides


def test_four_blanks_have_one_shape_and_nothing_else() -> None:
    worked = set_score(Options(), ("R0", "Y0", "G0", "B0"))
    assert worked.kinds == (1, 0, 0, None)
    assert worked.items == (("complete", 2), ("shape", -1), ("colour", 0), ("number", 0))


def test_operations_stand_in_the_order_they_are_applied() -> None:
    cards = ("R0", "Y8", "G3", "B2")
    parts = {
        order: [step.part for step in set_score(Options(operation_order=order), cards).operations]
        for order in ("add_multiply_power", "add_power_multiply", "add_then_listed_order")
    }
    assert parts == {
        "add_multiply_power": ["complete", "colour", "number", "shape"],
        "add_power_multiply": ["complete", "shape", "colour", "number"],
        "add_then_listed_order": ["complete", "shape", "colour", "number"],
    }


def test_a_deck_of_the_logs_own_changes_what_a_card_shows_and_nothing_else() -> None:
    options = Options(deck={"R2": OwnFace(shape="line")})
    assert face(options, "R2") == ("red", 2, "line")
    assert face(options, "R1") == DECK["R1"]
    example = ("R2", "Y2", "Y3", "G6")
    assert set_score(Options(), example).score == 4
    assert set_score(options, example).score == 8
    again = Options.model_validate(options.model_dump())
    assert again == options
