"""Logs packed for the batch engine: read once, refused as strictly, in any order and any size."""

import json
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import polars as pl
import pytest
from batches import Outcome, by_batch, by_engine, lines
from batches_games import broken_text, random_game, text
from hypothesis import given, settings
from hypothesis import strategies as st
from logs import figures, played
from polars.testing import assert_frame_equal
from retally.pipeline import frames
from retally.pipeline.batch import six_nimmt as batch
from retally.pipeline.batch.base import AnyArray, Coded, Columns
from retally.pipeline.batch.six_nimmt import Games
from retally.pipeline.columns import frame
from retally.pipeline.compact import PACKED_COLUMNS, kept_placings, placings
from retally.pipeline.frames import Stored
from retally.pipeline.packing import six_nimmt as packing
from retally.pipeline.packing.six_nimmt import pack
from retally.pipeline.sources import MOST_BYTES, RawLog, raw_logs
from retally.pipeline.verify import check
from retally.schemas.findings import Status
from soak import soaked

HERE = Path(__file__).parent
FIGURES = json.dumps(figures(), separators=(",", ":")).encode()
UNRULED = FIGURES.replace(b'"rules":{"edition":"amigo-2.10"},', b"")


def outcome(log: Any, **asked: str) -> Outcome | None:
    (found,) = by_batch(lines([log]), **asked)
    return found


def head(**changes: Any) -> bytes:
    return json.dumps(figures() | changes).encode()


# The same games in other batches ----------------------------------------------------------


@settings(max_examples=soaked(5, 200), deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 12))
def test_ragged_shuffled_and_split_batches_give_the_same(seed: int, rounds: int) -> None:
    dice = Random(seed)
    logs = lines(text(dice, random_game(dice)) for _ in range(8))
    alone = [found for log in logs for found in by_batch([log])]
    assert by_batch(logs) == alone
    order = dice.sample(range(len(logs)), len(logs))
    assert by_batch([logs[index] for index in order]) == [alone[index] for index in order]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(packing, "ROUNDS", rounds)
        assert len(list(pack(logs))) > 1
        assert by_batch(logs) == alone


