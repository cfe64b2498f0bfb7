"""A file that a command writes: stdout, or packed as its name says."""

import gzip
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, cast

import zstandard
from retally.cli.terminal import cannot


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Open a file to write, packed as its name says; the same bytes at any time.

    A file that cannot be written ends the program with status 3.
    """
    if path == "-":
        yield sys.stdout.buffer
        return
    try:
        with open(path, "wb") as file:
            if path.endswith(".gz"):
                with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed:
                    yield cast(BinaryIO, packed)
            elif path.endswith(".zst"):
                with zstandard.ZstdCompressor().stream_writer(file, closefd=False) as packed:
                    yield cast(BinaryIO, packed)
            else:
                yield file
    except BrokenPipeError:
        raise
    except OSError as fault:
        cannot(f"{path}: {fault.strerror}")
