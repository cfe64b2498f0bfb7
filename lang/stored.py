"""A stored English message taken apart again: which words filled its template.

The warehouse keeps messages in English, so that it does not depend on who loaded it. A name may
hold anything, so a message is taken apart only where there is one way to do it.
"""

import re
from collections.abc import Iterable
from string import Formatter
from typing import Any

from retally.schemas.told import listed, told

PHRASES = frozenset({"detail", "done", "hint", "pairs", "then", "verb", "what"})
PHRASES |= {"cards", "caps", "where", "who", "why", "near", "possible", "length", "kind", "fault"}
PHRASES |= {"top", "expected", "wanted", "given"}
LISTS = frozenset({"caps"})
"""Words that list phrases."""
"""Words of messages that are phrases of retally's own; all others are what the log has."""


NUMBERS = frozenset({"column", "count", "heads", "line", "pick", "place", "seat", "size", "step"})
NUMBERS |= {"all", "below", "cost", "fewest", "hand", "left", "most", "round", "total", "turn"}
NUMBER = r"\d+(?!\d)"
"""Words of messages that are whole numbers."""


def as_stored(template: str, text: str, phrases: Iterable[str]) -> dict[str, Any] | None:
    """Give the words that fill a template so that it is this text; None: not one way alone.

    ``phrases`` are the templates that a word may itself be made of.

    >>> as_stored("{player} takes row {row}", "ann takes row 3", ())
    {'player': 'ann', 'row': '3'}
    >>> as_stored("{a}, due: {b}", "x, due: y, due: z", ()) is None
    True
    """
    fields = _only_way(template, text)
    if fields is None:
        return None
    return _phrases_told(fields, tuple(phrases))


def _phrases_told(words: dict[str, str], phrases: tuple[str, ...]) -> dict[str, str]:
    return {name: _word_told(name, word, phrases) for name, word in words.items()}


def _word_told(name: str, word: str, phrases: tuple[str, ...]) -> str:
    if name in LISTS:
        return listed(_phrase(part, phrases) for part in word.split(", "))
    quoted = word.startswith('"')  # what the log has, as JSON
    return word if quoted or name not in PHRASES else _phrase(word, phrases)


def _only_way(template: str, text: str) -> dict[str, str] | None:
    """Match with the shortest words first and with the longest first: the same is the only way."""
    shortest = _pattern(template, ".*?").fullmatch(text)
    longest = _pattern(template, ".*").fullmatch(text)
    if shortest is None or longest is None or shortest.groupdict() != longest.groupdict():
        return None
    return shortest.groupdict()


def _pattern(template: str, some: str) -> re.Pattern[str]:
    parts, seen = [], set()
    for literal, name, _, _ in Formatter().parse(template):
        parts.append(re.escape(literal))
        if name:
            word = NUMBER if name in NUMBERS else some
            parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>{word})")
            seen.add(name)
    return re.compile("".join(parts), re.DOTALL)


def _phrase(text: str, phrases: tuple[str, ...]) -> str:
    """Tell a phrase again where it is made of one template alone; the plainest goes first."""
    if text in phrases:
        return told(text)
    found = [
        (template, words)
        for template in phrases
        if len(_literal(template)) > 3 and (words := _only_way(template, text)) is not None
    ]
    if not found:
        return text
    template, words = max(found, key=lambda way: len(_literal(way[0])))
    return told(template, **_phrases_told(words, phrases))


def _literal(template: str) -> str:
    return "".join(literal for literal, *_ in Formatter().parse(template))
