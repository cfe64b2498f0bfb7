"""6 nimmt! scene by scene: the deal, the cards turned over, each card placed."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

from retally.pipeline.engine import six_nimmt as engine
from retally.pipeline.engine.six_nimmt import Action, Placement, State
from retally.pipeline.scenes.base import Scene, path_of
from retally.pipeline.tape import Replay, Step
from retally.pipeline.words import six_nimmt as words
from retally.schemas.six_nimmt import HAND_CARDS, HEADS, ROWS, Log, Options, Round
from retally.schemas.told import listed, told

SixReplay: TypeAlias = Replay[Options, State, Action]
Hands: TypeAlias = tuple[tuple[int | None, ...], ...]
"""A hand a seat, sorted; None stands for a card that the log does not tell."""
Regions: TypeAlias = dict[str, Any]


def scenes(log: Log, played: SixReplay) -> Iterator[Scene]:
    """Yield the table after each deal, after cards are turned over, after each card placed.

    A scene's regions are those before it and what its step changed: most of a table stays.
    """
    regions: Regions = {}
    hands: Hands = ()
    number = 0
    for step in played.steps:
        match step.action:
            case engine.Deal():
                hands = _dealt(log.rounds[step.after.round - 1])
                regions = _state(step.after, hands)
                yield _deal_scene(log, step, regions)
            case engine.Commit(seat, card):
                hands = _without(hands, seat, card)
                if len(step.after.committed) == len(log.players):
                    number = 0
                    regions = {**regions, **_hands(hands), **_lies(step.after), "last": None}
                    yield _turned_over(log, step, regions)
            case engine.Place(row):
                number += 1
                there = engine.placement(step.before, row)
                regions = {**regions, **_lies(step.after), **_moved(regions, step, there)}
                yield _placed(log, step, there, regions, number)


def opening(log: Log, played: SixReplay) -> Scene:
    """Give the table before the first deal."""
    empty: Hands = ((),) * len(log.players)
    state = _state(engine.start(len(log.players)), empty)
    return Scene(1, 0, 0, (told("Nothing is dealt yet."),), state, tuple, "rounds[0]")


def aids(log: Log, played: SixReplay) -> dict[str, Any]:
    """Give the heads by card (rules 2.1)."""
    return {"heads": HEADS}


def _dealt(round_: Round) -> Hands:
    """Give the hands of a deal; without one a hand is what its seat plays (log format)."""
    if round_.hands is not None:
        return tuple(tuple(sorted(hand)) for hand in round_.hands)
    seats = range(len(round_.turns[0]))
    if round_.draft is not None:
        return tuple(
            tuple(sorted(card for picker, card in round_.draft if picker == seat + 1))
            for seat in seats
        )
    unseen = (None,) * (HAND_CARDS - len(round_.turns))
    return tuple((*sorted(turn[seat] for turn in round_.turns), *unseen) for seat in seats)


def _without(hands: Hands, seat: int, card: int) -> Hands:
    left = tuple(held for held in hands[seat] if held != card)
    return (*hands[:seat], left, *hands[seat + 1 :])


def _state(state: State, hands: Hands) -> Regions:
    """Give the regions of the table: rows, the cards to place, hands, piles, heads so far."""
    seats = range(state.seats)
    return {
        **{f"row{row}": state.rows[row] if state.rows else () for row in range(ROWS)},
        **_lies(state),
        **_hands(hands),
        **{f"pile{seat}": () for seat in seats},
        **{f"total{seat}": total for seat, total in enumerate(engine.scores(state))},
        "last": None,
    }


def _lies(state: State) -> Regions:
    return {"lies": sorted(state.committed)}


def _hands(hands: Hands) -> Regions:
    return {f"hand{seat}": hand for seat, hand in enumerate(hands)}


def _moved(regions: Regions, step: Step[State, Action], there: Placement) -> Regions:
    """Give what a card placed changes; piles stay on the table until the next deal."""
    assert there.row is not None, "a missing choice is no step"
    seat = there.seat
    return {
        f"row{there.row}": (*(() if there.taken else there.rows[there.row]), there.card),
        f"pile{seat}": regions[f"pile{seat}"] + there.taken,
        f"total{seat}": regions[f"total{seat}"] + there.heads,
        "last": {
            "card": there.card, "seat": seat, "row": there.row,
            "action": there.action, "taken": there.taken, "heads": there.heads,
        },
    }  # fmt: skip


def _deal_scene(log: Log, step: Step[State, Action], regions: Regions) -> Scene:
    state = step.after
    starts = ", ".join(str(row[0]) for row in state.rows)
    said = told(
        "Round {round} is dealt: {starts} start the rows.", round=state.round, starts=starts
    )
    board = partial(_board, log.players, state)
    at = path_of(step.place)
    return Scene(state.round, 0, 0, (said,), regions, board, at)


def _turned_over(log: Log, step: Step[State, Action], regions: Regions) -> Scene:
    state = step.after
    lies = ", ".join(f"{card} ({log.players[seat]})" for card, seat in sorted(state.committed))
    board = partial(_board, log.players, state)
    return Scene(
        state.round, state.turn, 0, (told("Turned over: {cards}", cards=lies),), regions, board
    )


def _placed(
    log: Log, step: Step[State, Action], there: Placement, regions: Regions, number: int
) -> Scene:
    before, player = step.before, log.players[there.seat]
    said = words.placement_sentence(there, player)
    board = partial(_board, log.players, step.after)
    at = path_of(step.place)
    words_ = (listed((player, said), ": "), *_ended(step.after, log.players))
    return Scene(before.round, before.turn, number, words_, regions, board, at, player)


def _ended(state: State, players: Sequence[str]) -> tuple[str, ...]:
    """Say that a round or the game is over, when it is."""
    if state.phase not in (engine.Phase.DEAL, engine.Phase.OVER):
        return ()
    totals = ", ".join(f"{name} {total}" for name, total in zip(players, state.totals, strict=True))
    said = told("Round {round} ends: {totals}.", round=state.round, totals=totals)
    if state.phase is not engine.Phase.OVER:
        return (said,)
    won = ", ".join(players[seat] for seat in engine.winners(state))
    return said, told("The game is over; won by {players}.", players=won)


def _board(players: Sequence[str], state: State) -> tuple[str, ...]:
    scores = zip(players, engine.scores(state), strict=True)
    so_far = ", ".join(f"{player} {heads}" for player, heads in scores)
    return (*words.board(state.rows), told("heads so far: {scores}", scores=so_far))
