"""Zaägox: what is allowed at a table and why not. Says nothing of what follows."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

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
    called,
    can_be,
    discarded,
    hand_size,
    in_hand,
    pair_with,
    playable,
    shown,
    unknown_cards,
    whereabouts,
)
from retally.schemas.base import Path
from retally.schemas.codes import Code
from retally.schemas.zaagox import (
    MASKED,
    Options,
    central_cards,
    face,
    number_class,
    required_aging,
)


def start_violations(options: Options, seats: int) -> Iterator[Violation]:
    """Yield what is wrong, or to be warned of, before the deal (Z18)."""
    if not 2 <= seats <= options.max_players:
        due = f"2 to {options.max_players} players"
        yield Violation(Code.SEATS, "Z18", expected=due, recorded=seats)
    elif seats not in (3, 4):
        yield Violation(Code.SEATS_UNUSUAL, "Z18", expected="3 or 4 players", recorded=seats)


def needed_aging(options: Options, cards: tuple[str, str]) -> int:
    """How many aging cards make this pair complete (4.2, Z8)."""
    needed = required_aging(face(options, cards[0]).number)
    return max(0, needed - 2) if options.aging_count == "include_pair" else needed


def legal(options: Options, state: State) -> tuple[Action, ...]:
    """List every decision that is allowed now; none when an unknown card is drawn.

    A draw of a card that is known to lie on top is listed: it is the only one.
    """
    match state.phase:
        case Phase.DRAW:
            top = state.pile[0] if state.pile else None
            known = isinstance(top, str) or not state.pile
            return (Draw(state.active, top if isinstance(top, str) else None),) if known else ()
        case Phase.ACT:
            return tuple(_legal_acts(options, state))
        case Phase.CLAIM:
            return (Close(), *_legal_claims(options, state))
        case Phase.STORE:
            assert state.complete is not None, "a card is stored of a complete pair"
            return tuple(Store(card) for card in state.complete.pair.cards)
    return ()


def _legal_acts(options: Options, state: State) -> Iterator[Action]:
    if _must_pass(options, state):
        yield Pass()
        return
    hand = playable(state, state.active)
    yield from (Discard(card) for card in hand)
    for first, second in combinations(hand, 2):
        left = shown(state, state.active, first)
        if in_hand(left, state.active, second) and alike(options, first, second):
            yield LayPair((first, second))
    for pair in state.pairs[state.active]:
        yield from (Age(card, pair.cards[0]) for card in hand)


def _legal_claims(options: Options, state: State) -> Iterator[Claim]:
    for seat in range(state.seats):
        for card in playable(state, seat):
            claim = Claim(seat, card)
            if violation(options, state, claim) is None:
                yield claim


def alike(options: Options, first: str, second: str) -> bool:
    """Say whether two cards make a pair (4.3 B, Z6, Z7)."""
    return next(_unlike(options, (first, second), Code.PAIR_NOT_ALIKE), None) is None


def violation(options: Options, state: State, action: Action) -> Violation | None:
    """Say why an action is not allowed, or None."""
    return next(violations(options, state, action), None)


def violations(options: Options, state: State, action: Action) -> Iterator[Violation]:
    """Yield all that is wrong with an action, the gravest first."""
    match action:
        case Deal():
            yield from _deal_violations(state, action)
        case Draw():
            yield from _draw_violations(options, state, action)
        case Claim():
            yield from _claim_violations(options, state, action)
        case Store():
            yield from _store_violations(state, action)
        case Close():
            _expect(state, Phase.CLAIM, action)
        case _:
            _expect(state, Phase.ACT, action)
            yield from _act_violations(options, state, action)


def _expect(state: State, phase: Phase, action: Action) -> None:
    """Refuse what no log can say: an action that the machine does not wait for."""
    if state.phase is not phase:
        raise ValueError(f"no {type(action).__name__} in the phase {state.phase} (4.3)")


def _deal_violations(state: State, deal: Deal) -> Iterator[Violation]:
    """Look for cards that are dealt twice (invariant 4.9.1)."""
    _expect(state, Phase.DEAL, deal)
    seen: set[str] = set()
    for within, card in _dealt(deal):
        if card in seen:
            yield Violation(Code.CARD_TWICE, "4.9.1", within=within, expected="once", recorded=card)
        seen.add(card)


def _dealt(deal: Deal) -> Iterator[tuple[Path, str]]:
    for seat, hand in enumerate(deal.hands):
        for index, card in enumerate(hand):
            yield ("hands", seat, index), card
    for index, card in enumerate(deal.central or ()):
        yield ("central", index), card


_UNSEEN = "a card that nobody has seen"


def _draw_violations(options: Options, state: State, draw: Draw) -> Iterator[Violation]:
    if state.phase is Phase.OVER:
        why = {"why": why_over(options, state)}
        yield Violation(
            Code.AFTER_THE_END, "4.4", expected="the end", recorded="more play", words=why
        )
        return
    _expect(state, Phase.DRAW, draw)
    if draw.seat != state.active:
        yield Violation(
            Code.NOT_YOUR_TURN,
            "4.3",
            within=("player",),
            expected=called(state.active),
            recorded=called(draw.seat),
            words={"due": called(state.active)},
        )
    elif fault := _drawn_card_fault(state, draw.card):
        yield replace(fault, seat=draw.seat, within=("draw",), recorded=draw.card)


def _drawn_card_fault(state: State, card: str | None) -> Violation | None:
    """Say why a card cannot be the top one of the deck (4.3; Z14 once cards came back)."""
    clause = "4.3" if state.drawn < central_cards(state.seats) else "Z14"
    if card is None:
        left = len(state.pile)
        missing = Violation(Code.DRAW_MISSING, "4.3", expected="a card", words={"left": left})
        return missing if left else None
    if not state.pile:
        return Violation(Code.DRAW_FROM_NOTHING, "Z16")
    match state.pile[0]:
        case None if card not in unknown_cards(state):
            where = {"where": whereabouts(state, card)}
            return Violation(Code.DRAWN_FROM_ELSEWHERE, "4.9.1", expected=_UNSEEN, words=where)
        case str(top) if card != top:
            return Violation(Code.DRAW_NOT_TOP, clause, expected=top, words={"due": top})
        case int(number) if card not in can_be(state, number):
            due = sorted(can_be(state, number))
            words = {"due": f"one of {' '.join(due)}"}
            return Violation(Code.DRAW_NOT_TOP, clause, expected=due, words=words)
    return None


def _act_violations(options: Options, state: State, action: Action) -> Iterator[Violation]:
    skipped = options.empty_deck == "pass_turn" and not state.drew
    if isinstance(action, Pass):
        if not _must_pass(options, state):
            yield _needless_pass(state)
    elif skipped:  # Z16
        yield Violation(
            Code.ACTION_WITHOUT_DRAW, "Z16", expected="pass", recorded=type(action).__name__
        )
    elif isinstance(action, Discard):
        yield from _not_in_hand(state, action.card, ("discard",))
    elif isinstance(action, LayPair):
        yield from _pair_violations(options, state, action)
    elif isinstance(action, Age):
        yield from _age_violations(state, action)


def _must_pass(options: Options, state: State) -> bool:
    """Say whether there is nothing to do but pass (Z16)."""
    if state.drew:
        return False
    return options.empty_deck == "pass_turn" or hand_size(state, state.active) == 0


def _needless_pass(state: State) -> Violation:
    drawn = "a card was drawn" if state.drew else "there are cards in hand"
    return Violation(
        Code.PASS_NOT_DUE,
        "Z16",
        within=("pass",),
        expected="discard, pair or age",
        recorded="pass",
        words={"why": drawn},
    )


def _not_in_hand(
    state: State, card: str, within: Path, seat: int | None = None
) -> Iterator[Violation]:
    seat = state.active if seat is None else seat
    if not in_hand(state, seat, card):
        yield Violation(
            Code.CARD_NOT_IN_HAND,
            "4.3",
            seat=seat,
            within=within,
            expected=playable(state, seat),
            recorded=card,
            words={"where": whereabouts(state, card)},
        )


def _pair_violations(options: Options, state: State, action: LayPair) -> Iterator[Violation]:
    first, second = action.cards
    yield from _not_in_hand(state, first, ("pair", 0))
    yield from _not_in_hand(shown(state, state.active, first), second, ("pair", 1))
    for fault in _unlike(options, action.cards, Code.PAIR_NOT_ALIKE):
        yield replace(fault, seat=state.active, within=("pair",))


def _unlike(options: Options, cards: tuple[str, str], code: Code) -> Iterator[Violation]:
    """Yield under this code why two cards are no pair (4.3 B, Z6, Z7)."""
    numbers = [face(options, card).number for card in cards]
    words = {"cards": " and ".join(cards), "why": "their numbers differ"}
    if numbers == [None, None]:
        if options.blank_pairs == "forbidden":  # Z6
            blank = Code.PAIR_OF_BLANKS if code is Code.PAIR_NOT_ALIKE else Code.DA_ON_BLANK
            yield Violation(blank, "Z6", expected=None, recorded=list(cards), words=words)
        return
    if options.pair_match == "same_class" and None not in numbers:  # Z7
        numbers = [number_class(number) for number in numbers if number is not None]
        words["why"] = "their numbers are of unlike classes"
    if numbers[0] != numbers[1]:
        expected = "two cards of one number"
        yield Violation(code, "Z7", expected=expected, recorded=list(cards), words=words)


def _age_violations(state: State, action: Age) -> Iterator[Violation]:
    seat = state.active
    if action.card != MASKED:
        yield from _not_in_hand(state, action.card, ("age",))
    elif hand_size(state, seat) == 0:
        yield Violation(
            Code.CARD_NOT_IN_HAND,
            "4.3",
            seat=seat,
            within=("age",),
            expected=[],
            recorded=MASKED,
            words={"where": "nowhere, the hand is empty"},
        )
    if pair_with(state, seat, action.on) is None:
        open_pairs = [list(pair.cards) for pair in state.pairs[seat]]
        listed = ", ".join(" ".join(cards) for cards in open_pairs) or "none"
        yield Violation(
            Code.AGING_WITHOUT_PAIR,
            "4.3",
            seat=seat,
            within=("on",),
            expected=open_pairs,
            recorded=action.on,
            words={"open_pairs": f"; open are: {listed}"},
        )


def _claim_violations(options: Options, state: State, claim: Claim) -> Iterator[Violation]:
    if state.phase is not Phase.CLAIM:
        yield Violation(Code.DA_WITHOUT_DISCARD, "Z12", seat=claim.seat, recorded=claim.card)
    elif claim.seat == state.active:
        yield Violation(Code.DA_ON_OWN_DISCARD, "Z12", seat=claim.seat, recorded=claim.card)
    elif claim.seat in {call.seat for call in state.calls}:
        yield Violation(Code.DA_CALLED_TWICE, "Z12", seat=claim.seat, recorded=claim.card)
    else:
        for fault in _not_in_hand(state, claim.card, ("with",), claim.seat):
            yield replace(fault, code=Code.DA_CARD_NOT_IN_HAND, clause="Z13")
        for fault in _unlike(options, (discarded(state), claim.card), Code.DA_NOT_ALIKE):
            yield replace(fault, clause="Z13", seat=claim.seat, within=("with",))


def _store_violations(state: State, store: Store) -> Iterator[Violation]:
    if state.complete is None:
        yield Violation(
            Code.STORE_NEEDLESS, "4.3", within=("store",), expected=None, recorded=store.card
        )
        return
    seat, pair = state.complete
    words = {"cards": " ".join(pair.cards)}
    due = list(pair.cards)
    if store.card is None:
        yield Violation(Code.STORE_MISSING, "Z9", seat=seat, expected=due, words=words)
    elif store.card not in pair.cards:
        yield Violation(
            Code.STORE_NOT_OF_PAIR,
            "4.3",
            seat=seat,
            within=("store",),
            expected=due,
            recorded=store.card,
            words=words,
        )


def why_over(options: Options, state: State) -> str:
    """Say in words which rule ended the game."""
    if state.winner is not None:
        return f"in turn {state.turn}: {called(state.winner)} has four stored cards"
    if options.empty_deck == "void_game":
        return f"after turn {state.turn}: the central deck is empty"
    return f"in turn {state.turn}: everyone passed in a row"
