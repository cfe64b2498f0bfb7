"""Verdicts on Zaägox logs: the format, whole games, claims, and what each option changes."""

import copy
from typing import Any

import pytest
from logs import codes, errors, verdict
from retally.pipeline.rules import UnknownRule, check_rules, readings, with_rules
from retally.schemas.codes import Code
from retally.schemas.findings import Status
from retally.schemas.zaagox import Options
from zaagox_logs import (
    EMPTY_DEALT,
    WIN_CLAIMS,
    WIN_DEALT,
    WIN_TURNS,
    brief,
    cards,
    deck_from,
    hands,
    log,
    notes,
    played,
    said,
    turn,
    won,
)

# The format ------------------------------------------------------------------------------


EXAMPLE = {
    **log("p B1 pair R1 G1", "q R6 discard R3 da r:R3", recorded={"winner": None}),
    "game_id": "opening",
}


def test_the_example_of_the_log_format_is_illegal_in_its_second_turn() -> None:
    judged = verdict(EXAMPLE)
    assert judged.status is Status.ILLEGAL
    assert judged.scores == {"p": 0, "q": 0, "r": 0}
    assert said(EXAMPLE) == [
        {
            "code": "DEAL062",
            "severity": "error",
            "clause": "4.3",
            "path": "turns[1].discard",
            "round": None,
            "turn": 2,
            "player": "q",
            "expected": ["B0", "G6", "R2", "R6", "Y2"],
            "recorded": "R3",
            "message": "q plays R3, which is not in q's hand; it is in the hand of r",
            "legal_under": None,
        }
    ]
    assert errors(judged)[0].context == (
        "p: hand B1 B2 Y5; pair R1 G1",
        "q: hand B0 G6 R2 R6 Y2",
        "r: hand B8 G0 R3 Y4",
        "discard: -",
        f"central deck, 22 cards:{' .' * 22}",
    )


def test_its_first_turn_alone_is_legal_and_a_winner_of_nobody_agrees() -> None:
    made = copy.deepcopy(EXAMPLE)
    made["turns"] = made["turns"][:1]
    judged = verdict(made)
    assert (judged.status, judged.winners, judged.findings) == (Status.INCOMPLETE, (), ())


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"turns": [turn("p B1 discard R1 pair R1 G1")]}, "LOG009", "turns[0]"),
        ({"turns": [turn("p B1")]}, "LOG009", "turns[0]"),
        ({"turns": [turn("p B1 age R1")]}, "LOG009", "turns[0]"),
        ({"turns": [turn("p B1 discard R1 on G1")]}, "LOG009", "turns[0]"),
        ({"turns": [turn("z B1 discard R1")]}, "LOG012", "turns[0].player"),
        ({"turns": [turn("p B1 discard R1 da z:B1")]}, "LOG012", "turns[0].da[0].player"),
        ({"turns": [turn("p B9 discard R1")]}, "LOG009", "turns[0].draw"),
        ({"turns": [turn("p ? discard R1")]}, "LOG009", "turns[0].draw"),
        ({"turns": [{"player": "p", "discard": "R1"}]}, "LOG006", "turns[0]"),
        ({"turns": [{**turn("p -"), "pass": False}]}, "LOG009", "turns[0].pass"),
        ({"first": "z"}, "LOG012", "first"),
        ({"hands": hands("R1 G1 Y5 B2 / R2 Y2 G6 B0")}, "LOG010", "hands"),
        ({"hands": hands("R1 G1 Y5 B2 / R2 Y2 G6 B0 / R3")}, "LOG010", "hands[2]"),
        ({"central": cards("R4 R5")}, "LOG010", "central"),
        ({"recorded": {"winner": "z"}}, "LOG012", "recorded.winner"),
        ({"recorded": {"stored": cards("R1 R2 R3")}}, "LOG010", "recorded.stored"),
        ({"recorded": {"score": 4.0}}, "LOG008", "recorded.score"),
        ({"rules": {"weak_one_number_kind": -2.0}}, "LOG009", "rules.weak_one_number_kind"),
        ({"rules": {"deck": {"R9": {}}}}, "LOG009", "rules.deck.R9"),
        ({"players": ["p", "q", "q"]}, "LOG013", "players[2]"),
        ({"rules": {"ava": "on"}}, "LOG016", "rules.ava"),
        ({"rules": {"match": "cumulative"}}, "LOG016", "rules.match"),
        ({"rules": {"return_order": "as_logged"}}, "LOG016", "rules.return_order"),
        ({"rules": {"blank_store": "optional_later"}}, "LOG016", "rules.blank_store"),
        ({"rules": {"edition": "slides"}}, "LOG011", "rules.edition"),
    ],
)
def test_what_is_off_the_format_is_unreadable(change: dict[str, Any], code: str, path: str) -> None:
    judged = verdict({**log("p B1 pair R1 G1"), **change})
    assert judged.status is Status.UNREADABLE
    assert (code, path) in [(one.code.value, one.path) for one in judged.findings]


