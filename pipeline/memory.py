"""How memory is held while very many small objects come and go."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Look for no cycles meanwhile.

    Logs that are packed, and games that are replayed, are a great many lists and tuples and no
    cycle; to look through them again and again costs up to half as much as to make them.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
