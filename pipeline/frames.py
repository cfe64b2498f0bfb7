"""From judged logs to the rows and frames of the warehouse's tables. Knows no database.

``loaded_rows`` and ``rejected_rows`` make rows of one log, ``frames`` makes frames of many.
Another way to the same frames may stand beside the first two; who writes them does not care.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeAlias

import polars as pl
from retally.pipeline.rules import edition_of
from retally.pipeline.sources import RawLog
from retally.pipeline.tape import Replay
from retally.pipeline.verify import WORST_FIRST, Checked
from retally.schemas import facts
from retally.schemas.base import Envelope
from retally.schemas.codes import Severity
from retally.schemas.facts import Kind, Table
from retally.schemas.findings import Finding, Verdict
from retally.schemas.registry import GAMES, room

Row: TypeAlias = tuple[Any, ...]
Rows: TypeAlias = dict[str, list[Row]]
"""Rows of plain values by table, columns in the order of the table's layout."""

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

COLUMN_TYPES: dict[Kind, Any] = {
    "text": pl.String(),
    "tiny": pl.Int8(),
    "small": pl.Int16(),
    "int": pl.Int32(),
    "long": pl.Int64(),
    "flag": pl.Boolean(),
    "json": pl.String(),
    "ints": pl.List(pl.Int64()),
    "time": pl.Datetime("us", "UTC"),
    "bytes": pl.Binary(),
}


class Stored(NamedTuple):
    """A log on its way in: as it stood, its hash, and the run that brings it."""

    raw: RawLog
    sha256: str
    ingest_id: int


def layouts() -> dict[str, Table]:
    """Give the layout of every table that ingest fills, each game's facts among them."""
    tables = [*facts.BY_GAME, facts.LOG_BLOCKS, facts.FINDINGS, facts.REJECTS]
    tables += [table for game in GAMES for table in room("schemas", game).FACTS]
    return {table.name: table for table in tables}


def frames(rows: Iterable[Rows]) -> dict[str, pl.DataFrame]:
    """Join the rows of many logs into a frame a table; tables without a row are left out."""
    joined: Rows = {}
    for of_log in rows:
        for table, of_table in of_log.items():
            joined.setdefault(table, []).extend(of_table)
    known = layouts()
    return {table: _frame(known[table], made) for table, made in joined.items() if made}


def _frame(table: Table, rows: list[Row]) -> pl.DataFrame:
    schema = {
        name: pl.Int64() if kind == "time" else COLUMN_TYPES[kind]
        for name, kind in table.columns.items()
    }
    times = [
        pl.col(name).cast(COLUMN_TYPES["time"])
        for name, kind in table.columns.items()
        if kind == "time"
    ]
    return pl.DataFrame(rows, schema=schema, orient="row").with_columns(times)


# A loaded game ----------------------------------------------------------------------------


def loaded_rows(stored: Stored, checked: Checked) -> Rows:
    """Give the rows of a legal log but for itself: its game, seats, rounds, facts, findings."""
    log, played, verdict = checked
    assert log is not None, "an unreadable log is never loaded"
    assert played is not None, "a log that was read was played"
    of_game = room("pipeline.facts", log.room)
    rounds = list(_round_rows(log, of_game.rounds(log, played)))
    return {
        "games": [_game_row(stored, log, played, verdict, len({row[1] for row in rounds}))],
        "seats": list(_seat_rows(log, played, of_game.recorded_scores(log))),
        "rounds": rounds,
        "findings": finding_rows(stored, verdict),
        **of_game.tables(log, played),
    }


def _game_row(
    stored: Stored, log: Envelope, played: Replay[Any, Any, Any], verdict: Verdict, rounds: int
) -> Row:
    return (
        log.game_id,
        log.game,
        edition_of(log)[0],
        _json(played.options.model_dump(mode="json")),
        None if log.played_at is None else (log.played_at - EPOCH) // timedelta(microseconds=1),
        verdict.status.value,
        len(log.players),
        rounds,
        played.ended,
        stored.raw.source,
        stored.raw.line,
        stored.sha256,
        stored.ingest_id,
    )


