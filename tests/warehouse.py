"""Small games with known results, and a warehouse in a temporary folder to load them into."""

import atexit
import json
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from retally.pipeline.ingest import ingest
from retally.pipeline.migrations import Connection
from retally.pipeline.store import reading, writing
from retally.pipeline.tally import Totals

SHORT = {"edition": "amigo-2.10", "end_threshold": 1, "end_check": "immediate"}
"""A game under these rules ends after the first turn in which a row is taken."""

FIGURES: dict[str, Any] = {
    # The example of the log format. Turn 2: 30 is the sixth card of row 1 (12 14 15 21 26,
    # 1+1+2+1+1 = 6 heads, cy); turn 3: 3 is low, ann takes row 2 (37, 1 head). Unfinished.
    "retally": 1,
    "game": "six_nimmt",
    "game_id": "figures-1-to-4",
    "players": ["ann", "bo", "cy", "di"],
    "rules": {"edition": "amigo-2.10"},
    "rounds": [
        {
            "rows": [12, 37, 43, 58],
            "turns": [[14, 15, 44, 61], [21, 26, 30, 36], [3, 9, 68, 83]],
            "row_choices": [None, None, 2],
            "recorded": {"penalties": [1, 0, 6, 0]},
        }
    ],
    "recorded": {"totals": [1, 0, 6, 0]},
}
LOW: dict[str, Any] = {
    # 5 is below every row end: ann takes row 1 (10, 3 heads). bo wins.
    "retally": 1,
    "game": "six_nimmt",
    "game_id": "low",
    "players": ["ann", "bo"],
    "played_at": "2026-11-30T20:15:00+09:00",
    "rules": SHORT,
    "rounds": [{"rows": [10, 20, 30, 40], "turns": [[5, 41]], "row_choices": [1]}],
    "recorded": {"totals": [3, 0], "winners": ["bo"]},
}
SHARED: dict[str, Any] = {
    # 3 is low: cy takes row 1 (55, 7 heads); ann and bo share the win. 8 is claimed for cy.
    "retally": 1,
    "game": "six_nimmt",
    "game_id": "shared",
    "players": ["ann", "bo", "cy"],
    "rules": SHORT,
    "rounds": [{"rows": [55, 20, 30, 40], "turns": [[41, 50, 3]], "row_choices": [1]}],
    "recorded": {"totals": [0, 0, 8]},
}
SPACED = json.dumps(dict(reversed(LOW.items())), indent=None, separators=(" , ", ": "))
"""The same log in another layout."""
OTHER: dict[str, Any] = {
    **LOW,
    "rounds": [{"rows": [15, 20, 30, 40], "turns": [[5, 41]], "row_choices": [1]}],
    "recorded": {"totals": [2, 0], "winners": ["bo"]},
}
"""Another game under the id of LOW: ann takes a 15, 2 heads."""
SIXTH: dict[str, Any] = {
    # 15 is the sixth card of row 1: bo takes 10 11 12 13 14, 3+5+1+1+1 = 11 heads. cy wins.
    "retally": 1,
    "game": "six_nimmt",
    "game_id": "sixth",
    "players": ["bo", "cy"],
    "rules": SHORT,
    "rounds": [
        {
            "rows": [10, 50, 60, 70],
            "turns": [[11, 12], [13, 14], [15, 71]],
            "recorded": {"penalties": [11, 0]},
        }
    ],
}
CORPUS = (FIGURES, LOW, SHARED, SIXTH)
"""Four games: incomplete, verified, mismatch, verified."""

UNCLAIMED = {key: value for key, value in LOW.items() if key != "recorded"}
ILLEGAL = {**LOW, "game_id": "illegal", "rounds": [{**LOW["rounds"][0], "turns": [[5, 5]]}]}


def lines(*logs: dict[str, Any] | str | bytes) -> bytes:
    """Write logs a line each; text and bytes stand as they are."""
    return b"".join(_line(log) + b"\n" for log in logs)


def _line(log: dict[str, Any] | str | bytes) -> bytes:
    if isinstance(log, bytes):
        return log
    return (log if isinstance(log, str) else json.dumps(log, ensure_ascii=False)).encode()


@cache
def _empty() -> str:
    folder = tempfile.mkdtemp(prefix="retally-tests-")
    atexit.register(shutil.rmtree, folder)
    path = os.path.join(folder, "empty.duckdb")
    with writing(path):
        return path


class Warehouse:
    """A warehouse file, its logs beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.db = str(folder / "w.duckdb")

    def file(self, *logs: dict[str, Any] | str | bytes, name: str = "a.jsonl") -> str:
        """Write a file of logs; give its path."""
        path = self.folder / name
        path.write_bytes(lines(*logs))
        return str(path)

    def load(self, *logs: dict[str, Any] | str | bytes, **options: Any) -> Totals:
        """Ingest these logs from one file."""
        with self.writing() as connection:
            return ingest(connection, [self.file(*logs)], **options)

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """Give the rows of a query; what changes a table may be asked too."""
        reads = query.split(maxsplit=1)[0].lower() in ("from", "select", "with")
        with (reading if reads else writing)(self.db) as connection:
            return connection.execute(query).fetchall()

    def writing(self) -> Any:
        """Open it to write; a new one is a copy of one that was made like any other."""
        if not os.path.lexists(self.db):
            shutil.copyfile(_empty(), self.db)
        return writing(self.db)


def counts(totals: Totals) -> dict[str, int]:
    """Give what a run counted, without what is 0."""
    return {"logs": totals.logs, **{kind: n for kind, n in totals.counts.items() if n}}


def tables(connection: Connection) -> set[str]:
    """Name the tables and views of a database."""
    found = connection.execute("select table_name from information_schema.tables").fetchall()
    return {name for (name,) in found}
