"""Work in other processes: in order, whatever it raises, and when a process is killed."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from program import TYPING
from retally.pipeline import ingest as ingesting
from retally.pipeline.ingest import ingest
from retally.pipeline.sifting import sift
from retally.pipeline.simulate import simulated
from retally.pipeline.sources import RawLog, hold_at_least
from retally.pipeline.store import writing
from retally.pipeline.workers import (
    Hire,
    WorkerDied,
    cores,
    forked,
    hired_early,
    in_order,
    spawned,
)
from retally.schemas.six_nimmt import EDITIONS
from warehouse import CORPUS, ILLEGAL, Warehouse, lines

TOOK_PART = "select * exclude (ingest_id) from {} order by all"
TOOK_EVERYTHING = "select columns(lambda name: name <> 'first_card') from {} order by all"


def squared(number: int) -> tuple[int, int]:
    """Later pieces are done sooner."""
    time.sleep(0.05 if number % 2 == 0 else 0)
    return number * number, os.getpid()


def halved(number: int) -> int:
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number // 2


def dying(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


HIRES = pytest.mark.parametrize("hire", [spawned, forked])


@HIRES
def test_results_come_in_the_order_of_the_pieces_from_other_processes(hire: Hire) -> None:
    results = list(in_order(squared, range(8), 2, hire))
    assert [square for square, _ in results] == [n * n for n in range(8)]
    assert os.getpid() not in {process for _, process in results}


@pytest.mark.parametrize(("pieces", "jobs"), [(1, 2), (5, 1)])
def test_little_work_is_done_here(pieces: int, jobs: int) -> None:
    assert {process for _, process in in_order(squared, range(pieces), jobs)} == {os.getpid()}
    assert list(in_order(squared, [], 2)) == []


@HIRES
def test_what_a_worker_raises_is_raised_here(hire: Hire) -> None:
    found = in_order(halved, [0, 2, 4, 5, 6], 2, hire)
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="5 is odd"):
        next(found)


@HIRES
def test_a_worker_that_is_killed_is_said(hire: Hire) -> None:
    with pytest.raises(WorkerDied, match=r"worker process \d+ was ended \(signal 9\)"):
        list(in_order(dying, range(5), 2, hire))


def test_workers_that_are_hired_early_work_once_and_others_after_them() -> None:
    with hired_early(squared, 2) as hire:
        first, second = (list(in_order(squared, range(4), 2, hire)) for _ in range(2))
    assert [square for square, _ in first] == [square for square, _ in second] == [0, 1, 4, 9]
    assert {process for _, process in first}.isdisjoint(process for _, process in second)
    with hired_early(squared, 1) as hire:
        assert hire is None


IDLE = (
    "import os\n"
    "from test_workers import squared\n"
    "from retally.pipeline import workers\n"
    "made = workers.{how}(squared, 2)\n"
    "print(*(process.pid for process in made.processes), flush=True)\n"
    "os.kill(os.getpid(), {signal})\n"
)


@pytest.mark.parametrize("how", ["spawned", "forked"])
@pytest.mark.parametrize("how_it_ends", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_with_their_process_however_it_ends(
    how: str, how_it_ends: signal.Signals
) -> None:
    path = os.pathsep.join((str(TYPING), str(Path(__file__).parent)))
    done = subprocess.run(
        [sys.executable, "-c", IDLE.format(how=how, signal=int(how_it_ends))],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
        timeout=300,
        check=False,
    )
    assert done.returncode == -how_it_ends
    pids = list(map(int, done.stdout.split()))
    assert len(pids) == 2
    end = time.monotonic() + 60
    while any(map(is_alive, pids)):
        assert time.monotonic() < end, "a worker outlives its process"
        time.sleep(0.05)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def test_there_is_a_core() -> None:
    assert cores() >= 1


def corpus(folder: Path) -> Path:
    """Six short games of two in one file, others and faulty ones between them."""
    options = EDITIONS["amigo-2.10"].model_copy(update={"fixed_rounds": 1})
    rules = {"edition": "amigo-2.10", "fixed_rounds": 1}
    strategies = ("random", "lowest")
    games = simulated(
        "six_nimmt", games=6, seed=9, strategies=strategies, rules=rules, options=options
    )
    file = folder / "logs.jsonl"
    file.write_bytes(b"".join(games) + lines(*CORPUS, ILLEGAL, b"{]", CORPUS[0]))
    return file


def test_two_processes_load_what_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ingesting, "BATCH_LOGS", 3)
    file, found = corpus(tmp_path), []
    for jobs in (1, 2):
        with writing(str(tmp_path / f"{jobs}.duckdb")) as connection:
            totals = ingest(connection, [str(file)], jobs=jobs)
            tables = ("games", "rejects", "findings")
            rows = [connection.execute(TOOK_PART.format(table)).fetchall() for table in tables]
            turns = connection.execute("from six_nimmt_turns order by all").fetchall()
            found.append((totals.logs, totals.counts, rows, turns))
    assert found[0] == found[1]
    assert found[0][0] == 13
    assert len(found[0][3]) == 6 * 20 + 23


PROGRAM = (
    "import os, signal, sys\n"
    "from retally.pipeline import ingest\n"
    "from test_workers import sift_or_die\n"
    "ingest.BATCH_LOGS, ingest.EARLY_BYTES = {batch}, {early}\n"
    "ingest.sift = {sift}\n"
    "from retally.cli.main import main\n"
    "main()\n"
)


def ingested(house: Warehouse, file: Path, **program: str | int) -> tuple[int, str]:
    """Ingest with two processes; give the exit status and what was said."""
    path = os.pathsep.join((str(TYPING), str(Path(__file__).parent)))
    arguments = ["ingest", str(file), "--db", house.db, "--jobs", "2"]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(**program), *arguments],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": path},
        timeout=300,
        check=False,
    )
    return done.returncode, done.stderr.decode()


def test_nobody_is_hired_for_little_or_for_what_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.jsonl").write_bytes(lines(*CORPUS))
    (tmp_path / "in" / "b.jsonl").symlink_to(tmp_path / "gone.jsonl")
    for paths in (["-", str(tmp_path / "in")], [str(tmp_path / "gone.jsonl"), "nul\0"]):
        with ingesting.workers_for(paths, 2) as hire:
            assert hire is None
    assert not hold_at_least([str(tmp_path / "in"), "-", "nul\0"], 2_000)
    assert hold_at_least([str(tmp_path / "in" / "a.jsonl"), "-", str(tmp_path / "in")], 2_000)


def test_workers_hired_early_load_what_one_process_does(tmp_path: Path) -> None:
    file, found = corpus(tmp_path), []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    one, two = Warehouse(tmp_path / "one"), Warehouse(tmp_path / "two")
    with one.writing() as connection:
        ingest(connection, [str(file)])
    status, said = ingested(two, file, batch=3, early=0, sift="ingest.sift")
    assert (status, "Traceback" in said) == (1, False), said
    for house in (one, two):
        tables = ("games", "rejects", "findings", "six_nimmt_turns")
        found.append([house.ask(TOOK_EVERYTHING.format(table)) for table in tables])
    assert found[0] == found[1]
    assert len(found[0][3]) == 6 * 20 + 23


def sift_or_die(piece: ingesting.Piece) -> ingesting.Sifted:
    """Judge a batch; where the fifth line comes, be killed."""
    if any(log.raw.line == 5 for log in piece.logs):
        os.kill(os.getpid(), signal.SIGKILL)
    return sift(piece)


@pytest.mark.parametrize("early", [0, 2**40])
def test_an_ingest_whose_worker_is_killed_ends_with_3_and_can_go_on(
    tmp_path: Path, early: int
) -> None:
    house = Warehouse(tmp_path)
    file = corpus(tmp_path)
    status, said = ingested(house, file, batch=2, early=early, sift="sift_or_die")
    assert status == 3, said
    assert "Traceback" not in said
    assert "was ended (signal 9) in the middle of its work" in said
    assert "cut short; kept are 4 logs: 4 loaded" in said
    assert house.ask("select logs, loaded, finished_at from ingests") == [(4, 4, None)]
    with house.writing() as connection:
        totals = ingest(connection, [str(file)])
    assert (totals.logs, totals.counts["loaded"], totals.counts["skipped"]) == (13, 6, 5)


def test_batches_grow_from_the_first_to_full_ones() -> None:
    raw = b'"six_nimmt"'.ljust(2**18)
    logs = [RawLog("a", line, raw) for line in range(150)]
    sizes = [len(batch) for batch in ingesting.batches(iter(logs), ingesting.FIRST_WORK)]
    assert sizes == [4, 8, 16, 32, 32, 32, 26]
    assert [len(batch) for batch in ingesting.batches(iter(logs))] == [32, 32, 32, 32, 22]
