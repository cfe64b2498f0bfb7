"""What a finding says is due where a log is off its format: plain words, whatever the kind."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from logs import codes, figures, raw, verdict
from retally.pipeline.packing.six_nimmt import pack
from retally.schemas.findings import Finding
from retally.schemas.logs import json_schema

SIX = figures() | {"played_at": "2026-01-01T00:00:00Z", "meta": {}}
SIXTEEN: dict[str, Any] = {
    "retally": 1,
    "game": "sixteen",
    "game_id": "s",
    "players": ["A", "B"],
    "stones": [5, 5],
    "rules": {"deck": {"1": 3}},
    "hands": [{"dealer": "A", "steps": [{"cards": [["A", 7]], "bets": [["A", "bet", 1]]}]}],
}
ZAAGOX: dict[str, Any] = {
    "retally": 1,
    "game": "zaagox",
    "game_id": "z",
    "players": ["p", "q"],
    "first": "p",
    "rules": {"deck": {"R1": {"number": 1, "print": "R1"}}},
    "hands": [["R1", "G1", "Y5", "B2"], ["R2", "Y2", "G6", "B0"]],
    "turns": [{"player": "p", "draw": "B1", "pass": True}],
    "recorded": {"winner": "p", "stored": ["R1", "R2", "R3", "R4"], "score": 3},
}


def put(log: dict[str, Any], path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    changed: Any = json.loads(json.dumps(log))
    at = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    result: dict[str, Any] = changed
    return result


def only(log: dict[str, Any]) -> Finding:
    (said,) = (said for said in verdict(log).findings if not said.code.endswith("101"))
    return said


CARD = "a card: R, Y, G or B and a digit from 0 to 8"
BET = "a bet: [player, check | call | fold] or [player, bet | raise, stones]"
ROW, HAND, DECK = ("rounds", 0, "rows"), ("hands", 0), ("rules", "deck")
STEP = (*HAND, "steps", 0)
LIST, TEXT, OBJECT = "a list of ", "a text of ", "an object of "
KINDS = [
    (SIX, (*ROW, 0), "14", "LOG008", "", "a whole number", '"14"'),
    (SIX, (*ROW, 0), 105, "LOG009", "", "at most 104", "105"),
    (SIX, (*ROW, 0), 0, "LOG009", "", "at least 1", "0"),
    (SIX, ROW, [1], "LOG010", LIST, "at least 4 items", "a list of 1"),
    (SIX, ROW, [1, 2, 3, 4, 5], "LOG010", LIST, "at most 4 items", "a list of 5"),
    (SIX, ROW, 5, "LOG008", "", "a list", "5"),
    (SIX, ("rounds",), [], "LOG010", LIST, "at least 1 item", "a list of 0"),
    (SIX, ("rounds", 0, "draft"), [[1]], "LOG010", LIST, "at least 2 items", None),
    (SIX, ("rounds", 0), 5, "LOG008", "", "an object", "5"),
    (SIX, ("meta",), 5, "LOG008", "", "an object", "5"),
    (SIX, ("game_id",), 5, "LOG008", "", "a text", "5"),
    (SIX, ("game_id",), "", "LOG009", TEXT, "at least 1 character", '""'),
    (SIX, ("game_id",), "x" * 129, "LOG009", TEXT, "at most 128 characters", f'"{"x" * 56}...'),
    (SIX, ("game_id",), "a\tb", "LOG009", "", "a text without control characters", r'"a\tb"'),
    (SIXTEEN, (*HAND, "rematch"), 1, "LOG008", "", "true or false", "1"),
    (SIXTEEN, (*STEP, "bets", 0), ["A", "pass"], "LOG009", "", BET, "a list of 2"),
    (SIXTEEN, (*STEP, "cards", 0, 1), "7", "LOG008", "", "a whole number", '"7"'),
    (SIXTEEN, DECK, {}, "LOG010", OBJECT, "at least 1 item", "an object of 0"),
    (SIXTEEN, DECK, {"a": 1}, "LOG009", "", "a whole number", '"a"'),
    (ZAAGOX, ("hands", 0, 0), "Q1", "LOG009", "", CARD, '"Q1"'),
    (ZAAGOX, ("turns", 0, "pass"), False, "LOG009", "", "true", "false"),
    (ZAAGOX, ("rules", "weak_one_number_kind"), -1.0, "LOG009", "", "a whole number", "-1.0"),
]


@pytest.mark.parametrize(("log", "path", "value", "code", "of", "expected", "shown"), KINDS)
def test_what_is_due_is_said_in_words(
    log: dict[str, Any],
    path: tuple[str | int, ...],
    value: Any,
    code: str,
    of: str,
    expected: str,
    shown: str | None,
) -> None:
    said = only(put(log, path, value))
    assert (said.code.value, said.expected) == (code, expected)
    came = "" if shown is None else f", not {shown}"
    assert said.message.partition(": ")[2] == f"{of}{expected} is due{came}"


@pytest.mark.parametrize(
    ("instant", "due"),
    [
        ("2016-12-31T23:59:60Z", "a second up to 59 (a leap second cannot be kept)"),
        ("2026-02-30T10:00:00Z", "a day and a time of day that there are"),
        ("2026-01-01T24:30:00Z", "a day and a time of day that there are"),
        ("1 May", "a date-time of RFC 3339 with its offset, as 2026-11-30T20:15:00+09:00"),
    ],
)
def test_an_instant_that_is_none_is_refused_plainly(instant: str, due: str) -> None:
    said = only(put(SIX, ("played_at",), instant))
    assert said.expected == due
    assert said.message == f'value not allowed: {due} is due, not "{instant}"'


VALUES: list[Any] = [0, -1, 10**25, 1.5, "14", "", True, None, [], {}, [1] * 300, ["A"], {"a": 1}]


def places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if isinstance(value, dict):
        for key in value:
            yield (*path, key)
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for index in range(min(len(value), 2)):
            yield (*path, index)
            yield from places(value[index], (*path, index))


@pytest.mark.parametrize("log", [SIX, SIXTEEN, ZAAGOX], ids=["six_nimmt", "sixteen", "zaagox"])
def test_no_word_of_the_model_gets_out_whatever_stands_wherever(log: dict[str, Any]) -> None:
    said = [
        said
        for path in places(log)
        for value in VALUES
        for said in verdict(put(log, path, value)).findings
        if said.code.startswith("LOG")
    ]
    assert len(said) > 200
    assert not [each for each in said if isinstance(each.expected, dict)]
    of_the_model = re.compile(r"[Ii]nput should|valid |pydantic|Value error|min_length")
    assert not [each.message for each in said if of_the_model.search(each.message)]
    assert not [each for each in said if of_the_model.search(str(each.expected))]


# Null -------------------------------------------------------------------------------------

LEFT_OUT = [
    *((log, (key,)) for log in (SIX, SIXTEEN, ZAAGOX) for key in ("rules", "meta", "recorded")),
    (SIX, ("played_at",)),
    *((SIX, ("rounds", 0, key)) for key in ("row_choices", "hands", "draft", "recorded")),
    *(
        (SIX, ("rounds", 0, "recorded", key))
        for key in ("penalties", "turn_penalties", "placed_rows")
    ),
    *((SIXTEEN, (*HAND, key)) for key in ("players", "rematch", "shown", "recorded")),
    *(
        (ZAAGOX, ("turns", 0, key))
        for key in ("discard", "pair", "age", "on", "pass", "da", "store")
    ),
    *((ZAAGOX, ("recorded", key)) for key in ("stored", "score")),
    (ZAAGOX, ("central",)),
]


@pytest.mark.parametrize(("log", "path"), LEFT_OUT)
def test_a_key_that_may_be_left_out_may_not_be_null(
    log: dict[str, Any], path: tuple[str | int, ...]
) -> None:
    of_types = ("LOG008", "LOG009")
    said = [said for said in verdict(put(log, path, None)).findings if said.code in of_types]
    assert [each.message.rpartition(" is due, ")[2] for each in said] == ["not null"]


def test_null_stands_where_the_format_names_it() -> None:
    for log, path in (
        (SIX, ("rounds", 0, "row_choices", 0)),
        (ZAAGOX, ("turns", 0, "draw")),
        (ZAAGOX, ("recorded", "winner")),
    ):
        assert not [code for code in codes(verdict(put(log, path, None))) if code[:3] == "LOG"]
    assert not codes(verdict(figures() | {"rules": {"fixed_rounds": None}}))


def test_the_json_schema_has_no_null_for_a_key_that_is_left_out() -> None:
    made = json_schema("six_nimmt")
    assert made["properties"]["rules"] == {
        "$ref": "#/$defs/Rules",
        "description": "Absent: the edition amigo-2.10",
    }
    assert made["$defs"]["Rules"]["properties"]["fixed_rounds"]["default"] is None


def test_the_packer_takes_no_null_either() -> None:
    for key in ("rules", "played_at", "recorded"):
        (batch,) = pack([raw(SIX | {key: None})])
        assert (batch.games, batch.left) == ([], [0])
