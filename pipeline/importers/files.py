"""Which foreign forms there are, who reads a file, and logs out of all of them. Understands none.

``raw_logs`` here is that of ``sources``, for files of any form: a game of a foreign file comes as
the log that it becomes, with the file and the line where it began.
"""

import importlib
import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, cast

from retally.pipeline import sources
from retally.pipeline.importers.base import Asked, Foreign, Game, Importer
from retally.pipeline.names import nearest
from retally.pipeline.sources import HEAD_BYTES, OWN, Found, NoLogs, RawLog, Reader, Refused

FORMATS = ("csv", "scoresheet", "take6-engine", "sixnimmt-events", "bga-text", "bgstats")
"""Every foreign form; each is the module of its name here. In this order they are recognised."""
TOGETHER = frozenset({"csv"})
"""Forms of which one game may stand in several files."""
NOTHING_ASKED = Asked()


class UnknownForm(Exception):
    """A form was asked for that there is not; names the nearest that there is."""


def importer(form: str) -> Importer:
    """Give the importer of a form; raises UnknownForm."""
    if form not in FORMATS:
        raise UnknownForm(f"no format {form!r}{nearest(form, FORMATS)}")
    module: Any = importlib.import_module(f"retally.pipeline.importers.{form.replace('-', '_')}")
    return cast(Importer, module)


def recognised(head: bytes) -> str | None:
    """Name the form of a file that begins so; None: it is of this format, or nobody's."""
    if OWN.search(head):
        return None
    return next((form for form in FORMATS if importer(form).recognise(head)), None)


def raw_logs(
    paths: Iterable[str], form: str | None = None, asked: Asked = NOTHING_ASKED
) -> Iterator[Found]:
    """Yield every log of these files; foreign ones are recognised, or all are of this ``form``.

    Raises UnknownForm before anything is read.
    """
    return (found for found in live_logs(paths, form, asked) if found is not None)


def live_logs(
    paths: Iterable[str], form: str | None = None, asked: Asked = NOTHING_ASKED
) -> Iterator[Found | None]:
    """Yield as ``raw_logs`` does, and None where the next log may be long in coming."""
    if form is None:
        return sources.live_logs(paths, _reader_of)
    reader = importer(form)
    if form in TOGETHER:
        return _together(paths, reader, asked)
    return sources.live_logs(paths, lambda _: partial(_read, reader, asked))


def logs_in(source: str, data: bytes, form: str | None = None) -> list[RawLog | NoLogs] | None:
    """Give the logs of one foreign file that is at hand; None: it is of this format, or nobody's.

    ``data`` is unpacked and has no byte-order mark. Raises UnknownForm.
    """
    known = form or recognised(data[:HEAD_BYTES])
    return None if known is None else list(_read(importer(known), NOTHING_ASKED, source, data))


def _reader_of(head: bytes) -> Reader | None:
    form = recognised(head)
    return partial(_read, importer(form), NOTHING_ASKED) if form else None


def _read(reader: Importer, asked: Asked, source: str, data: bytes) -> Iterator[RawLog | NoLogs]:
    return _raw(reader.read([Foreign(source, data)], asked))


def _together(paths: Iterable[str], reader: Importer, asked: Asked) -> Iterator[Found]:
    """Read all files first, then yield what is in them as one."""
    files: list[Foreign] = []

    def keep(source: str, data: bytes) -> Iterator[RawLog | NoLogs]:
        files.append(Foreign(source, data))
        return iter(())

    for found in sources.raw_logs(paths, lambda _: keep):
        if not isinstance(found, NoLogs) or not files or files[-1].source != found.source:
            yield found
    yield from _raw(reader.read(files, asked))


def _raw(found: Iterable[Game | NoLogs]) -> Iterator[RawLog | NoLogs]:
    """Write the games that were converted as logs of this format."""
    for game in found:
        if isinstance(game, NoLogs):
            yield game
        elif game.log is None:
            why = Refused(game.findings, game.game_id)
            yield RawLog(game.source, game.line, game.text, refused=why)
        else:
            yield RawLog(game.source, game.line, log_bytes(game.log))


def log_bytes(log: dict[str, Any]) -> bytes:
    """Write a log as a line; half a character of a foreign text stays an escape, for reading."""
    text = json.dumps(log, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")
