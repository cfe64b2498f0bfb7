"""Lines that are no log: each is unreadable for a reason, and hides no other."""

import itertools
import json
import re
import sys
from pathlib import Path

import pytest
from hostile import GOOD, RAW_TERMINAL, changed, with_meta
from logs import figures, raw, verdict
from program import retally
from retally.cli.terminal import json_text
from retally.pipeline.sources import RawLog, raw_logs
from retally.pipeline.verify import verify

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


def test_a_mark_in_mid_file_is_named_without_a_hint_for_programmers() -> None:
    (said,) = verify(raw(b"\xef\xbb\xbf" + GOOD)).findings
    assert "byte-order mark" in said.message
    assert "utf-8-sig" not in said.message


DEEP = [
    (b"[" * 5000, True),
    (b'{"a":' * 3000 + b"1" + b"}" * 3000, True),
    (b"[" * 3000 + b"NaN" + b"]" * 3000, True),
    (b"[" * 3000 + b"9" * 5000 + b"]" * 3000, True),
    (with_meta("[" * 700 + "]" * 700), True),
    (with_meta("[" * 300 + "]" * 300), True),
    (with_meta('"' + "[" * 5000 + '"'), False),
    (b'{"a": nothing, "b":' + b"[" * 5000, False),
]


@pytest.mark.parametrize(("line", "deep"), DEEP)
def test_what_is_said_of_a_deep_line_does_not_hang_on_the_process(line: bytes, deep: bool) -> None:
    """A process may let Python go deeper than others do, as the service does."""
    said, limit = verify(raw(line)), sys.getrecursionlimit()
    for other in (1_000, 100_000):
        sys.setrecursionlimit(other)
        try:
            assert verify(raw(line)) == said
        finally:
            sys.setrecursionlimit(limit)
    assert any("nested too deeply" in found.message for found in said.findings) == deep


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


# An object over many lines where one a line is due ----------------------------------------

PRETTY = json.dumps(figures(), indent=2).encode()


def found_in(tmp_path: Path, text: bytes, name: str = "a.jsonl") -> list[tuple[int, bytes, str]]:
    file = tmp_path / name
    file.write_bytes(text)
    logs = [log for log in raw_logs([str(file)]) if isinstance(log, RawLog)]
    return [(log.line, log.raw, verify(log).status.value) for log in logs]


@pytest.mark.parametrize("indent", [1, 4, "\t"])
def test_a_pretty_printed_log_among_lines_is_one_fault_with_a_hint(
    tmp_path: Path, indent: int | str
) -> None:
    pretty = json.dumps(figures(), indent=indent).encode()
    assert found_in(tmp_path, pretty) == [(1, pretty, "unreadable")]
    (raw_log,) = (log for log in raw_logs([str(tmp_path / "a.jsonl")]) if isinstance(log, RawLog))
    (said,) = verify(raw_log).findings
    assert said.code == "LOG002"
    assert said.message.endswith("a file of one such object is named .json")
    assert found_in(tmp_path, pretty, "a.json") == [(1, pretty, "incomplete")]


def test_logs_around_a_pretty_printed_one_are_read(tmp_path: Path) -> None:
    lines = PRETTY.count(b"\n") + 1
    assert found_in(tmp_path, GOOD + b"\n" + PRETTY + b"\n\n" + GOOD + b"\n" + PRETTY) == [
        (1, GOOD, "incomplete"),
        (2, PRETTY, "unreadable"),
        (lines + 3, GOOD, "incomplete"),
        (lines + 4, PRETTY, "unreadable"),
    ]


def test_a_line_that_breaks_off_takes_no_log_with_it(tmp_path: Path) -> None:
    broken = b'{"retally": 1, "rounds": ['
    assert found_in(tmp_path, broken + b"\n" + GOOD) == [
        (1, broken, "unreadable"),
        (2, GOOD, "incomplete"),
    ]
    assert found_in(tmp_path, b"{\n  x\n  " + GOOD) == [
        (1, b"{\n  x", "unreadable"),
        (3, b"  " + GOOD, "incomplete"),
    ]
