"""Foreign files straight into verify, ingest and explain: recognised, or named with --from."""

import gzip
import json
from pathlib import Path

import pytest
from foreign import SAMPLES
from program import retally
from retally.pipeline.importers.files import FORMATS, recognised
from warehouse import Warehouse

FORMS = {
    "cards.csv": "csv",
    "cards.xlsx": "csv",
    "scoresheet.csv": "scoresheet",
    "take6-engine.json": "take6-engine",
    "sixnimmt-events.jsonl": "sixnimmt-events",
    "bga-table.txt": "bga-text",
    "BGStatsExport.json": "bgstats",
}


def test_every_form_has_a_sample_that_is_recognised() -> None:
    found = {file.name: recognised(file.read_bytes()[: 2**16]) for file in SAMPLES.iterdir()}
    assert found == FORMS
    assert set(FORMS.values()) == set(FORMATS)


def test_logs_of_our_own_and_other_texts_are_recognised_as_none() -> None:
    home = SAMPLES.parent.parent
    for file in (*home.glob("sample_logs/*/*.json"), home / "README.md", Path(__file__)):
        if file.parent != SAMPLES:
            assert recognised(file.read_bytes()[: 2**16]) is None, file
    for text in (b"{}", b"[]", b"{broken", b"\x00\xff" * 50, b"a,b,c\n1,2,3\n", b"PK\x03\x04"):
        assert recognised(text) is None


@pytest.mark.parametrize("name", sorted(FORMS))
def test_verify_says_the_same_of_a_file_and_of_what_import_makes_of_it(
    name: str, tmp_path: Path
) -> None:
    made = tmp_path / "made.jsonl"
    assert retally("import", FORMS[name], SAMPLES / name, "-o", made).returncode == 0
    said = [retally("verify", path, "--format", "jsonl") for path in (SAMPLES / name, made)]
    direct, converted = [
        [{**json.loads(line), "source": "", "line": 0} for line in done.stdout.splitlines()]
        for done in said
    ]
    assert direct == converted
    assert direct
    named = retally("verify", SAMPLES / name, "--format", "jsonl", "--from", FORMS[name])
    assert named.stdout == said[0].stdout


def test_ingest_loads_them_with_the_file_and_line_of_origin(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    done = retally("ingest", *sorted(SAMPLES.iterdir()), "--db", house.db)
    assert b"7 files, 8 logs: 8 loaded (1 mismatched)" in done.stderr
    assert b"BGStatsExport.json: 1 play of other games left out" in done.stderr
    found = house.ask("select source, line, status from games order by source, line")
    assert [(Path(source).name, line, status) for source, line, status in found] == [
        ("BGStatsExport.json", 13, "unreplayable"),
        ("BGStatsExport.json", 18, "mismatch"),
        ("bga-table.txt", 3, "verified"),
        ("cards.csv", 2, "incomplete"),
        ("cards.xlsx", 2, "unclaimed"),
        ("scoresheet.csv", 2, "unreplayable"),
        ("sixnimmt-events.jsonl", 1, "incomplete"),
        ("take6-engine.json", 1, "verified"),
    ]
    checked = retally("audit", "--db", house.db)
    assert (checked.returncode, retally("reverify", "--db", house.db).returncode) == (0, 0)


def test_what_cannot_be_converted_is_a_reject_that_a_retry_leaves(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    broken = tmp_path / "broken.csv"
    broken.write_text(SAMPLES.joinpath("cards.csv").read_text("utf-8").replace(",61,", ",x,"))
    assert retally("ingest", broken, "--db", house.db).returncode == 1
    (reject,) = house.ask("select line, game_id, status, code, reason from rejects")
    assert reject[:4] == (2, "figures-as-a-table", "unreadable", "LOG018")
    assert 'column card: a whole number is due, not "x"' in reject[4]
    again = retally("rejects", "--retry", "--db", house.db)
    assert b"part of a damaged or foreign file" in again.stderr
    assert house.ask("select count(*) from rejects") == [(1,)]


def test_starting_rows_in_a_second_file_need_the_form_named(tmp_path: Path) -> None:
    cards = tmp_path / "cards.csv"
    cards.write_text("game_id,round,turn,player,card\ng,1,1,ann,14\ng,1,1,bo,61\n")
    rows = tmp_path / "rows.csv"
    rows.write_text("game_id,round,row1,row2,row3,row4\ng,1,12,37,43,58\n")
    named = retally("verify", "--from", "csv", cards, rows)
    assert b"incomplete: " in named.stdout
    alone = retally("verify", cards)
    assert (alone.returncode, b"in a second file with --from csv" in alone.stdout) == (1, True)


def test_explain_tells_a_turn_of_a_foreign_game() -> None:
    done = retally("explain", SAMPLES / "cards.csv", "--turn", "2")
    assert b"so cy takes 12 14 15 21 26 and 30 starts the row" in done.stdout
    sheet = retally("explain", SAMPLES / "scoresheet.csv", "--round", "2", "--turn", "1")
    assert b"only scores were written down" in sheet.stdout


def test_packed_files_and_standard_input_are_recognised_too(tmp_path: Path) -> None:
    text = SAMPLES.joinpath("cards.csv").read_bytes()
    packed = tmp_path / "cards.csv.gz"
    packed.write_bytes(gzip.compress(text))
    for done in (retally("verify", packed), retally("verify", "-", text=text)):
        assert b"figures-as-a-table" in done.stdout
    packed.write_bytes(gzip.compress(text)[:-30])
    damaged = retally("verify", packed)
    assert (damaged.returncode, b"LOG014" in damaged.stdout) == (1, True)


@pytest.mark.parametrize("command", ["verify", "ingest", "explain"])
def test_a_form_that_is_not_known_is_wrong_usage(command: str, tmp_path: Path) -> None:
    more = {"explain": ["--turn", "1"], "ingest": ["--db", str(tmp_path / "w.duckdb")]}
    done = retally(command, "--from", "bgstat", "x.json", *more.get(command, []))
    assert (done.returncode, b"did you mean bgstats?" in done.stderr) == (2, True)
    assert not (tmp_path / "w.duckdb").exists()
