"""Logs that are known, may not be loaded, or want the place of another: never two of one."""

import json
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from batches import lines
from batches_games import random_game, text
from program import retally
from retally.pipeline import ingest as ingesting
from retally.pipeline.audit import audited, chosen
from retally.pipeline.frames import Stored, loaded_rows
from retally.pipeline.ingest import ingest
from retally.pipeline.logs import kept_logs
from retally.pipeline.sifting import NEVER_LOADED
from retally.pipeline.simulate import simulated
from retally.pipeline.sources import RawLog
from retally.pipeline.store import reading
from retally.pipeline.verify import check
from retally.schemas.six_nimmt import EDITIONS
from soak import soaked
from warehouse import (
    CORPUS,
    FIGURES,
    ILLEGAL,
    LOW,
    OTHER,
    SHARED,
    SIXTH,
    SPACED,
    UNCLAIMED,
    Warehouse,
    counts,
)


@pytest.fixture
def house(tmp_path: Path) -> Warehouse:
    return Warehouse(tmp_path)


# What is skipped --------------------------------------------------------------------------


def test_a_known_log_is_skipped(house: Warehouse) -> None:
    house.load(*CORPUS)
    assert counts(house.load(*CORPUS)) == {"logs": 4, "skipped": 4, "known mismatch": 1}
    assert house.ask("select count(*) from six_nimmt_turns") == [(23,)]


def test_the_same_content_in_another_layout_is_skipped(house: Warehouse) -> None:
    house.load(LOW)
    assert counts(house.load(SPACED)) == {"logs": 1, "skipped": 1}


def test_the_same_log_twice_in_a_run_is_skipped_once(house: Warehouse) -> None:
    assert counts(house.load(LOW, LOW, SPACED)) == {"logs": 3, "loaded": 1, "skipped": 2}


def test_true_is_not_1_when_contents_are_compared(house: Warehouse) -> None:
    house.load({**LOW, "meta": {"final": True}})
    assert counts(house.load({**LOW, "meta": {"final": 1}})) == {"logs": 1, "rejected": 1}


# What is rejected -------------------------------------------------------------------------


def test_illegal_and_unreadable_logs_are_listed_with_their_findings(house: Warehouse) -> None:
    text = json.dumps(ILLEGAL, ensure_ascii=False)
    totals = house.load(text, b"nonsense\0\xff", LOW)
    assert counts(totals) == {"logs": 3, "loaded": 1, "rejected": 2}
    asked = "select ingest_id, line, game_id, game, status, code, reason, raw from rejects"
    not_utf_8 = "the text is not UTF-8: byte 10 of the log is 0xff"
    doubled = "card 5 is in this deal twice"
    assert house.ask(asked + " order by line") == [
        (1, 1, "illegal", "six_nimmt", "illegal", "DEAL001", doubled, text),
        (1, 2, None, None, "unreadable", "LOG001", not_utf_8, "nonsense\\x00\\xff"),
    ]
    asked = "select line, code from findings join rejects using (log_sha256, line, code)"
    assert house.ask(asked + " order by line") == [(1, "DEAL001"), (2, "LOG001")]


def test_another_game_under_a_known_id_is_rejected_with_a_finding(house: Warehouse) -> None:
    house.load(LOW)
    assert counts(house.load(OTHER)) == {"logs": 1, "rejected": 1}
    assert house.ask("select code, status from rejects") == [("LOG017", "verified")]
    said = "a game with this id and other content was loaded before, from"
    asked = "select code, path, message from findings order by position"
    assert house.ask(asked) == [("LOG017", "game_id", f"{said} {house.folder}/a.jsonl:1")]
    assert house.ask("select final_score from seats order by seat") == [(3,), (0,)]


def test_another_game_under_an_id_of_the_same_run_is_rejected_too(house: Warehouse) -> None:
    assert counts(house.load(LOW, OTHER)) == {"logs": 2, "loaded": 1, "rejected": 1}


