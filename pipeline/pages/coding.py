"""What a page's script reads: each scene as what changed since the one before, safe in HTML."""

import json
import re
from collections.abc import Iterable
from typing import Any

_IN_MARKUP = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


def script_json(value: Any) -> str:
    """Write JSON that can stand inside a script element; it parses to the same value.

    >>> script_json({"name": "</script>"})
    '{"name":"\\\\u003c/script\\\\u003e"}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.translate(_IN_MARKUP)


def changes(states: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep of each state only the regions that differ from the state before.

    >>> changes([{"a": 1, "b": 2}, {"a": 1, "b": 3}, {"a": 1, "b": 3}])
    [{'a': 1, 'b': 2}, {'b': 3}, {}]
    """
    before: dict[str, Any] = {}
    kept = []
    for state in states:
        kept.append(
            {
                key: value
                for key, value in state.items()
                if key not in before or before[key] != value
            }
        )
        before = state
    return kept


_TURNS_TEXT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


def visible(text: str) -> str:
    """Show control characters, and marks that turn text around, as what they are.

    >>> visible("bo\\x1b[31m"), visible("a\\u202eb")
    ('bo‹U+001B›[31m', 'a‹U+202E›b')
    """
    return _TURNS_TEXT.sub(lambda found: f"‹U+{ord(found[0]):04X}›", text)
