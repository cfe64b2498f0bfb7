"""Turns of Zaägox: whose it is, what can be done in it, Da, and a deck that is empty."""

from typing import Any

import pytest
from logs import errors, raw, verdict
from retally.pipeline.engine import zaagox as engine
from retally.pipeline.engine.zaagox_table import Age, Phase
from retally.pipeline.reading import read_log
from retally.pipeline.replay.zaagox import replay
from retally.schemas.codes import Code
from retally.schemas.findings import Status
from retally.schemas.zaagox import Options
from zaagox_logs import DA_DEALT, EMPTY_DEALT, EMPTY_TURNS, brief, log, notes, said

# Turns -----------------------------------------------------------------------------------


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


# Da --------------------------------------------------------------------------------------


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


# An empty deck ---------------------------------------------------------------------------


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


def test_an_unseen_card_is_laid_from_a_hand_that_has_one() -> None:
    passed = log("p B1 pair R1 G1")
    state = replay(read_log(raw(passed)), Options()).state
    empty = state._replace(
        phase=Phase.ACT, active=0, drew=False, hands=(frozenset(), *state.hands[1:])
    )
    (fault,) = engine.violations(Options(), empty, Age("?", "R1"))
    assert (fault.code, fault.within, fault.expected) == (Code.CARD_NOT_IN_HAND, ("age",), [])
