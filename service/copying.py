"""Copying the warehouse file, in a process that does nothing else."""

import os
import shutil
from contextlib import suppress
from typing import NamedTuple


class Copy(NamedTuple):
    """The warehouse, which nobody writes to meanwhile, and where its copy is to be."""

    warehouse: str
    copy: str


def copied(what: Copy) -> None:
    """Copy a warehouse as it stands, with what is committed but not yet in its main file.

    It is done here because a process that opens a file and closes it loses its lock on it.
    """
    for ending in ("", ".wal"):
        with suppress(FileNotFoundError):  # left by one who was stopped
            os.unlink(what.copy + ending)
        if os.path.exists(what.warehouse + ending):
            shutil.copyfile(what.warehouse + ending, what.copy + ending)
