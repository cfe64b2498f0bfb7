"""Which options a log is played under: edition, single options over it, and asked-for ones."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal

from pydantic import ValidationError
from retally.pipeline.names import nearest
from retally.schemas.base import Envelope, Frozen, unsupported_values
from retally.schemas.registry import GAMES, room


class UnknownRule(Exception):
    """A rule was asked for that the game does not have, or with a value it cannot take."""


def options_of(log: Envelope) -> Frozen:
    """Give the options of a log: its edition's, and over them those that it names (rules 6)."""
    return options_under(log.game, getattr(log, "rules", None))


def options_under(game: str, rules: Any) -> Frozen:
    """Give the options of a log of this game with these ``rules``, a model or None."""
    editions: dict[str, Frozen] = room("schemas", game).EDITIONS
    if rules is None:
        return next(iter(editions.values()))
    named = {name: getattr(rules, name) for name in rules.model_fields_set - {"edition"}}
    return editions[rules.edition].model_copy(update=named)


def edition_of(log: Envelope) -> tuple[str, bool]:
    """Give the edition of a log and whether the log itself names it."""
    return edition_under(log.game, getattr(log, "rules", None))


def edition_under(game: str, rules: Any) -> tuple[str, bool]:
    """Give the edition of a log with these ``rules``, and whether they name it."""
    editions = room("schemas", game).EDITIONS
    named = rules is not None and "edition" in rules.model_fields_set
    return (rules.edition if named else next(iter(editions))), named


def sign_of(options: Frozen) -> Literal[1, -1]:
    """Give what scores are multiplied with to be shown to a person (N11): shown, never kept.

    A game without that option shows its scores as they are kept.
    """
    return -1 if getattr(options, "score_sign", "positive") == "negative" else 1


def with_rules(options: Frozen, asked: Mapping[str, str]) -> Frozen:
    """Put asked-for rules, as typed on a command line, over a log's options.

    Raises UnknownRule, which names the nearest rule or the values that can be had.
    """
    for name, text in asked.items():
        options = _with_rule(options, name, text)
    return options


def with_known_rules(options: Frozen, asked: Mapping[str, str]) -> Frozen:
    """Put those of the asked-for rules that this game has over a log's options."""
    for name, text in asked.items():
        with suppress(UnknownRule):  # another game has it, or takes this value
            options = _with_rule(options, name, text)
    return options


def check_rules(asked: Mapping[str, str]) -> None:
    """Raise UnknownRule for a rule that no game has, or a value that it takes in none."""
    defaults = [next(iter(room("schemas", game).EDITIONS.values())) for game in GAMES if asked]
    for name, text in asked.items():
        owners = [options for options in defaults if name in type(options).model_fields]
        if not owners:
            every = {field for options in defaults for field in type(options).model_fields}
            raise UnknownRule(f"no rule {name!r} in any game{nearest(name, sorted(every))}")
        _check_value(owners, name, text)


def _check_value(owners: list[Frozen], name: str, text: str) -> None:
    """Raise UnknownRule when none of the games that have this rule takes the value."""
    faults = []
    for options in owners:
        try:
            _with_rule(options, name, text)
        except UnknownRule as fault:
            faults.append(fault)
    if len(faults) == len(owners):
        raise faults[0]


def _with_rule(options: Frozen, name: str, text: str) -> Frozen:
    fields = type(options).model_fields
    if name not in fields:
        raise UnknownRule(f"no rule {name!r} in this game{nearest(name, fields)}")
    for value in _readings(text):
        try:
            made = type(options).model_validate({**options.model_dump(), name: value})
        except ValidationError:
            continue
        if (name, value) in unsupported_values(made):
            raise UnknownRule(f"{name}={text} is not supported yet")
        return made
    raise UnknownRule(f"{name} cannot be {text!r}; it can be {_possible(options, name)}")


def _readings(text: str) -> Iterator[Any]:
    """Read a value as a word, a number or nothing, in this order."""
    yield text
    if text.lstrip("-").isdecimal() and len(text) < 10:
        yield int(text)
    if text in ("null", "none", ""):
        yield None


def _possible(options: Frozen, name: str) -> str:
    schema = type(options).model_json_schema()["properties"][name]
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    kinds = [one.get("type") for one in schema.get("anyOf", ())]
    if "object" in kinds:
        return "null; anything else only in the rules of a log"
    return "null or a whole number from 1" if kinds else "a whole number"


def readings(options: Frozen) -> Iterator[dict[str, Any]]:
    """List every single option value beside these options that the rules offer (rules 0)."""
    for name, schema in type(options).model_json_schema()["properties"].items():
        current = getattr(options, name)
        offered = [*schema.get("enum", ()), schema.get("default")]
        for value in dict.fromkeys(offered):
            if value != current and value not in schema.get("unsupported", ()):
                yield {name: value}
