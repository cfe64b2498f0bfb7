"""Bad input, through the library and the real program: a clear word, nothing lost, no crash."""

import gzip
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import zlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
import zstandard
from logs import codes, figures, raw, verdict
from program import TYPING, retally
from retally.cli.terminal import json_text, one_line
from retally.pipeline.sources import (
    KEPT_BYTES,
    CannotRead,
    NoLogs,
    RawLog,
    raw_logs,
)
from retally.pipeline.verify import verify

RAW_TERMINAL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069]"
)
GOOD = json.dumps(figures()).encode()


def changed(old: str, new: str | bytes) -> bytes:
    """The worked example as bytes, a piece of it replaced."""
    assert GOOD.count(old.encode()) >= 1
    return GOOD.replace(old.encode(), new if isinstance(new, bytes) else new.encode(), 1)


def with_meta(value: str | bytes) -> bytes:
    value = value if isinstance(value, bytes) else value.encode()
    return GOOD[:-1] + b', "meta": {"x": ' + value + b"}}"


FIRST_CARD = "[14, 15"


def with_first_card(text: str) -> bytes:
    return changed(FIRST_CARD, f"[{text}, 15")


SURROGATE = r'meta.x["\ud800"]'

# line, code and path of the first finding
LINES: dict[str, tuple[bytes, str, str]] = {
    "cut off": (GOOD[:100], "LOG002", "$"),
    "cut in a text": (GOOD[:30], "LOG002", "$"),
    "two objects": (GOOD + GOOD, "LOG002", "$"),
    "foreign json": (b'{"event": "Go", "moves": [1, 2]}', "LOG006", "$"),
    "a list": (b"[]", "LOG002", "$"),
    "a number": (b"7", "LOG002", "$"),
    "null": (b"null", "LOG002", "$"),
    "csv": (b"ann;bo;cy", "LOG002", "$"),
    "xml": (b"<game/>", "LOG002", "$"),
    "a number as text": (with_first_card('"14"'), "LOG008", "rounds[0].turns[0][0]"),
    "14.0": (with_first_card("14.0"), "LOG008", "rounds[0].turns[0][0]"),
    "true": (with_first_card("true"), "LOG008", "rounds[0].turns[0][0]"),
    "1e1": (with_first_card("1e1"), "LOG008", "rounds[0].turns[0][0]"),
    "null as a card": (with_first_card("null"), "LOG008", "rounds[0].turns[0][0]"),
    "a list as a card": (with_first_card("[14]"), "LOG008", "rounds[0].turns[0][0]"),
    "minus nought": (with_first_card("-0"), "LOG009", "rounds[0].turns[0][0]"),
    "105": (with_first_card("105"), "LOG009", "rounds[0].turns[0][0]"),
    "thirty digits": (with_first_card("9" * 30), "LOG009", "rounds[0].turns[0][0]"),
    "5000 digits": (with_first_card("9" * 5000), "LOG002", "$"),
    "leading nought": (with_first_card("014"), "LOG002", "$"),
    "hexadecimal": (with_first_card("0xe"), "LOG002", "$"),
    "NaN": (with_first_card("NaN"), "LOG002", "$"),
    "Infinity in meta": (with_meta("Infinity"), "LOG002", "$"),
    "-Infinity": (with_first_card("-Infinity"), "LOG002", "$"),
    "version true": (changed('"retally": 1', '"retally": true'), "LOG004", "retally"),
    "version 1.0": (changed('"retally": 1', '"retally": 1.0'), "LOG004", "retally"),
    "surrogate as version": (changed('"retally": 1', r'"retally": "\ud800"'), "LOG004", "retally"),
    "a surrogate as game": (changed('"six_nimmt"', r'"\ud800"'), "LOG005", "game"),
    "a list as game": (changed('"six_nimmt"', "[1]"), "LOG005", "game"),
    "a surrogate in a name": (changed('"ann"', r'"\ud800"'), "LOG002", "$"),
    "a surrogate in a key": (with_meta(r'{"\udfff": 1}'), "LOG002", "$"),
    "surrogate, doubled": (with_meta(r'{"\ud800": {"y": 1, "y": 2}}'), "LOG003", SURROGATE),
    "doubled key": (changed('"game_id"', '"game_id": "x", "game_id"'), "LOG003", "$"),
    "doubled players": (changed('"players"', '"players": ["x"], "players"'), "LOG003", "$"),
    "doubled by escape": (changed('"game_id"', r'"game_id": "x", "game\u005fid"'), "LOG003", "$"),
    "doubled rows": (changed('"rows"', '"rows": [1, 2, 3, 4], "rows"'), "LOG003", "rounds[0]"),
    "doubled in meta": (with_meta('{"y": 1, "y": 1}'), "LOG003", "meta.x"),
    "doubled behind numbers": (with_meta('[1, {"y": 1, "y": 1}]'), "LOG003", "meta.x[1]"),
    "doubled, odd key": (with_meta('{"a b": {"y": 1, "y": 1}}'), "LOG003", 'meta.x["a b"]'),
    "a name too long": (changed('"ann"', f'"{"x" * 65}"'), "LOG009", "players[0]"),
    "no name": (changed('"ann"', '""'), "LOG009", "players[0]"),
    "a number as name": (changed('"ann"', "1"), "LOG008", "players[0]"),
    "players as a text": (changed('["ann", "bo", "cy", "di"]', '"ann"'), "LOG008", "players"),
    "a control character in the id": (
        changed('"figures-1-to-4"', r'"a\u001b[31m"'), "LOG009", "game_id"
    ),
    "a line end in the id": (changed('"figures-1-to-4"', r'"a\nb"'), "LOG009", "game_id"),
    "a bare control character": (changed('"ann"', b'"a\x1bn"'), "LOG002", "$"),
    "a day that is none": (
        GOOD[:-1] + b', "played_at": "2026-02-30T10:00:00Z"}', "LOG009", "played_at"
    ),
    "a time without offset": (
        GOOD[:-1] + b', "played_at": "2026-02-20T10:00:00"}', "LOG009", "played_at"
    ),
    "NUL bytes": (b"\0\0\0\0", "LOG002", "$"),
    "a NUL in a text": (changed('"ann"', b'"a\0"'), "LOG002", "$"),
    "latin-1": (changed('"ann"', b'"\xe4nn"'), "LOG001", "$"),
    "half a character": (changed('"ann"', b'"\xf0\x9f\x98"'), "LOG001", "$"),
    "a surrogate in bytes": (changed('"ann"', b'"\xed\xa0\x80"'), "LOG001", "$"),
    "UTF-16 without mark": (GOOD.decode().encode("utf-16-le"), "LOG002", "$"),
    "a mark in mid-file": (b"\xef\xbb\xbf" + GOOD, "LOG002", "$"),
    "100,000 deep": (b"[" * 100_000, "LOG002", "$"),
    "100,000 deep objects": (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "LOG002", "$"),
    "500 deep in meta": (with_meta("[" * 500 + "]" * 500), "LOG002", "$"),
    "too long": (b" " * 2**24 + GOOD, "LOG015", "$"),
}  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_a_bad_line_is_unreadable_for_a_reason_and_at_a_place(name: str) -> None:
    line, code, path = LINES[name]
    judged = verify(raw(line))
    assert judged.status == "unreadable"
    first = judged.findings[0]
    assert (first.code, first.path) == (code, path)
    assert not {"{", "}"} & set(re.sub(r'"[^"]*"', "", first.message))
    json_text(judged.model_dump(mode="json")).encode()
    for said in judged.findings:
        assert len(said.message) < 400