@pytest.mark.parametrize("rule", ["ava=on", "match=cumulative", "return_order=as_logged"])
def test_what_is_not_supported_cannot_be_asked_for_either(rule: str) -> None:
    name, _, value = rule.partition("=")
    with pytest.raises(UnknownRule, match=f"{rule} is not supported yet"):
        with_rules(Options(), {name: value})
    with pytest.raises(UnknownRule, match=f"{rule} is not supported yet"):
        check_rules({name: value})
    assert {name: value} not in list(readings(Options()))


def test_a_rule_that_two_games_share_may_fit_one_of_them() -> None:
    check_rules({"max_players": "10"})
    assert verdict(won(), max_players="10") == verdict(won())
    with pytest.raises(UnknownRule, match="max_players cannot be '22'"):
        check_rules({"max_players": "22"})
    with pytest.raises(UnknownRule, match="deck cannot be 'x'; it can be null; anything else"):
        with_rules(Options(), {"deck": "x"})


# Whole games -----------------------------------------------------------------------------


def test_a_game_to_the_fourth_stored_card_is_verified_with_its_claims() -> None:
    judged = verdict(won())
    assert judged.status is Status.VERIFIED
    assert judged.scores == {"p": 4, "q": 0}
    assert judged.winners == ("p",)
    assert [one.code for one in judged.findings] == [Code.SEATS_UNUSUAL]


def test_the_whole_deck_may_be_given_and_is_then_held_against_every_draw() -> None:
    made = won()
    made["central"] = deck_from("G0 R3 B0 R4 R5 R6 Y5 R7 G5 R8 B5", WIN_DEALT)
    assert verdict(made).status is Status.VERIFIED
    made["turns"][3] = turn("q G3 discard G3")
    found = said(made)
    assert brief(found) == [("DEAL060", "turns[3].draw", None)]
    assert found[0]["message"] == "q draws G3, but on top of the central deck lies R4"
    assert (found[0]["expected"], found[0]["recorded"], found[0]["clause"]) == ("R4", "G3", "4.3")


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("strategy", ["random", "quick", "collector", "silent"])
def test_played_games_are_verified_with_and_without_their_deck(seats: int, strategy: str) -> None:
    made = played(seats, seats, strategy)
    assert verdict(made).status in (Status.VERIFIED, Status.INCOMPLETE)
    with_deck = verdict(made)
    del made["central"]
    assert verdict(made) == with_deck


def test_a_game_without_claims_is_unclaimed() -> None:
    made = won()
    del made["recorded"]
    assert verdict(made).status is Status.UNCLAIMED
    assert verdict({**made, "recorded": {}}).status is Status.UNCLAIMED


def test_a_game_that_stops_early_is_incomplete() -> None:
    made = log(*WIN_TURNS[:-1], dealt=WIN_DEALT)
    judged = verdict(made)
    assert (judged.status, judged.scores, judged.winners) == (
        Status.INCOMPLETE,
        {"p": 0, "q": 0},
        (),
    )


def test_a_turn_after_the_end_is_refused() -> None:
    made = won()
    made["turns"] += [turn("q R3 discard R3"), turn("p R4 discard G1")]
    assert brief(said(made)) == [("PLAY006", "turns[11]", None)]
    assert said(made)[0]["message"] == (
        "the game had ended in turn 11: p has four stored cards; nothing more is played"
    )
    judged = verdict(made)
    assert (judged.scores, judged.winners) == ({"p": 4, "q": 0}, ())


# Claims ----------------------------------------------------------------------------------


def test_a_wrong_score_is_found_with_its_working() -> None:
    made = won()
    made["recorded"]["score"] = 5
    assert said(made) == [
        {
            "code": "SCORE061",
            "severity": "error",
            "clause": "4.5",
            "path": "recorded.score",
            "round": None,
            "turn": None,
            "player": "p",
            "expected": 4,
            "recorded": 5,
            "message": "the stored cards R0 G0 Y1 G5 are worth 4, recorded: 5",
            "legal_under": None,
        }
    ]
    assert verdict(made).status is Status.MISMATCH
    assert errors(verdict(made))[0].context == (
        "R0 blank, G0 blank, Y1 yellow line, G5 green mixed",
        "four cards stored         +2  =  2",
        "2 colour kinds            +1  =  3",
        "1 number kind, weak       -1  =  2",
        "3 shape kinds             x2  =  4",
    )


@pytest.mark.parametrize(
    ("score", "reading"),
    [
        (2, {"weak_one_number_kind": -2}),
        (6, {"one_kind_with_blanks": "needs_four_numbers"}),
    ],
)
def test_a_score_of_another_reading_names_it(score: int, reading: dict[str, Any]) -> None:
    made = won()
    made["recorded"]["score"] = score
    assert brief(said(made)) == [("SCORE061", "recorded.score", reading)]
    assert verdict({**made, "rules": {"edition": "wiki", **reading}}).status is Status.VERIFIED


def test_the_edition_of_the_slides_counts_a_weak_kind_twice() -> None:
    made = won(edition="author-slides")
    assert verdict(made).scores == {"p": 2, "q": 0}
    assert brief(said(made)) == [
        ("SCORE061", "recorded.score", {"weak_one_number_kind": -1}),
    ]