def test_findings_of_a_reject_are_told_apart_from_those_of_the_game(house: Warehouse) -> None:
    house.load(SHARED)
    house.load({**OTHER, "game_id": "shared"})
    asked = "select code from findings join games using (log_sha256) order by position"
    assert house.ask(asked) == [("PLAY101",), ("SCORE004",)]
    asked = "select findings.code from findings join rejects using (log_sha256)"
    assert house.ask(asked) == [("LOG017",)]


def test_a_reject_is_listed_once_and_counted_every_time(house: Warehouse) -> None:
    assert counts(house.load(ILLEGAL, ILLEGAL)) == {"logs": 2, "rejected": 2}
    assert counts(house.load(ILLEGAL)) == {"logs": 1, "rejected": 1}
    assert house.ask("select ingest_id, code from rejects") == [(1, "DEAL001")]
    assert house.ask("select ingest_id, code from findings") == [(1, "DEAL001")]


def test_strict_lets_in_only_what_is_verified(house: Warehouse) -> None:
    totals = house.load(FIGURES, UNCLAIMED, SHARED, SIXTH, strict=True)
    assert counts(totals) == {"logs": 4, "loaded": 1, "rejected": 3}
    assert house.ask("select game_id from games") == [("sixth",)]
    differs = "bull heads of cy in all: 7, recorded: 8"
    assert house.ask("select status, code, reason from rejects order by line") == [
        ("incomplete", None, "not fully verified, but incomplete (--strict)"),
        ("unclaimed", None, "not fully verified, but unclaimed (--strict)"),
        ("mismatch", "SCORE004", f"not fully verified, but mismatch (--strict): {differs}"),
    ]
    assert house.ask("select strict from ingests") == [(True,)]


def test_a_former_reject_that_is_loaded_leaves_the_list(house: Warehouse) -> None:
    house.load(SHARED, strict=True)
    assert counts(house.load(SHARED)) == {"logs": 1, "loaded": 1, "mismatched": 1}
    assert house.ask("from rejects") == []
    assert house.ask("select ingest_id, code from findings order by position") == [
        (2, "PLAY101"),
        (2, "SCORE004"),
    ]


def test_a_reject_for_a_new_reason_is_listed_anew(house: Warehouse) -> None:
    house.load(UNCLAIMED, strict=True)
    house.load(LOW)
    house.load(UNCLAIMED)
    assert house.ask("select ingest_id, code from rejects") == [(3, "LOG017")]
    assert house.ask("select ingest_id, code from findings") == [(3, "LOG017")]


def test_the_rest_of_a_damaged_file_counts_as_one_rejected_log(house: Warehouse) -> None:
    import gzip

    packed = gzip.compress(json.dumps(LOW).encode() + b"\n" + json.dumps(SIXTH).encode() * 500)
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        (house.folder / name).write_bytes(packed[:-30])
    with house.writing() as connection:
        totals = ingest(connection, [str(house.folder)])
    assert counts(totals) == {"logs": 4, "loaded": 1, "skipped": 1, "rejected": 2}
    assert house.ask("select line, code from rejects") == [(2, "LOG014"), (2, "LOG014")]


# What is replaced -------------------------------------------------------------------------


def test_replace_puts_the_new_game_in_the_place_of_the_old(house: Warehouse) -> None:
    mismatch = {**LOW, "recorded": {"totals": [2, 0]}}
    house.load(mismatch, SIXTH)
    totals = house.load(OTHER, replace=True)
    assert counts(totals) == {"logs": 1, "loaded": 1, "replaced": 1}
    assert house.ask("select game_id, status, ingest_id from games order by all") == [
        ("low", "verified", 2),
        ("sixth", "verified", 1),
    ]
    for table in ("seats", "rounds"):
        assert house.ask(f"select count(*) from {table} where game_id = 'low'") == [(2,)]
    assert house.ask("select heads_taken from six_nimmt_turns where game_id = 'low'") == [
        (2,),
        (0,),
    ]
    assert house.ask("from findings") == []
    assert house.ask("select count(*) from logs") == [(2,)]
    assert house.ask('select loaded, replaced, "replace" from ingests order by all') == [
        (1, 1, True),
        (2, 0, False),
    ]


