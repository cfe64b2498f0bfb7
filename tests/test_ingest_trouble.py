"""Ingest when something comes between: other processes, a full disk, files that go away, Ctrl-C."""

import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from program import TYPING, retally
from retally.pipeline.audit import audited, chosen
from retally.pipeline.store import reading
from warehouse import CORPUS, LOW, SIXTH, Warehouse, counts

PATIENT = (
    "from retally.pipeline import sandbox, store\n"
    "for opened in (store.writing, store.reading, sandbox.asked):\n"
    "    opened.__wrapped__.__kwdefaults__['patience'] = 300.0\n"
)
"""A machine that has much else to do may need longer than people are kept waiting."""
AT_LINE_3 = (
    "import sys\n"
    "from retally.pipeline import ingest, reverify\n"
    "ingest.BATCH_LOGS = 2\n"
    "sift, judged = ingest.sift, reverify.judged\n"
    "def at_line_3(logs):\n"
    "    if any(log.raw.line == 3 for log in logs):\n"
    "        print('third', flush=True)\n"
    "        sys.stdin.readline()\n"
    "ingest.sift = lambda piece: (at_line_3(piece.logs), sift(piece))[1]\n"
    "reverify.judged = lambda log: (at_line_3([log]), judged(log))[1]\n"
    "if sys.argv[1] == 'ingest':\n"
    "    sys.argv += ['--jobs', '1']\n"
    "from retally.cli.main import main\n"
    "main()\n"
)
"""The program in batches of two; at the third line of a file it waits for a word."""
READ = (
    "import sys\n"
    "from retally.pipeline.sandbox import asked\n"
    "with asked(sys.argv[1], 'select count(*) from games') as answer:\n"
    "    print('reads', flush=True)\n"
    "    sys.stdin.readline()\n"
    "    print(list(answer.rows()))\n"
)
"""A report that takes its time."""


@pytest.fixture
def house(tmp_path: Path) -> Warehouse:
    return Warehouse(tmp_path)


def running(
    code: str, *arguments: str, first: Callable[[], None] | None = None
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", PATIENT + code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(TYPING)},
        preexec_fn=first,
    )


