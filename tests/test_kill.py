"""Kill: an ingest that is killed at any moment leaves whole games, and goes on to the right totals.

`make test` kills a few times in a few hundred games, `make soak` a hundred times in thousands.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from program import TYPING
from retally.pipeline.audit import audited, chosen
from retally.pipeline.ingest import ingest
from retally.pipeline.logs import kept_logs
from retally.pipeline.simulate import simulated
from retally.pipeline.store import reading, writing
from retally.schemas.six_nimmt import EDITIONS
from soak import soaked
from warehouse import ILLEGAL, lines

KILLS = soaked(4, 100)
GAMES = soaked(200, 2000)
BATCH = soaked(25, 100)
ILLEGAL_LOGS = 7

INGEST = (
    "import sys\n"
    "from retally.pipeline import ingest\n"
    "ingest.BATCH_LOGS = int(sys.argv.pop(1))\n"
    "from retally.cli import ingest as _, main\n"
    "print('ready', flush=True)\n"
    "main.main()\n"
)
"""The program, which says when it is about to open the warehouse."""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Short games of two players, a few illegal logs among them, in two files."""
    folder = tmp_path_factory.mktemp("corpus")
    options = EDITIONS["amigo-2.10"].model_copy(update={"fixed_rounds": 1})
    rules = {"edition": "amigo-2.10", "fixed_rounds": 1}
    dice: dict[str, Any] = {"strategies": ("random", "lowest"), "rules": rules, "options": options}
    games = list(simulated("six_nimmt", games=GAMES, seed=4, **dice))
    broken = lines(*({**ILLEGAL, "game_id": f"illegal-{n}"} for n in range(ILLEGAL_LOGS)))
    half = GAMES // 2
    (folder / "1.jsonl").write_bytes(b"".join(games[:half]) + broken)
    (folder / "2.jsonl").write_bytes(b"".join(games[half:]))
    return folder


def started(corpus: Path, db: str) -> subprocess.Popen[bytes]:
    """Start an ingest and wait until it is about to open the warehouse."""
    running = subprocess.Popen(
        [sys.executable, "-c", INGEST, str(BATCH), "ingest", str(corpus), "--db", db],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(TYPING)},
    )
    assert running.stdout is not None
    assert running.stdout.readline() == b"ready\n"
    return running


def content(db: str) -> dict[str, Any]:
    """Give a sum over every table and every log, whatever the runs that brought its rows."""
    tables = {"games": "ingest_id", "rejects": "ingest_id", "findings": "ingest_id"}
    tables |= dict.fromkeys(("seats", "rounds", "six_nimmt_turns"), "")
    with reading(db) as connection:
        logs = {log.game_id: log.raw() for page in kept_logs(connection) for log in page}
        return {"logs": logs} | {
            table: connection.execute(
                f"select count(*), sum(hash(t)::hugeint) from"
                f" (select {f'* exclude ({without})' if without else '*'} from {table}) as t"
            ).fetchone()
            for table, without in tables.items()
        }


def runs(db: str) -> list[Any]:
    asked = "select finished_at is not null, logs, loaded, rejected from ingests order by ingest_id"
    with reading(db) as connection:
        return connection.execute(asked).fetchall()


def violated(db: str) -> list[str]:
    with reading(db) as connection:
        return [r.audit.name for r in audited(connection, chosen(None)) if not r.holds]


@pytest.fixture(scope="module")
def whole(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], float]:
    """Give what an ingest brings that nobody kills, and how long it takes."""
    db = str(tmp_path_factory.mktemp("whole") / "w.duckdb")
    running = started(corpus, db)
    begin = time.monotonic()
    _, said = running.communicate(timeout=300)
    seconds = time.monotonic() - begin
    assert running.returncode == 1, said.decode()
    assert runs(db) == [(True, GAMES + ILLEGAL_LOGS, GAMES, ILLEGAL_LOGS)]
    return content(db), seconds


@pytest.mark.parametrize("kill", range(KILLS))
def test_a_killed_ingest_leaves_whole_games_and_goes_on(
    corpus: Path, whole: tuple[dict[str, Any], float], tmp_path: Path, kill: int
) -> None:
    due, seconds = whole
    db = str(tmp_path / "w.duckdb")
    running = started(corpus, db)
    time.sleep(random.Random(kill).uniform(0, seconds))
    running.send_signal(signal.SIGKILL)
    running.communicate(timeout=300)
    before: list[Any] = []
    if os.path.exists(db):  # else it was killed before it made one
        with writing(db):
            pass
        before = runs(db)
        assert violated(db) == []
        for finished, logs, loaded, rejected in before:
            assert logs == loaded + rejected
            assert content(db)["games"][0] == loaded
            assert not finished or logs == GAMES + ILLEGAL_LOGS
    with writing(db) as connection:
        totals = ingest(connection, [str(corpus)])
    done = sum(loaded for _, _, loaded, _ in before)
    assert (totals.logs, totals.counts["loaded"]) == (GAMES + ILLEGAL_LOGS, GAMES - done)
    assert totals.counts["skipped"] == done
    assert content(db) == due
    assert violated(db) == []
    assert [finished for finished, *_ in runs(db)][len(before) :] == [True]
