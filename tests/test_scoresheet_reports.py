"""Scoresheets: what is checked of them, and that no report mixes them with replayed games."""

import json
from pathlib import Path
from typing import Any

import pytest
from foreign import SAMPLES, Folder
from intervals import mean_of, share
from logs import codes, verdict
from retally.pipeline.ingest import ingest
from retally.pipeline.reports import reported, reports
from retally.pipeline.store import writing
from warehouse import CORPUS, Warehouse

SHEET: dict[str, Any] = {
    # ann 30 + 40, bo 10 + 2: the second round ends it at 70, bo wins with 12.
    "retally": 1,
    "game": "six_nimmt",
    "game_id": "sheet",
    "players": ["ann", "bo"],
    "played_at": "2026-10-01T20:00:00Z",
    "rules": {"edition": "amigo-2.10"},
    "scoresheet": [[30, 10], [40, 2]],
    "recorded": {"totals": [70, 12], "winners": ["bo"], "ranks": [2, 1]},
}
TOTALS = {**SHEET, "game_id": "totals", "scoresheet": [], "recorded": {"totals": [66, 66]}}
OPEN = {**SHEET, "game_id": "open", "scoresheet": [[30, 10]], "recorded": {}}
WRONG = {**SHEET, "game_id": "wrong", "recorded": {"totals": [71, 12]}}


def changed(**recorded: Any) -> dict[str, Any]:
    return {**SHEET, "recorded": {**SHEET["recorded"], **recorded}}


def test_a_sheet_that_adds_up_is_unreplayable_and_nothing_is_said() -> None:
    judged = verdict(SHEET)
    assert (judged.status, judged.findings) == ("unreplayable", ())
    assert (judged.scores, judged.winners) == ({"ann": 70, "bo": 12}, ("bo",))
    assert verdict(OPEN).status == "unreplayable"
    assert verdict(OPEN).winners == ()
    assert verdict(TOTALS).winners == ("ann", "bo")


