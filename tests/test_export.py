"""What leaves the warehouse: logs byte for byte, facts, plays; and logs of other versions."""

import gzip
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import duckdb
import pytest
from logs import figures, raw
from program import retally
from retally.pipeline.convert import converted
from retally.pipeline.reading import Unreadable
from warehouse import CORPUS, LOW, SHARED, SIXTH, Warehouse

SPREAD = json.dumps({**LOW, "game_id": "spread"}, indent=1).encode()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    house = Warehouse(tmp_path_factory.mktemp("house"))
    house.load(*CORPUS, {**LOW, "game_id": "<b>&"})
    (house.folder / "spread.json").write_bytes(SPREAD)
    retally("ingest", house.folder / "spread.json", "--db", house.db)
    return house


def test_stored_logs_come_out_byte_for_byte(house: Warehouse, tmp_path: Path) -> None:
    out = tmp_path / "logs"
    done = retally("export", "games", "-o", f"{out}/", "--db", house.db)
    assert done.returncode == 0, done.stderr
    assert {file.read_bytes() for file in out.iterdir()} >= {
        SPREAD, json.dumps(SIXTH, ensure_ascii=False).encode()
    }  # fmt: skip
    again = retally("export", "games", "-o", f"{out}/", "--db", house.db)
    assert (again.returncode, b"is not empty" in again.stderr) == (3, True)


def test_a_line_a_log_loads_as_the_same_games(house: Warehouse, tmp_path: Path) -> None:
    out = tmp_path / "logs.jsonl.gz"
    done = retally("export", "games", "-o", out, "--db", house.db)
    assert b"6 logs written, 1 of them put on one line each" in done.stderr
    logs = [json.loads(line) for line in gzip.decompress(out.read_bytes()).splitlines()]
    assert sorted(log["game_id"] for log in logs) == sorted(
        [*(log["game_id"] for log in CORPUS), "<b>&", "spread"]
    )
    again = retally("ingest", out, "--db", house.db)
    assert b"6 skipped" in again.stderr


def test_facts_come_out_as_parquet_by_game(house: Warehouse, tmp_path: Path) -> None:
    out = tmp_path / "it's facts"
    done = retally("export", "parquet", "-o", out, "--db", house.db)
    assert done.returncode == 0, done.stderr
    for table in ("games", "seats", "rounds", "six_nimmt_turns"):
        query = f"select count(*) from read_parquet('{str(out).replace(chr(39), chr(39) * 2)}/"
        found = duckdb.sql(f"{query}{table}/game=six_nimmt/*.parquet')").fetchall()
        assert found == house.ask(f"select count(*) from {table}"), table
    again = retally("export", "parquet", "-o", out, "--db", house.db)
    assert (again.returncode, b"is not empty" in again.stderr) == (3, True)
    assert retally("export", "parquet", "--db", house.db).returncode == 2


def test_plays_for_bg_stats_are_read_back_as_they_were(house: Warehouse, tmp_path: Path) -> None:
    out = tmp_path / "f.json"
    done = retally("export", "bgstats", "-o", out, "--db", house.db)
    assert b"1 game not finished, left out" in done.stderr
    assert b"2 plays without a date" in done.stderr
    made = json.loads(out.read_bytes())
    assert [(game["name"], game["bggId"], game["highestWins"]) for game in made["games"]] == [
        ("6 nimmt!", 432, False)
    ]
    names = {player["id"]: player["name"] for player in made["players"]}
    plays = {play["comments"]: play for play in made["plays"]}
    shared = plays["retally: mismatch, shared"]["playerScores"]
    assert [
        (names[one["playerRefId"]], one["score"], one["winner"], one["rank"], one["seatOrder"])
        for one in shared
    ] == [("ann", "0", True, 1, 1), ("bo", "0", True, 1, 2), ("cy", "7", False, 3, 3)]
    assert plays["retally: verified, low"]["playDate"] == "2026-11-30 20:15:00"
    back = retally("import", "bgstats", out)
    logs = [json.loads(line) for line in back.stdout.splitlines()]
    assert [log["recorded"]["totals"] for log in logs if log["players"] == SHARED["players"]] == [
        [0, 0, 7]
    ]


def test_plays_for_boardgamegeek_are_well_formed(house: Warehouse, tmp_path: Path) -> None:
    out = tmp_path / "plays.xml"
    assert retally("export", "bgg", "-o", out, "--db", house.db).returncode == 0
    root = ElementTree.fromstring(out.read_bytes())
    plays = {play.findtext("comments"): play for play in root.iter("play")}
    assert root.get("total") == str(len(plays)) == "5"
    low = plays["retally: verified, low"]
    assert low.get("date") == "2026-11-30"
    assert plays["retally: verified, sixth"].get("date") == "0000-00-00"
    (item,) = low.iter("item")
    assert (item.get("name"), item.get("objectid")) == ("6 nimmt!", "432")
    assert [(p.get("name"), p.get("score"), p.get("win")) for p in low.iter("player")] == [
        ("ann", "3", "0"), ("bo", "0", "1")
    ]  # fmt: skip
    assert "retally: verified, <b>&" in plays


def test_a_game_whose_log_is_damaged_has_no_date_and_no_log(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    house.load(LOW)
    house.ask("update logs set first_byte = first_byte + 1")
    done = retally("export", "bgstats", "--db", house.db)
    assert (done.returncode, b"1 play without a date" in done.stderr) == (0, True)
    done = retally("export", "games", "--db", house.db)
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"low: its stored log is damaged and left out" in done.stderr


def test_export_without_a_warehouse_or_a_place_to_write_says_so(
    house: Warehouse, tmp_path: Path
) -> None:
    assert retally("export", "bgg", "--db", tmp_path / "none.duckdb").returncode == 3
    nowhere = retally("export", "bgg", "-o", tmp_path / "no" / "f.xml", "--db", house.db)
    assert (nowhere.returncode, b"No such file" in nowhere.stderr) == (3, True)
    assert retally("export", "bgx", "--db", house.db).returncode == 2


# Other versions ---------------------------------------------------------------------------


def test_a_log_of_version_1_is_converted_to_itself(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(figures()) + "\n")
    done = retally("convert", path)
    assert (done.returncode, done.stdout) == (0, path.read_bytes())


@pytest.mark.parametrize("version", [2, 0, "1", None])
def test_an_unknown_version_is_named(version: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({**figures(), "retally": version}) + "\n")
    done = retally("convert", path)
    assert (done.returncode, done.stdout) == (1, b"")
    said = f'this is not version 1 of the log format: "retally" is {json.dumps(version)}'
    assert said in done.stderr.decode()
    assert b"0 logs of version 1, 1 refused" in done.stderr


def test_upgrades_are_applied_one_after_the_other() -> None:
    old = {**{key: value for key, value in figures().items() if key != "players"}, "retally": -1}

    def renamed(log: dict[str, Any]) -> dict[str, Any]:
        return {**log, "retally": 0, "names": ["ann", "bo", "cy", "di"]}

    def named(log: dict[str, Any]) -> dict[str, Any]:
        return {
            **{k: v for k, v in log.items() if k != "names"},
            "retally": 1,
            "players": log["names"],
        }

    made = converted(raw(old), {-1: renamed, 0: named})
    assert isinstance(made, bytes)
    assert json.loads(made) == figures()
    assert isinstance(converted(raw(old)), Unreadable)
