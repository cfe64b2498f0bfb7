"""Properties of the reference engine: the invariants of rules 2.8 over random legal play."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from retally.pipeline.engine import six_nimmt as engine
from retally.pipeline.engine.six_nimmt import Commit, Deal, Phase, Place, State
from retally.schemas.codes import Code
from retally.schemas.six_nimmt import HEADS, Options, last_card
from soak import soaked

SEATS = st.integers(2, 10)
OPTIONS = st.builds(
    Options,
    low_card_row=st.sampled_from(["free_choice", "fewest_heads"]),
    end_comparison=st.sampled_from(["at_least", "more_than"]),
    end_threshold=st.sampled_from([1, 20, 66]),
    fixed_rounds=st.sampled_from([None, 1, 2]),
    end_check=st.sampled_from(["end_of_round", "immediate"]),
    tie_break=st.sampled_from(["shared_win", "extra_round"]),
    next_deal=st.sampled_from(["reshuffle_all", "continue_stock"]),
    deck=st.sampled_from(["full", "reduced"]),
)


def random_deal(dice: Random, options: Options, state: State) -> Deal:
    spent = engine.spent_cards(options, state)
    stock = sorted(set(range(1, last_card(options, state.seats) + 1)) - spent)
    dice.shuffle(stock)
    seats = state.seats
    hands = tuple(tuple(stock[seat * 10 : seat * 10 + 10]) for seat in range(seats))
    return Deal(tuple(stock[seats * 10 : seats * 10 + 4]), hands)


def random_game(dice: Random, options: Options, seats: int, most_rounds: int = 12):
    """Play legal actions at random; yield (before, action, after, items) until the end."""
    state = engine.start(seats)
    while not engine.over(state):
        moves = engine.legal(options, state)
        if moves:
            action = dice.choice(moves)
        elif state.round == most_rounds:
            return
        else:
            action = random_deal(dice, options, state)
        assert engine.violation(options, state, action) is None
        before = state
        state, items = engine.apply(options, state, action)
        yield before, action, state, items


def cards_of(state: State) -> list[int]:
    """Every card of the deal that can be seen: hands, table, rows, piles."""
    hands = [card for hand in state.hands or () for card in hand]
    table = [card for card, _ in state.committed]
    return hands + table + [card for cards in (*state.rows, *state.piles) for card in cards]


@settings(max_examples=soaked(25, 600), deadline=None)
@given(st.randoms(use_true_random=False), OPTIONS, SEATS)
def test_invariants_hold_over_random_legal_play(dice: Random, options: Options, seats: int) -> None:
    heads_taken = 0
    choices: list[int] = []
    played: set[int] = set()
    for before, action, after, items in random_game(dice, options, seats):
        if isinstance(action, Deal):
            heads_taken = 0
            dealt = set(action.rows).union(*action.hands or ())
            assert len(dealt) == 10 * seats + 4
        # 1: four rows of one to five ascending cards
        assert len(after.rows) == 4
        for row in after.rows:
            assert 1 <= len(row) <= 5
            assert list(row) == sorted(set(row))
        # 2: the cards of the deal, none twice, none lost
        if after.phase in (Phase.SELECT, Phase.RESOLVE):
            assert sorted(cards_of(after)) == sorted(dealt)
        # 3: after turn t every hand has 10 - t cards; every play was in that hand
        if isinstance(action, Commit):
            assert before.hands is not None
            assert action.card in before.hands[action.seat]
            played.add(action.card)
        if after.phase is Phase.SELECT and not after.committed:
            assert {len(hand) for hand in after.hands or ()} == {11 - after.turn}
            choices = []
        # 4: penalties are the heads of the cards taken, never more than the deck has
        heads_taken += sum(item.points for item in items)
        deck_heads = sum(HEADS[1 : last_card(options, seats) + 1])
        assert 0 <= heads_taken <= deck_heads
        gained = sum(engine.scores(after)) - sum(engine.scores(before))
        assert gained == sum(item.points for item in items)
        # 5: at most one choice a turn, for the lowest card of the turn
        if isinstance(action, Place) and action.row is not None:
            assert len(before.committed) == seats
            choices.append(action.row)
        assert len(choices) <= 1
        # 6: cards are placed in ascending order
        if isinstance(action, Place):
            assert engine.placement(before, action.row).card == min(before.committed)[0]


@settings(max_examples=soaked(15, 300), deadline=None)
@given(st.randoms(use_true_random=False), SEATS)
def test_the_order_of_commits_changes_nothing(dice: Random, seats: int) -> None:
    options = Options()
    start, _ = engine.apply(
        options, engine.start(seats), random_deal(dice, options, engine.start(seats))
    )
    lay = [Commit(seat, dice.choice(sorted((start.hands or ())[seat]))) for seat in range(seats)]
    ends = []
    for order in (lay, list(reversed(lay))):
        state = start
        for action in order:
            state, _ = engine.apply(options, state, action)
        while state.phase is Phase.RESOLVE:
            state, _ = engine.apply(options, state, engine.legal(options, state)[0])
        ends.append(state)
    assert ends[0] == ends[1]


@settings(max_examples=soaked(25, 600), deadline=None)
@given(st.randoms(use_true_random=False), OPTIONS, SEATS)
def test_a_game_ends_as_its_options_say(dice: Random, options: Options, seats: int) -> None:
    state = engine.start(seats)
    for _, _, state, _ in random_game(dice, options, seats, most_rounds=30):  # noqa: B007 - last
        pass
    totals = engine.scores(state)
    if not engine.over(state):
        assert engine.winners(state) == ()
        return
    lowest = min(totals)
    assert engine.winners(state) == tuple(s for s in range(seats) if totals[s] == lowest)
    if options.tie_break == "extra_round":
        assert len(engine.winners(state)) == 1
    if options.fixed_rounds is not None:
        assert state.round >= options.fixed_rounds
    elif options.end_comparison == "at_least":
        assert max(totals) >= options.end_threshold
    else:
        assert max(totals) > options.end_threshold


def test_whatever_is_not_legal_has_a_violation() -> None:
    """Every move of every shape is either listed or refused, all along a game."""
    options = Options(low_card_row="fewest_heads")
    for before, *_ in random_game(Random(5), options, 3, most_rounds=2):
        legal = engine.legal(options, before)
        if before.phase is Phase.RESOLVE:
            moves = [Place(None), *map(Place, range(4))]
            for move in moves:
                assert (move in legal) is (engine.violation(options, before, move) is None)
        elif before.phase is Phase.SELECT:
            waiting = set(range(3)) - {seat for _, seat in before.committed}
            for move in (Commit(seat, card) for seat in waiting for card in range(1, 105)):
                assert (move in legal) is (engine.violation(options, before, move) is None)


def test_a_move_that_the_machine_does_not_await_is_a_bug_of_the_caller() -> None:
    with pytest.raises(ValueError, match="lays no card"):
        engine.violation(Options(), engine.start(2), Commit(0, 5))
    with pytest.raises(ValueError, match="no card is placed"):
        engine.violation(Options(), engine.start(2), Place(None))


CONTINUE = Options(next_deal="continue_stock")


def after_a_round(options: Options, seats: int) -> State:
    state = engine.start(seats)
    for _, _, state, _ in random_game(Random(1), options, seats, most_rounds=1):  # noqa: B007 - last
        pass
    return state


def test_the_rest_is_dealt_on_until_it_is_too_small() -> None:
    state = after_a_round(CONTINUE, 4)  # 44 cards are spent, 60 left
    assert len(engine.spent_cards(CONTINUE, state)) == 44
    again = Deal((*sorted(state.spent)[:4],))
    fault = engine.violation(CONTINUE, state, again)
    assert fault is not None
    assert (fault.code, fault.clause, fault.within) == (
        Code.CARD_FROM_EARLIER_DEAL, "N5", ("rows", 0)
    )  # fmt: skip
    state = after_a_round(CONTINUE, 6)  # 64 are spent, 40 are fewer than 64: all are shuffled
    assert engine.spent_cards(CONTINUE, state) == frozenset()


def test_an_open_draft_goes_round_in_one_direction() -> None:
    cards = list(range(1, 21))
    rows = (21, 22, 23, 24)
    for direction, step in (("clockwise", 1), ("counterclockwise", -1)):
        options = Options(deck="reduced", hand_deal="open_draft", draft_direction=direction)
        draft = tuple(((1 + index * step) % 2, card) for index, card in enumerate(cards))
        assert engine.violation(options, engine.start(2), Deal(rows, None, draft)) is None
    three = Options(deck="reduced", hand_deal="open_draft")
    turned = tuple(((-index) % 3, card) for index, card in enumerate(range(1, 31)))
    fault = engine.violation(three, engine.start(3), Deal((31, 32, 33, 34), None, turned))
    assert fault is not None
    assert (fault.code, fault.within, fault.expected, fault.recorded) == (
        Code.DRAFT_ORDER, ("draft", 1, 0), 2, 3
    )  # fmt: skip
    other = three.model_copy(update={"draft_direction": "counterclockwise"})
    assert engine.violation(other, engine.start(3), Deal((31, 32, 33, 34), None, turned)) is None
