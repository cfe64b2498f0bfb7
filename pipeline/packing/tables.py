"""Nested lists and dicts of small numbers as arrays, by way of MessagePack. Knows no meaning.

In MessagePack a number up to 127 is a byte, and so is what stands for None; a list has a head that
says how long it is, a dict has its keys. So things of one shape are bytes of one length, with the
same heads and keys at the same places: where these are as they should be, what lies between them
are the numbers, and none of them was looked at by itself.
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
    """Things that are not of the shape that is due, or a number that is not a byte."""


class Pattern(NamedTuple):
    """A shape in bytes: at which places of them are numbers, and what is at the others."""

    size: int
    numbers: NDArray[np.intp]
    others: NDArray[np.intp]
    due: Bytes


def pattern(zeros: Any, ones: Any) -> Pattern:
    """Make the pattern of a shape from two things of it: the numbers are where they differ."""
    one, other = (np.frombuffer(_encode(thing), np.uint8) for thing in (zeros, ones))
    others = np.flatnonzero(one == other)
    return Pattern(len(one), np.flatnonzero(one != other), others, one[others])


@lru_cache(maxsize=64)
def of_lists(*shape: int) -> Pattern:
    """Give the pattern of nested lists of these lengths."""
    return pattern(*(np.full(shape, number).tolist() for number in (0, 1)))


def laid(things: Sequence[Any], shape: Pattern) -> Bytes:
    """Lay out N things, each of this shape: an array (N, its numbers in their order).

    A None among the numbers is ``NONE``. Raises NotSuchATable, and OverflowError for a number
    beyond 64 bits.

    >>> laid([[[1, 2], [3, None]], [[5, 6], [7, 8]]], of_lists(2, 2)).tolist()
    [[1, 2, 3, 192], [5, 6, 7, 8]]
    """
    packed: Bytes = np.frombuffer(_encode(things), np.uint8)[_head_size(len(things)) :]
    if len(packed) != len(things) * shape.size:
        raise NotSuchATable
    each = packed.reshape(len(things), shape.size)
    if (each.take(shape.others, axis=1) != shape.due).any():
        raise NotSuchATable
    numbers: Bytes = each.take(shape.numbers, axis=1)
    if ((numbers > MOST) & (numbers != NONE)).any():
        raise NotSuchATable
    return numbers


def _head_size(length: int) -> int:
    """Count the bytes of the head of a list that is so long."""
    if length < 2**4:
        return 1
    return 3 if length < 2**16 else 5
