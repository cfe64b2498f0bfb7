"""Betting in Sixteen: half bets by the rule sheet (3.4). No card, no showdown."""

from collections.abc import Iterator
from typing import get_args

from retally.pipeline.engine.base import Violation
from retally.pipeline.engine.sixteen_table import (
    Bet,
    Betting,
    Phase,
    State,
    asked_to_act,
    cap,
    due_of,
    in_turn,
    least_raise,
    with_entry,
)
from retally.schemas.codes import Code
from retally.schemas.sixteen import STEPS, Options

# What is allowed --------------------------------------------------------------------------


def legal_bets(options: Options, state: State) -> tuple[Bet, ...]:
    """List every bet that is allowed to the player whose turn it is."""
    seat = asked_to_act(state)
    if seat is None:
        return ()
    due = due_of(state, seat)
    most = min(cap(options, state.pot, due), state.stacks[seat] - due)
    bets = [Bet(seat, "fold"), Bet(seat, "check"), Bet(seat, "call")]
    if due:
        least = least_raise(options, state)
        bets += [Bet(seat, "raise", stones) for stones in range(least, most + 1)]
    else:
        bets += [Bet(seat, "bet", stones) for stones in range(1, most + 1)]
    return tuple(bet for bet in bets if next(bet_violations(options, state, bet), None) is None)


def bet_violations(options: Options, state: State, action: Bet) -> Iterator[Violation]:
    """Yield all that is wrong with a bet: whose turn it is, then the bet itself."""
    if fault := _turn_fault(state, action.seat):
        yield fault
        return
    match action.verb:
        case "check":
            yield from _check_violations(options, state, action)
        case "bet":
            yield from _opening_violations(options, state, action)
        case "call":
            yield from _call_violations(options, state, action)
        case "raise":
            yield from _raise_violations(options, state, action)


def _turn_fault(state: State, seat: int) -> Violation | None:
    if seat not in state.players:  # T21
        return Violation(Code.NOT_IN_HAND, "T21", seat, (0,), expected=_numbers(state.players))
    if state.one_left or state.phase is Phase.SETTLE:
        return hand_over(state)
    if seat not in state.live:
        return Violation(Code.HAS_FOLDED, "3.7.6", seat, (0,), expected=_numbers(state.live))
    due = asked_to_act(state)
    if due is None:
        return Violation(Code.BETTING_CLOSED, "3.4", seat, expected="no more bets")
    if seat != due:
        return Violation(Code.OUT_OF_TURN, "3.4", seat, (0,), [due + 1], [seat + 1])
    return None


def hand_over(state: State) -> Violation:
    """Say that something follows though the hand has ended (3.3, T9)."""
    why = "only one is left" if state.one_left else "three steps are played"
    clause = "T9" if state.one_left else "3.3"
    return Violation(Code.HAND_OVER, clause, expected="the end of the hand", words={"why": why})


def _check_violations(options: Options, state: State, action: Bet) -> Iterator[Violation]:
    if state.betting and state.betting.highest:
        due = due_of(state, action.seat)
        yield Violation(
            Code.CHECK_AGAINST_BET, "3.4", action.seat, (1,), "call, raise or fold", "check",
            {"due": due},
        )  # fmt: skip
    elif options.check_rule == "forbidden":  # T6
        yield Violation(
            Code.CHECK_NOT_ALLOWED, "T6", action.seat, (1,), "bet or fold", "check",
            {"who": "nobody"},
        )  # fmt: skip
    elif options.check_rule == "first_actor_only" and not _opens(state, action.seat):  # T6
        yield Violation(
            Code.CHECK_NOT_ALLOWED, "T6", action.seat, (1,), "bet or fold", "check",
            {"who": "only the first to act"},
        )  # fmt: skip


def _opens(state: State, seat: int) -> bool:
    return state.betting is not None and state.betting.opener == seat


def _opening_violations(options: Options, state: State, action: Bet) -> Iterator[Violation]:
    if state.betting and state.betting.highest:
        yield Violation(Code.BET_STANDS, "3.4", action.seat, (1,), "call, raise or fold", "bet")
        return
    yield from _amount_violations(options, state, action, 0)


def _call_violations(options: Options, state: State, action: Bet) -> Iterator[Violation]:
    due, stack = due_of(state, action.seat), state.stacks[action.seat]
    if not due:
        yield Violation(Code.NO_BET_STANDS, "3.4", action.seat, (1,), "check, bet or fold", "call")
    elif due > stack and options.all_in == "forbidden":  # T7
        words = {"due": due}
        yield Violation(Code.ALL_IN_FORBIDDEN, "T7", action.seat, (1,), due, stack, words)


def _raise_violations(options: Options, state: State, action: Bet) -> Iterator[Violation]:
    due = due_of(state, action.seat)
    if not due:
        yield Violation(Code.NO_BET_STANDS, "3.4", action.seat, (1,), "check, bet or fold", "raise")
        return
    yield from _amount_violations(options, state, action, due)
    least = least_raise(options, state)
    if action.stones < least:  # T3
        yield Violation(Code.RAISE_TOO_SMALL, "T3", action.seat, (2,), least, action.stones)
    yield from _raising_again_violations(options, state, action)


def _raising_again_violations(options: Options, state: State, action: Bet) -> Iterator[Violation]:
    """Check how often, and after what, a raise may come (T4, T5)."""
    betting = state.betting
    assert betting is not None, "a raise has a turn, so a betting round is open"
    most = options.max_raises_per_round
    if most is not None and betting.raises >= most:
        yield Violation(Code.TOO_MANY_RAISES, "T4", action.seat, (1,), most, betting.raises + 1)
    if options.reraise_after_call == "forbidden" and action.seat in betting.called:
        yield Violation(Code.RAISE_AFTER_CALL, "T5", action.seat, (1,), "call or fold", "raise")
    if options.reraise_after_check == "forbidden" and action.seat in betting.checked:
        yield Violation(Code.RAISE_AFTER_CHECK, "T5", action.seat, (1,), "call or fold", "raise")


