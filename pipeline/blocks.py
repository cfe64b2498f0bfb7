"""Logs as they are kept: some of them end to end in a block, compressed together.

A log by itself is hardly more than a beginning to a compressor; together they take half the room
and half the time. A block is Zstandard of logs with a line end after each, so that any tool
unpacks it into a file of lines; where in it a log lies is kept beside it. Knows no database.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

import polars as pl
import zstandard
from retally.pipeline.frames import COLUMN_TYPES
from retally.schemas import facts
from retally.schemas.facts import Table

LOGS, BYTES = 16, 2**17
"""A block is full with so many logs, or so many bytes; a longer log has one for itself. Four times
as many would save a twentieth of the room, and cost as much more to read one or to lose one."""
FAST = 1
"""The level at which blocks are compressed: half the time of the usual one, and as small."""


def in_blocks(game_ids: Sequence[str], logs: Sequence[bytes]) -> dict[str, pl.DataFrame]:
    """Give the rows of ``logs`` and ``log_blocks`` that hold these; blocks are numbered from 0."""
    compress = zstandard.ZstdCompressor(level=FAST).compress
    keys: list[int] = []
    firsts: list[int] = []
    packed: list[bytes] = []
    for block in _blocks(logs):
        keys += [len(packed)] * len(block)
        firsts += list(accumulate((len(log) + 1 for log in block), initial=0))[:-1]
        packed.append(compress(b"".join([log + b"\n" for log in block])))
    return {
        "logs": _frame(facts.LOGS, game_ids, keys, firsts, [*map(len, logs)]),
        "log_blocks": _frame(facts.LOG_BLOCKS, range(len(packed)), packed),
    }


def _blocks(logs: Sequence[bytes]) -> Iterator[Sequence[bytes]]:
    """Cut logs into blocks, none of them empty."""
    first = size = 0
    for place, log in enumerate(logs):
        if place > first and (place - first == LOGS or size + len(log) > BYTES):
            yield logs[first:place]
            first, size = place, 0
        size += len(log)
    if first < len(logs):
        yield logs[first:]


def _frame(table: Table, *columns: Sequence[object]) -> pl.DataFrame:
    schema = {name: COLUMN_TYPES[kind] for name, kind in table.columns.items()}
    return pl.DataFrame(dict(zip(schema, columns, strict=True)), schema=schema)


def cut_out(block: bytes, first: int, size: int | None) -> bytes | None:
    """Give the log of a block that begins at a byte; without a size it goes on to the end.

    None where the block cannot be unpacked, or is shorter.
    """
    try:
        logs = _unpacked(block)
    except (zstandard.ZstdError, MemoryError):  # or its head tells a size beyond all sense
        return None
    end = len(logs) if size is None else first + size
    return logs[first:end] if 0 <= first <= end <= len(logs) else None


@lru_cache(maxsize=1)
def _unpacked(block: bytes) -> bytes:
    """Unpack a block; games that follow each other mostly lie in the same."""
    return zstandard.decompress(block)
