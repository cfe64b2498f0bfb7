"""The journal on stderr: one JSON line a request or event; no bodies, no tokens, no questions."""

import json
import logging
import sys
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from retally.pipeline.safe_text import json_text


def note(event: str, **told: Any) -> None:
    """Write a line of the journal; where nobody reads it any more, the service goes on."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    with suppress(OSError):
        print(json_text({"time": now, "event": event, **told}), file=sys.stderr, flush=True)


def note_bug(fault: BaseException, **told: Any) -> None:
    """Write down a bug of ours with its stack, which no caller gets to see."""
    stack = traceback.format_exception(fault)
    note("bug", **told, fault=json.dumps(str(fault))[1:-1], stack="".join(stack))


class OfTheServer(logging.Handler):
    """Takes what the HTTP server itself has to say into the journal."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record as a line."""
        if record.exc_info and isinstance(record.exc_info[1], Aborted):
            return
        note("server", level=record.levelname.lower(), message=record.getMessage())


class Aborted(Exception):
    """An answer that had begun and cannot be finished: the connection is closed at once."""
