"""The events of a sixnimmt server: what each one claims. Models alone, nothing is checked."""

from typing import Annotated, Any, Literal

from pydantic import Field
from retally.pipeline.importers.base import Raw
from retally.schemas.six_nimmt import ROWS

CardNumber = Annotated[int, Field(ge=1, le=104)]
RowIndex = Annotated[int, Field(ge=0, le=3)]


class Named(Raw):
    """A player at the table."""

    player_id: str
    display_name: str | None = None


class MatchCreated(Raw):
    """Who plays, under which rules."""

    players: Annotated[tuple[Named | str, ...], Field(min_length=1, max_length=64)]


class MatchSeed(Raw):
    """The seed of a match."""

    match_seed: int | str


class HandSeed(Raw):
    """The seed of a hand, that is, of a round."""

    hand_seed: int


class CardsDealt(Raw):
    """The hand of one player."""

    player_id: str
    hand: tuple[CardNumber, ...]


class RowsInitialised(Raw):
    """The four starting cards, each alone or as a row of one."""

    rows: Annotated[
        tuple[CardNumber | Annotated[tuple[CardNumber, ...], Field(min_length=1)], ...],
        Field(min_length=ROWS, max_length=ROWS),
    ]


class CardsRevealed(Raw):
    """The cards of a play by player."""

    selections: dict[str, CardNumber]


class RowTaken(Raw):
    """A row that goes to a player; the card that takes it is placed after that."""

    player_id: str
    row: RowIndex
    captured: tuple[CardNumber, ...]
    heads: int
    reason: Literal["sixth_card", "too_low"]


class CardPlaced(Raw):
    """Where a card went, and what lies in that row now."""

    card: CardNumber
    row: RowIndex
    row_cards: tuple[CardNumber, ...]


class RowChoiceMade(Raw):
    """A player says which row goes."""

    player_id: str
    row: RowIndex


class PlayEnded(Raw):
    """Heads of a play by player."""

    penalties: dict[str, int]


class HandEnded(Raw):
    """Heads of a hand and of all hands so far, by player."""

    hand_scores: dict[str, int]
    totals: dict[str, int]


class MatchEnded(Raw):
    """How it came out."""

    totals: dict[str, int]
    winners: tuple[str, ...]


TOLD: dict[str, type[Raw]] = {
    "match_created": MatchCreated,
    "match_seed_assigned": MatchSeed,
    "hand_seed_assigned": HandSeed,
    "cards_dealt": CardsDealt,
    "rows_initialised": RowsInitialised,
    "cards_revealed": CardsRevealed,
    "row_taken": RowTaken,
    "card_placed": CardPlaced,
    "row_choice_made": RowChoiceMade,
    "play_ended": PlayEnded,
    "hand_ended": HandEnded,
    "match_ended": MatchEnded,
}
"""The events that are taken in; all others are talk, clocks and bookkeeping."""


class Event(Raw):
    """What every event has around its data."""

    match_id: Annotated[str, Field(min_length=1, max_length=100)]
    seq: int
    type: str
    hand: int | None = None
    play: int | None = None
    timestamp: str | None = None
    data: dict[str, Any] = Field(default_factory=dict)
