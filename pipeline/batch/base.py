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


NULL = -1
"""The code of a text that is not there."""


class Coded(NamedTuple):
    """A column of text: ``labels[code]`` for each of ``codes`` (rows,), or ``NULL``."""

    codes: Numbers
    labels: Sequence[str]


class Optional(NamedTuple):
    """A column with gaps: a number counts where it is ``known``; both (rows,)."""

    numbers: AnyArray
    known: Flags


def keep_freed_memory() -> None:
    """Let the C library keep what is freed, so that the next batch need not ask for it again.

    glibc hands a block back to the system at once when it is larger than any that was freed
    before, up to 32 MB; so one such block, freed here, sets its mind. Costs up to 64 MB, saves
    the page faults of each batch: a third of its time where these are dear. Elsewhere no effect.
    """
    np.empty(2**25 - 2**16, np.uint8)


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
