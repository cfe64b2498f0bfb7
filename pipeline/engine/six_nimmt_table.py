"""What lies on a 6 nimmt! table, what can be done at it, where a card goes. Changes nothing."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from retally.schemas.six_nimmt import HAND_CARDS, HEADS, ROW_LIMIT, ROWS, Options, last_card

Row: TypeAlias = tuple[int, ...]


class Deal(NamedTuple):
    """A round begins (2.2): four row starters, and the hands where they are known.

    ``hands`` has ten cards a seat, or is None: then a hand is what its seat plays.
    ``draft`` is the order of an open draft, as (seat, card) pairs.
    """

    rows: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...] | None = None
    draft: tuple[tuple[int, int], ...] | None = None


class Commit(NamedTuple):
    """A player lays one card, face down (2.3, SELECT)."""

    seat: int
    card: int


class Place(NamedTuple):
    """The lowest card that still lies there is resolved (2.4).

    ``row`` is the row that its owner chooses, 0 to 3, or None where nothing is to choose.
    """

    row: int | None = None


Action: TypeAlias = Deal | Commit | Place


class Phase(StrEnum):
    """The states of the machine (2.3); CHOOSE_ROW and SCORE pass within an action."""

    DEAL = "deal"
    SELECT = "select"
    RESOLVE = "resolve"
    OVER = "over"


class State(NamedTuple):
    """A table of 6 nimmt!; seats, rows and hands count from 0, rounds and turns from 1.

    ``round`` and ``turn`` are those being played, 0 before the first. ``committed`` holds
    the cards on the table as (card, seat), ``piles`` the cards taken in this round,
    ``totals`` the heads of finished rounds. ``seen`` are the cards of this deal known so far,
    ``spent`` those of earlier deals that were not shuffled in again (N5).
    """

    totals: tuple[int, ...]
    phase: Phase = Phase.DEAL
    round: int = 0
    turn: int = 0
    rows: tuple[Row, ...] = ()
    hands: tuple[frozenset[int], ...] | None = None
    committed: tuple[tuple[int, int], ...] = ()
    piles: tuple[Row, ...] = ()
    seen: frozenset[int] = frozenset()
    spent: frozenset[int] = frozenset()

    @property
    def seats(self) -> int:
        """How many players sit at the table."""
        return len(self.totals)


class Placement(NamedTuple):
    """Where one card goes, and why (2.4).

    ``eligible`` are the rows whose end is lower; ``row`` is None while a choice is due.
    ``taken`` are the cards that go to the owner's pile.
    """

    card: int
    seat: int
    rows: tuple[Row, ...]
    eligible: tuple[int, ...]
    row: int | None
    action: str
    taken: Row

    @property
    def heads(self) -> int:
        """Heads of the cards taken."""
        return heads_of(self.taken)


def heads_of(cards: Sequence[int]) -> int:
    """Add up the heads of some cards (2.1).

    >>> heads_of((12, 14, 15, 21, 26))
    6
    """
    return sum([HEADS[card] for card in cards])


def start(seats: int) -> State:
    """Set the table before the first deal."""
    return State(totals=(0,) * seats)


def placement(state: State, row_choice: int | None = None) -> Placement:
    """Say where the lowest card on the table goes, and why (2.4).

    ``row_choice`` is looked at only when the card is below every row end.
    """
    card, seat = lowest(state)
    eligible = eligible_rows(state.rows, card)
    if not eligible:  # too low: the owner takes a row of his choice
        taken = () if row_choice is None else state.rows[row_choice]
        return Placement(card, seat, state.rows, eligible, row_choice, "low_card", taken)
    row = due_row(state.rows, eligible)
    if len(state.rows[row]) == ROW_LIMIT:
        return Placement(card, seat, state.rows, eligible, row, "sixth_card", state.rows[row])
    return Placement(card, seat, state.rows, eligible, row, "append", ())


def lowest(state: State) -> tuple[int, int]:
    """Give the lowest card that lies on the table and its seat: it is placed next (2.4)."""
    return min(state.committed)


def eligible_rows(rows: tuple[Row, ...], card: int) -> tuple[int, ...]:
    """List the rows whose end is lower than the card (2.4)."""
    return tuple([row for row, cards in enumerate(rows) if cards[-1] < card])


def due_row(rows: tuple[Row, ...], eligible: tuple[int, ...]) -> int:
    """Give the row of the largest end among these, so of the smallest difference (2.4)."""
    return max(eligible, key=lambda row: rows[row][-1])


def spent_cards(options: Options, state: State) -> frozenset[int]:
    """Give the cards that the next deal cannot bring (N5); none after a full shuffle."""
    if options.next_deal == "reshuffle_all":
        return frozenset()
    rest = last_card(options, state.seats) - len(state.spent)
    return state.spent if rest >= HAND_CARDS * state.seats + ROWS else frozenset()


def ends(options: Options, totals: tuple[int, ...], rounds: int) -> bool:
    """Say whether the game is over with these totals after so many whole rounds (2.5, N2, N4)."""
    if options.fixed_rounds is not None:
        reached = rounds >= options.fixed_rounds
    elif options.end_comparison == "at_least":
        reached = max(totals) >= options.end_threshold
    else:
        reached = max(totals) > options.end_threshold
    alone = totals.count(min(totals)) == 1
    return reached and (alone or options.tie_break == "shared_win")


def over(state: State) -> bool:
    """Say whether the game has ended."""
    return state.phase is Phase.OVER


def scores(state: State) -> tuple[int, ...]:
    """Give the heads by seat, those of the round being played included (2.5)."""
    piles = state.piles or ((),) * state.seats
    return tuple(total + heads_of(pile) for total, pile in zip(state.totals, piles, strict=True))


def winners(state: State) -> tuple[int, ...]:
    """Give the seats with the lowest total; a tie is a shared win (2.5, N4)."""
    if not over(state):
        return ()
    lowest = min(state.totals)
    return tuple(seat for seat, total in enumerate(state.totals) if total == lowest)


def why_over(options: Options, state: State) -> str:
    """Say in words which rule ended the game."""
    if options.fixed_rounds is not None:
        return f"after round {state.round} of {options.fixed_rounds}"
    return f"at a total of {max(state.totals)} after turn {state.turn} of round {state.round}"


def why_going_on(options: Options, state: State) -> str:
    """Say in words why the game has not ended (2.5)."""
    if state.phase in (Phase.SELECT, Phase.RESOLVE) and options.end_check == "end_of_round":
        return f"round {state.round} is not complete"
    if options.fixed_rounds is not None and state.round < options.fixed_rounds:
        return f"rounds played: {state.round} of {options.fixed_rounds}"
    so_far = scores(state)
    more = "at least" if options.end_comparison == "at_least" else "more than"
    if options.fixed_rounds is None and not ends(
        options.model_copy(update={"tie_break": "shared_win"}), so_far, state.round
    ):
        return f"no total is {more} {options.end_threshold}, the highest is {max(so_far)}"
    return "the lowest total is not one player's alone"