def _amount_violations(
    options: Options, state: State, action: Bet, due: int
) -> Iterator[Violation]:
    most, stack = cap(options, state.pot, due), state.stacks[action.seat]
    if action.stones > most:
        words = {"verb": action.verb, "pot": state.pot, "due": due}
        yield Violation(Code.OVER_CAP, "3.4", action.seat, (2,), most, action.stones, words)
    if due + action.stones > stack:
        words = {"cost": due + action.stones}
        left = max(0, stack - due)
        yield Violation(Code.OVER_STACK, "3.4", action.seat, (2,), left, action.stones, words)


def _numbers(seats: tuple[int, ...]) -> list[int]:
    return [seat + 1 for seat in seats]


# What follows -----------------------------------------------------------------------------


def open_betting(options: Options, state: State) -> State:
    """Begin a step's betting round; it closes at once when nobody can bet (6)."""
    waiting = tuple(seat for seat in in_turn(state) if state.stacks[seat] > 0)
    opener = waiting[0] if waiting else None
    betting = Betting(waiting, (0,) * state.seats, opener)
    return _go_on(options, state._replace(phase=Phase.BETS, betting=betting))


def cost_of(state: State, action: Bet) -> int:
    """Give the stones that a bet puts into the middle (3.4)."""
    due = due_of(state, action.seat)
    match action.verb:
        case "bet" | "raise":
            return due + action.stones
        case "call":
            return min(due, state.stacks[action.seat])
        case _:
            return 0


def apply_bet(options: Options, state: State, action: Bet) -> State:
    """Say what follows from a legal bet: stones go to the middle, others are asked again."""
    betting = state.betting
    assert betting is not None, "a bet has a turn, so a betting round is open"
    seat, cost = action.seat, cost_of(state, action)
    paid = with_entry(betting.paid, seat, betting.paid[seat] + cost)
    live = tuple(other for other in state.live if other != seat or action.verb != "fold")
    state = state._replace(
        live=live,
        stacks=with_entry(state.stacks, seat, state.stacks[seat] - cost),
        bets=with_entry(state.bets, seat, state.bets[seat] + cost),
    )
    rises = action.verb in ("bet", "raise")
    betting = betting._replace(
        paid=paid,
        waiting=_asked_again(state, seat) if rises else betting.waiting[1:],
        last_rise=action.stones if rises else betting.last_rise,
        raises=betting.raises + (action.verb == "raise"),
        called=betting.called | ({seat} if action.verb == "call" else set()),
        checked=betting.checked | ({seat} if action.verb == "check" else set()),
    )
    return _go_on(options, state._replace(betting=betting))


def _asked_again(state: State, seat: int) -> tuple[int, ...]:
    """List who has to answer a bet or a raise: all other live players who own a stone (3.4)."""
    after = ((seat + offset) % state.seats for offset in range(1, state.seats))
    return tuple(other for other in after if other in state.live and state.stacks[other] > 0)


def _go_on(options: Options, state: State) -> State:
    """Close the betting round when nobody is left to act (3.4, 6)."""
    betting = state.betting
    assert betting is not None, "a betting round is open"
    able = [seat for seat in state.live if state.stacks[seat] > 0]
    nothing_more = len(able) <= 1 and not any(due_of(state, seat) for seat in able)
    if betting.waiting and not nothing_more and not state.one_left:
        return state
    done = state.step == STEPS or (state.one_left and options.end_when_one_left == "immediate")
    if done:
        return state._replace(phase=Phase.SETTLE, betting=None)
    return state._replace(phase=Phase.CARDS, step=state.step + 1, asked=frozenset(), betting=None)


# What is to be said -----------------------------------------------------------------------


def bet_remarks(options: Options, state: State, action: Bet) -> Iterator[Violation]:
    """Yield what is to be said of a legal bet: what hangs on a reading, or is rare."""
    seat, due, betting = action.seat, due_of(state, action.seat), state.betting
    assert betting is not None, "a legal bet has a turn"
    if action.verb == "fold" and not due:
        yield Violation(Code.FREE_FOLD, "T22", seat, (1,), "check", "fold")
    cost = cost_of(state, action)
    if cost and cost == state.stacks[seat]:
        yield Violation(Code.ALL_IN, "T7", seat, recorded=cost)
    if action.verb == "raise":
        yield from _raise_remarks(options, state, action)


def _raise_remarks(options: Options, state: State, action: Bet) -> Iterator[Violation]:
    betting, due = state.betting, due_of(state, action.seat)
    caps = {
        base: cap(options.model_copy(update={"raise_cap_base": base}), state.pot, due)
        for base in get_args(Options.model_fields["raise_cap_base"].annotation)
    }
    if action.stones > min(caps.values()):  # T1
        words = {"caps": ", ".join(f"{most} by {base}" for base, most in caps.items())}
        yield Violation(
            Code.RAISE_BETWEEN_READINGS, "T1", action.seat, (2,),
            min(caps.values()), action.stones, words,
        )  # fmt: skip
    seats_passed = {"called": betting.called, "checked": betting.checked} if betting else {}
    for done, seats in seats_passed.items():  # T5
        if action.seat in seats:
            yield Violation(Code.RAISE_AFTER_PASSING, "T5", action.seat, (1,), words={"done": done})
