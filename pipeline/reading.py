"""From the bytes of a log to its model, or to every reason why it is not one."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from pydantic import ValidationError
from retally.pipeline.due import due, due_of
from retally.pipeline.names import nearest
from retally.pipeline.nesting import TOO_DEEP, too_deep
from retally.pipeline.sources import MOST_BYTES, RawLog, is_by_lines
from retally.schemas.base import Envelope, Path
from retally.schemas.codes import Code
from retally.schemas.findings import Finding, Place, finding
from retally.schemas.registry import GAMES, log_room, room
from retally.schemas.told import listed, template, told

MOST_FAULTS = 1000
"""Of a log with more faults than this, the rest is not listed."""
OVER_LINES = told(
    "an object written over many lines, where one log a line is due; a file of one such object"
    " is named .json"
)
CLAUSE = "log-format"
EDITION_KEY = ("edition",)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A log that is not JSON or not of this format: why, and what it says of itself."""

    findings: tuple[Finding, ...]
    game_id: str | None = None
    game: str | None = None


def read_log(raw: RawLog) -> Envelope | Unreadable:
    """Read one log strictly (log format, "Reading it strictly").

    Types and structure are checked by the model of its game alone, no other is built.
    """
    if raw.refused is not None:
        return Unreadable(*raw.refused, "six_nimmt")
    if raw.damage is not None:
        said = told(DAMAGE[raw.damage]) if raw.damage in DAMAGE else raw.damage
        return Unreadable((_found(Code.FILE_DAMAGED, (), detail=said),))
    if raw.cut or len(raw.raw) > MOST_BYTES:
        return Unreadable((_found(Code.TOO_LONG, (), detail=_too_long(raw)),))
    if b"\n" in raw.raw and is_by_lines(raw.source):
        return Unreadable((_found(Code.NOT_JSON, (), detail=OVER_LINES),))
    try:
        text = raw.raw.decode("utf-8")
    except UnicodeDecodeError as fault:
        byte = f"0x{raw.raw[fault.start]:02x}"
        detail = told("byte {place} of the log is {byte}", place=fault.start + 1, byte=byte)
        return Unreadable((_found(Code.NOT_UTF8, (), detail=detail),))
    parsed = _parse(text)
    if isinstance(parsed, Finding):
        return Unreadable((parsed,))
    return _read_object(text, *parsed)


DAMAGE = {
    text: text
    for text in (
        template("it does not begin like a compressed file"),
        template("it ends too early"),
        template("its byte-order mark says UTF-16 or UTF-32; logs are UTF-8"),
    )
}
"""What is said of a damaged file; what a library for packed files says is left as it is."""


def _too_long(raw: RawLog) -> str:
    if raw.cut:
        return told("more than {most} bytes", most=MOST_BYTES)
    return told("{size} bytes, more than {most} bytes", size=len(raw.raw), most=MOST_BYTES)


def _read_object(text: str, parsed: dict[str, Any], doubled: bool) -> Envelope | Unreadable:
    game = parsed.get("game")
    game = game if isinstance(game, str) and game in GAMES else None
    game_id = parsed.get("game_id")
    game_id = game_id if isinstance(game_id, str) and _encodable(game_id) else None
    twice = _listed(_keys_twice(text)) if doubled else ()
    if unknown := _envelope_fault(parsed):
        return Unreadable((*twice, unknown), game_id, game)
    try:
        log: Envelope = room("schemas", log_room(str(game), parsed)).Log.model_validate_json(text)
    except ValidationError as fault:
        return Unreadable((*twice, *_listed(_model_faults(fault, parsed))), game_id, game)
    faults = _listed(
        _found(Code(off.code), off.path, off.expected, off.recorded, detail=off.detail)
        for off in log.off_format()
    )
    return Unreadable((*twice, *faults), game_id, game) if twice or faults else log


def _listed(faults: Iterable[Finding]) -> tuple[Finding, ...]:
    """List the faults, and of very many the first and that there are more."""
    there = iter(faults)
    listed = tuple(islice(there, MOST_FAULTS))
    if next(there, None) is None:
        return listed
    detail = told("there are more faults than these {most}", most=MOST_FAULTS)
    return (*listed, _found(Code.VALUE_NOT_ALLOWED, (), detail=detail))


# JSON -------------------------------------------------------------------------------------


class _NotJson(ValueError):
    """A value that Python's reader takes and JSON does not have."""


class _Parsed(NamedTuple):
    """An object, and whether a key is given twice in it or in any object within."""

    value: dict[str, Any]
    doubled: bool


def _no_constant(name: str) -> Any:
    raise _NotJson(told("{name} is not JSON", name=name))


