"""Every report on four small games, whose numbers were worked out by hand (see warehouse.py).

ann played figures (1 head, unfinished), low (3, second of two) and shared (0, wins with bo).
bo played figures (0), low (0, wins), shared (0, wins with ann) and sixth (11, second of two).
cy played figures (6), shared (7, third of three) and sixth (0, wins). di played figures (0).
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from intervals import mean_of, share
from program import retally
from retally.pipeline.reports import UnknownName, read_report, reported, reports
from warehouse import CORPUS, ILLEGAL, LOW, Warehouse


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    house = Warehouse(tmp_path_factory.mktemp("house"))
    house.load(*CORPUS, ILLEGAL)
    return house


def answer(house: Warehouse, report: str, **given: Any) -> list[tuple[Any, ...]]:
    with reported(house.db, report, given) as found:
        return list(found.rows())


def named(house: Warehouse, report: str, **given: str) -> list[dict[str, Any]]:
    with reported(house.db, report, given) as found:
        names = [column.name for column in found.columns]
        return [dict(zip(names, row, strict=True)) for row in found.rows()]


def test_standings(house: Warehouse) -> None:
    # games, finished, wins, shared, shares, rate, mean, spread, lowest, highest, mean rank, few:
    # bo wins low alone and half of shared, 1.5 of 3; (0+0+11)/3; ranks 1, 1, 2.
    # cy wins sixth, 1 of 2; (7+0)/2; ranks 3, 1. ann: half of shared, 0.5 of 2; (3+0)/2; 2, 1.
    bo, cy, ann, nothing = mean_of([0, 0, 11]), mean_of([7, 0]), mean_of([3, 0]), (None,) * 3
    assert answer(house, "standings") == [
        (
            "six_nimmt",
            "bo",
            4,
            3,
            2,
            1,
            1.5,
            *share(1.5, 3),
            *bo,
            6.351,
            0,
            11,
            *mean_of([1, 1, 2]),
            True,
        ),
        ("six_nimmt", "cy", 3, 2, 1, 0, 1.0, *share(1, 2), *cy, 4.95, 0, 7, *mean_of([3, 1]), True),
        (
            "six_nimmt",
            "ann",
            3,
            2,
            1,
            1,
            0.5,
            *share(0.5, 2),
            *ann,
            2.121,
            0,
            3,
            *mean_of([2, 1]),
            True,
        ),
        ("six_nimmt", "di", 1, 0, 0, 0, 0.0, *nothing, *nothing, None, None, None, *nothing, True),
    ]
    assert [row[1] for row in answer(house, "standings", player="ann")] == ["ann"]
    assert len(answer(house, "standings", game="six_nimmt")) == 4


def test_win_shares_of_all_players_add_up_to_the_finished_games(house: Warehouse) -> None:
    assert sum(row["win_shares"] for row in named(house, "standings")) == 3


def test_player(house: Warehouse) -> None:
    # bo: one turn in low and shared, three in figures and in sixth; sixth card for 11.
    # No round of these goes on until the hands are empty.
    won, scored, took = share(1.5, 3), mean_of([0, 0, 11]), share(1, 8)
    assert named(house, "player", player="bo") == [
        {
            "game": "six_nimmt",
            "games": 4,
            "finished_games": 3,
            "wins": 2,
            "shared_wins": 1,
            "win_shares": 1.5,
            "win_share_rate": 0.5,
            "win_share_rate_low": won[1],
            "win_share_rate_high": won[2],
            "points_in_finished_games": 11,
            "points_a_game": 3.667,
            "points_a_game_low": scored[1],
            "points_a_game_high": scored[2],
            "score_sd": 6.351,
            "rounds": 4,
            "whole_rounds": 0,
            "points_in_whole_rounds": 0,
            "points_a_round": None,
            "points_a_round_low": None,
            "points_a_round_high": None,
            "turns": 8,
            "sixth_card_takes": 1,
            "sixth_card_points": 11,
            "low_card_takes": 0,
            "low_card_points": 0,
            "take_rate": 0.125,
            "take_rate_low": took[1],
            "take_rate_high": took[2],
            "points_a_take": 11.0,
            "points_a_take_low": None,
            "points_a_take_high": None,
            "fewest_points_in_a_round": None,
            "fewest_in": None,
            "most_points_in_a_round": None,
            "most_in": None,
            "few": True,
        }
    ]


def test_player_has_sixth_and_low_cards_apart(house: Warehouse) -> None:
    # cy took 6 with a sixth card in figures and 7 with a low one in shared; 13 in 2 takes.
    (card,) = named(house, "player", player="cy")
    takes = ("sixth_card_takes", "sixth_card_points", "low_card_takes", "low_card_points")
    assert [card[name] for name in takes] == [1, 6, 1, 7]
    assert (card["points_a_take"], card["turns"]) == (6.5, 7)


def test_player_counts_points_a_round_in_whole_rounds_alone(tmp_path: Path) -> None:
    # Eight turns fill the rows 1 to 5, 21 to 25, 41 to 45, 61 to 65. Then ann's 66 is the
    # sixth card of the last: 1+1+1+1+2 = 6 heads. All others go behind it: bo has 0.
    filling = [[n, n + 20] for n in (2, 3, 4, 5, 42, 43, 44, 45)]
    whole = {"rows": [1, 21, 41, 61], "turns": [*filling, [66, 67], [68, 69]]}
    # The recording stops in round 2, where ann's 3 is low and takes row 4 (55, 7 heads), and in
    # round 1 of the other game, where her 3 takes 58 (1 head).
    begun = {"rows": [12, 37, 43, 55], "turns": [[3, 59]], "row_choices": [4]}
    short = {"rows": [12, 37, 43, 58], "turns": [[3, 59]], "row_choices": [4]}
    house = Warehouse(tmp_path)
    plain = {**LOW, "rules": {"edition": "amigo-2.10"}, "recorded": {}}
    house.load(
        {**plain, "game_id": "two", "rounds": [whole, begun]},
        {**plain, "game_id": "one", "rounds": [short]},
    )
    shown = ("rounds", "whole_rounds", "points_in_whole_rounds", "points_a_round")
    shown += ("fewest_points_in_a_round", "fewest_in", "most_points_in_a_round", "most_in")
    (ann,), (bo,) = (named(house, "player", player=player) for player in ("ann", "bo"))
    assert [ann[name] for name in shown] == [3, 1, 6, 6.0, 6, "two round 1", 6, "two round 1"]
    assert [bo[name] for name in shown] == [3, 1, 0, 0.0, 0, "two round 1", 0, "two round 1"]


def test_player_without_a_take_or_an_end_has_no_rate(house: Warehouse) -> None:
    (card,) = named(house, "player", player="di")
    assert (card["points_a_take"], card["win_share_rate"], card["points_a_game"]) == (None,) * 3


def test_games(house: Warehouse) -> None:
    # Those with a date first. In shared one of three recorded scores is wrong (8, not 7).
    shown = ("game_id", "status", "rounds", "players", "winners", "lowest_score", "highest_score")
    shown += ("wrong_scores", "recorded_scores", "line")
    assert [tuple(row[name] for name in shown) for row in named(house, "games")] == [
        ("low", "verified", 1, ["ann", "bo"], ["bo"], 0, 3, 0, 2, 2),
        ("figures-1-to-4", "incomplete", 1, ["ann", "bo", "cy", "di"], [], 0, 6, 0, 4, 1),
        ("shared", "mismatch", 1, ["ann", "bo", "cy"], ["ann", "bo"], 0, 7, 1, 3, 3),
        ("sixth", "verified", 1, ["bo", "cy"], ["cy"], 0, 11, 0, 0, 4),
    ]
    assert [row["game_id"] for row in named(house, "games", player="di")] == ["figures-1-to-4"]


def test_rounds(house: Warehouse) -> None:
    assert answer(house, "rounds") == [
        ("six_nimmt", "figures-1-to-4", 1, 1, "ann", 1, 1, 1, 0),
        ("six_nimmt", "figures-1-to-4", 1, 2, "bo", 0, 0, 0, 0),
        ("six_nimmt", "figures-1-to-4", 1, 3, "cy", 6, 6, 6, 0),
        ("six_nimmt", "figures-1-to-4", 1, 4, "di", 0, 0, 0, 0),
        ("six_nimmt", "low", 1, 1, "ann", 3, 3, None, None),
        ("six_nimmt", "low", 1, 2, "bo", 0, 0, None, None),
        ("six_nimmt", "shared", 1, 1, "ann", 0, 0, None, None),
        ("six_nimmt", "shared", 1, 2, "bo", 0, 0, None, None),
        ("six_nimmt", "shared", 1, 3, "cy", 7, 7, None, None),
        ("six_nimmt", "sixth", 1, 1, "bo", 11, 11, 11, 0),
        ("six_nimmt", "sixth", 1, 2, "cy", 0, 0, 0, 0),
    ]


def test_cards(house: Warehouse) -> None:
    # card, heads, played, appends, sixth, low, takes, heads taken, a play, taken later, few.
    # 3 took 37 (1) in figures and 55 (7) in shared. 30 took 14 15 21 26, 15 took 11 to 14.
    def row(
        card: int,
        heads: int,
        played: int,
        sixth: int = 0,
        low: int = 0,
        *,
        later: int = 0,
        took: tuple[float, ...] = (),
    ) -> tuple[Any, ...]:
        takes = sixth + low
        paid = [*took, *[0.0] * (played - takes)]
        laid = (card, heads, played, played - takes, sixth, low, *share(takes, played))
        return (*laid, sum(took), *mean_of(paid), later, *share(later, played), True)

    assert answer(house, "cards") == [
        row(3, 1, 2, 0, 2, took=(1, 7)),
        row(5, 2, 1, 0, 1, took=(3,)),
        row(9, 1, 1),
        row(11, 5, 1, later=1),
        row(12, 1, 1, later=1),
        row(13, 1, 1, later=1),
        row(14, 1, 2, later=2),
        row(15, 2, 2, 1, later=1, took=(11,)),
        row(21, 1, 1, later=1),
        row(26, 1, 1, later=1),
        row(30, 3, 1, 1, took=(6,)),
        row(36, 1, 1),
        row(41, 1, 2),
        row(44, 5, 1),
        row(50, 3, 1),
        row(61, 1, 1),
        row(68, 1, 1),
        row(71, 1, 1),
        row(83, 1, 1),
    ]
    assert [row[0] for row in answer(house, "cards", player="di")] == [36, 61, 83]


def test_findings(house: Warehouse) -> None:
    # severity, code, findings, logs, loaded, rejected, first place, first message.
    at = f"{house.folder}/a.jsonl"
    differs = "bull heads of cy in all: 7, recorded: 8"
    dearer = "cy takes row 1 (bull heads: 7) where a cheaper one would do (bull heads: 3);"
    dearer += " some sheets forbid it"
    assert answer(house, "findings") == [
        ("error", "DEAL001", 1, 1, 0, 1, f"{at}:5", "card 5 is in this deal twice"),
        ("error", "SCORE004", 1, 1, 1, 0, f"{at}:3", differs),
        ("note", "PLAY101", 1, 1, 1, 0, f"{at}:3", dearer),
    ]
    assert [row[1] for row in answer(house, "findings", player="bo")] == ["DEAL001"]


def test_head_to_head(house: Warehouse) -> None:
    # ann and bo met in low (bo ahead, 3 to 0) and shared (level); di finished no game.
    # bo and cy met in shared (bo ahead, 0 to 7) and sixth (cy ahead, 11 to 0): mean 2.
    def row(player: str, rival: str, ahead: int, level: int, *scores: float) -> tuple[Any, ...]:
        n = len(scores)
        met = (n, ahead, level, n - ahead - level)
        return ("six_nimmt", player, rival, *met, *share(ahead, n), *mean_of(list(scores)), True)

    assert answer(house, "head-to-head") == [
        row("ann", "bo", 0, 1, 3, 0),
        row("ann", "cy", 1, 0, -7),
        row("bo", "ann", 1, 1, -3, 0),
        row("bo", "cy", 1, 0, -7, 11),
        row("cy", "ann", 0, 0, 7),
        row("cy", "bo", 1, 0, 7, -11),
    ]
    assert len(answer(house, "head-to-head", player="cy")) == 2


# The files --------------------------------------------------------------------------------


def test_every_report_has_a_header_and_takes_what_it_says() -> None:
    for report in reports().values():
        assert report.title
        assert report.grain.startswith("one row per ")
        assert set(report.parameters) == set(re.findall(r"\$(\w+)", _code(report)))
        assert "select *" not in report.query
        assert "order by" in report.query


def _code(report: Any) -> str:
    lines = report.query.splitlines()
    return "\n".join(line for line in lines if not line.startswith("--"))


def test_every_report_is_tested_here_or_beside_its_game() -> None:
    beside = "".join(file.read_text("utf-8") for file in Path(__file__).parent.glob("*_reports.py"))
    tested = set(re.findall(r"^def (test_\w+)\(", beside, re.MULTILINE))
    assert {f"test_{name.replace('-', '_')}" for name in reports()} <= tested


def test_a_report_without_its_grain_is_a_fault_of_ours() -> None:
    with pytest.raises(ValueError, match="does not tell its grain"):
        read_report("x", "-- Title.\n-- More.\nselect 1")


def test_every_report_works_on_an_empty_warehouse(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    house.load()
    for name, report in reports().items():
        if not report.needed:
            assert answer(house, name) == []


# Names ------------------------------------------------------------------------------------


MORE = ", --edition, --from, --to"


@pytest.mark.parametrize(
    ("report", "given", "said"),
    [
        ("standing", {}, "no report 'standing'; did you mean standings?"),
        ("player", {}, "report player needs --player"),
        ("player", {"player": "an"}, "no player 'an'; did you mean ann?"),
        ("player", {"player": "zoe"}, "no player 'zoe'; there are ann, bo, cy, di"),
        ("games", {"game": "sixnimmt"}, "no game 'sixnimmt'; did you mean six_nimmt?"),
        ("cards", {"game": "six_nimmt"}, "report cards takes no --game; it takes --player" + MORE),
    ],
)
def test_a_name_that_is_not_there_is_said_with_the_nearest(
    house: Warehouse, report: str, given: dict[str, str], said: str
) -> None:
    with pytest.raises(UnknownName) as fault:
        answer(house, report, **given)
    assert str(fault.value) == said


def test_a_player_is_found_however_the_name_is_composed(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    house.load({**CORPUS[1], "players": ["Zo\u00eb", "'; drop table seats; --"], "recorded": {}})
    assert len(answer(house, "standings", player="Zoe\u0308")) == 1
    assert len(answer(house, "player", player="'; drop table seats; --")) == 1


# The command ------------------------------------------------------------------------------


def test_report_prints_rows_and_lists_what_there_is(house: Warehouse) -> None:
    done = retally("report", "head-to-head", "--player", "ann", "--db", house.db)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines() == [
        "game,player,rival,games,ahead,level,behind,ahead_rate,ahead_rate_low,ahead_rate_high,"
        "mean_score_difference,mean_score_difference_low,mean_score_difference_high,few",
        "six_nimmt,ann,bo,2,0,1,1,0.0,0.0,0.658,1.5,-17.559,20.559,true",
        "six_nimmt,ann,cy,1,1,0,0,1.0,0.207,1.0,-7.0,,,true",
    ]
    done = retally(
        "report", "games", "--from", "2026-11-30", "--to", "2026-11-30", "--db", house.db
    )
    assert [line.split(b",")[0] for line in done.stdout.splitlines()] == [b"game_id", b"low"]
    done = retally(
        "report", "standings", "--min-games", "3", "--edition", "amigo-2.10", "--db", house.db
    )
    assert [line.split(b",")[1] for line in done.stdout.splitlines()] == [b"player", b"bo"]
    done = retally("report", "--format", "jsonl", "--db", "nowhere.duckdb")
    listed = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["report"] for row in listed] == sorted(reports())
    assert {
        "report": "standings",
        "title": "Standings: games, wins and scores of every player, with 95 % intervals",
        "grain": "one row per game kind and player; unfinished games count in games alone",
        "parameters": "--player: only this player; --game: only this game kind;"
        " --edition: only games of this edition; --from: only games of this day or later;"
        " --to: only games of this day or earlier;"
        " --min-games: only who played at least so many games to their end",
    } in listed


def test_report_ends_with_2_for_a_wrong_name_and_3_without_a_warehouse(house: Warehouse) -> None:
    done = retally("report", "gmaes", "--db", house.db)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"Error: no report 'gmaes'; did you mean games?\n"
    done = retally("report", "games", "--db", "nowhere.duckdb", cwd=house.folder)
    assert done.returncode == 3
    assert b"there is no warehouse nowhere.duckdb; retally ingest makes one" in done.stderr