def test_stored_cards_are_compared_in_any_order() -> None:
    made = won()
    made["recorded"]["stored"] = cards("G5 Y1 G0 R0")
    assert verdict(made).status is Status.VERIFIED
    made["recorded"]["stored"] = cards("G5 Y1 G0 B0")
    found = said(made)
    assert brief(found) == [("SCORE060", "recorded.stored", None)]
    assert found[0]["message"] == "p has stored R0 G0 Y1 G5, recorded: G5 Y1 G0 B0"


@pytest.mark.parametrize("claimed", ["q", None])
def test_a_wrong_winner_is_a_mismatch(claimed: str | None) -> None:
    made = won()
    made["recorded"]["winner"] = claimed
    found = said(made)
    assert brief(found) == [("SCORE005", "recorded.winner", None)]
    assert (found[0]["expected"], found[0]["recorded"]) == ("p", claimed)


def test_winner_set_and_score_of_an_unfinished_game_are_mismatches() -> None:
    made = log(*WIN_TURNS[:-1], dealt=WIN_DEALT, recorded=dict(WIN_CLAIMS))
    found = said(made)
    assert verdict(made).status is Status.MISMATCH
    assert brief(found) == [
        ("SCORE006", "recorded.winner", None),
        ("SCORE062", "recorded.stored", None),
        ("SCORE062", "recorded.score", None),
    ]
    assert "nobody has four stored cards, the most are 3" in found[0]["message"]


def test_in_an_illegal_game_score_and_set_are_held_against_each_other() -> None:
    made = copy.deepcopy(EXAMPLE)
    made["recorded"] = {"winner": "p", "stored": cards("R1 Y2 G3 B4"), "score": 143}
    found = said(made)
    assert [one["code"] for one in found] == ["DEAL062", "SCORE061"]
    assert (found[1]["path"], found[1]["expected"]) == ("recorded.score", 144)


# Every option makes a difference ---------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "value", "seats", "seed", "code"),
    [
        ("operation_order", "add_power_multiply", 3, 60, "SCORE061"),
        ("weak_one_number_kind", -2, 2, 108, "SCORE061"),
        ("one_kind_with_blanks", "needs_four_numbers", 2, 108, "SCORE061"),
        ("score_floor", "zero", 2, 189, "SCORE061"),
        ("pair_match", "same_class", 3, 0, "PLAY063"),
        ("aging_count", "include_pair", 3, 0, "PLAY069"),
        ("da_next_turn", "after_discarder", 3, 0, "PLAY060"),
        ("da_conflict", "nearest_seat", 4, 1, "PLAY060"),
        ("return_order", "pair_then_aging", 4, 0, "DEAL060"),
        ("empty_deck", "pass_turn", 7, 0, "PLAY066"),
        ("direction", "reversed", 3, 0, "PLAY060"),
    ],
)
def test_a_game_of_another_reading_is_wrong_by_default_and_its_errors_name_it(
    option: str, value: Any, seats: int, seed: int, code: str
) -> None:
    made = played(seed, seats, "random", **{option: value})
    assert said(made) == []
    del made["rules"][option]
    found = said(made)
    assert code in [one["code"] for one in found]
    assert {one["legal_under"][option] for one in found} == {value}


def test_where_cards_go_back_to_is_noted_and_changes_no_draw() -> None:
    made = played(3, 5, "quick", return_place="on_discard")
    stores = [one for one in made["turns"] if "store" in one]
    assert notes(made).count("PLAY163") == len(stores) > 0
    del made["rules"]["return_place"]
    assert said(made) == []


def test_what_losers_score_changes_the_scores_and_not_the_worth_of_the_set() -> None:
    judged = verdict(won(loser_score="pay_winner"))
    assert (judged.status, judged.scores) == (Status.VERIFIED, {"p": 4, "q": -4})


def test_a_negative_score_is_noted() -> None:
    made = played(189, 2, "random")
    score, winner = made["recorded"]["score"], made["recorded"]["winner"]
    assert score < 0
    assert "SCORE160" in notes(made)
    assert verdict(made, score_floor="zero").scores[winner] == 0


@pytest.mark.parametrize(
    ("seats", "due"),
    [(1, ["PLAY001"]), (2, []), (3, []), (4, []), (5, []), (8, [])],
)
def test_the_table_has_two_to_eight_players(seats: int, due: list[str]) -> None:
    made = log(dealt=" / ".join(EMPTY_DEALT.split(" / ")[:seats]))
    assert codes(verdict(made)) == due
    assert notes(made) == (["PLAY160"] if seats in (2, 5, 8) else [])


def test_a_group_may_sit_down_fewer() -> None:
    dealt = " / ".join(EMPTY_DEALT.split(" / ")[:5])
    assert brief(said(log(dealt=dealt, max_players=4))) == [
        ("PLAY001", "players", {"max_players": 8}),
    ]


def test_nine_players_cannot_be_dealt_to() -> None:
    dealt = EMPTY_DEALT + " / R0 Y0 G0 B0"
    assert codes(verdict(log(dealt=dealt))) == ["PLAY001"]
