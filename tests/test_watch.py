"""`retally watch`: what appears or grows is loaded once it is whole; nothing is moved or lost."""

import gzip
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from program import LOCALE, TYPING, retally
from retally.pipeline.sources import CannotRead
from retally.pipeline.store import reading
from retally.pipeline.watching import Folder, is_whole, watched
from warehouse import FIGURES, LOW, SHARED, SIXTH, lines

PATIENCE = 120.0


class Watching:
    """A running watch; its talk is read line by line."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.told: queue.Queue[str] = queue.Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.told.put(line.rstrip("\n"))

    def hear(self, text: str) -> str:
        """Wait for a line with this text."""
        while text not in (line := self.told.get(timeout=PATIENCE)):
            pass
        return line


@contextmanager
def watching(folder: Path, *options: str) -> Iterator[Watching]:
    command = [sys.executable, "-m", "retally.cli.main", "watch", str(folder / "in"), "--db",
               str(folder / "w.duckdb"), "--settle", "0.4", *options]  # fmt: skip
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True,
        env={**os.environ, **LOCALE, "PYTHONPATH": str(TYPING)},
    )  # fmt: skip
    made = Watching(process)
    try:
        made.hear("watching ")
        yield made
    finally:
        process.kill()
        process.wait(PATIENCE)
        made.reader.join(PATIENCE)
        assert process.stderr is not None
        process.stderr.close()


def games(db: Path) -> list[str]:
    with reading(str(db)) as connection:
        found = connection.execute("select game_id from games order by all").fetchall()
    return [game for (game,) in found]


def test_a_folder_is_loaded_as_it_fills(tmp_path: Path) -> None:
    inbox = tmp_path / "in"
    inbox.mkdir()
    (inbox / "there.json").write_bytes(lines(SHARED))
    with watching(tmp_path) as watch:
        assert watch.hear("there.json").endswith("1 log: 1 loaded (1 mismatched)")
        grows = inbox / "grows.jsonl"
        grows.write_bytes(lines(LOW))
        assert watch.hear("grows.jsonl").endswith("1 log: 1 loaded")
        with grows.open("ab") as file:
            half = lines(FIGURES)
            file.write(half[:100])
            file.flush()
            time.sleep(1.5)  # longer than it has to rest: its end is missing
            file.write(half[100:])
        assert watch.hear("grows.jsonl").endswith("2 logs: 1 loaded, 1 skipped")
        deep = inbox / "deep" / "er"
        deep.mkdir(parents=True)
        (deep / "packed.jsonl.gz").write_bytes(gzip.compress(lines("{broken", SIXTH)))
        (inbox / "ignored.txt").write_bytes(lines(LOW))
        assert watch.hear("packed.jsonl.gz").endswith("2 logs: 1 loaded, 1 rejected")
        assert games(tmp_path / "w.duckdb") == ["figures-1-to-4", "low", "shared", "sixth"]
        watch.process.send_signal(signal.SIGTERM)
        assert watch.process.wait(PATIENCE) == 0
    assert sorted(path.name for path in inbox.rglob("*.*")) == [
        "grows.jsonl", "ignored.txt", "packed.jsonl.gz", "there.json"
    ]  # fmt: skip
    with watching(tmp_path, "--patience", "1") as watch:  # it remembers by content
        assert watch.hear("packed.jsonl.gz").endswith("2 logs: 0 loaded, 1 skipped, 1 rejected")
        assert watch.hear("grows.jsonl").endswith("2 logs: 0 loaded, 2 skipped")
        (inbox / "torn.jsonl").write_bytes(lines(LOW)[:-20])
        assert watch.hear("torn.jsonl").endswith("1 log: 0 loaded, 1 rejected")
        watch.process.send_signal(signal.SIGINT)
        assert watch.process.wait(PATIENCE) == 130
    assert len(games(tmp_path / "w.duckdb")) == 4


def test_what_is_no_folder_is_said(tmp_path: Path) -> None:
    done = retally("watch", tmp_path / "none", "--db", tmp_path / "w.duckdb")
    assert (done.returncode, b"is no folder" in done.stderr) == (3, True)
    assert not (tmp_path / "w.duckdb").exists()


def test_a_new_folder_is_looked_into(tmp_path: Path) -> None:
    deep = tmp_path / "deep.json" / "er"
    deep.mkdir(parents=True)
    (deep / "a.json").write_bytes(lines(LOW))
    folder = Folder(str(tmp_path), settle=1, patience=1)
    folder.noticed([str(tmp_path / "deep.json")])
    assert list(folder.waiting) == [str(deep / "a.json")]


class Busy(Folder):
    """A folder into which another log is put while it is looked through."""

    def noticed(self, paths: Iterable[str]) -> None:
        super().noticed(paths)
        late = Path(self.path) / "late.json"
        if self.waiting and not late.exists():
            late.write_bytes(lines(LOW))


def test_nothing_is_missed_whenever_it_comes_and_whatever_becomes_of_the_folder(
    tmp_path: Path,
) -> None:
    inbox = tmp_path / "node_modules"  # a name that watchfiles by itself would leave out
    inbox.mkdir()
    (inbox / "a.json").write_bytes(lines(SHARED))
    stop, told, found = Event(), list[CannotRead](), list[str]()
    late = threading.Timer(PATIENCE, stop.set)
    late.start()
    for files in watched(Busy(str(inbox), settle=0.1, patience=0.1), stop, told.append):
        found += files
        if str(inbox / "late.json") in found:
            if told:
                break
            found.clear()
            shutil.rmtree(inbox)
            inbox.mkdir()
            (inbox / "back.json").write_bytes(lines(FIGURES))
    late.cancel()
    assert set(found) == {str(inbox / name) for name in ("back.json", "late.json")}
    assert told == [CannotRead(str(inbox), "removed or replaced; waited for")]


def test_a_folder_that_is_gone_before_it_is_listened_to_is_waited_for(tmp_path: Path) -> None:
    inbox, stop, told = tmp_path / "in", Event(), queue.Queue[CannotRead]()

    def come() -> None:
        told.get(timeout=PATIENCE)
        inbox.mkdir()
        (inbox / "late.json").write_bytes(lines(LOW))

    coming = threading.Thread(target=come)
    coming.start()
    found = next(watched(Folder(str(inbox), settle=0, patience=1), stop, told.put))
    coming.join()
    assert found == [str(inbox / "late.json")]


# One moment after another -----------------------------------------------------------------


def test_a_file_is_taken_when_it_rests_and_is_whole(tmp_path: Path) -> None:
    folder = Folder(str(tmp_path), settle=2, patience=60)
    path = tmp_path / "a.jsonl"
    path.write_bytes(lines(LOW)[:50])
    folder.noticed([str(path), str(tmp_path / "gone.json"), str(tmp_path / "a.txt")])
    assert [folder.ready(now) for now in (0.0, 1.9, 2.1, 59.0)] == [[], [], [], []]
    path.write_bytes(lines(LOW))
    assert [folder.ready(now) for now in (59.5, 61.0)] == [[], []]  # it has changed: it rests anew
    assert folder.ready(61.6) == [str(path)]
    assert folder.waiting == {}
    path.write_bytes(lines(LOW)[:50])
    folder.noticed([str(path)])
    assert [folder.ready(now) for now in (100.0, 159.0)] == [[], []]
    assert folder.ready(160.0) == [str(path)]  # as it is: patience is over


def test_what_cannot_be_looked_at_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "file.json").write_text("{}")
    folder = Folder(str(tmp_path), settle=1, patience=1)
    folder.noticed([str(tmp_path / "file.json" / "x.json")])
    ((fault,), then) = folder.ready(0.0), folder.ready(1.0)
    assert (fault, then) == (CannotRead(str(tmp_path / "file.json/x.json"), "Not a directory"), [])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are needed")
def test_a_pipe_in_the_folder_holds_nobody_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "z.json").write_bytes(lines(LOW))
    folder = Folder(str(tmp_path), settle=1, patience=1)
    folder.noticed([str(tmp_path / name) for name in ("pipe.json", "z.json")])
    assert folder.ready(0.0) == [CannotRead(str(tmp_path / "pipe.json"), "not a regular file")]
    assert folder.ready(1.0) == [str(tmp_path / "z.json")]


@pytest.mark.parametrize(
    ("name", "text", "whole"),
    [
        ("a.json", json.dumps(LOW).encode(), True),
        ("a.json", b"", False),
        ("a.json", b" \n", False),
        ("a.jsonl", lines(LOW) + b"\n \n", True),
        ("a.jsonl", lines(LOW) + b'{"a"', False),
        ("a.json.gz", gzip.compress(lines(LOW)), True),
        ("a.json.gz", gzip.compress(lines(LOW))[:-9], False),
        ("a.json.gz", b"\x1f\x8b", False),
    ],
)
def test_a_file_is_whole_when_it_ends_as_a_log_does(
    name: str, text: bytes, whole: bool, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(text)
    assert is_whole(str(tmp_path / name)) is whole
