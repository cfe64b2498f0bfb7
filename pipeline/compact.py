"""From frames of facts to those in which they are kept: by number, small numbers packed.

Writing costs by the value and texts cost most, so tables of many rows hold a few whole numbers;
views of the same names as the facts read them out again. Knows no database.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import polars as pl
from retally.pipeline.batch.base import AnyArray, Numbers
from retally.pipeline.batch.six_nimmt import OUTCOME, PLACING, Kept
from retally.pipeline.frames import layouts


class Keys(NamedTuple):
    """The first numbers of each kind that are free in a warehouse."""

    seat_key: int = 0
    block_key: int = 0
    card_key: int = 0


def compact(frames: Mapping[str, pl.DataFrame], free: Keys) -> dict[str, pl.DataFrame]:
    """Give the frames of whole games as they are kept, numbered from what is free."""
    known = layouts()
    kept = {known[name].kept_in or name: frame for name, frame in frames.items()}
    if "seats" not in frames:
        return kept
    kept["seats"] = numbered(frames["seats"], free.seat_key)
    kept["games"] = _with_first_cards(frames, free.card_key)
    first = kept["seats"].filter(pl.col("seat") == 1).select("game_id", first="seat_key")
    for name in _PACKED.keys() & frames.keys():
        of_seats = frames[name].join(first, on="game_id", how="left", maintain_order="left")
        keys = of_seats.select((pl.col("first") + pl.col("seat") - 1).cast(pl.Int32))
        packed = _PACKED[name](frames[name], keys.to_series().alias("seat_key"))
        kept[known[name].kept_in or name] = packed
    if CARDS in kept:
        kept[CARDS] = with_card_keys(kept[CARDS], free.card_key)
    return kept


def numbered(seats: pl.DataFrame, next_key: int) -> pl.DataFrame:
    """Number seats in their order, from ``next_key``."""
    keys = pl.int_range(next_key, next_key + pl.len(), dtype=pl.Int32)
    return seats.with_columns(seat_key=keys)


def _with_first_cards(frames: Mapping[str, pl.DataFrame], next_key: int) -> pl.DataFrame:
    """Say of each game that has cards where their numbers begin; they count on in one order."""
    if TURNS not in frames:
        return frames["games"]
    numbered_ones = frames[TURNS].select("game_id", first_card=pl.int_range(pl.len()) + next_key)
    first = numbered_ones.unique("game_id", keep="first")
    return frames["games"].join(first, on="game_id", how="left", maintain_order="left")


def _round_points(rounds: pl.DataFrame, seat_key: pl.Series) -> pl.DataFrame:
    return rounds.drop("game_id", "seat", "player").insert_column(0, seat_key)


def _placings(turns: pl.DataFrame, seat_key: pl.Series) -> pl.DataFrame:
    columns = {name: turns[name].to_numpy() for name in PACKED_COLUMNS}
    return placings(columns, seat_key.to_numpy())


TURNS, CARDS = "six_nimmt_turns", "six_nimmt_placings"
_PACKED = {"rounds": _round_points, TURNS: _placings}

# 6 nimmt! ---------------------------------------------------------------------------------

PACKED_COLUMNS = (*PLACING, *OUTCOME)
DEARER = {"heads": 0, "fewest": 5, "rows": 10, "cheapest": 12, "turn": 16, "round": 20}
"""The same of a note on a dearer row; ``rows`` is less one there."""


def placings(turns: Mapping[str, AnyArray], seat_key: Numbers) -> pl.DataFrame:
    """Pack the columns of ``six_nimmt_turns``, N cards placed; the others follow from these."""
    outcome = _packed(turns, OUTCOME, np.int32) - np.int32(1 << OUTCOME["row"])
    placed = _packed(turns, PLACING, np.uint32)
    return kept_placings(Kept(seat_key, placed, outcome))


def kept_placings(kept: Kept) -> pl.DataFrame:
    """Give the same of cards that are in numbers already."""
    seat_key, placed, outcome = kept
    return pl.DataFrame({"seat_key": seat_key, "placed": placed, "outcome": outcome})


def with_card_keys(cards: pl.DataFrame, first: int) -> pl.DataFrame:
    """Number cards in their order, which is that of placing in each game, from ``first``.

    The numbers come in pieces as the cards do, else all would be copied into one.
    """
    pieces = []
    for piece in cards["seat_key"].get_chunks():
        behind = first + len(piece)
        pieces.append(pl.int_range(first, behind, dtype=pl.Int64, eager=True))
        first = behind
    keys = pl.concat(pieces, rechunk=False).alias("card_key")
    return cards.with_columns(keys)


def dearer_rows(notes: Mapping[str, AnyArray], seat_key: Numbers) -> pl.DataFrame:
    """Pack N notes on dearer rows, as the batch engine gives them in numbers."""
    note = _packed(notes, DEARER, np.int64) - np.int64(1 << DEARER["rows"])
    return pl.DataFrame({"seat_key": seat_key, "position": notes["position"], "note": note})


def _packed(columns: Mapping[str, AnyArray], shifts: Mapping[str, int], kind: type) -> AnyArray:
    """Give (N,) numbers in which each column begins at its bit."""
    packed: AnyArray = np.zeros(len(next(iter(columns.values()))), kind)
    for name, shift in shifts.items():
        part: AnyArray = columns[name].astype(kind)
        part <<= kind(shift)
        packed += part
    return packed
