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
from retally.schemas.told import Told, listed, reworded, template, told
from retally.schemas.zaagox import DECK, MASKED, STORED_TO_WIN, Log, Options, face

HOW_NAMED = "a card is R, Y, G or B and 1 to 8, or 0 for a blank"

ZaagoxStep: TypeAlias = Step[State, Action]


def named(text: str, players: Sequence[str]) -> str:
    """Put the players' names into a text of the engine."""
    return reworded(text, lambda word: word.format(seats=players))


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
    seats = (listed((player, _seat(state, seat)), ": ") for seat, player in enumerate(players))
    deck = told(
        "central deck, {count} cards: {cards}", count=len(state.deck), cards=_cards(state.deck)
    )
    return (*seats, told("discard: {cards}", cards=_cards(state.discards)), deck)


def _seat(state: State, seat: int) -> str:
    unseen = sum(veil.seat == seat for veil in state.veils)
    cards = _cards(sorted(state.hands[seat]))
    if unseen:
        hand = told("hand {cards} (less {count} laid unseen)", cards=cards, count=unseen)
    else:
        hand = told("hand {cards}", cards=cards)
    parts = [hand, *(_pair(pair) for pair in state.pairs[seat])]
    if state.complete and state.complete.seat == seat:
        parts.append(told("{pair} complete", pair=_pair(state.complete.pair)))
    if state.stored[seat]:
        parts.append(told("stored {cards}", cards=_cards(state.stored[seat])))
    return listed(parts, "; ")


def _pair(pair: Pair) -> Told:
    cards = _cards(pair.cards)
    if pair.aging:
        return told("pair {cards} under {aging}", cards=cards, aging=_cards(pair.aging))
    return told("pair {cards}", cards=cards)


def _cards(cards: Sequence[Spot]) -> str:
    return " ".join(map(spot, cards)) or "-"


def without_draw(options: Options, state: State) -> str:
    """Say what a turn without a draw comes to (Z16)."""
    if options.empty_deck == "pass_turn":
        return told("the turn is skipped")
    if hand_size(state, state.active) == 0:
        return told("there is no card to play either")
    return told("the turn goes on without a draw")


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
    lines: list[str] = [told("before:"), *_indented(board(steps[0].before, log.players))]
    for step in steps:
        lines += telling(played.options, step, log.players)
    lines += [told("after:"), *_indented(board(steps[-1].after, log.players))]
    lines.append(_what_next(played.options, steps[-1].after, log.players))
    return tuple(lines)


def telling(options: Options, step: ZaagoxStep, players: Sequence[str]) -> Iterator[str]:
    """Tell one action and what it came to."""
    player = players[step.before.active]
    match step.action:
        case Draw(card=card):
            yield from _draw_told(options, step, player, card)
        case Discard(card):
            yield told("{player} discards {card}", player=player, card=card)
        case LayPair(cards):
            yield told(
                "{player} lays {cards} as a pair; {needs}",
                player=player,
                cards=_cards(cards),
                needs=_needs(options, cards),
            )
        case Age(card, on):
            yield _age_told(options, step, player, card, on)
        case Claim(seat, card):
            yield told("{player} calls Da with {card}", player=players[seat], card=card)
        case Close():
            yield _close_told(options, step, players)
        case Pass():
            yield told("{player} passes", player=player)
        case Store(card):
            yield from _store_told(options, step, players, card)


def _draw_told(options: Options, step: ZaagoxStep, player: str, card: str | None) -> Iterator[str]:
    if step.before.discards:
        cards = _cards(step.before.discards)
        yield told("{cards} goes from the discard under the central deck", cards=cards)
    if card is None:
        then = without_draw(options, step.after)
        yield told(
            "the central deck is empty: {player} draws nothing, {then}", player=player, then=then
        )
    else:
        yield told(
            "{player} draws {card}; {count} cards are left in the central deck",
            player=player,
            card=card,
            count=len(step.after.deck),
        )


def _needs(options: Options, cards: tuple[str, str]) -> str:
    needed = needed_aging(options, cards)
    if needed == 0:
        return told("it needs no aging card and is complete at once")
    if needed == 1:
        return told("it needs 1 aging card")
    return told("it needs {count} aging cards", count=needed)


