"""Sixteen by the rule sheet: clear, slow, the law. Reads no file, draws no card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from retally.pipeline.engine.base import ScoreItem, Violation
from retally.pipeline.engine.sixteen_betting import (
    apply_bet,
    bet_remarks,
    bet_violations,
    cost_of,
    hand_over,
    legal_bets,
    open_betting,
)
from retally.pipeline.engine.sixteen_settlement import (
    Outcome,
    outcome,
    settle_remarks,
    unknown_hands,
)
from retally.pipeline.engine.sixteen_table import (
    STAYED,
    Action,
    Ante,
    Bet,
    Card,
    Chain,
    Draw,
    Phase,
    Settle,
    State,
    asked_to_act,
    clockwise,
    in_turn,
    start,
    with_entry,
)
from retally.schemas.codes import Code
from retally.schemas.sixteen import Options, deck_of

__all__ = ["apply", "legal", "over", "remarks", "scores", "start", "start_violations",
           "step_fault", "violation", "violations", "winners"]  # fmt: skip


def start_violations(options: Options, seats: int) -> Iterator[Violation]:
    """Yield what is wrong, or to be warned of, before the first hand (3.1, T19, T24)."""
    if not 2 <= seats <= options.max_players:
        due = f"2 to {options.max_players} players"
        yield Violation(Code.SEATS, "T24", expected=due, recorded=seats)


# What is allowed --------------------------------------------------------------------------


def legal(options: Options, state: State) -> tuple[Action, ...]:
    """List every decision that is allowed now.

    Where a card is dealt, the card itself is chance: ``Draw(seat, "take")`` stands for all
    of them, in step 1 too. Between hands it lists a hand for each possible dealer; none
    when fewer than two own a stone.
    """
    if state.phase is Phase.BETS:
        return legal_bets(options, state)
    if state.phase is Phase.SETTLE:
        shows = options.bonus_when_unshown == "if_shown" and state.one_left  # T17
        return (Settle(), Settle(state.live)) if shows else (Settle(),)
    if state.phase is Phase.CARDS:
        seat = next(seat for seat in in_turn(state) if seat not in state.asked)
        take = Draw(seat, "take")
        return (take,) if state.step == 1 else (Draw(seat, "stay"), take)
    hands = (Ante(seat, rematch=bool(state.rematch)) for seat in range(state.seats))
    return tuple(hand for hand in hands if violation(options, state, hand) is None)


def violation(options: Options, state: State, action: Action) -> Violation | None:
    """Say why an action is not allowed, or None."""
    return next(violations(options, state, action), None)


def violations(options: Options, state: State, action: Action) -> Iterator[Violation]:
    """Yield all that is wrong with an action, the gravest first."""
    match action:
        case Ante():
            yield from _ante_violations(options, state, action)
        case Draw():
            yield from _draw_violations(options, state, action)
        case Bet():
            yield from bet_violations(options, state, action)
        case Settle():
            yield from _settle_violations(options, state, action)


def _ante_violations(options: Options, state: State, action: Ante) -> Iterator[Violation]:
    if state.phase is not Phase.ANTE:
        yield Violation(
            Code.HAND_BROKEN_OFF, "3.3", expected="its end", words={"why": why_going_on(state)}
        )
        return
    if state.rematch and not action.rematch:
        seats = [seat + 1 for seat in state.rematch]
        yield Violation(Code.REMATCH_DUE, "T11", expected=seats)
    elif action.rematch and not state.rematch:
        yield Violation(Code.REMATCH_NOT_DUE, "3.3", within=("rematch",), expected=False)
    elif action.rematch:
        yield from _rematch_violations(state, action)
    else:
        yield from _participant_violations(state, action)
        yield from _dealer_violations(options, state, action)


def _rematch_violations(state: State, action: Ante) -> Iterator[Violation]:
    if action.players is not None and set(action.players) != set(state.rematch):
        due = [seat + 1 for seat in state.rematch]
        came = [seat + 1 for seat in action.players]
        yield Violation(Code.REMATCH_PLAYERS, "T10", None, ("players",), due, came)


def _participant_violations(state: State, action: Ante) -> Iterator[Violation]:
    """Check that each participant has a stone for the ante, and that they are two (3.3, T21)."""
    for index, seat in enumerate(action.players or ()):
        if state.stacks[seat] < 1:
            yield Violation(
                Code.NO_STONE_FOR_ANTE, "T21", seat, ("players", index), 1, state.stacks[seat]
            )
    count = len(_participants(state, action))
    if count < 2:
        within = () if action.players is None else ("players",)
        yield Violation(Code.TOO_FEW_IN_HAND, "3.1", None, within, "at least 2", count)


def _dealer_violations(options: Options, state: State, action: Ante) -> Iterator[Violation]:
    """Check who deals the next hand; a rematch counts for nothing here (T20, 6)."""
    due: tuple[int, ...] = ()
    if options.next_dealer == "clockwise" and state.regular_dealer is not None:
        owners = [seat for seat in range(state.seats) if state.stacks[seat] > 0]
        due = clockwise(state, owners, (state.regular_dealer + 1) % state.seats)[:1]
    elif options.next_dealer == "winner":
        due = state.last_winners
    if due and action.dealer not in due:
        seats = [seat + 1 for seat in due]
        yield Violation(
            Code.WRONG_DEALER, "T20", action.dealer, ("dealer",), seats, [action.dealer + 1]
        )


def _participants(state: State, action: Ante) -> tuple[int, ...]:
    """List who takes part in a hand, in seat order (log format, ``players``)."""
    if action.players is not None:
        return tuple(sorted(action.players))
    if action.rematch:
        return state.rematch
    return tuple(seat for seat in range(state.seats) if state.stacks[seat] > 0)


def step_fault(state: State, step: int) -> Violation | None:
    """Say why a step, from 1, cannot begin now, or None (3.3, 3.7.7)."""
    if state.phase is Phase.BETS:
        due = asked_to_act(state)
        seats = [] if due is None else [due + 1]
        return Violation(Code.BETTING_OPEN, "3.4", due, expected=seats)
    if state.phase is Phase.SETTLE or (state.phase is Phase.CARDS and state.step != step):
        return hand_over(state)
    return None


def surplus_card(state: State, action: Draw) -> Violation:
    """Say what is wrong with a card that comes when everybody has been asked (3.3)."""
    seat = action.seat
    if seat not in state.players:  # T21
        players = [player + 1 for player in state.players]
        return Violation(Code.NOT_IN_HAND, "T21", seat, (0,), players)
    if seat not in state.live:
        live = [player + 1 for player in state.live]
        return Violation(Code.CARD_AFTER_FOLD, "3.3", seat, (0,), live)
    return Violation(Code.SECOND_CARD, "3.3", seat, (0,), "once a step")


def _draw_violations(options: Options, state: State, action: Draw) -> Iterator[Violation]:
    seat = action.seat
    if state.phase is not Phase.CARDS:
        raise ValueError(f"seat {seat} is dealt no card in the phase {state.phase} (3.3)")
    if seat not in state.live or seat in state.asked:
        yield surplus_card(state, action)
    elif state.step == 1 and action.how == "stay":
        yield Violation(Code.NO_CARD_IN_STEP_1, "3.3", seat, (1,), "a card", None)
    if action.how == "take":
        dealt = [card for cards in state.cards for card in cards if card != STAYED]
        if fault := card_fault(options, dealt, action.card):
            yield replace(fault, seat=seat, within=(1,))


def card_fault(options: Options, dealt: Sequence[Card], card: Card) -> Violation | None:
    """Say what is wrong with a card that is dealt after these of one hand (3.7.2)."""
    copies = deck_of(options)
    if card is not None and not copies.get(card):
        numbers = ", ".join(str(number) for number in sorted(copies) if copies[number])
        return Violation(Code.CARD_NOT_IN_DECK, "3.1", expected=numbers, recorded=card)
    if card is not None and dealt.count(card) >= copies[card]:
        there = copies[card]
        words = {"copies": there, "card": card}
        return Violation(Code.CARD_TOO_OFTEN, "3.7.2", None, (), there, there + 1, words)
    everything = sum(copies.values())
    if len(dealt) >= everything:
        return Violation(Code.DECK_USED_UP, "3.1", expected=everything, recorded=len(dealt) + 1)
    return None


def _settle_violations(options: Options, state: State, action: Settle) -> Iterator[Violation]:
    if not can_settle(state):
        raise ValueError(f"nothing is settled in the phase {state.phase} (3.3)")
    for index, seat in enumerate(action.shown or ()):
        if seat not in state.players:
            players = [player + 1 for player in state.players]
            yield Violation(Code.NOT_IN_HAND, "T21", seat, ("shown", index), players)
    yield from unknown_hands(state)


def can_settle(state: State) -> bool:
    """Say whether a hand is decided: its betting is over, or one is left (3.3, T9).

    Who is left alone before step 3 may take cards under ``after_step3``, but need not.
    """
    return state.phase is Phase.SETTLE or (state.phase is Phase.CARDS and state.one_left)


# What follows -----------------------------------------------------------------------------


def apply(options: Options, state: State, action: Action) -> tuple[State, tuple[ScoreItem, ...]]:
    """Say what follows from a legal action: the next state and its score items.

    A seat's stones are those it began with and the points of all its items.
    """
    match action:
        case Ante():
            return _ante(options, state, action)
        case Draw():
            return _draw(options, state, action), ()
        case Bet():
            cost = cost_of(state, action)
            item = ScoreItem(state.hand, state.step, action.seat, action.verb, -cost)
            return apply_bet(options, state, action), (item,) if cost else ()
        case Settle():
            return _settle(state, outcome(options, state, action))


def _ante(options: Options, state: State, action: Ante) -> tuple[State, tuple[ScoreItem, ...]]:
    players = _participants(state, action)
    free = action.rematch and options.rematch_ante == "none"  # T11
    antes = tuple(int(seat in players and not free) for seat in range(state.seats))
    nothing = (0,) * state.seats
    state = state._replace(
        phase=Phase.CARDS,
        hand=state.hand + 1,
        step=1,
        dealer=action.dealer,
        players=players,
        live=players,
        cards=((),) * state.seats,
        asked=frozenset(),
        stacks=tuple(stack - ante for stack, ante in zip(state.stacks, antes, strict=True)),
        carried=state.pot,
        chain=_chain(state) if action.rematch else None,
        antes=antes,
        bets=nothing,
        rematch=(),
        regular_dealer=state.regular_dealer if action.rematch else action.dealer,
    )
    items = (ScoreItem(state.hand, 1, seat, "ante", -1) for seat in players if not free)
    return state, tuple(items)


def _chain(state: State) -> Chain:
    """Add the hand that tied to the tied hands before it (T16)."""
    before = state.chain or Chain((0,) * state.seats, (0,) * state.seats, frozenset())
    return Chain(
        tuple(map(sum, zip(before.bets, state.bets, strict=True))),
        tuple(map(sum, zip(before.antes, state.antes, strict=True))),
        before.players | set(state.players),
    )


def _draw(options: Options, state: State, action: Draw) -> State:
    card = STAYED if action.how == "stay" else action.card
    seat = action.seat
    cards = (*state.cards[:seat], (*state.cards[seat], card), *state.cards[seat + 1 :])
    state = state._replace(cards=cards, asked=state.asked | {seat})
    return open_betting(options, state) if state.asked == set(state.live) else state


def _settle(state: State, ended: Outcome) -> tuple[State, tuple[ScoreItem, ...]]:
    if ended.kind == "tie":
        return state._replace(phase=Phase.ANTE, rematch=ended.rematch), ()
    items = tuple(_settlement_items(state, ended))
    stacks = state.stacks
    for item in items:
        stacks = with_entry(stacks, item.seat, stacks[item.seat] + item.points)
    nothing = (0,) * state.seats
    settled = state._replace(
        phase=Phase.ANTE,
        stacks=stacks,
        antes=nothing,
        bets=nothing,
        carried=0,
        chain=None,
        last_winners=ended.winners,
    )
    return settled, items


def _settlement_items(state: State, ended: Outcome) -> Iterator[ScoreItem]:
    """Yield what a settlement moves: stones back, the pot, the bonus (3.5, 6)."""
    if ended.back_to is not None:
        yield ScoreItem(state.hand, state.step, ended.back_to, "back", ended.back)
    for seat, share in enumerate(ended.shares):
        if share:
            yield ScoreItem(state.hand, state.step, seat, "pot", share)
    if ended.bonus_to is None or not any(ended.bonus):
        return
    for seat, pays in enumerate(ended.bonus):
        if pays:
            yield ScoreItem(state.hand, state.step, seat, "bonus_paid", -pays)
    yield ScoreItem(state.hand, state.step, ended.bonus_to, "bonus", sum(ended.bonus))


# What is to be said -----------------------------------------------------------------------


def remarks(options: Options, state: State, action: Action) -> Iterator[Violation]:
    """Yield warnings and notes on a legal action: what hangs on a reading, or is rare."""
    match action:
        case Ante():
            after = _ante(options, state, action)[0]
            for seat in after.players:
                if after.stacks[seat] == 0 and after.antes[seat]:
                    yield Violation(Code.ALL_IN, "T7", seat, recorded=1)
        case Bet():
            yield from bet_remarks(options, state, action)
        case Settle():
            yield from settle_remarks(options, state, action)


# How it stands ----------------------------------------------------------------------------


def over(state: State) -> bool:
    """Say whether the session may have ended here: its last hand is settled (6)."""
    return state.phase is Phase.ANTE and state.hand > 0 and not state.rematch


def scores(state: State) -> tuple[int, ...]:
    """Give the stones by seat, without those in the middle (6)."""
    return state.stacks


def winners(state: State) -> tuple[int, ...]:
    """Give the seats with most stones; none while a hand or a tie is open (3.5, 6)."""
    if not over(state):
        return ()
    most = max(state.stacks)
    return tuple(seat for seat, stones in enumerate(state.stacks) if stones == most)


def why_going_on(state: State) -> str:
    """Say in words why the session has not ended."""
    if state.rematch:
        return f"the tie of hand {state.hand} is not replayed"
    if state.phase is Phase.ANTE:
        return "no hand is played"
    return f"hand {state.hand} stops in step {state.step}"
