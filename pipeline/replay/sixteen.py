"""Sixteen: a log becomes antes, cards, bets and settlements; its claims are held against them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from retally.pipeline.claims import sixteen as claims
from retally.pipeline.engine import sixteen as engine
from retally.pipeline.engine.base import Violation
from retally.pipeline.engine.sixteen_settlement import unknown_hands
from retally.pipeline.engine.sixteen_table import (
    Action,
    Ante,
    Bet,
    Draw,
    Phase,
    Settle,
    State,
    in_turn,
)
from retally.pipeline.tape import Context, Replay, Tape, any_claim
from retally.pipeline.words import sixteen as words
from retally.schemas.codes import Code
from retally.schemas.findings import Finding, Place, finding
from retally.schemas.sixteen import ASRUS_DECK, Hand, Log, Options, Step, deck_of

NAMES_SEATS = frozenset(
    {
        Code.WRONG_DEALER,
        Code.REMATCH_DUE,
        Code.REMATCH_PLAYERS,
        Code.BETTING_OPEN,
        Code.NOT_IN_HAND,
        Code.HAS_FOLDED,
        Code.OUT_OF_TURN,
        Code.CARD_AFTER_FOLD,
        Code.POT_SHARED,
    }
)
"""Codes that tell of seats, from 1; a log of Sixteen speaks of players by name."""
GOES_ON = frozenset({Code.HAND_OVER, Code.BETTING_CLOSED})
"""What is too much changes nothing in what follows."""


@dataclass
class Table(Tape[Options, State, Action]):
    """A tape that names players; ``masked`` seats were dealt a card that cannot be."""

    masked: frozenset[int] = frozenset()

    def fault_found(self, fault: Violation, place: Place, context: Context = tuple) -> Finding:
        """Turn a violation into a finding, seats that it tells of into names."""
        if fault.code in NAMES_SEATS:
            due, came = self._named(fault.expected), self._named(fault.recorded)
            said = {"due": ", ".join(due), "came": ", ".join(came)}
            recorded = came or fault.recorded
            fault = replace(fault, expected=due, recorded=recorded, words=fault.words | said)
        return super().fault_found(fault, place, context)

    def _named(self, seats: Any) -> list[str]:
        return [self.players[seat - 1] for seat in seats] if isinstance(seats, list) else []

    def seat(self, name: str) -> int:
        """Give a player's seat, from 0."""
        return self.players.index(name)

    def aside(self, state: State, masked: frozenset[int] = frozenset()) -> "Table":
        """Go on from a state that is in doubt, for what does not hang on the doubt."""
        masked = self.masked | masked
        return Table(self.engine, self.options, state, self.players, [], self.findings, masked)

    def remark(self, place: Place) -> None:
        """Add what is to be said of the last action, though it is legal."""
        step = self.steps[-1]
        for fault in engine.remarks(self.options, step.before, step.action):
            self.findings.append(self.fault_found(fault, place))


@dataclass(frozen=True, slots=True)
class At:
    """A hand of the log and its number, from 0."""

    index: int
    hand: Hand

    def place(self, step: int | None = None, *within: str | int) -> Place:
        """Give a place in this hand, or in a step of it, from 0."""
        path: tuple[str | int, ...] = ("hands", self.index)
        if step is not None:
            path = (*path, "steps", step, *within)
        return Place(path, self.index + 1, None if step is None else step + 1)


def replay(log: Log, options: Options) -> Replay[Options, State, Action]:
    """Play a log through under these options and hold its claims against what came out.

    An illegal action ends the replay of its game. What does not hang on it is looked at all
    the same: whatever follows something that is only too much, and the cards of all hands.
    """
    table = Table(engine, options, engine.start(log.stones), log.players)
    legal = table.start(Place(("players",)))
    table.findings += _opening_remarks(log, options)
    tape: Table | None = table if legal else table.aside(table.state)
    found: list[Finding] = []
    for index, hand in enumerate(log.hands):
        at = At(index, hand)
        if tape is None:
            _look_at_cards(table, at, 0, [])
            continue
        tape = _play_hand(tape, at)
        if tape and (tape.state.phase is Phase.ANTE or index + 1 == len(log.hands)):
            found += claims.of_hand(tape, index, hand)
    if tape is table:
        found += claims.of_game(log, table.state)
    return Replay(
        options=options,
        steps=tuple(table.steps),
        findings=(*table.findings, *found),
        state=table.state,
        scores=engine.scores(table.state),
        winners=engine.winners(table.state) if tape is table else (),
        ended=tape is table and engine.over(table.state),
        claimed=any_claim(log.recorded) or any(any_claim(h.recorded) for h in log.hands),
    )


