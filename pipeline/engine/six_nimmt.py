"""6 nimmt! by the rule sheet: clear, slow, the law. Reads no file, draws no card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from retally.pipeline.engine.base import ScoreItem, Violation
from retally.schemas.findings import Code
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


def start_violations(options: Options, seats: int) -> Iterator[Violation]:
    """Yield what is wrong, or to be warned of, before the first deal (N7)."""
    variant = options.deck == "reduced" or options.hand_deal == "open_draft"
    if not 2 <= seats <= options.max_players:
        due = f"2 to {options.max_players} players"
        yield Violation(Code.SEATS, "N7", expected=due, recorded=seats)
    elif variant and seats > 6:
        yield Violation(Code.VARIANT_SEATS, "N7", expected="2 to 6 players", recorded=seats)


# What is allowed --------------------------------------------------------------------------


def legal(options: Options, state: State) -> tuple[Action, ...]:
    """List every decision that is allowed now; none when a deal is due or all is over."""
    if state.phase is Phase.SELECT and state.hands is not None:
        laid = {seat for _, seat in state.committed}
        waiting = (seat for seat in range(state.seats) if seat not in laid)
        return tuple(Commit(seat, card) for seat in waiting for card in sorted(state.hands[seat]))
    if state.phase is not Phase.RESOLVE:
        return ()
    if _eligible(state.rows, _lowest(state)[0]):
        return (Place(),)
    rows = range(ROWS)
    if options.low_card_row == "fewest_heads":  # N1
        rows_heads = [heads_of(row) for row in state.rows]
        return tuple(Place(row) for row in rows if rows_heads[row] == min(rows_heads))
    return tuple(Place(row) for row in rows)


def violation(options: Options, state: State, action: Action) -> Violation | None:
    """Say why an action is not allowed, or None."""
    return next(violations(options, state, action), None)


def violations(options: Options, state: State, action: Action) -> Iterator[Violation]:
    """Yield all that is wrong with an action, the gravest first."""
    match action:
        case Deal():
            yield from _deal_violations(options, state, action)
        case Commit():
            yield from _commit_violations(options, state, action)
        case Place():
            yield from _place_violations(options, state, action)


def _deal_violations(options: Options, state: State, deal: Deal) -> Iterator[Violation]:
    if state.phase is Phase.OVER:
        yield _after_the_end(options, state)
        return
    if state.phase is not Phase.DEAL:
        played = state.turn - (state.phase is Phase.SELECT)
        yield Violation(Code.ROUND_BROKEN_OFF, "2.3", expected=HAND_CARDS, recorded=played)
        return
    yield from _dealt_cards(options, state, deal)
    yield from _draft_violations(options, state, deal)


def _dealt_cards(options: Options, state: State, deal: Deal) -> Iterator[Violation]:
    """Check each known card of a deal against the deck and the cards before it."""
    spent = spent_cards(options, state)
    seen: set[int] = set()
    for within, card in _cards_with_places(deal):
        if fault := _card_fault(options, state.seats, card, seen, spent):
            yield replace(fault, within=within)
        seen.add(card)


def _cards_with_places(deal: Deal) -> Iterator[tuple[tuple[str | int, ...], int]]:
    for row, card in enumerate(deal.rows):
        yield ("rows", row), card
    for seat, hand in enumerate(deal.hands or ()):
        for index, card in enumerate(hand):
            yield ("hands", seat, index), card


def _card_fault(
    options: Options, seats: int, card: int, seen: set[int] | frozenset[int], spent: frozenset[int]
) -> Violation | None:
    """Say what is wrong with a card that comes into this deal (invariant 2.8.2)."""
    highest = last_card(options, seats)
    if card > highest:
        return Violation(Code.CARD_NOT_IN_DECK, "2.6", expected=f"1 to {highest}", recorded=card)
    if card in seen:
        return Violation(Code.CARD_TWICE, "2.8.2", expected="once", recorded=card)
    if card in spent:
        return Violation(
            Code.CARD_FROM_EARLIER_DEAL, "N5", expected="a card of the rest", recorded=card
        )
    return None


def _draft_violations(options: Options, state: State, deal: Deal) -> Iterator[Violation]:
    """Check an open draft: its order and direction (N9), its cards, the hands it makes."""
    if deal.draft is None:
        return
    if options.hand_deal != "open_draft":
        yield Violation(Code.DRAFT_NOT_PLAYED, "2.6", within=("draft",), expected="no draft")
        return
    yield from _draft_order(options, state.seats, deal.draft)
    yield from _draft_cards(options, state, deal)
    if len(deal.draft) != HAND_CARDS * state.seats:
        due = HAND_CARDS * state.seats
        recorded = len(deal.draft)
        yield Violation(
            Code.DRAFT_INCOMPLETE, "2.6", within=("draft",), expected=due, recorded=recorded
        )
    elif deal.hands is not None:
        yield from _draft_hands(state.seats, deal)


def _draft_order(
    options: Options, seats: int, draft: tuple[tuple[int, int], ...]
) -> Iterator[Violation]:
    step = 1 if options.draft_direction == "clockwise" else -1  # N9
    for index, (seat, _) in enumerate(draft):
        due = (draft[0][0] + index * step) % seats  # the first picker is as logged (N9)
        if seat != due:
            yield Violation(
                Code.DRAFT_ORDER,
                "N9",
                seat=seat,
                within=("draft", index, 0),
                expected=due + 1,
                recorded=seat + 1,
                words={"pick": index + 1, "due": f"seat {due + 1}"},
            )
            return  # one pick out of turn shifts all that follow


def _draft_cards(options: Options, state: State, deal: Deal) -> Iterator[Violation]:
    seen = set(deal.rows)
    for index, (seat, card) in enumerate(deal.draft or ()):
        fault = _card_fault(options, state.seats, card, seen, spent_cards(options, state))
        if fault:
            yield replace(fault, seat=seat, within=("draft", index, 1))
        seen.add(card)


def _draft_hands(seats: int, deal: Deal) -> Iterator[Violation]:
    for seat in range(seats):
        taken = sorted(card for picker, card in deal.draft or () if picker == seat)
        hand = sorted(deal.hands[seat] if deal.hands else ())
        if hand != taken:
            yield Violation(
                Code.DRAFT_NOT_HAND,
                "2.6",
                seat=seat,
                within=("hands", seat),
                expected=taken,
                recorded=hand,
            )


def _commit_violations(options: Options, state: State, action: Commit) -> Iterator[Violation]:
    if state.phase is Phase.OVER:
        yield _after_the_end(options, state)
        return
    if state.phase is not Phase.SELECT or action.seat in {seat for _, seat in state.committed}:
        raise ValueError(f"seat {action.seat} lays no card in the phase {state.phase} (2.3)")
    if fault := _played_card_fault(options, state, action):
        yield replace(fault, seat=action.seat)


def _played_card_fault(options: Options, state: State, action: Commit) -> Violation | None:
    fault = _card_fault(options, state.seats, action.card, state.seen, state.spent)
    if fault is None and state.hands is not None and action.card not in state.hands[action.seat]:
        hand = sorted(state.hands[action.seat])
        return Violation(Code.CARD_NOT_DEALT, "2.8.3", expected=hand, recorded=action.card)
    return fault


def _place_violations(options: Options, state: State, action: Place) -> Iterator[Violation]:
    if state.phase is not Phase.RESOLVE:
        raise ValueError(f"no card is placed in the phase {state.phase} (2.3)")
    there = placement(state, action.row)
    if there.eligible and action.row is not None:
        yield Violation(
            Code.ROW_CHOICE_NEEDLESS,
            "2.4",
            seat=there.seat,
            recorded=action.row + 1,
            words={"card": there.card, "due": _due_row(state.rows, there.eligible) + 1},
        )
    elif not there.eligible and action.row is None:
        yield Violation(
            Code.ROW_CHOICE_MISSING,
            "2.4",
            seat=there.seat,
            expected=[1, 2, 3, 4],
            words={"card": there.card},
        )
    elif not there.eligible and options.low_card_row == "fewest_heads":
        yield from dearer_row(there, Code.ROW_NOT_CHEAPEST)


def dearer_row(there: Placement, code: Code) -> Iterator[Violation]:
    """Yield a remark under this code when a low card took more heads than it had to (N1)."""
    rows_heads = [heads_of(row) for row in there.rows]
    fewest = min(rows_heads)
    if there.action == "low_card" and there.heads > fewest and there.row is not None:
        yield Violation(
            code,
            "N1",
            seat=there.seat,
            expected=[row + 1 for row in range(ROWS) if rows_heads[row] == fewest],
            recorded=there.row + 1,
            words={"heads": there.heads, "fewest": fewest},
        )


def _after_the_end(options: Options, state: State) -> Violation:
    """Say that a round or a turn comes after the end (2.5, N2, N3)."""
    return Violation(
        Code.AFTER_THE_END,
        "2.5",
        expected="the end",
        recorded="more play",
        words={"why": why_over(options, state)},
    )


# What follows -----------------------------------------------------------------------------


def apply(options: Options, state: State, action: Action) -> tuple[State, tuple[ScoreItem, ...]]:
    """Say what follows from a legal action: the next state and its score items."""
    match action:
        case Deal():
            return _deal(options, state, action), ()
        case Commit():
            return _commit(state, action), ()
        case Place():
            return _place(options, state, action)


def _deal(options: Options, state: State, deal: Deal) -> State:
    hands = deal.hands
    if hands is None and deal.draft is not None:
        picks = deal.draft
        hands = tuple(
            tuple(card for seat, card in picks if seat == owner) for owner in range(state.seats)
        )
    return state._replace(
        phase=Phase.SELECT,
        round=state.round + 1,
        turn=1,
        rows=tuple((card,) for card in deal.rows),
        hands=None if hands is None else tuple(frozenset(hand) for hand in hands),
        piles=((),) * state.seats,
        seen=frozenset(deal.rows),
        spent=spent_cards(options, state),
    )


def _commit(state: State, action: Commit) -> State:
    """Lay a card; when the last one lies there, turn them over (2.3)."""
    hands = state.hands
    if hands is not None:
        left = hands[action.seat] - {action.card}
        hands = (*hands[: action.seat], left, *hands[action.seat + 1 :])
    committed = (*state.committed, (action.card, action.seat))
    return state._replace(
        phase=Phase.RESOLVE if len(committed) == state.seats else Phase.SELECT,
        hands=hands,
        committed=committed,
        seen=state.seen | {action.card},
    )


def placement(state: State, row_choice: int | None = None) -> Placement:
    """Say where the lowest card on the table goes, and why (2.4).

    ``row_choice`` is looked at only when the card is below every row end.
    """
    card, seat = _lowest(state)
    eligible = _eligible(state.rows, card)
    if not eligible:  # too low: the owner takes a row of his choice
        taken = () if row_choice is None else state.rows[row_choice]
        return Placement(card, seat, state.rows, eligible, row_choice, "low_card", taken)
    row = _due_row(state.rows, eligible)
    if len(state.rows[row]) == ROW_LIMIT:
        return Placement(card, seat, state.rows, eligible, row, "sixth_card", state.rows[row])
    return Placement(card, seat, state.rows, eligible, row, "append", ())


def _place(options: Options, state: State, action: Place) -> tuple[State, tuple[ScoreItem, ...]]:
    there = placement(state, action.row)
    assert there.row is not None, "a missing choice is a violation, not a play"
    row = there.row
    kept = () if there.taken else state.rows[row]
    rows = (*state.rows[:row], (*kept, there.card), *state.rows[row + 1 :])
    piles = state.piles
    items: tuple[ScoreItem, ...] = ()
    if there.taken:
        pile = piles[there.seat] + there.taken
        piles = (*piles[: there.seat], pile, *piles[there.seat + 1 :])
        items = (ScoreItem(state.round, state.turn, there.seat, there.action, there.heads),)
    committed = tuple(lies for lies in state.committed if lies[0] != there.card)
    state = state._replace(rows=rows, piles=piles, committed=committed)
    return (state if committed else _end_turn(options, state)), items


def _end_turn(options: Options, state: State) -> State:
    """Go on to the next turn, or score the round and look whether that is the end (2.5)."""
    last = state.turn == HAND_CARDS
    early = options.end_check == "immediate" and ends(options, scores(state), 0)  # N3
    if not last and not early:
        return state._replace(phase=Phase.SELECT, turn=state.turn + 1)
    totals = scores(state)
    rounds = state.round if last else 0
    over = ends(options, totals, rounds)
    cards = state.seen.union(*(state.hands or ()))
    return state._replace(
        phase=Phase.OVER if over else Phase.DEAL,
        totals=totals,
        piles=((),) * state.seats,
        spent=state.spent if over else state.spent | cards,
    )


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


def spent_cards(options: Options, state: State) -> frozenset[int]:
    """Give the cards that the next deal cannot bring (N5); none after a full shuffle."""
    if options.next_deal == "reshuffle_all":
        return frozenset()
    rest = last_card(options, state.seats) - len(state.spent)
    return state.spent if rest >= HAND_CARDS * state.seats + ROWS else frozenset()


def _lowest(state: State) -> tuple[int, int]:
    """Give the lowest card that lies on the table and its seat: it is placed next (2.4)."""
    return min(state.committed)


def _eligible(rows: tuple[Row, ...], card: int) -> tuple[int, ...]:
    """List the rows whose end is lower than the card (2.4)."""
    return tuple([row for row, cards in enumerate(rows) if cards[-1] < card])


def _due_row(rows: tuple[Row, ...], eligible: tuple[int, ...]) -> int:
    """Give the row of the largest end among these, so of the smallest difference (2.4)."""
    return max(eligible, key=lambda row: rows[row][-1])


# How it stands ----------------------------------------------------------------------------


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
    return f"with {max(state.totals)} heads after turn {state.turn} of round {state.round}"


def why_going_on(options: Options, state: State) -> str:
    """Say in words why the game has not ended (2.5)."""
    if state.phase in (Phase.SELECT, Phase.RESOLVE) and options.end_check == "end_of_round":
        return f"round {state.round} is not complete"
    if options.fixed_rounds is not None and state.round < options.fixed_rounds:
        return f"{state.round} of {options.fixed_rounds} rounds are played"
    so_far = scores(state)
    more = "at least" if options.end_comparison == "at_least" else "more than"
    if options.fixed_rounds is None and not ends(
        options.model_copy(update={"tie_break": "shared_win"}), so_far, state.round
    ):
        return f"nobody has {more} {options.end_threshold} heads, the most are {max(so_far)}"
    return "the lowest total is not one player's alone"
