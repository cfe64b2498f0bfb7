"""Verdicts and findings on Zaägox logs: codes, places, what was due, other readings."""

import copy
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logs import codes, errors, verdict
from retally.schemas.findings import Code, Severity, Status
from zaagox_logs import HANDS, cards, deck_from, hands, log, played, turn

# Two players; p wins in turn 11 with the blanks R0 and G0, Y1 and G5: 4 points.
WIN_DEALT = "R0 Y0 R1 Y1 / R2 Y3 G4 B8"
WIN_TURNS = (
    "p G0 pair R0 Y0 store R0",
    "q R3 discard R3",
    "p B0 pair G0 B0 store G0",
    "q R4 discard R4",
    "p R5 pair R1 Y1",
    "q R6 discard R6",
    "p Y5 age Y5 on R1 store Y1",
    "q R7 discard R7",
    "p G5 pair R5 G5",
    "q R8 discard R8",
    "p B5 age B5 on R5 store G5",
)
WIN_CLAIMS = {"winner": "p", "stored": ["R0", "G0", "Y1", "G5"], "score": 4}

# Eight players, four cards in the deck; four pairs, and nobody has discarded.
EMPTY_DEALT = (
    "R1 Y1 G5 B5 / R2 Y2 G6 B6 / R3 Y3 G7 B7 / R4 Y4 G8 B8"
    " / R5 Y5 G1 B1 / R6 Y6 G2 B2 / R7 Y7 G3 B3 / R8 Y8 G4 B4"
)
EMPTY_TURNS = (
    "p R0 pair R1 Y1",
    "q Y0 pair R2 Y2",
    "r G0 pair R3 Y3",
    "s B0 pair R4 Y4",
)


def won(**changes: Any) -> dict[str, Any]:
    made = log(*WIN_TURNS, dealt=WIN_DEALT, recorded=dict(WIN_CLAIMS))
    made["rules"].update(changes)
    return made


def said(made: dict[str, Any], **asked: str) -> list[dict[str, Any]]:
    """Each error, its place being in the log."""
    found = [one.model_dump(mode="json") for one in errors(verdict(made, **asked))]
    for one in found:
        assert place(made, one["path"]) is not None
    return found


def place(made: Any, path: str) -> Any:
    """What stands at a JSON path; a path that is not there is an error of the test."""
    for step in re.findall(r"[^.\[\]]+", path.removeprefix("$")):
        made = made[int(step)] if isinstance(made, list) else made[step]
    return "null" if made is None else made


def notes(made: dict[str, Any]) -> list[str]:
    found = verdict(made).findings
    return [one.code.value for one in found if one.severity is not Severity.ERROR]


def brief(found: list[dict[str, Any]]) -> list[tuple[str, str, Any]]:
    return [(one["code"], one["path"], one["legal_under"]) for one in found]


# The format -------------------------------------------------------------------------------


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


def test_what_is_not_supported_is_refused_also_when_it_is_asked_for() -> None:
    judged = verdict(won(), ava="on")
    assert judged.status is Status.UNREADABLE
    assert [one.message for one in errors(judged)] == ["not supported yet: ava: on"]


# Whole games ------------------------------------------------------------------------------


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


# Claims -----------------------------------------------------------------------------------


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


# The deck ---------------------------------------------------------------------------------


def test_a_card_dealt_twice_is_named_where_it_comes_again() -> None:
    made = log(dealt="R1 G1 Y5 B2 / R2 R1 G6 B0 / R3 Y4 R1 B8")
    assert brief(said(made)) == [
        ("DEAL001", "hands[1][1]", None),
        ("DEAL001", "hands[2][2]", None),
    ]
    made = log(central=deck_from("R1 Y3", HANDS)[:24])
    assert brief(said(made)) == [("DEAL001", "central[0]", None)]
    assert errors(verdict(made))[0].context == (
        "card R1: dealt to p",
        "card R1: 0 below the top of the central deck",
    )


