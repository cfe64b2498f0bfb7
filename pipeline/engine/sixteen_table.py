"""The table of Sixteen: its actions, its state, and what can be read off it. No judgement."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal, NamedTuple, TypeAlias

from retally.schemas.sixteen import Options

Card: TypeAlias = int | None
"""What a step brought a player: a number, ``STAYED``, or None where nobody wrote it down."""
STAYED = 0
How = Literal["take", "stay", "untold"]
Verb = Literal["check", "bet", "call", "raise", "fold"]


class Ante(NamedTuple):
    """A hand begins: every participant pays one stone (3.3, ANTE).

    ``players`` None stands for all who own a stone, in a rematch for those who are due.
    """

    dealer: int
    players: tuple[int, ...] | None = None
    rematch: bool = False


class Draw(NamedTuple):
    """A card is dealt or offered (3.3, DEAL1 and OFFER).

    ``how`` is untold where the log does not say whether the player took; ``card`` is the
    number taken, or None where it was not seen.
    """

    seat: int
    how: How
    card: int | None = None


class Bet(NamedTuple):
    """A player acts in a betting round (3.4); ``stones`` of a raise are those above the call."""

    seat: int
    verb: Verb
    stones: int = 0


class Settle(NamedTuple):
    """The hand is settled: the pot, and a bonus where one is due (3.3, SHOWDOWN, WIN_FOLD).

    ``shown`` are the seats that turned cards up, or None where the log does not say.
    """

    shown: tuple[int, ...] | None = None


Action: TypeAlias = Ante | Draw | Bet | Settle


class Phase(StrEnum):
    """The states of the machine (3.3); REMATCH is an ANTE while ``State.rematch`` is due."""

    ANTE = "ante"
    CARDS = "cards"
    BETS = "bets"
    SETTLE = "settle"


class Betting(NamedTuple):
    """A betting round (3.4): who is still to act, in order, and what each seat put in.

    ``opener`` was asked first; ``last_rise`` are the stones of the last bet or raise.
    """

    waiting: tuple[int, ...]
    paid: tuple[int, ...]
    opener: int | None = None
    last_rise: int = 0
    raises: int = 0
    called: frozenset[int] = frozenset()
    checked: frozenset[int] = frozenset()

    @property
    def highest(self) -> int:
        """The highest contribution of this round, B in the rules."""
        return max(self.paid)


class Chain(NamedTuple):
    """The tied hands whose pot is still out: what each seat bet and paid as ante in them."""

    bets: tuple[int, ...]
    antes: tuple[int, ...]
    players: frozenset[int]


class State(NamedTuple):
    """A session of Sixteen; seats count from 0, hands and steps from 1, 0 before the first.

    ``players`` put in an ante and ``live`` have not folded, both in seat order. ``cards``
    has an entry a step for each seat; ``asked`` were dealt to or offered a card in this
    step. ``antes`` and ``bets`` are what each seat put in during this hand, ``carried`` is
    the pot of the tied hands before, ``chain`` what stands behind it. ``rematch`` are those
    who have to replay a tie. ``regular_dealer`` dealt the last hand that is no rematch, and
    ``last_winners`` won the last settled one.
    """

    stacks: tuple[int, ...]
    phase: Phase = Phase.ANTE
    hand: int = 0
    step: int = 0
    dealer: int = 0
    players: tuple[int, ...] = ()
    live: tuple[int, ...] = ()
    cards: tuple[tuple[Card, ...], ...] = ()
    asked: frozenset[int] = frozenset()
    antes: tuple[int, ...] = ()
    bets: tuple[int, ...] = ()
    betting: Betting | None = None
    carried: int = 0
    chain: Chain | None = None
    rematch: tuple[int, ...] = ()
    regular_dealer: int | None = None
    last_winners: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        """How many players sit at the table."""
        return len(self.stacks)

    @property
    def pot(self) -> int:
        """Every stone in the middle, P in the rules."""
        return self.carried + sum(self.antes) + sum(self.bets)

    @property
    def one_left(self) -> bool:
        """Whether all but one of a hand's participants have folded."""
        return len(self.live) == 1


def start(stones: Iterable[int]) -> State:
    """Set the table before the first hand, with the stacks by seat."""
    stacks = tuple(stones)
    nothing = (0,) * len(stacks)
    return State(stacks, cards=((),) * len(stacks), antes=nothing, bets=nothing)


def with_entry(entries: tuple[int, ...], seat: int, entry: int) -> tuple[int, ...]:
    """Give these entries with another one at a seat."""
    return (*entries[:seat], entry, *entries[seat + 1 :])


def numbers_of(state: State, seat: int) -> tuple[int | None, ...]:
    """Give a seat's hand: its numbers in the order they came, None for one not known.

    >>> numbers_of(State((9, 9), cards=((7, STAYED, 8), (3, None))), 0)
    (7, 8)
    """
    return tuple(card for card in state.cards[seat] if card != STAYED)


def clockwise(state: State, seats: Iterable[int], start: int | None = None) -> tuple[int, ...]:
    """Sort seats clockwise from the dealer, or from another seat, that seat first."""
    origin = state.dealer if start is None else start
    return tuple(sorted(seats, key=lambda seat: (seat - origin) % state.seats))


def in_turn(state: State) -> tuple[int, ...]:
    """List the live players clockwise from the first actor (3.3).

    The dealer acts first; when he folded or does not take part, the next live player
    clockwise (T8, 6), which is the same before every betting round.
    """
    return clockwise(state, state.live)


def due_of(state: State, seat: int) -> int:
    """Give what a call costs a seat, c in the rules; more than its stack is an all-in."""
    return state.betting.highest - state.betting.paid[seat] if state.betting else 0


def asked_to_act(state: State) -> int | None:
    """Give the seat whose turn it is to bet, or None when no betting round is open."""
    return state.betting.waiting[0] if state.phase is Phase.BETS and state.betting else None


def cap(options: Options, pot: int, due: int) -> int:
    """Give the most stones that a bet, or a raise above the call, may be (3.4, T1, T2).

    ``pot`` is everything in the middle and ``due`` the price of the call, both before the
    action. 0 means that no raise is possible.

    >>> [cap(Options(raise_cap_base=base), 9, 3)
    ...  for base in ("pot_after_call", "pot_before_call", "total_put_in")]
    [6, 4, 1]
    """
    match options.raise_cap_base:
        case "pot_after_call":
            return _half(options, pot + due)
        case "pot_before_call":
            return _half(options, pot)
        case "total_put_in":
            return max(0, _half(options, pot) - due)


def _half(options: Options, stones: int) -> int:
    return stones // 2 if options.cap_rounding == "floor" else (stones + 1) // 2  # T2


def least_raise(options: Options, state: State) -> int:
    """Give the fewest stones that a raise may be (T3)."""
    if options.min_raise == "previous_raise" and state.betting:
        return max(1, state.betting.last_rise)
    return 1
