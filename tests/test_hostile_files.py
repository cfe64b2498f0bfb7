"""Files, names and arguments of all kinds: read as they stand, never printed raw."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hostile import GOOD, RAW_TERMINAL, lines_and_statuses, read
from logs import figures
from program import TYPING, retally
from retally.cli.terminal import json_text, one_line
from retally.pipeline.safe_text import safe
from retally.pipeline.sources import NoLogs

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


def test_no_character_that_drives_a_terminal_is_taken_for_printable() -> None:
    """So ``json_text`` may pass what is printable without a look at each character."""
    escaped = [char for char in map(chr, range(0x110000)) if safe(char) != char]
    assert len(escaped) > 200
    assert [char for char in escaped if char.isprintable()] == []
