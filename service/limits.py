"""What the service allows itself and its callers. Numbers only."""

from dataclasses import dataclass, field

from retally.pipeline.workers import cores


@dataclass(frozen=True)
class Limits:
    """How much of everything; each is an option of ``retally serve``."""

    body_bytes: int = 4 * 2**20
    """A log, a question, a form."""
    stream_bytes: int = 2**30
    """All of a stream of logs."""
    line_bytes: int = 2**20
    """One line of a stream of logs."""
    head_bytes: int = 16 * 2**10
    """The head of a request: its line and all header fields."""
    head_seconds: float = 10.0
    """Until the head of a request is there, from the connection or the last answer on."""
    seconds: float = 60.0
    """A request from its head to the end of its answer."""
    query_seconds: float = 20.0
    """A question to the warehouse."""
    query_memory: int = 2 * 2**30
    """Bytes of memory that a question and its answer may take. DuckDB is told half of it."""
    judge_seconds: float = 20.0
    """The verdict on one log."""
    rows: int = 10_000
    """Rows of a report or an answer in SQL; one that is cut says so."""
    answer_bytes: int = 64 * 2**20
    """An answer of rows."""
    concurrent: int = 64
    """Requests at a time."""
    connections: int = 256
    """Connections at a time."""
    queue: int = 256
    """Logs that wait to be written."""
    readers: int = 4
    """Questions to the warehouse at a time."""
    judges: int = field(default_factory=cores)
    """Processes that judge logs."""
    snapshot_seconds: float = 1.0
    """How old the copy may be that SQL and the pages are asked of."""


@dataclass(frozen=True)
class Settings:
    """What is served, where, and who may do what."""

    db: str
    host: str
    port: int
    write_token: str | None = None
    read_token: str | None = None
    hosts: tuple[str, ...] = ()
    """Names by which the service may be called besides those of this machine."""
    limits: Limits = field(default_factory=Limits)
