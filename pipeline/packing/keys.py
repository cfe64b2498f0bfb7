"""Is a key given twice in a log? Told from counts, so that no line is parsed a second time.

Behind each key stands a colon; every other colon stands in a text. When a log has as many as
the keys and texts that were read account for, none was dropped for another of its name. Where
the counts differ, or a text may hold a colon as an escape, ``reading`` has to look.
"""

from typing import Any

COLON_ESCAPED = b"\\u003"
"""How the escape of a colon begins."""
NOT_JSON = (b"NaN", b"Infinity")
"""Values that pydantic takes and JSON does not have; only ``meta`` has a place for them."""


def surely_json_with_each_key_once(raw: bytes, keys: int, others: list[Any]) -> bool:
    """Say whether a log is JSON, as pydantic has read it, and surely has no key twice.

    ``keys`` were read outside of ``others``, which are all values that are or hold texts.

    >>> surely_json_with_each_key_once(b'{"a": "x:y", "meta": {"b": 1}}', 2, ["x:y", {"b": 1}])
    True
    >>> surely_json_with_each_key_once(b'{"a": 1, "a": 2}', 1, [])
    False
    """
    colons = raw.count(b":")
    if colons == keys:
        return True
    if COLON_ESCAPED in raw or any(word in raw for word in NOT_JSON):
        return False
    return colons == keys + sum(map(_colons, others))


def _colons(value: Any) -> int:
    """Count the colons that the JSON of a value has at least, and without escapes at most."""
    if isinstance(value, str):
        return value.count(":")
    if isinstance(value, dict):
        inner = sum(_colons(key) + _colons(of_key) for key, of_key in value.items())
        return len(value) + inner
    return sum(map(_colons, value)) if isinstance(value, list) else 0
