"""6 nimmt!: a log becomes deals, commits and placings; its claims are held against them."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from retally.pipeline.claims import six_nimmt as claims
from retally.pipeline.engine import six_nimmt as engine
from retally.pipeline.engine.six_nimmt import Action, Commit, Deal, Phase, State
from retally.pipeline.tape import Context, Replay, Step, Tape, any_claim, differing
from retally.pipeline.words import six_nimmt as words
from retally.schemas.codes import Code
from retally.schemas.findings import Finding, Place, finding
from retally.schemas.six_nimmt import Log, Options, Round

SixTape = Tape[Options, State, Action]
SixStep = Step[State, Action]


def replay(log: Log, options: Options) -> Replay[Options, State, Action]:
    """Play a log through under these options and hold its claims against what came out.

    An illegal action ends the replay of its game. What does not hang on it is looked at all
    the same: the cards of the rest of its round, and each later round by itself.
    """
    table = Tape(engine, options, engine.start(len(log.players)), log.players)
    legal = table.start(Place(("players",)))
    found: list[Finding] = []
    for index, round_ in enumerate(log.rounds):
        legal = legal and _may_follow(table, index, round_)
        tape = table if legal else _by_itself(table, index)
        played = _play_round(tape, index, round_)
        goes_on = index + 1 < len(log.rounds)
        whole = played and (tape.state.phase is not Phase.SELECT or not goes_on)
        found += claims.of_round(tape, index, round_, whole)
        if tape is not table:
            table.findings += tape.findings
        legal = legal and played
    if legal:
        found += claims.of_game(log, options, table.state)
    return Replay(
        options=options,
        steps=tuple(table.steps),
        findings=(*table.findings, *found),
        state=table.state,
        scores=engine.scores(table.state),
        winners=engine.winners(table.state) if legal else (),
        ended=legal and engine.over(table.state),
        claimed=any_claim(log.recorded) or any(any_claim(r.recorded) for r in log.rounds),
    )


# Playing ----------------------------------------------------------------------------------


def _by_itself(table: SixTape, index: int) -> SixTape:
    """Set a table for a round whose past is in doubt: no totals, so no end (2.5)."""
    endless = {"end_threshold": 10**9, "fixed_rounds": None, "next_deal": "reshuffle_all"}
    options = table.options.model_copy(update=endless)
    state = engine.start(len(table.players))._replace(round=index)
    return Tape(engine, options, state, table.players)


def _may_follow(table: SixTape, index: int, round_: Round) -> bool:
    """Say whether a round is due; one after the end, or after one broken off, is a fault."""
    if table.state.phase is Phase.DEAL:
        return True
    broken = table.state.phase is Phase.SELECT
    path = ("rounds", index - 1, "turns") if broken else ("rounds", index)
    return table.play(Deal(round_.rows), Place(path, index if broken else index + 1))


def _play_round(tape: SixTape, index: int, round_: Round) -> bool:
    """Play a round as far as it is legal; say whether all of it was."""
    picks = round_.draft and tuple((seat - 1, card) for seat, card in round_.draft)
    deal = Deal(round_.rows, round_.hands, picks)
    if not tape.play(deal, Place(("rounds", index), index + 1)):
        dealt, _ = engine.apply(tape.options, tape.state, Deal(round_.rows))
        _look_at_cards(tape, dealt, index, round_, 0)
        return False
    for turn, cards in enumerate(round_.turns):
        for seat, card in enumerate(cards):
            if not tape.play(Commit(seat, card), *_of_card(tape, index, round_, turn, seat)):
                _look_at_cards(tape, tape.state, index, round_, turn * len(cards) + seat + 1)
                return False
        if not _play_placings(tape, index, turn, round_):
            _look_at_cards(tape, tape.state, index, round_, (turn + 1) * len(cards))
            return False
    return True


def _of_card(
    tape: SixTape, index: int, round_: Round, turn: int, seat: int
) -> tuple[Place, Context]:
    """Give a card's place in the log, and where else it stands there."""
    path = ("rounds", index, "turns", turn, seat)
    place = Place(path, index + 1, turn + 1, tape.players[seat])
    return place, partial(_also_there, round_, round_.turns[turn][seat], tape.players)


