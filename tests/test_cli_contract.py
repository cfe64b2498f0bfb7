"""What scripts outside the project rely on: streams, exit status, forms, lean start."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from logs import figures, played
from program import imported_by, retally, started
from retally.cli.main import COMMANDS
from retally.pipeline.sources import RawLog, raw_logs
from retally.schemas.logs import any_log, json_schema


def write(path: Path, *logs: Any) -> Path:
    path.write_text("".join(json.dumps(log, ensure_ascii=False) + "\n" for log in logs), "utf-8")
    return path


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A good game, a mismatch, an illegal one and an unreadable line, in this order."""
    wrong = figures(recorded={"penalties": [1, 0, 5, 0]})
    path = write(tmp_path / "table.jsonl", played(seed=1), wrong, figures(row_choices=[]))
    with path.open("a", encoding="utf-8") as file:
        file.write("\n{broken\n")
    return path


def test_help_is_lean_and_lists_every_command() -> None:
    done = retally("--help")
    assert done.returncode == 0
    for name, summary in COMMANDS.items():
        assert f"\n  {name} " in done.stdout.decode()
        assert summary[:40] in done.stdout.decode()
    heavy = {"pydantic", "polars", "duckdb", "numpy", "rich", "zstandard"}
    assert imported_by("--help") & heavy == set()


def test_verify_imports_no_column_store(tmp_path: Path) -> None:
    path = write(tmp_path / "one.json", figures())
    loaded = imported_by("verify", path)
    assert loaded & {"polars", "duckdb", "numpy", "rich"} == set()
    assert "pydantic" in loaded


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_help_with_an_example(command: str) -> None:
    done = started(command, "--help")
    assert done.returncode == 0
    assert f"Example: retally {command}" in done.stdout.decode()


def test_verify_prints_a_line_a_game_in_input_order(table: Path) -> None:
    done = retally("verify", table, "--format", "jsonl")
    lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [(line["line"], line["status"]) for line in lines] == [
        (1, "verified"),
        (2, "mismatch"),
        (3, "illegal"),
        (5, "unreadable"),
    ]
    assert list(lines[1]) == [
        "source", "line", "game_id", "game", "status", "scores", "winners", "findings"
    ]  # fmt: skip
    assert list(lines[1]["findings"][0]) == [
        "code", "severity", "clause", "path", "round", "turn", "player",
        "expected", "recorded", "message", "legal_under",
    ]  # fmt: skip
    assert lines[1]["source"] == str(table)
    assert lines[3]["game_id"] is None
    assert lines[3]["findings"][0]["code"].startswith("LOG")
    assert done.returncode == 1
    assert b"4 games: 1 verified, 1 mismatch, 1 illegal, 1 unreadable" in done.stderr


def test_the_text_form_shows_place_table_and_reading(table: Path) -> None:
    text = retally("verify", table).stdout.decode()
    assert "error[SCORE001] bull heads of cy in this round: 6, recorded: 5  (rules 2.5)" in text
    assert f"at {table}:2, round 1: rounds[0].recorded.penalties[2]" in text
    assert "| turn 2: 30 takes row 1 (sixth card), 12 14 15 21 26: 1+1+2+1+1 = 6 heads" in text
    assert "| row 3   43  44              6 heads" in text


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["verify", "{good}"], 0),
        (["verify", "{figures}"], 0),  # incomplete alone is no fault
        (["verify", "{empty}"], 0),
        (["verify", "{table}"], 1),
        (["verify", "{missing}"], 3),
        (["verify", "{table}", "{missing}"], 3),
        (["verify", "{missing}", "{good}"], 3),
        (["verify"], 2),
        (["verify", "{good}", "--format", "xml"], 2),
        (["verify", "{good}", "--rule", "end_threshhold=1"], 2),
        (["verify", "{good}", "--rule", "end_comparison=less"], 2),
        (["verify", "{good}", "--rule", "nonsense"], 2),
        (["score", "six_nimmt", "55"], 0),
        (["score", "six_nimmt", "105"], 2),
        (["score", "six_nimmt", "5", "5"], 2),
        (["score", "six_nimt", "5"], 2),
        (["schema", "chess"], 2),
        (["explain", "{figures}", "--turn", "3"], 0),
        (["explain", "{figures}", "--turn", "4"], 2),
        (["explain", "{table}", "--turn", "1"], 2),
        (["explain", "{missing}", "--turn", "1"], 3),
        (["simulate", "six_nimmt", "--players", "11"], 2),
        (["simulate", "six_nimmt", "-o", "{missing}/x.jsonl"], 3),
        (["verfy"], 2),
    ],
)
def test_the_exit_status_says_what_happened(
    arguments: list[str], status: int, table: Path, tmp_path: Path
) -> None:
    paths = {
        "table": table,
        "good": write(tmp_path / "good.jsonl", played(seed=1), played(seed=2)),
        "figures": write(tmp_path / "figures.json", figures()),
        "missing": tmp_path / "missing",
        "empty": write(tmp_path / "empty.jsonl"),
    }
    done = retally(*(argument.format_map(paths) for argument in arguments))
    assert done.returncode == status, done.stderr.decode()
    assert b"Traceback" not in done.stderr
    if status in (2, 3):
        assert done.stderr.strip()