def test_a_wrong_card_is_the_only_fault_of_its_log() -> None:
    judged = verify(raw(with_first_card('"14"')))
    assert [said.message for said in judged.findings] == [
        'wrong type: a whole number is due, not "14"'
    ]


def test_every_fault_of_a_log_is_listed_each_in_words() -> None:
    judged = verdict(
        {
            "retally": 1,
            "game": "six_nimmt",
            "game_id": 5,
            "players": [],
            "played_at": "yesterday",
            "meta": [],
            "rules": {"edition": "amigo-2.11", "decks": 2},
            "rounds": [{"rows": [1], "turns": [[1]] * 11, "draft": [[1]], "recorded": []}, 4],
        }
    )
    assert [(said.code.value, said.path) for said in judged.findings] == [
        ("LOG008", "game_id"),
        ("LOG010", "players"),
        ("LOG009", "played_at"),
        ("LOG008", "meta"),
        ("LOG011", "rules.edition"),
        ("LOG011", "rules.decks"),
        ("LOG010", "rounds[0].rows"),
        ("LOG010", "rounds[0].turns"),
        ("LOG010", "rounds[0].draft[0]"),
        ("LOG008", "rounds[0].recorded"),
        ("LOG008", "rounds[1]"),
    ]
    assert not [said for said in judged.findings if "nput" in said.message]