def test_after_a_faulty_deal_turns_are_looked_at_for_what_does_not_hang_on_it() -> None:
    made = log(
        "p B1 pair R1 G2",
        "q Y1 discard R6 da q:R6 r:G7",
        "r Y3 pair G0 B0",
        "p Y7 age Y5 on R1 da q:R2",
        dealt="R1 G1 Y5 B2 / R2 R1 G6 B0 / R3 Y4 G0 B8",
    )
    assert brief(said(made)) == [
        ("DEAL001", "hands[1][1]", None),
        ("PLAY063", "turns[0].pair", None),
        ("PLAY072", "turns[1].da[0]", None),
        ("PLAY074", "turns[1].da[1].with", None),
        ("PLAY068", "turns[2]", None),
        ("PLAY071", "turns[3].da[0]", None),
    ]


@pytest.mark.parametrize(
    ("second", "where"),
    [
        ("q R3 discard R2", "in the hand of r"),
        ("q B1 discard R2", "in the hand of p"),
        ("q R1 discard R2", "in a pair of p"),
        ("q R2 discard R2", "in the hand of q"),
    ],
)
def test_a_card_known_to_lie_elsewhere_cannot_be_drawn(second: str, where: str) -> None:
    made = log("p B1 pair R1 G1", second)
    found = said(made)
    assert brief(found) == [("DEAL061", "turns[1].draw", None)]
    assert found[0]["message"].endswith(f"but that card is {where}")


def test_an_aging_card_and_a_stored_card_and_a_discard_cannot_be_drawn() -> None:
    first = ("p B1 pair R1 G1", "q R6 discard R6", "r Y6 discard Y6")
    aged = "p Y1 age Y5 on R1 store G1"
    for drawn, where in (
        ("G1", "stored by p"),
        ("Y5", "in the central deck, 22 below the top"),
        ("R6", "in the central deck, 20 below the top"),
    ):
        found = said(log(*first, aged, f"q {drawn} discard R2"))
        assert found[0]["code"] == "DEAL061"
        assert found[0]["message"] == f"q draws {drawn}, but that card is {where}"
    pair = ("p B2 pair R2 G2", "q Y6 discard Y6", "p Y1 age Y1 on R2", "q Y1 discard R1")
    found = said(log(*pair, dealt="R2 G2 R7 R8 / R1 G1 R3 R4"))
    assert found[0]["message"] == "q draws Y1, but that card is an aging card of p"


def test_no_draw_from_an_empty_deck_and_no_turn_without_a_draw() -> None:
    found = said(log("p - pair R1 G1"))
    assert brief(found) == [("PLAY061", "turns[0].draw", None)]
    assert found[0]["message"] == "p draws nothing, but the central deck has 24 cards"
    found = said(log(*EMPTY_TURNS, "t R1 pair R5 Y5", dealt=EMPTY_DEALT))
    assert brief(found) == [("PLAY062", "turns[4].draw", None)]


def returning(last: str, **rules: Any) -> dict[str, Any]:
    """Eight players; Y5 and R1 come back in turn 9 and are drawn in turns 12 and 13."""
    discards = [
        f"{player} {drawn} discard {drawn}"
        for player, drawn in zip("qrstuvw", ["Y0", "G0", "B0", "Y0", "G0", "B0", "Y0"], strict=True)
    ]
    return log(
        "p R0 pair R1 Y1",
        *discards,
        "p G0 age G5 on R1 store Y1",
        "q B0 discard B0",
        "r Y0 discard Y0",
        last,
        dealt=EMPTY_DEALT,
        **rules,
    )


def test_a_later_draw_proves_in_which_order_cards_went_back() -> None:
    assert said(returning("s G5 discard G5")) == []
    found = said(returning("s R1 discard R1"))
    assert brief(found) == [
        ("DEAL060", "turns[11].draw", {"return_order": "pair_then_aging"}),
    ]
    assert (found[0]["clause"], found[0]["expected"]) == ("Z14", "G5")
    assert said(returning("s R1 discard R1", return_order="pair_then_aging")) == []
    found = said(returning("s G5 discard G5", return_order="pair_then_aging"))
    assert brief(found) == [
        ("DEAL060", "turns[11].draw", {"return_order": "aging_then_pair"}),
    ]


