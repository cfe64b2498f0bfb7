"""What the warehouse's tables look like: names and kinds of columns; the database says the rest."""

from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal[
    "text", "tiny", "small", "int", "long", "flag", "json", "ints", "time", "bytes"
]
"""How a column is kept: ``tiny`` to 127, ``small`` to 32,767, ``int`` to 2,147,483,647,
``long`` to 64 bits, ``ints`` a list of numbers, ``time`` microseconds since 1970 in UTC."""


class Table(NamedTuple):
    """A table: its name and its columns in order; of a table of facts the first is ``game_id``."""

    name: str
    columns: dict[str, Kind]
    kept_in: str | None = None
    """The table that its rows go to, where it is a view over one; most are packed by seat there."""


GAMES = Table(
    "games",
    {
        "game_id": "text",
        "game": "text",
        "edition": "text",
        "options": "json",
        "played_at": "time",
        "status": "text",
        "seats": "tiny",
        "rounds": "small",
        "finished": "flag",
        "source": "text",
        "line": "long",
        "log_sha256": "text",
        "ingest_id": "int",
    },
)
"""A row a loaded game."""

FIRST_CARD: dict[str, Kind] = {"first_card": "long"}
"""What a warehouse has besides of each game of 6 nimmt!: from where its cards are numbered."""

SEATS = Table(
    "seats",
    {
        "game_id": "text",
        "seat": "tiny",
        "player": "text",
        "final_score": "long",
        "rank": "tiny",
        "is_winner": "flag",
        "recorded_score": "long",
    },
)
"""A row a loaded game and seat."""

SEAT_KEY: dict[str, Kind] = {"seat_key": "int"}
"""What a warehouse has besides of each seat: the number by which packed tables name it."""

ROUNDS = Table(
    "rounds",
    {
        "game_id": "text",
        "round": "small",
        "seat": "tiny",
        "player": "text",
        "points": "long",
        "running_total": "long",
        "recorded_points": "long",
    },
    kept_in="round_points",
)
"""Every game's rounds (Sixteen: hands), a row a seat."""

LOGS = Table("logs", {"game_id": "text", "block_key": "int", "first_byte": "int", "bytes": "int"})
"""A row a loaded game: where its log is kept."""

LOG_BLOCKS = Table("log_blocks", {"block_key": "int", "logs": "bytes"})
"""A row a block of logs, compressed together (``pipeline.blocks``)."""

FINDINGS = Table(
    "findings",
    {
        "ingest_id": "int",
        "log_sha256": "text",
        "game_id": "text",
        "source": "text",
        "line": "long",
        "position": "int",
        "code": "text",
        "severity": "text",
        "clause": "text",
        "path": "text",
        "round": "small",
        "turn": "small",
        "player": "text",
        "expected": "json",
        "recorded": "json",
        "message": "text",
        "legal_under": "json",
    },
    kept_in="findings_told",
)
"""A row a finding, of a loaded or of a rejected log; notes that are many are kept as numbers."""

REJECTS = Table(
    "rejects",
    {
        "ingest_id": "int",
        "log_sha256": "text",
        "source": "text",
        "line": "long",
        "game_id": "text",
        "game": "text",
        "status": "text",
        "code": "text",
        "reason": "text",
        "raw": "text",
    },
)
"""A row a log that was not loaded."""

SCORESHEETS = Table("scoresheets", {"game_id": "text", "holds": "text"})
"""A row a loaded game of which scores are known and no move."""

BY_GAME = (GAMES, SEATS, ROUNDS, LOGS, SCORESHEETS)
"""The tables, beside each game's own facts, whose rows belong to a loaded game."""


class RoundFact(NamedTuple):
    """A seat's points in a round; counts from 1. ``recorded_points`` is a claim or None."""

    round: int
    seat: int
    points: int
    recorded_points: int | None
