"""Zaägox by the rule sheet: clear, slow, the law. Reads no file, draws no card.

What a table is stands in ``zaagox_table``, what is allowed at it in ``zaagox_allowed``, what
a set of cards is worth in ``zaagox_scoring``; here is what follows from an action.
"""

from collections.abc import Iterator

from retally.pipeline.engine.base import ScoreItem
from retally.pipeline.engine.zaagox_allowed import (
    legal,
    needed_aging,
    start_violations,
    violation,
    violations,
    why_over,
)
from retally.pipeline.engine.zaagox_scoring import set_score
from retally.pipeline.engine.zaagox_table import (
    Action,
    Age,
    Calling,
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
    discarded,
    masked,
    pair_with,
    shown,
    start,
    taken_up,
    unveiled,
    with_pairs,
    with_stored,
)
from retally.schemas.told import told
from retally.schemas.zaagox import MASKED, STORED_TO_WIN, Options, central_cards

__all__ = (
    "apply",
    "da_winner",
    "legal",
    "over",
    "returned",
    "scores",
    "set_points",
    "start",
    "start_violations",
    "violation",
    "violations",
    "why_going_on",
    "why_over",
    "winners",
)


def apply(options: Options, state: State, action: Action) -> tuple[State, tuple[ScoreItem, ...]]:
    """Say what follows from a legal action: the next state and its score items."""
    match action:
        case Store(card):
            assert card is not None, "a missing choice is a violation, not a play"
            return _store(options, state, card)
        case Deal():
            return _deal(state, action), ()
        case Draw():
            return _draw(state, action), ()
        case Claim():
            return state._replace(calls=(*state.calls, Calling(*action))), ()
        case Close():
            return _close(options, state), ()
        case Discard(card):
            left = shown(state, state.active, card)
            return left._replace(discards=(card,), phase=Phase.CLAIM, passes=0), ()
        case LayPair(cards):
            left = shown(shown(state, state.active, cards[0]), state.active, cards[1])
            return _laid(options, left, state.active, cards, state.active), ()
        case Age():
            return _age(options, state, action), ()
        case Pass():
            return _pass(options, state), ()


def _deal(state: State, deal: Deal) -> State:
    unknown = (None,) * central_cards(state.seats)
    return state._replace(
        phase=Phase.DRAW,
        turn=1,
        active=deal.first,
        hands=tuple(frozenset(hand) for hand in deal.hands),
        deck=unknown if deal.central is None else deal.central,
    )


def _draw(state: State, draw: Draw) -> State:
    """Put the open discard under the deck and take its top card (4.3)."""
    pile = state.pile
    state = state._replace(phase=Phase.ACT, deck=pile[1:], discards=(), drew=bool(pile))
    if draw.card is None:
        return state
    if isinstance(pile[0], int):
        state = unveiled(state, pile[0], draw.card)
    return taken_up(state, draw.seat, draw.card)._replace(drawn=state.drawn + 1)


def _age(options: Options, state: State, action: Age) -> State:
    """Lay a card on a pair; with the last one due the pair is complete (4.3 C)."""
    seat = state.active
    pair = pair_with(state, seat, action.on)
    assert pair is not None, "aging needs an open pair"
    laid: str | int = action.card
    if action.card == MASKED:
        state, laid = masked(state, seat)
    else:
        state = shown(state, seat, action.card)
    aged = pair._replace(aging=(*pair.aging, laid))
    others = tuple(other for other in state.pairs[seat] if other != pair)
    state = state._replace(passes=0, follows=seat)
    if len(aged.aging) >= needed_aging(options, pair.cards):
        state = with_pairs(state, seat, others)
        return state._replace(phase=Phase.STORE, complete=Complete(seat, aged))
    return _next(options, with_pairs(state, seat, (*others, aged)), seat)


def _laid(options: Options, state: State, seat: int, cards: tuple[str, str], follows: int) -> State:
    """Open a pair; one that needs no aging cards is complete at once (4.3 B, Z5)."""
    state = state._replace(discards=(), calls=(), passes=0, follows=follows)
    if needed_aging(options, cards) == 0:
        return state._replace(phase=Phase.STORE, complete=Complete(seat, Pair(cards)))
    return _next(options, with_pairs(state, seat, (*state.pairs[seat], Pair(cards))), follows)