def _seat_rows(
    log: Envelope, played: Replay[Any, Any, Any], recorded: tuple[int | None, ...] | None
) -> Iterator[Row]:
    places = ranks(log.game, played) if played.ended else [None] * len(log.players)
    for seat, player in enumerate(log.players):
        won = seat in played.winners if played.ended else None
        claim = None if recorded is None else _in_64_bits(recorded[seat])
        yield log.game_id, seat + 1, player, played.scores[seat], places[seat], won, claim


def ranks(game: str, played: Replay[Any, Any, Any]) -> list[int | None]:
    """Give each seat's place in a game that has ended: winners first, then by score.

    Nobody has a place where nobody won.
    """
    if not played.winners:
        return [None] * len(played.scores)
    sign = 1 if room("schemas", game).BEST_SCORE == "lowest" else -1
    keys = [(seat not in played.winners, sign * score) for seat, score in enumerate(played.scores)]
    return [1 if not key[0] else 1 + sum(other < key for other in keys) for key in keys]


def _round_rows(log: Envelope, rounds: Iterable[facts.RoundFact]) -> Iterator[Row]:
    totals = [0] * len(log.players)
    for fact in rounds:
        totals[fact.seat - 1] += fact.points
        yield (
            log.game_id,
            fact.round,
            fact.seat,
            log.players[fact.seat - 1],
            fact.points,
            totals[fact.seat - 1],
            _in_64_bits(fact.recorded_points),
        )


def _in_64_bits(claim: int | None) -> int | None:
    """Leave out a claim that no column holds; its finding has it in full."""
    return claim if claim is not None and -(2**63) <= claim < 2**63 else None


# Findings and rejects ---------------------------------------------------------------------


def rejected_rows(stored: Stored, verdict: Verdict, reason: str | None = None) -> Rows:
    """Give the rows of a log that is not loaded; ``reason`` is said before its gravest error."""
    errors = [said for said in verdict.findings if said.severity is Severity.ERROR]
    gravest = min(errors, key=lambda said: WORST_FIRST.index(said.code[:-3]), default=None)
    message = ": ".join(filter(None, (reason, gravest.message if gravest else None)))
    reject = (
        stored.ingest_id,
        stored.sha256,
        stored.raw.source,
        stored.raw.line,
        _text(verdict.game_id),
        verdict.game,
        verdict.status.value,
        gravest.code.value if gravest else None,
        _text(message),
        _text(stored.raw.raw.decode("utf-8", "backslashreplace")),
    )
    return {"rejects": [reject], "findings": finding_rows(stored, verdict)}


def finding_rows(stored: Stored, verdict: Verdict) -> list[Row]:
    """Give a row a finding, in their order."""
    return [
        (
            stored.ingest_id,
            stored.sha256,
            _text(verdict.game_id),
            stored.raw.source,
            stored.raw.line,
            position,
            *_finding(said),
        )
        for position, said in enumerate(verdict.findings, 1)
    ]


def _finding(said: Finding) -> Row:
    return (
        said.code.value,
        said.severity.value,
        said.clause,
        _text(said.path),
        said.round,
        said.turn,
        said.player,
        _json(said.expected),
        _json(said.recorded),
        _text(said.message),
        _json(said.legal_under),
    )


def _json(value: Any) -> str | None:
    return None if value is None else json.dumps(value, ensure_ascii=False)


def _text(text: str | None) -> str | None:
    """Escape what no database keeps: halves of surrogate pairs, and zero bytes."""
    if text is None:
        return None
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")


# What a log is known by -------------------------------------------------------------------


def log_sha256(raw: RawLog) -> str:
    """Give the hash that a log is known by, in hexadecimal.

    What is left of a damaged file may be nothing at all; it is known by its place too, and so
    is a game of a foreign file that is no log of this format.
    """
    itself = raw.damage is None and raw.refused is None
    place = b"" if itself else f"{raw.source}:{raw.line}:".encode()
    return hashlib.sha256(place + raw.raw).hexdigest()


def same_content(one: bytes, other: bytes) -> bool:
    """Say whether two logs, each valid JSON, hold the same however they are laid out."""
    return _canonical(one) == _canonical(other)


def _canonical(raw: bytes) -> str:
    parsed: Mapping[str, Any] = json.loads(raw)
    return json.dumps(parsed, sort_keys=True)