@pytest.mark.parametrize("lanes", [1, 3, 7])
def test_rounds_placed_in_small_parts_give_the_same(
    lanes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = Random(lanes)
    logs = lines(text(dice, random_game(dice)) for _ in range(6))
    whole = by_batch(logs)
    monkeypatch.setattr("retally.pipeline.batch.six_nimmt.replaying.LANES", lanes)
    monkeypatch.setattr("retally.pipeline.batch.six_nimmt.dealing.LANES", lanes)
    assert by_batch(logs) == whole


def test_a_batch_keeps_the_order_of_its_logs_and_says_which_it_left() -> None:
    logs = lines([played(seed=1, seats=4), b"nothing", played(seed=2, seats=3), figures()])
    (packed,) = pack(logs)
    assert packed.logs == logs
    assert packed.left == [1]
    assert [(games.seats, games.numbers.tolist()) for games in packed.games] == [
        (3, [2]),
        (4, [0, 3]),
    ]


def test_no_logs_are_no_batch() -> None:
    assert list(pack([])) == []
    (packed,) = pack(lines([b"{}"]))
    assert (packed.games, packed.left) == ([], [0])


def test_a_batch_ends_with_the_rounds_or_bytes_that_fill_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    logs = lines([FIGURES] * 5)
    monkeypatch.setattr(packing, "ROUNDS", 2)
    assert [len(packed.logs) for packed in pack(logs)] == [2, 2, 1]
    monkeypatch.setattr(packing, "ROUNDS", 100)
    monkeypatch.setattr(packing, "BYTES", 3 * len(FIGURES))
    assert [len(packed.logs) for packed in pack(logs)] == [3, 2]


# What a log holds -------------------------------------------------------------------------


def test_every_sample_log_goes_the_fast_way() -> None:
    logs = list(raw_logs([str(HERE.parent / "sample_logs" / "six_nimmt")]))
    assert len(logs) > 20
    for log in logs:
        assert isinstance(log, RawLog)
        assert by_batch([log]) == [by_engine(log)]


@pytest.mark.parametrize("file", sorted((HERE / "broken").iterdir()), ids=lambda file: file.name)
def test_every_broken_log_is_flagged_unless_it_is_only_noted(file: Path) -> None:
    (log,) = raw_logs([str(file)])
    assert isinstance(log, RawLog)
    assert by_batch([log]) == [by_engine(log)]


def test_players_are_compared_after_normalization() -> None:
    log = played(seed=1, seats=2, fixed_rounds=1)
    log["players"] = ["Zoe\u0308", "bo"]
    renamed = {"p1": "Zo\u00eb", "p2": "bo"}
    log["recorded"]["winners"] = [renamed[name] for name in log["recorded"]["winners"]]
    found = outcome(log)
    assert found is not None
    assert [*found.scores] == ["Zo\u00eb", "bo"]
    assert found == by_engine(lines([log])[0])
    log["players"] = ["Zoe\u0308", "Zo\u00eb"]
    assert outcome(log) is None


def test_rules_asked_for_stand_over_the_log() -> None:
    log = played(seed=6, seats=3, fixed_rounds=1)
    found = outcome(log)
    assert found is not None
    assert found.status is Status.VERIFIED
    assert outcome(log, fixed_rounds="2") is None  # winners of a game that had not ended
    del log["recorded"]
    found = outcome(log, fixed_rounds="2")
    assert found is not None
    assert found.status is Status.INCOMPLETE


def test_when_a_game_was_played_is_kept_as_an_instant() -> None:
    (packed,) = pack(lines([head(played_at="2026-11-30T20:15:00+09:00"), FIGURES]))
    first, second = packed.games[0].played_at
    assert first is not None
    assert first.isoformat() == "2026-11-30T20:15:00+09:00"
    assert second is None
    assert outcome(head(played_at="2026-11-31T20:15:00+09:00")) is None
    assert outcome(head(played_at="2026-11-30T20:15:00")) is None


def test_a_turn_claims_table_of_another_length_is_off_the_format() -> None:
    table = [[0, 0, 0, 0], [0, 0, 6, 0], [1, 0, 0, 0]]
    assert outcome(figures(recorded={"turn_penalties": table})) is not None
    assert outcome(figures(recorded={"turn_penalties": [*table, [0, 0, 0, 0]]})) is None
    assert outcome(figures(recorded={"turn_penalties": table[:2]})) is None
    assert outcome(figures(recorded={"penalties": [1, 0, 6]})) is None
    assert outcome(figures(row_choices=[None, None, 2, None])) is None
    assert outcome(figures(row_choices=[None, None, 0])) is None
    assert outcome(figures(hands=[[1] * 10] * 3)) is None


@pytest.mark.parametrize("heads", [2**31, -(2**31) - 1, 2**70])
def test_a_claim_that_no_column_holds_is_left_to_the_engine(heads: int) -> None:
    assert outcome(figures(recorded={"penalties": [heads, 0, 6, 0]})) is None


# A key given twice ------------------------------------------------------------------------

TWICE = [
    b'{"retally":1,"retally":1,"game":"six_nimmt"',
    b'{"retally":1,"game":"six_nimmt","game":"six_nimmt"',
    b'{"retally":1,"g\\u0061me":"six_nimmt","game":"six_nimmt"',
    b'{"retally":1,"game":"six_nimmt","meta":{},"meta":{}',
    b'{"retally":1,"game":"six_nimmt","meta":{"a":1,"a":1}',
    b'{"retally":1,"game":"six_nimmt","meta":{"a":[{"b":"x","b":"y:"}]}',
    b'{"retally":1,"game":"six_nimmt","meta":{"a":"\\u003a","a":"\\u003A"}',
    b'{"retally":1,"game":"six_nimmt","meta":{"a\\u003a":1,"b":1,"b":1}',
    b'{"retally":1,"game":"six_nimmt","rules":{},"rules":{"edition":"amigo-2.10"}',
]


@pytest.mark.parametrize("given_twice", TWICE)
def test_a_key_given_twice_is_never_missed(given_twice: bytes) -> None:
    raw = UNRULED.replace(b'{"retally":1,"game":"six_nimmt"', given_twice, 1)
    assert raw.startswith(given_twice)
    assert outcome(raw) is None
    assert by_engine(lines([raw])[0]) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"game_id": "club:17"},
        {"players": ["a:n", "b:", ":c", "d"]},
        {"played_at": "2026-11-30T20:15:00+09:00"},
        {"meta": {"a:b": ["c:d", {"e": {"f": "::"}}, None, 1.5, True]}},
        {"meta": {"조": "이"}},
    ],
)
def test_colons_in_texts_are_told_from_those_of_keys(changes: dict[str, Any]) -> None:
    for escaped in (True, False):
        raw = json.dumps(figures() | changes, ensure_ascii=escaped).encode()
        found = outcome(raw)
        assert found is not None
        assert found == by_engine(lines([raw])[0])


