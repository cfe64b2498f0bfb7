"""Ctrl-C ends the program with 130: deep in a query without a word, else saying what is done."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from program import LOCALE, TYPING
from retally.pipeline.interrupts import NO_DESCRIPTOR, heard
from warehouse import CORPUS, LOW, Warehouse, lines

HEAVY = "select sum(a.range * b.range) from range(1000000) a cross join range(1000000) b"
"""For hours DuckDB does not look whether there was a signal."""
IN_A_QUERY = (
    "import sys\n"
    "from retally.pipeline import store\n"
    "try:\n"
    "    with getattr(store, sys.argv[1])(sys.argv[2]) as connection:\n"
    "        print('asked', flush=True)\n"
    "        connection.execute(sys.argv[3])\n"
    "except KeyboardInterrupt:\n"
    "    print('interrupted')\n"
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    house = Warehouse(tmp_path_factory.mktemp("house"))
    house.load(*CORPUS)
    return house


def started(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **LOCALE, "PYTHONPATH": str(TYPING)},
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
@pytest.mark.parametrize("way", ["reading", "writing"])
def test_a_query_in_any_connection_stops_at_ctrl_c(house: Warehouse, way: str) -> None:
    with started("-c", IN_A_QUERY, way, house.db, HEAVY) as process:
        assert process.stdout
        assert process.stdout.readline() == b"asked\n"
        time.sleep(1)  # so that it is deep in it; were it not, it would stop as well
        process.send_signal(signal.SIGINT)
        try:
            assert process.communicate(timeout=60) == (b"interrupted\n", b"")
        finally:
            process.kill()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are needed")
def test_sql_ends_with_130_at_ctrl_c(house: Warehouse, tmp_path: Path) -> None:
    question = tmp_path / "question"
    os.mkfifo(question)
    options = ("--file", str(question), "--db", house.db, "--timeout", "0")
    with started("-m", "retally.cli.main", "sql", *options) as process:
        question.write_text(HEAVY)  # waits until the program has opened it
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        try:
            assert process.communicate(timeout=60) == (b"", b"")
        finally:
            process.kill()
    assert process.returncode == 130


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "interrupted; judged until then: 1 game: 1 verified\n"),
        ("ko", "중단됨. 그때까지 판정: 게임 1개: 확인됨 1\n"),
    ],
)
def test_verify_says_at_ctrl_c_what_it_has_judged(lang: str, told: str) -> None:
    with started("-m", "retally.cli.main", "verify", "-", "--lang", lang) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(lines(LOW))
        process.stdin.flush()
        assert b"low" in process.stdout.readline()  # it waits for more
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(timeout=60) == 130
            assert process.stderr.read().decode() == told
        finally:
            process.kill()


class Work:
    stopped = False

    def interrupt(self) -> None:
        self.stopped = True


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Python's own answer to Ctrl-C; a run in the background may have begun without one."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_nothing_is_left_behind_and_nobody_is_disturbed() -> None:
    """Who listens already goes on to do so; another thread cannot listen and need not."""
    work = Work()
    with pytest.raises(KeyboardInterrupt), heard(work):
        signal.raise_signal(signal.SIGINT)
    deadline = time.monotonic() + 60
    while not work.stopped and time.monotonic() < deadline:
        time.sleep(0.01)
    assert work.stopped
    with heard(work):
        listening = signal.set_wakeup_fd(NO_DESCRIPTOR)
        assert listening != NO_DESCRIPTOR
        signal.set_wakeup_fd(listening)
        with heard(Work()):
            assert signal.set_wakeup_fd(listening) == listening
    assert signal.set_wakeup_fd(NO_DESCRIPTOR) == NO_DESCRIPTOR
    threads = threading.active_count()
    done: list[bool] = []

    def elsewhere() -> None:
        with heard(work):
            done.append(True)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert (done, threading.active_count()) == ([True], threads)
