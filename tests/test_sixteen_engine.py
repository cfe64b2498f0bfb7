"""Properties of the reference engine of Sixteen: the invariants of rules 3.7 over random play."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from retally.pipeline.engine import sixteen as engine
from retally.pipeline.engine.base import ScoreItem
from retally.pipeline.engine.sixteen_betting import cost_of
from retally.pipeline.engine.sixteen_table import (
    STAYED,
    Action,
    Ante,
    Bet,
    Draw,
    Phase,
    Settle,
    State,
    cap,
    due_of,
)
from retally.schemas.sixteen import Options, deck_of
from soak import soaked

SEATS = st.integers(2, 6)
STACKS = st.lists(st.integers(1, 40), min_size=2, max_size=6)
FREE = {
    "raise_cap_base": ["pot_after_call", "pot_before_call", "total_put_in"],
    "cap_rounding": ["floor", "ceil"],
    "min_raise": ["one_stone", "previous_raise"],
    "max_raises_per_round": [None, 1, 2],
    "reraise_after_call": ["allowed", "forbidden"],
    "reraise_after_check": ["allowed", "forbidden"],
    "check_rule": ["anyone_before_bet", "first_actor_only", "forbidden"],
    "all_in": ["side_pots", "winner_takes_all", "forbidden"],
    "end_when_one_left": ["immediate", "after_step3"],
    "rematch_participants": ["tied_only", "all_remaining"],
    "rematch_ante": ["none", "again"],
    "tie_resolution": ["rematch", "split"],
    "bust_tie": ["all_equal", "more_cards_win"],
    "bonus_payers": ["all_participants", "remaining_only"],
    "bonus_base": ["bets_only", "bets_and_ante"],
    "bonus_scope": ["current_hand", "whole_chain"],
    "bonus_when_unshown": ["none", "if_shown"],
    "bonus_shortfall": ["pay_rest", "debt"],
    "next_dealer": ["as_logged", "clockwise", "winner"],
    "deck": [None, {1: 9, 15: 9, 8: 9}],
}
OPTIONS = st.builds(Options, **{name: st.sampled_from(values) for name, values in FREE.items()})

Moment = tuple[State, Action, State, tuple[ScoreItem, ...]]


def random_session(dice: Random, options: Options, stacks: list[int]) -> Iterator[Moment]:
    """Play legal actions at random; yield (before, action, after, items) for eight hands."""
    state = engine.start(stacks)
    stock: list[int] = []
    while state.hand < 8 or state.phase is not Phase.ANTE:
        moves = engine.legal(options, state)
        if not moves:
            return
        action = dice.choice(moves)
        if isinstance(action, Bet) and action.verb == "fold" and dice.random() < 0.7:
            action = dice.choice(moves)
        if isinstance(action, Ante):
            stock = [number for number, copies in deck_of(options).items() for _ in range(copies)]
            dice.shuffle(stock)
        if isinstance(action, Draw) and action.how == "take":
            action = action._replace(card=stock.pop())
        assert engine.violation(options, state, action) is None
        before = state
        state, items = engine.apply(options, state, action)
        yield before, action, state, items


@settings(max_examples=soaked(40, 1000), deadline=None)
@given(st.randoms(use_true_random=False), OPTIONS, STACKS)
def test_invariants_hold_over_random_legal_play(
    dice: Random, options: Options, stacks: list[int]
) -> None:
    everything = sum(stacks)
    ledger = list(stacks)
    offers: set[int] = set()
    for before, action, after, items in random_session(dice, options, stacks):
        for item in items:
            ledger[item.seat] += item.points
            assert item.round == after.hand
            assert 1 <= item.turn <= 3
        assert tuple(ledger) == engine.scores(after)
        # 1: no stone is lost or made
        assert sum(after.stacks) + after.pot == everything
        # 2: no number more often than it has copies, at most three cards each
        dealt = Counter(card for cards in after.cards for card in cards if card != STAYED)
        assert all(count <= deck_of(options)[card or 0] for card, count in dealt.items())
        assert all(len(cards) <= 3 for cards in after.cards)
        # 3: the pot is antes, contributions and what was carried
        assert after.pot == sum(after.antes) + sum(after.bets) + after.carried
        # 4: when a betting round closes, all live players who own stones put in the same
        if isinstance(action, Bet) and after.betting is None and before.betting is not None:
            paid = list(before.betting.paid)
            paid[action.seat] += cost_of(before, action)
            able = {paid[seat] for seat in after.live if after.stacks[seat] > 0}
            assert len(able) <= 1
            assert not after.live[1:] or able <= {max(paid)}
        # 5: half of the pot after a call is never nothing
        if isinstance(action, Bet):
            due = due_of(before, action.seat)
            assert cap(options.model_copy(update={"raise_cap_base": "pot_after_call"}),
                       before.pot, due) >= 1  # fmt: skip
        # 6: who folded never acts again
        if isinstance(action, Draw | Bet):
            assert action.seat in before.live
        # 7: two rounds of offers unless the hand ends early
        if isinstance(action, Ante):
            offers = set()
        if isinstance(action, Draw):
            offers.add(before.step)
        if isinstance(action, Settle) and not before.one_left:
            assert offers == {1, 2, 3}
        # stacks never go below nothing but by a debt
        if options.bonus_shortfall == "pay_rest":
            assert min(after.stacks) >= 0


@settings(max_examples=soaked(8, 200), deadline=None)
@given(st.randoms(use_true_random=False), OPTIONS, STACKS)
def test_whatever_bet_is_not_legal_has_a_violation(
    dice: Random, options: Options, stacks: list[int]
) -> None:
    """Every bet of every shape is either listed or refused, all along a session."""
    for before, *_ in random_session(dice, options, stacks):
        if before.phase is not Phase.BETS:
            continue
        legal = set(engine.legal(options, before))
        assert legal, "somebody is asked, so something is allowed"
        for seat in range(len(stacks)):
            bets = [Bet(seat, "check"), Bet(seat, "call"), Bet(seat, "fold")]
            bets += [Bet(seat, "bet", stones) for stones in range(1, 45)]
            bets += [Bet(seat, "raise", stones) for stones in range(1, 45)]
            for bet in bets:
                fault = engine.violation(options, before, bet)
                assert (bet in legal) is (fault is None), (bet, fault)


@settings(max_examples=soaked(25, 600), deadline=None)
@given(st.randoms(use_true_random=False), OPTIONS, STACKS)
def test_winners_own_most_stones_once_a_hand_is_settled(
    dice: Random, options: Options, stacks: list[int]
) -> None:
    for _, action, after, _ in random_session(dice, options, stacks):
        if engine.over(after):
            assert isinstance(action, Settle)
            most = max(after.stacks)
            best = tuple(seat for seat, stones in enumerate(after.stacks) if stones == most)
            assert engine.winners(after) == best
            assert after.pot == 0
        else:
            assert engine.winners(after) == ()


@settings(max_examples=soaked(25, 600), deadline=None)
@given(st.randoms(use_true_random=False), STACKS)
def test_a_pot_goes_to_those_who_did_not_fold(dice: Random, stacks: list[int]) -> None:
    for before, action, _, items in random_session(dice, Options(), stacks):
        if isinstance(action, Settle):
            won = {item.seat: item.points for item in items if item.item == "pot"}
            back = sum(item.points for item in items if item.item == "back")
            assert set(won) <= set(before.live)
            assert sum(won.values()) + back in (before.pot, 0)
            assert won or engine.apply(Options(), before, action)[0].rematch


def test_a_move_that_the_machine_does_not_await_is_a_bug_of_the_caller() -> None:
    with pytest.raises(ValueError, match="is dealt no card"):
        engine.violation(Options(), engine.start((5, 5)), Draw(0, "take", 5))
    with pytest.raises(ValueError, match="nothing is settled"):
        engine.violation(Options(), engine.start((5, 5)), Settle())


def test_no_hand_can_begin_when_one_owns_everything() -> None:
    assert engine.legal(Options(), engine.start((10, 0, 0))) == ()


@pytest.mark.parametrize(
    ("rule", "dealers"),
    [("as_logged", [0, 1, 2]), ("clockwise", [2]), ("winner", [0])],
)
def test_the_next_dealer_is_as_the_rules_say(rule: Any, dealers: list[int]) -> None:
    options = Options(next_dealer=rule)
    state, _ = engine.apply(options, engine.start((9, 9, 9)), Ante(1))
    for seat in (1, 2, 0):
        state, _ = engine.apply(options, state, Draw(seat, "take", 5 + seat))
    for seat in (1, 2):
        state, _ = engine.apply(options, state, Bet(seat, "fold"))
    state, _ = engine.apply(options, state, Settle())
    assert [ante.dealer for ante in engine.legal(options, state) if isinstance(ante, Ante)] == (
        dealers
    )
