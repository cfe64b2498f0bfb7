"""What is allowed at a 6 nimmt! table, and every reason why something is not."""

from collections.abc import Iterator
from dataclasses import replace

from retally.pipeline.engine.base import Violation
from retally.pipeline.engine.six_nimmt_table import (
    Action,
    Commit,
    Deal,
    Phase,
    Place,
    Placement,
    State,
    due_row,
    eligible_rows,
    heads_of,
    lowest,
    placement,
    spent_cards,
    why_over,
)
from retally.schemas.codes import Code
from retally.schemas.six_nimmt import HAND_CARDS, ROWS, Options, last_card


def start_violations(options: Options, seats: int) -> Iterator[Violation]:
    """Yield what is wrong, or to be warned of, before the first deal (N7)."""
    variant = options.deck == "reduced" or options.hand_deal == "open_draft"
    if not 2 <= seats <= options.max_players:
        due = f"2 to {options.max_players} players"
        yield Violation(Code.SEATS, "N7", expected=due, recorded=seats)
    elif variant and seats > 6:
        yield Violation(Code.VARIANT_SEATS, "N7", expected="2 to 6 players", recorded=seats)


def legal(options: Options, state: State) -> tuple[Action, ...]:
    """List every decision that is allowed now; none when a deal is due or all is over."""
    if state.phase is Phase.SELECT and state.hands is not None:
        laid = {seat for _, seat in state.committed}
        waiting = (seat for seat in range(state.seats) if seat not in laid)
        return tuple(Commit(seat, card) for seat in waiting for card in sorted(state.hands[seat]))
    if state.phase is not Phase.RESOLVE:
        return ()
    if eligible_rows(state.rows, lowest(state)[0]):
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
            words={"card": there.card, "due": due_row(state.rows, there.eligible) + 1},
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
