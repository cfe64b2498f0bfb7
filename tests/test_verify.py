"""Verdicts and findings on 6 nimmt! logs: codes, places, what was due, other readings."""

import copy
from typing import Any

import pytest
from logs import codes, errors, figures, played, verdict
from retally.pipeline.replay import replay
from retally.schemas.findings import Status


def said(log: Any, **asked: str) -> list[dict[str, Any]]:
    return [found.model_dump(mode="json") for found in errors(verdict(log, **asked))]


def test_the_worked_example_is_legal_as_far_as_it_goes() -> None:
    assert verdict(figures()).model_dump(mode="json") == {
        "source": "t.jsonl",
        "line": 1,
        "game_id": "figures-1-to-4",
        "game": "six_nimmt",
        "status": "incomplete",
        "scores": {"ann": 1, "bo": 0, "cy": 6, "di": 0},
        "winners": [],
        "findings": [],
    }


def test_a_wrong_penalty_is_found_with_all_that_a_person_needs() -> None:
    log = figures(recorded={"penalties": [1, 0, 5, 0]})
    judged = verdict(log)
    assert judged.status is Status.MISMATCH
    assert judged.scores == {"ann": 1, "bo": 0, "cy": 6, "di": 0}
    assert said(log) == [
        {
            "code": "SCORE001",
            "severity": "error",
            "clause": "2.5",
            "path": "rounds[0].recorded.penalties[2]",
            "round": 1,
            "turn": None,
            "player": "cy",
            "expected": 6,
            "recorded": 5,
            "message": "bull heads of cy in this round: 6, recorded: 5",
            "legal_under": None,
        }
    ]
    assert errors(judged)[0].context == (
        "turn 2: 30 takes row 1 (sixth card), 12 14 15 21 26: 1+1+2+1+1 = 6 heads",
    )


def test_a_missing_row_choice_stops_the_replay_at_its_turn() -> None:
    log = figures(row_choices=[])
    judged = verdict(log)
    assert judged.status is Status.ILLEGAL
    assert judged.scores == {"ann": 0, "bo": 0, "cy": 6, "di": 0}
    assert judged.winners == ()
    found = said(log)
    assert [(f["code"], f["clause"], f["path"]) for f in found] == [
        ("PLAY002", "2.4", "rounds[0].turns[2]")
    ]
    assert (found[0]["round"], found[0]["turn"], found[0]["player"]) == (1, 3, "ann")
    assert (found[0]["expected"], found[0]["recorded"]) == ([1, 2, 3, 4], None)
    assert errors(judged)[0].context == (
        "row 1   30  36              4 heads",
        "row 2   37                  1 head",
        "row 3   43  44              6 heads",
        "row 4   58  61              2 heads",
        "to place: 3 (ann), 9 (bo), 68 (cy), 83 (di)",
    )


def test_a_needless_row_choice_is_refused_where_it_stands() -> None:
    found = said(figures(row_choices=[1, None, 2]))
    assert [(f["code"], f["path"], f["turn"], f["player"]) for f in found] == [
        ("PLAY003", "rounds[0].row_choices[0]", 1, "ann")
    ]
    assert found[0]["message"] == "row 1 is chosen, but no choice is due: 14 of ann goes to row 1"


def test_a_card_twice_is_found_wherever_it_comes_again() -> None:
    log = figures(turns=[[14, 15, 44, 61], [21, 26, 30, 14], [3, 9, 68, 15]])
    judged = verdict(log)
    assert judged.status is Status.ILLEGAL
    places = [(f.code.value, f.path, f.turn, f.player) for f in errors(judged)]
    assert places == [
        ("DEAL001", "rounds[0].turns[1][3]", 2, "di"),
        ("DEAL001", "rounds[0].turns[2][3]", 3, "di"),
    ]
    assert errors(judged)[0].context == (
        "card 14: turn 1: ann plays it",
        "card 14: turn 2: di plays it",
    )


def test_a_card_of_the_rows_cannot_be_played_again() -> None:
    assert codes(verdict(figures(rows=[12, 37, 43, 14]))) == ["DEAL001"]
    assert codes(verdict(figures(rows=[12, 37, 37, 58]))) == ["DEAL001"]


