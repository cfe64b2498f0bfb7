"""What lies where on a Zaägox table, what can be done at it, what is known. No rule of play."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from retally.schemas.told import told
from retally.schemas.zaagox import DECK

Spot: TypeAlias = str | int | None
"""A card of the deck: its id, the number of a veil (an aging card not seen), or None: unknown."""


class Phase(StrEnum):
    """The states of the machine (rules 4.3); TURN_START passes within a draw."""

    DEAL = "deal"
    DRAW = "draw"
    ACT = "act"
    CLAIM = "claim"
    STORE = "store"
    OVER = "over"


class Pair(NamedTuple):
    """An open pair and the aging cards on it, the oldest first."""

    cards: tuple[str, str]
    aging: tuple[str | int, ...] = ()


class Veil(NamedTuple):
    """An aging card that the log masks: whose it was, and which cards it can be."""

    number: int
    seat: int
    cards: frozenset[str]


class Calling(NamedTuple):
    """A Da that stands: the seat that called it and its own card."""

    seat: int
    card: str


class Complete(NamedTuple):
    """A complete pair whose owner now names the card that is stored."""

    seat: int
    pair: Pair


class State(NamedTuple):
    """A table of Zaägox; seats count from 0, ``turn`` from 1: the one being played.

    ``hands`` hold every card that can be in a hand: as many too many as ``veils`` of its seat,
    for a masked aging card is one of them. ``deck`` is the central deck from the top.
    ``discards`` lie open and go under it when the next turn starts; more than one only where
    returned cards go there (Z15). ``follows`` is the seat after which the game goes on.
    """

    seats: int
    points: tuple[int, ...]
    phase: Phase = Phase.DEAL
    turn: int = 0
    active: int = 0
    hands: tuple[frozenset[str], ...] = ()
    pairs: tuple[tuple[Pair, ...], ...] = ()
    stored: tuple[tuple[str, ...], ...] = ()
    discards: tuple[Spot, ...] = ()
    deck: tuple[Spot, ...] = ()
    veils: tuple[Veil, ...] = ()
    veils_laid: int = 0
    calls: tuple[Calling, ...] = ()
    complete: Complete | None = None
    follows: int = 0
    drew: bool = False
    drawn: int = 0
    passes: int = 0
    winner: int | None = None

    @property
    def pile(self) -> tuple[Spot, ...]:
        """The cards that can be drawn: the deck, and under it what lies open (4.3)."""
        return self.deck + self.discards


class Deal(NamedTuple):
    """The game begins (4.2): four cards a seat, the deck from the top where it is known."""

    hands: tuple[tuple[str, ...], ...]
    first: int
    central: tuple[str, ...] | None = None


class Draw(NamedTuple):
    """A turn starts and its player draws (4.3); None: there is no card to draw (Z16)."""

    seat: int
    card: str | None


class Discard(NamedTuple):
    """The player lays a card open beside the deck (4.3 A)."""

    card: str


class LayPair(NamedTuple):
    """The player lays two cards as a pair (4.3 B)."""

    cards: tuple[str, str]


class Age(NamedTuple):
    """The player lays a card, or a masked one, on the pair that ``on`` is of (4.3 C)."""

    card: str
    on: str


class Pass(NamedTuple):
    """The player does nothing (Z16)."""


class Claim(NamedTuple):
    """A seat calls Da with a card of its own (4.3, DA_WINDOW)."""

    seat: int
    card: str


class Close(NamedTuple):
    """Nobody else calls Da: the next turn is about to start (4.3)."""


class Store(NamedTuple):
    """The owner of a complete pair names the card that is kept; None: not said (Z9)."""

    card: str | None


Action: TypeAlias = Deal | Draw | Discard | LayPair | Age | Pass | Claim | Close | Store


def start(seats: int) -> State:
    """Set the table before the deal."""
    empty: tuple[tuple[()], ...] = ((),) * seats
    return State(seats, (0,) * seats, hands=(frozenset(),) * seats, pairs=empty, stored=empty)


def discarded(state: State) -> str:
    """Give the card that was discarded in this turn (4.3 A)."""
    card = state.discards[0]
    assert isinstance(card, str), "a discard lies open"
    return card


def hand_size(state: State, seat: int) -> int:
    """How many cards a seat really holds."""
    return len(state.hands[seat]) - sum(veil.seat == seat for veil in state.veils)


def in_hand(state: State, seat: int, card: str) -> bool:
    """Say whether a seat can hold a card, as far as the log lets anybody know."""
    hand = state.hands[seat]
    return card in hand and _fits(hand - {card}, _veils_of(state, seat))


def playable(state: State, seat: int) -> list[str]:
    """List the cards that a seat can play, sorted."""
    return sorted(card for card in state.hands[seat] if in_hand(state, seat, card))


def can_be(state: State, number: int) -> frozenset[str]:
    """List the cards that a veil can be."""
    veil = next(veil for veil in state.veils if veil.number == number)
    others = tuple(other for other in _veils_of(state, veil.seat) if other != veil)
    hand = state.hands[veil.seat]
    return frozenset(card for card in veil.cards & hand if _fits(hand - {card}, others))


def _veils_of(state: State, seat: int) -> tuple[Veil, ...]:
    return tuple(veil for veil in state.veils if veil.seat == seat)


def _fits(hand: frozenset[str], veils: Iterable[Veil]) -> bool:
    """Say whether each veil of a seat can be another card of these.

    A later veil can be all that an earlier one can, so counting up is enough.
    """
    return all(len(veil.cards & hand) > index for index, veil in enumerate(veils))


def shown(state: State, seat: int, card: str) -> State:
    """Take a card out of a hand, seen by everyone."""
    veils = tuple(
        veil._replace(cards=veil.cards - {card}) if veil.seat == seat else veil
        for veil in state.veils
    )
    return _with_hand(state, seat, state.hands[seat] - {card})._replace(veils=veils)


def masked(state: State, seat: int) -> tuple[State, int]:
    """Take a card out of a hand that nobody saw; give the number of its veil."""
    number = state.veils_laid
    veils = (*state.veils, Veil(number, seat, state.hands[seat]))
    return state._replace(veils=veils, veils_laid=number + 1), number


def unveiled(state: State, number: int, card: str) -> State:
    """Learn which card a veil was."""
    veil = next(veil for veil in state.veils if veil.number == number)
    state = state._replace(veils=tuple(other for other in state.veils if other != veil))
    return shown(state, veil.seat, card)


def taken_up(state: State, seat: int, card: str) -> State:
    """Put a card into a hand."""
    return _with_hand(state, seat, state.hands[seat] | {card})


def _with_hand(state: State, seat: int, hand: frozenset[str]) -> State:
    return state._replace(hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


def with_pairs(state: State, seat: int, pairs: tuple[Pair, ...]) -> State:
    """Give a seat these open pairs."""
    return state._replace(pairs=(*state.pairs[:seat], pairs, *state.pairs[seat + 1 :]))


def with_stored(state: State, seat: int, card: str) -> State:
    """Put a card to those that a seat has stored."""
    stored = (*state.stored[seat], card)
    return state._replace(stored=(*state.stored[:seat], stored, *state.stored[seat + 1 :]))


def pair_with(state: State, seat: int, card: str) -> Pair | None:
    """Find the open pair of a seat that this card belongs to."""
    return next((pair for pair in state.pairs[seat] if card in pair.cards), None)


def unknown_cards(state: State) -> frozenset[str]:
    """List the cards that nobody has seen: they lie where the deck is unknown."""
    pairs = [pair for of_seat in state.pairs for pair in of_seat]
    seen = {*state.deck, *state.discards}.union(
        *state.hands,
        *state.stored,
        *(pair.cards for pair in pairs),
        *(pair.aging for pair in pairs),
    )
    return frozenset(card for card in DECK if card not in seen)


def called(seat: int) -> str:
    """Call a seat in a text of the engine, for whoever knows the players' names.

    >>> f"the turn of {called(1)}".format(seats=("ann", "bo"))
    'the turn of bo'
    """
    return f"{{seats[{seat}]}}"


def whereabouts(state: State, card: str) -> str:
    """Say where a card lies, as far as it is known."""
    for seat in range(state.seats):
        if place := _at_seat(state, seat, card):
            return place
    if card in state.discards:
        return told("the open discard")
    if card in state.deck:
        below = state.deck.index(card)
        return told("in the central deck, {below} below the top", below=below)
    return told("not seen yet: it is in the central deck")


def _at_seat(state: State, seat: int, card: str) -> str | None:
    if card in state.hands[seat]:
        if _veils_of(state, seat):
            return told(
                "in the hand of {player} or among the cards laid unseen", player=called(seat)
            )
        return told("in the hand of {player}", player=called(seat))
    if card in state.stored[seat]:
        return told("stored by {player}", player=called(seat))
    waiting = state.complete
    pairs = (*state.pairs[seat], *((waiting.pair,) if waiting and waiting.seat == seat else ()))
    if any(card in pair.cards for pair in pairs):
        return told("in a pair of {player}", player=called(seat))
    if any(card in pair.aging for pair in pairs):
        return told("an aging card of {player}", player=called(seat))
    return None