def test_replacing_back_and_forth_in_one_run_ends_with_the_last(house: Warehouse) -> None:
    house.load(LOW)
    totals = house.load(OTHER, LOW, OTHER, OTHER, LOW, replace=True)
    assert counts(totals) == {"logs": 5, "loaded": 4, "replaced": 4, "skipped": 1}
    assert house.ask("select final_score from seats order by seat") == [(3,), (0,)]
    assert house.ask("select count(*) from six_nimmt_turns") == [(2,)]


@pytest.mark.parametrize("logs", list(permutations([LOW, OTHER, SIXTH])))
def test_a_log_that_is_known_and_its_rival_take_turns_in_their_order(
    house: Warehouse, logs: tuple[Any, ...]
) -> None:
    house.load(LOW)
    totals = house.load(*logs, replace=True)
    again = logs.index(OTHER) < logs.index(LOW)  # it comes back in the place of its rival
    replaced, skipped = (2, 0) if again else (1, 1)
    assert counts(totals)["replaced"] == replaced
    assert totals.counts["skipped"] == skipped
    scores = [(3,), (0,)] if again else [(2,), (0,)]
    assert house.ask("select final_score from seats where game_id = 'low' order by seat") == scores


def six_games() -> list[dict[str, Any]]:
    rules = EDITIONS["amigo-2.10"]
    logs = simulated("six_nimmt", games=6, seed=4, strategies=("random",) * 3, rules={},
                     options=rules)  # fmt: skip
    return [json.loads(log) for log in logs]


