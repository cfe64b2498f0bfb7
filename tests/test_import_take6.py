"""States of the npm package take6-engine: fifty that it made itself, and broken ones."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from foreign import SAMPLES, Folder
from retally.pipeline.importers.files import raw_logs
from retally.pipeline.sources import RawLog
from retally.pipeline.verify import check

FIFTY = Path(__file__).parent / "imports" / "take6-engine-50-games.jsonl.zst"
STATE: Any = json.loads(SAMPLES.joinpath("take6-engine.json").read_bytes())


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def changed(*path: Any, to: Any) -> str:
    """The sample with another value at a place; None takes it away."""
    state = copy.deepcopy(STATE)
    there = state
    for step in path[:-1]:
        there = there[step]
    if to is None:
        del there[path[-1]]
    else:
        there[path[-1]] = to
    return json.dumps(state)


def first(kind: str) -> int:
    """Where in the log the first move or event of a name stands."""
    named = [item.get("move", item.get("event", {})).get("name") for item in STATE["log"]]
    return named.index(kind)


def test_fifty_games_of_the_package_itself_all_verify() -> None:
    checked = [check(raw) for raw in raw_logs([str(FIFTY)]) if isinstance(raw, RawLog)]
    assert [one.verdict.status for one in checked] == ["verified"] * 50
    tables = [len(one.log.players) for one in checked if one.log]
    assert {seats: tables.count(seats) for seats in range(2, 11)} == {
        2: 5, 3: 6, 4: 6, 5: 6, 6: 6, 7: 6, 8: 5, 9: 5, 10: 5
    }  # fmt: skip


def test_what_a_state_says_of_itself_becomes_a_claim(folder: Folder) -> None:
    (log,) = folder.logs(json.dumps(STATE))
    assert log["rules"] == {"edition": "amigo-2.10", "end_threshold": 20}
    assert log["players"] == ["player 1", "player 2"]
    assert log["recorded"] == {"totals": [player["points"] for player in STATE["players"]]}
    assert log["meta"]["take6"] == {"seed": STATE["seed"], "options": STATE["options"]}
    assert set(log["rounds"][0]) >= {"rows", "hands", "turns", "recorded"}
    assert set(log["rounds"][0]["recorded"]) == {"turn_penalties", "placed_rows"}


def test_names_that_a_site_gave_are_the_players(folder: Folder) -> None:
    state = copy.deepcopy(STATE)
    state["players"][0]["name"], state["players"][1]["name"] = "Zoë", "Bo"
    assert folder.logs(json.dumps(state, indent=1))[0]["players"] == ["Zoë", "Bo"]


def test_a_state_stripped_for_one_player_is_read_by_what_was_turned_over(folder: Folder) -> None:
    state = copy.deepcopy(STATE)
    for item in state["log"]:
        hidden = {"number": 0, "points": 0}
        if item["type"] == "move" and item["player"] == 1 and item["move"]["name"] == "chooseCard":
            item["move"]["data"] = hidden
        elif item.get("event", {}).get("name") == "round":
            item["event"]["cards"]["players"][1] = [hidden] * 10
    (log,) = folder.logs(json.dumps(state))
    assert "hands" not in log["rounds"][0]
    assert [one.status for one in folder.verdicts(json.dumps(state))] == ["verified"]


def test_a_turn_that_is_not_over_is_left_out_and_with_it_the_points(folder: Folder) -> None:
    state = copy.deepcopy(STATE)
    state["log"] = state["log"][: first("placeCard") + 1]
    (said,) = folder.errors(json.dumps(state))
    assert said.message == "not converted: no turn was played"
    names = [item.get("move", {}).get("name") for item in STATE["log"]]
    third = [at for at, name in enumerate(names) if name == "placeCard"][2]
    state["log"] = STATE["log"][: third + 1]
    (log,) = folder.logs(json.dumps(state))
    assert len(log["rounds"][0]["turns"]) == 1
    assert "recorded" not in log


def test_wrong_points_are_a_claim_that_differs(folder: Folder) -> None:
    points = STATE["players"][1]["points"]
    (said,) = folder.errors(changed("players", 1, "points", to=points + 1))
    assert (said.code, said.expected, said.recorded) == ("SCORE004", points, points + 1)


def test_a_wrong_row_is_a_claim_that_differs(folder: Folder) -> None:
    at = first("placeCard")
    row = STATE["log"][at]["move"]["data"]["row"]
    text = changed("log", at, "move", "data", "row", to=(row + 1) % 4)
    assert "SCORE003" in {said.code for said in folder.errors(text)}


@pytest.mark.parametrize(
    ("text", "path", "said"),
    [
        (changed("players", to=None), "$", "players: field required"),
        (changed("options", "handSize", to=8), "options.handSize", "hands of 8 cards"),
        (changed("log", 3, "player", to="x"), "log[3].player", "input should be a valid integer"),
        (changed("log", 2, "player", to=7), "log[2].player",
         "unknown player 7; there are 2, from 0"),
        (changed("log", 2, "move", "data", "number", to=105), "log[2].move.data.number",
         "less than or equal to 104"),
        (changed("log", first("placeCard"), "move", "data", "row", to=4),
         f"log[{first('placeCard')}].move.data.row", "less than or equal to 3"),
        (changed("log", 0, "type", to="vote"), "log[0]", "'vote'"),
        (changed("log", first("reveal"), "event", "cards", 0, "number", to=0),
         f"log[{first('reveal')}].event.cards", "2 open cards are due, not 0"),
        (changed("log", first("round"), "event", "cards", "board", 1, "number", to=0),
         f"log[{first('round')}].event.cards.board", "a row starter is hidden"),
        (changed("log", first("reveal"), to=None), f"log[{first('reveal')}].move.data",
         "a card is placed that does not lie open"),
        (json.dumps(STATE)[:-400], "$", "not JSON"),
        (changed("options", "points", to="66"), "options.points", "valid integer"),
    ],
)  # fmt: skip
def test_what_cannot_be_converted_is_a_finding_with_its_place(
    text: str, path: str, said: str, folder: Folder
) -> None:
    found = folder.errors(text, form="take6-engine")
    there = [(each.path, said.lower() in each.message.lower()) for each in found]
    assert (path, True) in there, found


def test_a_card_that_was_not_chosen_contradicts_the_file(folder: Folder) -> None:
    number = STATE["log"][2]["move"]["data"]["number"]
    found = folder.errors(changed("log", 2, "move", "data", "number", to=number % 104 + 1))
    assert [(said.code, said.round, said.turn) for said in found] == [("LOG019", 1, 1)]
