"""The state of take6-engine, as far as it is read. Models alone, nothing is checked."""

from typing import Annotated, Literal

from pydantic import Field
from retally.pipeline.importers.base import Raw

HAND_SIZE = 10


class Card(Raw):
    """A card; one that is hidden from the reader has the number 0."""

    number: Annotated[int, Field(ge=0, le=104)]


class Dealt(Raw):
    """The cards of a new round."""

    players: tuple[tuple[Card, ...], ...]
    board: Annotated[tuple[Card, ...], Field(min_length=4, max_length=4)]


class RoundBegins(Raw):
    """A round is dealt."""

    name: Literal["round"]
    cards: Dealt


class Revealed(Raw):
    """The cards of a turn are turned over, seat by seat."""

    name: Literal["reveal"]
    cards: tuple[Card, ...]


class OtherEvent(Raw):
    """The start and the end of a game say nothing more."""

    name: Literal["start", "end"]


class Event(Raw):
    """Something that happens at the table."""

    type: Literal["event"]
    event: Annotated[RoundBegins | Revealed | OtherEvent, Field(discriminator="name")]


class ChooseCard(Raw):
    """A player lays a card face down."""

    name: Literal["chooseCard"]
    data: Card


class Placing(Raw):
    """Where a card goes, from 0, and whether the row is taken."""

    row: Annotated[int, Field(ge=0, le=3)]
    replace: bool


class PlaceCard(Raw):
    """A player's card is placed."""

    name: Literal["placeCard"]
    data: Placing


class Move(Raw):
    """Something that a player does."""

    type: Literal["move"]
    player: Annotated[int, Field(ge=0, le=63)]
    move: Annotated[ChooseCard | PlaceCard, Field(discriminator="name")]


class PhaseChange(Raw):
    """The package's own bookkeeping."""

    type: Literal["phase"]


class Player(Raw):
    """A seat: its name, where the site gave it one, and its points."""

    name: str | None = None
    points: int


class GameOptions(Raw):
    """How the game was set up; ``pro`` changes nothing in this version of the package."""

    pro: bool = False
    points: Annotated[int, Field(ge=1)] = 66
    handSize: int = HAND_SIZE


class State(Raw):
    """A whole state, as the package keeps it."""

    players: Annotated[tuple[Player, ...], Field(min_length=1, max_length=64)]
    options: GameOptions
    log: tuple[Annotated[Event | Move | PhaseChange, Field(discriminator="type")], ...]
    seed: str | int | None = None
