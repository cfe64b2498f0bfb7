"""6 nimmt! logs that the batch engine passed: their frames, as the warehouse keeps them.

No log is parsed again and no row made by itself. Knows no database.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, TypeAlias

import numpy as np
import polars as pl
from retally.pipeline.batch import six_nimmt as batch
from retally.pipeline.batch.base import STATUS, AnyArray, Coded, Columns, Numbers
from retally.pipeline.blocks import in_blocks
from retally.pipeline.columns import frame
from retally.pipeline.compact import CARDS, DEARER, Keys, dearer_rows, kept_placings, with_card_keys
from retally.pipeline.frames import COLUMN_TYPES, Stored
from retally.schemas import facts
from retally.schemas.findings import Status

Frames = dict[str, pl.DataFrame]
OF_CODE = {int(judged): status for judged, status in STATUS.items()}
"""The verdict by its number: a name is looked up ten times as long."""


@dataclass
class Passed:
    """Logs that were passed, G of them, in the order of the arrays that judged them."""

    places: list[int]
    """(G,) where each stands in its batch."""
    game_ids: list[str]
    statuses: list[Status]
    frames: Frames
    """The rows of all of them as they are kept; seats, blocks and cards are numbered from 0.

    Where cards have no numbers, these are the places of their rows.
    """

    def __getstate__(self) -> tuple[Any, ...]:
        """Give what goes to another process, most of it as arrays (``wire``)."""
        frames = {name: _parts(rows) for name, rows in self.frames.items()}
        return self.places, self.game_ids, self.statuses, frames

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.places, self.game_ids, self.statuses, frames = state
        self.frames = {name: _whole(*parts) for name, parts in frames.items()}

    def without(self, game_ids: set[str]) -> Frames:
        """Give the frames without these games, and without blocks of logs that hold no others."""
        if not game_ids:
            return self.frames
        every = self.frames | {CARDS: with_card_keys(self.frames[CARDS], 0)}
        others = ~pl.col("game_id").is_in(list(game_ids))
        frames = {name: rows.filter(others) for name, rows in _having("game_id", every)}
        for key, of in (("seat_key", "seats"), ("block_key", "logs")):
            left = pl.col(key).is_in(frames[of][key].implode())
            frames |= {
                name: rows.filter(left) for name, rows in _having(key, every) if name not in frames
            }
        return frames


def _having(column: str, frames: Frames) -> Iterator[tuple[str, pl.DataFrame]]:
    return ((name, rows) for name, rows in frames.items() if column in rows.columns)


Sent: TypeAlias = tuple[list[str], dict[str, list[AnyArray]], bytes]
"""A frame taken apart: its columns' names, those that are numbers in pieces, and all others."""


def _parts(rows: pl.DataFrame) -> Sent:
    """Take a frame apart, so that its numbers need not be copied."""
    numbers = {
        column.name: [piece.to_numpy() for piece in column.get_chunks()]
        for column in rows
        if column.dtype.is_numeric() and not column.null_count()
    }
    others = BytesIO()
    rows.drop(numbers).write_ipc_stream(others)
    return rows.columns, numbers, others.getvalue()


def _whole(names: list[str], numbers: dict[str, list[AnyArray]], rest: bytes) -> pl.DataFrame:
    """Put together what ``_parts`` took apart."""
    columns = [
        pl.concat([pl.Series(name, piece) for piece in pieces], rechunk=False)
        for name, pieces in numbers.items()
    ]
    others = pl.read_ipc_stream(rest).get_columns() if len(names) > len(numbers) else []
    return pl.DataFrame([*columns, *others]).select(names)


def joined(parts: Sequence[Passed]) -> Passed:
    """Join what was passed; the seats of each part are numbered after those before it."""
    if len(parts) == 1:
        return parts[0]
    names = dict.fromkeys(name for part in parts for name in part.frames)
    return Passed(
        [place for part in parts for place in part.places],
        [game_id for part in parts for game_id in part.game_ids],
        [status for part in parts for status in part.statuses],
        {name: pl.concat([part.frames[name] for part in parts]) for name in names},
    )


def with_logs(whole: Passed, logs: Sequence[Stored]) -> Passed:
    """Add the logs themselves, each at its place of ``logs``."""
    raws = [logs[place].raw.raw for place in whole.places]
    return replace(whole, frames=whole.frames | in_blocks(whole.game_ids, raws))


