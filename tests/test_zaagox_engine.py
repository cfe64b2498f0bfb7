"""Properties of the reference engine: the invariants of rules 4.9 over random legal play."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from retally.pipeline.engine import zaagox as engine
from retally.pipeline.engine.base import ScoreItem
from retally.pipeline.engine.zaagox_allowed import needed_aging
from retally.pipeline.engine.zaagox_scoring import set_score
from retally.pipeline.engine.zaagox_table import (
    Action,
    Age,
    Claim,
    Close,
    Complete,
    Deal,
    Discard,
    Draw,
    LayPair,
    Pair,
    Pass,
    Phase,
    State,
    Store,
    hand_size,
    unknown_cards,
)
from retally.schemas.codes import Code
from retally.schemas.zaagox import DECK, Options
from soak import soaked

SEATS = st.integers(2, 8)
OPTIONS = st.builds(
    Options,
    blank_pairs=st.sampled_from(["allowed", "forbidden"]),
    pair_match=st.sampled_from(["exact_number", "same_class"]),
    aging_count=st.sampled_from(["aging_only", "include_pair"]),
    da_next_turn=st.sampled_from(["after_claimer", "after_discarder"]),
    da_conflict=st.sampled_from(["first_call", "nearest_seat"]),
    return_order=st.sampled_from(["aging_then_pair", "pair_then_aging"]),
    return_place=st.sampled_from(["under_deck", "on_discard"]),
    empty_deck=st.sampled_from(["act_without_draw", "pass_turn", "void_game"]),
    direction=st.sampled_from(["as_listed", "reversed"]),
    loser_score=st.sampled_from(["zero", "pay_winner"]),
    score_floor=st.sampled_from(["none", "zero"]),
)
MOST_ACTIONS = 1200


class Played(NamedTuple):
    """An action with the table before and after, and the turns missed so far by seat."""

    before: State
    action: Action
    after: State
    items: tuple[ScoreItem, ...]
    undrawn: Counter[int]


def deal(dice: Random, seats: int, known: bool) -> tuple[Deal, list[str]]:
    cards = sorted(DECK)
    dice.shuffle(cards)
    hands = tuple(tuple(cards[seat * 4 : seat * 4 + 4]) for seat in range(seats))
    central = cards[seats * 4 :]
    return Deal(hands, dice.randrange(seats), tuple(central) if known else None), central


def random_game(dice: Random, options: Options, seats: int, known: bool = True) -> Iterator[Played]:
    """Play legal actions at random; the table's own pile of cards is kept beside the engine."""
    dealt, pile = deal(dice, seats, known)
    state, _ = engine.apply(options, engine.start(seats), dealt)
    undrawn: Counter[int] = Counter()
    for _ in range(MOST_ACTIONS):
        if engine.over(state):
            return
        before = state
        action: Action
        if state.phase is Phase.DRAW:
            pile += [str(card) for card in state.discards]
            action = Draw(state.active, pile.pop(0) if pile else None)
        else:
            action = dice.choice(engine.legal(options, state))
        assert engine.violation(options, state, action) is None
        if isinstance(action, Discard | LayPair | Age) and not state.drew:
            undrawn[state.active] += 1
        if isinstance(action, Store):
            assert state.complete is not None
            pair = state.complete.pair
            others = [str(card) for card in pair.cards if card != action.card]
            aging = [str(card) for card in pair.aging]
            back = aging + others if options.return_order == "aging_then_pair" else others + aging
            pile += back if options.return_place == "under_deck" else []
        state, items = engine.apply(options, state, action)
        yield Played(before, action, state, items, undrawn)


def cards_of(state: State) -> list[object]:
    """Every card of the table, wherever it lies."""
    pairs = [pair for own in state.pairs for pair in own]
    pairs += [state.complete.pair] if state.complete else []
    laid = [card for pair in pairs for card in (*pair.cards, *pair.aging)]
    held = [card for cards in (*state.hands, *state.stored) for card in cards]
    return [*held, *laid, *state.discards, *state.deck]


@settings(max_examples=soaked(40, 1200), deadline=None)
@given(st.integers(0, 2**32), OPTIONS, SEATS)
def test_every_card_is_in_one_place(seed: int, options: Options, seats: int) -> None:
    for played in random_game(Random(seed), options, seats):
        assert sorted(map(str, cards_of(played.after))) == sorted(DECK)


