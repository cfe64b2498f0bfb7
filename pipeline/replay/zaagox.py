"""Zaägox: a log becomes draws, actions, claims and stores; its claims are held against them."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from retally.pipeline.claims import zaagox as claims
from retally.pipeline.engine import zaagox as engine
from retally.pipeline.engine.base import Violation
from retally.pipeline.engine.zaagox_table import (
    Action,
    Age,
    Claim,
    Close,
    Deal,
    Discard,
    Draw,
    LayPair,
    Pass,
    Phase,
    State,
    Store,
)
from retally.pipeline.tape import Context, Replay, Step, Tape, any_claim
from retally.pipeline.words import zaagox as words
from retally.schemas.codes import Code
from retally.schemas.findings import Finding, Place, finding
from retally.schemas.zaagox import DECK, MASKED, Log, Options, Turn

ZaagoxStep = Step[State, Action]


class ZaagoxTape(Tape[Options, State, Action]):
    """A tape that calls the seats in the engine's texts by their players' names."""

    def fault_found(self, fault: Violation, place: Place, context: Context = tuple) -> Finding:
        """Turn a violation into a finding at this place of the log."""
        named = replace(
            fault,
            expected=self._named(fault.expected),
            recorded=self._named(fault.recorded),
            words={word: self._named(text) for word, text in fault.words.items()},
        )
        return super().fault_found(named, place, context)

    def _named(self, value: Any) -> Any:
        return words.named(value, self.players) if isinstance(value, str) else value


def replay(log: Log, options: Options) -> Replay[Options, State, Action]:
    """Play a log through under these options and hold its claims against what came out.

    An illegal action ends the replay. What does not hang on it is looked at all the same:
    in later turns whether pairs are alike, in the claims whether score and set agree.
    """
    table = ZaagoxTape(engine, options, engine.start(len(log.players)), log.players)
    legal = _begin(table, log)
    for index, turn in enumerate(log.turns):
        if legal:
            ended = engine.over(table.state)
            legal = _play_turn(table, index, turn)
            if ended:
                break
        else:
            _look_on(table, index, turn)
    found = claims.of_game(log, options, table.state) if legal else claims.by_itself(log, options)
    return Replay(
        options=options,
        steps=tuple(table.steps),
        findings=(*table.findings, *_notes(table), *found),
        state=table.state,
        scores=engine.scores(table.state),
        winners=engine.winners(table.state) if legal else (),
        ended=legal and engine.over(table.state),
        claimed=_claimed(log),
    )


def _claimed(log: Log) -> bool:
    """Say whether anything was written down; a winner of null says that nobody won."""
    claims = log.recorded
    return any_claim(claims) or (claims is not None and "winner" in claims.model_fields_set)


def suggested_readings(log: Log, options: Options) -> Iterator[dict[str, Any]]:
    """Suggest readings beside those that the rules offer; there are none."""
    return iter(())


# Playing ----------------------------------------------------------------------------------


def _begin(table: ZaagoxTape, log: Log) -> bool:
    """Set up the table and deal (4.2); say whether play can begin."""
    if table.options.deck:
        place = Place(("rules", "deck"))
        differ = len(table.options.deck)
        table.findings.append(finding(Code.OWN_DECK, place, clause="5", recorded=differ))
    legal = table.start(Place(("players",)))
    deal = Deal(log.hands, log.players.index(log.first), log.central)
    return table.play(deal, Place(()), partial(_dealt_twice, log)) and legal


def _play_turn(tape: ZaagoxTape, index: int, turn: Turn) -> bool:
    """Play a turn as far as it is legal; say whether all of it was."""
    place = Place(("turns", index), None, index + 1, turn.player)
    board = _board(tape)
    draw = Draw(tape.players.index(turn.player), turn.draw)
    ended = engine.over(tape.state)
    if not tape.play(draw, place, board):
        if not ended:
            _look_on(tape, index, turn)
        return False
    if not tape.play(_act_of(turn), place, _board(tape)):
        if turn.discard is not None:
            _look_at_calls(tape, index, turn, turn.discard)
        return False
    return _finish(tape, place, turn)


def _act_of(turn: Turn) -> Action:
    if turn.discard is not None:
        return Discard(turn.discard)
    if turn.pair is not None:
        return LayPair(turn.pair)
    if turn.age is not None and turn.on is not None:
        return Age(turn.age, turn.on)
    return Pass()


def _finish(tape: ZaagoxTape, place: Place, turn: Turn) -> bool:
    """Play what follows an action: the calls of Da, and the card that is stored (4.3)."""
    context = _board(tape)
    if not _call(tape, place, turn, context):
        return False
    if tape.state.phase is Phase.CLAIM:
        tape.play(Close(), place, context)
    if tape.state.phase is Phase.STORE or turn.store is not None:
        return tape.play(Store(turn.store), place, _board(tape))
    return True


def _call(tape: ZaagoxTape, place: Place, turn: Turn, context: Context) -> bool:
    """Play every call, also after a false one; say whether all were true (Z12, Z13)."""
    path = place.path or ()
    true = True
    for number, call in enumerate(turn.da):
        there = place._replace(path=(*path, "da", number), player=call.player)
        claim = Claim(tape.players.index(call.player), call.card)
        true = tape.play(claim, there, context) and true
    return true


# Looking at what does not hang on an illegal action ---------------------------------------


def _look_at_calls(tape: ZaagoxTape, index: int, turn: Turn, discard: str) -> None:
    """Hold the calls of a turn against the claimers' hands, whoever the discard was of."""
    state = tape.state._replace(phase=Phase.CLAIM, discards=(discard,))
    looking = ZaagoxTape(engine, tape.options, state, tape.players)
    place = Place(("turns", index), None, index + 1, turn.player)
    _call(looking, place, turn, partial(words.board, state, tape.players))
    tape.findings += looking.findings