def test_a_log_of_countless_faults_is_judged_soon_and_says_that_there_are_more() -> None:
    twice = figures()
    twice["recorded"]["winners"] = ["ann"] * 100_000
    short = figures(hands=[[]] * 100_000)
    names = ",".join(f'"k{key}": 1' for key in range(100_000))
    for judged in (verdict(twice), verdict(short), verify(raw(with_meta(f"{{{names}, {names}}}")))):
        assert judged.status == "unreadable"
        assert len(judged.findings) == 1001
        assert "more" in judged.findings[-1].message


def test_one_bad_line_never_hides_the_good_ones(tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    good = [changed("figures-1-to-4", f"good-{index}") for index in range(len(LINES) + 1)]
    lines = [line.replace(b"\n", b" ") for line, _, _ in LINES.values()]
    file.write_bytes(b"\n".join(itertools.chain(*zip(good, [*lines, b""], strict=True))) + b"\n")
    done = retally("verify", file, "--format", "jsonl")
    verdicts = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [(said["line"], said["status"]) for said in verdicts] == [
        (line, "unreadable" if line % 2 == 0 else "incomplete")
        for line in range(1, 2 * len(LINES) + 2)
    ]
    assert [said["game_id"] for said in verdicts[::2]] == [
        f"good-{index}" for index in range(len(LINES) + 1)
    ]
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert not RAW_TERMINAL.search(done.stdout.decode() + done.stderr.decode())


def test_the_text_form_of_bad_lines_drives_no_terminal(tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    file.write_bytes(b"\n".join(line for line, _, _ in LINES.values()))
    done = retally("verify", file)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
    assert not RAW_TERMINAL.search(done.stdout.decode() + done.stderr.decode())
    assert max(map(len, done.stdout.decode().splitlines())) < 500 + len(str(file))


# Files ------------------------------------------------------------------------------------


def read(path: Path | str) -> list[RawLog | CannotRead | NoLogs]:
    return list(raw_logs([str(path)]))


def lines_and_statuses(path: Path) -> list[tuple[int, str]]:
    logs = [log for log in read(path) if isinstance(log, RawLog)]
    return [(log.line, verify(log).status.value) for log in logs]


FILES: dict[str, tuple[bytes, list[tuple[int, str]]]] = {
    "mark.json": (b"\xef\xbb\xbf" + GOOD, [(1, "incomplete")]),
    "mark.jsonl": (b"\xef\xbb\xbf" + GOOD + b"\n" + GOOD, [(1, "incomplete"), (2, "incomplete")]),
    "utf16.json": (GOOD.decode().encode("utf-16"), [(1, "unreadable")]),
    "utf16.jsonl": ((GOOD.decode() + "\n").encode("utf-16") * 2, [(1, "unreadable")]),
    "utf32.json": (GOOD.decode().encode("utf-32"), [(1, "unreadable")]),
    "crlf.jsonl": ((GOOD + b"\r\n\r\n") * 2, [(1, "incomplete"), (3, "incomplete")]),
    "crlf.json": (GOOD.replace(b", ", b",\r\n"), [(1, "incomplete")]),
    "no-end.jsonl": (GOOD + b"\n" + GOOD, [(1, "incomplete"), (2, "incomplete")]),
    "blank.jsonl": (b"\n \n\t\n" + GOOD + b"\n\n" + GOOD, [(4, "incomplete"), (6, "incomplete")]),
    "blank-first.json": (b"\n\n" + GOOD + b"\n\n", [(1, "incomplete")]),
    "upper.JSON": (GOOD, [(1, "incomplete")]),
    "many.json": (GOOD + b"\n" + GOOD, [(1, "unreadable")]),
    "pretty.txt": (json.dumps(figures(), indent=2).encode(), [(1, "incomplete")]),
    "lines.txt": (GOOD + b"\n" + GOOD, [(1, "incomplete"), (2, "incomplete")]),
    "empty.json": (b"", []),
    "empty.jsonl": (b"\n\r\n  \n", []),
    "only-mark.jsonl": (b"\xef\xbb\xbf", []),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_read_as_it_stands(name: str, tmp_path: Path) -> None:
    data, expected = FILES[name]
    file = tmp_path / name
    file.write_bytes(data)
    assert lines_and_statuses(file) == expected
    if not expected:
        assert read(file) == [NoLogs(str(file), "no game in it")]


def test_what_cannot_be_read_is_said_and_the_others_go_on(tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "good.json").write_bytes(GOOD)
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "loop.json").symlink_to("loop.json")
    (tmp_path / "gone.json").symlink_to("nowhere")
    done = retally("verify", "missing.json", "x" * 300, ".", "--format", "jsonl", cwd=tmp_path)
    assert [json.loads(line)["source"] for line in done.stdout.splitlines()] == ["good.json"]
    talk = done.stderr.decode().splitlines()
    assert talk[:2] == [
        "missing.json: No such file or directory",
        f"{'x' * 300}: File name too long",
    ]
    assert talk[2:] == [
        "empty.jsonl: no game in it",
        "gone.json: No such file or directory",
        "loop.json: Too many levels of symbolic links",
        "1 game: 1 incomplete",
    ]
    assert done.returncode == 3


def test_an_empty_file_is_no_error_and_a_folder_without_logs_neither(tmp_path: Path) -> None:
    (tmp_path / "empty.json").touch()
    (tmp_path / "none").mkdir()
    done = retally("verify", tmp_path / "empty.json", tmp_path / "none")
    assert (done.returncode, done.stdout) == (0, b"")
    assert done.stderr.decode().count("\n") == 3


def test_standard_input_may_be_empty_closed_or_damaged() -> None:
    assert retally("verify", "-").returncode == 0
    packed = retally("verify", "-", text=gzip.compress(GOOD)[:-3])
    assert packed.returncode == 1
    assert b"LOG014" in packed.stdout
    command = f'exec "{sys.executable}" -m retally.cli.main verify - <&-'
    closed = subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(TYPING)},
        check=False,
    )
    assert closed.returncode == 3
    assert b"standard input is closed" in closed.stderr


