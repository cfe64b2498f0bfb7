"""The stored logs under today's rules: which verdicts have changed, and how; on request written.

A verdict is the status, the scores, the winners and the findings; not how a finding is worded.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import polars as pl
from retally.pipeline import frames
from retally.pipeline.frames import Row, Stored
from retally.pipeline.ingest import Run
from retally.pipeline.loading import Batch, Known
from retally.pipeline.logs import KeptLog, kept_logs
from retally.pipeline.migrations import Connection
from retally.pipeline.sifting import judged
from retally.pipeline.sources import RawLog
from retally.pipeline.store import as_table
from retally.pipeline.tally import Fate
from retally.pipeline.verify import verify
from retally.schemas import facts
from retally.schemas.findings import Verdict

LIKE_FINDINGS = tuple(name for name in facts.FINDINGS.columns if name not in (
    "ingest_id", "log_sha256", "game_id", "source", "line", "position", "message",
))  # fmt: skip
"""Columns of findings that a verdict is compared by."""


class Seen(NamedTuple):
    """A verdict as the warehouse keeps it, or as it is today."""

    status: str
    scores: dict[str, int]
    winners: tuple[str, ...]
    findings: tuple[Row, ...]


class Changed(NamedTuple):
    """A game whose verdict is another one today. ``now`` is None where its log is damaged."""

    log: KeptLog
    before: Seen
    now: Seen | None

    @property
    def status(self) -> str:
        """Today's status."""
        return self.now.status if self.now else "damaged"

    def findings_gone(self) -> list[str]:
        """Name the findings that are none today, as ``CODE at path``."""
        return _named(self.before.findings, self.now.findings) if self.now else []

    def findings_new(self) -> list[str]:
        """Name the findings that were none before."""
        return _named(self.now.findings, self.before.findings) if self.now else []


def _named(these: tuple[Row, ...], without: tuple[Row, ...]) -> list[str]:
    code, path = LIKE_FINDINGS.index("code"), LIKE_FINDINGS.index("path")
    more = Counter(these) - Counter(without)
    return [
        f"{row[code]} at {row[path]}" if row[path] else str(row[code]) for row in more.elements()
    ]


class Reverified(NamedTuple):
    """A page of games: how many were looked at, and those that changed."""

    games: int
    changed: list[Changed]


def reverify(connection: Connection, run: Run | None = None) -> Iterator[Reverified]:
    """Replay every stored log and give what changed, page by page.

    With a run, which is one of ``writing``, each page that changed is written before it is
    given: a game is loaded anew, or goes to the rejects, in one transaction a page.
    """
    for page in kept_logs(connection):
        before = _before(connection, page)
        found = [(log, before[log.game_id], _today(log)) for log in page]
        changed = [Changed(*each) for each in found if each[1] != each[2]]
        if run is not None and changed:
            _write(connection, run, changed)
        yield Reverified(len(page), changed)


def _today(log: KeptLog) -> Seen | None:
    raw = log.raw()
    return None if raw is None else seen(verify(RawLog(log.source, log.line, raw)))


def seen(verdict: Verdict) -> Seen:
    """Give what of a verdict is compared, as the warehouse would keep it."""
    stored = Stored(RawLog(verdict.source, verdict.line, b""), "", 0)
    columns = [list(facts.FINDINGS.columns).index(name) for name in LIKE_FINDINGS]
    rows = frames.finding_rows(stored, verdict)
    findings = tuple(tuple(row[column] for column in columns) for row in rows)
    return Seen(verdict.status.value, verdict.scores, verdict.winners, findings)


# What the warehouse says ------------------------------------------------------------------


def _before(connection: Connection, page: list[KeptLog]) -> dict[str, Seen]:
    """Give the verdicts that are stored of the games of a page."""
    with as_table(connection, "asked", pl.DataFrame({"game_id": [log.game_id for log in page]})):
        statuses = connection.execute(_STATUSES).fetchall()
        seats = connection.execute(_SEATS).fetchall()
        findings = connection.execute(_FINDINGS).fetchall()
    found = {game_id: Seen(status, {}, (), ()) for game_id, status in statuses}
    for game_id, player, score, won in seats:
        held = found[game_id]
        held.scores[player] = score
        if won:
            found[game_id] = held._replace(winners=(*held.winners, player))
    for game_id, *row in findings:
        held = found[game_id]
        found[game_id] = held._replace(findings=(*held.findings, tuple(row)))
    return found


_STATUSES = "select game_id, status from games semi join asked using (game_id)"
_SEATS = """
select game_id, player, final_score, is_winner from seats semi join asked using (game_id)
order by game_id, seat
"""
_FINDINGS = f"""
select games.game_id, {", ".join(f"findings.{name}" for name in LIKE_FINDINGS)}
from findings join games using (log_sha256) semi join asked on games.game_id = asked.game_id
order by games.game_id, findings.position
"""


# Writing ----------------------------------------------------------------------------------


def _write(connection: Connection, run: Run, changed: list[Changed]) -> None:
    """Put games anew in their place, or among the rejects; a damaged log is left alone."""
    logs = [(RawLog(log.source, log.line, raw), log) for log, *_ in changed if (raw := log.raw())]
    if not logs:
        return
    known = Known(connection, [log.sha256 for _, log in logs])
    ingest_id = run.tally.totals.ingest_id
    batch = Batch(known, ingest_id, strict=False, replace=False)
    anew = [judged(Stored(raw, log.sha256, ingest_id)) for raw, log in logs]
    known.look_up(found.verdict.game_id for found in anew if found.verdict.game_id)
    fates: list[Fate] = [
        batch.retake(found, log.game_id) for found, (_, log) in zip(anew, logs, strict=True)
    ]
    run.commit([raw for raw, _ in logs], batch, fates)