# What is not JSON, or not a log -----------------------------------------------------------

OFF = [
    b"",
    b"null",
    b"[]",
    FIGURES[:-1],
    FIGURES + b"x",
    b"\xef\xbb\xbf" + FIGURES,
    FIGURES.replace(b'"retally":1', b'"retally":2'),
    FIGURES.replace(b'"retally":1', b'"retally":1.0'),
    FIGURES.replace(b'"retally":1', b'"retally":true'),
    FIGURES.replace(b'"retally":1', b'"retally":"1"'),
    FIGURES.replace(b'"retally":1,', b""),
    FIGURES.replace(b'"six_nimmt"', b'"sixteen"'),
    FIGURES.replace(b'"six_nimmt"', b'"chess"'),
    FIGURES.replace(b'"cy"', b'"c\xff"'),
    FIGURES.replace(b'"cy"', b'"\xed\xa0\x80"'),
    FIGURES.replace(b'"cy"', b'"\\ud83d"'),
    FIGURES.replace(b'"cy"', b'"bo"'),
    FIGURES.replace(b'"cy"', b'""'),
    FIGURES.replace(b'"cy"', b'"c\ty"'),
    FIGURES.replace(b"14,", b"14.0,"),
    FIGURES.replace(b"14,", b'"14",'),
    FIGURES.replace(b"14,", b"true,"),
    FIGURES.replace(b"14,", b"null,"),
    FIGURES.replace(b"14,", b"NaN,"),
    FIGURES.replace(b"[14,15,44,61]", b"[0,15,44,61]"),
    FIGURES.replace(b"[14,15,44,61]", b"[105,15,44,61]"),
    FIGURES.replace(b"[14,15,44,61]", b"[300,15,44,61]"),
    FIGURES.replace(b"[14,15,44,61]", b"[-14,15,44,61]"),
    FIGURES.replace(b"[14,15,44,61]", b"[14,15,44]"),
    FIGURES.replace(b"[14,15,44,61],[21,26,30,36]", b"[14,15,44],[61,21,26,30,36]"),
    FIGURES.replace(b'"rounds":', b'"other":'),
    FIGURES.replace(b'{"rows"', b'{"other":1,"rows"'),
    FIGURES.replace(b'"amigo-2.10"', b'"amigo-2"'),
    FIGURES.replace(b'{"edition"', b'{"end_threshold":true,"edition"'),
    FIGURES.replace(b'{"edition"', b'{"end_threshold":66.0,"edition"'),
    FIGURES.replace(b'{"edition"', b'{"end_threshold":0,"edition"'),
    FIGURES.replace(b'{"edition"', b'{"other":1,"edition"'),
    FIGURES.replace(b'{"totals"', b'{"winners":["zoe"],"totals"'),
    FIGURES.replace(b'"figures-1-to-4"', b'"a\\u0000"'),
    FIGURES.replace(b'"figures-1-to-4"', b'""'),
    FIGURES[:-1] + b',"meta":{"a":NaN}}',
    FIGURES[:-1] + b',"meta":{"a":-Infinity}}',
    FIGURES[:-1] + b',"meta":{"a":' + b"9" * 5000 + b"}}",
    FIGURES[:-1] + b',"meta":{"a":"\\udfff"}}',
    FIGURES[:-1] + b',"meta":null}',
    FIGURES[:-1] + b',"meta":{"a":' + b"[" * 900 + b"]" * 900 + b"}}",
]


@pytest.mark.parametrize("raw", OFF, ids=range(len(OFF)))
def test_what_reading_refuses_is_left(raw: bytes) -> None:
    assert raw != FIGURES
    assert by_engine(lines([raw])[0]) is None
    assert outcome(raw) is None


def test_damaged_cut_and_overlong_logs_are_left() -> None:
    logs = [
        RawLog("t", 1, FIGURES, damage="it ends too early"),
        RawLog("t", 2, FIGURES, cut=True),
        RawLog("t", 3, FIGURES + b" " * MOST_BYTES),
    ]
    assert by_batch(logs) == [None] * 3
    assert by_engine(logs[2]) is None


@pytest.mark.parametrize("seats", [1, 11, 64])
def test_tables_that_nobody_plays_at_are_left(seats: int) -> None:
    turn = list(range(1, seats + 1))
    log = figures(rows=[101, 102, 103, 104], turns=[turn], row_choices=[1])
    log["players"] = [f"p{seat}" for seat in turn]
    del log["rounds"][0]["recorded"], log["recorded"]
    assert outcome(log) is None


