"""`score_sign: negative` (N11): people see points taken away; nothing else ever changes."""

import json
from pathlib import Path

import pytest
from program import imported_by, retally
from warehouse import LOW, Warehouse

MINUS = ("--rule", "score_sign=negative")
WRONG = {**LOW, "recorded": {"totals": [3, 0], "winners": ["ann"]}}


@pytest.fixture
def file(tmp_path: Path) -> str:
    return Warehouse(tmp_path).file(LOW)


def out(*arguments: str) -> str:
    return retally(*arguments).stdout.decode()


def test_the_headline_of_a_verdict_has_the_sign(file: str) -> None:
    plain = f"verified: {file}:1  6 nimmt!  low  ann 3, bo 0  won by bo\n"
    assert out("verify", file) == plain
    assert out("verify", file, *MINUS) == plain.replace("ann 3", "ann -3")


def test_a_log_that_says_so_itself_is_shown_so(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    file = house.file({**WRONG, "rules": {**LOW["rules"], "score_sign": "negative"}})
    headline, *rest = out("verify", file).splitlines()
    assert headline.endswith("ann -3, bo 0  won by bo")
    assert "     | totals: ann -3, bo 0" in rest


def test_lines_for_programs_are_the_same(file: str) -> None:
    lines = out("verify", file, "--format", "jsonl")
    assert out("verify", file, "--format", "jsonl", *MINUS) == lines
    assert json.loads(lines)["scores"] == {"ann": 3, "bo": 0}


def test_explain_tells_points_instead_of_heads(file: str) -> None:
    plain = out("explain", file, "--turn", "1").splitlines()
    minus = out("explain", file, "--turn", "1", *MINUS).splitlines()
    assert plain[-1] == "heads so far: ann 3, bo 0"
    assert minus == [*plain[:-1], "points so far: ann -3, bo 0"]


def test_score_shows_the_sign_and_counts_heads() -> None:
    assert out("score", "six_nimmt", "5", "55", *MINUS).splitlines() == [
        "           5    -2",
        "          55    -7",
        "2+7 = 9 heads, in points -9",
    ]
    as_json = ("score", "six_nimmt", "5", "55", "--format", "json")
    assert out(*as_json, *MINUS) == out(*as_json)


def test_the_warehouse_keeps_penalties_as_they_are(tmp_path: Path) -> None:
    kept = []
    for sign in ("positive", "negative"):
        (tmp_path / sign).mkdir()
        house = Warehouse(tmp_path / sign)
        house.load({**WRONG, "rules": {**LOW["rules"], "score_sign": sign}})
        asked = ("from seats", "from rounds", "from turn_facts", "select message from findings")
        kept.append([house.ask(f"{query} order by all") for query in asked])
    assert kept[0] == kept[1]
    assert kept[1][0][0][:4] == ("low", 1, "ann", 3)


def test_verify_stays_light(file: str) -> None:
    assert not imported_by("verify", file, *MINUS) & {"numpy", "polars", "duckdb"}
