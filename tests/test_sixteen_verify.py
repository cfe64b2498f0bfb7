"""Verdicts and findings on logs of Sixteen: codes, places, what was due, other readings."""

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest
from logs import errors, verdict
from retally.schemas.codes import Code
from retally.schemas.findings import Status
from retally.schemas.sixteen import Options
from sixteen_logs import bonus, checked, hand, played, rematch_bonus, session, step


def claimed(log: Any, number: int, **claims: Any) -> Any:
    """The log with claims of a hand, from 1."""
    log["hands"][number - 1]["recorded"] = claims
    return log


def all_codes(log: Any) -> list[str]:
    return [said.code.name for said in verdict(log).findings]


def found(log: Any) -> list[tuple[str, str | None, Any, Any]]:
    return [(f.code.name, f.path, f.expected, f.recorded) for f in errors(verdict(log))]


def standing(log: Any, path: str) -> Any:
    """What stands at a JSON path of a log; fails where nothing does."""
    for key, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", "" if path == "$" else path):
        log = log[key] if key else log[int(index)]
    return log


# The whole --------------------------------------------------------------------------------


def test_the_worked_example_is_verified_to_the_stone() -> None:
    judged = verdict(bonus())
    assert judged.status is Status.VERIFIED
    assert judged.scores == {"A": 21, "B": 47, "C": 82}
    assert judged.winners == ("C",)
    assert [(f.code.name, f.severity.value, f.path) for f in judged.findings] == [
        ("RAISE_BETWEEN_READINGS", "note", "hands[0].steps[1].bets[2][2]")
    ]


@pytest.mark.parametrize("seats", [2, 3, 5, 20])
@pytest.mark.parametrize("seed", range(6))
def test_a_played_session_is_verified(seats: int, seed: int) -> None:
    judged = verdict(played(seed, seats))
    assert judged.status is Status.VERIFIED
    assert sum(judged.scores.values()) == 50 * seats


def test_a_session_without_claims_is_unclaimed() -> None:
    log = bonus()
    del log["recorded"]
    del log["hands"][0]["recorded"]
    assert verdict(log).status is Status.UNCLAIMED


def test_claims_that_differ_are_each_found_where_they_stand() -> None:
    log = bonus()
    log["hands"][0]["recorded"] = {
        "winners": ["A"], "pot": 31, "bonus": {"A": 13}, "stones": [21, 48, 81],
    }  # fmt: skip
    log["recorded"] = {"stones": [21, 47, 80], "winners": ["A", "C"]}
    assert verdict(log).status is Status.MISMATCH
    assert found(log) == [
        ("HAND_WINNERS", "hands[0].recorded.winners", ["C"], ["A"]),
        ("POT", "hands[0].recorded.pot", 32, 31),
        ("BONUS", "hands[0].recorded.bonus.A", 14, 13),
        ("BONUS", "hands[0].recorded.bonus", 1, 0),
        ("HAND_STONES", "hands[0].recorded.stones[1]", 47, 48),
        ("HAND_STONES", "hands[0].recorded.stones[2]", 82, 81),
        ("STONES", "recorded.stones[2]", 82, 80),
        ("WINNERS", "recorded.winners", ["C"], ["A", "C"]),
    ]
    first = errors(verdict(log))[0]
    assert first.context == (
        "A shows 7+8 = 15 with 2 cards",
        "C shows 15+1, the highest hand",
        "C takes the pot of 32",
        "A pays a bonus of 14 to C",
        "B pays a bonus of 1 to C",
    )
    assert (first.round, first.turn, first.clause) == (1, None, "3.3")