@settings(max_examples=soaked(30, 800), deadline=None)
@given(st.integers(0, 2**32), OPTIONS, SEATS)
def test_what_is_not_known_of_the_deck_is_what_nobody_has_seen(
    seed: int, options: Options, seats: int
) -> None:
    for played in random_game(Random(seed), options, seats, known=False):
        seen = [card for card in cards_of(played.after) if card is not None]
        assert len(seen) == len(set(seen))
        hidden = played.after.deck.count(None)
        assert {*seen} | unknown_cards(played.after) >= set(DECK)
        if played.after.complete is None:
            assert len(unknown_cards(played.after)) == hidden


@settings(max_examples=soaked(40, 1200), deadline=None)
@given(st.integers(0, 2**32), OPTIONS, SEATS)
def test_hand_and_pairs_and_stored_are_four_between_turns(
    seed: int, options: Options, seats: int
) -> None:
    for played in random_game(Random(seed), options, seats):
        state = played.after
        if state.phase not in (Phase.DRAW, Phase.OVER):
            continue
        for seat in range(seats):
            held = hand_size(state, seat) + len(state.pairs[seat]) + len(state.stored[seat])
            assert held == 4 - played.undrawn[seat]


@settings(max_examples=soaked(30, 800), deadline=None)
@given(st.integers(0, 2**32), OPTIONS, SEATS)
def test_open_pairs_are_alike_and_not_yet_complete(seed: int, options: Options, seats: int) -> None:
    for played in random_game(Random(seed), options, seats):
        pairs = [pair for own in played.after.pairs for pair in own]
        assert all(0 <= len(p.aging) < needed_aging(options, p.cards) for p in pairs)
        if options.pair_match == "exact_number":
            numbers = [{DECK[card].number for card in pair.cards} for pair in pairs]
            assert all(len(of_pair) == 1 for of_pair in numbers)
            open_of = Counter(number for of_pair in numbers for number in of_pair)
            assert all(count <= 2 for count in open_of.values())
        if options.blank_pairs == "forbidden":
            assert all(DECK[p.cards[0]].number is not None for p in pairs)


@settings(max_examples=soaked(30, 800), deadline=None)
@given(st.integers(0, 2**32), OPTIONS, SEATS)
def test_at_most_one_discard_lies_open(seed: int, options: Options, seats: int) -> None:
    for played in random_game(Random(seed), options, seats):
        if options.return_place == "under_deck":
            assert len(played.after.discards) <= 1
        if played.after.phase is Phase.CLAIM:
            assert len(played.after.discards) == 1


@settings(max_examples=soaked(30, 800), deadline=None)
@given(st.integers(0, 2**32), OPTIONS, SEATS)
def test_the_ledger_adds_up_to_the_scores_and_one_seat_wins(
    seed: int, options: Options, seats: int
) -> None:
    items: list[ScoreItem] = []
    state = engine.start(seats)
    for played in random_game(Random(seed), options, seats):
        items += played.items
        state = played.after
        sums = [sum(i.points for i in items if i.seat == seat) for seat in range(seats)]
        assert tuple(sums) == engine.scores(state)
    winners = engine.winners(state)
    assert len(winners) <= 1
    assert [len(own) == 4 for own in state.stored] == [s in winners for s in range(seats)]
    if winners and options.loser_score == "pay_winner":
        assert sum(engine.scores(state)) == 0
    elif winners:
        points = engine.scores(state)
        worth = set_score(options, state.stored[winners[0]]).score
        assert points == tuple(worth if seat in winners else 0 for seat in range(seats))
        assert {(item.round, item.turn) for item in items} == {(1, state.turn)}
    else:
        assert items == []


@settings(max_examples=soaked(15, 400), deadline=None)
@given(st.integers(0, 2**32), OPTIONS, st.integers(2, 5))
def test_legal_lists_all_that_is_no_violation_and_nothing_else(
    seed: int, options: Options, seats: int
) -> None:
    for played in random_game(Random(seed), options, seats):
        state = played.before
        allowed = set(engine.legal(options, state))
        tried: list[Action] = []
        if state.phase is Phase.ACT:
            held = [*state.hands[state.active], "R1", "Y0", "B8"]
            ons = [pair.cards[0] for pair in state.pairs[state.active]]
            tried = [Pass(), *map(Discard, held)]
            tried += [LayPair(two) for two in permutations(sorted(held), 2)]
            tried += [Age(card, on) for card in held for on in ons]
            allowed |= {LayPair(a.cards[::-1]) for a in allowed if isinstance(a, LayPair)}
        elif state.phase is Phase.CLAIM:
            tried = [Close(), *(Claim(seat, card) for seat in range(seats) for card in DECK)]
        elif state.phase is Phase.STORE:
            tried = [Store(None), *map(Store, DECK)]
        else:
            tried = [Draw(seat, card) for seat in range(seats) for card in (*DECK, None)]
        fine = {a for a in tried if engine.violation(options, state, a) is None}
        assert fine == allowed


