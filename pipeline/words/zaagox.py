"""Zaägox in words: the table as lines, a turn told, a score worked out step by step."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from retally.pipeline.engine import zaagox as engine
from retally.pipeline.engine.zaagox_allowed import needed_aging
from retally.pipeline.engine.zaagox_scoring import Operation, SetScore, set_score
from retally.pipeline.engine.zaagox_table import (
    Action,
    Age,
    Claim,
    Close,
    Discard,
    Draw,
    LayPair,
    Pair,
    Pass,
    Spot,
    State,
    Store,
    discarded,
    hand_size,
)
from retally.pipeline.tape import Replay, ScoreSheet, Step, UnknownCardsError
from retally.schemas.zaagox import DECK, MASKED, STORED_TO_WIN, Log, Options, face

HOW_NAMED = "a card is R, Y, G or B and 1 to 8, or 0 for a blank"

ZaagoxStep: TypeAlias = Step[State, Action]


def named(text: str, players: Sequence[str]) -> str:
    """Put the players' names into a text of the engine."""
    return text.format(seats=players)


# The table --------------------------------------------------------------------------------


def spot(card: Spot) -> str:
    """Write a card that may be unknown (a dot) or an aging card not seen (?)."""
    if card is None:
        return "."
    return MASKED if isinstance(card, int) else card


def board(state: State, players: Sequence[str]) -> tuple[str, ...]:
    """Draw the table: a line a seat, then what lies open, then the deck from the top.

    >>> print("\\n".join(board(engine.start(2), ("ann", "bo"))))
    ann: hand -
    bo: hand -
    discard: -
    central deck, 0 cards: -
    """
    seats = tuple(f"{player}: {_seat(state, seat)}" for seat, player in enumerate(players))
    deck = f"central deck, {len(state.deck)} cards: {_cards(state.deck)}"
    return (*seats, f"discard: {_cards(state.discards)}", deck)


def _seat(state: State, seat: int) -> str:
    unseen = sum(veil.seat == seat for veil in state.veils)
    hand = f"hand {_cards(sorted(state.hands[seat]))}"
    hand += f" (less {unseen} laid unseen)" if unseen else ""
    parts = [hand, *(_pair(pair) for pair in state.pairs[seat])]
    if state.complete and state.complete.seat == seat:
        parts.append(f"{_pair(state.complete.pair)} complete")
    if state.stored[seat]:
        parts.append(f"stored {_cards(state.stored[seat])}")
    return "; ".join(parts)


def _pair(pair: Pair) -> str:
    aging = f" under {_cards(pair.aging)}" if pair.aging else ""
    return f"pair {_cards(pair.cards)}{aging}"


def _cards(cards: Sequence[Spot]) -> str:
    return " ".join(map(spot, cards)) or "-"


def without_draw(options: Options, state: State) -> str:
    """Say what a turn without a draw comes to (Z16)."""
    if options.empty_deck == "pass_turn":
        return "the turn is skipped"
    if hand_size(state, state.active) == 0:
        return "there is no card to play either"
    return "the turn goes on without a draw"


# A turn -----------------------------------------------------------------------------------


def explain(
    log: Log, played: Replay[Options, State, Action], round_: int, turn: int
) -> tuple[str, ...]:
    """Tell what happened in a turn and why (4.3); turns count from 1, the round is 1.

    Nothing is told of a turn that was not played.
    """
    steps = [step for step in played.steps if round_ == 1 and step.place.turn == turn]
    if not steps:
        return ()
    lines = ["before:", *_indented(board(steps[0].before, log.players))]
    for step in steps:
        lines += told(played.options, step, log.players)
    lines += ["after:", *_indented(board(steps[-1].after, log.players))]
    lines.append(_what_next(played.options, steps[-1].after, log.players))
    return tuple(lines)


def told(options: Options, step: ZaagoxStep, players: Sequence[str]) -> Iterator[str]:
    """Tell one action and what it came to."""
    player = players[step.before.active]
    match step.action:
        case Draw(card=card):
            yield from _draw_told(options, step, player, card)
        case Discard(card):
            yield f"{player} discards {card}"
        case LayPair(cards):
            yield f"{player} lays {_cards(cards)} as a pair; {_needs(options, cards)}"
        case Age(card, on):
            yield _age_told(options, step, f"{player} lays {card}", on)
        case Claim(seat, card):
            yield f"{players[seat]} calls Da with {card}"
        case Close():
            yield _close_told(options, step, players)
        case Pass():
            yield f"{player} passes"
        case Store(card):
            yield from _store_told(options, step, players, card)


def _draw_told(options: Options, step: ZaagoxStep, player: str, card: str | None) -> Iterator[str]:
    if step.before.discards:
        yield f"{_cards(step.before.discards)} goes from the discard under the central deck"
    if card is None:
        then = without_draw(options, step.after)
        yield f"the central deck is empty: {player} draws nothing, {then}"
    else:
        yield f"{player} draws {card}; {len(step.after.deck)} cards are left in the central deck"


