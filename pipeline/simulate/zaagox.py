"""Zaägox played by four kinds of players: random, quick, a collector, and one who never calls."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from retally.pipeline.engine import zaagox as engine
from retally.pipeline.engine.zaagox_allowed import needed_aging
from retally.pipeline.engine.zaagox_scoring import set_score
from retally.pipeline.engine.zaagox_table import (
    Action,
    Age,
    Claim,
    Close,
    Deal,
    Discard,
    Draw,
    LayPair,
    Pass,
    Phase,
    State,
    Store,
    pair_with,
)
from retally.schemas.zaagox import DECK, HAND_CARDS, STORED_TO_WIN, Options, face

Chooses: TypeAlias = Callable[[Random, Options, State, int, Sequence[Action]], Action]
"""Which of the legal moves a seat makes; for a call of Da, Close stands for silence."""


def _random(
    dice: Random, options: Options, table: State, seat: int, moves: Sequence[Action]
) -> Action:
    return dice.choice(moves)


def _quick(
    dice: Random, options: Options, table: State, seat: int, moves: Sequence[Action]
) -> Action:
    """Finish what is nearest to its end; call whenever it can be done."""
    return min(moves, key=lambda move: (_left_to_do(options, table, seat, move), dice.random()))


def _collector(
    dice: Random, options: Options, table: State, seat: int, moves: Sequence[Action]
) -> Action:
    """Play quickly, but store the card that makes the set most various."""
    if isinstance(moves[0], Store):
        return max(moves, key=lambda move: _variety(options, table, seat, move))
    return _quick(dice, options, table, seat, moves)


def _silent(
    dice: Random, options: Options, table: State, seat: int, moves: Sequence[Action]
) -> Action:
    """Play quickly, but never call Da."""
    own = [move for move in moves if not isinstance(move, Claim)]
    return _quick(dice, options, table, seat, own)


STRATEGIES: dict[str, Chooses] = {
    "random": _random,
    "quick": _quick,
    "collector": _collector,
    "silent": _silent,
}
"""How a player can play, by name."""

FEWEST_PLAYERS, MOST_PLAYERS = 2, 8
MOST_TURNS = 300
"""With many players nobody may be able to finish any more (rules 4.8): so long is waited."""

_DISCARD, _SILENCE = 20, 10


def _left_to_do(options: Options, table: State, seat: int, move: Action) -> int:
    """How far a move leaves its pair from being complete, in aging cards; the less the better."""
    match move:
        case Age(card, on):
            pair = pair_with(table, seat, on)
            assert pair is not None, "a legal move has its pair"
            partners = sum(_number(options, card) == _number(options, c) for c in table.hands[seat])
            left = needed_aging(options, pair.cards) - len(pair.aging) - 1
            return 2 * left + partners - 1
        case LayPair(cards):
            return needed_aging(options, cards)
        case Claim():
            return 0
        case Discard(card):
            return _DISCARD + sum(
                _number(options, card) == _number(options, c) for c in table.hands[seat]
            )
    return _SILENCE


def _number(options: Options, card: str) -> int | None:
    return face(options, card).number


def _variety(options: Options, table: State, seat: int, move: Action) -> tuple[int, int]:
    assert isinstance(move, Store), "only a card to store makes a set"
    assert move.card is not None, "a player says what is stored"
    cards = (*table.stored[seat], move.card)
    worked = set_score(options, cards)
    return sum(worked.kinds[:3]), worked.score


def game(
    dice: Random,
    options: Options,
    players: tuple[str, ...],
    strategies: tuple[str, ...],
    full: bool = False,
) -> dict[str, Any]:
    """Play a game to its end; give what its log has beside the envelope, claims and all.

    A player and a strategy a seat; the same dice give the same game. A game that nobody can
    finish any more is dealt anew. ``full`` adds the central deck.
    """
    while True:
        deal = _deal(dice, len(players))
        state, turns = _played(dice, options, deal, players, strategies)
        if engine.over(state):
            break
    log: dict[str, Any] = {"first": players[deal.first], "hands": deal.hands}
    if full:
        log["central"] = deal.central
    return {**log, "turns": turns, "recorded": _claims(options, state, players)}


def _played(
    dice: Random,
    options: Options,
    deal: Deal,
    players: tuple[str, ...],
    strategies: tuple[str, ...],
) -> tuple[State, list[dict[str, Any]]]:
    state, _ = engine.apply(options, engine.start(len(players)), deal)
    turns: list[dict[str, Any]] = []
    while not engine.over(state) and len(turns) < MOST_TURNS:
        state, turn = _turn(dice, options, state, players, strategies)
        turns.append(turn)
    return state, turns


def _claims(options: Options, state: State, players: tuple[str, ...]) -> dict[str, Any]:
    if state.winner is None:
        return {"winner": None}
    assert len(state.stored[state.winner]) == STORED_TO_WIN, "four cards win (4.4)"
    return {
        "winner": players[state.winner],
        "stored": state.stored[state.winner],
        "score": engine.set_points(options, state),
    }


def _deal(dice: Random, seats: int) -> Deal:
    """Shuffle the 36 cards and deal four to each seat (4.2)."""
    cards = list(DECK)
    dice.shuffle(cards)
    dealt = HAND_CARDS * seats
    hands = tuple(tuple(sorted(cards[seat:dealt:seats])) for seat in range(seats))
    return Deal(hands, dice.randrange(seats), tuple(cards[dealt:]))


def _turn(
    dice: Random,
    options: Options,
    state: State,
    players: tuple[str, ...],
    strategies: tuple[str, ...],
) -> tuple[State, dict[str, Any]]:
    """Play one turn with all that hangs on it; give it as the log has it."""
    (draw,) = engine.legal(options, state)
    assert isinstance(draw, Draw), "a turn starts with a draw (4.3)"
    state, _ = engine.apply(options, state, draw)
    seat = state.active
    act = _chosen(dice, options, state, seat, strategies, engine.legal(options, state))
    state, _ = engine.apply(options, state, act)
    turn = {"player": players[seat], "draw": draw.card, **_written(act)}
    if state.phase is Phase.CLAIM:
        state, calls = _calls(dice, options, state, strategies)
        state, _ = engine.apply(options, state, Close())
        if calls:
            turn["da"] = [{"player": players[call.seat], "with": call.card} for call in calls]
    if state.complete is not None:
        moves = engine.legal(options, state)
        kept = _chosen(dice, options, state, state.complete.seat, strategies, moves)
        assert isinstance(kept, Store), "the owner of a complete pair stores a card"
        state, _ = engine.apply(options, state, kept)
        turn["store"] = kept.card
    return state, turn


def _written(act: Action) -> dict[str, Any]:
    match act:
        case Discard(card):
            return {"discard": card}
        case LayPair(cards):
            return {"pair": cards}
        case Age(card, on):
            return {"age": card, "on": on}
        case Pass():
            return {"pass": True}
    raise TypeError(f"{act} is no action of a turn (4.3)")


def _calls(
    dice: Random, options: Options, state: State, strategies: tuple[str, ...]
) -> tuple[State, list[Claim]]:
    """Ask everyone in any order whether he calls Da (4.3, DA_WINDOW)."""
    seats = list(range(state.seats))
    dice.shuffle(seats)
    calls: list[Claim] = []
    for seat in seats:
        own = [
            move
            for move in engine.legal(options, state)
            if isinstance(move, Close) or (isinstance(move, Claim) and move.seat == seat)
        ]
        called = _chosen(dice, options, state, seat, strategies, own)
        if isinstance(called, Claim):
            state, _ = engine.apply(options, state, called)
            calls.append(called)
    return state, calls


def _chosen(
    dice: Random,
    options: Options,
    state: State,
    seat: int,
    strategies: tuple[str, ...],
    moves: Sequence[Action],
) -> Action:
    return STRATEGIES[strategies[seat]](dice, options, state, seat, moves)