@pytest.mark.parametrize(
    ("log", "found"),
    [
        (changed(totals=[70, 13]), ["SCORE004"]),
        (changed(winners=["ann"]), ["SCORE005"]),
        (changed(ranks=[1, 2]), ["SCORE007"]),
        (changed(ranks=[2, 2]), ["SCORE007"]),
        ({**OPEN, "recorded": {"winners": ["bo"]}}, ["SCORE006"]),
        ({**SHEET, "scoresheet": [[30, 10], [40, 2], [1, 1]], "recorded": {}}, ["PLAY006"]),
        ({**SHEET, "scoresheet": [[100, 72]], "recorded": {}}, ["SCORE008"]),
        ({**SHEET, "scoresheet": [], "recorded": {}}, ["LOG010"]),
        ({**SHEET, "scoresheet": [[30, 10, 1], [40, 2]]}, ["LOG010"]),
        ({**SHEET, "scoresheet": [[30, -1], [40, 2]]}, ["LOG009"]),
        ({**SHEET, "rounds": []}, ["LOG007"]),
        ({**SHEET, "players": ["ann"] * 2}, ["LOG013", "LOG012"]),
        ({**SHEET, "players": [f"p{n}" for n in range(11)], "scoresheet": [[6] * 11] * 11,
          "recorded": {}}, ["PLAY001"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_sheet_is_said(log: Any, found: list[str]) -> None:
    assert codes(verdict(log)) == found


def test_places_may_be_counted_with_gaps_or_without() -> None:
    three = {**SHEET, "players": ["a", "b", "c"], "scoresheet": [[5, 5, 70]]}
    for ranks in ([1, 1, 3], [1, 1, 2]):
        assert verdict({**three, "recorded": {"ranks": ranks}}).findings == ()


def test_another_reading_is_named_for_a_sheet_too() -> None:
    late = verdict({**SHEET, "scoresheet": [[66, 0], [3, 1]], "recorded": {}})
    assert late.findings[0].legal_under == {"end_comparison": "more_than"}
    fifty = verdict({**TOTALS, "recorded": {"totals": [50, 3], "winners": ["bo"]}})
    assert fifty.findings[0].legal_under == {"end_threshold": 50}


# Reports ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> tuple[Warehouse, Warehouse]:
    """The games of the other reports, alone and with scoresheets of the same players."""
    alone = Warehouse(tmp_path_factory.mktemp("alone"))
    alone.load(*CORPUS)
    mixed = Warehouse(alone.folder)
    mixed.db = str(alone.folder / "mixed.duckdb")
    mixed.load(*CORPUS)
    with mixed.writing() as connection:
        ingest(connection, [mixed.file(SHEET, TOTALS, OPEN, WRONG, name="sheets.jsonl")])
    return alone, mixed


def answer(house: Warehouse, report: str, **given: str) -> list[Any]:
    with reported(house.db, report, given) as found:
        return list(found.rows())


@pytest.mark.parametrize("report", sorted(reports()))
def test_no_report_of_replayed_games_changes_by_a_scoresheet(
    report: str, houses: tuple[Warehouse, Warehouse]
) -> None:
    alone, mixed = houses
    needed = dict.fromkeys(reports()[report].needed, "bo")
    if report.startswith("scoresheet"):
        assert answer(alone, report, **needed) == []
        assert answer(mixed, report, **needed) != []
    else:
        assert answer(mixed, report, **needed) == answer(alone, report, **needed)


def test_scoresheets(houses: tuple[Warehouse, Warehouse]) -> None:
    with reported(houses[1].db, "scoresheets", {}) as found:
        names = [column.name for column in found.columns]
        rows = [dict(zip(names, row, strict=True)) for row in found.rows()]
    shown = ("game_id", "status", "holds", "rounds", "players", "scores", "winners", "errors")
    assert [tuple(row[name] for name in shown) for row in rows] == [
        ("open", "unreplayable", "rounds", 1, ["ann", "bo"], [30, 10], [], 0),
        ("sheet", "unreplayable", "rounds", 2, ["ann", "bo"], [70, 12], ["bo"], 0),
        ("totals", "unreplayable", "totals", 0, ["ann", "bo"], [66, 66], ["ann", "bo"], 0),
        ("wrong", "mismatch", "rounds", 2, ["ann", "bo"], [70, 12], ["bo"], 1),
    ]
    assert len(answer(houses[1], "scoresheets", player="ann")) == 4


def test_scoresheet_standings(houses: tuple[Warehouse, Warehouse]) -> None:
    # games, finished, wins, shared, shares, rate, mean score, mean rank, few; open is not finished.
    # bo: wins sheet and wrong alone, half of totals; (12+66+12)/3. ann: (70+66+70)/3; 2, 1, 2.
    assert answer(houses[1], "scoresheet-standings") == [
        ("six_nimmt", "bo", 4, 3, 3, 1, 2.5, *share(2.5, 3), *mean_of([12, 66, 12]), 1.0, True),
        ("six_nimmt", "ann", 4, 3, 1, 1, 0.5, *share(0.5, 3), *mean_of([70, 66, 70]), 1.667, True),
    ]


def test_the_warehouse_keeps_them_apart_and_holds_together(
    houses: tuple[Warehouse, Warehouse],
) -> None:
    mixed = houses[1]
    assert mixed.ask("select game_id, holds from scoresheets order by game_id") == [
        ("open", "rounds"), ("sheet", "rounds"), ("totals", "totals"), ("wrong", "rounds")
    ]  # fmt: skip
    assert mixed.ask("select count(*) from replayed_games") == [(len(CORPUS),)]
    assert mixed.ask(
        "select round, seat, points, running_total, recorded_points from rounds"
        " where game_id = 'sheet' order by round, seat"
    ) == [(1, 1, 30, 30, 30), (1, 2, 10, 10, 10), (2, 1, 40, 70, 40), (2, 2, 2, 12, 2)]
    assert mixed.ask("select seat, \"rank\" from seats where game_id = 'sheet' order by seat") == [
        (1, 2),
        (2, 1),
    ]


def test_strict_lets_no_scoresheet_in(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    totals = house.load(SHEET, strict=True)
    assert totals.counts["rejected"] == 1
    reason = "not fully verified, but unreplayable (--strict)"
    assert house.ask("select reason from rejects") == [(reason,)]


# Files ------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


LONG = "game_id,round,player,score\ng,1,ann,30\ng,1,bo,10\ng,2,ann,40\ng,2,bo,2\n"
WIDE = "Round;ann;bo\n1;30;10\n2;40;2\ntotal;70;12\nrank;2;1\nwinner;;x\n"


@pytest.mark.parametrize(
    "text", [LONG, LONG.replace("score", "Heads"), "\ufeff" + LONG.replace(",", ";"), WIDE]
)
def test_both_forms_of_a_table_become_the_same_sheet(text: str, folder: Folder) -> None:
    (log,) = folder.logs(text)
    assert (log["players"], log["scoresheet"]) == (["ann", "bo"], [[30, 10], [40, 2]])
    assert [one.status for one in folder.verdicts(text)] == ["unreplayable"]


def test_totals_places_and_winner_of_a_table_are_claims(folder: Folder) -> None:
    (log,) = folder.logs(WIDE)
    assert log["recorded"] == {"totals": [70, 12], "ranks": [2, 1], "winners": ["bo"]}
    long = "round,player,score,total,rank,winner\n1,ann,70,70,2,no\n1,bo,3,3,1,yes\n"
    assert folder.logs(long)[0]["recorded"] == {
        "totals": [70, 3], "ranks": [2, 1], "winners": ["bo"]
    }  # fmt: skip
    assert [said.code for said in folder.errors(WIDE.replace("70;12", "70;13"))] == ["SCORE004"]


def test_columns_of_others_games_are_no_players(folder: Folder) -> None:
    text = "game_id,round,ann,bo,cy\na,1,66,3,\nb,1,,3,70\n"
    assert [log["players"] for log in folder.logs(text)] == [["ann", "bo"], ["bo", "cy"]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LONG.replace("30", "thirty"), "line 2: score of ann: a whole number is due, not thirty"),
        (LONG.replace("30", "-3"), "line 2: score of ann: input should be greater than or equal"),
        (LONG.replace("30", ""), "line 2: score of ann: a whole number is due, the cell is empty"),
        (LONG.replace("g,2,bo,2\n", ""), "round 2: no score of bo"),
        (LONG.replace("g,2", "g,3"), "round 2 is missing; there is a round 3"),
        (LONG + "g,2,bo,2\n", "line 6: a second score of bo in this round"),
        (LONG.replace("g,1,ann", "g,1,"), "line 2: column player is empty"),
        (LONG.replace("g,1,ann", "g,one,ann"), "column round: a number or total is due, not one"),
        (WIDE.replace("total;70;12", "total;70;"), "line 4: total of bo: a whole number is due"),
        (WIDE.replace(";x", ";maybe"), "a mark for the winner is due, not maybe"),
        ("a,b\n1,2\n", "columns round, player, score, or round and a column a player are due"),
        ("Round,ann,ann\n1,2,3\n", "two columns are named ann"),
    ],
)
def test_a_table_that_is_no_sheet_is_a_finding_with_its_line(
    text: str, said: str, folder: Folder
) -> None:
    found = folder.errors(text, form="scoresheet")
    assert any(said in each.message for each in found), found


EXPORT: Any = json.loads(SAMPLES.joinpath("BGStatsExport.json").read_bytes())


def export(**changes: Any) -> str:
    """The sample export, its first play with other scores."""
    made = json.loads(json.dumps(EXPORT))
    made["plays"][0]["playerScores"][0].update(changes)
    return json.dumps(made)


def test_plays_of_six_nimmt_are_taken_and_others_counted(folder: Folder) -> None:
    text = json.dumps(EXPORT)
    first, second = folder.logs(text)
    assert first["recorded"] == {"totals": [31, 12, 70], "winners": ["Bo"], "ranks": [2, 1, 3]}
    assert first["game_id"] == f"bgstats-{EXPORT['plays'][0]['uuid']}"
    assert first["meta"]["bgstats"] == {
        "uuid": EXPORT["plays"][0]["uuid"], "playDate": "2026-10-03 20:15:00", "players": [1, 2, 3]
    }  # fmt: skip
    assert second["players"] == ["Bo", "Ann"]
    assert folder.told(text) == ["1 play of other games left out"]


def test_seats_and_sums_of_a_play_are_read_as_the_app_has_them(folder: Folder) -> None:
    (log, _) = folder.logs(export(score="10+21", seatOrder=9))
    assert (log["players"], log["recorded"]["totals"]) == (["Bo", "Cy", "Ann"], [12, 70, 31])


@pytest.mark.parametrize(
    ("text", "path", "said"),
    [
        (export(score="many"), "plays[0].playerScores[0].score", 'not "many"'),
        (export(score="-5"), "plays[0].playerScores[0].score", 'not "-5"'),
        (export(score=None), "plays[0].playerScores[0]", "not null"),
        (export(playerRefId=9), "plays[0].playerScores[0].playerRefId", "unknown player 9"),
        (export(winner="yes"), "plays[0].playerScores[0].winner", "valid boolean"),
        (json.dumps({**EXPORT, "players": {}}), "players", "valid array"),
        (json.dumps(EXPORT)[:-30], "$", "not JSON"),
        (json.dumps({**EXPORT, "games": []}), "plays[0].gameRefId", "unknown game 1"),
    ],
)
def test_a_play_that_is_no_sheet_is_a_finding_with_its_place(
    text: str, path: str, said: str, folder: Folder
) -> None:
    found = folder.errors(text, form="bgstats")
    assert any(said in each.message and each.path == path for each in found), found


def test_a_foreign_game_is_loaded_once_and_stays_when_it_is_verified_again(tmp_path: Path) -> None:
    path = str(SAMPLES / "BGStatsExport.json")
    house = Warehouse(tmp_path)
    with writing(house.db) as connection:
        first = ingest(connection, [path])
        second = ingest(connection, [path])
    assert (first.counts["loaded"], second.counts["skipped"]) == (2, 2)
    assert house.ask("select count(*) from scoresheets") == [(2,)]
