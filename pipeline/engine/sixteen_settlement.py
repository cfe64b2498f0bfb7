"""Settling a hand of Sixteen: ranks, layers of the pot, ties, the bonus. No betting."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from retally.pipeline.engine.base import Violation
from retally.pipeline.engine.sixteen_table import Settle, State, clockwise, numbers_of
from retally.schemas.codes import Code
from retally.schemas.sixteen import TARGET, TOP_HAND, Options

Rank: TypeAlias = tuple[int, int, int]
"""Class (0 bust, 1 not, 2 the top hand), sum, number of cards; the larger wins (3.2)."""


class Layer(NamedTuple):
    """A part of the pot and who can win it: those who paid into it and did not fold (6)."""

    stones: int
    contenders: tuple[int, ...]
    winners: tuple[int, ...]


class Outcome(NamedTuple):
    """How a hand ends, by seat where it says so.

    ``kind`` is folds, showdown or tie; ``pot`` is what is won, without the stones that go
    back to ``back_to`` because nobody called them. ``winners`` take stones of the pot; of a
    tie they are those who tied, and ``rematch`` those who replay it. ``bonus`` is what each
    seat pays to ``bonus_to``, ``owed`` what it owes of its ``stakes``, which are less only
    where the winner was all-in for less.
    """

    kind: str
    pot: int
    winners: tuple[int, ...]
    layers: tuple[Layer, ...]
    shares: tuple[int, ...]
    rematch: tuple[int, ...] = ()
    back: int = 0
    back_to: int | None = None
    bonus: tuple[int, ...] = ()
    owed: tuple[int, ...] = ()
    stakes: tuple[int, ...] = ()
    bonus_to: int | None = None


# Ranks ------------------------------------------------------------------------------------


def rank(options: Options, cards: Sequence[int]) -> Rank:
    """Rank a hand of one to three numbers; the larger rank wins (3.2).

    >>> rank(Options(), (1, 15)) > rank(Options(), (3, 5, 8)) > rank(Options(), (2, 14))
    True
    >>> rank(Options(), (15, 8)) == rank(Options(), (5, 6, 7))
    True
    """
    total = sum(cards)
    if total > TARGET:
        return 0, 0, len(cards) if options.bust_tie == "more_cards_win" else 0  # T13
    if tuple(sorted(cards)) == TOP_HAND:
        return 2, 0, 0
    return 1, total, len(cards)


def rank_of(options: Options, state: State, seat: int) -> Rank:
    """Rank a seat's hand; all of its numbers have to be known."""
    return rank(options, [number for number in numbers_of(state, seat) if number is not None])


def best(options: Options, state: State, seats: Sequence[int]) -> tuple[int, ...]:
    """Give those of some seats who have the best hand, in the order of the seats."""
    ranks = {seat: rank_of(options, state, seat) for seat in seats}
    top = max(ranks.values())
    return tuple(seat for seat in seats if ranks[seat] == top)


def is_top(options: Options, state: State, seat: int) -> bool:
    """Say whether a seat is known to hold 1+15 as exactly two cards (3.2)."""
    known = None not in numbers_of(state, seat)
    return known and rank_of(options, state, seat)[0] == 2


# The outcome ------------------------------------------------------------------------------


def unknown_hands(state: State) -> Iterator[Violation]:
    """Yield each live hand of a showdown of which a number is not known (3.3, 3.8)."""
    for seat in state.live if len(state.live) > 1 else ():
        if None in state.cards[seat]:
            step = state.cards[seat].index(None)
            yield Violation(
                Code.CARD_UNKNOWN_AT_SHOWDOWN, "3.8", seat, ("steps", step, "cards"),
                expected="a number", words={"step": step + 1},
            )  # fmt: skip