@pytest.mark.parametrize("seed", range(8))
def test_two_draws_that_changed_places_are_found(seed: int) -> None:
    made = played(seed, 3)
    central = made["central"]
    central[3], central[4] = central[4], central[3]
    assert said(made)[0]["code"] == "DEAL060"
    assert said(made)[0]["path"] == "turns[3].draw"


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 8), st.data())
def test_what_was_really_played_is_never_refused_however_much_is_masked(
    seed: int, seats: int, data: st.DataObject
) -> None:
    made = played(seed, seats, "quick")
    del made["central"]
    hidden = 0
    for one in made["turns"]:
        if "age" in one and data.draw(st.booleans()):
            one["age"] = "?"
            hidden += 1
    judged = verdict(made)
    assert errors(judged) == []
    assert [one.code for one in judged.findings].count(Code.AGING_MASKED) == hidden


def test_a_deck_of_the_logs_own_is_noted_and_scored() -> None:
    made = won(deck={"Y1": {"shape": "mixed"}})
    assert notes(made)[0] == "DEAL160"
    assert verdict(made).scores == {"p": 3, "q": 0}
    made["recorded"]["score"] = 3
    assert verdict(made).status is Status.VERIFIED
    del made["rules"]["deck"]
    assert codes(verdict(made)) == ["SCORE061"]


# Masked aging cards -----------------------------------------------------------------------


def masking(*later: str, **rules: Any) -> dict[str, Any]:
    """p lays an unseen card of B1 B2 Y5 in turn 4; it is under the deck at once."""
    return log(
        "p B1 pair R1 G1",
        "q R6 discard R6",
        "r Y6 discard Y6",
        "p G2 age ? on R1 store G1",
        *later,
        **rules,
    )


def test_a_masked_card_is_a_warning_and_no_error() -> None:
    made = masking()
    assert said(made) == []
    assert notes(made) == ["DEAL161"]
    assert notes(masking(aging_visibility="open")) == ["DEAL162"]


def test_a_card_that_may_be_the_masked_one_can_be_played_but_not_the_last_of_them() -> None:
    turns = ["q G3 discard G3", "r Y3 discard Y3", "p B3 discard B1", "q B4 discard B4"]
    turns += ["r B5 discard B5", "p B6 discard B2", "q B7 discard B7", "r Y7 discard Y7"]
    turns += ["p G7 discard G2", "q R8 discard R8", "r Y8 discard Y8"]
    assert said(masking(*turns, "p R7 discard B3")) == []
    found = said(masking(*turns, "p R7 discard Y5"))
    assert brief(found) == [("DEAL062", "turns[15].discard", None)]
    assert "or among the cards laid unseen" in found[0]["message"]


def small_masking(*later: str) -> dict[str, Any]:
    """p lays an unseen card of G5 B5 R0 G0; it comes up for s in turn 12."""
    made = returning("s G5 discard G5")
    made["turns"][8] = turn("p G0 age ? on R1 store Y1")
    made["turns"] = made["turns"][:11] + [turn(text) for text in later]
    return made


def test_the_draw_of_a_masked_card_tells_which_it_was() -> None:
    assert said(small_masking("s G5 discard G5", "t R1 discard R1")) == []
    assert said(small_masking("s B5 discard B5", "t R1 discard R1")) == []
    found = said(small_masking("s R1 discard R1"))
    assert brief(found) == [
        ("DEAL060", "turns[11].draw", {"return_order": "pair_then_aging"}),
    ]
    assert found[0]["expected"] == ["B5", "G0", "G5", "R0"]
    assert "lies one of B5 G0 G5 R0" in found[0]["message"]


def test_a_card_cannot_be_both_the_masked_one_and_in_hand() -> None:
    later = ["s G5 discard G5", "t R1 discard R1", "u B0 discard B0", "v Y0 discard Y0"]
    later += ["w G5 discard G5"]
    assert said(small_masking(*later, "p R1 discard B5")) == []
    found = said(small_masking(*later, "p R1 discard G5"))
    assert brief(found) == [("DEAL062", "turns[16].discard", None)]
    assert found[0]["expected"] == ["B5", "G0", "R0", "R1"]