def test_a_card_that_was_not_dealt_is_named() -> None:
    log = played(seed=3, seats=2, fixed_rounds=1)
    hands = log["rounds"][0]["hands"]
    dealt = {card for hand in hands for card in hand} | set(log["rounds"][0]["rows"])
    other = next(card for card in range(1, 105) if card not in dealt)
    log["rounds"][0]["turns"][4][1] = other
    found = said(log)
    assert [(f["code"], f["path"]) for f in found] == [("DEAL003", "rounds[0].turns[4][1]")]
    assert found[0]["recorded"] == other
    assert other not in found[0]["expected"]


def test_a_wrong_deal_is_named_card_by_card() -> None:
    log = played(seed=3, seats=2, fixed_rounds=1)
    round_ = log["rounds"][0]
    round_["hands"][1][0] = round_["hands"][0][0]
    assert [(f["code"], f["path"]) for f in said(log)] == [("DEAL001", "rounds[0].hands[1][0]")]


def test_all_findings_of_a_game_are_listed() -> None:
    log = played(seed=2, seats=3)
    log["rounds"][0]["recorded"]["penalties"][0] += 1
    log["rounds"][1]["recorded"]["penalties"][2] += 2
    log["recorded"]["totals"][1] -= 1
    log["recorded"]["winners"] = ["p1", "p2", "p3"]
    judged = verdict(log)
    assert judged.status is Status.MISMATCH
    assert [f.path for f in errors(judged)] == [
        "rounds[0].recorded.penalties[0]",
        "rounds[1].recorded.penalties[2]",
        "recorded.totals[1]",
        "recorded.winners",
    ]


def test_after_an_illegal_action_later_rounds_are_looked_at_by_themselves() -> None:
    log = played(seed=2, seats=3)
    cut = copy.deepcopy(log)
    turns = cut["rounds"][0]["turns"]
    turns[9][0] = turns[0][0]  # a card twice in round 1
    cut["rounds"][1]["recorded"]["penalties"][0] += 1
    cut["recorded"]["totals"][0] += 1  # hangs on round 1: not looked at
    judged = verdict(cut)
    assert judged.status is Status.ILLEGAL
    assert [(f.code.value, f.path) for f in errors(judged)] == [
        ("DEAL001", "rounds[0].turns[9][0]"),
        ("SCORE001", "rounds[1].recorded.penalties[0]"),
    ]
    honest = verdict(log)
    assert honest.status is Status.VERIFIED
    assert judged.winners == ()


def test_scores_of_an_illegal_game_are_those_before_it() -> None:
    log = played(seed=2, seats=3)
    first = log["rounds"][0]["recorded"]["penalties"]
    log["rounds"][1]["turns"][0][0] = log["rounds"][1]["rows"][0]
    assert list(verdict(log).scores.values()) == first


def test_a_round_broken_off_before_another_is_a_fault_of_that_round() -> None:
    log = played(seed=2, seats=3, full=False)
    for key in ("turns", "row_choices"):
        if key in log["rounds"][0]:
            log["rounds"][0][key] = log["rounds"][0][key][:9]
    found = said(log)
    assert [(f["code"], f["path"], f["round"]) for f in found] == [
        ("PLAY005", "rounds[0].turns", 1)
    ]
    assert (found[0]["expected"], found[0]["recorded"]) == (10, 9)


def test_play_after_the_end_is_refused_and_named_under_the_other_reading() -> None:
    log = played(seed=2, seats=3)
    highest = max(log["recorded"]["totals"])
    log["rules"] = {"edition": "amigo-2.10", "end_threshold": highest}
    log["rounds"].append(played(seed=9, seats=3, fixed_rounds=1)["rounds"][0])
    del log["recorded"]
    found = said(log)
    assert [(f["code"], f["path"], f["round"]) for f in found] == [
        ("PLAY006", f"rounds[{len(log['rounds']) - 1}]", len(log["rounds"]))
    ]
    assert found[0]["legal_under"] == {"end_comparison": "more_than"}
    assert verdict(log, end_comparison="more_than").status is not Status.ILLEGAL


