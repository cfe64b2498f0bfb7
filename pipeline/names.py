"""The nearest of the known names, for a message about one that is not known."""

import difflib
from collections.abc import Iterable


def nearest(given: str, known: Iterable[str]) -> str:
    """End a sentence about an unknown name with the nearest known one, or with all.

    >>> nearest("sixnimmt", ["six_nimmt", "sixteen"])
    '; did you mean six_nimmt?'
    """
    names = list(known)
    near = difflib.get_close_matches(given, names, 1, 0.5)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(names)}"