def outcome(options: Options, state: State, action: Settle) -> Outcome:
    """Say how a hand ends whose betting is over and whose cards are known (3.3, 3.5, 6)."""
    if state.one_left:
        return _by_folds(options, state, action)
    back_to, back = _not_called(state)
    paid = _paid(state, back_to, back)
    top = best(options, state, state.live)
    all_in = any(state.stacks[seat] == 0 for seat in state.live)
    if len(top) > 1 and options.tie_resolution == "rematch" and not all_in:
        again = top if options.rematch_participants == "tied_only" else state.live  # T10
        nothing = (0,) * state.seats
        return Outcome("tie", state.pot, top, (), nothing, rematch=again)
    layers = _layers(options, state, paid)
    shares = _shares(state, layers)
    winners = tuple(seat for seat in range(state.seats) if shares[seat])
    ended = Outcome("showdown", state.pot - back, winners, layers, shares, (), back, back_to)
    return _with_bonus(options, state, ended, top[0]) if len(top) == 1 else ended


def _by_folds(options: Options, state: State, action: Settle) -> Outcome:
    """The last one takes everything; a bonus only where showing brings it (3.3, T17)."""
    winner = state.live[0]
    shares = tuple(state.pot if seat == winner else 0 for seat in range(state.seats))
    layers = (Layer(state.pot, (winner,), (winner,)),)
    ended = Outcome("folds", state.pot, (winner,), layers, shares)
    shown = options.bonus_when_unshown == "if_shown" and winner in (action.shown or ())
    return _with_bonus(options, state, ended, winner) if shown else ended


def _not_called(state: State) -> tuple[int | None, int]:
    """Give who put in more than anybody else in this hand, and how much more (6)."""
    paid = _paid(state)
    most, second = sorted(paid, reverse=True)[:2]
    return (paid.index(most), most - second) if most > second else (None, 0)


def uncalled(state: State) -> int:
    """Give the stones of the highest contribution to a hand that nobody matched (6)."""
    return _not_called(state)[1]


def _paid(state: State, back_to: int | None = None, back: int = 0) -> tuple[int, ...]:
    """Give what each seat put in during this hand, antes included, without what goes back."""
    return tuple(
        ante + bet - (back if seat == back_to else 0)
        for seat, (ante, bet) in enumerate(zip(state.antes, state.bets, strict=True))
    )


def _layers(options: Options, state: State, paid: tuple[int, ...]) -> tuple[Layer, ...]:
    """Cut the pot where a live player's stones end, the carried pot going with the first (6).

    Where the winner takes all, the pot is one layer for all live players (T7).
    """
    levels = sorted({paid[seat] for seat in state.live})
    if options.all_in == "winner_takes_all":
        levels = levels[-1:]
    layers: list[Layer] = []
    below = 0
    for level in levels:
        top = max(paid) if level == levels[-1] else level
        stones = sum(min(stake, top) - min(stake, below) for stake in paid)
        stones += 0 if layers else state.carried
        contenders = tuple(seat for seat in state.live if paid[seat] >= level)
        contenders = state.live if options.all_in == "winner_takes_all" else contenders
        layers.append(Layer(stones, contenders, best(options, state, contenders)))
        below = level
    return tuple(layers)


def _shares(state: State, layers: Sequence[Layer]) -> tuple[int, ...]:
    """Share each layer evenly, odd stones one by one clockwise from the dealer (6)."""
    shares = [0] * state.seats
    for layer in layers:
        even, odd = divmod(layer.stones, len(layer.winners))
        for place, seat in enumerate(clockwise(state, layer.winners)):
            shares[seat] += even + (place < odd)
    return tuple(shares)


# The bonus --------------------------------------------------------------------------------


