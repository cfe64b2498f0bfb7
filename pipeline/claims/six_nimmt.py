"""6 nimmt!: penalties, placed rows, totals and winners as recorded, against the replay."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from retally.pipeline.engine import six_nimmt as engine
from retally.pipeline.engine.six_nimmt import Action, Placement, State
from retally.pipeline.tape import Step, Tape, differing
from retally.pipeline.words import six_nimmt as words
from retally.schemas.codes import Code
from retally.schemas.findings import Finding, Place, finding
from retally.schemas.scoresheet import Log as Sheet
from retally.schemas.six_nimmt import Log, Options, Round, RoundClaims
from retally.schemas.told import told

SixTape = Tape[Options, State, Action]
SixStep = Step[State, Action]


def of_round(tape: SixTape, index: int, round_: Round, whole: bool) -> Iterator[Finding]:
    """Hold a round's claims against its replay, as far as it was legal."""
    claims = round_.recorded
    if claims is None:
        return
    placings = _placings(tape, index)
    whole_turns = len(placings) // len(tape.players)
    yield from _placed_rows(tape, index, claims, placings[: whole_turns * len(tape.players)])
    yield from _turn_penalties(tape, index, claims, placings, whole_turns)
    if whole and claims.penalties is not None:
        yield from _penalties(tape, index, claims.penalties, placings)


def _placings(tape: SixTape, index: int) -> list[SixStep]:
    """List the placings of the round that was played last; only its steps are looked at."""
    steps = takewhile(lambda step: step.after.round == index + 1, reversed(tape.steps))
    return [step for step in steps if isinstance(step.action, engine.Place)][::-1]


def _placed_rows(
    tape: SixTape, index: int, claims: RoundClaims, placings: list[SixStep]
) -> Iterator[Finding]:
    for step in placings if claims.placed_rows is not None else ():
        there = _placed(step)
        turn = step.before.turn
        recorded = (claims.placed_rows or ())[turn - 1][there.seat]
        due = (there.row or 0) + 1
        if recorded != due:
            path = ("rounds", index, "recorded", "placed_rows", turn - 1, there.seat)
            player = tape.players[there.seat]
            yield finding(
                Code.PLACED_ROW,
                Place(path, index + 1, turn, player),
                clause="2.4",
                expected=due,
                recorded=recorded,
                context=(*words.board(there.rows), words.placement_sentence(there, player)),
                card=there.card,
            )


def _turn_penalties(
    tape: SixTape, index: int, claims: RoundClaims, placings: list[SixStep], turns: int
) -> Iterator[Finding]:
    for turn, recorded in enumerate((claims.turn_penalties or ())[:turns]):
        of_turn = [step for step in placings if step.before.turn == turn + 1]
        due = _heads_by_seat(of_turn, len(tape.players))
        for seat in differing(due, recorded):
            path = ("rounds", index, "recorded", "turn_penalties", turn, seat)
            yield finding(
                Code.TURN_PENALTY,
                Place(path, index + 1, turn + 1, tape.players[seat]),
                clause="2.4",
                expected=due[seat],
                recorded=recorded[seat],
                context=_takes(of_turn, seat, tape.players),
            )


def _penalties(
    tape: SixTape, index: int, recorded: tuple[int, ...], placings: list[SixStep]
) -> Iterator[Finding]:
    due = _heads_by_seat(placings, len(tape.players))
    for seat in differing(due, recorded):
        path = ("rounds", index, "recorded", "penalties", seat)
        yield finding(
            Code.ROUND_PENALTY,
            Place(path, index + 1, None, tape.players[seat]),
            clause="2.5",
            expected=due[seat],
            recorded=recorded[seat],
            context=_takes(placings, seat, tape.players),
        )


def of_game(log: Log | Sheet, options: Options, state: State) -> Iterator[Finding]:
    """Hold totals and winners against the replay of a legal log."""
    claims = log.recorded
    if claims is None:
        return
    due = engine.scores(state)
    for seat in differing(due, claims.totals) if claims.totals is not None else ():
        yield finding(
            Code.TOTAL,
            Place(("recorded", "totals", seat), player=log.players[seat]),
            clause="2.5",
            expected=due[seat],
            recorded=(claims.totals or ())[seat],
        )
    if claims.winners is not None:
        yield from _winners_found(log, options, state, claims.winners)


def _winners_found(
    log: Log | Sheet, options: Options, state: State, claimed: tuple[str, ...]
) -> Iterator[Finding]:
    place = Place(("recorded", "winners"))
    due = [log.players[seat] for seat in engine.winners(state)]
    names: dict[str, Any] = {"claimed": ", ".join(claimed) or told("nobody"), "due": ", ".join(due)}
    if not engine.over(state):
        if claimed:
            why = engine.why_going_on(options, state)
            yield finding(
                Code.WINNERS_TOO_EARLY,
                place,
                clause="2.5",
                expected=[],
                recorded=list(claimed),
                why=why,
                **names,
            )
    elif set(due) != set(claimed):
        context = words.standing(options, log.players, state.totals)
        yield finding(
            Code.WINNERS,
            place,
            clause="2.5",
            expected=due,
            recorded=list(claimed),
            context=(told("totals: {totals}", totals=context),),
            **names,
        )


def _placed(step: SixStep) -> Placement:
    assert isinstance(step.action, engine.Place), "only a placing step places a card"
    return engine.placement(step.before, step.action.row)


def _heads_by_seat(placings: list[SixStep], seats: int) -> list[int]:
    heads = [0] * seats
    for step in placings:
        for item in step.items:
            heads[item.seat] += item.points
    return heads


def _takes(placings: list[SixStep], seat: int, players: tuple[str, ...]) -> tuple[str, ...]:
    """Tell every take of a seat: how a penalty comes about."""
    lines = []
    for step in placings:
        there = _placed(step)
        if there.seat == seat and there.taken:
            sixth = there.action == "sixth_card"
            lines.append(
                told(
                    "turn {turn}: {card} takes row {row} ({how}), {cards}: {heads}",
                    turn=step.before.turn,
                    card=there.card,
                    row=(there.row or 0) + 1,
                    how=told("sixth card") if sixth else told("low card"),
                    cards=" ".join(map(str, there.taken)),
                    heads=words.tally(there.taken),
                )
            )
    return tuple(lines) or (told("{player} takes no row", player=players[seat]),)
