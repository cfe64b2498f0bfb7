"""Many logs judged together say what each would say alone, to the last byte, wherever it is."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from queue import Queue
from random import Random
from typing import Any

import pytest
from batches_games import broken_text, random_game, text
from hostile import GOOD, gz
from hypothesis import given, settings
from hypothesis import strategies as st
from logs import played
from program import LOCALE, TYPING, retally
from retally.cli.lines import JsonLines, TextLines
from retally.pipeline import judging
from retally.pipeline.importers.files import raw_logs
from retally.pipeline.judging import Judge, Judged, Piece, verdicts
from retally.pipeline.passed_verdicts import passed_verdicts
from retally.pipeline.sources import CannotRead, Found, NoLogs, RawLog
from soak import soaked

HERE = Path(__file__).parent
WRITERS = [
    JsonLines("en"),
    JsonLines("ko"),
    TextLines("en", notes=True),
    TextLines("en", notes=False),
    TextLines("ko", notes=True),
]
RULES: list[dict[str, str]] = [
    {},
    {"score_sign": "negative"},
    {"end_threshold": "20", "initial_stones": "9"},
    {"deck": "reduced", "low_card_row": "nonsense"},
]
NAMES = ["a\x1b[31m", 'say "x"', "조:이", "nobody", "e\u0301", "\u202ex", "\U0001f402", "tab\there"]
NAMES += ["x takes row 4 (bull heads: 3)"]


def one_by_one(judge: Judge, found: list[Found]) -> tuple[list[Any], dict[str, int]]:
    """What is said when each log is judged by itself, text between faults joined."""
    said = [
        Judged([text], judging.Counter((status,)))
        for status, text in [judge.alone(log) for log in found if isinstance(log, RawLog)]
    ]
    alone = iter(said)
    return joined(
        next(alone) if isinstance(item, RawLog) else Judged([item], judging.Counter())
        for item in found
    )


def joined(said: Iterable[Judged]) -> tuple[list[Any], dict[str, int]]:
    parts: list[Any] = []
    statuses: dict[str, int] = {}
    for judged in said:
        for part in judged.parts:
            if parts and isinstance(part, str) and isinstance(parts[-1], str):
                parts[-1] += part
            else:
                parts.append(part)
        for status, count in judged.statuses.items():
            statuses[status] = statuses.get(status, 0) + count
    return parts, statuses


def together(judge: Judge, found: list[Found]) -> tuple[list[Any], dict[str, int]]:
    piece = Piece()
    for item in found:
        piece.take(item)
    return joined([judge.together(piece)])


def of_lines(lines: list[bytes]) -> list[Found]:
    return [RawLog("a b.jsonl", number, line) for number, line in enumerate(lines, 1)]


# The same ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("writer", "rules"), [*zip(WRITERS, [*RULES, {}], strict=True)], ids=["0", "1", "2", "3", "4"]
)
def test_samples_and_broken_logs_of_all_games_are_told_alike(
    writer: judging.Writer, rules: dict[str, str]
) -> None:
    """Damaged files among them, and what cannot be read at all."""
    paths = [HERE.parent / "sample_logs" / "six_nimmt", HERE / "nowhere", HERE / "broken"]
    found = list(raw_logs(map(str, paths)))
    judge = Judge(writer, rules)
    said = together(judge, found)
    assert said == one_by_one(judge, found)
    assert sum(said[1].values()) == sum(isinstance(item, RawLog) for item in found) > 100
    assert CannotRead(str(HERE / "nowhere"), "No such file or directory") in said[0]


@settings(max_examples=soaked(8, 600), deadline=None)
@given(st.integers(0, 2**32))
def test_games_and_mutants_under_any_rules_are_told_alike(seed: int) -> None:
    dice = Random(seed)
    games = [random_game(dice) for _ in range(4)]
    texts = [text(dice, game) for game in games]
    texts += [broken_text(dice, dice.choice(games)) for _ in range(3)]
    dice.shuffle(texts)
    judge = Judge(dice.choice(WRITERS), dice.choice(RULES))
    assert together(judge, of_lines(texts)) == one_by_one(judge, of_lines(texts))


@pytest.mark.parametrize("writer", WRITERS, ids=str)
def test_hostile_names_are_told_alike(writer: judging.Writer) -> None:
    """Names of players, files and games that quote, drive a terminal or look like a message."""
    found: list[Found] = []
    for number, name in enumerate(NAMES):
        log = played(seed=number, seats=3)
        log["players"] = [name, "b", f"{name} takes row 1"]
        log["game_id"] = name
        log["recorded"].pop("winners")
        log["rules"] = {}
        found.append(RawLog(f"{name}.jsonl", number, json.dumps(log).encode()))
    judge = Judge(writer, {})
    assert together(judge, found) == one_by_one(judge, found)


def test_most_games_are_judged_in_arrays_in_every_language_and_under_other_rules() -> None:
    """Without this the tests above would hold for a program that never uses them."""
    found = [RawLog("x", number, json.dumps(played(seed=number)).encode()) for number in range(9)]
    for writer in WRITERS:
        assert [*passed_verdicts(found, {}, writer.together)] == [*range(9)]
        negative = {"score_sign": "negative", "raise_limit": "9"}
        assert [*passed_verdicts(found, negative, writer.together)] == [*range(9)]


def test_pieces_and_processes_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults stand where they stood, and nothing is told twice or left out between pieces."""
    monkeypatch.setattr(judging, "PIECE_WORK", 2**15)
    lines = [json.dumps(played(seed=number, seats=2)).encode() for number in range(40)]
    found: list[Found] = [*of_lines(lines), CannotRead("gone", "no"), *of_lines([b"{]", GOOD])]
    found += [NoLogs("empty", "no game in it"), *of_lines(lines[:20]), CannotRead("last", "no")]
    judge = Judge(JsonLines("en"), {})
    due = one_by_one(judge, found)
    for jobs, many in ((1, False), (2, False), (2, True)):
        assert joined(verdicts(found, judge, jobs, many=many)) == due
    waits: list[Found | None] = [None, *found[:9], None, None, *found[9:], None]
    assert joined(verdicts(waits, judge, 2)) == due