def _needs(options: Options, cards: tuple[str, str]) -> str:
    needed = needed_aging(options, cards)
    if needed == 0:
        return "it needs no aging card and is complete at once"
    return f"it needs {needed} aging {'card' if needed == 1 else 'cards'}"


def _age_told(options: Options, step: ZaagoxStep, lays: str, on: str) -> str:
    pairs = step.before.pairs[step.before.active]
    pair = next(pair for pair in pairs if on in pair.cards)
    needed, laid = needed_aging(options, pair.cards), len(pair.aging) + 1
    done = "; the pair is complete" if laid >= needed else ""
    return f"{lays} on the pair {_cards(pair.cards)}: aging card {laid} of {needed}{done}"


def _close_told(options: Options, step: ZaagoxStep, players: Sequence[str]) -> str:
    won = engine.da_winner(options, step.before)
    if won is None:
        return "nobody calls Da"
    cards = (discarded(step.before), won.card)
    first = options.da_conflict == "first_call"
    several = len(step.before.calls) > 1
    why = (" as the first to call" if first else " as the nearest") if several else ""
    pair = f"lays {_cards(cards)} as a pair; {_needs(options, cards)}"
    return f"{players[won.seat]} has the discard{why} and {pair}"


def _store_told(
    options: Options, step: ZaagoxStep, players: Sequence[str], card: str | None
) -> Iterator[str]:
    complete = step.before.complete
    assert complete is not None, "a legal store has a complete pair"
    assert card is not None, "a missing choice is no step"
    player = players[complete.seat]
    back = _cards(engine.returned(options, complete.pair, card))
    where = "under the central deck" if options.return_place == "under_deck" else "to the discard"
    count = len(step.after.stored[complete.seat])
    yield f"{player} stores {card}, the {_ORDINALS[count - 1]} of four; {back} go {where}"
    if step.after.winner is not None:
        yield f"{player} has four stored cards and wins:"
        yield from _indented(working(options, step.after.stored[complete.seat]))


_ORDINALS = ("first", "second", "third", "fourth")


def _what_next(options: Options, state: State, players: Sequence[str]) -> str:
    if engine.over(state):
        return f"the game ended {named(engine.why_over(options, state), players)}"
    return f"next: {players[state.active]}"


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]


# A score ----------------------------------------------------------------------------------


def working(options: Options, cards: Sequence[str]) -> tuple[str, ...]:
    """Work out a set so that a person can follow (4.5): what it shows, then each step.

    >>> print("\\n".join(working(Options(), ("R1", "Y2", "G3", "B4"))))
    R1 red mixed, Y2 yellow mixed, G3 green line, B4 blue circle
    four cards stored         +2  =  2
    3 shape kinds             x2  =  4
    4 colour kinds            x3  =  12
    4 number kinds, strong    ^2  =  144
    """
    worked = set_score(options, cards)
    shows = ", ".join(_shown(options, card) for card in cards)
    return (shows, *(_step_line(worked, step) for step in worked.operations))


def _shown(options: Options, card: str) -> str:
    colour, number, shape = face(options, card)
    own = f" {number}" if number is not None and str(number) != card[1:] else ""
    return f"{card}{own} {f'{colour} ' if colour else ''}{shape}"


def _step_line(worked: SetScore, step: Operation) -> str:
    sign = "" if step.sign == "+" and step.amount < 0 else step.sign
    done = f"{sign}{step.amount}"
    return f"{_step_name(worked, step):<24}  {done:<2}  =  {step.result}"


def _step_name(worked: SetScore, step: Operation) -> str:
    if step.part == "complete":
        return "four cards stored"
    if step.part == "floor":
        return "no less than 0"
    connection = worked.kinds.connection if step.part == "number" else None
    kinds = "kind" if step.kinds == 1 else "kinds"
    return f"{step.kinds} {step.part} {kinds}" + (f", {connection}" if connection else "")


def score(options: Options, cards: Sequence[str]) -> ScoreSheet:
    """Work out a set of four cards (4.5); an item says what its step brings.

    Raises UnknownCardsError for what is no set of four cards of the deck.

    >>> score(Options(), ["R1", "R2", "R3", "R4"]).items[-1]
    ('4 number kinds, strong', 0)
    """
    for card in cards:
        if card not in DECK:
            raise UnknownCardsError(f"{card!r} is no card of Zaägox: {HOW_NAMED}")
    if len(cards) != STORED_TO_WIN or len(set(cards)) != len(cards):
        raise UnknownCardsError("a set of Zaägox is four cards, each of them once")
    worked = set_score(options, cards)
    names = [_step_name(worked, step) for step in worked.operations]
    points = [points for _, points in worked.items]
    return ScoreSheet(worked.score, tuple(zip(names, points, strict=True)), working(options, cards))
