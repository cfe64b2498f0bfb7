"""What every batch engine speaks: kinds of arrays, rulings, columns. No game's rules."""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from retally.schemas.base import Frozen
from retally.schemas.findings import Status

Bytes: TypeAlias = NDArray[np.uint8]
Flags: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.int32]
Bits: TypeAlias = NDArray[np.uint64]
AnyArray: TypeAlias = NDArray[Any]

Options = TypeVar("Options", bound=Frozen)


class Ruling(NamedTuple, Generic[Options]):
    """What a game is played under: its options, and whether the log names the edition."""

    options: Options
    edition: str
    named: bool


class Given(NamedTuple):
    """What some rounds or games have and others have not.

    ``of`` (K,) are the positions of those that have it, ascending; ``values`` (K, …).
    """

    of: Numbers
    values: AnyArray


class Coded(NamedTuple):
    """A column of text: ``labels[code]`` for each of ``codes`` (rows,)."""

    codes: Numbers
    labels: Sequence[str]


class Optional(NamedTuple):
    """A column with gaps: a number counts where it is ``known``; both (rows,)."""

    numbers: AnyArray
    known: Flags


Column: TypeAlias = AnyArray | Coded | Optional
Columns: TypeAlias = dict[str, Column]


class Judged(IntEnum):
    """The verdict that a batch engine can give; FLAGGED is for the engine to judge."""

    VERIFIED = 0
    UNCLAIMED = 1
    INCOMPLETE = 2
    FLAGGED = 3


STATUS = {
    Judged.VERIFIED: Status.VERIFIED,
    Judged.UNCLAIMED: Status.UNCLAIMED,
    Judged.INCOMPLETE: Status.INCOMPLETE,
}
"""What a verdict of the batch engine is called elsewhere; a flagged game has none."""
