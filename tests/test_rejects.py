"""Rejects: listed with their reasons, and taken up again from their text, byte for byte."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from program import retally
from retally.pipeline import rejects as rejecting
from retally.pipeline import sifting
from retally.pipeline import verify as verifying
from retally.pipeline.audit import audited, chosen
from retally.pipeline.frames import Stored, log_sha256, rejected_rows
from retally.pipeline.ingest import ingest
from retally.pipeline.packing.six_nimmt import Batch
from retally.pipeline.rejects import NotRestored, rejected, restored, retry
from retally.pipeline.sources import RawLog
from retally.pipeline.tally import Totals
from retally.schemas import facts
from retally.schemas.findings import Status
from warehouse import ILLEGAL, LOW, SHARED, SIXTH, UNCLAIMED, Warehouse, counts

OTHER = {**LOW, "meta": {"table": 2}}
"""Another content under the id of LOW."""


@pytest.fixture
def house(tmp_path: Path) -> Warehouse:
    return Warehouse(tmp_path)


def again(house: Warehouse, **options: Any) -> tuple[Totals, list[NotRestored]]:
    left: list[NotRestored] = []
    with house.writing() as connection:
        totals = retry(connection, leave=left.append, **options)
        assert [r.audit.name for r in audited(connection, chosen(None)) if not r.holds] == []
    return totals, left


# The list ---------------------------------------------------------------------------------


def test_rejects_are_listed_with_their_reasons(house: Warehouse) -> None:
    house.load(LOW, ILLEGAL, b"{")
    house.load(OTHER)
    with rejected(house.db) as answer:
        names = [column.name for column in answer.columns]
        listed = [dict(zip(names, row, strict=True)) for row in answer.rows()]
    assert names == [
        *("rejected_at", "ingest_id", "source", "line", "game_id", "game", "status", "code"),
        "reason",
    ]
    shown = [[row[name] for name in ("ingest_id", "line", "game_id", "code")] for row in listed]
    assert shown == [
        [1, 2, "illegal", "DEAL001"],
        [1, 3, None, "LOG002"],
        [2, 1, "low", "LOG017"],
    ]
    assert listed[0]["reason"] == "card 5 is in this deal twice"


def test_the_text_is_given_where_it_is_asked_for(house: Warehouse) -> None:
    house.load(b'{"game": "\xff')
    with rejected(house.db, texts=True) as answer:
        assert [row[-1] for row in answer.rows()] == ['{"game": "\\xff']


# Byte for byte ----------------------------------------------------------------------------


def kept(raw: bytes, damage: str | None = None) -> tuple[str, int, str, str]:
    """Give what the warehouse keeps of a log that is rejected."""
    log = RawLog("a.jsonl", 3, raw, damage)
    stored = Stored(log, log_sha256(log), 1)
    (row,) = rejected_rows(stored, verifying.verify(log))["rejects"]
    columns = dict(zip(facts.REJECTS.columns, row, strict=True))
    return log.source, log.line, stored.sha256, columns["raw"]


@given(st.binary(max_size=30))
def test_what_is_restored_is_what_there_was(raw: bytes) -> None:
    back = restored(*kept(raw))
    assert isinstance(back, NotRestored) or back == RawLog("a.jsonl", 3, raw)


@given(st.binary(max_size=30).filter(lambda raw: b"\\x" not in raw))
def test_all_without_a_backslash_and_an_x_is_restored(raw: bytes) -> None:
    assert restored(*kept(raw)) == RawLog("a.jsonl", 3, raw)


@pytest.mark.parametrize("raw", [rb"\xff", rb"\x00", "a \\x80 é".encode()])
def test_a_text_that_says_an_escape_itself_is_restored(raw: bytes) -> None:
    assert restored(*kept(raw)) == RawLog("a.jsonl", 3, raw)


def test_an_escape_beside_an_escaped_byte_is_not_told_apart() -> None:
    said = "its bytes cannot be told from its text; ingest its file again"
    assert restored(*kept(b"\\xff \xff")) == NotRestored("a.jsonl", 3, said)


def test_the_rest_of_a_damaged_file_is_not_taken_up() -> None:
    said = "part of a damaged or foreign file; ingest it when whole"
    for raw in (b"", b'{"a": 1', b"\xff"):
        assert restored(*kept(raw, "it ends too early")) == NotRestored("a.jsonl", 3, said)


# Taken up again ---------------------------------------------------------------------------


def test_after_a_fix_a_reject_is_loaded_from_its_text(
    house: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def strict(*given: Any) -> Status:
        return Status.ILLEGAL

    with monkeypatch.context() as broken:
        broken.setattr(verifying, "status_of", strict)
        broken.setattr(sifting, "pack", lambda logs: [Batch([*logs], [], [0, 1, 2])])
        house.load(LOW, SHARED, SIXTH)
    house.file(name="a.jsonl")  # the file is not read again
    totals, left = again(house)
    assert (counts(totals), totals.files, left) == (
        {"logs": 3, "loaded": 3, "mismatched": 1},
        1,
        [],
    )
    asked = "select game_id, status, line, ingest_id from games order by line"
    assert house.ask(asked) == [
        ("low", "verified", 1, 2),
        ("shared", "mismatch", 2, 2),
        ("sixth", "verified", 3, 2),
    ]
    assert house.ask("from rejects") == []
    assert house.ask("select distinct ingest_id from findings") == [(2,)]
    asked = "select command, logs, loaded, rejected from ingests order by ingest_id"
    assert house.ask(asked) == [("ingest", 3, 0, 3), ("retry", 3, 3, 0)]


def test_what_is_still_wrong_stays_in_the_list_once(house: Warehouse) -> None:
    house.load(ILLEGAL, b"\xff", b"{")
    before = house.ask("from rejects order by line")
    assert counts(again(house)[0]) == {"logs": 3, "rejected": 3}
    assert house.ask("from rejects order by line") == before


def test_a_reason_that_changed_is_brought_up_to_date(house: Warehouse) -> None:
    house.load(UNCLAIMED, strict=True)
    house.load(LOW)
    assert counts(again(house)[0]) == {"logs": 1, "rejected": 1}
    assert house.ask("select ingest_id, code from rejects") == [(3, "LOG017")]


def test_a_retry_may_replace_and_may_be_strict(house: Warehouse) -> None:
    house.load(LOW, OTHER, UNCLAIMED)
    assert counts(again(house, strict=True, replace=True)[0]) == {
        "logs": 2,
        "loaded": 1,
        "replaced": 1,
        "rejected": 1,
    }
    assert house.ask("select status from rejects") == [("unclaimed",)]


def test_a_reject_whose_content_came_in_another_layout_leaves_the_list(house: Warehouse) -> None:
    house.load(LOW, OTHER)
    house.load(json.dumps(OTHER, indent=None, separators=(" , ", ": ")), replace=True)
    assert len(house.ask("from rejects")) == 1
    assert counts(again(house)[0]) == {"logs": 1, "skipped": 1}
    assert house.ask("from rejects") == []


def test_many_rejects_come_each_once_whatever_the_pages(
    house: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("b.jsonl", "a.jsonl"):
        with house.writing() as connection:
            ingest(connection, [house.file(*(f"{name} {n}" for n in range(7)), name=name)])
    monkeypatch.setattr(rejecting, "BATCH_LOGS", 3)
    monkeypatch.setattr(rejecting, "BATCH_WORK", 20)
    totals, _ = again(house)
    assert (counts(totals), totals.files) == ({"logs": 14, "rejected": 14}, 2)


# The command ------------------------------------------------------------------------------


def test_the_command_lists_and_retries(house: Warehouse) -> None:
    packed = gzip.compress(b"[1]\n" + json.dumps(SIXTH).encode() * 500)
    (house.folder / "z.jsonl.gz").write_bytes(packed[:-30])
    house.file(LOW, OTHER, name="a.jsonl")
    retally("ingest", ".", "--db", "w.duckdb", cwd=house.folder)
    done = retally("rejects", "--db", "w.duckdb", "--format", "jsonl", cwd=house.folder)
    assert (done.returncode, done.stderr) == (0, b"")
    codes = [json.loads(line)["code"] for line in done.stdout.splitlines()]
    assert codes == ["LOG017", "LOG002", "LOG014"]
    done = retally("rejects", "--retry", "--replace", "--db", "w.duckdb", cwd=house.folder)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().splitlines() == [
        "a.jsonl: 1 log: 1 loaded (1 replaced)",
        "z.jsonl.gz: 1 log: 0 loaded, 1 rejected",
        "z.jsonl.gz:2: left as it is: part of a damaged or foreign file; ingest it when whole",
        "2 files, 2 logs: 1 loaded (1 replaced), 1 rejected; in w.duckdb",
    ]


def test_a_retry_that_brings_all_in_ends_with_0(house: Warehouse) -> None:
    house.load(LOW, OTHER)
    assert retally("rejects", "--retry", "--replace", "--db", house.db).returncode == 0
    assert retally("rejects", "--retry", "--db", house.db).returncode == 0


def test_a_retry_makes_no_warehouse_and_lists_nothing(house: Warehouse) -> None:
    assert retally("rejects", "--retry", "--db", house.db).returncode == 3
    assert not Path(house.db).exists()
    for wrong in (["--retry", "--raw"], ["--strict"], ["--retry", "--format", "csv"]):
        assert retally("rejects", *wrong, "--db", house.db).returncode == 2