def _age_told(options: Options, step: ZaagoxStep, player: str, card: str, on: str) -> str:
    pairs = step.before.pairs[step.before.active]
    pair = next(pair for pair in pairs if on in pair.cards)
    needed, laid = needed_aging(options, pair.cards), len(pair.aging) + 1
    return told(
        "{player} lays {card} on the pair {pair}: aging card {laid} of {needed}{done}",
        player=player,
        card=card,
        pair=_cards(pair.cards),
        laid=laid,
        needed=needed,
        done=told("; the pair is complete") if laid >= needed else "",
    )


def _close_told(options: Options, step: ZaagoxStep, players: Sequence[str]) -> str:
    won = engine.da_winner(options, step.before)
    if won is None:
        return told("nobody calls Da")
    cards = (discarded(step.before), won.card)
    words = {
        "player": players[won.seat],
        "cards": _cards(cards),
        "needs": _needs(options, cards),
    }
    if len(step.before.calls) == 1:
        return told("{player} has the discard and lays {cards} as a pair; {needs}", **words)
    if options.da_conflict == "first_call":
        return told(
            "{player} has the discard as the first to call and lays {cards} as a pair; {needs}",
            **words,
        )
    return told(
        "{player} has the discard as the nearest and lays {cards} as a pair; {needs}", **words
    )


def _store_told(
    options: Options, step: ZaagoxStep, players: Sequence[str], card: str | None
) -> Iterator[str]:
    complete = step.before.complete
    assert complete is not None, "a legal store has a complete pair"
    assert card is not None, "a missing choice is no step"
    player = players[complete.seat]
    back = _cards(engine.returned(options, complete.pair, card))
    count = len(step.after.stored[complete.seat])
    words = {"player": player, "card": card, "ordinal": _ORDINALS[count - 1], "back": back}
    if options.return_place == "under_deck":
        yield told(
            "{player} stores {card}, the {ordinal} of four; {back} go under the central deck",
            **words,
        )
    else:
        yield told(
            "{player} stores {card}, the {ordinal} of four; {back} go to the discard", **words
        )
    if step.after.winner is not None:
        yield told("{player} has four stored cards and wins:", player=player)
        yield from _indented(working(options, step.after.stored[complete.seat]))


_ORDINALS = (told("first"), told("second"), told("third"), told("fourth"))


def _what_next(options: Options, state: State, players: Sequence[str]) -> str:
    if engine.over(state):
        return told("the game ended {why}", why=named(engine.why_over(options, state), players))
    return told("next: {player}", player=players[state.active])


def _indented(lines: Sequence[str]) -> list[str]:
    return [listed(("", line), "  ") for line in lines]


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
    shows = listed(_shown(options, card) for card in cards)
    return (shows, *(_step_line(worked, step) for step in worked.operations))


def _shown(options: Options, card: str) -> str:
    colour, number, shape = face(options, card)
    own = f"{card} {number}" if number is not None and str(number) != card[1:] else card
    parts = [own, _COLOURS[colour]] if colour else [own]
    return listed((*parts, _SHAPES[shape]), " ")


_COLOURS = {
    "red": told("red"),
    "yellow": told("yellow"),
    "green": told("green"),
    "blue": told("blue"),
}
_SHAPES = {
    "circle": told("circle"),
    "line": told("line"),
    "mixed": told("mixed"),
    "blank": told("blank"),
}


def _step_line(worked: SetScore, step: Operation) -> str:
    sign = "" if step.sign == "+" and step.amount < 0 else step.sign
    done = f"{sign}{step.amount}"
    name = _step_name(worked, step)
    return told("{name:<24}  {done:<2}  =  {result}", name=name, done=done, result=step.result)


def _step_name(worked: SetScore, step: Operation) -> str:
    if step.part == "complete":
        return told("four cards stored")
    if step.part == "floor":
        return told("no less than 0")
    one, more = _KINDS[step.part]
    kinds = told(one if step.kinds == 1 else more, count=step.kinds)
    connection = worked.kinds.connection if step.part == "number" else None
    return listed((kinds, _CONNECTIONS[connection])) if connection else kinds


_KINDS = {
    "number": (template("{count} number kind"), template("{count} number kinds")),
    "colour": (template("{count} colour kind"), template("{count} colour kinds")),
    "shape": (template("{count} shape kind"), template("{count} shape kinds")),
}
_CONNECTIONS = {"strong": told("strong"), "weak": told("weak")}


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