def waiting(process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
    """Give a process once it has said its word and waits for one."""
    assert process.stdout is not None
    assert any(line in (b"third\n", b"reads\n") for line in iter(process.stdout.readline, b""))
    return process


def until_told(process: subprocess.Popen[bytes]) -> str:
    """Give the first line that a process says to the person."""
    assert process.stderr is not None
    return process.stderr.readline().decode()


def violated(db: str) -> list[str]:
    with reading(db) as connection:
        return [r.audit.name for r in audited(connection, chosen(None)) if not r.holds]


# Others at the same time ------------------------------------------------------------------


def test_a_second_ingest_waits_for_the_first_and_says_so(house: Warehouse) -> None:
    path = house.file(*CORPUS)
    first = waiting(running(AT_LINE_3, "ingest", path, "--db", house.db))
    second = running(AT_LINE_3.replace("== 3", "== 0"), "ingest", path, "--db", house.db)
    assert f"is in use by process {first.pid} (" in until_told(second)
    first.communicate(b"go on\n", timeout=300)
    second.communicate(timeout=300)
    assert (first.returncode, second.returncode) == (1, 1)  # of the mismatch, new or known
    asked = "select loaded, skipped, finished_at is not null from ingests order by ingest_id"
    assert house.ask(asked) == [(4, 0, True), (0, 4, True)]
    assert violated(house.db) == []


def test_a_report_waits_for_an_ingest_and_then_sees_all_of_it(house: Warehouse) -> None:
    first = waiting(running(AT_LINE_3, "ingest", house.file(*CORPUS), "--db", house.db))
    second = running(
        "from retally.cli.main import main\nmain()", "report", "games", "--db", house.db
    )
    assert f"is in use by process {first.pid} (" in until_told(second)
    first.communicate(b"go on\n", timeout=300)
    out, _ = second.communicate(timeout=300)
    assert second.returncode == 0
    assert len(out.splitlines()) == 1 + len(CORPUS)


def test_an_ingest_waits_for_a_report_that_reads(house: Warehouse) -> None:
    house.load(LOW)
    reader = waiting(running(READ, house.db))
    ingest = running(AT_LINE_3, "ingest", house.file(SIXTH), "--db", house.db)
    assert f"is in use by process {reader.pid} (" in until_told(ingest)
    out, _ = reader.communicate(b"go on\n", timeout=300)
    assert out == b"[(1,)]\n"
    ingest.communicate(timeout=300)
    assert ingest.returncode == 0
    assert house.ask("select count(*) from games") == [(2,)]


# A full disk ------------------------------------------------------------------------------


def test_a_full_disk_ends_with_3_and_the_same_command_goes_on(house: Warehouse) -> None:
    house.load(SIXTH)
    room = Path(house.db).stat().st_size + 2**17
    noise = [os.urandom(100_000).hex() for _ in range(60)]
    logs = [{**LOW, "game_id": f"g{n}", "meta": {"noise": text}} for n, text in enumerate(noise)]
    path = house.file(*logs)

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    code = AT_LINE_3.replace("== 3", "== 0").replace("BATCH_LOGS = 2", "BATCH_LOGS = 10")
    full = running(code, "ingest", path, "--db", house.db, first=limit)
    _, err = full.communicate(timeout=300)
    assert full.returncode == 3
    assert b"Traceback" not in err
    assert b"the same command goes on from there" in err
    assert b"cannot be used: " in err
    kept = len(house.ask("from games")) - 1
    asked = "select logs, loaded, finished_at from ingests where ingest_id = 2"
    assert house.ask(asked) == [(kept, kept, None)]
    assert 0 <= kept < 60
    assert violated(house.db) == []
    done = retally("ingest", path, "--db", house.db)
    assert done.returncode == 0
    assert house.ask("select count(*) from games") == [(61,)]
    assert violated(house.db) == []


# What is read goes away -------------------------------------------------------------------


def test_a_file_that_goes_away_is_said_and_the_others_are_loaded(house: Warehouse) -> None:
    first, second = house.file(*CORPUS, name="1.jsonl"), house.file(LOW, name="2.jsonl")
    third = house.file({**LOW, "game_id": "third"}, name="3.jsonl")
    ingest = waiting(running(AT_LINE_3, "ingest", str(house.folder), "--db", house.db))
    os.unlink(first)
    os.unlink(second)
    _, err = ingest.communicate(b"go on\n", timeout=300)
    assert ingest.returncode == 3
    assert err.decode().splitlines() == [
        f"{first}: 4 logs: 4 loaded (1 mismatched)",
        f"{second}: No such file or directory",
        f"{third}: 1 log: 1 loaded",
        f"2 files, 5 logs: 5 loaded (1 mismatched); in {house.db}",
    ]
    assert violated(house.db) == []


def test_a_folder_that_goes_away_is_said_file_by_file(house: Warehouse) -> None:
    folder = house.folder / "logs"
    folder.mkdir()
    for name in ("1.jsonl", "2.jsonl", "3.jsonl"):
        shutil.copy(house.file(*CORPUS, name="a.jsonl"), folder / name)
    ingest = waiting(running(AT_LINE_3, "ingest", str(folder), "--db", house.db))
    shutil.rmtree(folder)
    _, err = ingest.communicate(b"go on\n", timeout=300)
    assert ingest.returncode == 3
    for name in ("2.jsonl", "3.jsonl"):
        assert f"{folder / name}: No such file or directory" in err.decode().splitlines()
    assert house.ask("select files, logs, loaded from ingests") == [(1, 4, 4)]


# Ctrl-C -----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["rejects --retry", "reverify --write"])
def test_ctrl_c_stops_other_runs_too_and_leaves_whole_games(house: Warehouse, command: str) -> None:
    house.load(*({**game, "meta": {"n": 1}} for game in CORPUS))
    house.load(*CORPUS)
    assert house.ask("select count(*) from rejects") == [(4,)]
    house.ask("update games set edition = 'x', status = 'unclaimed'")
    pages = (
        "from retally.pipeline import logs, rejects\nlogs.PAGE_GAMES, rejects.BATCH_LOGS = 1, 2\n"
    )
    code = pages + AT_LINE_3
    process = waiting(running(code, *command.split(), "--db", house.db))
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert err.decode().startswith("interrupted; ")
    assert house.ask("select finished_at from ingests order by ingest_id desc limit 1") == [(None,)]
    house.ask("update games set status = 'verified' where status = 'unclaimed'")
    assert house.ask("select count(*) from games") == [(4,)]


def test_after_ctrl_c_the_same_command_completes(house: Warehouse) -> None:
    path = house.file(*CORPUS)
    process = waiting(running(AT_LINE_3, "ingest", path, "--db", house.db))
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=300)
    assert process.returncode == 130
    assert violated(house.db) == []
    assert counts(house.load(*CORPUS)) == {"logs": 4, "loaded": 2, "skipped": 2, "mismatched": 1}
    assert violated(house.db) == []
