"""Where logs come from: folders, files, lines. Bytes in order, nothing parsed.

Nothing is read twice and nothing is held but the log at hand, so memory does not grow with
a file. A log that comes through a pipe is there as soon as its line is.
"""

import errno
import itertools
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple, TypeAlias

from retally.pipeline.unpacking import KEPT_BYTES, Damaged, unpacked
from retally.schemas.findings import Finding

SUFFIXES = tuple(
    kind + packed for kind in (".json", ".jsonl", ".ndjson") for packed in ("", ".gz", ".zst")
)
MOST_BYTES = 16 * 2**20
"""A longer log is not parsed: no game comes near it."""
HEAD_BYTES = 2**16
"""So much of a file is looked at to tell a foreign form."""
OWN = re.compile(rb'"retally"\s*:')
"""What no foreign form has in its head."""


class Refused(NamedTuple):
    """Why a game of a foreign file is no log of this format, and what it is called there."""

    findings: tuple[Finding, ...]
    game_id: str | None = None


class RawLog(NamedTuple):
    """One log as it stood in its file: bytes without the line end.

    ``damage`` says why the rest of a file cannot be read, and then ``raw`` is what was left
    of it; ``cut`` says that the line was longer than ``KEPT_BYTES``. Of a foreign file ``raw``
    is the log that a game of it became, or, where it is ``refused``, the game as it stood.
    """

    source: str
    line: int
    raw: bytes
    damage: str | None = None
    cut: bool = False
    refused: Refused | None = None


class CannotRead(NamedTuple):
    """A file or folder that could not be opened or read."""

    source: str
    reason: str


class NoLogs(NamedTuple):
    """A file without a game, or a folder without a file of logs."""

    source: str
    reason: str


Reader: TypeAlias = Callable[[str, bytes], Iterator[RawLog | NoLogs]]
"""Makes logs of a foreign file, given its name and all its bytes, unpacked."""
Foreign: TypeAlias = Callable[[bytes], Reader | None]
"""Gives who reads a file that begins with these bytes; None: it is one of this format."""


def _none_is_foreign(_head: bytes) -> None:
    """Take every file as one of this format."""


Found: TypeAlias = RawLog | CannotRead | NoLogs
"""What comes of files and folders."""


def raw_logs(paths: Iterable[str], foreign: Foreign = _none_is_foreign) -> Iterator[Found]:
    """Yield every log of these files, folders and ``-``, in order, and what went wrong.

    ``foreign`` looks at what each file begins with and gives who reads it instead.
    """
    return (found for found in live_logs(paths, foreign) if found is not None)


def live_logs(paths: Iterable[str], foreign: Foreign = _none_is_foreign) -> Iterator[Found | None]:
    """Yield as ``raw_logs`` does, and None where the next log may be long in coming."""
    for path in paths:
        for file in files_of(path):
            yield from _logs_of_file(file, foreign) if isinstance(file, str) else (file,)


def all_unreadable(paths: Iterable[str]) -> bool:
    """Say whether none of these can be read, before anything is: nothing is taken from a pipe."""
    found = [file for path in paths for file in files_of(path)]
    return bool(found) and not any(map(_may_be_read, found))


def hold_at_least(paths: Iterable[str], size: int) -> bool:
    """Say whether the files of these have so many bytes together, as far as that is known."""
    files = (file for path in paths for file in files_of(path) if isinstance(file, str))
    return any(known >= size for known in itertools.accumulate(map(_size, files)))


def _size(file: str) -> int:
    """Give the bytes of a file; 0 where they are not known, or it is no more."""
    try:
        return os.stat(file).st_size
    except (OSError, ValueError):
        return 0


def _may_be_read(file: str | CannotRead | NoLogs) -> bool:
    if not isinstance(file, str):
        return isinstance(file, NoLogs)
    if _is_stream(file):
        return True
    try:
        with open(file, "rb"):
            return True
    except OSError:
        return False


def _is_stream(file: str) -> bool:
    return file == "-" or (os.path.exists(file) and not os.path.isfile(file))


