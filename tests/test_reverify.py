"""Reverify: verdicts that changed since they were stored, told and, on request, written."""

import json
from pathlib import Path
from typing import Any

import pytest
from program import retally
from retally.pipeline import logs as keeping
from retally.pipeline import verify as verifying
from retally.pipeline.audit import audited, chosen
from retally.pipeline.ingest import Run, ingest
from retally.pipeline.reverify import Changed, reverify
from retally.pipeline.store import reading, writing
from retally.schemas.findings import Status
from warehouse import CORPUS, LOW, SHARED, SIXTH, Warehouse

SAMPLES = Path(__file__).parent.parent / "sample_logs"


@pytest.fixture
def house(tmp_path: Path) -> Warehouse:
    return Warehouse(tmp_path)


def changed(house: Warehouse, *, write: bool = False) -> list[Changed]:
    with house.writing() as connection:
        run = Run(connection, replace=True, command="reverify") if write else None
        found = [each for page in reverify(connection, run) for each in page.changed]
        if run:
            run.finished()
        assert [r.audit.name for r in audited(connection, chosen(None)) if not r.holds] == []
    return found


def test_nothing_changed_in_what_was_just_loaded(tmp_path: Path) -> None:
    db = str(tmp_path / "w.duckdb")
    with writing(db) as connection:
        loaded = ingest(connection, [str(SAMPLES)]).counts["loaded"]
    with reading(db) as connection:
        pages = list(reverify(connection))
    assert sum(page.games for page in pages) == loaded
    assert [each for page in pages for each in page.changed] == []


@pytest.mark.parametrize("page", [1, 3])
def test_a_wrong_score_a_wrong_status_and_a_lost_finding_are_told(
    house: Warehouse, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    monkeypatch.setattr(keeping, "PAGE_GAMES", page)
    house.load(*CORPUS)
    house.ask("update seats set final_score = 4, is_winner = true where player = 'ann'"
              " and game_id = 'low'")  # fmt: skip
    house.ask("update games set status = 'verified' where game_id = 'shared'")
    house.ask("delete from findings_told where code = 'SCORE004'")
    with reading(house.db) as connection:
        low, shared = (each for found in reverify(connection) for each in found.changed)
    assert low.now is not None
    assert (low.log.game_id, low.before.scores, low.now.scores) == (
        "low",
        {"ann": 4, "bo": 0},
        {"ann": 3, "bo": 0},
    )
    assert (low.before.winners, low.now.winners) == (("ann", "bo"), ("bo",))
    assert (shared.before.status, shared.status) == ("verified", "mismatch")
    assert (shared.findings_gone(), shared.findings_new()) == (
        [],
        ["SCORE004 at recorded.totals[2]"],
    )


def test_another_wording_is_no_change(house: Warehouse) -> None:
    house.load(SHARED)
    house.ask("update findings_told set message = 'in other words'")
    assert changed(house) == []


def test_written_is_what_today_s_rules_say(house: Warehouse) -> None:
    house.load(*CORPUS)
    rows = "select * exclude (ingest_id, first_card) from games order by game_id"
    findings = "select * exclude (ingest_id) from findings order by all"
    seats = "select * exclude (seat_key) from seats order by all"
    asked = (rows, findings, seats, "from rounds order by all", "from six_nimmt_turns order by all")
    before = [house.ask(query) for query in asked]
    house.ask("update games set status = 'verified' where game_id = 'shared'")
    house.ask("update findings_told set code = 'SCORE001' where code = 'SCORE004'")
    house.ask("update seats set final_score = 9, rank = 3 where game_id = 'low' and seat = 2")
    house.ask("update round_points set points = 9 where seat_key in"
              " (select seat_key from seats where game_id = 'low' and seat = 2)")  # fmt: skip
    told = changed(house, write=True)
    assert [each.log.game_id for each in told] == ["low", "shared"]
    assert [house.ask(query) for query in asked] == before
    columns = (
        "command, logs, loaded, replaced, rejected, removed, mismatched, finished_at > started_at"
    )
    assert house.ask(f"select {columns} from ingests where ingest_id = 2") == [
        ("reverify", 2, 2, 2, 0, 0, 1, True)
    ]
    assert changed(house) == []


def test_a_game_that_today_s_rules_do_not_let_in_goes_to_the_rejects(
    house: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.load(LOW, SIXTH)
    judge = verifying.status_of

    def stricter(played: Any, findings: Any) -> Status:
        return Status.ILLEGAL if len(played.steps) > 5 else judge(played, findings)

    monkeypatch.setattr(verifying, "status_of", stricter)
    told = changed(house, write=True)
    assert [(each.log.game_id, each.status) for each in told] == [("sixth", "illegal")]
    assert house.ask("select game_id from games") == [("low",)]
    assert house.ask("select game_id, line, ingest_id from rejects") == [("sixth", 2, 2)]
    asked = "select logs, loaded, rejected, removed from ingests where ingest_id = 2"
    assert house.ask(asked) == [(1, 0, 1, 1)]


@pytest.mark.parametrize(
    "damage",
    ["log_blocks set logs = 'x'::blob where block_key = 1",
     "logs set first_byte = first_byte + 1 where game_id = 'low'",
     "logs set block_key = 2 where game_id = 'low'"],
)  # fmt: skip
def test_a_log_that_is_damaged_is_told_and_left_alone(house: Warehouse, damage: str) -> None:
    house.load(LOW)
    house.load(SIXTH)
    house.ask(f"update {damage}")
    with house.writing() as connection:
        run = Run(connection, replace=True, command="reverify")
        (page,) = reverify(connection, run)
    assert [(each.log.game_id, each.status) for each in page.changed] == [("low", "damaged")]
    assert house.ask("select count(*) from games") == [(2,)]


# The command ------------------------------------------------------------------------------


def test_the_command_tells_first_and_writes_when_asked(house: Warehouse) -> None:
    house.load(*CORPUS)
    house.ask("update games set status = 'verified' where game_id = 'shared'")
    call = ("reverify", "--db", "w.duckdb", "--format", "jsonl")
    for write in ("nothing is written to", "nothing is written to", "written to"):
        also = ["--write"] if write == "written to" else []
        done = retally(*call, *also, cwd=house.folder)
        assert done.returncode == 1
        assert done.stderr.decode() == f"4 games replayed, 1 changed; {write} w.duckdb\n"
        (line,) = map(json.loads, done.stdout.splitlines())
        told = {"game_id": "shared", "status_before": "verified", "status": "mismatch"}
        assert told.items() <= line.items()
        assert (line["scores"], line["winners_before"], line["findings_new"]) == (None, None, [])
    done = retally(*call, cwd=house.folder)
    assert (done.returncode, done.stdout) == (0, b"")


@pytest.mark.parametrize("also", [[], ["--write"]])
def test_reverify_makes_no_warehouse(house: Warehouse, also: list[str]) -> None:
    done = retally("reverify", *also, "--db", house.db)
    assert done.returncode == 3
    assert not Path(house.db).exists()
