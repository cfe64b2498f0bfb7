"""Audits: all hold on the sample logs, each finds a warehouse broken in just its way."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from program import retally
from retally.pipeline.audit import Audit, UnknownAudit, ask, audited, audits, chosen, read_audit
from retally.pipeline.ingest import ingest
from retally.pipeline.migrations import Connection
from retally.pipeline.store import reading, writing
from warehouse import LOW, SIXTH, UNCLAIMED, Warehouse

SAMPLES = Path(__file__).parent.parent / "sample_logs"


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> str:
    db = str(tmp_path_factory.mktemp("samples") / "samples.duckdb")
    with writing(db) as connection:
        ingest(connection, [str(SAMPLES)])
    return db


def as_tables(connection: Connection, *views: str) -> None:
    """Put tables in the place of views, so that single values of theirs can be wrong."""
    for view in views:
        connection.execute(f"create table as_table as from {view}")
        connection.execute(f"drop view {view}")
        connection.execute(f"alter table as_table rename to {view}")


@pytest.fixture
def copy(samples: str, tmp_path: Path) -> Iterator[Connection]:
    shutil.copy(samples, tmp_path / "copy.duckdb")
    with duckdb.connect(str(tmp_path / "copy.duckdb")) as connection:
        yield connection


def violated(connection: Connection) -> set[str]:
    return {result.audit.name for result in audited(connection, chosen(None)) if not result.holds}


def test_all_audits_hold_on_the_sample_logs(samples: str) -> None:
    with reading(samples) as connection:
        assert violated(connection) == set()


def test_all_audits_hold_on_an_empty_warehouse(tmp_path: Path) -> None:
    with writing(str(tmp_path / "w.duckdb")) as connection:
        assert violated(connection) == set()


def test_all_audits_hold_after_replacing_rejecting_and_a_strict_run(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    house.load(UNCLAIMED, SIXTH, b"{", strict=True)
    house.load(UNCLAIMED, LOW, SIXTH, b"{")
    house.load(LOW, UNCLAIMED, LOW, replace=True)
    with reading(house.db) as connection:
        assert violated(connection) == set()


BROKEN = [
    ("games-whole", "delete from logs where game_id = 'logic'"),
    ("games-whole", "delete from log_blocks"),
    ("games-whole", "update games set seats = 5 where game_id = 'void'"),
    ("games-whole", "insert into seats select * from seats where game_id = 'void' limit 1"),
    ("facts-whole", "delete from six_nimmt_turns where turn = 10"),
    ("facts-whole", "delete from sixteen_actions where game_id = 'split'"),
    ("facts-whole", "delete from zaagox_turns where game_id = 'negative' and turn = 3"),
    ("facts-whole", "delete from six_nimmt_turns where turn = 3 and game_id = 'logic'"),
    ("facts-whole", "delete from six_nimmt_turns where seat = 1 and game_id = 'logic'"),
    ("facts-whole", "delete from six_nimmt_turns where game_id = 'logic'"),
    ("orphans", "insert into logs values ('nobody', 1, 0, 1)"),
    ("orphans", "insert into log_blocks values (1000, 'x'::blob)"),
    ("orphans", "insert into zaagox_sets select * replace ('logic' as game_id) from zaagox_sets"),
    ("orphans", "update seats set seat_key = seat_key + 1000 where game_id = 'logic'"),
    ("orphans", "update seats set seat_key = seat_key + 1000 where game_id = 'split'"),
    ("orphans", "insert into six_nimmt_dearer_rows values (1000, 1, 0)"),
    ("six-nimmt-dearer", "update six_nimmt_turns set cheapest_row_heads = 27"),
    ("six-nimmt-dearer", "delete from findings where code = 'PLAY101'"),
    ("six-nimmt-dearer", "update findings set turn = turn + 1 where code = 'PLAY101'"),
    ("seat-keys", "update seats set seat_key = 1 where game_id = 'logic'"),
    ("seat-keys", "update seats set seat_key = null where game_id = 'negative'"),
    ("card-keys", "update games set first_card = 0 where first_card is not null"),
    ("card-keys", "update games set first_card = first_card + 2 where game_id = 'logic'"),
    ("card-keys", "update games set first_card = null where game_id = 'logic'"),
    ("card-keys", "update six_nimmt_placings set card_key = card_key % 60"),
    ("card-keys", "update games set rounds = 0 where game_id = 'logic'"),
    ("names-of-seats", "update rounds set player = 'eve' where game_id = 'void' and seat = 1"),
    ("names-of-seats", "update zaagox_stored set player = 'eve' where game_id = 'negative'"),
    (
        "rounds-sum-to-scores",
        "update seats set final_score = final_score + 1 where game_id = 'logic'",
    ),
    ("rounds-sum-to-scores", "update rounds set running_total = 1000 where game_id = 'split'"),
    ("turns-sum-to-rounds", "update sixteen_hands set back = back + 1 where game_id = 'split'"),
    ("ranks", "update seats set rank = 2 where is_winner and game_id = 'logic'"),
    ("ranks", "update seats set is_winner = true where game_id = 'broken-off'"),
    ("statuses", "update games set status = 'verified' where status = 'mismatch'"),
    ("statuses", "update games set status = 'verified' where status = 'incomplete'"),
    ("findings-of-logs", "update findings set log_sha256 = 'x' where code = 'PLAY101'"),
    ("findings-of-logs", "update findings set position = 7 where code = 'SCORE005'"),
    ("logs-once", "insert into rejects select * from rejects"),
    ("logs-once", "update rejects set log_sha256 = (select any_value(log_sha256) from games)"),
    ("log-hashes", "update logs set first_byte = first_byte + 1 where game_id = 'logic'"),
    ("log-hashes", "update logs set bytes = 1000000 where game_id = 'logic'"),
    ("log-hashes", "update logs set first_byte = 1000000 where game_id = 'logic'"),
    ("log-hashes", "update logs set bytes = -5 where game_id = 'logic'"),
    ("log-hashes", "update log_blocks set logs = 'not packed'::blob"),
    ("runs-add-up", "update ingests set loaded = loaded + 1, logs = logs + 1"),
    ("runs-add-up", "update ingests set removed = 1"),
    ("runs-add-up", "update ingests set mismatched = 1"),
    ("runs-add-up", "update ingests set rejected = 1, skipped = skipped + rejected - 1"),
    ("runs-known", "update ingests set ingest_id = 7"),
    ("six-nimmt-cards", "update six_nimmt_turns set card = 20 where game_id = 'logic'"),
    ("six-nimmt-cards", "update six_nimmt_turns set placing_order = 3 where game_id = 'logic'"),
    ("six-nimmt-deck", 'update games set options = \'{"deck": "reduced"}\''),
    ("six-nimmt-heads", "update six_nimmt_turns set card_heads = 3 where game_id = 'logic'"),
    ("six-nimmt-heads", "update six_nimmt_turns set heads_taken = 3 where game_id = 'logic'"),
    ("six-nimmt-rows", "update six_nimmt_turns set row_length_before = 2 where game_id = 'logic'"),
    ("six-nimmt-rows", "update six_nimmt_turns set row_end_before = 9 where game_id = 'logic'"),
    ("six-nimmt-rows", "update six_nimmt_turns set cards_taken = 4 where game_id = 'logic'"),
    ("six-nimmt-rows", "update six_nimmt_turns set action = 'low_card' where game_id = 'logic'"),
    ("sixteen-stacks", "update seats set final_score = 7 where game_id = 'split'"),
    ("sixteen-stacks", "update sixteen_hands set stack_before = 7 where game_id = 'split'"),
    ("sixteen-stones", "update sixteen_hands set pot = 7 where ending = 'tie'"),
    ("sixteen-stones", "update sixteen_hands set net = net + 1 where game_id = 'split'"),
    ("sixteen-stones", "update sixteen_actions set stones = 9 where game_id = 'split'"),
    ("zaagox-stored", "delete from zaagox_stored where game_id = 'negative' and stored_order = 4"),
    ("zaagox-stored", "update zaagox_sets set card_1 = 'R1'"),
    ("zaagox-stored", "update zaagox_stored set card = 'R1'"),
]


@pytest.mark.parametrize(("audit", "breaking"), BROKEN, ids=[line[1][:60] for line in BROKEN])
def test_an_audit_finds_what_is_broken(copy: Connection, audit: str, breaking: str) -> None:
    as_tables(copy, "rounds", "six_nimmt_turns", "findings")
    (changed,) = copy.execute(breaking).fetchone() or (0,)
    assert changed > 0
    (result,) = audited(copy, chosen(audit))
    assert result.violations > 0
    assert len(result.rows) == result.violations


def test_every_audit_has_a_way_to_break_it() -> None:
    assert {audit for audit, _ in BROKEN} == set(audits())


# Exceptions -------------------------------------------------------------------------------

ODD = "-- No odd game.\n-- Grain: one row per game.\n{}\nselect game_id from games where {}"


def odd(exceptions: str, condition: str) -> Audit:
    return read_audit("odd", ODD.format(exceptions, condition))


def test_an_exception_lets_its_rows_pass_and_no_others(copy: Connection) -> None:
    exceptions = "-- except: game_id = 'logic' because the sheet was lost."
    result = ask(copy, odd(exceptions, "game_id in ('logic', 'void')"))
    assert (result.rows, result.violations, result.excepted) == ([("void",)], 1, 1)
    assert not result.holds
    assert ask(copy, odd(exceptions, "game_id = 'logic'")).holds


def test_an_exception_that_is_no_longer_needed_fails(copy: Connection) -> None:
    exceptions = (
        "-- except: game_id = 'logic' because the sheet was lost.\n"
        "-- except: game_id = 'gone' because it was odd."
    )
    result = ask(copy, odd(exceptions, "game_id = 'logic'"))
    assert (result.violations, result.excepted, result.holds) == (0, 1, False)
    assert [(idle.condition, idle.reason) for idle in result.idle] == [
        ("game_id = 'gone'", "it was odd.")
    ]


def test_an_exception_needs_a_reason() -> None:
    with pytest.raises(ValueError, match="without a reason"):
        odd("-- except: game_id = 'logic'", "true")


def test_an_unknown_audit_names_the_nearest() -> None:
    with pytest.raises(UnknownAudit, match="did you mean orphans"):
        chosen("orphan")


# The command ------------------------------------------------------------------------------


def test_audit_writes_a_line_an_audit(samples: str) -> None:
    done = retally("audit", "--db", samples, "--format", "jsonl")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.returncode, done.stderr) == (0, b"")
    assert [(line["audit"], line["result"], line["violations"]) for line in lines] == [
        (name, "holds", 0) for name in audits()
    ]


def test_audit_shows_the_rows_that_are_violated_and_ends_with_1(
    copy: Connection, tmp_path: Path
) -> None:
    copy.execute("update seats set rank = 2 where is_winner and game_id in ('logic', 'tactics')")
    copy.close()
    done = retally("audit", "--db", "copy.duckdb", "--format", "csv", cwd=tmp_path)
    assert done.returncode == 1
    assert b"\nranks,violated,2,0," in done.stdout
    assert b"ranks: 2 violated; one row per game and seat" in done.stderr
    assert b"\nlogic       1  true         2  true\n" in done.stderr
    done = retally("audit", "ranks", "--db", "copy.duckdb", "--format", "json", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, b"")
    assert [row["game_id"] for row in json.loads(done.stdout)] == ["logic", "tactics"]


def test_audit_of_nothing_says_so(tmp_path: Path) -> None:
    done = retally("audit", "--db", tmp_path / "no.duckdb")
    assert done.returncode == 3
    assert b"there is no warehouse" in done.stderr
    done = retally("audit", "sixteen-stone", "--db", tmp_path / "no.duckdb")
    assert done.returncode == 2
    assert b"did you mean sixteen-stones" in done.stderr
