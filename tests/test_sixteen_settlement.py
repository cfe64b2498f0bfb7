"""How hands of Sixteen are settled: all-in and side pots, ties and rematches, the bonus."""

from typing import Any

import pytest
from logs import errors, raw, verdict
from retally.pipeline.engine.sixteen_settlement import Layer, outcome
from retally.pipeline.engine.sixteen_table import Settle
from retally.pipeline.reading import read_log
from retally.pipeline.replay import replay
from retally.pipeline.rules import options_of
from retally.pipeline.words.sixteen import explain
from retally.schemas.base import Envelope
from retally.schemas.findings import Status
from sixteen_logs import bonus, checked, hand, session, step


def played(log: Any) -> Any:
    game = read_log(raw(log))
    assert isinstance(game, Envelope)
    return replay(game, options_of(game))


def settled(log: Any) -> list[Any]:
    """The outcomes of a log's hands."""
    made = played(log)
    return [
        outcome(made.options, done.before, done.action)
        for done in made.steps
        if isinstance(done.action, Settle)
    ]


def stacks(log: Any) -> list[int]:
    judged = verdict(log)
    assert errors(judged) == []
    return list(judged.scores.values())


def remarks(log: Any) -> set[str]:
    return {said.code.name for said in verdict(log).findings}


def three_stacks(cards: str, *stones: int, **rules: Any) -> Any:
    """A has least and is all-in at once, B next in step 2; C covers both."""
    a, b, c = cards.split()
    return session(
        hand(
            "C",
            step(f"C{c} A{a} B{b}", "C bet 1, A call, B call"),
            step("C- A- B-", "C bet 3, B call"),
            step("C- A- B-"),
        ),
        stones=stones,
        **rules,
    )


@pytest.mark.parametrize(
    ("cards", "layers", "expected"),
    [
        ("14 13 12", [Layer(6, (0, 1, 2), (0,)), Layer(4, (1, 2), (1,))], [6, 4, 46]),
        ("12 14 13", [Layer(6, (0, 1, 2), (1,)), Layer(4, (1, 2), (1,))], [0, 10, 46]),
        ("12 13 14", [Layer(6, (0, 1, 2), (2,)), Layer(4, (1, 2), (2,))], [0, 0, 56]),
        ("14 12 13", [Layer(6, (0, 1, 2), (0,)), Layer(4, (1, 2), (2,))], [6, 0, 50]),
        ("13 13 12", [Layer(6, (0, 1, 2), (0, 1)), Layer(4, (1, 2), (1,))], [3, 7, 46]),
        ("12 12 12", [Layer(6, (0, 1, 2), (0, 1, 2)), Layer(4, (1, 2), (1, 2))], [2, 4, 50]),
    ],
)
def test_each_layer_goes_to_the_best_hand_that_paid_into_it(
    cards: str, layers: list[Layer], expected: list[int]
) -> None:
    log = three_stacks(cards, 2, 4, 50)
    (ended,) = settled(log)
    assert list(ended.layers) == layers
    assert (ended.pot, ended.back, ended.back_to) == (10, 1, 2)
    assert stacks(log) == expected
    assert {"ALL_IN", "UNCALLED_BACK", "SIDE_POTS"} <= remarks(log)
    assert verdict(log).status is Status.UNCLAIMED


def test_where_the_winner_takes_all_there_are_no_layers() -> None:
    log = three_stacks("14 13 12", 2, 4, 50, all_in="winner_takes_all")
    assert [layer.stones for layer in settled(log)[0].layers] == [10]
    assert stacks(log) == [10, 0, 46]


def test_the_odd_stone_goes_clockwise_from_the_dealer() -> None:
    for dealer, expected in (("A", [51, 50, 49]), ("B", [50, 51, 49]), ("C", [51, 50, 49])):
        log = session(checked("A12 B12 C3", dealer), tie_resolution="split")
        assert stacks(log) == expected
        assert "POT_SHARED" in remarks(log)


def test_the_last_one_left_takes_everything_even_when_all_in_for_less() -> None:
    log = session(
        hand(
            "A",
            step("A12 B8 C9", "A bet 1, B raise 2, C call, A fold"),
        ),
        stones=[50, 50, 50],
    )
    log["hands"][0]["steps"].append(step("B- C-", "B bet 4, C fold"))
    assert stacks(log) == [48, 56, 46]


def test_nobody_is_asked_when_all_but_one_are_all_in() -> None:
    log = session(
        hand("A", step("A5 B6", "A bet 1, B call"), step("A- B7"), step("A9 B-")),
        players="AB",
        stones=[50, 2],
    )
    assert stacks(log) == [52, 0]
    assert verdict(log).winners == ("A",)
    log["hands"][0]["steps"][1]["bets"] = [["A", "bet", 1]]
    assert [f.code.name for f in errors(verdict(log))] == ["BETTING_CLOSED"]


