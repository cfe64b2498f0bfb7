"""What ingest makes of logs: every one counted, and loaded whole, whatever ends the run."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from program import TYPING, environment, retally, started
from retally.pipeline import ingest as ingesting
from retally.pipeline.frames import Stored, finding_rows, log_sha256
from retally.pipeline.ingest import ingest
from retally.pipeline.simulate import simulated
from retally.pipeline.sources import RawLog
from retally.pipeline.store import reading
from retally.pipeline.tally import FileCount, Totals, Watch
from retally.pipeline.verify import verify
from retally.schemas.six_nimmt import EDITIONS
from soak import soaked
from warehouse import (
    CORPUS,
    FIGURES,
    ILLEGAL,
    LOW,
    OTHER,
    SHARED,
    SIXTH,
    SPACED,
    UNCLAIMED,
    Warehouse,
    counts,
)


@pytest.fixture
def house(tmp_path: Path) -> Warehouse:
    return Warehouse(tmp_path)


# What is loaded ---------------------------------------------------------------------------


def test_a_corpus_is_loaded_with_the_scores_of_the_replay(house: Warehouse) -> None:
    totals = house.load(*CORPUS)
    assert counts(totals) == {"logs": 4, "loaded": 4, "mismatched": 1}
    asked = "select game_id, status, seats, rounds, finished, line, ingest_id from games order by 1"
    assert house.ask(asked) == [
        ("figures-1-to-4", "incomplete", 4, 1, False, 1, 1),
        ("low", "verified", 2, 1, True, 2, 1),
        ("shared", "mismatch", 3, 1, True, 3, 1),
        ("sixth", "verified", 2, 1, True, 4, 1),
    ]
    assert house.ask("select * exclude (seat_key) from seats order by all") == [
        ("figures-1-to-4", 1, "ann", 1, None, None, 1),
        ("figures-1-to-4", 2, "bo", 0, None, None, 0),
        ("figures-1-to-4", 3, "cy", 6, None, None, 6),
        ("figures-1-to-4", 4, "di", 0, None, None, 0),
        ("low", 1, "ann", 3, 2, False, 3),
        ("low", 2, "bo", 0, 1, True, 0),
        ("shared", 1, "ann", 0, 1, True, 0),
        ("shared", 2, "bo", 0, 1, True, 0),
        ("shared", 3, "cy", 7, 3, False, 8),
        ("sixth", 1, "bo", 11, 2, False, None),
        ("sixth", 2, "cy", 0, 1, True, None),
    ]


def test_rounds_have_running_totals_and_claims(house: Warehouse) -> None:
    # Eight turns fill the rows: 1 to 5, 21 to 25, 41 to 45, 61 to 65. Then ann's 66 is the
    # sixth card of the last one: 1+1+1+1+2 = 6 heads. The others go behind it.
    full = {
        "rows": [1, 21, 41, 61],
        "turns": [*([n, n + 20] for n in (2, 3, 4, 5, 42, 43, 44, 45)), [66, 67], [68, 69]],
        "recorded": {"penalties": [6, 2]},
    }
    # In round 2 ann's 3 is low and takes row 4 (58, 1 head); the recording stops there.
    begun = {"rows": [12, 37, 43, 58], "turns": [[3, 59]], "row_choices": [4]}
    house.load({**LOW, "rules": {}, "rounds": [full, begun], "recorded": {}})
    assert house.ask("from rounds order by all") == [
        ("low", 1, 1, "ann", 6, 6, 6),
        ("low", 1, 2, "bo", 0, 0, 2),
        ("low", 2, 1, "ann", 1, 7, None),
        ("low", 2, 2, "bo", 0, 0, None),
    ]
    assert house.ask("select rounds, status from games") == [(2, "mismatch")]


def test_turns_are_loaded_as_they_were_placed(house: Warehouse) -> None:
    house.load(SIXTH)
    asked = """
    select turn, placing_order, seat, player, card, card_heads, "row", row_length_before,
        row_end_before, action, cards_taken, heads_taken, running_total, cheapest_row_heads,
        taken_later, cards_left
    from six_nimmt_turns order by turn, placing_order
    """
    # Rows 10, 50, 60, 70: cheapest are 10, 60 and 70 with 3 heads; 50 has 3 too.
    assert house.ask(asked) == [
        (1, 1, 1, "bo", 11, 5, 1, 1, 10, "append", 0, 0, 0, 3, True, 9),
        (1, 2, 2, "cy", 12, 1, 1, 2, 11, "append", 0, 0, 0, 3, True, 9),
        (2, 1, 1, "bo", 13, 1, 1, 3, 12, "append", 0, 0, 0, 3, True, 8),
        (2, 2, 2, "cy", 14, 1, 1, 4, 13, "append", 0, 0, 0, 3, True, 8),
        (3, 1, 1, "bo", 15, 2, 1, 5, 14, "sixth_card", 5, 11, 11, 3, False, 7),
        (3, 2, 2, "cy", 71, 1, 4, 1, 70, "append", 0, 0, 0, 2, False, 7),
    ]


def test_turn_facts_have_every_turn_of_every_seat(house: Warehouse) -> None:
    house.load(LOW)
    assert house.ask("from turn_facts order by all") == [
        ("six_nimmt", "low", 1, 1, 1, "ann", "low_card", 3, 3),
        ("six_nimmt", "low", 1, 1, 2, "bo", "append", 0, 0),
    ]


def test_a_game_keeps_its_options_its_instant_and_its_log(house: Warehouse) -> None:
    house.load(LOW)
    asked = """
    select edition, options->>'end_threshold', options->>'deck', played_at::varchar
    from games
    """
    assert house.ask(asked) == [("amigo-2.10", "1", "full", "2026-11-30 11:15:00+00")]
    ((block, first, size),) = house.ask(
        "select log_blocks.logs, first_byte, bytes from logs join log_blocks using (block_key)"
    )
    assert json.loads(zstandard.decompress(block)[first : first + size]) == LOW


def test_findings_are_loaded_with_their_log(house: Warehouse) -> None:
    house.load(SHARED)
    cheaper, more = ("[2, 3, 4]", "1", None), ("7", "8", None)
    asked = """
    select game_id, line, position, code, severity, clause, path, round, turn, player, expected,
        recorded, legal_under
    from findings join games using (log_sha256, game_id, line) order by position
    """
    assert house.ask(asked) == [
        ("shared", 1, 1, "PLAY101", "note", "N1", "rounds[0].row_choices[0]", 1, 1, "cy", *cheaper),
        ("shared", 1, 2, "SCORE004", "error", "2.5", "recorded.totals[2]", None, None, "cy", *more),
    ]


def test_notes_that_are_kept_as_numbers_read_as_they_are_told(house: Warehouse) -> None:
    """Row 4 (54) has the fewest heads; ann takes row 1 (10), then rows 2 and 3 are as cheap."""
    dear = {**LOW, "rounds": [{"rows": [10, 20, 30, 54], "turns": [[5, 55]], "row_choices": [1]}]}
    cheap = {**dear, "rounds": [{"rows": [10, 53, 54, 56], "turns": [[5, 57]], "row_choices": [1]}]}
    house.load(dear, {**cheap, "game_id": "<b> 'it'"})
    kept = "select path, round, turn, player, expected, recorded, message from findings"
    assert house.ask(f"{kept} where code = 'PLAY101' order by line") == [
        (
            "rounds[0].row_choices[0]", 1, 1, "ann", row, "1",
            "ann takes row 1 (bull heads: 3) where a cheaper one would do (bull heads: 1);"
            " some sheets forbid it",
        )
        for row in ("[4]", "[2, 3, 4]")
    ]  # fmt: skip
    assert house.ask("select position, line, source from findings order by line") == [
        (1, 1, house.ask("select source from games")[0][0]),
        (1, 2, house.ask("select source from games")[0][0]),
    ]
    assert house.ask("select count(*) from six_nimmt_dearer_rows") == [(2,)]


def test_all_findings_of_many_games_are_those_of_verify(house: Warehouse) -> None:
    """Most games are judged together, and most of what is noted of them is kept as numbers."""
    rules = EDITIONS["amigo-2.10"]
    logs = simulated("six_nimmt", games=20, seed=4, strategies=("random",) * 3, rules={},
                     options=rules)  # fmt: skip
    house.load(*(log.strip() for log in logs))
    alone = [
        row
        for line, raw in enumerate((house.folder / "a.jsonl").read_bytes().splitlines(), 1)
        for log in [RawLog(str(house.folder / "a.jsonl"), line, raw)]
        for row in finding_rows(Stored(log, log_sha256(log), 1), verify(log))
    ]
    assert house.ask("from findings order by line, position") == alone
    assert house.ask("select count(*) > 20 from six_nimmt_dearer_rows") == [(True,)]


def test_claims_beyond_any_column_are_findings_alone(house: Warehouse) -> None:
    log = {**LOW, "recorded": {"totals": [10**30, -(10**20)]}}
    assert counts(house.load(log)) == {"logs": 1, "loaded": 1, "mismatched": 1}
    assert house.ask("select recorded_score from seats") == [(None,), (None,)]
    recorded = house.ask("select recorded::varchar from findings where code = 'SCORE004'")
    assert recorded == [(str(10**30),), (str(-(10**20)),)]


def test_hostile_names_come_back_as_they_are(house: Warehouse) -> None:
    names = ["[red]", "a\0b\x1b[31m", "'; drop table games; --", "\U0001f402 \u725b\n%s $x |"]
    house.load({**FIGURES, "players": names, "game_id": "'\u202e\"$1"})
    assert house.ask("select player from seats order by seat") == [(name,) for name in names]
    assert house.ask("select game_id from games") == [("'\u202e\"$1",)]


def test_hostile_logs_never_stop_a_run(house: Warehouse) -> None:
    head = '{"retally":1,"game":"six_nimmt","game_id":"x","players":["a","b"]'
    totals = house.load(
        {**LOW, "game_id": "first year", "played_at": "0001-01-01T00:00:00+23:59"},
        {**LOW, "game_id": "last year", "played_at": "9999-12-31T23:59:59-23:59"},
        {**LOW, "game_id": "long claim", "recorded": {"totals": [10**4000, 2**63]}},
        head + ',"k\\ud800":1}',
        head + ',"rounds":[{"rows":[1' + "0" * 5000 + ',2,3,4],"turns":[[5,6]]}]}',
        '{"retally":1,"game":"six_nimmt","game_id":"\\u0000","players":["a"],"rounds":[]}',
        '{"a\\u0000b":1}',
        "[" * 100_000,
        b"\xff" * 1000,
        b"x" * (17 * 2**20),
        SIXTH,
    )
    assert counts(totals) == {"logs": 11, "loaded": 4, "mismatched": 1, "rejected": 7}
    assert house.ask("select played_at::varchar from games order by line") == [
        ("0001-12-31 (BC) 00:01:00+00",),
        ("10000-01-01 23:58:59+00",),
        ("2026-11-30 11:15:00+00",),
        (None,),
    ]
    assert house.ask("select max(length(raw)) from rejects") == [(17 * 2**20,)]


# Accounting -------------------------------------------------------------------------------


def test_a_run_has_a_row_that_adds_up(house: Warehouse) -> None:
    house.load(*CORPUS, ILLEGAL, LOW)
    asked = """
    select ingest_id, started_at <= finished_at, version, strict, "replace", files, logs, loaded,
        skipped, replaced, rejected, mismatched
    from ingests
    """
    from importlib.metadata import version

    row = (1, True, version("retally"), False, False, 1, 6, 4, 1, 0, 1, 1)
    assert house.ask(asked) == [row]


LOGS = [LOW, OTHER, SPACED, UNCLAIMED, SIXTH, SHARED, FIGURES, ILLEGAL, b"{]", b"\xff"]


@settings(
    max_examples=soaked(10, 200),
    suppress_health_check=list(HealthCheck),
    deadline=None,
)
@given(
    runs=st.lists(
        st.tuples(st.lists(st.sampled_from(LOGS), max_size=8), st.booleans(), st.booleans()),
        min_size=1,
        max_size=4,
    ),
    batch=st.integers(1, 5),
)
def test_whatever_comes_in_the_sums_are_right(
    tmp_path_factory: pytest.TempPathFactory, runs: Any, batch: int
) -> None:
    house = Warehouse(tmp_path_factory.mktemp("house"))
    with house.writing() as connection, pytest.MonkeyPatch.context() as patch:
        patch.setattr(ingesting, "BATCH_LOGS", batch)
        for logs, strict, replace in runs:
            totals = ingest(connection, [house.file(*logs)], strict=strict, replace=replace)
            kinds = totals.counts
            assert totals.logs == len(logs)
            assert totals.logs == kinds["loaded"] + kinds["skipped"] + kinds["rejected"]
            assert kinds["replaced"] <= kinds["loaded"]

        def count(query: str) -> int:
            (found,) = connection.execute(f"select count(*) from {query}").fetchone() or (0,)
            return int(found)

        loaded = "select coalesce(sum(loaded - replaced), 0) from ingests"
        assert connection.execute(loaded).fetchone() == (count("games"),)
        for table in ("seats", "rounds", "logs", "six_nimmt_turns"):
            assert count(f"{table} anti join games using (game_id)") == 0
            assert count(f"games anti join {table} using (game_id)") == 0
        assert count("log_blocks anti join logs using (block_key)") == 0
        assert count("logs anti join log_blocks using (block_key)") == 0
        assert count("rejects semi join games using (log_sha256)") == 0
        assert count("(select distinct log_sha256 from rejects)") == count("rejects")
        known = "(select log_sha256 from games union all select log_sha256 from rejects)"
        assert count(f"findings anti join {known} using (log_sha256)") == 0
        assert count("(select distinct log_sha256, position from findings)") == count("findings")
        assert count("ingests where finished_at is null") == 0


def test_batches_change_nothing(house: Warehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingesting, "BATCH_LOGS", 1)
    assert counts(house.load(*CORPUS, OTHER, ILLEGAL, SPACED)) == {
        "logs": 7,
        "loaded": 4,
        "mismatched": 1,
        "skipped": 1,
        "rejected": 2,
    }
    assert house.ask("select files, logs from ingests") == [(1, 7)]


class Listener(Watch):
    def __init__(self) -> None:
        self.files: list[FileCount] = []
        self.logs = 0
        self.words: list[str] = []
        self.latest: Totals | None = None

    def judged(self, logs: int) -> None:
        self.logs += logs

    def committed(self, totals: Totals) -> None:
        self.latest = totals

    def file(self, file: FileCount) -> None:
        self.files.append(file)

    def nothing(self, what: Any) -> None:
        self.words.append(what.reason)


def test_who_looks_on_hears_of_every_file(
    house: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingesting, "BATCH_LOGS", 2)
    paths = [
        house.file(LOW, SIXTH, SHARED, name="1.jsonl"),
        house.file(name="2.jsonl"),
        house.file(LOW, name="3.jsonl"),
        str(house.folder / "4.jsonl"),
    ]
    listener = Listener()
    with house.writing() as connection:
        totals = ingest(connection, paths, watch=listener)
    assert [(file.source, file.logs, dict(file.counts)) for file in listener.files] == [
        (paths[0], 3, {"loaded": 3, "mismatched": 1}),
        (paths[2], 1, {"skipped": 1}),
    ]
    assert listener.logs == 4
    assert listener.words == ["no game in it", "No such file or directory"]
    assert (totals.files, [item.source for item in totals.unread]) == (2, [paths[3]])


# Cut short --------------------------------------------------------------------------------


def test_a_run_that_is_interrupted_keeps_whole_batches(
    house: Warehouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ingesting, "BATCH_LOGS", 2)

    class Impatient(Listener):
        def judged(self, logs: int) -> None:
            super().judged(logs)
            if self.logs == 4:
                raise KeyboardInterrupt

    listener = Impatient()
    path = house.file(*CORPUS)
    with pytest.raises(KeyboardInterrupt), house.writing() as connection:
        ingest(connection, [path], watch=listener)
    assert listener.latest is not None
    assert counts(listener.latest) == {"logs": 2, "loaded": 2}
    assert house.ask("select logs, loaded, finished_at from ingests") == [(2, 2, None)]
    assert counts(house.load(*CORPUS)) == {"logs": 4, "loaded": 2, "skipped": 2, "mismatched": 1}


def stopped(house: Warehouse, signal_: int) -> subprocess.CompletedProcess[bytes]:
    """Ingest in batches of two; while the third log is judged, send a signal."""
    code = (
        "import sys, time\n"
        "from retally.pipeline import ingest\n"
        "ingest.BATCH_LOGS = 2\n"
        "sift = ingest.sift\n"
        "def slow(piece):\n"
        "    if any(log.raw.line == 3 for log in piece.logs):\n"
        "        print('third', flush=True)\n"
        "        time.sleep(60)\n"
        "    return sift(piece)\n"
        "ingest.sift = slow\n"
        "from retally.cli.main import main\n"
        "main()\n"
    )
    running = subprocess.Popen(
        [
            sys.executable,
            "-c",
            code,
            "ingest",
            house.file(*CORPUS),
            "--db",
            house.db,
            "--jobs",
            "1",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(TYPING)},
    )
    assert running.stdout is not None
    assert running.stdout.readline() == b"third\n"
    running.send_signal(signal_)
    out, err = running.communicate(timeout=300)
    return subprocess.CompletedProcess([], running.returncode, out, err)


def test_a_killed_process_leaves_what_it_committed(house: Warehouse) -> None:
    assert stopped(house, signal.SIGKILL).returncode == -signal.SIGKILL
    with reading(house.db) as connection:
        asked = "select files, logs, loaded, finished_at from ingests"
        assert connection.execute(asked).fetchall() == [(1, 2, 2, None)]
        games = connection.execute("select game_id from games order by game_id").fetchall()
        assert games == [("figures-1-to-4",), ("low",)]
    assert counts(house.load(*CORPUS)) == {"logs": 4, "loaded": 2, "skipped": 2, "mismatched": 1}


def test_ctrl_c_ends_with_130_and_says_how_to_go_on(house: Warehouse) -> None:
    done = stopped(house, signal.SIGINT)
    assert done.returncode == 130
    assert done.stderr.decode().splitlines() == [
        "interrupted; kept are 2 logs: 2 loaded",
        "the same command goes on from there: what is loaded is skipped",
    ]
    assert house.ask("select logs, loaded, finished_at from ingests") == [(2, 2, None)]


# The command ------------------------------------------------------------------------------


def test_ingest_says_a_line_a_file_and_the_totals(house: Warehouse) -> None:
    house.file(*CORPUS, name="1.jsonl")
    house.file(ILLEGAL, LOW, name="2.jsonl")
    done = retally("ingest", ".", "--db", "w.duckdb", cwd=house.folder)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode().splitlines() == [
        "1.jsonl: 4 logs: 4 loaded (1 mismatched)",
        "2.jsonl: 2 logs: 0 loaded, 1 skipped, 1 rejected",
        "2 files, 6 logs: 4 loaded (1 mismatched), 1 skipped, 1 rejected; in w.duckdb",
    ]


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="a terminal is needed")
def test_a_terminal_has_a_bar_that_goes_again_and_nothing_else_has(house: Warehouse) -> None:
    house.file(*CORPUS, name="1.jsonl")
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "retally.cli.main", "ingest", "1.jsonl", "--db", "w.duckdb"]
    env = environment(TERM="xterm")
    done = subprocess.run(command, cwd=house.folder, env=env, stderr=theirs, check=False)
    os.close(theirs)
    shown = os.read(ours, 65_536).replace(b"\r\n", b"\n")
    os.close(ours)
    assert done.returncode == 1
    assert b"verifying" in shown
    assert shown.endswith(b"1 file, 4 logs: 4 loaded (1 mismatched); in w.duckdb\n")
    assert b"verifying" not in started("ingest", "1.jsonl", cwd=house.folder).stderr


def test_ingest_ends_with_0_when_all_is_well(house: Warehouse) -> None:
    path = house.file(LOW, FIGURES)
    done = retally("ingest", path, cwd=house.folder, env={"RETALLY_DB": "from-env.duckdb"})
    assert done.returncode == 0
    assert (house.folder / "from-env.duckdb").exists()


def test_ingest_ends_with_3_when_a_file_is_missing_or_the_store_is_not_one(
    house: Warehouse,
) -> None:
    path = house.file(ILLEGAL)
    done = retally("ingest", path, "nowhere.jsonl", "--db", house.db, cwd=house.folder)
    assert done.returncode == 3
    assert b"nowhere.jsonl: No such file or directory" in done.stderr
    done = retally("ingest", path, "--db", path)
    assert done.returncode == 3
    assert done.stderr.decode() == f"Error: {path} is not a DuckDB database\n"


def test_ingest_of_nothing_that_can_be_read_makes_no_warehouse(house: Warehouse) -> None:
    done = retally("ingest", "no.jsonl", "nor.json", "--db", "w.duckdb", cwd=house.folder)
    assert (done.returncode, done.stdout) == (3, b"")
    assert done.stderr.decode().splitlines() == [
        "no.jsonl: No such file or directory",
        "nor.json: No such file or directory",
        "Error: nothing could be read, so w.duckdb is not made",
    ]
    assert list(house.folder.iterdir()) == []
    (house.folder / "empty.jsonl").touch()
    done = retally("ingest", "no.jsonl", "empty.jsonl", "--db", "w.duckdb", cwd=house.folder)
    assert done.returncode == 3
    assert (house.folder / "w.duckdb").exists()


def test_ingest_reads_standard_input(house: Warehouse) -> None:
    done = retally("ingest", "-", "--db", house.db, text=json.dumps(LOW).encode())
    assert done.returncode == 0
    assert house.ask("select source, line from games") == [("-", 1)]
