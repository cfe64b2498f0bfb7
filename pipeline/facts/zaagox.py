"""Zaägox: turns, calls of Da made and missed, stored cards, scored sets. Counts from 1."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from retally.pipeline.engine import zaagox as engine
from retally.pipeline.engine.zaagox_allowed import needed_aging, violation
from retally.pipeline.engine.zaagox_scoring import SetScore, set_score
from retally.pipeline.engine.zaagox_table import (
    Action,
    Age,
    Claim,
    Close,
    Complete,
    Deal,
    Discard,
    Draw,
    LayPair,
    Pass,
    Phase,
    State,
    Store,
    hand_size,
    pair_with,
    playable,
)
from retally.pipeline.tape import Replay, Step
from retally.schemas.facts import RoundFact
from retally.schemas.zaagox import Log, Options, face

ZaagoxReplay: TypeAlias = Replay[Options, State, Action]
ZaagoxStep: TypeAlias = Step[State, Action]
Row: TypeAlias = tuple[Any, ...]


class Turn(NamedTuple):
    """The steps of one turn, each None where there was none; the turn may break off."""

    number: int
    draw: ZaagoxStep
    act: ZaagoxStep | None
    close: ZaagoxStep | None
    store: ZaagoxStep | None

    @property
    def last(self) -> ZaagoxStep:
        """The step that the turn ended with."""
        return self.store or self.close or self.act or self.draw

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.draw.before.active


def tables(log: Log, played: ZaagoxReplay) -> dict[str, list[Row]]:
    """Give the rows of each table of ``schemas.zaagox.FACTS``, columns in its order."""
    turns = list(_turns(played))
    return {
        "zaagox_turns": [_turn_row(log, played.options, turn) for turn in turns if turn.act],
        "zaagox_claims": [row for turn in turns for row in _claim_rows(log, played, turn)],
        "zaagox_stored": list(_stored_rows(log, played.options, turns)),
        "zaagox_sets": list(_set_rows(log, played, turns)),
    }


def rounds(log: Log, played: ZaagoxReplay) -> Iterator[RoundFact]:
    """Give each seat's points; a game of Zaägox is one round."""
    claimed = recorded_scores(log) or (None,) * len(log.players)
    for seat, points in enumerate(played.scores):
        yield RoundFact(1, seat + 1, points, claimed[seat])


def recorded_scores(log: Log) -> tuple[int | None, ...] | None:
    """Give the recorded points of the set to the recorded winner; nobody else has a claim."""
    claims = log.recorded
    if claims is None or claims.winner is None or claims.score is None:
        return None
    return tuple(claims.score if player == claims.winner else None for player in log.players)


def _turns(played: ZaagoxReplay) -> Iterator[Turn]:
    steps = [step for step in played.steps if not isinstance(step.action, Deal)]
    for number, of_turn in groupby(steps, key=lambda step: step.place.turn or 0):
        by_kind = {type(step.action): step for step in of_turn}
        acts = (by_kind.get(kind) for kind in (Discard, LayPair, Age, Pass))
        act = next((step for step in acts if step is not None), None)
        yield Turn(number, by_kind[Draw], act, by_kind.get(Close), by_kind.get(Store))


# Turns ------------------------------------------------------------------------------------


class Acted(NamedTuple):
    """What a turn's action was of: the card, the pair, the aging cards on it and due to it."""

    action: str
    card: str | None = None
    pair: tuple[str | None, str | None] = (None, None)
    aging_laid: int | None = None
    aging_needed: int | None = None


def _turn_row(log: Log, options: Options, turn: Turn) -> Row:
    draw, last = turn.draw.action, turn.last
    assert isinstance(draw, Draw), "a turn starts with a draw"
    acted = _acted(options, turn)
    called = len(turn.close.before.calls) if turn.close else 0
    won = engine.da_winner(options, turn.close.before) if turn.close else None
    stored_by, stored_card = _stored(turn)
    return (
        log.game_id,
        turn.number,
        turn.seat + 1,
        log.players[turn.seat],
        draw.card,
        acted.action,
        acted.card,
        *acted.pair,
        acted.aging_laid,
        acted.aging_needed,
        called,
        len(_missed(options, turn)),
        None if won is None else log.players[won.seat],
        None if stored_by is None else log.players[stored_by],
        stored_card,
        *_points(turn, turn.seat),
        hand_size(last.after, turn.seat),
        len(last.after.pile),
    )


def _acted(options: Options, turn: Turn) -> Acted:
    assert turn.act is not None, "only turns with an action have a row"
    match turn.act.action:
        case Discard(card):
            return Acted("discard", card)
        case LayPair(cards):
            return Acted("pair", None, cards, 0, needed_aging(options, cards))
        case Age(card, on):
            pair = pair_with(turn.act.before, turn.seat, on)
            assert pair is not None, "a legal aging card has its pair"
            needed = needed_aging(options, pair.cards)
            return Acted("age", card, pair.cards, len(pair.aging) + 1, needed)
    return Acted("pass")