def edge(**rules: Any) -> tuple[dict[str, Any], int]:
    """A game of one round whose highest total is just the threshold."""
    log = played(seed=6, seats=3, fixed_rounds=1)
    highest = max(log["recorded"]["totals"])
    log["rules"] = {"edition": "amigo-2.10", "end_threshold": highest, **rules}
    return log, highest


def test_a_total_exactly_at_the_threshold_is_noted_under_both_readings() -> None:
    log, highest = edge()
    judged = verdict(log)
    assert judged.status is Status.VERIFIED
    notes = [f for f in judged.findings if f.code == "SCORE101"]
    assert [(f.severity.value, f.clause, f.recorded, f.path) for f in notes] == [
        ("note", "N2", highest, "rounds[0]")
    ]
    log, _ = edge(end_comparison="more_than")
    judged = verdict(log)
    assert codes(judged) == ["SCORE006"]
    assert errors(judged)[0].legal_under == {"end_comparison": "at_least"}
    assert "SCORE101" in [f.code for f in judged.findings]


def test_a_dearer_row_is_noted_and_forbidden_by_the_older_sheet() -> None:
    log = figures(rows=[12, 37, 55, 58], turns=[[3, 14, 44, 61]], row_choices=[3], recorded={})
    del log["recorded"]
    judged = verdict(log)
    assert judged.status is Status.INCOMPLETE
    assert [(f.code.value, f.severity.value, f.clause) for f in judged.findings] == [
        ("PLAY101", "note", "N1")
    ]
    log["rules"] = {"edition": "older-sheet"}
    found = said(log)
    assert [(f["code"], f["path"], f["expected"], f["recorded"]) for f in found] == [
        ("PLAY004", "rounds[0].row_choices[0]", [1, 2, 4], 3)
    ]
    assert found[0]["legal_under"] == {"low_card_row": "free_choice"}


def tied() -> dict[str, Any]:
    """A game of one round that two players win."""
    games = (played(seed, 4, fixed_rounds=1) for seed in range(300))
    return next(log for log in games if len(log["recorded"]["winners"]) == 2)


def test_the_winner_of_a_tie_is_not_one_alone() -> None:
    log = tied()
    first, second = log["recorded"]["winners"]
    assert verdict(log).winners == (first, second)
    log["recorded"]["winners"] = [first]
    found = said(log)
    assert [(f["code"], f["expected"], f["recorded"]) for f in found] == [
        ("SCORE005", [first, second], [first])
    ]


def test_a_winner_claimed_of_a_game_that_had_not_ended_is_a_mismatch() -> None:
    log = figures()
    log["recorded"]["winners"] = ["bo", "di"]
    found = said(log)
    assert [(f["code"], f["path"], f["expected"]) for f in found] == [
        ("SCORE006", "recorded.winners", [])
    ]
    assert "round 1 is not complete" in found[0]["message"]
    log["recorded"]["winners"] = []
    assert verdict(log).status is Status.INCOMPLETE


def test_a_game_without_claims_is_unclaimed() -> None:
    log = played(seed=1)
    for round_ in log["rounds"]:
        del round_["recorded"]
    log["recorded"] = {}
    assert verdict(log).status is Status.UNCLAIMED


def test_claims_by_turn_and_by_card_are_checked() -> None:
    claims = {
        "turn_penalties": [[0, 0, 0, 0], [0, 0, 6, 0], [1, 0, 0, 0]],
        "placed_rows": [[1, 1, 3, 4], [1, 1, 1, 1], [2, 2, 4, 4]],
    }
    assert codes(verdict(figures(recorded=claims))) == []
    claims["turn_penalties"][1] = [0, 6, 0, 0]
    claims["placed_rows"][2] = [2, 1, 4, 4]
    found = said(figures(recorded=claims))
    keys = ("code", "path", "turn", "player", "expected", "recorded")
    assert [tuple(f[key] for key in keys) for f in found] == [
        ("SCORE003", "rounds[0].recorded.placed_rows[2][1]", 3, "bo", 2, 1),
        ("SCORE002", "rounds[0].recorded.turn_penalties[1][1]", 2, "bo", 0, 6),
        ("SCORE002", "rounds[0].recorded.turn_penalties[1][2]", 2, "cy", 6, 0),
    ]


