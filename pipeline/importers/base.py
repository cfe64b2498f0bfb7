"""What every importer offers, and what it says of a file. Knows no form, opens no file.

An importer is a module of this package with

* ``TITLE``: the form in a few words, for help and messages;
* ``recognise(head)``: whether a file that begins with these bytes is of this form, said only
  where it can be nothing else;
* ``read(files, asked)``: every game of these files, converted or refused.

What cannot be converted is a finding with its place in the file, never a guess; what the source
claims becomes ``recorded``; the ids of the source go to ``meta``.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails
from retally.pipeline.nesting import TOO_DEEP, too_deep
from retally.pipeline.sources import NoLogs
from retally.schemas.base import Path, PlayedAt
from retally.schemas.codes import Code
from retally.schemas.findings import Finding, Place, finding
from retally.schemas.told import told

CLAUSE = "log-format"
Model = TypeVar("Model", bound=BaseModel)


class Raw(BaseModel):
    """A record of a foreign form: keys that are of no use here may stand in it."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class Foreign(NamedTuple):
    """A foreign file: its name and its bytes, unpacked and without a byte-order mark."""

    source: str
    data: bytes


class Asked(NamedTuple):
    """What a person adds to a file: the starting rows of its rounds, one after the other."""

    rows: tuple[tuple[int, ...], ...] = ()


class Game(NamedTuple):
    """A game of a foreign file: where it begins, and the log it becomes or why it does not.

    ``text`` is the game as it stood, kept where it is refused; ``game_id`` is what it would
    have been called.
    """

    source: str
    line: int
    log: dict[str, Any] | None
    text: bytes = b""
    findings: tuple[Finding, ...] = ()
    game_id: str | None = None


class Importer(Protocol):
    """A module of this package; the file's docstring says what each part is for."""

    TITLE: str

    def recognise(self, head: bytes) -> bool:
        """Say whether a file that begins so is of this form."""

    def read(self, files: Sequence[Foreign], asked: Asked) -> Iterator[Game | NoLogs]:
        """Yield the games of these files in order, and what else is to be said of a file."""


class Faults:
    """Collects why a game cannot be converted; each with its place in the file."""

    def __init__(self) -> None:
        self.found: list[Finding] = []

    def refuse(self, detail: str, path: Path = (), place: Place | None = None) -> None:
        """Note something that this format has no place for, or that is missing."""
        self._add(Code.FOREIGN_LOG, detail, path, place)

    def contradiction(self, detail: str, path: Path = (), place: Place | None = None) -> None:
        """Note two things in a file that cannot both be true."""
        self._add(Code.FOREIGN_CONTRADICTS, detail, path, place)

    def _add(self, code: Code, detail: str, path: Path, place: Place | None) -> None:
        there = (place or Place())._replace(path=path)
        if len(self.found) < MOST_FAULTS:
            self.found.append(finding(code, there, clause=CLAUSE, detail=detail))


MOST_FAULTS = 1000
"""Of a game with more faults than this, the rest is not listed."""


def made(
    source: str,
    line: int,
    faults: Faults,
    log: dict[str, Any] | None,
    text: bytes,
    game_id: str | None,
) -> Game:
    """Give a game converted, or refused where there is any fault."""
    if faults.found or log is None:
        return Game(source, line, None, text, tuple(faults.found), game_id)
    return Game(source, line, log, game_id=game_id)


def refused(foreign: Foreign, detail: str, line: int = 1) -> Game:
    """Refuse a whole file."""
    faults = Faults()
    faults.refuse(detail)
    return Game(foreign.source, line, None, foreign.data, tuple(faults.found))


def model_faults(
    fault: ValidationError,
    faults: Faults,
    parsed: Any,
    where: str = "",
    path: Path | None = (),
) -> None:
    """Note every error of a foreign record: which key, what is wrong with it.

    ``parsed`` is the record as it stands, ``path`` leads to it; None where its file has no
    JSON path.
    """
    for error in fault.errors(include_url=False):
        steps = standing(error["loc"], parsed)
        missing = error["loc"][-1:] if error["type"] == "missing" else ()
        name = ".".join(map(str, (*steps, *missing)))
        value = told(", not {value}", value=short(error["input"]))
        detail = told(
            "{where}{key}{why}{value}",
            where=where,
            key=f"{name}: " if name else "",
            why=why_of(error),
            value=value if name and not missing else "",
        )
        faults.refuse(detail, () if path is None else (*path, *steps))


def why_of(error: ErrorDetails) -> str:
    """Say what is wrong with a value, as it goes on within a sentence."""
    raised = error.get("ctx", {}).get("error")
    if isinstance(raised, ValueError):  # ours, made where the value is read
        said: str = raised.args[0]
        return said
    message = error["msg"]
    return message[:1].lower() + message[1:]


def standing(loc: Path, parsed: Any) -> Path:
    """Keep of a model's place what really stands in a record: keys and positions.

    Between them are names of models, where a key has one of several; these may look like keys.

    >>> standing(("log", 0, "move", "row"), {"log": [{"row": 4, "move": {}}]})
    ('log', 0, 'row')
    """
    if not loc:
        return ()
    step, rest = loc[0], loc[1:]
    without = standing(rest, parsed)
    in_object = isinstance(parsed, dict) and step in parsed
    if in_object or (isinstance(parsed, list) and isinstance(step, int) and step < len(parsed)):
        with_step = (step, *standing(rest, parsed[step]))
        return max(with_step, without, key=lambda path: (path[-1:] == loc[-1:], len(path)))
    return without


def short(value: Any) -> str:
    """Write a value in a few characters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 60 else f"{text[:57]}..."


def listed(numbers: Iterable[int]) -> str:
    """Write cards one after the other.

    >>> listed([12, 14])
    '12 14'
    """
    return " ".join(map(str, numbers))


def is_instant(text: str | None) -> bool:
    """Say whether a text is a date-time with its offset, as a log may have it.

    >>> is_instant("2026-09-04T10:31:02.145Z"), is_instant("2026-09-04 10:31"), is_instant(None)
    (True, False, False)
    """
    try:
        TypeAdapter(PlayedAt).validate_python(text)
    except ValidationError:
        return False
    return True


def fingerprint(text: bytes) -> str:
    """Give twelve characters that stand for a text, for a game that has no id of its own."""
    return hashlib.sha256(text).hexdigest()[:12]


def plain_json(data: bytes) -> Any:
    """Read JSON as it is; raises ValueError with what is wrong, and at which place."""
    try:
        text = data.decode("utf-8")
        if too_deep(text):
            raise ValueError(TOO_DEEP)
        return json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as fault:
        said = told(
            "not JSON: {fault} at line {line} column {column}",
            fault=fault.msg.lower(),
            line=fault.lineno,
            column=fault.colno,
        )
        raise ValueError(said) from fault
    except UnicodeDecodeError as fault:
        raise ValueError(told("not UTF-8: byte {place}", place=fault.start + 1)) from fault
    except RecursionError as fault:
        raise ValueError(TOO_DEEP) from fault


def read_as(model: type[Model], parsed: Any) -> Model:
    """Read what ``plain_json`` gave by its model; raises ValidationError.

    It goes through JSON once more, since from JSON alone a strict model takes lists as tuples.
    """
    return model.model_validate_json(json.dumps(parsed))


def _no_constant(name: str) -> Any:
    raise ValueError(told("{name} is not JSON", name=name))