@pytest.mark.parametrize(
    ("arguments", "nearest"),
    [
        (["score", "six_nimt", "5"], "did you mean six_nimmt?"),
        (["verify", "-", "--rule", "end_treshold=1"], "did you mean end_threshold?"),
        (["verify", "-", "--rule", "deck=small"], "it can be full, reduced"),
        (["simulate", "six_nimmt", "--strategy", "neerest"], "did you mean nearest?"),
        (["simulate", "six_nimmt", "--edition", "amigo-2.30"], "did you mean amigo-2.3?"),
        (["verfy"], "Did you mean 'verify'"),
    ],
)
def test_wrong_usage_names_the_nearest(arguments: list[str], nearest: str) -> None:
    done = retally(*arguments, text=json.dumps(figures()).encode())
    assert done.returncode == 2
    assert nearest in done.stderr.decode()


def test_a_rule_on_the_command_line_stands_over_the_log(tmp_path: Path) -> None:
    path = write(tmp_path / "one.json", played(seed=1, fixed_rounds=1))
    assert retally("verify", path).returncode == 0
    done = retally("verify", path, "--rule", "fixed_rounds=2", "--format", "jsonl")
    found = [said["code"] for said in json.loads(done.stdout)["findings"]]
    assert (done.returncode, "SCORE006" in found) == (1, True)
    assert retally("verify", path, "--rule", "fixed_rounds=null").returncode == 1


def test_standard_input_may_be_lines_or_one_object() -> None:
    lines = "\n".join(json.dumps(log) for log in (figures(), played(seed=1)))
    for text in (lines, json.dumps(figures(), indent=2)):
        done = retally("verify", "-", "--format", "jsonl", text=text.encode())
        assert done.returncode == 0
        assert json.loads(done.stdout.splitlines()[0])["status"] == "incomplete"
        assert json.loads(done.stdout.splitlines()[0])["source"] == "-"