# Names ------------------------------------------------------------------------------------

NAMES = (
    "$HOME $(id)", "[red]bo[/red]", "%s%n%d", "{player}", "a\x1b[31mred", "\x9b31m", "\x07bell",
    "one\ntwo", "tab\there", "\r\x1b[2K", "right\u202eleft", "\u2066iso\u2069", "\u061cmark",
    "zero\u200bwidth", "bo😀", "𝒶𝓃𝓃", "안나", "\u2028line", "\ufeffmark", "'; drop table--",
    "\U000e0041tag", 'say "hi"', "back\\slash",
)  # fmt: skip


def test_names_of_all_kinds_are_kept_and_never_printed_raw(tmp_path: Path) -> None:
    logs = [figures(recorded={"penalties": [9, 0, 6, 0]}) for _ in NAMES]
    for log, name in zip(logs, NAMES, strict=True):
        log["players"][0] = name
        log["game_id"] = "".join(char for char in name if char.isprintable())
        log["recorded"]["winners"] = [name]
    file = tmp_path / "names.jsonl"
    file.write_text("\n".join(json.dumps(log, ensure_ascii=False) for log in logs), "utf-8")
    lines = retally("verify", file, "--format", "jsonl")
    for line, name in zip(lines.stdout.decode().split("\n"), NAMES, strict=False):
        judged = json.loads(line)
        assert next(iter(judged["scores"])) == name
        assert {said["player"] for said in judged["findings"]} == {name, None}
    text = retally("verify", file)
    explained = retally("explain", file, "--game-id", logs[4]["game_id"], "--turn", "3")
    for done in (lines, text, explained):
        assert b"Traceback" not in done.stderr
        assert not RAW_TERMINAL.search(done.stdout.decode() + done.stderr.decode())
    assert text.stdout.decode().count("\n") == sum(
        1 for line in text.stdout.decode().splitlines() if line.startswith(("mismatch", "  "))
    )
    assert "bo😀" in text.stdout.decode()
    assert "a\\x1b[31mred" in explained.stdout.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="such names cannot be given there")