def _parse(text: str) -> _Parsed | Finding:
    doubled = False

    def made(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal doubled
        value = dict(pairs)
        doubled = doubled or len(value) != len(pairs)
        return value

    try:
        parsed = json.loads(text, object_pairs_hook=made, parse_constant=_no_constant)
    except json.JSONDecodeError as fault:
        return _not_json(_decoding(fault), text[: fault.pos])
    except RecursionError:
        return _found(Code.NOT_JSON, (), detail=TOO_DEEP)
    except _NotJson as fault:
        return _not_json(fault.args[0], text)
    except ValueError:  # Python's limit on the digits of a number
        return _not_json(told("a number with thousands of digits"), text)
    if too_deep(text):
        return _found(Code.NOT_JSON, (), detail=TOO_DEEP)
    if not isinstance(parsed, dict):
        kind = _kind(parsed)
        detail = told("{kind}, where an object is due", kind=kind)
        return _found(Code.NOT_JSON, (), "an object", kind, detail=detail)
    return _Parsed(parsed, doubled)


def _not_json(detail: str, read: str) -> Finding:
    """Say why a text is not JSON: that it is too deep, or, where it is not, this."""
    return _found(Code.NOT_JSON, (), detail=TOO_DEEP if too_deep(read) else detail)


def _decoding(fault: json.JSONDecodeError) -> str:
    """Say what Python's reader says of a text that is not JSON, and where."""
    if fault.doc.startswith(BYTE_ORDER_MARK):
        return told("it begins with a byte-order mark, which a file may have before its first log")
    said = fault.msg.lower().removesuffix(" at")
    known = told(SAID_OF_JSON[said]) if said in SAID_OF_JSON else said
    words = {"fault": known, "column": fault.colno, "hint": _hint(fault)}
    if "\n" in fault.doc:
        return told("{fault} at line {line} column {column}{hint}", line=fault.lineno, **words)
    return told("{fault} at column {column}{hint}", **words)


BYTE_ORDER_MARK = "\ufeff"
SAID_OF_JSON = {
    text: text
    for text in (
        template("expecting value"),
        template("extra data"),
        template("expecting property name enclosed in double quotes"),
        template("expecting ':' delimiter"),
        template("expecting ',' delimiter"),
        template("unterminated string starting"),
        template("invalid control character"),
        template("invalid \\escape"),
        template("invalid \\uxxxx escape"),
        template("illegal trailing comma before end of object"),
        template("illegal trailing comma before end of array"),
    )
}
"""What Python's reader can say; what it may say in a later version is left as it is."""


def _hint(fault: json.JSONDecodeError) -> str:
    if "\0" in fault.doc:
        return told("; it has NUL characters, as a text in UTF-16 has: logs are UTF-8")
    if fault.msg == "Extra data" and "\n" in fault.doc[: fault.pos]:
        return told("; a file of one log a line is named .jsonl")
    return ""


def _keys_twice(text: str) -> Iterator[Finding]:
    """Find each key given twice, with the object it stands in."""
    try:
        pairs = json.loads(text, object_pairs_hook=_Pairs)
    except RecursionError:  # at the very edge; the model refuses it as nested too deeply
        return
    waiting: list[tuple[Path, Any]] = [((), pairs)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, _Pairs):
            for key, times in Counter(key for key, _ in value.given).items():
                if times > 1:
                    yield _found(Code.KEY_TWICE, path, 1, times, key=json.dumps(key))
            waiting += [((*path, key), inner) for key, inner in value.given]
        elif isinstance(value, list):
            waiting += [((*path, index), inner) for index, inner in enumerate(value)]


@dataclass(frozen=True, slots=True)
class _Pairs:
    given: list[tuple[str, Any]]


# The format -------------------------------------------------------------------------------


def _envelope_fault(parsed: dict[str, Any]) -> Finding | None:
    """Say whether this is a log of version 1 of a game that is known."""
    version = parsed.get("retally")
    if "retally" not in parsed:
        return _found(Code.KEY_MISSING, (), "a key", None, key='"retally"')
    if version != 1 or type(version) is not int:
        detail = told('"retally" is {value}', value=_short(version))
        return _found(Code.VERSION_UNKNOWN, ("retally",), 1, _plain(version), detail=detail)
    if "game" not in parsed:
        return _found(Code.KEY_MISSING, (), "a key", None, key='"game"')
    game = parsed["game"]
    if not isinstance(game, str) or game not in GAMES:
        detail = listed((_short(game), nearest(str(game), GAMES)), "")
        return _found(Code.GAME_UNKNOWN, ("game",), list(GAMES), _plain(game), detail=detail)
    return None


def _model_faults(fault: ValidationError, parsed: dict[str, Any]) -> Iterator[Finding]:
    if fault.error_count() > 100 * MOST_FAULTS:
        detail = told("{count} faults, too many to list", count=fault.error_count())
        yield _found(Code.VALUE_NOT_ALLOWED, (), detail=detail)
        return
    for error in fault.errors(include_url=False, include_context=True):
        if not _only_follows(error):
            yield _model_fault(error, parsed)


def _only_follows(error: Any) -> bool:
    """Say whether a list is called too short only because its entries are wrong."""
    return bool(error["type"] == "too_short" and len(error["input"]) >= error["ctx"]["min_length"])


def _model_fault(error: Any, parsed: dict[str, Any]) -> Finding:
    """Turn one error of pydantic into a finding at a place that is in the log."""
    kind: str = error["type"]
    path = _standing(error["loc"], parsed)
    key = json.dumps(str(error["loc"][-1])) if error["loc"] else ""
    recorded = _plain(error.get("input"))
    if kind == "missing" and isinstance(error["loc"][-1], int):
        return _too_short(path, error["loc"][-1] + 1)
    if kind == "missing":
        return _found(Code.KEY_MISSING, path, "a key", None, key=key)
    if path[:1] == ("rules",) and kind in ("extra_forbidden", "literal_error"):
        return _rules_fault(error, path, recorded, parsed["game"])
    if kind == "extra_forbidden":
        return _found(Code.KEY_UNKNOWN, path, None, recorded, key=key)
    if kind == "json_invalid":
        return _found(Code.NOT_JSON, (), detail=_of_strict_reader(error["msg"]))
    game = parsed["game"]
    detail = told(
        "{wanted} is due, not {given}",
        wanted=due_of(error, game),
        given=_short(error.get("input")),
    )
    return _found(_code_of(kind), path, due(error, game), recorded, detail=detail)


def _too_short(path: Path, least: int) -> Finding:
    """Tell of a list of fixed length that ends before this entry: the model misses an item."""
    error = {"type": "too_short", "ctx": {"min_length": least}}
    detail = told("{wanted} is due", wanted=due_of(error, ""))
    return _found(Code.WRONG_LENGTH, path, due(error, ""), None, detail=detail)


def _of_strict_reader(message: str) -> str:
    """Say why the strict reader refuses what Python's reader took."""
    message = message.removeprefix("Invalid JSON: ")
    if "hex escape" in message:
        return told("a lone surrogate, half of a character ({message})", message=message)
    return TOO_DEEP if message.startswith("recursion limit") else message


def _code_of(kind: str) -> Code:
    if kind in ("too_short", "too_long"):
        return Code.WRONG_LENGTH
    return Code.WRONG_TYPE if kind.endswith("_type") else Code.VALUE_NOT_ALLOWED


def _rules_fault(error: Any, path: Path, recorded: Any, game: str) -> Finding:
    name = str(path[-1])
    if error["type"] == "literal_error":
        expected = error["ctx"]["expected"]
        detail = told(
            "{name} cannot be {given}; it can be {possible}",
            name=name,
            given=_short(error["input"]),
            possible=due(error, game),
        )
        return _found(Code.RULES_UNKNOWN, path, expected, recorded, detail=detail)
    known = [*EDITION_KEY, *room("schemas", game).Options.model_fields]
    near = nearest(name, known)
    detail = told("there is no option {name} in this game{near}", name=_short(name), near=near)
    return _found(Code.RULES_UNKNOWN, path, None, recorded, detail=detail)


def _standing(loc: tuple[str | int, ...], parsed: Any) -> Path:
    """Keep of a model's place what really stands in the log: keys and positions."""
    path: list[str | int] = []
    value = parsed
    for step in loc:
        in_object = isinstance(value, dict) and step in value
        in_list = isinstance(value, list) and isinstance(step, int) and step < len(value)
        if in_object or in_list:  # else a name of the model's own, or a key that is missing
            value = value[step]
            path.append(step)
    return tuple(path)


# Words ------------------------------------------------------------------------------------


def _found(
    code: Code, path: Path, expected: Any = None, recorded: Any = None, **words: Any
) -> Finding:
    return finding(code, Place(path), clause=CLAUSE, expected=expected, recorded=recorded, **words)


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), told("a number"))


_KINDS = {
    dict: told("an object"),
    list: told("a list"),
    str: told("a text"),
    bool: told("true or false"),
    type(None): told("nothing"),
}


def _short(value: Any) -> str:
    """Write a value in a few characters for a message."""
    if isinstance(value, dict | list):
        return told("{kind} of {count}", kind=_kind(value), count=len(value))
    text = _writable(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= 60 else f"{text[:57]}..."


def _plain(value: Any) -> Any:
    """Give a value as a finding may carry it: short, and text that can be written."""
    if isinstance(value, str):
        value = _writable(value)
        return value if len(value) <= 200 else f"{value[:197]}..."
    if isinstance(value, dict | list):
        return _short(value)
    return (
        value if isinstance(value, bool | int | type(None)) and _fits(value) else str(value)[:200]
    )


def _writable(text: str) -> str:
    """Escape lone surrogates, which no file can hold."""
    return text.encode("utf-8", "backslashreplace").decode()


def _fits(value: int | None) -> bool:
    return value is None or abs(value) < 2**63


def _encodable(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)
