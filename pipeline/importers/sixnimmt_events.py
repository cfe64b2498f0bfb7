"""The event log of a sixnimmt server, a JSON event a line: every event is a claim.

What this format has a place for becomes ``recorded`` and is the replay's to check. The rest –
the cards of rows, what was captured and why, running totals, the deal by its seeds – is held
against the events themselves. Rows count from 0 there; hands and plays from 1.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError
from retally.pipeline.importers.base import (
    Asked,
    Faults,
    Foreign,
    Game,
    made,
    model_faults,
    plain_json,
)
from retally.pipeline.importers.sixnimmt_hand import Match
from retally.pipeline.importers.sixnimmt_models import Event
from retally.pipeline.importers.sixnimmt_telling import Telling
from retally.pipeline.sources import NoLogs
from retally.schemas.told import told

TITLE = "the event log of a sixnimmt server"


def recognise(head: bytes) -> bool:
    """Say whether a file that begins so is such a log."""
    line = next((line for line in head.splitlines() if line.strip()), b"")
    own = (b'"match_id"', b'"seq"', b'"type"', b'"data"')
    return line.lstrip().startswith(b"{") and all(key in line for key in own)


def read(files: Sequence[Foreign], asked: Asked) -> Iterator[Game | NoLogs]:
    """Yield the match of each file, or its matches one after the other."""
    for foreign in files:
        matches: dict[str, Match] = {}
        current = ""
        for line, text in enumerate(foreign.data.split(b"\n"), 1):
            if not text.strip():
                continue
            event, faults = _event(text, line)
            current = event.match_id if event else current
            match = matches.setdefault(current, Match(line))
            match.lines.append(text)
            match.faults.found += faults.found
            if event:
                match.events.append((line, event))
        for match_id, match in matches.items():
            log = Telling(match).log(match_id) if not match.faults.found else None
            text = b"\n".join(match.lines)
            game_id = match_id or None
            yield made(foreign.source, match.line, match.faults, log, text, game_id)


def _event(text: bytes, line: int) -> tuple[Event | None, Faults]:
    faults = Faults()
    parsed: Any = None
    try:
        parsed = plain_json(text)
        return Event.model_validate(parsed), faults
    except ValidationError as fault:
        model_faults(fault, faults, parsed, told("line {line}: ", line=line), None)
    except ValueError as fault:
        faults.refuse(told("line {line}: {fault}", line=line, fault=fault.args[0]))
    return None, faults
