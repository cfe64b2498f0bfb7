"""The program under strain: memory, closed pipes, full disks, interrupts."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
import zstandard
from hostile import GOOD, gz, lines_and_statuses, with_meta, zst
from program import TYPING, retally
from retally.pipeline.unpacking import KEPT_BYTES


def peak_bytes(*arguments: str | Path) -> int:
    """Run the program in a process of its own and say how much memory it took at most."""
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run([sys.executable, '-m', 'retally.cli.main', *sys.argv[1:]],"
        " stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(TYPING)},
        check=True,
    )
    return int(done.stdout) * (1 if sys.platform == "darwin" else 1024)


@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured otherwise there")
@pytest.mark.parametrize("pack", [bytes, gz, zst], ids=["plain", "gz", "zst"])
def test_memory_does_not_grow_with_the_file(pack: Any, tmp_path: Path) -> None:
    dice = Random(6)
    lines = [with_meta(json.dumps(dice.randbytes(25_000).hex())) + b"\n" for _ in range(800)]
    suffix = {bytes: "", gz: ".gz", zst: ".zst"}[pack]
    short, long = tmp_path / f"short.jsonl{suffix}", tmp_path / f"long.jsonl{suffix}"
    short.write_bytes(pack(b"".join(lines[:200])))
    long.write_bytes(pack(b"".join(lines)))
    assert peak_bytes("verify", long) < 1.2 * peak_bytes("verify", short)


@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured otherwise there")
def test_a_flood_from_a_small_packed_file_is_held_back(tmp_path: Path) -> None:
    file = tmp_path / "flood.jsonl.zst"
    compressor = zstandard.ZstdCompressor().compressobj()
    with file.open("wb") as out:
        for _ in range(300):
            out.write(compressor.compress(b"x" * 2**20))
        out.write(compressor.compress(b"\n" + GOOD + b"\n") + compressor.flush())
    assert file.stat().st_size < 2**16
    assert peak_bytes("verify", file) < 5 * KEPT_BYTES
    assert lines_and_statuses(file) == [(1, "unreadable"), (2, "incomplete")]


def test_a_line_of_50_megabytes_is_refused_and_the_next_one_read(tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    file.write_bytes(b'{"' + b"x" * 50_000_000 + b"\n" + GOOD + b"\n" + b"y" * 70_000_000)
    done = retally("verify", file, "--format", "jsonl")
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(said["line"], said["status"]) for said in verdicts] == [
        (1, "unreadable"),
        (2, "incomplete"),
        (3, "unreadable"),
    ]
    assert "50000002 bytes" in verdicts[0]["findings"][0]["message"]
    assert len(done.stdout) < 2000


def running(*arguments: str | Path, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "retally.cli.main", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(TYPING)},
        **options,
    )


@pytest.fixture
def many(tmp_path: Path) -> Path:
    file = tmp_path / "many.jsonl"
    file.write_bytes((GOOD + b"\n") * 2000)
    return file


def test_a_reader_that_leaves_ends_the_program_quietly(many: Path) -> None:
    with running("verify", many, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdout.readline().startswith(b"incomplete")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode not in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full device is needed")
@pytest.mark.parametrize("arguments", [("verify", "-"), ("simulate", "six_nimmt"), ("--help",)])
def test_a_full_disk_is_said_and_ends_with_3(arguments: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        process = running(*arguments, stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE)
        _, talk = process.communicate(timeout=300)
    if arguments != ("verify", "-"):  # it has nothing to write
        assert process.returncode == 3
        assert b"No space left on device" in talk
    assert b"Traceback" not in talk


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
def test_an_interrupted_program_ends_with_130() -> None:
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = running("verify", "-", **pipes)
    assert process.stdin
    assert process.stdout
    process.stdin.write((GOOD + b"\n") * 300 + b"\n" * 2**18)
    process.stdin.flush()
    assert process.stdout.readline().startswith(b"incomplete: -:1")
    process.send_signal(signal.SIGINT)
    _, talk = process.communicate(timeout=300)
    assert process.returncode == 130
    assert b"Traceback" not in talk