def test_an_all_in_tie_is_shared_and_not_replayed() -> None:
    log = session(
        hand("A", step("A12 B12 C3", "A bet 1, B call, C fold"), step("A- B-"), step("A- B-")),
        stones=[2, 50, 50],
    )
    assert settled(log)[0].kind == "showdown"
    assert stacks(log) == [3, 50, 49]


def test_a_chain_of_ties_carries_its_pot_without_a_new_ante() -> None:
    tied = checked("A12 B12 C3", recorded={"winners": ["A", "B"], "pot": 3, "stones": [49, 49, 49]})
    again = checked(
        "A15 B15", rematch=True, recorded={"winners": ["A", "B"], "pot": 3, "stones": [49, 49, 49]}
    )
    log = session(tied, again, deck={"12": 9, "3": 9, "15": 9, "5": 9, "6": 9})
    assert verdict(log).status is Status.INCOMPLETE
    assert verdict(log).winners == ()
    last = checked("A5 B6", rematch=True, recorded={"winners": ["B"], "pot": 3, "bonus": {}})
    log["hands"].append(last)
    assert verdict(log).status is Status.VERIFIED
    assert stacks(log) == [49, 52, 49]
    log["rules"]["rematch_ante"] = "again"
    found = [f.code.name for f in errors(verdict(log))]
    assert found == ["POT", "HAND_STONES", "HAND_STONES", "POT"]


def test_the_carried_pot_sets_the_cap_of_a_rematch() -> None:
    tied = session(checked("A12 B12 C3"))
    for stones, expected in ((1, []), (2, ["OVER_CAP"])):
        replayed = hand("A", step("A5 B6", f"A bet {stones}, B call"), rematch=True)
        log = {**tied, "hands": [tied["hands"][0], replayed]}
        assert [f.code.name for f in errors(verdict(log))] == expected


def test_busts_tie_whatever_their_sums() -> None:
    step_1 = step("A9 B8", "A check, B check")
    log = session(
        hand("A", step_1, step("A8 B9", "A check, B check"), step("A- B10", "A check, B check")),
        players="AB",
    )
    (ended,) = settled(log)
    assert (ended.kind, ended.winners, ended.rematch) == ("tie", (0, 1), (0, 1))


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ({}, [21, 47, 82]),
        ({"bonus_payers": "remaining_only"}, [21, 48, 81]),
        ({"bonus_base": "bets_and_ante"}, [20, 46, 84]),
    ],
)
def test_the_bonus_follows_its_options(rules: dict[str, str], expected: list[int]) -> None:
    log = bonus(**rules)
    del log["hands"][0]["recorded"], log["recorded"]
    assert stacks(log) == expected


def test_an_all_in_winner_takes_no_more_bonus_than_he_bet() -> None:
    log = session(
        hand(
            "B",
            step("B8 C9 A1", "B bet 1, C call, A call"),
            step("B- C- A15", "B bet 3, C call, A call"),
            step("B- C- A-", "B bet 5, C call"),
        ),
        stones=[4, 50, 50],
    )
    (ended,) = settled(log)
    assert (ended.bonus, ended.stakes) == ((0, 3, 3), (0, 9, 9))
    # 12 from the first layer and a bonus of 3 from each; C has the better of the others
    assert stacks(log) == [18, 37, 49]
    assert "BONUS_LIMITED" in remarks(log)


def test_one_and_fifteen_with_a_third_card_is_bust() -> None:
    log = bonus()
    log["hands"][0]["steps"][2]["cards"][1] = ["C", 2]
    (ended,) = settled(log)
    assert (ended.winners, ended.bonus_to) == ((0,), None)


def test_cards_of_folded_hands_may_be_missing_or_not_seen() -> None:
    log = bonus()
    log["hands"][0]["steps"][0]["cards"][1] = ["B", "?"]
    del log["hands"][0]["steps"][1]["cards"][1]
    judged = verdict(log)
    assert judged.status is Status.VERIFIED
    notes = [f for f in judged.findings if f.code.name == "CARDS_UNSEEN"]
    assert [(f.path, f.recorded, f.severity.value) for f in notes] == [("hands[0]", ["B"], "note")]


def test_a_hand_won_by_folds_needs_no_card() -> None:
    log = session(hand("A", step("", "A bet 1, B fold, C fold")))
    judged = verdict(log)
    assert judged.status is Status.UNCLAIMED
    assert judged.scores == {"A": 52, "B": 49, "C": 49}