def _look_on(tape: ZaagoxTape, index: int, turn: Turn) -> None:
    """Look at a turn after the table is in doubt: anybody can hold any card.

    Whether cards are alike, who may call and which card can be stored is the same at any table.
    """
    seats = len(tape.players)
    state = engine.start(seats)._replace(
        phase=Phase.ACT,
        turn=index + 1,
        active=tape.players.index(turn.player),
        hands=(frozenset(DECK),) * seats,
        drew=True,
    )
    looking = ZaagoxTape(engine, tape.options, state, tape.players)
    place = Place(("turns", index), None, index + 1, turn.player)
    if turn.discard is not None or turn.pair is not None:
        if looking.play(_act_of(turn), place):
            _finish(looking, place, turn)
    else:
        _call(looking, place, turn, tuple)
    tape.findings += looking.findings


# Saying -----------------------------------------------------------------------------------


def _notes(tape: ZaagoxTape) -> Iterator[Finding]:
    """Note what the replay had to assume and what hangs on a disputed reading."""
    for step in tape.steps:
        yield from _step_notes(tape, step)


def _step_notes(tape: ZaagoxTape, step: ZaagoxStep) -> Iterator[Finding]:
    if isinstance(step.action, Discard | LayPair | Age | Pass) and not step.before.drew:
        yield _deck_empty(step, words.without_draw(tape.options, step.before))
    match step.action:
        case Age(card=card) if card == MASKED:
            aged = step.place._replace(path=(*(step.place.path or ()), "age"))
            hidden = tape.options.aging_visibility == "hidden"
            code, clause = (Code.AGING_MASKED, "4.10") if hidden else (Code.AGING_NOT_NAMED, "Z26")
            yield finding(code, aged, clause=clause, recorded=MASKED)
        case Close():
            yield from _contested(tape, step)
        case Store():
            yield from _stored_notes(tape, step)
    voided = tape.options.empty_deck == "void_game" and step.after.winner is None
    if voided and engine.over(step.after):
        yield _deck_empty(step, "the game ends without a winner")


def _deck_empty(step: ZaagoxStep, then: str) -> Finding:
    return finding(Code.DECK_EMPTY, step.place, clause="Z16", then=then)


def _contested(tape: ZaagoxTape, step: ZaagoxStep) -> Iterator[Finding]:
    """Note a discard that several called for, where the readings differ (Z12)."""
    won = engine.da_winner(tape.options, step.before)
    other = "nearest_seat" if tape.options.da_conflict == "first_call" else "first_call"
    asked = tape.options.model_copy(update={"da_conflict": other})
    else_won = engine.da_winner(asked, step.before)
    if won != else_won and won is not None and else_won is not None:
        winner, loser = tape.players[won.seat], tape.players[else_won.seat]
        path = (*(step.place.path or ()), "da")
        yield finding(
            Code.DA_CONTESTED,
            step.place._replace(path=path),
            clause="Z12",
            expected=winner,
            winner=winner,
            other=loser,
        )


def _stored_notes(tape: ZaagoxTape, step: ZaagoxStep) -> Iterator[Finding]:
    complete = step.before.complete
    assert complete is not None, "a legal store has a complete pair"
    assert isinstance(step.action, Store), "only a store stores"
    assert step.action.card is not None, "a missing choice is no step"
    place = step.place._replace(player=tape.players[complete.seat])
    if tape.options.return_place == "on_discard":
        back = engine.returned(tape.options, complete.pair, step.action.card)
        cards = " ".join(words.spot(card) for card in back)
        yield finding(Code.RETURNED_ON_DISCARD, place, clause="Z15", recorded=cards)
    points = engine.set_points(tape.options, step.after)
    if points is not None and points < 0:
        yield finding(Code.NEGATIVE_SCORE, place, clause="Z21", recorded=points)


def _board(tape: ZaagoxTape) -> Context:
    """Keep the table as it is now, to be drawn if there is something to say of it."""
    return partial(words.board, tape.state, tape.players)


def _dealt_twice(log: Log) -> tuple[str, ...]:
    """List every place of the deal where a card stands that is there more than once."""
    places: dict[str, list[str]] = {}
    for player, hand in zip(log.players, log.hands, strict=True):
        for card in hand:
            places.setdefault(card, []).append(f"dealt to {player}")
    for index, card in enumerate(log.central or ()):
        places.setdefault(card, []).append(f"{index} below the top of the central deck")
    return tuple(
        f"card {card}: {place}"
        for card, found in places.items()
        for place in found
        if len(found) > 1
    )