def _opening_remarks(log: Log, options: Options) -> Iterator[Finding]:
    """Note a deck of the log's own (5), warn of stacks that are not equal (3.1)."""
    if log.rules is not None and log.rules.deck is not None:
        yield finding(
            Code.DECK_OF_THE_LOG,
            Place(("rules", "deck")),
            clause="5",
            expected=sum(ASRUS_DECK.values()),
            recorded=sum(deck_of(options).values()),
        )
    if len(set(log.stones)) > 1:
        yield finding(
            Code.STONES_UNEQUAL,
            Place(("stones",)),
            clause="3.1",
            expected="equal stacks",
            recorded=list(log.stones),
            came=", ".join(map(str, log.stones)),
        )


# Playing ----------------------------------------------------------------------------------


def _play_hand(tape: Table, at: At) -> Table | None:
    """Play a hand as far as it is legal; give the tape to go on with, None where none can."""
    begun = _begin(tape, at)
    if begun is None:
        _look_at_cards(tape, at, 0, [])
        return None
    tape = begun
    for number in range(len(at.hand.steps)):
        begins = engine.step_fault(tape.state, number + 1) is None
        played = _play_step(tape, at, number)
        if played is None:
            return None
        too_much = played is not tape and played.state == tape.state
        if too_much and engine.can_settle(tape.state):
            _look_at_cards(tape, at, number + begins, _known(tape.state))
            settled = _settle(tape, at)  # the hand was over before what is too much
            return settled and settled.aside(settled.state)
        tape = played
    return _settle(tape, at)


def _begin(tape: Table, at: At) -> Table | None:
    """Begin a hand; one before it that was broken off is the fault of that hand."""
    hand = at.hand
    players = None if hand.players is None else tuple(map(tape.seat, hand.players))
    ante = Ante(tape.seat(hand.dealer), players, hand.rematch)
    place = at.place()
    if tape.state.phase is not Phase.ANTE:
        path = ("hands", at.index - 1, "steps")
        place = Place(path, at.index, tape.state.step)
    if tape.play(ante, place):
        tape.remark(place)
        return tape
    faults = {fault.code for fault in engine.violations(tape.options, tape.state, ante)}
    if faults == {Code.WRONG_DEALER}:
        return tape.aside(engine.apply(tape.options, tape.state, ante)[0])
    return None


def _play_step(tape: Table, at: At, number: int) -> Table | None:
    """Play a step, from 0: its cards, then its bets."""
    if fault := engine.step_fault(tape.state, number + 1):
        place = at.place(number)
        if fault.code is Code.BETTING_OPEN:
            place = at.place(number - 1, "bets")
        context = partial(words.table, tape.options, tape.state, tape.players)
        tape.findings.append(tape.fault_found(fault, place, context))
        if fault.code in GOES_ON:
            return tape.aside(tape.state)
        _look_at_cards(tape, at, number, _known(tape.state))
        return None
    _order_of_offers(tape, at, number)
    dealt = _play_cards(tape, at, number)
    return dealt and _play_bets(dealt, at, number)


def _play_cards(tape: Table, at: At, number: int) -> Table | None:
    """Deal or offer a step's cards; who is not listed has a card that nobody wrote down."""
    step = at.hand.steps[number]
    for position, (name, card) in enumerate(step.cards):
        draw = _draw(tape.seat(name), card)
        place = at.place(number, "cards", position)._replace(player=name)
        before = tape.state
        if before.phase is not Phase.CARDS or before.step != number + 1:
            fault = engine.surplus_card(before, draw)
            tape.findings.append(tape.fault_found(fault, place))
        elif tape.play(draw, place, partial(_also_there, at.hand, card)):
            continue
        elif engine.violation(tape.options, before, draw._replace(card=None)) is None:
            after, _ = engine.apply(tape.options, before, draw._replace(card=None))
            tape = tape.aside(after, frozenset({draw.seat}))
            continue
        _look_at_cards(tape, at, number, _known(before), position + 1)
        return None
    while tape.state.phase is Phase.CARDS and tape.state.step == number + 1:
        seat = next(seat for seat in in_turn(tape.state) if seat not in tape.state.asked)
        tape.play(Draw(seat, "untold"), at.place(number, "cards"))
    return tape


def _draw(seat: int, card: int | str | None) -> Draw:
    if card is None:
        return Draw(seat, "stay")
    return Draw(seat, "take", card if isinstance(card, int) else None)