# What is stored ---------------------------------------------------------------------------

TABLES = {"games": batch.games, "seats": batch.seats, "rounds": batch.rounds,
          "six_nimmt_turns": batch.turns, "findings": batch.notes}  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_the_frames_are_those_that_are_made_game_by_game(table: str) -> None:
    dice = Random(7)
    logs = [
        log for log in lines(text(dice, random_game(dice)) for _ in range(12)) if by_engine(log)
    ]
    rows = [frames.loaded_rows(Stored(log, "", 1), check(log)) for log in logs]
    due = frames.frames(rows)[table]
    made = pl.concat(
        frame(frames.layouts()[table], TABLES[table](batch.replay(games)))
        for packed in pack(logs)
        for games in packed.games
    )
    keys = [name for name in KEYS if name in made.columns]
    given_by_batch = due.select(made.columns)
    assert_frame_equal(made.sort(keys), given_by_batch.sort(keys))
    assert set(due.columns) - set(made.columns) <= GIVEN_BY_STORE


KEYS = ["game_id", "position", "round", "turn", "placing_order", "seat"]
GIVEN_BY_STORE = {"source", "line", "log_sha256", "ingest_id", "legal_under"}


@pytest.mark.parametrize("which", [[True] * 40, [False] * 40, [True, False] * 20])
def test_cards_in_numbers_are_those_of_the_columns_packed(which: list[bool]) -> None:
    """Over all rules and numbers of seats, games that are flagged or stopped among them."""
    dice = Random(11)
    logs = lines(
        text(dice, random_game(dice)) if turn % 4 else broken_text(dice, random_game(dice))
        for turn in range(40)
    )
    rows = 0
    for games in (games for packed in pack(logs) for games in packed.games):
        replayed = batch.replay(games).only(np.array(which[: len(games.game_ids)]))
        first_seat = np.arange(len(games.game_ids), dtype=np.int32) * 16 + 5
        turns = batch.turns(replayed)
        game = turns["game_id"]
        assert isinstance(game, Coded)
        keys = first_seat[game.codes] + numbers(turns, "seat") - np.int32(1)
        due = placings({name: numbers(turns, name) for name in PACKED_COLUMNS}, keys)
        kept = batch.turns_to_keep(replayed, first_seat)
        assert_frame_equal(kept_placings(kept), due)
        rows += due.height
    assert bool(rows) == any(which)


def numbers(rows: Columns, name: str) -> AnyArray:
    column = rows[name]
    return column.codes if isinstance(column, Coded) else np.asarray(column)


def test_only_those_games_that_are_kept_have_facts() -> None:
    logs = lines([played(seed=seed, seats=3) for seed in (1, 2, 3)])
    ((games,),) = (packed.games for packed in pack(logs))
    replayed = batch.replay(games)
    one = replayed.only(np.array([False, True, False]))
    for make in TABLES.values():
        game_ids = make(one)["game_id"]
        assert isinstance(game_ids, Coded)
        assert set(game_ids.codes.tolist()) == {1}
    assert one.flagged.tolist() == []


# The arrays -------------------------------------------------------------------------------


def test_packed_arrays_have_the_shapes_and_kinds_that_they_say() -> None:
    (packed,) = pack(lines([played(seed=3, seats=3), played(seed=4, seats=3, full=False)]))
    (games,) = packed.games
    rounds, seats = len(games.turns), games.seats
    shapes = {
        "starts": (rounds, 4), "turns": (rounds,), "cards": (rounds, 10, seats),
        "choices": (rounds, 10),
    }  # fmt: skip
    for name, shape in shapes.items():
        array = getattr(games, name)
        assert (array.shape, array.dtype) == (shape, np.uint8), name
    some = {
        "hands": ((seats, 10), np.uint8), "drafts": ((10 * seats, 2), np.uint8),
        "penalties": ((seats,), np.int32), "turn_penalties": ((10, seats), np.int32),
        "placed_rows": ((10, seats), np.uint8), "totals": ((seats,), np.int32),
        "winners": ((seats,), np.uint8),
    }  # fmt: skip
    for name, (shape, kind) in some.items():
        of, values = getattr(games, name)
        assert (values.shape[1:], values.dtype, len(values)) == (shape, kind, len(of)), name
        assert of.tolist() == sorted(set(of.tolist()))
    assert {field.name for field in fields(Games)} >= {*shapes, *some}
    assert batch.replay(games).judged.shape == (2,)
