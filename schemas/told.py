"""Texts that remember how they were made, so that another language can make them again.

A ``Told`` is an English text like any other: it compares, joins and is stored as one. Beside that
it keeps its template and the words that fill it; ``retally.lang`` reads these. Knows no language.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any
from unicodedata import combining, east_asian_width


def cells(text: str) -> int:
    """Count the cells that a text takes on a terminal: wide characters take two.

    >>> cells("ann"), cells("민수")
    (3, 4)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text
    )


class Aligned(str):
    """A text that a template aligns by cells, not by characters: ``{player:<12}``."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if found := _ALIGNED.fullmatch(spec):
            blank = " " * (int(found["width"]) - cells(self))
            return blank + str(self) if found["to"] == ">" else str(self) + blank
        return super().__format__(spec)


_ALIGNED = re.compile(r"(?P<to>[<>])(?P<width>\d+)")


class Told(str):
    """An English text, the template it was made of and the words that fill it."""

    template: str
    words: dict[str, Any]

    __slots__ = ("template", "words")

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.template, self.words)


def told(template: str, /, **words: Any) -> Told:
    """Fill a template; a word may itself be told.

    The template is the message's identity in every catalogue, so it is written out where it is
    used: ``lang`` gathers the calls from the source.

    >>> price = told("a call costs {due}", due=3)
    >>> price, price.template, price.words
    ('a call costs 3', 'a call costs {due}', {'due': 3})
    """
    return _again(template, words)


def filled(template: str, words: dict[str, Any]) -> str:
    """Fill a template with words, wide characters counted twice where it aligns.

    >>> filled("{player:<8}|", {"player": "민수"})
    '민수    |'
    """
    if _aligns(template):
        words = {
            name: Aligned(word) if isinstance(word, str) else word for name, word in words.items()
        }
    return template.format_map(words)


@lru_cache(maxsize=1024)
def _aligns(template: str) -> bool:
    return _ALIGNING.search(template) is not None


_ALIGNING = re.compile(r"\{\w*:")


def _again(template: str, words: dict[str, Any]) -> Told:
    text = Told(filled(template, words))
    text.template, text.words = template, words
    return text


def listed(texts: Iterable[str], between: str = ", ") -> Told:
    """Join texts so that each can still be told in another language.

    >>> listed(["ann", told("nobody")])
    'ann, nobody'
    """
    words = {f"part{number}": text for number, text in enumerate(texts)}
    return _again(between.join(f"{{{name}}}" for name in words), words)


def template(text: str) -> str:
    """Mark a text as a message, where it is kept for a later ``told``."""
    return text


def reworded(text: str, change: Callable[[str], str]) -> str:
    """Change every word that fills a text, and what is not told as a whole.

    >>> reworded(told("won by {name}", name="ann"), str.upper)
    'won by ANN'
    """
    if not isinstance(text, Told):
        return change(text)
    words = {
        name: reworded(word, change) if isinstance(word, str) else word
        for name, word in text.words.items()
    }
    return _again(text.template, words)
