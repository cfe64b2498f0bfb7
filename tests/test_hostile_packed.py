"""Damaged packed files: every game before the damage counts, the rest is one finding."""

import json
import zlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
import zstandard
from hostile import GOOD, changed, gz, read, zst
from logs import codes, figures
from program import retally
from retally.pipeline.sources import NoLogs, RawLog
from retally.pipeline.verify import verify

DICE = Random(6)
GAMES = [
    changed("figures-1-to-4", f"game-{index}-{DICE.randbytes(40).hex()}") for index in range(40)
]
TEXT = b"".join(game + b"\n" for game in GAMES)


def in_blocks(data: bytes, kind: str) -> bytes:
    """Pack so that each game is written out by itself, as a program that logs games does."""
    packed = zlib.compressobj(wbits=31) if kind == "gz" else None
    pieces = []
    if packed:
        for line in data.splitlines(keepends=True):
            pieces += [packed.compress(line), packed.flush(zlib.Z_SYNC_FLUSH)]
        return b"".join((*pieces, packed.flush()))
    stream = zstandard.ZstdCompressor(write_checksum=True).compressobj()
    for line in data.splitlines(keepends=True):
        pieces += [stream.compress(line), stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)]
    return b"".join((*pieces, stream.flush()))


def unpacked(data: bytes, kind: str, tmp_path: Path) -> tuple[list[bytes], list[RawLog]]:
    """Read a packed file; give the whole games and what is damaged."""
    file = tmp_path / f"games.jsonl.{kind}"
    file.write_bytes(data)
    logs = read(file)
    assert all(isinstance(log, RawLog) for log in logs)
    there = [log for log in logs if isinstance(log, RawLog)]
    lines = [log.line for log in there]
    assert lines == sorted(set(lines))
    return [log.raw for log in there if not log.damage], [log for log in there if log.damage]


PACKED = {
    f"{kind}, {name}": (kind, pack(TEXT))
    for kind, packs in {
        "gz": {"whole": gz, "in blocks": lambda data: in_blocks(data, "gz")},
        "zst": {"whole": zst, "in blocks": lambda data: in_blocks(data, "zst")},
    }.items()
    for name, pack in packs.items()
}


@pytest.mark.parametrize("name", PACKED)
def test_a_packed_file_that_is_cut_keeps_every_game_before_the_cut(
    name: str, tmp_path: Path
) -> None:
    kind, packed = PACKED[name]
    counts = []
    for cut in range(1, len(packed), 50):
        games, damaged = unpacked(packed[:cut], kind, tmp_path)
        assert games == GAMES[: len(games)]
        assert len(damaged) == 1
        (judged,) = (verify(log) for log in damaged)
        assert codes(judged) == ["LOG014"]
        counts.append(len(games))
    assert counts == sorted(counts)
    if "blocks" in name:
        assert len(set(counts)) > 20
    assert unpacked(packed, kind, tmp_path) == (GAMES, [])


@pytest.mark.parametrize("name", PACKED)
def test_a_wrong_checksum_damages_the_end_and_loses_no_game(name: str, tmp_path: Path) -> None:
    kind, packed = PACKED[name]
    place = -8 if kind == "gz" else -4  # gzip writes the length after the checksum
    broken = bytearray(packed)
    broken[place] ^= 0xFF
    games, damaged = unpacked(bytes(broken), kind, tmp_path)
    assert games == GAMES
    assert [(log.line, log.raw) for log in damaged] == [(len(GAMES) + 1, b"")]


@pytest.mark.parametrize("name", PACKED)
def test_a_flipped_byte_crashes_nothing_and_is_never_missed(name: str, tmp_path: Path) -> None:
    kind, packed = PACKED[name]
    for place in range(20, len(packed), 41):
        broken = bytearray(packed)
        broken[place] ^= 0x55
        _, damaged = unpacked(bytes(broken), kind, tmp_path)
        assert len(damaged) == 1


@pytest.mark.parametrize(("kind", "pack"), [("gz", gz), ("zst", zst)])
def test_members_and_what_trails_them(kind: str, pack: Any, tmp_path: Path) -> None:
    half = b"".join(game + b"\n" for game in GAMES[:20])
    rest = b"".join(game + b"\n" for game in GAMES[20:])
    assert unpacked(pack(half) + pack(b"") + pack(rest), kind, tmp_path) == (GAMES, [])
    games, damaged = unpacked(pack(TEXT) + b"garbage", kind, tmp_path)
    assert (games, len(damaged)) == (GAMES, 1)
    assert (damaged[0].line, damaged[0].raw) == (len(GAMES) + 1, b"garbage")
    unended = TEXT.rstrip()  # the last game of a member has no line end
    for trailing in (b"x", b"\xff\0" * 3000):
        games, damaged = unpacked(pack(unended) + trailing, kind, tmp_path)
        assert games == GAMES
        assert [(log.line, log.raw) for log in damaged] == [(len(GAMES) + 1, trailing)]
    games, damaged = unpacked(pack(half) + pack(rest)[:-1], kind, tmp_path)
    assert (games, len(damaged)) == (GAMES, 1)
    games, damaged = unpacked(GOOD, kind, tmp_path)
    assert (games, len(damaged)) == ([], 1)
    for empty in (b"", pack(b""), pack(b"\n \n")):
        file = tmp_path / f"empty.jsonl.{kind}"
        file.write_bytes(empty)
        assert read(file) == [NoLogs(str(file), "no game in it")]


def test_zeros_may_trail_gzip_as_tapes_write_them(tmp_path: Path) -> None:
    assert unpacked(gz(TEXT) + b"\0" * 512, "gz", tmp_path) == (GAMES, [])


def test_a_damaged_file_of_one_game_is_one_unreadable_line(tmp_path: Path) -> None:
    file = tmp_path / "one.json.gz"
    file.write_bytes(gz(json.dumps(figures(), indent=1).encode())[:-5])
    (log,) = read(file)
    assert isinstance(log, RawLog)
    assert codes(verify(log)) == ["LOG014"]


def test_the_program_says_once_that_a_file_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(in_blocks(TEXT, "gz")[:-900])
    (tmp_path / "b.json").write_bytes(GOOD)
    done = retally("verify", tmp_path, "--format", "jsonl")
    statuses = [json.loads(line)["status"] for line in done.stdout.splitlines()]
    assert statuses.count("unreadable") == 1
    assert statuses[-2:] == ["unreadable", "incomplete"]
    assert len(statuses) > 20
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
