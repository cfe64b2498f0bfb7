"""What helpers do: judge logs, ask the copy of the warehouse, make pages. Each job a function."""

import os
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from retally.pipeline.frames import Stored, log_sha256
from retally.pipeline.importers.files import logs_in
from retally.pipeline.memory import hold_to, without_garbage_collection
from retally.pipeline.safe_text import json_text
from retally.pipeline.sandbox import Answer, QueryError, asked, said_plainly
from retally.pipeline.sifting import Single, judged
from retally.pipeline.sources import NoLogs, RawLog
from retally.pipeline.store import StoreError
from retally.pipeline.verify import verify
from retally.schemas.findings import Verdict
from retally.service.discretion import check
from retally.service.problems import EXHAUSTED, Problem
from retally.service.rows import Page, Rendered, cut, rendered

# Judging ----------------------------------------------------------------------------------


def verdict_line(verdict: Verdict) -> str:
    """Write a verdict as ``verify --format jsonl`` does, without the line end."""
    return json_text(verdict.model_dump(mode="json"))


def verdict_lines(logs: list[RawLog]) -> list[str]:
    """Judge logs; give the line of each."""
    with without_garbage_collection():
        return [verdict_line(verify(log)) for log in logs]


class File(NamedTuple):
    """A file that was sent, without a byte-order mark and a last line end; its form if named."""

    source: str
    data: bytes
    form: str | None


def file_lines(file: File) -> tuple[bool, list[str]]:
    """Judge the games of a file: whether it is foreign, and the line of each.

    What is of no foreign form is one log. Raises Problem where there is no game in a foreign file.
    """
    found = logs_in(file.source, file.data, file.form)
    if found is None:
        return False, verdict_lines([RawLog(file.source, 1, file.data)])
    logs = [log for log in found if isinstance(log, RawLog)]
    if not logs:
        raise Problem(422, "; ".join(_reasons(found)) or "no game in it", "log")
    return True, verdict_lines(logs)


def _reasons(found: Iterable[RawLog | NoLogs]) -> list[str]:
    return [said.reason for said in found if isinstance(said, NoLogs)]


class ToStore(NamedTuple):
    """A log that was posted, and the run that is to bring it."""

    log: RawLog
    ingest_id: int


def judged_to_store(post: ToStore) -> Single:
    """Judge a log and make the rows that it is stored with."""
    return judged(Stored(post.log, log_sha256(post.log), post.ingest_id))


# Asking -----------------------------------------------------------------------------------


class Question(NamedTuple):
    """A query by a caller, how it is to be answered, and how much it may take."""

    copy: str
    query: str
    parameters: Mapping[str, Any]
    media: str
    rows: int
    seconds: float
    memory: int
    answer_bytes: int


def _asked(question: Question) -> AbstractContextManager[Answer]:
    return asked(
        question.copy,
        question.query,
        question.parameters,
        seconds=question.seconds,
        limit=question.rows,
        memory=question.memory // 2,
        check=check,
    )


def answered(question: Question) -> Rendered:
    """Ask the copy in the sandbox of ``retally sql``. Raises Problem for what cannot be asked."""
    hold_to(question.memory)
    try:
        with said_plainly(), _asked(question) as found:
            page = Page(found.columns, found.rows())
            answer = rendered(page, question.media, question.answer_bytes)
            return cut(answer) if found.cut else answer
    except QueryError as fault:
        said = str(fault).replace(os.path.dirname(question.copy), "")
        raise Problem(400, said.splitlines()[0], "query", said=said) from None
    except (StoreError, MemoryError):
        raise Problem(
            503, "the question takes more time or memory than is given", EXHAUSTED
        ) from None