def _play_bets(tape: Table, at: At, number: int) -> Table | None:
    """Play a step's bets; where nobody is asked, a check is needless but no fault (6)."""
    asked = tape.state.phase is Phase.BETS
    for position, entry in enumerate(at.hand.steps[number].bets):
        name, verb = entry[0], entry[1]
        bet = Bet(tape.seat(name), verb, entry[2] if len(entry) == 3 else 0)
        place = at.place(number, "bets", position)._replace(player=name)
        if not asked and verb == "check" and bet.seat in tape.state.live:
            tape.findings.append(finding(Code.CHECK_NEEDLESS, place, clause="6"))
            continue
        before = tape.state
        if tape.play(bet, place, partial(words.table, tape.options, before, tape.players)):
            tape.remark(place)
            continue
        fault = engine.violation(tape.options, before, bet)
        if fault is not None and fault.code in GOES_ON:
            return tape.aside(before)
        _look_at_cards(tape, at, number + 1, _known(before))
        return None
    return tape


def _settle(tape: Table, at: At) -> Table | None:
    """Settle a hand that is decided; one that is not stays as it is."""
    if not engine.can_settle(tape.state):
        _note_unseen(tape, at)
        return tape
    shown = at.hand.shown
    action = Settle(None if shown is None else tuple(map(tape.seat, shown)))
    place = at.place()._replace(turn=tape.state.step)
    if len(tape.state.live) > 1 and tape.masked & set(tape.state.live):
        for fault in unknown_hands(tape.state):
            if fault.seat not in tape.masked:
                tape.findings.append(tape.fault_found(fault, place))
        return None
    if not tape.play(action, place, partial(words.table, tape.options, tape.state, tape.players)):
        return None
    _note_unseen(tape, at)
    tape.remark(place)
    tape.masked = frozenset()  # the next hand has a deck of its own
    return tape


# Looking and saying -----------------------------------------------------------------------


def _known(state: State) -> list[int | None]:
    """List the cards that a hand has dealt so far."""
    return [card for cards in state.cards for card in cards if card != 0]


def _look_at_cards(
    tape: Table, at: At, number: int, dealt: list[int | None], position: int = 0
) -> None:
    """Hold the cards of a hand, from this step and entry on, against the deck (3.7.2)."""
    dealt = list(dealt)
    for later, step in enumerate(at.hand.steps[number:], number):
        for entry, (name, card) in enumerate(step.cards):
            if card is None or (later == number and entry < position):
                continue
            drawn = card if isinstance(card, int) else None
            if fault := engine.card_fault(tape.options, dealt, drawn):
                place = at.place(later, "cards", entry, 1)._replace(player=name)
                context = partial(_also_there, at.hand, card)
                tape.findings.append(tape.fault_found(fault, place, context))
            dealt.append(drawn)


def _also_there(hand: Hand, card: int | str | None) -> tuple[str, ...]:
    """List every place of a hand where a number was dealt."""
    return tuple(
        f"card {card}: step {number + 1}: {name}"
        for number, step in enumerate(hand.steps)
        for name, dealt in step.cards
        if dealt == card
    )


def _order_of_offers(tape: Table, at: At, number: int) -> None:
    """Warn where cards were not offered in turn from the first actor (T19)."""
    listed = [name for name, _ in at.hand.steps[number].cards]
    due = [tape.players[seat] for seat in in_turn(tape.state)]
    due = [name for name in due if name in listed]
    if number and listed != due and sorted(listed) == sorted(due):
        tape.findings.append(
            finding(
                Code.OFFERS_OUT_OF_ORDER,
                at.place(number, "cards"),
                clause="T19",
                expected=due,
                recorded=listed,
                due=", ".join(due),
                came=", ".join(listed),
            )
        )


def _note_unseen(tape: Table, at: At) -> None:
    """Note whose cards a hand leaves out (3.8)."""
    state = tape.state
    seats = [seat for seat in state.players if None in state.cards[seat]]
    names = [tape.players[seat] for seat in seats if seat not in tape.masked]
    if names:
        place, came = at.place(), ", ".join(names)
        tape.findings.append(
            finding(Code.CARDS_UNSEEN, place, clause="3.8", recorded=names, came=came)
        )


def suggested_readings(log: Log, options: Options) -> Iterator[dict[str, Any]]:
    """Suggest readings with numbers that this log may have been played to (T4, T24)."""
    most = max(_raises(step) for hand in log.hands for step in hand.steps)
    if most and options.max_raises_per_round is not None:
        yield {"max_raises_per_round": most}
    if options.max_players < len(log.players) <= 21:
        yield {"max_players": len(log.players)}


def _raises(step: Step) -> int:
    return sum(bet[1] == "raise" for bet in step.bets)
