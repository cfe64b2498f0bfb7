"""The central deck of Zaägox: what a draw can bring, what came back, what nobody saw."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logs import codes, errors, verdict
from retally.schemas.codes import Code
from retally.schemas.findings import Status
from soak import soaked
from zaagox_logs import (
    EMPTY_DEALT,
    EMPTY_TURNS,
    HANDS,
    brief,
    deck_from,
    log,
    notes,
    played,
    said,
    turn,
    won,
)

# The deck --------------------------------------------------------------------------------


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
    assert (
        found[0]["message"] == "p draws nothing, but the central deck is not empty (cards left: 24)"
    )
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


@settings(max_examples=soaked(25, 600), deadline=None)
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


# Masked aging cards ----------------------------------------------------------------------


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
