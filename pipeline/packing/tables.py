"""Nested lists of small numbers as arrays, by way of MessagePack. Checks lengths, no meaning.

In MessagePack a number up to 127 is a byte, and so is what stands for None; a list has a head that
says how long it is. So lists of one shape are bytes of one length, with the same heads at the same
places: where these are as they should be, what lies between them are the numbers, and none of
them was looked at by itself.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from retally.pipeline.batch.base import Bytes

NONE = 0xC0
"""What stands for None."""
MOST = 0x7F
"""The greatest number that is a byte."""

_encode = msgspec.msgpack.Encoder().encode


class NotSuchATable(Exception):
    """Lists that are not of the shape that is due, or a number that is not a byte."""


def laid(lists: Sequence[Any], *shape: int, or_none: bool = False) -> Bytes:
    """Lay n nested lists, each of this shape, end to end: an array (n, *shape).

    Raises NotSuchATable, or OverflowError for a number beyond 64 bits.

    >>> laid([[[1, 2], [3, 4]], [[5, 6], [7, 8]]], 2, 2).tolist()
    [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
    >>> laid([[1, None]], 2, or_none=True).tolist() == [[1, NONE]]
    True
    """
    pattern = _pattern(shape)
    packed: Bytes = np.frombuffer(_encode(lists), np.uint8)[_head_size(len(lists)) :]
    if len(packed) != len(lists) * len(pattern.bytes):
        raise NotSuchATable
    each = packed.reshape(len(lists), len(pattern.bytes))
    if (each[:, pattern.heads] != pattern.bytes[pattern.heads]).any():
        raise NotSuchATable
    numbers = each[:, pattern.numbers]
    wrong = numbers > MOST
    if (wrong & (numbers != NONE) if or_none else wrong).any():
        raise NotSuchATable
    return numbers.reshape(-1, *shape)


class _Pattern(NamedTuple):
    """A list of some shape as bytes, and at which places of them are heads and numbers."""

    bytes: Bytes
    heads: NDArray[np.intp]
    numbers: NDArray[np.intp]


@lru_cache(maxsize=64)
def _pattern(shape: tuple[int, ...]) -> _Pattern:
    """Tell by two lists which bytes the numbers are: those that differ."""
    zeros, ones = (
        np.frombuffer(_encode(np.full(shape, number).tolist()), np.uint8) for number in (0, 1)
    )
    return _Pattern(zeros, np.flatnonzero(zeros == ones), np.flatnonzero(zeros != ones))


def _head_size(length: int) -> int:
    """Count the bytes of the head of a list that is so long."""
    if length < 2**4:
        return 1
    return 3 if length < 2**16 else 5