def test_file_names_of_all_kinds_are_said_on_one_line(tmp_path: Path) -> None:
    names = ("\x1b[31m.json", "two\nlines.json", "right\u202e.json", "%s[red]$x.json", "😀.json")
    for name in names:
        (tmp_path / name).write_bytes(GOOD[:50])
    (tmp_path / "empty\x1b\n.json").touch()
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/latin-\xe4.json")).write_bytes(GOOD)
    for form in ("text", "jsonl"):
        done = retally("verify", tmp_path, tmp_path / "gone\x1b\n.json", "--format", form)
        assert done.returncode == 3
        assert b"Traceback" not in done.stderr
        assert not RAW_TERMINAL.search(done.stdout.decode() + done.stderr.decode())
        assert "empty\\x1b\\n.json: no game in it\n" in done.stderr.decode()
    sources = [json.loads(line)["source"] for line in done.stdout.decode().splitlines()]
    assert {Path(source).name for source in sources} == {*names, "latin-\\xe4.json"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("score", "six_nimmt", "9" * 5000),
        ("score", "six_nimmt", "\x1b[31m"),
        ("score", "six_nimmt", "٣"),
        ("score", "\x1b\u202e", "3"),
        ("verify", "x.json", "--rule", "\x1b"),
        ("verify", "--\x1b[31m"),
        ("verify", "x.json", "--format", "\x1b\n"),
        ("\x1b[31m",),
        ("schema", "\x9b"),
        ("simulate", "six_nimmt", "--edition", "\u202e"),
        ("explain", "\x1b.json", "--turn", "1"),
    ],
)
def test_hostile_arguments_are_refused_with_a_word(arguments: tuple[str, ...]) -> None:
    done = retally(*arguments)
    assert done.returncode in (2, 3)
    assert b"Error: " in done.stderr
    assert b"Traceback" not in done.stderr
    assert not RAW_TERMINAL.search(done.stdout.decode() + done.stderr.decode())


def test_escaping_keeps_a_name_on_its_line_and_json_the_same() -> None:
    for name in NAMES:
        assert not RAW_TERMINAL.search(one_line(name) + json_text(name))
        assert "\n" not in one_line(name)
        assert json.loads(json_text({name: [name]})) == {name: [name]}


# Packed files -----------------------------------------------------------------------------

DICE = Random(6)
GAMES = [
    changed("figures-1-to-4", f"game-{index}-{DICE.randbytes(40).hex()}") for index in range(40)
]
TEXT = b"".join(game + b"\n" for game in GAMES)


def gz(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def zst(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(level=3, write_checksum=True).compress(data)


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


# The process ------------------------------------------------------------------------------


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
    lines = [with_meta(json.dumps(DICE.randbytes(25_000).hex())) + b"\n" for _ in range(500)]
    suffix = {bytes: "", gz: ".gz", zst: ".zst"}[pack]
    short, long = tmp_path / f"short.jsonl{suffix}", tmp_path / f"long.jsonl{suffix}"
    short.write_bytes(pack(b"".join(lines[:50])))
    long.write_bytes(pack(b"".join(lines)))
    assert peak_bytes("verify", long) < 1.2 * peak_bytes("verify", short)


@pytest.mark.skipif(sys.platform == "win32", reason="memory is measured otherwise there")
def test_a_flood_from_a_small_packed_file_is_held_back(tmp_path: Path) -> None:
    file = tmp_path / "flood.jsonl.zst"
    compressor = zstandard.ZstdCompressor().compressobj()
    with file.open("wb") as out:
        for _ in range(400):
            out.write(compressor.compress(b"x" * 2**20))
        out.write(compressor.compress(b"\n" + GOOD + b"\n") + compressor.flush())
    assert file.stat().st_size < 2**16
    assert peak_bytes("verify", file) < 4 * KEPT_BYTES
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
        _, talk = process.communicate(timeout=60)
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
    _, talk = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in talk