# Turns ------------------------------------------------------------------------------------


def test_whoever_plays_out_of_turn_is_named() -> None:
    found = said(log("q B1 discard R2"))
    assert [(one["code"], one["path"]) for one in found] == [("PLAY060", "turns[0].player")]
    assert found[0]["message"] == "q plays where it is p's turn"
    assert (found[0]["expected"], found[0]["recorded"]) == ("p", "q")


def test_the_turn_goes_round_as_listed_or_reversed() -> None:
    reverse = log("p B1 pair R1 G1", "r R6 discard R6", "q Y6 discard Y6", "p Y3 discard Y3")
    assert brief(said(reverse)) == [
        ("PLAY060", "turns[1].player", {"direction": "reversed"}),
    ]
    assert verdict(reverse, direction="reversed").status is Status.INCOMPLETE


@pytest.mark.parametrize(
    ("first", "code", "path", "reading"),
    [
        ("p B1 discard R2", "DEAL062", "turns[0].discard", None),
        ("p B1 pair R1 R3", "DEAL062", "turns[0].pair[1]", None),
        ("p B1 pair R1 R1", "DEAL062", "turns[0].pair[1]", None),
        ("p B1 pair R1 B2", "PLAY063", "turns[0].pair", None),
        ("p B1 pair R1 Y5", "PLAY063", "turns[0].pair", {"pair_match": "same_class"}),
        ("p B1 age B1 on R1", "PLAY065", "turns[0].on", None),
        ("p B1 pass", "PLAY066", "turns[0].pass", None),
        ("p B1 pair R1 G1 store R1", "PLAY069", "turns[0].store", {"aging_count": "include_pair"}),
        ("p B1 discard R1 store R1", "PLAY069", "turns[0].store", None),
        ("p B1 pair R1 G1 da q:R2", "PLAY071", "turns[0].da[0]", None),
        ("p B1 discard B2 da p:B1", "PLAY072", "turns[0].da[0]", None),
        ("p B1 discard B2 da q:R2 q:Y2", "PLAY076", "turns[0].da[1]", None),
        ("p B1 discard B2 da q:R1", "PLAY073", "turns[0].da[0].with", None),
        ("p B1 discard B2 da q:G6", "PLAY074", "turns[0].da[0].with", {"pair_match": "same_class"}),
        ("p B1 discard B2 da q:B0", "PLAY074", "turns[0].da[0].with", None),
    ],
)
def test_an_illegal_first_turn_is_refused_where_it_stands(
    first: str, code: str, path: str, reading: dict[str, Any] | None
) -> None:
    made = log(first)
    assert verdict(made).status is Status.ILLEGAL
    assert (code, path, reading) in brief(said(made))


@pytest.mark.parametrize(
    ("second", "code", "path"),
    [
        ("q G0 pair B0 G0", "PLAY068", "turns[1]"),
        ("q G0 pair B0 G0 store R2", "PLAY070", "turns[1].store"),
    ],
)
def test_the_stored_card_is_named_and_of_the_pair(second: str, code: str, path: str) -> None:
    made = log("p B1 pair R1 G1", second, dealt="R1 G1 Y5 B2 / R2 Y2 G6 B0 / R3 Y4 Y7 B8")
    assert brief(said(made)) == [(code, path, None)]


def test_a_pair_is_aged_by_its_owner_alone_and_not_once_it_is_stored() -> None:
    found = said(log("p B1 pair R1 G1", "q R6 age R6 on R1"))
    assert brief(found) == [("PLAY065", "turns[1].on", None)]
    assert found[0]["message"] == "q has no open pair with R1; open are: none"
    stored = ("q G0 pair B0 G0 store B0", "r Y6 discard Y6", "p Y3 discard Y3", "q R7 age R7 on B0")
    dealt = "R1 G1 Y5 B2 / R2 Y2 G6 B0 / R3 Y4 Y7 B8"
    found = said(log("p B1 pair R1 G1", *stored, dealt=dealt))
    assert brief(found) == [("PLAY065", "turns[4].on", None)]


