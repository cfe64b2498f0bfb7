"""How much is tried: little in `make test`, much in `make soak`."""

import os

SOAK = bool(os.environ.get("RETALLY_SOAK"))


def soaked(few: int, many: int) -> int:
    """So few examples in `make test`, so many in `make soak`."""
    return many if SOAK else few
