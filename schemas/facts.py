"""What a table of facts looks like: names and kinds of columns; the database says the rest."""

from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["text", "tiny", "small", "int", "flag", "json", "ints", "time"]
"""How a column is kept: ``tiny`` to 127, ``small`` to 32,767, ``ints`` a list of numbers."""


class Table(NamedTuple):
    """A table of facts: its name and its columns in order; the first is ``game_id``."""

    name: str
    columns: dict[str, Kind]


ROUNDS = Table(
    "rounds",
    {
        "game_id": "text",
        "round": "small",
        "seat": "tiny",
        "player": "text",
        "points": "int",
        "running_total": "int",
        "recorded_points": "int",
    },
)
"""Every game's rounds (Sixteen: hands), a row a seat."""


class RoundFact(NamedTuple):
    """A seat's points in a round; counts from 1. ``recorded_points`` is a claim or None."""

    round: int
    seat: int
    points: int
    recorded_points: int | None
