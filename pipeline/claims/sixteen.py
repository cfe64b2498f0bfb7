"""Sixteen: winners, pots, bonuses and stacks as recorded, against the replay."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from retally.pipeline.engine import sixteen as engine
from retally.pipeline.engine.sixteen_settlement import outcome, uncalled
from retally.pipeline.engine.sixteen_table import Action, Settle, State
from retally.pipeline.tape import Context, Tape, differing
from retally.pipeline.words import sixteen as words
from retally.schemas.codes import Code
from retally.schemas.findings import Finding, Place, finding
from retally.schemas.sixteen import Hand, HandClaims, Log, Options, same_name

SixteenTape = Tape[Options, State, Action]


class Result(NamedTuple):
    """What is due of a hand, by seat where it says so; ``winners`` None = not settled.

    ``pot_uncalled`` is the pot without the last bet, where all others folded to it.
    """

    winners: tuple[int, ...] | None
    pot: int
    pot_uncalled: int
    bonus: tuple[int, ...]
    state: State
    context: Context


def of_hand(tape: SixteenTape, index: int, hand: Hand) -> Iterator[Finding]:
    """Hold a hand's claims against its replay; of an unfinished hand as far as it goes."""
    if hand.recorded is None:
        return
    due = _result(tape, index)
    place = Place(("hands", index, "recorded"), index + 1)
    yield from _winners(tape.players, due, hand.recorded, place)
    yield from _pot(due, hand.recorded, place)
    yield from _bonus(tape.players, due, hand.recorded, place)
    stones = hand.recorded.stones
    for seat in differing(due.state.stacks, stones) if stones is not None else ():
        yield finding(
            Code.HAND_STONES,
            _within(place, "stones", seat)._replace(player=tape.players[seat]),
            clause="3.5",
            expected=due.state.stacks[seat],
            recorded=(stones or ())[seat],
            context=due.context(),
        )


def _result(tape: SixteenTape, index: int) -> Result:
    step = tape.steps[-1] if tape.steps else None
    if step is None or not isinstance(step.action, Settle) or step.before.hand != index + 1:
        state = tape.state
        context = partial(words.table, tape.options, state, tape.players)
        return Result(None, state.pot, state.pot, (0,) * state.seats, state, context)
    before = step.before
    ended = outcome(tape.options, before, step.action)
    context = partial(words.settlement, tape.options, before, step.action, tape.players)
    without = ended.pot - (uncalled(before) if ended.kind == "folds" else 0)
    bonus = ended.bonus or (0,) * before.seats
    return Result(ended.winners, ended.pot, without, bonus, step.after, context)


def _winners(
    players: tuple[str, ...], due: Result, claims: HandClaims, place: Place
) -> Iterator[Finding]:
    claimed = claims.winners
    if claimed is None:
        return
    place, shown = _within(place, "winners"), ", ".join(claimed) or "nobody"
    if due.winners is None:
        if claimed:
            why = engine.why_going_on(due.state)
            yield finding(
                Code.HAND_NOT_SETTLED, place, clause="3.3", expected=[], recorded=list(claimed),
                context=due.context(), claimed=shown, why=why,
            )  # fmt: skip
        return
    names = [players[seat] for seat in due.winners]
    if set(names) != set(claimed):
        yield finding(
            Code.HAND_WINNERS, place, clause="3.3", expected=names, recorded=list(claimed),
            context=due.context(), claimed=shown, due=", ".join(names),
        )  # fmt: skip


def _pot(due: Result, claims: HandClaims, place: Place) -> Iterator[Finding]:
    """Check the pot; where all folded to a bet it may be counted without that bet (6)."""
    if claims.pot is None or claims.pot == due.pot:
        return
    other = claims.pot == due.pot_uncalled
    yield finding(
        Code.POT_WITHOUT_UNCALLED if other else Code.POT,
        _within(place, "pot"),
        clause="6" if other else "3.4",
        expected=due.pot,
        recorded=claims.pot,
        context=due.context(),
    )


def _bonus(
    players: tuple[str, ...], due: Result, claims: HandClaims, place: Place
) -> Iterator[Finding]:
    if claims.bonus is None:
        return
    written = {same_name(name): name for name in claims.bonus}
    for seat, pays in enumerate(due.bonus):
        name = players[seat]
        recorded = claims.bonus[written[name]] if name in written else 0
        if recorded != pays:
            within = ("bonus", written[name]) if name in written else ("bonus",)
            yield finding(
                Code.BONUS,
                _within(place, *within)._replace(player=name),
                clause="3.5",
                expected=pays,
                recorded=recorded,
                context=due.context(),
            )


def _within(place: Place, *steps: str | int) -> Place:
    return place._replace(path=(*(place.path or ()), *steps))


def of_game(log: Log, state: State) -> Iterator[Finding]:
    """Hold final stacks and winners against the replay of a legal log."""
    claims = log.recorded
    if claims is None:
        return
    due = engine.scores(state)
    for seat in differing(due, claims.stones) if claims.stones is not None else ():
        yield finding(
            Code.STONES,
            Place(("recorded", "stones", seat), player=log.players[seat]),
            clause="3.5",
            expected=due[seat],
            recorded=(claims.stones or ())[seat],
        )
    if claims.winners is not None:
        yield from _winners_found(log, state, claims.winners)


def _winners_found(log: Log, state: State, claimed: tuple[str, ...]) -> Iterator[Finding]:
    place = Place(("recorded", "winners"))
    due = [log.players[seat] for seat in engine.winners(state)]
    shown = ", ".join(claimed) or "nobody"
    if not engine.over(state):
        if claimed:
            why = engine.why_going_on(state)
            yield finding(
                Code.WINNERS_TOO_EARLY, place, clause="6", expected=[], recorded=list(claimed),
                claimed=shown, why=why,
            )  # fmt: skip
    elif set(due) != set(claimed):
        stacks = ", ".join(f"{player} {stones}" for player, stones in zip(
            log.players, state.stacks, strict=True))  # fmt: skip
        yield finding(
            Code.WINNERS, place, clause="3.5", expected=due, recorded=list(claimed),
            context=(f"stones: {stacks}",), claimed=shown, due=", ".join(due),
        )  # fmt: skip