@settings(max_examples=soaked(15, 400), deadline=None)
@given(st.integers(0, 2**32), OPTIONS, SEATS)
def test_a_claimer_neither_draws_nor_acts_and_seats_between_are_skipped(
    seed: int, options: Options, seats: int
) -> None:
    step = 1 if options.direction == "as_listed" else -1
    for played in random_game(Random(seed), options, seats):
        if not isinstance(played.action, Close) or engine.over(played.after):
            continue
        won = engine.da_winner(options, played.before)
        after = played.before.active
        if won is not None and options.da_next_turn == "after_claimer":
            after = won.seat
        if played.after.phase is Phase.DRAW:
            assert played.after.active == (after + step) % seats
        if won is not None:
            assert won.card not in played.after.hands[won.seat]
            assert played.after.drawn == played.before.drawn


def test_the_game_is_won_with_the_fourth_stored_card_at_once() -> None:
    options = Options()
    waiting = Complete(0, Pair(("R5", "G5"), ("B5",)))
    state = engine.start(2)._replace(
        phase=Phase.STORE, turn=11, stored=(("R0", "G0", "Y1"), ()), complete=waiting
    )
    after, items = engine.apply(options, state, Store("G5"))
    assert engine.over(after)
    assert engine.winners(after) == (0,)
    assert engine.scores(after) == (4, 0)
    assert [(item.item, item.points) for item in items] == [
        ("complete", 2),
        ("colour", 1),
        ("number", -1),
        ("shape", 2),
    ]
    assert after.deck == ("B5", "R5")
    fault = engine.violation(options, after, Draw(1, "B5"))
    assert fault is not None
    assert (fault.code, fault.clause) == (Code.AFTER_THE_END, "4.4")


def test_losers_pay_the_winner_where_the_group_plays_so() -> None:
    options = Options(loser_score="pay_winner")
    waiting = Complete(1, Pair(("R5", "G5"), ("B5",)))
    state = engine.start(3)._replace(
        phase=Phase.STORE, turn=9, stored=((), ("R0", "G0", "Y1"), ()), complete=waiting
    )
    after, items = engine.apply(options, state, Store("G5"))
    assert engine.scores(after) == (-4, 8, -4)
    assert [(item.seat, item.item, item.points) for item in items] == [
        (0, "pays_winner", -4),
        (1, "paid_by_loser", 4),
        (2, "pays_winner", -4),
        (1, "paid_by_loser", 4),
    ]
    assert engine.set_points(options, after) == 4


def test_a_full_circle_of_passes_ends_the_game_without_a_winner() -> None:
    options = Options()
    pairs = ((Pair(("R4", "Y4")),), (Pair(("G4", "B4")),))
    state = engine.start(2)._replace(phase=Phase.DRAW, turn=7, pairs=pairs)
    for seat in (0, 1):
        assert not engine.over(state)
        assert engine.legal(options, state) == (Draw(seat, None),)
        state, _ = engine.apply(options, state, Draw(seat, None))
        assert engine.legal(options, state) == (Pass(),)
        state, items = engine.apply(options, state, Pass())
        assert items == ()
    assert engine.over(state)
    assert engine.winners(state) == ()
    assert engine.scores(state) == (0, 0)


@pytest.mark.parametrize(
    ("empty_deck", "moves"),
    [
        ("act_without_draw", {Discard("R1"), Discard("G1"), LayPair(("G1", "R1"))}),
        ("pass_turn", {Pass()}),
    ],
)
def test_what_can_be_done_without_a_draw_hangs_on_the_reading(
    empty_deck: str, moves: set[Action]
) -> None:
    options = Options.model_validate({"empty_deck": empty_deck})
    hands = (frozenset({"R1", "G1"}), frozenset({"R2"}))
    state = engine.start(2)._replace(phase=Phase.DRAW, turn=7, hands=hands)
    state, _ = engine.apply(options, state, Draw(0, None))
    assert set(engine.legal(options, state)) == moves


def test_an_action_that_the_machine_does_not_wait_for_is_a_bug_and_not_a_finding() -> None:
    state, _ = engine.apply(
        Options(), engine.start(2), Deal((("R1", "R2", "R3", "R4"), ("G1", "G2", "G3", "G4")), 0)
    )
    with pytest.raises(ValueError, match="no Discard in the phase draw"):
        engine.violation(Options(), state, Discard("R1"))
    with pytest.raises(ValueError, match="no Close in the phase draw"):
        engine.violation(Options(), state, Close())