def _with_bonus(options: Options, state: State, ended: Outcome, winner: int) -> Outcome:
    """Add what the others pay when the best hand is 1+15 (3.5, T14 to T18, 6)."""
    if not is_top(options, state, winner):
        return ended
    payers = _participants(options, state)
    if options.bonus_payers == "remaining_only":  # T14
        payers = state.live
    put_in = _stakes(options, state, ended)
    stakes = tuple(
        stake if seat in payers and seat != winner else 0 for seat, stake in enumerate(put_in)
    )
    all_in = state.stacks[winner] == 0 and ended.kind == "showdown"
    owed = tuple(min(stake, put_in[winner]) if all_in else stake for stake in stakes)
    bonus = owed
    if options.bonus_shortfall == "pay_rest":  # T18
        bonus = tuple(min(due, _purse(state, ended, seat)) for seat, due in enumerate(owed))
    return ended._replace(bonus=bonus, owed=owed, stakes=stakes, bonus_to=winner)


def _participants(options: Options, state: State) -> tuple[int, ...]:
    """List who took part, of the whole chain where the bonus goes so far back (T14, T16)."""
    if options.bonus_scope == "whole_chain" and state.chain:
        return tuple(sorted(state.chain.players | set(state.players)))
    return state.players


def _stakes(options: Options, state: State, ended: Outcome) -> tuple[int, ...]:
    """Give the stones that a bonus repeats, by seat (T15, T16)."""
    stakes = list(state.bets)
    if ended.back_to is not None:
        stakes[ended.back_to] -= ended.back
    if options.bonus_base == "bets_and_ante":
        stakes = [bet + ante for bet, ante in zip(stakes, state.antes, strict=True)]
    if options.bonus_scope == "whole_chain" and state.chain:
        before = [state.chain.bets]
        if options.bonus_base == "bets_and_ante":
            before.append(state.chain.antes)
        stakes = [sum(entries) for entries in zip(stakes, *before, strict=True)]
    return tuple(stakes)


def _purse(state: State, ended: Outcome, seat: int) -> int:
    """Give the stones that a payer has once the pot is paid out (T18)."""
    came_back = ended.back if seat == ended.back_to else 0
    return max(0, state.stacks[seat] + came_back + ended.shares[seat])


# What is to be said -----------------------------------------------------------------------


def settle_remarks(options: Options, state: State, action: Settle) -> Iterator[Violation]:
    """Yield what is to be said of a settlement: what had to be assumed, or is rare (6)."""
    ended = outcome(options, state, action)
    yield from _shown_remarks(state, ended, action)
    if ended.back_to is not None:
        yield Violation(Code.UNCALLED_BACK, "6", ended.back_to, recorded=ended.back)
    if len(ended.layers) > 1:
        stones = [layer.stones for layer in ended.layers]
        words = {"layers": " + ".join(map(str, stones))}
        yield Violation(Code.SIDE_POTS, "T7", recorded=stones, words=words)
    for layer in ended.layers:
        if len(layer.winners) > 1:
            seats = [seat + 1 for seat in layer.winners]
            yield Violation(Code.POT_SHARED, "6", expected=seats, recorded=layer.stones)
    yield from _bonus_remarks(options, state, ended)


def _shown_remarks(state: State, ended: Outcome, action: Settle) -> Iterator[Violation]:
    if action.shown is None:
        return
    if ended.kind == "folds" and ended.winners[0] in action.shown:
        yield Violation(Code.SHOWN_UNASKED, "T17", ended.winners[0])
    for seat in state.live if ended.kind != "folds" else ():
        if seat not in action.shown:
            yield Violation(Code.NOT_SHOWN, "3.3", seat)


def _bonus_remarks(options: Options, state: State, ended: Outcome) -> Iterator[Violation]:
    if ended.bonus_to is None:
        return
    if state.chain is not None:
        yield Violation(Code.BONUS_IN_REMATCH, "T16", ended.bonus_to, expected=options.bonus_scope)
    for seat, owed in enumerate(ended.owed):
        if owed < ended.stakes[seat]:
            yield Violation(
                Code.BONUS_LIMITED, "6", seat, expected=ended.stakes[seat], recorded=owed
            )
        if owed > _purse(state, ended, seat):
            pays = ended.bonus[seat]
            yield Violation(Code.BONUS_SHORT, "T18", seat, expected=owed, recorded=pays)
