"""Zaägox: the deck as data, options, editions, the log. Facts of the game, no play."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints
from retally.schemas.base import (
    Envelope,
    Frozen,
    OffFormat,
    OrLeftOut,
    Path,
    PlayerId,
    listed_twice,
    not_players,
    not_supported,
    not_yet,
    wrong_length,
    wrong_table,
)
from retally.schemas.facts import Table

Colour: TypeAlias = Literal["red", "yellow", "green", "blue"]
Shape: TypeAlias = Literal["circle", "line", "mixed", "blank"]

BEST_SCORE = "highest"
HAND_CARDS = 4
STORED_TO_WIN = 4
CLASSES = 4  # numbers that differ by four are of one class (4.6)
MASKED = "?"


class Face(NamedTuple):
    """What a card shows; a blank has neither colour nor number (rules 4.1)."""

    colour: Colour | None
    number: int | None
    shape: Shape


_COLOURS: dict[str, Colour] = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
_SHAPES: dict[str, Shape] = {"m": "mixed", "l": "line", "c": "circle"}
_SHAPES_OF_1_TO_8 = {"R": "mmllmlml", "Y": "lmmlllmc", "G": "mmllmmml", "B": "lmlclmll"}

DECK: dict[str, Face] = {
    f"{letter}{number}": Face(colour, number, _SHAPES[_SHAPES_OF_1_TO_8[letter][number - 1]])
    for letter, colour in _COLOURS.items()
    for number in range(1, 9)
} | {f"{letter}0": Face(None, None, "blank") for letter in _COLOURS}
"""The 36 cards (rules 4.1); the shape belongs to the single card, read from its drawing."""


def required_aging(number: int | None) -> int:
    """Aging cards that a pair of this number needs (rules 4.2); None stands for blanks.

    >>> [required_aging(number) for number in (None, 1, 2, 3, 4, 5, 6, 7, 8)]
    [0, 1, 2, 3, 4, 1, 2, 3, 4]
    """
    return 0 if number is None else number_class(number) + 1


def number_class(number: int) -> int:
    """Which of the four classes of equal numbers this is, from 0 (rules 4.6).

    >>> [number_class(number) for number in (1, 5, 4, 8)]
    [0, 0, 3, 3]
    """
    return (number - 1) % CLASSES


FACTS = (
    Table(
        "zaagox_turns",
        {
            "game_id": "text",
            "turn": "small",
            "seat": "tiny",
            "player": "text",
            "drawn": "text",
            "action": "text",
            "card": "text",
            "pair_card_1": "text",
            "pair_card_2": "text",
            "aging_laid": "tiny",
            "aging_needed": "tiny",
            "da_called": "tiny",
            "da_missed": "tiny",
            "da_player": "text",
            "stored_by": "text",
            "stored_card": "text",
            "points": "long",
            "running_total": "long",
            "hand_left": "tiny",
            "deck_left": "tiny",
        },
    ),
    Table(
        "zaagox_claims",
        {
            "game_id": "text",
            "turn": "small",
            "seat": "tiny",
            "player": "text",
            "discard": "text",
            "discarder": "text",
            "call_order": "tiny",
            "outcome": "text",
            "points": "long",
            "running_total": "long",
        },
    ),
    Table(
        "zaagox_stored",
        {
            "game_id": "text",
            "turn": "small",
            "seat": "tiny",
            "player": "text",
            "stored_order": "tiny",
            "card": "text",
            "number": "tiny",
            "colour": "text",
            "shape": "text",
            "by_claim": "flag",
            "pair_turn": "small",
            "aging_cards": "tiny",
        },
    ),
    Table(
        "zaagox_sets",
        {
            "game_id": "text",
            "turn": "small",
            "seat": "tiny",
            "player": "text",
            "card_1": "text",
            "card_2": "text",
            "card_3": "text",
            "card_4": "text",
            "stored_turns": "ints",
            "shape_kinds": "tiny",
            "colour_kinds": "tiny",
            "number_kinds": "tiny",
            "number_connection": "text",
            "operations": "text",
            "set_points": "long",
            "recorded_points": "long",
        },
    ),
)
"""The tables of facts: turns, calls of Da that were or could be made, stored cards, sets."""

_CARD, _SEEN_CARD = r"^[RYGB][0-8]$", r"^([RYGB][0-8]|\?)$"
PATTERNS = {
    _CARD: "a card: R, Y, G or B and a digit from 0 to 8",
    _SEEN_CARD: "a card: R, Y, G or B and a digit from 0 to 8, or ?",
}
"""What a text has to be like, in words, by the pattern."""

Card = Annotated[
    str,
    StringConstraints(pattern=_CARD),
    Field(description="A card: R, Y, G or B and 1 to 8, or 0 for a blank"),
]
SeenCard = Annotated[
    str,
    StringConstraints(pattern=_SEEN_CARD),
    Field(description="A card, or ? for an aging card that the recorder did not see"),
]


class OwnFace(Frozen):
    """What a log says of a card of its own deck; what it leaves out is as in the deck."""

    colour: Colour | None = Field(None, description="Its colour; null: none")
    number: int | None = Field(None, ge=1, le=8, description="Its number; null: none")
    shape: Shape = Field("blank", description="What is drawn on it")
    print: str | None = Field(None, description="The letter and digit printed; kept for people")


def _completed(deck: dict[str, OwnFace]) -> dict[str, OwnFace]:
    """Fill in from the deck what a log leaves out of its own cards."""
    return {
        card: OwnFace.model_validate(
            {**DECK[card]._asdict(), **own.model_dump(include=own.model_fields_set)}
        )
        for card, own in deck.items()
    }


OwnDeck = Annotated[dict[Card, OwnFace], AfterValidator(_completed)]


def _whole(value: Any) -> Any:
    """Refuse a number that is written as a fraction, though it equals a whole one."""
    if type(value) is float:
        raise ValueError("a whole number")
    return value


class Options(Frozen):
    """How a group reads the rules (rules 4.11); the first value is the default."""

    operation_order: Literal[
        "add_multiply_power", "add_power_multiply", "add_then_listed_order"
    ] = Field("add_multiply_power", description="In which order a score is worked out (Z1)")
    weak_one_number_kind: Annotated[Literal[-1, -2], BeforeValidator(_whole)] = Field(
        -1, description="What one number kind brings that is not one number (Z2)"
    )
    one_kind_with_blanks: Literal["numbered_only", "needs_four_numbers"] = Field(
        "numbered_only", description="Whether blanks leave room for one number kind (Z3)"
    )
    blank_store: Literal["immediate", "optional_later"] = Field(
        "immediate",
        description="When a blank of a pair of blanks is stored (Z5)",
        json_schema_extra=not_yet("optional_later"),
    )
    blank_pairs: Literal["allowed", "forbidden"] = Field(
        "allowed", description="Whether two blanks make a pair (Z6)"
    )
    pair_match: Literal["exact_number", "same_class"] = Field(
        "exact_number", description="Which numbers make a pair (Z7)"
    )
    aging_count: Literal["aging_only", "include_pair"] = Field(
        "aging_only", description="Whether the pair counts among the cards stacked (Z8)"
    )
    da_next_turn: Literal["after_claimer", "after_discarder"] = Field(
        "after_claimer", description="After whom the game goes on when a Da is won (Z11)"
    )
    da_conflict: Literal["first_call", "nearest_seat"] = Field(
        "first_call", description="Who wins when several call Da (Z12)"
    )
    return_order: Literal["aging_then_pair", "pair_then_aging", "as_logged"] = Field(
        "aging_then_pair",
        description="In which order cards go back under the deck (Z14)",
        json_schema_extra=not_yet("as_logged"),
    )
    return_place: Literal["under_deck", "on_discard"] = Field(
        "under_deck", description="Where cards go back to (Z15)"
    )
    empty_deck: Literal["act_without_draw", "pass_turn", "void_game"] = Field(
        "act_without_draw", description="What follows when there is no card to draw (Z16)"
    )
    direction: Literal["as_listed", "reversed"] = Field(
        "as_listed", description="Which way the turn goes round the seats (Z17)"
    )
    max_players: int = Field(8, ge=2, le=8, description="Most players (Z18)")
    score_floor: Literal["none", "zero"] = Field(
        "none", description="Whether a score can be negative (Z21)"
    )
    loser_score: Literal["zero", "pay_winner"] = Field(
        "zero", description="What those who did not win score (Z22)"
    )
    match: Literal["single", "cumulative"] = Field(
        "single",
        description="Whether several games make one result (Z22)",
        json_schema_extra=not_yet("cumulative"),
    )
    ava: Literal["off", "on"] = Field(
        "off", description="The extension to five cards (Z23)", json_schema_extra=not_yet("on")
    )
    aging_visibility: Literal["hidden", "open"] = Field(
        "hidden", description="Whether others see the aging cards (Z26)"
    )
    deck: OwnDeck | None = Field(
        None, description="Cards that differ from the deck of rules 4.1, by their id (5)"
    )


EDITIONS: dict[str, Options] = {
    "wiki": Options(),
    "author-slides": Options(weak_one_number_kind=-2),
}
"""Named rows of options, the default first (rules 6)."""


class Rules(Options):
    """The edition a game was played under, and single options over it."""

    edition: Literal["wiki", "author-slides"] = Field(
        "wiki", description="A named row of options (rules 6)"
    )


def face(options: Options, card: str) -> Face:
    """Give what a card shows, in the log's own deck if it has one (rules 5).

    >>> face(Options(), "B4")
    Face(colour='blue', number=4, shape='circle')
    """
    own = options.deck.get(card) if options.deck else None
    return DECK[card] if own is None else Face(own.colour, own.number, own.shape)


class Call(Frozen):
    """A Da that was called: by whom, and with which card of his own."""

    player: PlayerId
    card: Card = Field(alias="with", description="The claimer's own card")


class Turn(Frozen):
    """One turn: a draw and exactly one of discard, pair, age or pass (rules 4.3)."""

    player: PlayerId
    draw: Card | None = Field(description="The card drawn; null when there was none to draw")
    discard: OrLeftOut[Card] = Field(None, description="The card laid open beside the deck")
    pair: OrLeftOut[tuple[Card, Card]] = Field(None, description="Two cards laid as a pair")
    age: OrLeftOut[SeenCard] = Field(None, description="The card laid face down on a pair")
    on: OrLeftOut[Card] = Field(None, description="One card of the pair that the aging card is for")
    pass_: OrLeftOut[Literal[True]] = Field(None, alias="pass", description="Nothing could be done")
    da: tuple[Call, ...] = Field(
        (), max_length=64, description="Claims on the discard in the order they were called"
    )
    store: OrLeftOut[Card] = Field(None, description="The card of a complete pair that is kept")


class GameClaims(Frozen):
    """What was written down of the game."""

    winner: PlayerId | None = Field(None, description="Who won; null: nobody")
    stored: OrLeftOut[tuple[Card, ...]] = Field(
        None,
        min_length=STORED_TO_WIN,
        max_length=STORED_TO_WIN,
        description="The winner's four stored cards, in any order",
    )
    score: OrLeftOut[int] = Field(None, description="The points of these four cards")


class Log(Envelope):
    """One recorded game of Zaägox (log format, Zaägox)."""

    game: Literal["zaagox"]
    rules: OrLeftOut[Rules] = Field(None, description="Absent: the edition wiki")
    first: PlayerId = Field(description="Who takes the first turn")
    hands: tuple[tuple[Card, ...], ...] = Field(description="The deal: four cards a seat")
    central: OrLeftOut[tuple[Card, ...]] = Field(
        None, description="The whole central deck from the top; absent: the draws tell it"
    )
    turns: tuple[Turn, ...] = Field(max_length=10_000)
    recorded: OrLeftOut[GameClaims] = Field(
        None, description="Claims, to be checked, never trusted"
    )

    def off_format(self) -> Iterator[OffFormat]:
        """Yield what the types alone cannot say: lengths by seats, one action a turn, names."""
        seats = len(self.players)
        yield from listed_twice(self.players, ("players",))
        yield from not_supported(self.rules)
        yield from _named((self.first,), self.players, ("first",))
        yield from wrong_length(self.hands, seats, ("hands",))
        yield from wrong_table(self.hands, HAND_CARDS, ("hands",))
        yield from wrong_length(self.central, central_cards(seats), ("central",))
        for index, turn in enumerate(self.turns):
            yield from _turn_off_format(turn, self.players, ("turns", index))
        if self.recorded and self.recorded.winner is not None:
            yield from _named((self.recorded.winner,), self.players, ("recorded", "winner"))


def central_cards(seats: int) -> int:
    """Cards of the central deck after the deal (rules 4.2).

    >>> central_cards(3), central_cards(8)
    (24, 4)
    """
    return max(0, len(DECK) - HAND_CARDS * seats)


def _named(names: Sequence[str], players: Sequence[str], path: Path) -> Iterator[OffFormat]:
    """Yield a fault when the player at this place is none of the players."""
    for fault in not_players(names, players, ()):
        yield fault._replace(path=path)


def _turn_off_format(turn: Turn, players: Sequence[str], path: Path) -> Iterator[OffFormat]:
    yield from _named((turn.player,), players, (*path, "player"))
    for index, call in enumerate(turn.da):
        yield from _named((call.player,), players, (*path, "da", index, "player"))
    actions = {
        "discard": turn.discard,
        "pair": turn.pair,
        "age": turn.age,
        "pass": turn.pass_,
    }
    done = [name for name, given in actions.items() if given is not None]
    if len(done) != 1:
        detail = f"a turn has exactly one of {', '.join(actions)}; here: {done or 'none'}"
        yield OffFormat("LOG009", path, detail, list(actions), done)
    if (turn.age is None) != (turn.on is None):
        detail = (
            "age names a card and on the pair that it is laid on; here is one without the other"
        )
        yield OffFormat("LOG009", path, detail, ["age", "on"], "on" if turn.on else "age")
