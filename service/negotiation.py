"""What a caller reads and has already: types, languages, tags, compression. Knows no route."""

import gzip
import hashlib
from collections.abc import Iterator, Sequence

from retally.service.problems import Problem

WORTH_PACKING = 1024
"""Answers of fewer bytes are not compressed."""


def chosen(accept: str | None, offered: Sequence[str]) -> str:
    """Choose the type that a caller likes best, the first offered among equals.

    Raises Problem where there is none.

    >>> chosen("text/csv;q=0.5, application/json;q=0.1", ("application/json", "text/csv"))
    'text/csv'
    """
    ranges = list(_ranges(accept or "*/*"))
    likings = [_liking(media, ranges) for media in offered]
    best = max(likings)
    if best <= 0:
        raise Problem(406, f"there is {', '.join(offered)}; none of these is accepted")
    return offered[likings.index(best)]


def _ranges(header: str) -> Iterator[tuple[str, float]]:
    for part in header.split(","):
        media, *parameters = (piece.strip().lower() for piece in part.split(";"))
        quality = 1.0
        for parameter in parameters:
            name, _, value = parameter.partition("=")
            if name.strip() == "q":
                quality = _number(value)
        if media:
            yield media, quality


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        return 0.0
    return value if 0 <= value <= 1 else 0.0


def _liking(media: str, ranges: Sequence[tuple[str, float]]) -> float:
    """Say how much a type is liked; the narrowest range that it is in tells."""
    for wanted in (media, f"{media.partition('/')[0]}/*", "*/*"):
        found = [quality for given, quality in ranges if given == wanted]
        if found:
            return max(found)
    return 0.0


def language(accept: str | None, known: Sequence[str]) -> str:
    """Choose the language that a caller likes best of those that are known, else the first of them.

    >>> language("fr, ko-KR;q=0.9, en;q=0.8", ("en", "ko")), language("fr", ("en", "ko"))
    ('ko', 'en')
    """
    ranges = ((name.partition("-")[0], quality) for name, quality in _ranges(accept or ""))
    liked = [(name, quality) for name, quality in ranges if name in known and quality > 0]
    return max(liked, key=lambda each: each[1], default=(known[0], 0.0))[0]


def accepts_gzip(header: str | None) -> bool:
    """Say whether a caller takes compressed answers.

    >>> accepts_gzip("br, gzip;q=0.8"), accepts_gzip("gzip;q=0"), accepts_gzip(None)
    (True, False, False)
    """
    return any(name in ("gzip", "*") and quality > 0 for name, quality in _ranges(header or ""))


def packed(body: bytes) -> bytes:
    """Compress an answer; the same bytes each time."""
    return gzip.compress(body, 5, mtime=0)


def etag(*parts: str | bytes | int) -> str:
    """Make the weak tag of an answer that depends on these alone."""
    told = "\0".join(part.hex() if isinstance(part, bytes) else str(part) for part in parts)
    return f'W/"{hashlib.sha256(told.encode()).hexdigest()[:32]}"'


def is_known(header: str | None, tag: str) -> bool:
    """Say whether a caller has the answer with this tag already.

    >>> is_known('"a", W/"b"', 'W/"b"'), is_known("*", '"x"'), is_known(None, '"x"')
    (True, True, False)
    """
    if header is None:
        return False
    known = [each.strip().removeprefix("W/") for each in header.split(",")]
    return "*" in known or tag.removeprefix("W/") in known