def test_an_illegal_raise_stops_the_replay_and_shows_the_table() -> None:
    log = bonus()
    log["hands"][0]["steps"][1]["bets"][2][2] = 7
    log["hands"][0]["steps"][2]["cards"][1] = ["C", 1]
    judged = verdict(log)
    assert judged.status is Status.ILLEGAL
    assert judged.scores == {"A": 45, "B": 48, "C": 48}
    assert judged.winners == ()
    assert found(log) == [
        ("OVER_CAP", "hands[0].steps[1].bets[2][2]", 6, 7),
        ("CARD_TOO_OFTEN", "hands[0].steps[2].cards[1][1]", 1, 2),
    ]
    said = errors(judged)[0]
    assert (said.round, said.turn, said.player, said.clause) == (1, 2, "C", "3.4")
    assert said.message == ("C's raise is 7, at most 6 is allowed (pot 9, a call costs 3)")
    assert said.context == (
        "A            in     stack   45  ante 1  bets   4",
        "B            folded stack   48  ante 1  bets   1",
        "C            in     stack   48  ante 1  bets   1",
        "pot 9",
        "C to act: a call costs 3, a raise is at most 6",
    )


# Every option: right under one value, wrong under the other -----------------------------------


def raises(*bets: str, **rules: Any) -> Any:
    """Three players, a pot of 3, step 1 played so far; the hand stops there."""
    return session(hand("A", step("A7 B8 C9", ", ".join(bets))), **rules)


def tie(*rest: Any, **rules: Any) -> Any:
    """A and B tie for 12 with one stone of ante each from A, B, C; C has 3."""
    return session(checked("A12 B12 C3"), *rest, **rules)


def replayed(players: str, cards: str, **rules: Any) -> Any:
    return tie(checked(cards, players=list(players), rematch=True), **rules)


def all_in(**rules: Any) -> Any:
    """A has the best hand and called 5 of 12 stones; B beats C for the rest."""
    return session(
        hand(
            "B",
            step("B10 C9 A15", "B bet 1, C call, A call"),
            step("B- C- A-", "B bet 3, C call, A call"),
            step("B- C- A-", "B bet 7, C call, A call"),
        ),
        stones=[6, 50, 50],
        **rules,
    )


def wins_by_folds(*later: Any, **more: Any) -> Any:
    return hand("A", step("A1 B5 C9", "A bet 1, B call, C call"),
                step("A15 B- C-", "A bet 1, B fold, C fold"), *later, **more)  # fmt: skip


def short_of_bonus(**rules: Any) -> Any:
    """B folds with 2 of the 4 stones that he owes."""
    return session(
        hand(
            "C",
            step("C1 A7 B8", "C bet 1, A call, B call"),
            step("C15 A- B-", "C bet 3, A call, B call"),
            step("C- A- B-", "C bet 7, A call, B fold"),
        ),
        stones=[50, 7, 50],
        **rules,
    )


def after(log: Any, *claims: int) -> Any:
    """The log with these stacks claimed of its last hand, and nothing else."""
    log.pop("recorded", None)
    return claimed(log, len(log["hands"]), stones=list(claims))


