"""Cursors: where a page of rows ended, as a word that callers hand back and do not read."""

import base64
import binascii
import json
from typing import Any, TypeVar

from retally.service.problems import Problem

Place = TypeVar("Place", str, int)


def written(place: str | int) -> str:
    """Write a place as a cursor.

    >>> read(written("민수"), str), read(written(200), int)
    ('민수', 200)
    """
    return base64.urlsafe_b64encode(json.dumps(place).encode()).decode().rstrip("=")


def read(cursor: str, kind: type[Place]) -> Place:
    """Read a cursor. Raises Problem for what is none."""
    try:
        place = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", True))
    except (binascii.Error, ValueError, RecursionError):
        place = None
    if type(place) is not kind or not _is_place(place):
        raise Problem(400, "cursor: this is none that was given by this address")
    return place


def _is_place(place: Any) -> bool:
    if isinstance(place, str):
        return not any("\ud800" <= char <= "\udfff" for char in place)
    return bool(0 <= place < 2**31)