def shown(path: str) -> str:
    """Write a file's name as text, bytes that are not UTF-8 escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def files_of(path: str) -> Iterator[str | CannotRead | NoLogs]:
    """Yield the file itself, or the files of logs of a folder and all in it, sorted."""
    if path == "-" or not os.path.isdir(path):
        yield path
        return
    faults: list[OSError] = []
    found = sorted(
        str(Path(folder, name))
        for folder, _, names in os.walk(path, onerror=faults.append)
        for name in names
        if name.lower().endswith(SUFFIXES)
    )
    for file in found:
        regular = os.path.isfile(file) or not os.path.exists(file)
        yield file if regular else CannotRead(shown(file), "not a regular file")
    for fault in faults:
        yield CannotRead(shown(fault.filename or path), fault.strerror or str(fault))
    if not found and not faults:
        yield NoLogs(shown(path), f"no file here ends in {', '.join(SUFFIXES[::3])} (.gz, .zst)")


def _logs_of_file(path: str, foreign: Foreign) -> Iterator[Found | None]:
    source = shown(path)
    empty = True
    if _is_stream(path):
        yield None
    try:
        with open(path, "rb") if path != "-" else _standard_input() as file:
            for log in _logs(file, source, foreign):
                empty = empty and log is None
                yield log
    except OSError as fault:
        yield CannotRead(source, fault.strerror or str(fault))
        return
    if empty:
        yield NoLogs(source, "no game in it")


class _standard_input:  # noqa: N801 - used like the function open
    """Standard input as a file that is not closed behind others' backs."""

    def __enter__(self) -> BinaryIO:
        if not hasattr(sys.stdin, "buffer"):
            raise OSError(errno.EBADF, "standard input is closed")
        return sys.stdin.buffer

    def __exit__(self, *_: object) -> None:
        pass


def _logs(file: BinaryIO, source: str, foreign: Foreign) -> Iterator[RawLog | NoLogs | None]:
    """Split a file into logs; a single object may stand on many lines."""
    head, texts = _peeked(unpacked(file))
    if head.strip() and (reader := foreign(head)):
        yield from _read_by(reader, texts, source)
        return
    name = source.lower().removesuffix(".gz").removesuffix(".zst")
    if name.endswith(".json"):
        yield from _whole(texts, source)
        return
    lines = _lines(texts)
    first = next((line for line in lines if line.raw.strip() or line.damage), None)
    if first is None:
        return
    there = itertools.chain((first,), lines)
    if not is_by_lines(source) and _opens_an_object(first.raw):
        yield from _whole(_as_they_stood(there), source)
        return
    for number, raw, damage, cut in _objects_joined(there):
        if (raw and not raw.isspace()) or damage:
            yield RawLog(source, number, raw, damage, cut)
        elif number == NOTHING_YET.number:
            yield None


def _peeked(texts: Iterator[bytes]) -> tuple[bytes, Iterator[bytes]]:
    """Give what a file begins with, and all of it as if nobody had looked.

    Where the beginning shows that it is one of ours, no more is waited for.
    """
    held: list[bytes] = []
    damage: Damaged | None = None
    try:
        while sum(map(len, held)) < HEAD_BYTES and not OWN.search(b"".join(held)):
            if (text := next(texts, None)) is None:
                break
            held.append(text)
    except Damaged as fault:
        damage = fault
    return b"".join(held)[:HEAD_BYTES], _again(held, damage, texts)


def _again(held: list[bytes], damage: Damaged | None, texts: Iterator[bytes]) -> Iterator[bytes]:
    yield from held
    if damage is not None:
        raise damage
    yield from texts


def _read_by(reader: Reader, texts: Iterator[bytes], source: str) -> Iterator[RawLog | NoLogs]:
    """Let a foreign file be read as a whole; one that is damaged or too long is not."""
    for whole in _whole(texts, source):
        if whole.damage is not None or whole.cut:
            yield whole
        else:
            yield from reader(source, whole.raw)


def is_by_lines(source: str) -> bool:
    """Say whether a file of this name holds one log a line."""
    name = source.lower().removesuffix(".gz").removesuffix(".zst")
    return name.endswith((".jsonl", ".ndjson"))