def da_winner(options: Options, state: State) -> Calling | None:
    """Say which of the Da called has the discard (4.3, Z12)."""
    if options.da_conflict == "first_call" or not state.calls:
        return state.calls[0] if state.calls else None
    step = _step(options)
    return min(state.calls, key=lambda call: (call.seat - state.active) * step % state.seats)


def _close(options: Options, state: State) -> State:
    """End the window: a claimer lays the discard and the card called as a pair (4.3)."""
    call = da_winner(options, state)
    if call is None:
        return _next(options, state, state.active)
    follows = call.seat if options.da_next_turn == "after_claimer" else state.active  # Z11
    left = shown(state, call.seat, call.card)
    return _laid(options, left, call.seat, (discarded(state), call.card), follows)


def _store(options: Options, state: State, card: str) -> tuple[State, tuple[ScoreItem, ...]]:
    """Store a card, put the others back, and look whether that is the end (4.3, 4.4)."""
    assert state.complete is not None, "a card is stored of a complete pair"
    seat, pair = state.complete
    back = returned(options, pair, card)
    state = with_stored(state, seat, card)._replace(complete=None)
    if options.return_place == "on_discard":  # Z15
        state = state._replace(discards=back)
    else:
        state = state._replace(deck=state.deck + back)
    if len(state.stored[seat]) < STORED_TO_WIN:
        return _next(options, state, state.follows), ()
    items = tuple(_score_items(options, state, seat))
    points = tuple(
        sum(item.points for item in items if item.seat == owner) for owner in range(state.seats)
    )
    return state._replace(phase=Phase.OVER, winner=seat, points=points), items


def returned(options: Options, pair: Pair, kept: str) -> tuple[str | int, ...]:
    """List the cards of a complete pair that go back, in the order they go (4.3, Z14)."""
    other = pair.cards[0] if kept == pair.cards[1] else pair.cards[1]
    if options.return_order == "pair_then_aging":
        return (other, *pair.aging)
    return (*pair.aging, other)


def _score_items(options: Options, state: State, winner: int) -> Iterator[ScoreItem]:
    """Itemise what the winner's set brings, step by step, or who pays for it (4.5, Z22)."""
    worked = set_score(options, state.stored[winner])
    if options.loser_score == "zero":
        for part, points in worked.items:
            yield ScoreItem(1, state.turn, winner, part, points)
        return
    for seat in range(state.seats):
        if seat != winner:
            yield ScoreItem(1, state.turn, seat, "pays_winner", -worked.score)
            yield ScoreItem(1, state.turn, winner, "paid_by_loser", worked.score)


def _pass(options: Options, state: State) -> State:
    """Do nothing; a full circle of passes ends the game without a winner (Z16)."""
    state = state._replace(passes=state.passes + 1)
    if state.passes == state.seats:
        return state._replace(phase=Phase.OVER)
    return _next(options, state, state.active)


def _next(options: Options, state: State, after: int) -> State:
    """Go on with the seat after this one (4.3, Z17), unless the empty deck ends it (Z16)."""
    if options.empty_deck == "void_game" and not state.pile:
        return state._replace(phase=Phase.OVER, calls=())
    active = (after + _step(options)) % state.seats
    return state._replace(phase=Phase.DRAW, turn=state.turn + 1, active=active, calls=())


def _step(options: Options) -> int:
    return 1 if options.direction == "as_listed" else -1  # Z17


# How it stands ----------------------------------------------------------------------------


def over(state: State) -> bool:
    """Say whether the game has ended."""
    return state.phase is Phase.OVER


def scores(state: State) -> tuple[int, ...]:
    """Give the points by seat: nobody has any before the end (4.4)."""
    return state.points


def winners(state: State) -> tuple[int, ...]:
    """Give the winning seat; none while the game goes on, or when it ended without (Z16)."""
    return () if state.winner is None else (state.winner,)


def set_points(options: Options, state: State) -> int | None:
    """Give what the winner's set is worth, whoever gets the points; None without a winner."""
    return None if state.winner is None else set_score(options, state.stored[state.winner]).score


def why_going_on(state: State) -> str:
    """Say in words why the game has not ended (4.4)."""
    most = max(len(cards) for cards in state.stored)
    return told("nobody has four stored cards, the most are {most}", most=most)
