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
from retally.pipeline.simulate import simulated
from retally.pipeline.store import writing
from retally.pipeline.workers import WorkerDied, cores, in_order
from retally.schemas.six_nimmt import EDITIONS
from warehouse import CORPUS, ILLEGAL, Warehouse, lines

TOOK_PART = "select * exclude (ingest_id) from {} order by all"


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


def test_results_come_in_the_order_of_the_pieces_from_other_processes() -> None:
    results = list(in_order(squared, range(8), 2))
    assert [square for square, _ in results] == [n * n for n in range(8)]
    assert os.getpid() not in {process for _, process in results}


@pytest.mark.parametrize(("pieces", "jobs"), [(1, 2), (5, 1)])
def test_little_work_is_done_here(pieces: int, jobs: int) -> None:
    assert {process for _, process in in_order(squared, range(pieces), jobs)} == {os.getpid()}
    assert list(in_order(squared, [], 2)) == []


def test_what_a_worker_raises_is_raised_here() -> None:
    found = in_order(halved, [0, 2, 4, 5, 6], 2)
    assert [next(found) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match="5 is odd"):
        next(found)


def test_a_worker_that_is_killed_is_said() -> None:
    with pytest.raises(WorkerDied, match=r"worker process \d+ was ended \(signal 9\)"):
        list(in_order(dying, range(5), 2))


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


KILLED = (
    "import os, signal, sys\n"
    "from retally.pipeline import ingest\n"
    "from test_workers import sift_or_die\n"
    "ingest.BATCH_LOGS, ingest.sift = 2, sift_or_die\n"
    "from retally.cli.main import main\n"
    "main()\n"
)


def sift_or_die(piece: ingesting.Piece) -> ingesting.Sifted:
    """Judge a batch; where the fifth line comes, be killed."""
    if any(log.raw.line == 5 for log in piece.logs):
        os.kill(os.getpid(), signal.SIGKILL)
    return ingesting.sift(piece)


def test_an_ingest_whose_worker_is_killed_ends_with_3_and_can_go_on(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    file = corpus(tmp_path)
    path = os.pathsep.join((str(TYPING), str(Path(__file__).parent)))
    arguments = ["ingest", str(file), "--db", house.db, "--jobs", "2"]
    done = subprocess.run(
        [sys.executable, "-c", KILLED, *arguments],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": path},
        timeout=300,
        check=False,
    )
    said = done.stderr.decode()
    assert done.returncode == 3, said
    assert "Traceback" not in said
    assert "was ended (signal 9) in the middle of its work" in said
    assert "cut short; kept are 4 logs: 4 loaded" in said
    assert house.ask("select logs, loaded, finished_at from ingests") == [(4, 4, None)]
    with house.writing() as connection:
        totals = ingest(connection, [str(file)])
    assert (totals.logs, totals.counts["loaded"], totals.counts["skipped"]) == (13, 6, 5)
