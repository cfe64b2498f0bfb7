"""What lies in cycles is freed while many logs are judged, not at the end alone."""

from collections.abc import Iterator
from pathlib import Path
from weakref import ref

import pytest
from retally.cli.lines import JsonLines
from retally.pipeline import ingest as ingesting
from retally.pipeline.ingest import Run, batches
from retally.pipeline.judging import Judge, verdicts
from retally.pipeline.sources import RawLog
from warehouse import Warehouse

LOGS = 300


class Cycle:
    """What only a search for cycles frees."""

    def __init__(self) -> None:
        self.itself = self


def off_format(made: "list[ref[Cycle]]") -> Iterator[RawLog]:
    for line in range(1, LOGS + 1):
        made.append(ref(Cycle()))
        yield RawLog("a.jsonl", line, b'{"retally": 1, "line": %d}' % line + b" " * 2000)


def left(made: "list[ref[Cycle]]") -> int:
    return sum(cycle() is not None for cycle in made)


def test_while_logs_are_verified() -> None:
    made: list[ref[Cycle]] = []
    for _ in verdicts(off_format(made), Judge(JsonLines("en"), {}), jobs=1):
        at_last = left(made)
    assert len(made) == LOGS
    assert at_last < LOGS / 3


def test_while_logs_are_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingesting, "BATCH_LOGS", 30)
    made: list[ref[Cycle]] = []
    alive = []
    monkeypatch.setattr(Run, "_say", lambda *_: alive.append(left(made)))
    with Warehouse(tmp_path).writing() as connection:
        Run(connection).take_all(batches(off_format(made)))
    assert len(made) == LOGS
    assert alive[-1] < LOGS / 3
