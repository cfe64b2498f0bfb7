"""Sixteen: a row an action, a row a hand and player, stones a hand, what was recorded."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from retally.pipeline.engine.base import ScoreItem
from retally.pipeline.engine.sixteen_betting import cost_of
from retally.pipeline.engine.sixteen_settlement import outcome, rank
from retally.pipeline.engine.sixteen_table import (
    Action,
    Ante,
    Bet,
    Draw,
    Settle,
    State,
    cap,
    due_of,
    numbers_of,
)
from retally.pipeline.tape import Replay, Step
from retally.schemas.facts import RoundFact
from retally.schemas.sixteen import Log, Options

SixteenReplay: TypeAlias = Replay[Options, State, Action]
SixteenStep: TypeAlias = Step[State, Action]
CLASSES = {0: "bust", 1: "plain", 2: "top"}
"""Names of the classes of a hand (rules 3.2)."""


def tables(log: Log, played: SixteenReplay) -> dict[str, list[tuple[Any, ...]]]:
    """Give the rows of each table of ``schemas.sixteen.FACTS``, columns in its order."""
    hands = list(_hands(played))
    return {
        "sixteen_actions": [row for hand in hands for row in _actions(log, played, hand)],
        "sixteen_hands": [row for hand in hands for row in _players(log, played, hand)],
    }


class Played(NamedTuple):
    """The steps of one hand: from its ante on, and its settlement where it came to one."""

    number: int
    ante: SixteenStep
    steps: tuple[SixteenStep, ...]
    settled: SixteenStep | None

    @property
    def last(self) -> State:
        """The table before the settlement, or where the hand stops."""
        return self.settled.before if self.settled else self.steps[-1].after


def _hands(played: SixteenReplay) -> Iterator[Played]:
    for number, of_hand in groupby(played.steps, key=lambda step: step.after.hand):
        steps = tuple(of_hand)
        settled = steps[-1] if isinstance(steps[-1].action, Settle) else None
        yield Played(number, steps[0], steps, settled)


# Actions ----------------------------------------------------------------------------------


def _actions(log: Log, played: SixteenReplay, hand: Played) -> Iterator[tuple[Any, ...]]:
    position = 0
    for step in hand.steps:
        for seat, cells in _cells(played.options, step):
            position += 1
            place = (log.game_id, hand.number, step.place.turn or 1, position)
            yield (*place, seat + 1, log.players[seat], *cells)


def _cells(options: Options, step: SixteenStep) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield the seats that act in a step, each with the cells from ``action`` on."""
    action, before, after = step.action, step.before, step.after
    match action:
        case Ante():
            for seat in after.players:
                if after.antes[seat]:
                    yield seat, ("ante", None, None, None, None, None, 1, None, after.stacks[seat])
        case Draw():
            pot, seat = before.pot, action.seat
            sums = _sum(before, seat), _sum(after, seat)
            yield seat, (action.how, action.card, *sums, pot, None, 0, None, after.stacks[seat])
        case Bet():
            pot, due, seat = before.pot, due_of(before, action.seat), action.seat
            rise = cap(options, pot, due)
            cost, total = cost_of(before, action), _sum(before, seat)
            costs = (pot, due, cost, rise, after.stacks[seat])
            yield seat, (action.verb, None, total, total, *costs)
        case Settle():
            return


def _sum(state: State, seat: int) -> int | None:
    """Give the sum of a seat's numbers, None where one is not known."""
    numbers = numbers_of(state, seat)
    known = [number for number in numbers if number is not None]
    return sum(known) if len(known) == len(numbers) else None


# Hands ------------------------------------------------------------------------------------


def _players(log: Log, played: SixteenReplay, hand: Played) -> Iterator[tuple[Any, ...]]:
    moved = _moved(item for step in hand.steps for item in step.items)
    folded = {
        step.action.seat: step.before.step
        for step in hand.steps
        if isinstance(step.action, Bet) and step.action.verb == "fold"
    }
    started = hand.ante.before.stacks
    for seat in range(len(log.players)):
        if seat not in hand.last.players and not moved[seat]:
            continue
        net = sum(moved[seat].values())
        yield (
            log.game_id,
            hand.number,
            seat + 1,
            log.players[seat],
            seat == hand.last.dealer,
            isinstance(hand.ante.action, Ante) and hand.ante.action.rematch,
            hand.last.step,
            *_cards(played.options, hand, seat),
            folded.get(seat),
            *_ending(played.options, hand, seat),
            moved[seat]["ante"],
            moved[seat]["bets"],
            moved[seat]["back"],
            moved[seat]["pot"],
            moved[seat]["bonus"],
            moved[seat]["bonus_paid"],
            net,
            started[seat],
            started[seat] + net,
        )


def _moved(items: Iterable[ScoreItem]) -> dict[int, dict[str, int]]:
    """Add up the stones of a hand by seat and kind; what is paid is negative."""
    moved: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for item in items:
        kind = "bets" if item.item in ("bet", "call", "raise") else item.item
        moved[item.seat][kind] += item.points
    return moved


def _cards(options: Options, hand: Played, seat: int) -> tuple[Any, ...]:
    """Give the numbers, how many, their sum and class; None for what is not known."""
    numbers = numbers_of(hand.last, seat)
    total = _sum(hand.last, seat) if numbers else None
    if total is None:
        return list(numbers), None, None, None
    known = [number for number in numbers if number is not None]
    return known, len(known), total, CLASSES[rank(options, known)[0]]


def _ending(options: Options, hand: Played, seat: int) -> tuple[Any, ...]:
    """Say how the hand ended, whether the seat won and showed, and the pot that was won."""
    if hand.settled is None:
        return "unfinished", None, False, None
    action = hand.settled.action
    assert isinstance(action, Settle), "a hand ends with its settlement"
    ended = outcome(options, hand.settled.before, action)
    live = hand.settled.before.live
    shown = action.shown if action.shown is not None else live if len(live) > 1 else ()
    return ended.kind, seat in ended.winners, seat in shown, ended.pot


def rounds(log: Log, played: SixteenReplay) -> Iterator[RoundFact]:
    """Give the stones that each seat won or lost in each hand, ended or not."""
    for hand in _hands(played):
        moved = _moved(item for step in hand.steps for item in step.items)
        claims = log.hands[hand.number - 1].recorded
        for seat, before in enumerate(hand.ante.before.stacks):
            recorded = None
            if claims and claims.stones is not None:
                recorded = claims.stones[seat] - before
            yield RoundFact(hand.number, seat + 1, sum(moved[seat].values()), recorded)


def recorded_scores(log: Log) -> tuple[int, ...] | None:
    """Give the final stacks as they were written down, by seat, or None."""
    return log.recorded.stones if log.recorded else None
