"""What the format has in a place, in words: one phrase for each of the model's kinds of error.

The phrase is what a finding holds as ``expected``, and its message says it too. Reads no log.
"""

from collections.abc import Mapping
from typing import Any

from retally.schemas.base import PATTERNS
from retally.schemas.registry import room

PHRASES = {
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "string_type": "a text",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "too_short": "at least {min_length} {items}",
    "too_long": "at most {max_length} {items}",
    "string_too_short": "at least {min_length} {characters}",
    "string_too_long": "at most {max_length} {characters}",
    "literal_error": "{expected}",
    "value_error": "{error}",
}
"""What is due, by kind of error; a kind that is not here says it in its own message."""

OF = {
    "too_short": "a list of ",
    "too_long": "a list of ",
    "string_too_short": "a text of ",
    "string_too_long": "a text of ",
}
"""What it is that has so many items or characters: a message names it."""


def due(error: Mapping[str, Any], game: str) -> str:
    """Say in a phrase what is due where pydantic found this error in a log of this game.

    >>> due({"type": "less_than_equal", "msg": "", "ctx": {"le": 104}}, "six_nimmt")
    'at most 104'
    >>> due({"type": "too_short", "msg": "", "ctx": {"min_length": 1}}, "six_nimmt")
    'at least 1 item'
    """
    kind, context = error["type"], error.get("ctx", {})
    if kind == "string_pattern_mismatch":
        words_of: dict[str, str] = PATTERNS | room("schemas", game).PATTERNS
        return words_of[context["pattern"]]
    if kind not in PHRASES:
        return str(error["msg"])
    one = 1 in (context.get("min_length"), context.get("max_length"))
    words = ("item", "character") if one else ("items", "characters")
    phrase = PHRASES[kind].format(items=words[0], characters=words[1], **context)
    return "true" if phrase == "True" else phrase  # as JSON has it


def due_of(error: Mapping[str, Any], game: str) -> str:
    """Say what is due as a message does: of what it is so many items or characters."""
    of = OF.get(error["type"], "")
    if error.get("ctx", {}).get("field_type") == "Dictionary":
        of = "an object of "
    return of + due(error, game)