def test_a_folder_is_searched_in_order_and_deeply(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name in ("c.json", "a.jsonl", "b/x.ndjson", "ignored.txt"):
        write(tmp_path / name, figures())
    done = retally("verify", tmp_path, "--format", "jsonl")
    sources = [json.loads(line)["source"] for line in done.stdout.splitlines()]
    assert sources == [str(tmp_path / name) for name in ("a.jsonl", "b/x.ndjson", "c.json")]


def test_explain_says_why_44_goes_to_row_3(tmp_path: Path) -> None:
    log = figures(turns=[[44, 15, 14, 61]], row_choices=[], recorded={"penalties": [0, 0, 0, 0]})
    del log["recorded"]
    done = retally("explain", write(tmp_path / "f.json", log), "--round", "1", "--turn", "1")
    assert done.returncode == 0
    due = "ann: 44 goes to row 3: of the ends 15, 37, 43, 58 the largest below 44 is 43"
    assert due in done.stdout.decode().splitlines()


def test_score_itemises_heads() -> None:
    done = retally("score", "six_nimmt", "12", "14", "15", "21", "26", "--format", "json")
    assert json.loads(done.stdout) == {
        "total": 6,
        "items": [
            {"item": "12", "points": 1},
            {"item": "14", "points": 1},
            {"item": "15", "points": 2},
            {"item": "21", "points": 1},
            {"item": "26", "points": 1},
        ],
    }


@pytest.mark.parametrize("players", [2, 3, 7, 10])
def test_simulated_games_verify_and_come_again_byte_for_byte(players: int, tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    call = ["simulate", "six_nimmt", "--games", "6", "--players", str(players), "--seed", "5"]
    assert retally(*call, "-o", path).returncode == 0
    assert started(*call).stdout == path.read_bytes()  # where sets have another order
    other = retally(*call[:-1], "6").stdout
    assert other != path.read_bytes()
    done = retally("verify", path, "--format", "jsonl")
    assert [json.loads(line)["status"] for line in done.stdout.splitlines()] == ["verified"] * 6


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_simulated_games_may_be_packed(suffix: str, tmp_path: Path) -> None:
    call = ["simulate", "six_nimmt", "--games", "3", "--seed", "5", "-o"]
    packed, again = tmp_path / f"s.jsonl{suffix}", tmp_path / f"t.jsonl{suffix}"
    for path in (packed, again):
        assert retally(*call, path).returncode == 0
    assert packed.read_bytes() == again.read_bytes()
    assert b"3 games: 3 verified" in retally("verify", packed).stderr


@pytest.mark.parametrize("edition", ["amigo-2.10", "amigo-2.3", "older-sheet", "tactics", "logic"])
def test_every_edition_can_be_simulated_and_verified(edition: str, tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    retally("simulate", "six_nimmt", "--games", "5", "--edition", edition, "-o", path)
    assert b"5 games: 5 verified" in retally("verify", path).stderr


@pytest.mark.parametrize("game", [None, "six_nimmt"])
def test_the_schema_accepts_what_verify_reads(game: str | None) -> None:
    schema = json.loads(retally("schema", *([game] if game else [])).stdout)
    assert schema == json_schema(game)
    check = jsonschema.Draft202012Validator(schema)
    for log in (figures(), played(seed=1), played(seed=1, hand_deal="open_draft")):
        check.validate(log)
        any_log().validate_json(json.dumps(log))
    assert not check.is_valid(figures(rows=[1, 2, 3]))
    assert not check.is_valid({**figures(), "extra": 1})


def test_every_key_of_the_schema_is_described() -> None:
    schema = json_schema("six_nimmt")
    models = [schema, *schema["$defs"].values()]
    bare = [
        (model.get("title"), name)
        for model in models
        for name, spec in model.get("properties", {}).items()
        if "description" not in spec and "const" not in spec and "$ref" not in str(spec)
    ]
    assert bare == []


def test_a_closed_pipe_ends_the_program_quietly(tmp_path: Path) -> None:
    path = write(tmp_path / "many.jsonl", *[figures()] * 3000)
    command = f"{sys.executable} -m retally.cli.main verify {path} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=True, timeout=300)
    assert done.stdout.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


def test_the_version_is_the_package_s() -> None:
    assert retally("--version").stdout.startswith(b"retally 0.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--games", "2", "-o", "two.json"], "a .json file holds one game"),
        (["--players", "7", "--rule", "max_players=6"], "is played by 2 to 6 players"),
    ],
)
def test_simulate_writes_no_log_that_would_not_verify(
    arguments: list[str], said: str, tmp_path: Path
) -> None:
    done = retally("simulate", "six_nimmt", *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode()


def test_simulated_games_of_other_tables_have_other_ids() -> None:
    calls = [["six_nimmt"], ["six_nimmt", "--players", "3"], ["zaagox", "--players", "3"]]
    ids = [json.loads(retally("simulate", *call).stdout)["game_id"] for call in calls]
    assert len(set(ids)) == 3


def test_what_is_no_file_in_a_folder_is_named_and_holds_nothing_up(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.json")
    write(tmp_path / "b.json", figures())
    done = retally("verify", tmp_path)
    assert done.returncode == 3
    assert b"a.json: not a regular file" in done.stderr
    assert b"1 game: 1 incomplete" in done.stderr


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("utf16.json", b"\xff\xfe" + '{"a": 1}'.encode("utf-16-le")),
        ("not-packed.json.gz", b'{"a": 1}'),
        ("not-packed.jsonl.zst", b'{"a": 1}'),
    ],
)
def test_what_cannot_be_read_is_kept_as_it_stood(name: str, text: bytes, tmp_path: Path) -> None:
    tmp_path.joinpath(name).write_bytes(text)
    (log,) = raw_logs([str(tmp_path)])
    assert isinstance(log, RawLog)
    assert log.damage is not None
    assert log.raw == text