# Every option: a log that is right under one value and wrong under the other -----------------


def stops_in_mid_round() -> dict[str, Any]:
    return played(seed=11, seats=4, end_check="immediate", end_threshold=20)


def other_stock() -> dict[str, Any]:
    log = played(seed=5, seats=4, fixed_rounds=2)
    log["rules"]["next_deal"] = "continue_stock"
    return log


def too_many_seats() -> dict[str, Any]:
    log = played(seed=5, seats=6, fixed_rounds=1)
    log["rules"]["max_players"] = 5
    return log


def above_the_reduced_deck() -> dict[str, Any]:
    log = played(seed=5, seats=3, fixed_rounds=1)
    log["rules"]["deck"] = "reduced"
    return log


def drafted(direction: str) -> dict[str, Any]:
    return played(
        seed=4, seats=3, fixed_rounds=1, hand_deal="open_draft", draft_direction=direction
    )


def turned_draft() -> dict[str, Any]:
    log = drafted("counterclockwise")
    log["rules"]["draft_direction"] = "clockwise"
    return log


def draft_though_dealt() -> dict[str, Any]:
    log = drafted("clockwise")
    log["rules"]["hand_deal"] = "dealt"
    return log


def tie_goes_on() -> dict[str, Any]:
    log = tied()
    log["rules"]["tie_break"] = "extra_round"
    return log


def older_totals() -> dict[str, Any]:
    log = played(seed=8, seats=4, fixed_rounds=3)
    log["rules"] = {"edition": "amigo-2.10", "end_threshold": 500}
    return log


@pytest.mark.parametrize(
    ("log", "code", "reading"),
    [
        (tie_goes_on(), "SCORE006", {"tie_break": "shared_win"}),
        (other_stock(), "DEAL004", {"next_deal": "reshuffle_all"}),
        (too_many_seats(), "PLAY001", {"max_players": 10}),
        (above_the_reduced_deck(), "DEAL002", {"deck": "full"}),
        (turned_draft(), "DEAL005", {"draft_direction": "counterclockwise"}),
        (draft_though_dealt(), "DEAL008", {"hand_deal": "open_draft"}),
        (older_totals(), "SCORE006", {"fixed_rounds": 3}),
    ],
)
def test_an_error_names_the_reading_under_which_it_is_none(
    log: dict[str, Any], code: str, reading: dict[str, Any]
) -> None:
    judged = verdict(log)
    assert {f.code.value for f in errors(judged)} == {code}
    assert all(f.legal_under == reading for f in errors(judged))
    name, value = next(iter(reading.items()))
    assert verdict(log, **{name: str(value)}).status is Status.VERIFIED


def test_a_stop_in_mid_round_is_right_only_where_the_end_is_immediate() -> None:
    log = stops_in_mid_round()
    assert len(log["rounds"][-1]["turns"]) < 10
    assert verdict(log).status is Status.VERIFIED
    log["rules"]["end_check"] = "end_of_round"
    judged = verdict(log)
    assert codes(judged) == ["SCORE006"]
    assert errors(judged)[0].legal_under == {"end_check": "immediate"}


def test_a_turn_after_an_immediate_end_is_refused() -> None:
    log = played(seed=11, seats=4, fixed_rounds=1)
    log["rules"] = {"edition": "amigo-2.10", "end_check": "immediate", "end_threshold": 1}
    found = said(log)
    assert [f["code"] for f in found] == ["PLAY006"]
    assert found[0]["legal_under"] == {"end_check": "end_of_round"}


def test_two_unlike_errors_each_have_their_own_reading() -> None:
    log = played(seed=5, seats=4, fixed_rounds=2)
    log["rules"]["next_deal"] = "continue_stock"
    log["recorded"]["winners"] = ["p1", "p2", "p3", "p4"]
    found = said(log)
    by_code = {f["code"]: f["legal_under"] for f in found}
    assert by_code["DEAL004"] is None  # without it, the false winners would be found
    log["rounds"][0]["recorded"]["penalties"][0] += 1
    del log["recorded"]
    by_code = {f["code"]: f["legal_under"] for f in said(log)}
    assert by_code == {"DEAL004": {"next_deal": "reshuffle_all"}, "SCORE001": None}