# The program ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of files, whole and damaged, with more logs than are judged one by one."""
    folder = tmp_path_factory.mktemp("mixed")
    games = [json.dumps(played(seed=number)).encode() for number in range(60)]
    (folder / "a.jsonl").write_bytes(b"\n".join(games))
    (folder / "b.jsonl.gz").write_bytes(gz(b"\n".join(games[:20]))[:-9])
    (folder / "c.jsonl").write_bytes(b"\n\n")
    (folder / "d.jsonl").write_bytes(GOOD + b"\n{]\n\xff\xfe\n" + b"[" * 5000 + b"\n" + GOOD)
    (folder / "e.json.zst").write_bytes(b"not packed")
    (folder / "f.jsonl").symlink_to(folder / "gone")
    (folder / "g.jsonl").write_bytes(b"\n".join(games[::-1]))
    return folder


@pytest.mark.parametrize("options", [("--format", "jsonl"), ("--no-notes", "--lang", "ko")])
def test_the_program_says_the_same_in_any_number_of_processes(
    mixed: Path, options: tuple[str, ...]
) -> None:
    done = [retally("verify", mixed, *options, "--jobs", str(jobs)) for jobs in (1, 3)]
    writer = JsonLines("en") if "jsonl" in options else TextLines("ko", notes=False)
    parts, statuses = one_by_one(Judge(writer, {}), list(raw_logs([str(mixed)])))
    text = "".join(part for part in parts if isinstance(part, str))
    assert sum(statuses.values()) == 60 + 20 + 5 + 1 + 60
    for one in done:
        assert one.stdout.decode() == text
        assert one.stderr == done[0].stderr
        assert one.returncode == 3
    assert b"gone" not in done[0].stdout
    assert done[0].stderr.count(b"\n") == 3, "an empty file, one that is gone, the summary"


KILLED = (
    "from retally.pipeline import judging\n"
    "from dying import JudgeOrDie\n"
    "judging.PIECE_WORK = 2**15\n"
    "import retally.cli.verify as command\n"
    "command.Judge = JudgeOrDie\n"
    "from retally.cli.main import main\n"
    "main()\n"
)


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
def test_a_killed_worker_is_said_and_what_was_judged_stands(mixed: Path) -> None:
    path = os.pathsep.join((str(TYPING), str(HERE)))
    done = subprocess.run(
        [sys.executable, "-c", KILLED, "verify", mixed, "--format", "jsonl", "--jobs", "2"],
        capture_output=True,
        env={**os.environ, **LOCALE, "PYTHONPATH": path},
        timeout=300,
        check=False,
    )
    said = done.stderr.decode()
    assert done.returncode == 3, said
    assert "was ended (signal 9) in the middle of its work" in said
    assert "Traceback" not in said
    lines = [json.loads(line)["line"] for line in done.stdout.splitlines()]
    assert lines == [*range(1, len(lines) + 1)]
    assert 20 < len(lines) < 60
    assert f"judged are the first {len(lines)} logs" in said


# Through a pipe ---------------------------------------------------------------------------


@pytest.mark.parametrize("before", [0, 70], ids=["few", "many"])
def test_a_verdict_comes_as_soon_as_its_line_is_complete(before: int) -> None:
    """A bot that writes a log, reads its verdict and writes the next, whatever went before."""
    command = [sys.executable, "-m", "retally.cli.main", "verify", "-", "--no-notes", "--jobs", "2"]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **LOCALE, "PYTHONPATH": str(TYPING)},
    )
    assert process.stdin
    assert process.stdout
    told: Queue[bytes] = Queue()
    reader = threading.Thread(target=lambda: [*map(told.put, process.stdout or ())], daemon=True)
    reader.start()
    game = json.dumps(played()).encode()
    try:
        process.stdin.write((game + b"\n") * before)
        process.stdin.flush()
        for number in range(1, before + 1):
            assert told.get(timeout=120).startswith(b"verified: -:%d  " % number)
        for number in range(before + 1, before + 4):
            process.stdin.write(game[:200])
            process.stdin.flush()
            process.stdin.write(game[200:] + b"\n")
            process.stdin.flush()
            assert told.get(timeout=120).startswith(b"verified: -:%d  " % number)
        process.stdin.write(game)  # a last line without its end
        process.stdin.close()
        assert told.get(timeout=120).startswith(b"verified: -:%d  " % (before + 4))
        assert process.wait(timeout=120) == 0
    finally:
        process.kill()
        reader.join(timeout=60)
        process.stdout.close()
        process.wait()