def _play_placings(tape: SixTape, index: int, turn: int, round_: Round) -> bool:
    """Resolve a turn's cards from the lowest; the choice of a row goes with the first (2.8.5)."""
    given = round_.row_choices[turn] if turn < len(round_.row_choices) else None
    choice = None if given is None else given - 1
    path = ("rounds", index, "turns" if given is None else "row_choices", turn)
    place = Place(path, index + 1, turn + 1)
    for _ in round_.turns[turn]:
        context = partial(_table_lines, tape.state, tape.players)
        if not tape.play(engine.Place(choice), place, context):
            return False
        tape.findings += _notes(tape, tape.steps[-1])
        choice = None
    return True


def _look_at_cards(tape: SixTape, state: State, index: int, round_: Round, done: int) -> None:
    """Hold the cards of a round from the ``done``-th on against the deal, placing none."""
    dealt = _dealt(round_)
    for number in range(done, len(round_.turns) * len(tape.players)):
        turn, seat = divmod(number, len(tape.players))
        state = state._replace(phase=Phase.SELECT, committed=())
        action = Commit(seat, round_.turns[turn][seat])
        place, context = _of_card(tape, index, round_, turn, seat)
        for fault in engine.violations(tape.options, state, action):
            if not (
                action.card in dealt and fault.code in OF_THE_DEAL
            ):  # else said of the deal already
                tape.findings.append(tape.fault_found(fault, place, context))
        state, _ = engine.apply(tape.options, state, action)


OF_THE_DEAL = (Code.CARD_NOT_IN_DECK, Code.CARD_FROM_EARLIER_DEAL)
"""What is wrong with a card wherever it stands."""


def _dealt(round_: Round) -> set[int]:
    """Give the cards that the log itself deals to the players."""
    hands = {card for hand in round_.hands or () for card in hand}
    return hands | {card for _, card in round_.draft or ()}


# Saying -----------------------------------------------------------------------------------


def _notes(tape: SixTape, step: SixStep) -> Iterator[Finding]:
    """Note what hangs on a disputed reading: a dearer row (N1), a total on the edge (N2)."""
    place, action = step.place, step.action
    free = tape.options.low_card_row == "free_choice"
    if free and isinstance(action, engine.Place) and action.row is not None:
        there = engine.placement(step.before, action.row)
        for fault in engine.dearer_row(there, Code.ROW_DEARER):
            yield tape.fault_found(fault, place, partial(words.board, there.rows))
    if tape.options.fixed_rounds is not None or step.after.totals == step.before.totals:
        return
    for seat in differing(step.before.totals, step.after.totals):
        if step.after.totals[seat] == tape.options.end_threshold:
            yield finding(
                Code.THRESHOLD_EXACTLY,
                place._replace(path=place.path and place.path[:2], player=tape.players[seat]),
                clause="N2",
                expected=tape.options.end_comparison,
                recorded=tape.options.end_threshold,
            )


def _table_lines(state: State, players: tuple[str, ...]) -> tuple[str, ...]:
    lies = ", ".join(f"{card} ({players[seat]})" for card, seat in sorted(state.committed))
    return (*words.board(state.rows), f"to place: {lies}")


def _also_there(round_: Round, card: int, players: tuple[str, ...]) -> tuple[str, ...]:
    """List every place of a round where a card stands, when there is more than one."""
    lines = [f"starts row {row + 1}" for row, start in enumerate(round_.rows) if start == card]
    lines += [
        f"turn {turn + 1}: {players[seat]} plays it"
        for turn, cards in enumerate(round_.turns)
        for seat, played in enumerate(cards)
        if played == card
    ]
    return tuple(f"card {card}: {line}" for line in lines) if len(lines) > 1 else ()


def suggested_readings(log: Log, options: Options) -> Iterator[dict[str, Any]]:
    """Suggest readings with numbers that this log may have been played to (N2)."""
    if options.fixed_rounds != len(log.rounds):
        yield {"fixed_rounds": len(log.rounds)}