def _whole(texts: Iterator[bytes], source: str) -> Iterator[RawLog]:
    """Take all of a file as one log."""
    held, size, damage = bytearray(), 0, None
    try:
        for text in texts:
            held += text[: KEPT_BYTES - len(held)]
            size += len(text)
    except Damaged as fault:
        damage = str(fault)
        held += fault.rest
    raw = bytes(held.rstrip())
    if raw or damage:
        yield RawLog(source, 1, raw, damage, cut=size > KEPT_BYTES)


def _opens_an_object(line: bytes) -> bool:
    """Say whether a first line is the beginning of an object that goes on below it."""
    if line.endswith(b"}"):
        return False
    return line.strip() == b"{" or (
        line.lstrip().startswith(b"{") and line.rstrip().endswith((b",", b"[", b"{", b":"))
    )


class _Line(NamedTuple):
    number: int
    raw: bytes
    damage: str | None = None
    cut: bool = False


NOTHING_YET = _Line(0, b"")
"""No line, but a sign that the next one may be long in coming."""


def _objects_joined(lines: Iterable[_Line]) -> Iterator[_Line]:
    """Join the lines of an object that was written over many: it is one fault, not one a line.

    A line that can be a log by itself is never joined, and no more than a log may have.
    """
    held: list[_Line] = []
    size = 0
    for line in lines:
        if line is NOTHING_YET or (not held and line.raw.endswith(b"}")):  # so are nearly all
            yield line
            continue
        if held and (line.damage or line.cut or size > MOST_BYTES or _may_be_a_log(line.raw)):
            yield from _as_one(held)
            held = []
        if not held and not (_opens_an_object(line.raw) and not line.damage and not line.cut):
            yield line
            continue
        held.append(line)
        size = len(line.raw) + (size if len(held) > 1 else 0)
        if line.raw.rstrip() == _indent(held[0].raw) + b"}":
            yield from _as_one(held)
            held = []
    yield from _as_one(held)


def _as_one(lines: list[_Line]) -> Iterator[_Line]:
    if lines:
        yield _Line(lines[0].number, b"\n".join(line.raw for line in lines).rstrip())


def _indent(line: bytes) -> bytes:
    return line[: len(line) - len(line.lstrip())]


def _may_be_a_log(line: bytes) -> bool:
    """Say whether a line begins at its margin as a log does, or is an object by itself."""
    return line.startswith(b"{") or (line.strip()[:1] == b"{" and b'"retally"' in line)


def _as_they_stood(lines: Iterable[_Line]) -> Iterator[bytes]:
    for line in lines:
        if line is not NOTHING_YET:
            yield line.raw + b"\n"
        if line.damage:
            raise Damaged(line.damage)


def _lines(chunks: Iterator[bytes]) -> Iterator[_Line]:
    """The lines of a stream, numbered from 1, without their ends; damage is the last one."""
    number, held, size = 1, [b""], 0
    try:
        for chunk in chunks:
            if not chunk:
                yield NOTHING_YET
                continue
            head, *rest = chunk.split(b"\n")
            if rest:
                yield _ended(number, held, head, size)
                yield from map(_whole_line, itertools.count(number + 1), rest[:-1])
                number, held, size, head = number + len(rest), [], 0, rest[-1]
            if size < KEPT_BYTES:
                held.append(head)
            size += len(head)
    except Damaged as damage:
        yield _Line(number, b"".join((*held, damage.rest)), str(damage))
        return
    if size:
        yield _ended(number, held, b"", size)


def _whole_line(number: int, line: bytes) -> _Line:
    """Make a line of what stood between two line ends of a chunk; so short is never cut."""
    return _Line(number, line[:-1] if line.endswith(b"\r") else line)


def _ended(number: int, held: list[bytes], last: bytes, size: int) -> _Line:
    raw = b"".join((*held, last[: max(0, KEPT_BYTES - size)])).removesuffix(b"\r")
    return _Line(number, raw, cut=size + len(last) > KEPT_BYTES)
