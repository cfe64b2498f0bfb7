"""Pieces of bad input: the worked example with a piece of it replaced, packed, read back."""

import gzip
import json
import re
from pathlib import Path

import zstandard
from logs import figures
from retally.pipeline.sources import CannotRead, NoLogs, RawLog, raw_logs
from retally.pipeline.verify import verify

RAW_TERMINAL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069]"
)
GOOD = json.dumps(figures()).encode()


def changed(old: str, new: str | bytes) -> bytes:
    """The worked example as bytes, a piece of it replaced."""
    assert GOOD.count(old.encode()) >= 1
    return GOOD.replace(old.encode(), new if isinstance(new, bytes) else new.encode(), 1)


def with_meta(value: str | bytes) -> bytes:
    value = value if isinstance(value, bytes) else value.encode()
    return GOOD[:-1] + b', "meta": {"x": ' + value + b"}}"


def read(path: Path | str) -> list[RawLog | CannotRead | NoLogs]:
    return list(raw_logs([str(path)]))


def lines_and_statuses(path: Path) -> list[tuple[int, str]]:
    logs = [log for log in read(path) if isinstance(log, RawLog)]
    return [(log.line, verify(log).status.value) for log in logs]


def gz(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def zst(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(level=3, write_checksum=True).compress(data)