def test_a_pair_is_complete_with_its_last_aging_card_and_not_before() -> None:
    first = ("p B2 pair R2 G2", "q Y6 discard Y6", "p Y1 age Y1 on R2", "q Y5 discard Y5")
    dealt = "R2 G2 R7 R8 / R1 G1 R3 R4"
    assert said(log(*first, "p Y3 age R7 on G2 store R2", dealt=dealt)) == []
    assert brief(said(log(*first, "p Y3 age R7 on G2", dealt=dealt))) == [
        ("PLAY068", "turns[4]", None)
    ]
    early = log(*first[:2], "p Y1 age Y1 on R2 store R2", dealt=dealt)
    assert brief(said(early)) == [("PLAY069", "turns[2].store", None)]


def test_numbers_of_one_class_pair_only_where_the_group_plays_so() -> None:
    first = ("p B1 pair R1 Y5", "q R6 discard G6 da r:R2")
    made = log(*first, dealt="R1 G1 Y5 B2 / Y2 Y3 G6 B0 / R2 Y4 G0 B8")
    assert brief(said(made)) == [
        ("PLAY063", "turns[0].pair", {"pair_match": "same_class"}),
        ("PLAY074", "turns[1].da[0].with", {"pair_match": "same_class"}),
    ]
    made["rules"]["pair_match"] = "same_class"
    assert said(made) == []


def test_blanks_pair_unless_it_is_forbidden() -> None:
    dealt = "R1 G1 Y5 B2 / R2 Y2 G6 B0 / R3 Y4 Y7 B8"
    made = log("p B1 pair R1 G1", "q G0 pair B0 G0 store G0", dealt=dealt)
    assert said(made) == []
    made["rules"]["blank_pairs"] = "forbidden"
    assert brief(said(made)) == [("PLAY064", "turns[1].pair", {"blank_pairs": "allowed"})]
    called = log("p G0 discard G0 da q:B0", dealt=dealt, blank_pairs="forbidden")
    assert [one["code"] for one in said(called)] == ["PLAY075"]
    called = log("p G0 discard G0 da q:B0", dealt=dealt)
    called["turns"][0]["store"] = "G0"
    assert said(called) == []


# Da ---------------------------------------------------------------------------------------


DA_DEALT = "R2 G1 Y5 B1 / Y2 R7 G6 B0 / G2 Y4 G0 B8"


def test_a_claim_uses_up_the_claimers_turn() -> None:
    first = "p R1 discard R2 da q:Y2"
    assert said(log(first, "r Y6 discard Y6", dealt=DA_DEALT)) == []
    found = said(log(first, "q Y6 discard Y6", dealt=DA_DEALT))
    assert brief(found) == [
        ("PLAY060", "turns[1].player", {"da_next_turn": "after_discarder"}),
    ]
    other = log(first, "q Y6 discard Y6", dealt=DA_DEALT, da_next_turn="after_discarder")
    assert said(other) == []
    first = "p R1 discard R2 da r:G2"
    assert said(log(first, "p Y6 discard Y6", dealt=DA_DEALT)) == []


def test_the_first_to_call_wins_and_the_other_reading_is_noted() -> None:
    first = "p R1 discard R2 da r:G2 q:Y2"
    made = log(first, "p Y6 discard Y6", dealt=DA_DEALT)
    assert said(made) == []
    assert notes(made) == ["PLAY162"]
    nearest = log(first, "r Y6 discard Y6", dealt=DA_DEALT)
    assert brief(said(nearest)) == [
        ("PLAY060", "turns[1].player", {"da_conflict": "nearest_seat"}),
    ]
    nearest["rules"]["da_conflict"] = "nearest_seat"
    assert said(nearest) == []
    agreed = log("p R1 discard R2 da q:Y2 r:G2", dealt=DA_DEALT)
    assert notes(agreed) == []