def renumbered(frames: Frames, free: Keys) -> Frames:
    """Count keys from what is free on instead of 0; what was left out leaves gaps."""
    shifted = {
        "seat_key": (pl.col("seat_key") + free.seat_key).cast(pl.Int32),
        "block_key": (pl.col("block_key") + free.block_key).cast(pl.Int32),
        "card_key": pl.col("card_key") + free.card_key,
        "first_card": pl.col("first_card") + free.card_key,
    }
    made = {
        name: rows.with_columns(*(shifted[key] for key in rows.columns if key in shifted))
        for name, rows in frames.items()
    }
    if CARDS in made and "card_key" not in made[CARDS].columns:
        made[CARDS] = with_card_keys(made[CARDS], free.card_key)
    return made


def passed(logs: Sequence[Stored], first: int, replayed: batch.Replayed, free: Keys) -> Passed:
    """Give the games that are kept of those replayed.

    The games' numbers count from the place ``first`` in ``logs``; seats and cards are numbered
    from those that are ``free``, game after game.
    """
    games = replayed.games
    kept = np.flatnonzero(replayed.kept).astype(np.int32)
    places = (games.numbers[kept] + first).tolist()
    here = [logs[place] for place in places]
    seat_of_game = np.zeros(len(games.game_ids), np.int32)
    seat_of_game[kept] = np.arange(len(kept), dtype=np.int32) * games.seats + np.int32(
        free.seat_key
    )
    stamps = _stamps(here)
    game_ids = [games.game_ids[game] for game in kept.tolist()]
    return Passed(
        places,
        game_ids,
        [*map(OF_CODE.__getitem__, replayed.judged[kept].tolist())],
        {
            "games": frame(facts.GAMES, batch.games(replayed))
            .hstack(stamps)
            .with_columns(first_card=pl.Series(batch.first_cards(replayed) + free.card_key)),
            **_notes(replayed, stamps, kept, seat_of_game),
            **_of_seats(replayed, seat_of_game),
        },
    )


def _stamps(logs: Sequence[Stored]) -> pl.DataFrame:
    """Give the columns that say where each log is from."""
    columns = {
        "source": [log.raw.source for log in logs],
        "line": [log.raw.line for log in logs],
        "log_sha256": [log.sha256 for log in logs],
        "ingest_id": [log.ingest_id for log in logs],
    }
    types = {name: COLUMN_TYPES[facts.GAMES.columns[name]] for name in columns}
    return pl.DataFrame(columns, schema=types)


def _notes(
    replayed: batch.Replayed, stamps: pl.DataFrame, kept: Numbers, seat_of_game: Numbers
) -> Frames:
    """Make the frames of what is noted: most of it in numbers, the rest with its log's stamps."""
    told, dearer = batch.notes_to_keep(replayed)
    stamp_of_game = np.zeros(len(replayed.games.game_ids), np.int32)
    stamp_of_game[kept] = np.arange(len(kept), dtype=np.int32)
    stamp = pl.Series(stamp_of_game[_games(told)])
    found = frame(facts.FINDINGS, told).hstack(stamps[stamp])
    numbers = {name: _numbers(dearer, name) for name in ("position", *DEARER)}
    return {
        "findings_told": found.with_columns(legal_under=pl.lit(None, pl.String())),
        "six_nimmt_dearer_rows": dearer_rows(numbers, _seat_keys(dearer, seat_of_game)),
    }


def _of_seats(replayed: batch.Replayed, seat_of_game: Numbers) -> Frames:
    """Make the frames that name seats by number."""
    seats, rounds = batch.seats(replayed), batch.rounds(replayed)
    points = {name: column for name, column in rounds.items() if name not in SEAT_BY_NAME}
    keys = _seat_keys(rounds, seat_of_game)
    return {
        "seats": frame(facts.SEATS, seats).with_columns(
            seat_key=pl.Series(_seat_keys(seats, seat_of_game))
        ),
        "round_points": frame(facts.ROUNDS, points).insert_column(0, pl.Series("seat_key", keys)),
        CARDS: kept_placings(batch.turns_to_keep(replayed, seat_of_game)),
    }


SEAT_BY_NAME = ("game_id", "seat", "player")


def _seat_keys(rows: Columns, seat_of_game: Numbers) -> Numbers:
    """Give the number of the seat that each row is about."""
    keys: Numbers = seat_of_game[_games(rows)] + _numbers(rows, "seat") - np.int32(1)
    return keys


def _games(rows: Columns) -> Numbers:
    column = rows["game_id"]
    assert isinstance(column, Coded)
    return column.codes


def _numbers(rows: Columns, name: str) -> AnyArray:
    """Give a column of numbers, or the codes of one of texts."""
    column = rows[name]
    if isinstance(column, Coded):
        return column.codes
    assert isinstance(column, np.ndarray), "a column without gaps"
    return column
