"""The rulebook cases of 6 nimmt! that speak of placing and ending, on the batch engine."""

from typing import Any

import numpy as np
import pytest
from batches import by_batch, lines
from logs import figures
from retally.pipeline.batch.base import Ruling
from retally.pipeline.batch.six_nimmt.ending import over_with
from retally.pipeline.batch.six_nimmt.placing import HEADS_SHIFT, LENGTH, Placings, Tables
from retally.pipeline.batch.six_nimmt.rules import columns_of
from retally.schemas.findings import Status
from retally.schemas.six_nimmt import EDITIONS, HEADS, Options
from test_six_nimmt_rulebook import READINGS, cases

LANES = 3
"""Each case lies on several tables at once; the first and the last have to come out alike."""


def loads(rows: list[list[int]]) -> list[int]:
    """Heads and length of rows in one number, as the batch engine has them."""
    return [sum(HEADS[card] for card in row) << HEADS_SHIFT | len(row) for row in rows]


def lanes(numbers: list[int]) -> Any:
    return np.repeat(np.array(numbers, np.uint8)[:, None], LANES, axis=1)


def play(rows: list[list[int]], plays: list[int], choice: int | None) -> tuple[Tables, Placings]:
    """Play one turn on these rows; a choice counts rows from 0."""
    ends, turns = lanes([row[-1] for row in rows]), np.ones(LANES, np.uint8)
    tables = Tables(ends, lanes(loads(rows)), turns, len(plays))
    chosen = np.full(LANES, 0 if choice is None else choice + 1, np.uint8)
    tables.turn(0, lanes(plays), chosen)
    return tables, tables.out


def rows_of(tables: Tables, lane: int) -> list[tuple[int, int]]:
    return list(zip(tables.ends[:, lane].tolist(), tables.loads[:, lane].tolist(), strict=True))


@cases("place")
@pytest.mark.parametrize("lane", [0, LANES - 1])
def test_a_card_is_placed_by_the_rules(case: dict[str, Any], lane: int) -> None:
    given, due = case["input"], case["expected"]
    tables, out = play(given["rows"], [given["card"]], given.get("row_choice"))
    assert not out.wrong.any()
    assert out.rows[0, 0, lane] == due["row"] + 1
    assert out.heads[0, 0, lane] == due.get("heads", 0)
    before = given["rows"][due["row"]]
    assert out.ends[0, 0, lane] == before[-1]
    assert out.loads[0, 0, lane] & LENGTH == len(before)
    ends = [row[-1] for row in due["rows_after"]]
    assert rows_of(tables, lane) == list(zip(ends, loads(due["rows_after"]), strict=True))


@cases("place_without_choice")
def test_a_too_low_card_needs_a_choice_of_any_row(case: dict[str, Any]) -> None:
    rows, card = case["input"]["rows"], case["input"]["card"]
    assert play(rows, [card], None)[1].wrong.all()
    for row in case["expected"]["legal_rows"]:
        assert not play(rows, [card], row)[1].wrong.any()


@cases("turn")
@pytest.mark.parametrize("lane", [0, LANES - 1])
def test_a_turn_is_resolved_card_by_card(case: dict[str, Any], lane: int) -> None:
    given, due = case["input"], case["expected"]
    choice = given.get("row_choice", {}).get("row")
    tables, out = play(given["rows"], given["plays"], choice)
    assert not out.wrong.any()
    steps = [
        {"card": card, "row": row - 1, "heads": heads}
        for card, row, heads in zip(
            *(field[0, :, lane].tolist() for field in (out.cards, out.rows, out.heads)), strict=True
        )
    ]
    assert steps == [{key: step[key] for key in ("card", "row", "heads")} for step in due["steps"]]
    seats = [given["plays"].index(step["card"]) for step in steps]
    assert out.seats[0, :, lane].tolist() == seats
    ends = [row[-1] for row in due["rows_after"]]
    assert rows_of(tables, lane) == list(zip(ends, loads(due["rows_after"]), strict=True))


def test_a_choice_without_need_is_wrong() -> None:
    rows = [[12], [37], [43], [58]]
    assert play(rows, [44, 3], 0)[1].wrong.any() is np.False_
    assert play(rows, [44, 14], 0)[1].wrong.all()


@cases("property")
def test_figures_5_and_6_fit_one_board_for_just_these_ends(case: dict[str, Any]) -> None:
    def fits(end: int) -> bool:
        rows = [[57, 60, 61], [end], [33, 41], [32, 35, 38, 40, 42]]
        _, fifth = play(rows, [45], None)
        if fifth.rows[0, 0, 0] != 4 or not fifth.heads[0, 0, 0]:
            return False
        _, sixth = play(rows, [62, 29], 0)
        return not sixth.wrong[0] and bool(sixth.rows[0, 1, 0] == 4 and sixth.heads[0, 1, 0])

    used = {57, 60, 61, 33, 41, 32, 35, 38, 40, 42, 45, 62, 29}
    ends = [end for end in range(1, 105) if end not in used and fits(end)]
    assert ends == case["expected"]["holds_exactly_for_e"]


@cases("match_end")
def test_the_game_ends_at_66(case: dict[str, Any]) -> None:
    options = Options.model_validate(case["options"])
    totals = case["input"]["totals_after_round"]
    assert over(options, totals, 1) == case["expected"]["ended"]


def test_more_than_66_leaves_66_playing() -> None:
    totals = [[total, 10, 20] for total in (65, 66, 67)]
    assert over(EDITIONS["amigo-2.3"], totals, 1) == [False, False, True]


@pytest.mark.parametrize(("rules", "totals", "rounds", "ended"), READINGS)
def test_the_end_hangs_on_the_reading(
    rules: dict[str, Any], totals: tuple[int, ...], rounds: int, ended: bool
) -> None:
    assert over(Options.model_validate(rules), [list(totals)], rounds) == [ended]


def over(options: Options, totals: list[list[int]], rounds: int) -> list[bool]:
    """Whether games with these totals are over after so many rounds."""
    rules = columns_of([Ruling(options, "", True)], len(totals[0])).of(np.zeros(len(totals), int))
    ended: list[bool] = over_with(
        np.array(totals, np.int32).T, rules, np.full(len(totals), rounds, np.int32)
    ).tolist()
    return ended


def test_the_worked_example_comes_out_as_printed() -> None:
    (outcome,) = by_batch(lines([figures()]))
    assert outcome is not None
    assert outcome.status is Status.INCOMPLETE
    assert outcome.scores == {"ann": 1, "bo": 0, "cy": 6, "di": 0}
    assert outcome.winners == ()
    assert outcome.findings == []
    assert outcome.rounds == [
        ("figures-1-to-4", 1, 1, "ann", 1, 1, 1),
        ("figures-1-to-4", 1, 2, "bo", 0, 0, 0),
        ("figures-1-to-4", 1, 3, "cy", 6, 6, 6),
        ("figures-1-to-4", 1, 4, "di", 0, 0, 0),
    ]
    assert outcome.turns[6] == (
        "figures-1-to-4", 1, 2, 3, 3, "cy", 30, 3, 1, 5, 26, "sixth_card", 5, 6, 6, 1, False, 8
    )  # fmt: skip
    assert outcome.turns[8] == (
        "figures-1-to-4", 1, 3, 1, 1, "ann", 3, 1, 2, 1, 37, "low_card", 1, 1, 1, 1, False, 7
    )  # fmt: skip