def test_a_false_claim_is_an_error_also_when_it_loses() -> None:
    made = log("p R1 discard R2 da q:Y2 r:B8", dealt=DA_DEALT)
    found = said(made)
    assert brief(found) == [("PLAY074", "turns[0].da[1].with", None)]
    assert found[0]["player"] == "r"
    assert found[0]["message"] == ("r calls Da, but R2 and B8 are no pair: their numbers differ")


def test_every_false_claim_is_listed_also_on_a_discard_that_is_illegal() -> None:
    made = log("p R1 discard R2 da q:R7 r:Y2", dealt=DA_DEALT)
    assert [(one["code"], one["player"]) for one in said(made)] == [
        ("PLAY074", "q"),
        ("PLAY073", "r"),
    ]
    made = log("p R1 discard Y2 da r:Y8", dealt=DA_DEALT)
    assert [(one["code"], one["player"]) for one in said(made)] == [
        ("DEAL062", "p"),
        ("PLAY073", "r"),
        ("PLAY074", "r"),
    ]


def test_a_claim_on_a_blank_is_stored_at_once_and_goes_on_after_the_claimer() -> None:
    dealt = "R2 G1 Y5 B0 / Y2 R7 G6 B1 / G2 Y4 G0 B8"
    made = log("p R1 discard B0 da r:G0 store B0", "p Y6 discard Y6", dealt=dealt)
    assert said(made) == []
    made["turns"][0]["store"] = "R0"
    found = said(made)
    assert brief(found) == [("PLAY070", "turns[0].store", None)]
    assert found[0]["player"] == "r"


# An empty deck ----------------------------------------------------------------------------


def emptied(*later: str, **rules: Any) -> dict[str, Any]:
    return log(*EMPTY_TURNS, *later, dealt=EMPTY_DEALT, **rules)


def test_without_a_draw_one_acts_with_the_hand_and_is_warned() -> None:
    made = emptied("t - pair R5 Y5", "u - discard R6")
    assert said(made) == []
    assert notes(made) == ["PLAY160", "PLAY161", "PLAY161"]
    assert verdict(made).status is Status.INCOMPLETE
    found = said(emptied("t - pass"))
    assert brief(found) == [("PLAY066", "turns[4].pass", {"empty_deck": "pass_turn"})]


def test_where_the_turn_is_passed_nothing_else_is_done_and_a_full_circle_ends_the_game() -> None:
    passes = [f"{player} - pass" for player in "tuvwpqrs"]
    made = emptied(*passes, empty_deck="pass_turn")
    made["recorded"] = {"winner": None}
    judged = verdict(made)
    assert (judged.status, judged.winners) == (Status.VERIFIED, ())
    assert set(judged.scores.values()) == {0}
    assert verdict(emptied(*passes[:-1], empty_deck="pass_turn")).status is Status.INCOMPLETE
    found = said(emptied("t - pair R5 Y5", empty_deck="pass_turn"))
    assert brief(found) == [("PLAY067", "turns[4]", {"empty_deck": "act_without_draw"})]
    found = said(emptied(*passes, "t - pass", empty_deck="pass_turn"))
    assert brief(found) == [("PLAY006", "turns[12]", None)]
    assert "in turn 12: everyone passed in a row" in found[0]["message"]


def test_where_an_empty_deck_voids_the_game_it_ends_at_once_without_a_winner() -> None:
    made = emptied(empty_deck="void_game")
    made["recorded"] = {"winner": None}
    judged = verdict(made)
    assert (judged.status, judged.winners) == (Status.VERIFIED, ())
    assert notes(made) == ["PLAY160", "PLAY161"]
    found = said(emptied("t - pair R5 Y5", empty_deck="void_game"))
    assert brief(found) == [("PLAY006", "turns[4]", {"empty_deck": "act_without_draw"})]
    made["recorded"] = {"winner": "p"}
    assert brief(said(made)) == [("SCORE005", "recorded.winner", None)]
    context = errors(verdict(made))[0].context
    assert context[0] == "the game ended after turn 4: the central deck is empty"


# Every option makes a difference ----------------------------------------------------------


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
