"""The nearest of the known names, for a message about one that is not known."""

import difflib
from collections.abc import Iterable

from retally.schemas.told import told


def nearest(given: str, known: Iterable[str]) -> str:
    """End a sentence about an unknown name with the nearest known one, or with all.

    >>> nearest("sixnimmt", ["six_nimmt", "sixteen"])
    '; did you mean six_nimmt?'
    """
    names = list(known)
    near = difflib.get_close_matches(given, names, 1, 0.5)
    if near:
        return told("; did you mean {name}?", name=near[0])
    return told("; there are {names}", names=", ".join(names))