def test_who_is_left_alone_may_still_take_cards_where_the_hand_goes_on() -> None:
    folds = step("A9 B5 C8", "A bet 1, B fold, C fold")
    for more in ([], [step("A5")], [step("A5"), step("A-")]):
        log = session(hand("A", folds, *more), end_when_one_left="after_step3")
        assert stacks(log) == [52, 49, 49]
    log = session(hand("A", folds, step("A5", "A bet 1")), end_when_one_left="after_step3")
    assert [f.code.name for f in errors(verdict(log))] == ["HAND_OVER"]


def test_a_hand_that_stops_is_incomplete_and_its_stones_are_in_the_middle() -> None:
    log = session(hand("A", step("A9 B5 C8", "A bet 1, B call")))
    judged = verdict(log)
    assert judged.status is Status.INCOMPLETE
    assert judged.scores == {"A": 48, "B": 48, "C": 49}
    assert judged.winners == ()
    log["recorded"] = {"stones": [48, 48, 49]}
    assert verdict(log).status is Status.INCOMPLETE


def test_after_something_too_much_the_session_is_looked_at_further() -> None:
    over = hand("A", step("A9 B5 C8", "A bet 1, B fold, C fold, A check"))
    log = session(over, checked("A5 B6 C7", recorded={"winners": ["B"]}))
    assert [(f.code.name, f.path) for f in errors(verdict(log))] == [
        ("HAND_OVER", "hands[0].steps[0].bets[3]"),
        ("HAND_WINNERS", "hands[1].recorded.winners"),
    ]
    assert verdict(log).scores == {"A": 52, "B": 49, "C": 49}
    assert verdict(log).winners == ()


def test_a_card_that_cannot_be_leaves_the_betting_to_be_checked() -> None:
    log = session(
        hand("A", step("A1 B1 C8", "A bet 1, B call, C call"), step("A- B- C-", "A bet 9")),
        checked("A2 B2 C2"),
    )
    assert [(f.code.name, f.path) for f in errors(verdict(log))] == [
        ("CARD_TOO_OFTEN", "hands[0].steps[0].cards[1][1]"),
        ("OVER_CAP", "hands[0].steps[1].bets[0][2]"),
        ("CARD_TOO_OFTEN", "hands[1].steps[0].cards[2][1]"),
    ]


def test_the_pot_of_a_hand_won_by_folds_may_be_counted_with_or_without_the_last_bet() -> None:
    fold_out = hand("A", step("A15 B4", "A bet 1, B fold"))
    for pot, codes in ((3, []), (2, ["POT_WITHOUT_UNCALLED"]), (4, ["POT"])):
        log = session({**fold_out, "recorded": {"pot": pot}}, players="AB", stones=20)
        said = [f.code.name for f in verdict(log).findings]
        assert said == codes


def test_a_bonus_claim_is_read_by_the_name_in_any_unicode_form() -> None:
    log = bonus()
    text = {"A": "Zoë", "B": "B", "C": "C"}

    def renamed(value: Any) -> Any:
        if isinstance(value, dict):
            return {text.get(key, key): renamed(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [renamed(inner) for inner in value]
        return text.get(value, value) if isinstance(value, str) else value

    log = renamed(log)
    claims = log["hands"][0]["recorded"]["bonus"]
    claims["Zoe\u0308"] = claims.pop("Zo\u00eb")
    assert verdict(log).status is Status.VERIFIED
    claims["Zoe\u0308"] = 3
    assert [f.path for f in errors(verdict(log))] == ['hands[0].recorded.bonus["Zoe\u0308"]']


def test_a_step_is_told_in_words() -> None:
    log = bonus()
    game = read_log(raw(log))
    assert isinstance(game, Envelope)
    made = played(log)
    assert explain(game, made, 1, 2) == (
        "A takes 8",
        "B stays",
        "C takes 15",
        "A bets 3 stones: half of the pot of 6 allows 3 (pot to 9)",
        "B folds (pot 9, a call would cost 3)",
        "C raises by 6: 3 to call and 6 above it, 9 stones in all;"
        " the pot would be 12 after the call, half of it is 6 (pot to 18)",
        "A calls with 6 stones (pot 18 to 24)",
    )
    assert explain(game, made, 1, 3)[-6:] == (
        "A shows 7+8 = 15 with 2 cards",
        "C shows 15+1, the highest hand",
        "C takes the pot of 32",
        "A pays a bonus of 14 to C",
        "B pays a bonus of 1 to C",
        "stones: A 21, B 47, C 82",
    )
    assert explain(game, made, 2, 1) == ()
