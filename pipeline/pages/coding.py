"""What a page's script reads: each scene as what changed since the one before, safe in HTML."""

import json
import re
from collections.abc import Iterable
from typing import Any

_IN_MARKUP = {
    character: f"\\u{ord(character):04x}" for character in ("<", ">", "&", "\u2028", "\u2029")
}


def script_json(value: Any) -> str:
    """Write JSON that can stand inside a script element; it parses to the same value.

    >>> script_json({"name": "</script>"})
    '{"name":"\\\\u003c/script\\\\u003e"}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for character, escaped in _IN_MARKUP.items():
        text = text.replace(character, escaped)
    return text


def changes(states: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep of each state only the regions that differ from the state before.

    >>> changes([{"a": 1, "b": 2}, {"a": 1, "b": 3}, {"a": 1, "b": 3}])
    [{'a': 1, 'b': 2}, {'b': 3}, {}]
    """
    before: dict[str, Any] = {}
    kept = []
    for state in states:
        known = before.get
        kept.append(
            {
                key: value
                for key, value in state.items()
                if known(key, _NOTHING) is not value and known(key, _NOTHING) != value
            }
        )
        before = state
    return kept


_NOTHING = object()

_TURNS_TEXT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]"
)


def visible(text: str) -> str:
    """Show control characters, and marks that turn text around, as what they are.

    >>> visible("bo\\x1b[31m"), visible("a\\u202eb")
    ('bo‹U+001B›[31m', 'a‹U+202E›b')
    """
    if text.isascii() and text.isprintable():
        return text  # nearly every text
    return _TURNS_TEXT.sub(lambda found: f"‹U+{ord(found[0]):04X}›", text)