OPTION_CASES: dict[str, tuple[Any, str, dict[str, Any]]] = {
    "raise_cap_base": (
        bonus(raise_cap_base="pot_before_call"), "OVER_CAP", {"raise_cap_base": "pot_after_call"}
    ),
    "raise_cap_base total": (
        raises("A bet 1", "B raise 2", raise_cap_base="total_put_in"),
        "OVER_CAP", {"raise_cap_base": "pot_after_call"},
    ),
    "cap_rounding": (raises("A bet 2"), "OVER_CAP", {"cap_rounding": "ceil"}),
    "min_raise": (
        session(hand("A", step("A7 B8 C9", "A check, B bet 2, C raise 1")), stones=50,
                cap_rounding="ceil", min_raise="previous_raise"),
        "RAISE_TOO_SMALL", {"min_raise": "one_stone"},
    ),
    "max_raises_per_round": (
        raises("A bet 1", "B raise 1", "C raise 1", max_raises_per_round=1),
        "TOO_MANY_RAISES", {"max_raises_per_round": None},
    ),
    "reraise_after_call": (
        raises("A bet 1", "B call", "C raise 1", "A call", "B raise 1",
               reraise_after_call="forbidden"),
        "RAISE_AFTER_CALL", {"reraise_after_call": "allowed"},
    ),
    "reraise_after_check": (
        raises("A check", "B bet 1", "C call", "A raise 1", reraise_after_check="forbidden"),
        "RAISE_AFTER_CHECK", {"reraise_after_check": "allowed"},
    ),
    "check_rule first": (
        raises("A check", "B check", check_rule="first_actor_only"),
        "CHECK_NOT_ALLOWED", {"check_rule": "anyone_before_bet"},
    ),
    "check_rule nobody": (
        raises("A check", check_rule="forbidden"),
        "CHECK_NOT_ALLOWED", {"check_rule": "anyone_before_bet"},
    ),
    "all_in": (
        all_in(all_in="forbidden"), "ALL_IN_FORBIDDEN", {"all_in": "side_pots"}
    ),
    "all_in pots": (
        after(all_in(), 30, 38, 38), "HAND_STONES", {"all_in": "winner_takes_all"}
    ),
    "end_when_one_left": (
        session(wins_by_folds(step("A7"))), "HAND_OVER", {"end_when_one_left": "after_step3"}
    ),
    "rematch_participants": (
        replayed("ABC", "A5 B6 C7"), "REMATCH_PLAYERS", {"rematch_participants": "all_remaining"}
    ),
    "rematch_participants tied": (
        replayed("AB", "A5 B6", rematch_participants="all_remaining"),
        "REMATCH_PLAYERS", {"rematch_participants": "tied_only"},
    ),
    "rematch_ante": (
        after(replayed("AB", "A5 B6"), 48, 53, 49), "HAND_STONES", {"rematch_ante": "again"}
    ),
    "tie_resolution": (
        session(checked("A12 B12 C3"), checked("A5 B6 C7")),
        "REMATCH_DUE", {"tie_resolution": "split"},
    ),
    "bust_tie": (
        after(session(hand(
            "A", step("A7 B8 C9", "A check, B check, C fold"),
            step("A6 B9", "A check, B check"), step("A5 B-", "A check, B check"),
        )), 52, 49, 49), "HAND_STONES", {"bust_tie": "more_cards_win"},
    ),
    "bonus_payers": (
        after(bonus(), 21, 48, 81), "HAND_STONES", {"bonus_payers": "remaining_only"}
    ),
    "bonus_base": (after(bonus(), 20, 46, 84), "HAND_STONES", {"bonus_base": "bets_and_ante"}),
    "bonus_scope": (
        after(rematch_bonus(), 60, 43, 47), "HAND_STONES", {"bonus_scope": "whole_chain"}
    ),
    "bonus_when_unshown": (
        claimed(session(wins_by_folds(shown=["A"])), 1, bonus={"B": 1, "C": 1}),
        "BONUS", {"bonus_when_unshown": "if_shown"},
    ),
    "bonus_shortfall": (
        after(short_of_bonus(), 27, -2, 82), "HAND_STONES", {"bonus_shortfall": "debt"}
    ),
    "next_dealer": (
        session(checked("A5 B6 C7"), checked("A5 B6 C7", "C"), next_dealer="clockwise"),
        "WRONG_DEALER", {"next_dealer": "as_logged"},
    ),
    "max_players": (
        session(checked("A5 B6", players=["A", "B"]), players="ABCDEFGHIJKLMNOPQRSTU"), "SEATS",
        {"max_players": 21},
    ),
    "deck": (
        session(checked("A5 B6 C1"), deck={"5": 1, "6": 1}), "CARD_NOT_IN_DECK", {"deck": None}
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OPTION_CASES)
def test_an_error_names_the_reading_under_which_it_is_none(name: str) -> None:
    log, code, reading = copy.deepcopy(OPTION_CASES[name])
    judged = verdict(log)
    assert {f.code.name for f in errors(judged)} == {code}
    assert [f.legal_under for f in errors(judged)] == [reading] * len(errors(judged))
    log["rules"] |= reading
    assert errors(verdict(log)) == []


def test_every_option_has_such_a_case() -> None:
    named = {next(iter(reading)) for _, _, reading in OPTION_CASES.values()}
    assert named | {"offer_mode"} == set(Options.model_fields)


def test_an_option_not_supported_is_refused_clearly() -> None:
    judged = verdict(bonus(offer_mode="simultaneous"))
    assert judged.status is Status.UNREADABLE
    assert [(f.code, f.path, f.recorded) for f in judged.findings] == [
        (Code.NOT_SUPPORTED, "rules.offer_mode", "simultaneous")
    ]


# Every code: a small broken log -----------------------------------------------------------------


def changed(change: Callable[[Any], None], log: Any | None = None) -> Any:
    made = copy.deepcopy(log or bonus())
    change(made["hands"][0])
    return made


def cut(steps: int, **more: Any) -> Any:
    """The worked example, stopped after so many steps, its claims gone."""
    log = bonus()
    del log["recorded"]
    log["hands"][0] = {"dealer": "A", "steps": log["hands"][0]["steps"][:steps], **more}
    return log


def put(path: str, entry: Any, log: Any | None = None) -> Any:
    """The log with another entry at a path."""
    made = copy.deepcopy(log or bonus())
    parts = re.findall(r"[^.\[\]]+", path)
    place = made
    for part in parts[:-1]:
        place = place[int(part) if part.isdecimal() else part]
    place[int(parts[-1]) if parts[-1].isdecimal() else parts[-1]] = entry
    return made


def add(path: str, entry: Any, log: Any | None = None) -> Any:
    """The log with an entry more in a list."""
    made = copy.deepcopy(log or bonus())
    standing(made, path).append(entry)
    return made


BETS = "hands[0].steps[0].bets"
CARDS = "hands[0].steps[1].cards"
BROKEN: dict[Code, tuple[Any, str]] = {
    Code.CARD_TOO_OFTEN: (put(f"{CARDS}[0]", ["A", 1]), f"{CARDS}[0][1]"),
    Code.CARD_UNKNOWN_AT_SHOWDOWN: (put(f"{CARDS}[0]", ["A", "?"]), f"{CARDS}"),
    Code.CARD_AFTER_FOLD: (
        put("hands[0].steps[2].cards[0]", ["B", 3]), "hands[0].steps[2].cards[0][0]"
    ),
    Code.SECOND_CARD: (add(CARDS, ["A", 3]), f"{CARDS}[3][0]"),
    Code.NO_CARD_IN_STEP_1: (
        put("hands[0].steps[0].cards[0]", ["A", None]), "hands[0].steps[0].cards[0][1]"
    ),
    Code.DECK_USED_UP: (
        put(f"{CARDS}[2]", ["C", "?"], bonus(deck={"7": 1, "8": 2, "1": 1})), f"{CARDS}[2][1]"
    ),
    Code.CARD_NOT_IN_DECK: (
        bonus(deck={"7": 1, "8": 2, "1": 1, "2": 9}), f"{CARDS}[2][1]"
    ),
    Code.TOO_FEW_IN_HAND: (session(checked("A5", players=["A"])), "hands[0].players"),
    Code.NO_STONE_FOR_ANTE: (
        session(
            hand("A", step("A5 B6", "A check, B check"), step("A- B-", "A check, B check"),
                 step("A- B-", "A check, B check"), players=["A", "B"]),
            checked("A5 B6 C7", players=["A", "B", "C"]), stones=[1, 2, 2]),
        "hands[1].players[0]",
    ),
    Code.WRONG_DEALER: (
        session(checked("A5 B6 C7"), checked("A5 B6 C7"), next_dealer="winner"),
        "hands[1].dealer",
    ),
    Code.REMATCH_DUE: (tie(checked("A5 B6 C7")), "hands[1]"),
    Code.REMATCH_NOT_DUE: (
        session(checked("A5 B6 C7"), checked("A5 B6 C7", rematch=True)), "hands[1].rematch"
    ),
    Code.REMATCH_PLAYERS: (replayed("BC", "B5 C6"), "hands[1].players"),
    Code.HAND_BROKEN_OFF: (
        session(hand("A", step("A7 B8 C9", "A bet 1, B call")), checked("A5 B6 C7")),
        "hands[0].steps",
    ),
    Code.BETTING_OPEN: (changed(lambda h: h["steps"][0]["bets"].pop()), BETS),
    Code.HAND_OVER: (
        session(hand("A", step("A7 B8 C9", "A bet 1, B fold, C fold, A check"))), f"{BETS}[3]"
    ),
    Code.BETTING_CLOSED: (add(BETS, ["A", "check"]), f"{BETS}[3]"),
    Code.NOT_IN_HAND: (
        session(checked("A5 B6 C7", players=["A", "B"])), "hands[0].steps[0].cards[2][0]"
    ),
    Code.HAS_FOLDED: (
        raises("A bet 1", "B fold", "C raise 1", "B call"), f"{BETS}[3][0]"
    ),
    Code.OUT_OF_TURN: (raises("B bet 1"), f"{BETS}[0][0]"),
    Code.CHECK_AGAINST_BET: (raises("A bet 1", "B check"), f"{BETS}[1][1]"),
    Code.CHECK_NOT_ALLOWED: (raises("A check", check_rule="forbidden"), f"{BETS}[0][1]"),
    Code.BET_STANDS: (raises("A bet 1", "B bet 2"), f"{BETS}[1][1]"),
    Code.NO_BET_STANDS: (raises("A call"), f"{BETS}[0][1]"),
    Code.OVER_CAP: (raises("A bet 2"), f"{BETS}[0][2]"),
    Code.OVER_STACK: (
        session(hand("A", step("A7 B8 C9", "A bet 1, B raise 2")), stones=3), f"{BETS}[1][2]"
    ),
    Code.RAISE_TOO_SMALL: (
        raises("A check", "B bet 2", "C raise 1", cap_rounding="ceil", min_raise="previous_raise"),
        f"{BETS}[2][2]",
    ),
    Code.TOO_MANY_RAISES: (OPTION_CASES["max_raises_per_round"][0], f"{BETS}[2][1]"),
    Code.RAISE_AFTER_CALL: (OPTION_CASES["reraise_after_call"][0], f"{BETS}[4][1]"),
    Code.RAISE_AFTER_CHECK: (OPTION_CASES["reraise_after_check"][0], f"{BETS}[3][1]"),
    Code.ALL_IN_FORBIDDEN: (all_in(all_in="forbidden"), "hands[0].steps[2].bets[2][1]"),
    Code.HAND_WINNERS: (claimed(bonus(), 1, winners=["B"]), "hands[0].recorded.winners"),
    Code.POT: (claimed(bonus(), 1, pot=33), "hands[0].recorded.pot"),
    Code.BONUS: (claimed(bonus(), 1, bonus={"B": 1, "A": 15}), "hands[0].recorded.bonus.A"),
    Code.HAND_STONES: (
        claimed(bonus(), 1, stones=[22, 47, 82]), "hands[0].recorded.stones[0]"
    ),
    Code.STONES: (put("recorded.stones", [21, 47, 81]), "recorded.stones[2]"),
    Code.WINNERS: (put("recorded", {"winners": ["B"]}), "recorded.winners"),
    Code.HAND_NOT_SETTLED: (
        cut(2, recorded={"winners": ["A"]}), "hands[0].recorded.winners"
    ),
    Code.WINNERS_TOO_EARLY: (
        put("recorded", {"winners": ["A"]}, tie()), "recorded.winners"
    ),
    Code.SEATS: (session(checked("A5"), players="A"), "players"),
}  # fmt: skip


@pytest.mark.parametrize("code", BROKEN, ids=[code.name for code in BROKEN])
def test_an_error_is_found_at_a_place_that_exists(code: Code) -> None:
    log, path = BROKEN[code]
    judged = verdict(log)
    places = [f.path for f in errors(judged) if f.code is code]
    assert path in places, [(f.code.name, f.path) for f in errors(judged)]
    for said in errors(judged):
        assert said.path is not None
        standing(log, said.path)
        assert said.clause
        assert "{" not in said.message
    if code.startswith("SCORE"):
        assert judged.status is Status.MISMATCH
    else:
        assert judged.status is Status.ILLEGAL


REMARKS: dict[Code, Any] = {
    Code.DECK_OF_THE_LOG: bonus(deck={str(n): 9 for n in range(1, 16)}),
    Code.CARDS_UNSEEN: put(f"{CARDS}[1]", ["B", "?"]),
    Code.OFFERS_OUT_OF_ORDER: changed(lambda h: h["steps"][1]["cards"].reverse()),
    Code.ALL_IN: all_in(),
    Code.RAISE_BETWEEN_READINGS: bonus(),
    Code.RAISE_AFTER_PASSING: raises("A check", "B bet 1", "C call", "A raise 1"),
    Code.FREE_FOLD: raises("A fold"),
    Code.CHECK_NEEDLESS: session(checked("A5 B6 C7"), stones=1),
    Code.STONES_UNEQUAL: session(checked("A5 B6 C7"), stones=[5, 6, 7]),
    Code.NOT_SHOWN: changed(lambda h: h.update(shown=["C"])),
    Code.SHOWN_UNASKED: session(wins_by_folds(shown=["A"])),
    Code.UNCALLED_BACK: session(
        hand("A", step("A7 B8", "A check, B bet 1, A call"), step("A- B-", "A bet 2, B call"),
             step("A- B-")), stones=[9, 3], players="AB"),
    Code.POT_SHARED: tie(tie_resolution="split"),
    Code.BONUS_SHORT: short_of_bonus(),
    Code.BONUS_LIMITED: session(
        hand("B", step("B8 C9 A1", "B bet 1, C call, A call"),
             step("B- C- A15", "B bet 3, C call, A call"),
             step("B- C- A-", "B check, C check")), stones=[4, 50, 50]),
    Code.BONUS_IN_REMATCH: rematch_bonus(),
    Code.POT_WITHOUT_UNCALLED: claimed(session(wins_by_folds()), 1, pot=6),
    Code.SIDE_POTS: all_in(),
}  # fmt: skip


@pytest.mark.parametrize("code", REMARKS, ids=[code.name for code in REMARKS])
def test_a_remark_changes_no_verdict(code: Code) -> None:
    log = REMARKS[code]
    judged = verdict(log)
    said = [f for f in judged.findings if f.code is code]
    assert said, all_codes(log)
    assert errors(judged) == []
    for remark in said:
        standing(log, remark.path or "$")
        assert "{" not in remark.message
        warns = remark.severity.value == "warning"
        assert warns is (code.name not in NOTES)


NOTES = {
    "DECK_OF_THE_LOG", "CARDS_UNSEEN", "RAISE_BETWEEN_READINGS", "RAISE_AFTER_PASSING",
    "FREE_FOLD", "CHECK_NEEDLESS", "SHOWN_UNASKED", "BONUS_IN_REMATCH", "POT_WITHOUT_UNCALLED",
}  # fmt: skip


def test_every_code_of_the_game_has_a_broken_log() -> None:
    own = {
        code
        for code in Code
        if code[:-3] != "LOG" and code[-2] in "2345" and code[-3] in "01"
    }  # fmt: skip
    assert own <= set(BROKEN) | set(REMARKS)
