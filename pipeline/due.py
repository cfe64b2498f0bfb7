"""What the format has in a place, in words: one phrase for each of the model's kinds of error.

The phrase is what a finding holds as ``expected``, and its message says it too. Reads no log.
"""

from collections.abc import Mapping
from typing import Any

from retally.schemas.base import PATTERNS
from retally.schemas.registry import room
from retally.schemas.told import template, told

PHRASES = {
    "int_type": template("a whole number"),
    "int_from_float": template("a whole number"),
    "int_parsing": template("a whole number"),
    "string_type": template("a text"),
    "bool_type": template("true or false"),
    "tuple_type": template("a list"),
    "dict_type": template("an object"),
    "model_type": template("an object"),
    "greater_than_equal": template("at least {ge}"),
    "less_than_equal": template("at most {le}"),
    "bet_unknown": template(
        "a bet: [player, check | call | fold] or [player, bet | raise, stones]"
    ),
}
"""What is due, by kind of error; a kind that is nowhere here says it in its own message."""

LENGTHS = {
    "too_short": (template("at least 1 item"), template("at least {min_length} items")),
    "too_long": (template("at most 1 item"), template("at most {max_length} items")),
    "string_too_short": (
        template("at least 1 character"),
        template("at least {min_length} characters"),
    ),
    "string_too_long": (
        template("at most 1 character"),
        template("at most {max_length} characters"),
    ),
}
"""The same for lengths: of one, and of any other number."""

OF = {
    "too_short": template("a list of {length}"),
    "too_long": template("a list of {length}"),
    "string_too_short": template("a text of {length}"),
    "string_too_long": template("a text of {length}"),
}
"""What it is that has so many items or characters: a message names it."""
OF_DICTIONARY = template("an object of {length}")


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
    if kind == "value_error":
        said: str = context["error"].args[0]
        return said
    if kind == "literal_error":
        return _one_of(context["expected"])
    if kind in LENGTHS:
        one, more = LENGTHS[kind]
        number = context.get("min_length", context.get("max_length"))
        return told(one if number == 1 else more, **context)
    return told(PHRASES[kind], **context) if kind in PHRASES else str(error["msg"])


def _one_of(values: str) -> str:
    """Say which values there are; what Python calls ``True`` is ``true`` in JSON."""
    *others, last = values.rsplit(" or ", 1)
    if others:
        return told("{others} or {last}", others=others[0], last=last)
    return "true" if values == "True" else values


def due_of(error: Mapping[str, Any], game: str) -> str:
    """Say what is due as a message does: of what it is so many items or characters."""
    length = due(error, game)
    if error.get("ctx", {}).get("field_type") == "Dictionary":
        return told(OF_DICTIONARY, length=length)
    return told(OF[error["type"]], length=length) if error["type"] in OF else length