def _stored(turn: Turn) -> tuple[int | None, str | None]:
    if turn.store is None:
        return None, None
    complete, store = turn.store.before.complete, turn.store.action
    assert complete is not None, "a legal store has its pair"
    assert isinstance(store, Store), "the step of a store"
    return complete.seat, store.card


def _points(turn: Turn, seat: int) -> tuple[int, int]:
    """Give what a seat scores in a turn, and what it has after it."""
    items = turn.store.items if turn.store else ()
    points = sum(item.points for item in items if item.seat == seat)
    return points, engine.scores(turn.last.after)[seat]


# Da ---------------------------------------------------------------------------------------


def _missed(options: Options, turn: Turn) -> list[int]:
    """List the seats that held a card for the discard and called nothing (4.3)."""
    if turn.close is None:
        return []
    state = turn.close.before._replace(phase=Phase.CLAIM)
    called = {call.seat for call in state.calls}
    return [
        seat
        for seat in range(state.seats)
        if seat not in called
        and any(
            violation(options, state, Claim(seat, card)) is None for card in playable(state, seat)
        )
    ]


def _claim_rows(log: Log, played: ZaagoxReplay, turn: Turn) -> Iterator[Row]:
    """Give a row a seat that called Da or could have."""
    if turn.close is None:
        return
    calls = turn.close.before.calls
    won = engine.da_winner(played.options, turn.close.before)
    made = [(call.seat, order, call == won) for order, call in enumerate(calls, 1)]
    missed = [(seat, None, False) for seat in _missed(played.options, turn)]
    for seat, order, has_won in (*made, *missed):
        outcome = "won" if has_won else "lost" if order else "missed"
        yield (
            log.game_id,
            turn.number,
            seat + 1,
            log.players[seat],
            turn.close.before.discards[0],
            log.players[turn.seat],
            order,
            outcome,
            *_points(turn, seat),
        )


# Stored cards and sets --------------------------------------------------------------------


def _stored_rows(log: Log, options: Options, turns: list[Turn]) -> Iterator[Row]:
    """Give a row a stored card, with the turn and the way its pair came about."""
    laid: dict[frozenset[str], tuple[int, bool]] = {}
    for turn in turns:
        _note_pair(options, turn, laid)
        seat, card = _stored(turn)
        if turn.store is None or seat is None or card is None:
            continue
        complete = turn.store.before.complete
        assert complete is not None, "a legal store has its pair"
        yield _stored_row(log, options, turn, complete, card, laid)


def _note_pair(options: Options, turn: Turn, laid: dict[frozenset[str], tuple[int, bool]]) -> None:
    """Note when a pair was laid and whether by Da."""
    if turn.act is not None and isinstance(turn.act.action, LayPair):
        laid[frozenset(turn.act.action.cards)] = (turn.number, False)
    if turn.close is not None and (won := engine.da_winner(options, turn.close.before)):
        discard = turn.close.before.discards[0]
        assert isinstance(discard, str), "a discard lies open"
        laid[frozenset((discard, won.card))] = (turn.number, True)


def _stored_row(
    log: Log,
    options: Options,
    turn: Turn,
    complete: Complete,
    card: str,
    laid: dict[frozenset[str], tuple[int, bool]],
) -> Row:
    pair_turn, by_claim = laid[frozenset(complete.pair.cards)]
    shown = face(options, card)
    return (
        log.game_id,
        turn.number,
        complete.seat + 1,
        log.players[complete.seat],
        len(turn.last.after.stored[complete.seat]),
        card,
        shown.number,
        shown.colour,
        shown.shape,
        by_claim,
        pair_turn,
        len(complete.pair.aging),
    )


def _set_rows(log: Log, played: ZaagoxReplay, turns: list[Turn]) -> Iterator[Row]:
    """Give the set that won, if one did."""
    winner = played.state.winner
    if winner is None:
        return
    cards = played.state.stored[winner]
    stored_turns = [turn.number for turn in turns if _stored(turn)[0] == winner]
    worked = set_score(played.options, cards)
    claims = log.recorded
    yield (
        log.game_id,
        stored_turns[-1],
        winner + 1,
        log.players[winner],
        *cards,
        stored_turns,
        *worked.kinds,
        _operations(worked),
        worked.score,
        claims.score if claims else None,
    )


def _operations(worked: SetScore) -> str:
    """Write the working in the order it is done, such as ``+2 +1 -1 x2``."""
    return " ".join(
        f"{step.amount:+d}" if step.sign == "+" else f"{step.sign}{step.amount}"
        for step in worked.operations
    )