@pytest.mark.parametrize("batch", [1, 2, 50])
def test_many_that_are_replaced_are_as_if_they_had_come_first(
    house: Warehouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    monkeypatch.setattr(ingesting, "BATCH_LOGS", batch)
    games = six_games()
    revised = [{**game, "meta": {"revised": True}} for game in games]
    house.load(*games, UNCLAIMED)
    totals = house.load(*revised, UNCLAIMED, replace=True)
    assert counts(totals) == {"logs": 7, "loaded": 6, "replaced": 6, "skipped": 1}
    (tmp_path / "fresh").mkdir()
    fresh = Warehouse(tmp_path / "fresh")
    fresh.load(*revised, UNCLAIMED)
    for table in ("seats", "rounds", "six_nimmt_turns"):
        everything = f"select columns(lambda name: name <> 'seat_key') from {table} order by all"
        assert house.ask(everything) == fresh.ask(everything)
    assert kept(house) == kept(fresh)


def of_engine(logs: list[RawLog]) -> list[tuple[Any, ...]]:
    """Give the rows of ``six_nimmt_turns`` as the engine makes them, log by log."""
    checked = [(Stored(log, "", 1), check(log)) for log in logs]
    fit = [pair for pair in checked if pair[1].verdict.status not in NEVER_LOADED]
    return [row for pair in fit for row in loaded_rows(*pair)["six_nimmt_turns"]]


@pytest.mark.parametrize("batch", [3, 50])
def test_the_cards_of_a_warehouse_are_those_that_the_engine_saw(
    house: Warehouse, monkeypatch: pytest.MonkeyPatch, batch: int
) -> None:
    """Whole and stopped games, tables of any size; an id twice; some replaced; one by itself."""
    monkeypatch.setattr(ingesting, "BATCH_LOGS", batch)
    dice = Random(batch)
    texts = [text(dice, random_game(dice)) for _ in range(24)]
    house.load(*texts, LOW, OTHER, texts[3].replace(b"{", b"{ ", 1))
    again = [json.loads(log) | {"meta": {"revised": True}} for log in texts[5:9]]
    house.load(*again, CORPUS[-1], replace=True)
    due = of_engine(lines([*texts, LOW, CORPUS[-1]]))
    assert len(due) > 500
    assert sorted(house.ask("from six_nimmt_turns")) == sorted(due)
    with reading(house.db) as connection:
        (audit,) = audited(connection, chosen("card-keys"))
    assert audit.holds


def kept(house: Warehouse) -> dict[str, bytes | None]:
    with reading(house.db) as connection:
        return {log.game_id: log.raw() for page in kept_logs(connection) for log in page}


def test_a_block_of_logs_goes_with_the_last_of_its_games(house: Warehouse) -> None:
    games = six_games()
    house.load(*games)
    before = kept(house)
    for replaced, game in enumerate(games, 1):
        assert house.ask("select count(*) from log_blocks") == [(replaced,)]
        house.load({**game, "meta": {"revised": True}}, replace=True)
        now = kept(house)
        assert [game_id for game_id in now if now[game_id] == before[game_id]] == sorted(
            game["game_id"] for game in games[replaced:]
        )
    assert house.ask("select block_key from log_blocks order by all") == [*zip(range(2, 8))]


def test_many_in_another_layout_are_skipped(house: Warehouse) -> None:
    games = six_games()
    house.load(*games)
    totals = house.load(*(dict(reversed(game.items())) for game in games))
    assert counts(totals) == {"logs": 6, "skipped": 6}


def test_a_log_that_is_kept_damaged_is_like_no_other(house: Warehouse) -> None:
    house.load(LOW)
    house.ask("update logs set first_byte = first_byte + 1")
    assert counts(house.load(SPACED)) == {"logs": 1, "rejected": 1}
    assert counts(house.load(SPACED, replace=True)) == {"logs": 1, "loaded": 1, "replaced": 1}
    assert kept(house) == {"low": SPACED.encode()}


DAMAGE = (
    "update logs set first_byte = first_byte + 1",
    "update log_blocks set logs = 'not packed'::blob",
    "delete from log_blocks",
    "delete from logs",
)


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("again", [LOW, SPACED])
def test_a_game_whose_log_is_damaged_or_gone_is_put_right_when_asked(
    house: Warehouse, damage: str, again: Any
) -> None:
    house.load(LOW, *six_games())
    house.ask(damage)
    assert counts(house.load(again)) == {"logs": 1, "skipped" if again is LOW else "rejected": 1}
    assert kept(house)["low"] is None
    totals = house.load(again, *six_games(), replace=True)
    assert counts(totals) == {"logs": 7, "loaded": 7, "replaced": 7}
    due = SPACED.encode() if again is SPACED else json.dumps(LOW).encode()
    assert kept(house)["low"] == due
    assert None not in kept(house).values()
    with reading(house.db) as connection:
        assert [found for found in audited(connection, chosen(None)) if not found.holds] == []


def test_a_rejected_rival_can_replace_later_and_leaves_the_list(house: Warehouse) -> None:
    house.load(LOW, OTHER)
    house.load(OTHER, replace=True)
    assert house.ask("from rejects") == []
    assert house.ask("from findings") == []


@pytest.mark.parametrize("strict", [False, True])
def test_what_is_not_loaded_never_removes_what_was(house: Warehouse, strict: bool) -> None:
    # Whatever comes under its id: an illegal log never, one that is not verified not if strict.
    mismatch = {**LOW, "recorded": {"totals": [2, 0]}}
    house.load(mismatch)
    before = house.ask("from games"), house.ask("from seats"), house.ask("from findings")
    illegal = {**ILLEGAL, "game_id": "low"}
    rivals = (illegal, {**UNCLAIMED, "meta": {"x": 1}}) if strict else (illegal,)
    totals = house.load(*rivals, strict=strict, replace=True)
    assert counts(totals) == {"logs": len(rivals), "rejected": len(rivals)}
    assert (house.ask("from games"), house.ask("from seats")) == before[:2]
    assert house.ask("from findings semi join games using (log_sha256)") == before[2]
    assert house.ask("select distinct game_id from rejects") == [("low",)]


def test_a_mismatch_that_is_known_is_wrong_again(house: Warehouse) -> None:
    again = {"logs": 1, "skipped": 1, "known mismatch": 1}
    assert counts(house.load(SHARED)) == {"logs": 1, "loaded": 1, "mismatched": 1}
    assert counts(house.load(SHARED)) == again
    assert counts(house.load(dict(reversed(SHARED.items())))) == again  # in another layout
    assert counts(house.load(SHARED, strict=True)) == again
    house.load({**SHARED, "recorded": {}}, replace=True)
    twice = {"loaded": 1, "mismatched": 1, "replaced": 1, "skipped": 1, "known mismatch": 1}
    assert counts(house.load(SHARED, SHARED, replace=True)) == {"logs": 2, **twice}
    mismatched = house.ask("select skipped, mismatched from ingests order by ingest_id")
    assert mismatched == [(0, 1), (1, 0), (1, 0), (1, 0), (0, 0), (1, 1)]


def test_the_exit_status_is_that_of_the_input_however_often_it_comes(house: Warehouse) -> None:
    for log, status in ((SHARED, 1), (ILLEGAL, 1), (LOW, 0)):
        file = house.file(log)
        runs = [retally("ingest", file, "--db", house.db) for _ in range(2)]
        assert [run.returncode for run in runs] == [status] * 2
    told = retally("ingest", house.file(SHARED), "--db", house.db).stderr.decode()
    assert "1 log: 0 loaded, 1 skipped (1 mismatched)\n" in told


class Here:
    """Workers that are none: what they do is done in the thread that waits for it."""

    def __init__(self, do: Callable[[Any], Any], _jobs: int) -> None:
        self.done = do

    def __enter__(self) -> "Here":
        return self

    def __exit__(self, *_: object) -> None:
        pass


def test_a_reject_that_is_loaded_and_replaced_at_once_leaves_the_list(house: Warehouse) -> None:
    house.load(LOW, OTHER, UNCLAIMED)
    assert house.ask("select line from rejects order by line") == [(2,), (3,)]
    totals = house.load(OTHER, UNCLAIMED, replace=True)
    assert counts(totals) == {"logs": 2, "loaded": 2, "replaced": 2}
    assert house.ask("from rejects") == house.ask("from findings") == []


@pytest.mark.parametrize("seed", range(soaked(10, 300)))
@pytest.mark.parametrize("how", [{}, {"strict": True}, {"replace": True}])
def test_what_one_batch_leaves_is_what_a_batch_for_each_log_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, how: dict[str, bool]
) -> None:
    first, then = (Random(seed + part).choices(RIVALS, k=6) for part in (0, 1000))
    found = []
    for size in (1, 50):
        house = Warehouse(tmp_path)
        Path(house.db).unlink(missing_ok=True)
        monkeypatch.setattr(ingesting, "BATCH_LOGS", size)
        house.load(*first)
        totals = house.load(*then, **how)
        rows = [house.ask(f"from {table} order by all") for table in ("rejects", "findings")]
        found.append((totals.counts, kept(house), rows))
    assert found[0] == found[1]


@pytest.mark.parametrize("seed", range(soaked(3, 100)))
@pytest.mark.parametrize("how", [{}, {"strict": True}, {"replace": True}])
def test_batches_judged_ahead_are_decided_on_as_if_they_had_waited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, how: dict[str, bool]
) -> None:
    """What the warehouse held when they were made ready may have changed since."""
    dice = Random(seed)
    monkeypatch.setattr(ingesting, "BATCH_LOGS", dice.randint(1, 3))
    first, then = (dice.choices(RIVALS, k=12) for _ in range(2))
    found = []
    for jobs in (1, 2):
        house = Warehouse(tmp_path)
        Path(house.db).unlink(missing_ok=True)
        hire: Any = Here
        with house.writing() as connection:
            totals = [
                ingest(connection, [house.file(*logs)], jobs=jobs, hire=hire, **how)
                for logs in (first, then)
            ]
        rows = [house.ask(f"from {table} order by all") for table in ("rejects", "findings")]
        found.append(([total.counts for total in totals], kept(house), rows))
    assert found[0] == found[1]


RIVALS = [LOW, OTHER, SPACED, UNCLAIMED, SIXTH, SHARED, ILLEGAL, {**ILLEGAL, "meta": {}}, b"{]"]
