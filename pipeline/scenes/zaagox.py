"""Zaägox scene by scene: each draw, action, call of Da and stored card, the score worked out."""

from collections.abc import Iterator
from functools import partial
from typing import Any, TypeAlias

from retally.pipeline.engine import zaagox as engine
from retally.pipeline.engine.zaagox_allowed import needed_aging
from retally.pipeline.engine.zaagox_table import (
    Action,
    Age,
    Claim,
    Close,
    Deal,
    Discard,
    Draw,
    LayPair,
    Pair,
    Phase,
    Spot,
    State,
    Store,
)
from retally.pipeline.scenes.base import Scene, path_of
from retally.pipeline.tape import Replay, Step
from retally.pipeline.words import zaagox as words
from retally.schemas.told import told
from retally.schemas.zaagox import DECK, Log, Options, face

ZaagoxReplay: TypeAlias = Replay[Options, State, Action]
ZaagoxStep: TypeAlias = Step[State, Action]


def scenes(log: Log, played: ZaagoxReplay) -> Iterator[Scene]:
    """Yield the table after the deal, each draw, action, call of Da and stored card."""
    turn, number = -1, 0
    for step in played.steps:
        if isinstance(step.action, Close) and not step.before.calls:
            continue  # nobody calls: the next draw shows it
        at = 0 if isinstance(step.action, Deal) else step.before.turn
        number = number + 1 if at == turn else 0
        turn = at
        yield _scene(log, played.options, step, at, number)


def opening(log: Log, played: ZaagoxReplay) -> Scene:
    """Give the table before the deal."""
    state = engine.start(len(log.players))
    regions = _state(played.options, state)
    return Scene(None, 0, 0, (told("Nothing is dealt yet."),), regions, tuple, "$")


def aids(log: Log, played: ZaagoxReplay) -> dict[str, Any]:
    """Give the face of each card: colour, number, shape (rules 4.1)."""
    return {"faces": {card: tuple(face(played.options, card)) for card in DECK}}


def _scene(log: Log, options: Options, step: ZaagoxStep, turn: int, number: int) -> Scene:
    regions = _state(options, step.after)
    regions["last"] = _last(step)
    board = partial(words.board, step.after, log.players)
    said = _told(log, options, step)
    seat = step.action.seat if isinstance(step.action, Claim) else step.before.active
    player = None if isinstance(step.action, Deal) else log.players[seat]
    return Scene(None, turn, number, said, regions, board, path_of(step.place), player)


def _told(log: Log, options: Options, step: ZaagoxStep) -> tuple[str, ...]:
    if isinstance(step.action, Deal):
        return (told("Four cards each are dealt; {player} begins.", player=log.first),)
    said = tuple(words.telling(options, step, log.players))
    if engine.over(step.after) and step.after.winner is None:
        return (*said, told("The game ends without a winner."))
    return said


def _last(step: ZaagoxStep) -> dict[str, Any] | None:
    """Say which cards a step moved, and whose step it was."""
    active = step.before.active
    match step.action:
        case Draw(seat, card):
            return {"seat": seat, "cards": [card] if card else []}
        case Discard(card) | Age(card):
            return {"seat": active, "cards": [card]}
        case LayPair(cards):
            return {"seat": active, "cards": list(cards)}
        case Claim(seat, card):
            return {"seat": seat, "cards": [card, *step.before.discards]}
        case Store(card):
            return {"seat": step.before.complete[0] if step.before.complete else active,
                    "cards": [card]}  # fmt: skip
        case _:
            return None


def _state(options: Options, state: State) -> dict[str, Any]:
    """Give the regions of the table: what lies before each seat, the deck, the discard, calls."""
    seats = range(state.seats)
    playing = state.phase not in (Phase.DEAL, Phase.OVER)
    return {
        **{f"hand{seat}": sorted(state.hands[seat]) for seat in seats},
        **{f"unseen{seat}": sum(v.seat == seat for v in state.veils) for seat in seats},
        **{f"pairs{seat}": _pairs(options, state, seat) for seat in seats},
        **{f"stored{seat}": state.stored[seat] for seat in seats},
        "deck": len(state.deck),
        "discard": list(map(_spot, state.discards)),
        "calls": [[call.seat, call.card] for call in state.calls],
        "active": state.active if playing else None,
        "winner": state.winner,
        "working": _working(options, state),
        "last": None,
    }


def _pairs(options: Options, state: State, seat: int) -> list[dict[str, Any]]:
    waiting = state.complete
    complete = [waiting.pair] if waiting and waiting.seat == seat else []
    return [_pair(options, pair) for pair in (*state.pairs[seat], *complete)]


def _pair(options: Options, pair: Pair) -> dict[str, Any]:
    aging = list(map(_spot, pair.aging))
    return {"cards": pair.cards, "aging": aging, "needs": needed_aging(options, pair.cards)}


def _spot(card: Spot) -> str:
    return words.spot(card)


def _working(options: Options, state: State) -> list[str]:
    """Work out the winner's score, a line a step (4.5)."""
    if state.winner is None:
        return []
    return list(words.working(options, state.stored[state.winner]))
