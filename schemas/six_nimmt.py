"""6 nimmt!: cards and their heads, options, editions, the log. Facts of the game, no play."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field
from retally.schemas.base import (
    Envelope,
    Frozen,
    OffFormat,
    OrLeftOut,
    Path,
    PlayerId,
    listed_twice,
    not_players,
    wrong_length,
    wrong_table,
)
from retally.schemas.facts import Table
from retally.schemas.told import told

CARDS = range(1, 105)
ROWS = 4
ROW_LIMIT = 5  # a card sent to a full row is the sixth (2.4)
HAND_CARDS = 10
MOST_ROUNDS = 10_000  # of a log, which has to end somewhere
BEST_SCORE: Literal["lowest", "highest"] = "lowest"  # heads are penalties (2.5)


def bull_heads(card: int) -> int:
    """Penalty points printed on a card (rules 2.1).

    >>> [bull_heads(card) for card in (1, 5, 10, 11, 55)]
    [1, 2, 3, 5, 7]
    """
    if card == 55:
        return 7
    if card % 11 == 0:
        return 5
    if card % 10 == 0:
        return 3
    return 2 if card % 5 == 0 else 1


HEADS = (0, *map(bull_heads, CARDS))
"""Heads by card number; position 0 stands for no card."""


class Options(Frozen):
    """How a group reads the rules (rules 2.6, 2.10); the first value is the default."""

    low_card_row: Literal["free_choice", "fewest_heads"] = Field(
        "free_choice", description="Which row the owner of a too-low card takes (N1)"
    )
    end_comparison: Literal["at_least", "more_than"] = Field(
        "at_least", description="How a total meets the threshold (N2)"
    )
    end_threshold: int = Field(66, ge=1, description="Heads that end the game (N2)")
    fixed_rounds: int | None = Field(
        None, ge=1, description="Play so many rounds; replaces the threshold (N2)"
    )
    end_check: Literal["end_of_round", "immediate"] = Field(
        "end_of_round", description="When the threshold is looked at (N3)"
    )
    tie_break: Literal["shared_win", "extra_round"] = Field(
        "shared_win", description="What an equal lowest total means (N4)"
    )
    next_deal: Literal["reshuffle_all", "continue_stock"] = Field(
        "reshuffle_all", description="What the next round is dealt from (N5)"
    )
    max_players: int = Field(10, ge=2, le=10, description="Most players (N7)")
    draft_direction: Literal["clockwise", "counterclockwise"] = Field(
        "clockwise", description="Which way an open draft goes round (N9)"
    )
    score_sign: Literal["positive", "negative"] = Field(
        "positive", description="How penalties are shown; never how they are kept (N11)"
    )
    deck: Literal["full", "reduced"] = Field(
        "full", description="All 104 cards, or 1 to 10n+4 for n players (2.6)"
    )
    hand_deal: Literal["dealt", "open_draft"] = Field(
        "dealt", description="How players come by their ten cards (2.6)"
    )


PATTERNS: dict[str, str] = {}
"""What a text has to be like, in words, by the pattern: no text here has one of its own."""

EDITIONS: dict[str, Options] = {
    "amigo-2.10": Options(),
    "amigo-2.3": Options(end_comparison="more_than"),
    "older-sheet": Options(low_card_row="fewest_heads"),
    "tactics": Options(deck="reduced"),
    "logic": Options(deck="reduced", hand_deal="open_draft"),
}
"""Named rows of options, the default first (rules 6)."""


def last_card(options: Options, seats: int) -> int:
    """The highest card of the deck; it starts at 1 (rules 2.1, 2.6).

    >>> last_card(EDITIONS["tactics"], 3), last_card(EDITIONS["amigo-2.10"], 3)
    (34, 104)
    """
    return min(104, 10 * seats + 4) if options.deck == "reduced" else 104


class Rules(Options):
    """The edition a game was played under, and single options over it."""

    edition: Literal["amigo-2.10", "amigo-2.3", "older-sheet", "tactics", "logic"] = Field(
        "amigo-2.10", description="A named row of options (rules 6)"
    )


FACTS = (
    Table(
        "six_nimmt_turns",
        {
            "game_id": "text",
            "round": "small",
            "turn": "tiny",
            "placing_order": "tiny",
            "seat": "tiny",
            "player": "text",
            "card": "tiny",
            "card_heads": "tiny",
            "row": "tiny",
            "row_length_before": "tiny",
            "row_end_before": "tiny",
            "action": "text",
            "cards_taken": "tiny",
            "heads_taken": "tiny",
            "running_total": "long",
            "cheapest_row_heads": "tiny",
            "taken_later": "flag",
            "cards_left": "tiny",
        },
        kept_in="six_nimmt_placings",
    ),
)
"""The tables of facts of this game; a row a card placed."""

Card = Annotated[int, Field(ge=1, le=104, description="A card, 1 to 104")]
Heads = Annotated[int, Field(description="Bull heads as written down; a claim to be checked")]
RowNumber = Annotated[int, Field(ge=1, le=4, description="A row, 1 to 4")]
Pick = Annotated[tuple[int, Card], Field(description="A pick of the draft: [seat, card]")]


class RoundClaims(Frozen):
    """What was written down of a round."""

    penalties: OrLeftOut[tuple[Heads, ...]] = Field(
        None, description="Heads of the round, one a seat"
    )
    turn_penalties: OrLeftOut[tuple[tuple[Heads, ...], ...]] = Field(
        None, max_length=HAND_CARDS, description="Heads taken in each turn, one a seat"
    )
    placed_rows: OrLeftOut[tuple[tuple[RowNumber, ...], ...]] = Field(
        None, max_length=HAND_CARDS, description="Where each card was put, turn by turn, one a seat"
    )


class Round(Frozen):
    """One deal of ten turns; fewer than ten, and the recording stops there."""

    rows: tuple[Card, ...] = Field(
        min_length=ROWS, max_length=ROWS, description="The starting card of rows 1 to 4"
    )
    turns: tuple[tuple[Card, ...], ...] = Field(
        min_length=1,
        max_length=HAND_CARDS,
        description="Turn by turn the card of each seat, in seat order",
    )
    row_choices: tuple[RowNumber | None, ...] = Field(
        (),
        max_length=HAND_CARDS,
        description="A turn's entry is the row that the owner of its lowest card took because"
        " the card was below every row end, else null; nulls at the end may be left out",
    )
    hands: OrLeftOut[tuple[tuple[Card, ...], ...]] = Field(
        None, description="The deal: ten cards a seat. Without it a hand is what was played"
    )
    draft: OrLeftOut[tuple[Pick, ...]] = Field(
        None, max_length=100, description="The picks of an open draft in order: [seat, card]"
    )
    recorded: OrLeftOut[RoundClaims] = None


class GameClaims(Frozen):
    """What was written down of the game."""

    totals: OrLeftOut[tuple[Heads, ...]] = Field(None, description="Heads of the game, one a seat")
    winners: OrLeftOut[tuple[PlayerId, ...]] = Field(None, description="Who won, by player id")


class Log(Envelope):
    """One recorded game of 6 nimmt! (log format, 6 nimmt!)."""

    game: Literal["six_nimmt"]
    rules: OrLeftOut[Rules] = Field(None, description="Absent: the edition amigo-2.10")
    rounds: tuple[Round, ...] = Field(min_length=1, max_length=MOST_ROUNDS)
    recorded: OrLeftOut[GameClaims] = Field(
        None, description="Claims, to be checked, never trusted"
    )

    def off_format(self) -> Iterator[OffFormat]:
        """Yield what the types alone cannot say: lengths by seats, names that are players."""
        seats = len(self.players)
        yield from listed_twice(self.players, ("players",))
        for index, round_ in enumerate(self.rounds):
            yield from _round_off_format(round_, seats, ("rounds", index))
        if self.recorded:
            yield from wrong_length(self.recorded.totals, seats, ("recorded", "totals"))
            winners = self.recorded.winners or ()
            yield from not_players(winners, self.players, ("recorded", "winners"))


def _round_off_format(round_: Round, seats: int, path: Path) -> Iterator[OffFormat]:
    yield from wrong_table(round_.turns, seats, (*path, "turns"))
    if len(round_.row_choices) > len(round_.turns):
        yield from wrong_length(round_.row_choices, len(round_.turns), (*path, "row_choices"))
    yield from wrong_length(round_.hands, seats, (*path, "hands"))
    yield from wrong_table(round_.hands, HAND_CARDS, (*path, "hands"))
    for index, (seat, _) in enumerate(round_.draft or ()):
        if not 1 <= seat <= seats:
            detail = told("seat {seat}, where there are {seats} seats", seat=seat, seats=seats)
            yield OffFormat("LOG009", (*path, "draft", index, 0), detail, [1, seats], seat)
    if round_.recorded:
        yield from _claims_off_format(round_, round_.recorded, seats, (*path, "recorded"))


def _claims_off_format(
    round_: Round, claims: RoundClaims, seats: int, path: Path
) -> Iterator[OffFormat]:
    turns = len(round_.turns)
    yield from wrong_length(claims.penalties, seats, (*path, "penalties"))
    yield from wrong_length(claims.turn_penalties, turns, (*path, "turn_penalties"))
    yield from wrong_table(claims.turn_penalties, seats, (*path, "turn_penalties"))
    yield from wrong_length(claims.placed_rows, turns, (*path, "placed_rows"))
    yield from wrong_table(claims.placed_rows, seats, (*path, "placed_rows"))
