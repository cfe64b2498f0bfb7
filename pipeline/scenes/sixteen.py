"""Sixteen scene by scene: the ante, each card, each bet, the settlement."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

from retally.pipeline.engine import sixteen as engine
from retally.pipeline.engine.sixteen_settlement import outcome
from retally.pipeline.engine.sixteen_table import (
    Action,
    Ante,
    Bet,
    Draw,
    Settle,
    State,
    asked_to_act,
    numbers_of,
)
from retally.pipeline.scenes.base import Scene, path_of
from retally.pipeline.tape import Replay, Step
from retally.pipeline.words import sixteen as words
from retally.schemas.sixteen import TARGET, Log, Options
from retally.schemas.told import told

SixteenReplay: TypeAlias = Replay[Options, State, Action]
Shown: TypeAlias = frozenset[int]


def scenes(log: Log, played: SixteenReplay) -> Iterator[Scene]:
    """Yield the table after each ante, card, bet and settlement."""
    turn, number = (0, 0), 0
    for step in played.steps:
        state = step.after if isinstance(step.action, Ante) else step.before
        at = (state.hand, 0 if isinstance(step.action, Ante) else state.step)
        number = number + 1 if at == turn else 0
        turn = at
        yield _scene(log, played.options, step, at, number)


def opening(log: Log, played: SixteenReplay) -> Scene:
    """Give the table before the first hand."""
    state = engine.start(log.stones)
    regions = _state(played.options, state, frozenset())
    return Scene(1, 0, 0, (told("No hand is dealt yet."),), regions, tuple, "hands[0]")


def aids(log: Log, played: SixteenReplay) -> dict[str, Any]:
    """Give the sum that a hand must not pass (rules 3.2)."""
    return {"target": TARGET}


def _scene(
    log: Log, options: Options, step: Step[State, Action], at: tuple[int, int], number: int
) -> Scene:
    action, players = step.action, log.players
    shown = _shown(options, step)
    regions = _state(options, step.after, shown)
    regions["last"] = _last(options, step)
    board = partial(words.table, options, step.after, players)
    player = players[action.seat] if isinstance(action, Draw | Bet) else None
    said = _told(options, step, players)
    path = path_of(step.place)
    return Scene(at[0], at[1], number, said, regions, board, path, player)


def _told(options: Options, step: Step[State, Action], players: Sequence[str]) -> tuple[str, ...]:
    match step.action:
        case Ante():
            return (words.ante_sentence(step.after, players),)
        case Settle():
            settled = words.settlement(options, step.before, step.action, players)
            return (*settled, told("stones: {stacks}", stacks=words.stacks(step.after, players)))
        case _:
            return (words.action_sentence(options, step.before, step.action, players),)


def _shown(options: Options, step: Step[State, Action]) -> Shown:
    """Say whose cards lie open after a step: at a showdown all who are left (3.3)."""
    if not isinstance(step.action, Settle):
        return frozenset()
    open_ = frozenset(step.action.shown or ())
    return open_ if step.before.one_left else open_ | frozenset(step.before.live)


def _last(options: Options, step: Step[State, Action]) -> dict[str, Any] | None:
    match step.action:
        case Draw() | Bet():
            return {"seats": [step.action.seat]}
        case Settle():
            ended = outcome(options, step.before, step.action)
            return {"seats": list(ended.winners), "won": True, "pot": ended.pot}
        case _:
            return None


def _state(options: Options, state: State, shown: Shown) -> dict[str, Any]:
    """Give the regions of the table: pot, who is asked, and what lies before each seat."""
    asked = asked_to_act(state)
    dealt = state.hand > 0
    return {
        "pot": state.pot,
        "carried": state.carried,
        "dealer": state.dealer if dealt else None,
        "asked": asked,
        "price": "" if asked is None else words.price(options, state, asked),
        **{
            f"seat{seat}": {
                "stack": state.stacks[seat],
                "in": state.antes[seat] + state.bets[seat],
                "sits": seat in state.players,
                "live": seat in state.live,
                "cards": state.cards[seat],
                "open": seat in shown,
                "worth": _worth(options, state, seat),
            }
            for seat in range(state.seats)
        },
        "last": None,
    }


def _worth(options: Options, state: State, seat: int) -> str:
    cards = numbers_of(state, seat)
    return words.hand_in_words(options, cards) if cards else ""