def test_rules_asked_for_stand_over_the_log() -> None:
    log, _ = edge()
    assert verdict(log, end_comparison="more_than").status is Status.MISMATCH
    assert verdict(log, fixed_rounds="1").status is Status.VERIFIED


def test_the_edition_is_assumed_once_and_noted() -> None:
    log = figures()
    del log["rules"]
    judged = verdict(log)
    assert [(f.code.value, f.severity.value, f.expected) for f in judged.findings] == [
        ("LOG101", "note", "amigo-2.10")
    ]
    log["rules"] = {"end_comparison": "more_than"}
    assert [f.code.value for f in verdict(log).findings] == ["LOG101"]


@pytest.mark.parametrize(("seats", "expected"), [(1, ["PLAY001"]), (11, ["PLAY001"])])
def test_too_few_and_too_many_players_are_refused(seats: int, expected: list[str]) -> None:
    cards = list(range(1, 105))
    turns = [cards[4 : 4 + seats]]
    log = figures(rows=cards[100:104], turns=turns, row_choices=[1], recorded={})
    log["players"] = [f"p{n}" for n in range(seats)]
    del log["recorded"]
    judged = verdict(log)
    assert codes(judged) == expected
    assert errors(judged)[0].path == "players"


def test_a_variant_with_many_players_is_a_warning() -> None:
    log = played(seed=1, seats=7, fixed_rounds=1, deck="reduced")
    judged = verdict(log)
    assert judged.status is Status.VERIFIED
    assert [(f.code.value, f.severity.value, f.clause, f.path) for f in judged.findings
            if f.code == "DEAL101"] == [("DEAL101", "warning", "N7", "players")]  # fmt: skip


def test_players_are_compared_after_normalization() -> None:
    log = played(seed=1, seats=2, fixed_rounds=1)
    log["players"] = ["Zoe\u0308", "bo"]
    log["recorded"]["winners"] = [
        "Zo\u00eb" if n == "p1" else "bo" for n in log["recorded"]["winners"]
    ]
    assert verdict(log).status is Status.VERIFIED
    log["players"] = ["Zoe\u0308", "Zo\u00eb"]
    log["recorded"].pop("winners")
    assert codes(verdict(log)) == ["LOG013"]


def test_of_a_log_longer_than_any_game_not_every_reading_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert errors(verdict(tie_goes_on()))[0].legal_under == {"tie_break": "shared_win"}
    monkeypatch.setattr("retally.pipeline.verify.CHARACTERS_TO_TRY", 0)
    assert errors(verdict(tie_goes_on()))[0].legal_under is None


def test_of_a_long_log_that_is_illegal_at_once_not_every_reading_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = []

    def noted(log: Any, options: Any) -> Any:
        tried.append(options)
        return replay(log, options)

    monkeypatch.setattr("retally.pipeline.verify.replay", noted)
    log = played(seed=1, seats=2, fixed_rounds=1)
    log["rounds"][0]["rows"][1] = log["rounds"][0]["rows"][0]
    assert verdict(log).status is Status.ILLEGAL
    tries = len(tried)
    assert tries > 5
    for times, fewest, most in ((20, tries, tries + 1), (1_000, 2, 6)):
        tried.clear()
        longer = {**log, "rounds": log["rounds"] * times}
        assert verdict(longer).status is Status.ILLEGAL
        assert fewest <= len(tried) <= most


# One fault, one finding -------------------------------------------------------------------


def test_a_card_of_an_earlier_deal_is_said_once_where_it_is_dealt() -> None:
    log = played(seed=3, seats=2, fixed_rounds=2, next_deal="continue_stock")
    first, second = log["rounds"]
    old = first["hands"][0][0]
    new = second["hands"][1][4]
    second["hands"][1][4] = old
    turn = next(turn for turn in second["turns"] if turn[1] == new)
    turn[1] = old
    assert [(f["code"], f["path"]) for f in said(log)] == [("DEAL004", "rounds[1].hands[1][4]")]
    del second["hands"]
    number = second["turns"].index(turn)
    assert [(f["code"], f["path"]) for f in said(log)] == [
        ("DEAL004", f"rounds[1].turns[{number}][1]")
    ]
