"""Events of a sixnimmt server: matches that a separate little server plays, and false claims."""

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from foreign import Folder, lines
from tools.sixnimmt_events import match

EVENTS = match("m_01", 11, ["ann", "bo", "cy"])


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def index_of(kind: str, number: int = 0) -> int:
    return [at for at, event in enumerate(EVENTS) if event["type"] == kind][number]


def with_event(kind: str, change: Callable[[Any], None], number: int = 0) -> str:
    """The match with one event's data changed."""
    events = copy.deepcopy(EVENTS)
    change(events[index_of(kind, number)]["data"])
    return lines(*events)


def without(kind: str, number: int = 0) -> str:
    at = index_of(kind, number)
    return lines(*EVENTS[:at], *EVENTS[at + 1 :])


@pytest.mark.parametrize("seats", range(2, 11))
def test_a_match_verifies_with_every_claim_and_its_deal(seats: int, folder: Folder) -> None:
    players = [f"p{seat}" for seat in range(1, seats + 1)]
    events = match(f"m_{seats}", seats, players)
    (judged,) = folder.verdicts(lines(*events))
    assert (judged.status, judged.game_id) == ("verified", f"m_{seats}")
    assert judged.scores == events[-1]["data"]["totals"]
    assert sorted(judged.winners) == events[-1]["data"]["winners"]


def test_what_the_format_has_a_place_for_is_recorded_and_ids_are_kept(folder: Folder) -> None:
    (log,) = folder.logs(lines(*EVENTS))
    assert set(log["rounds"][0]["recorded"]) == {"placed_rows", "turn_penalties", "penalties"}
    ended = EVENTS[-1]["data"]
    totals = [ended["totals"][player] for player in ("ann", "bo", "cy")]
    assert log["recorded"] == {"totals": totals, "winners": ended["winners"]}
    assert log["meta"]["sixnimmt"]["match_seed"] == 11
    assert log["meta"]["sixnimmt"]["display_names"] == {"ann": "Ann", "bo": "Bo", "cy": "Cy"}
    assert log["played_at"] == EVENTS[0]["timestamp"]
    assert len(log["rounds"][0]["hands"]) == 3


def test_a_public_stream_without_hands_and_seeds_is_enough(folder: Folder) -> None:
    public = [event for event in EVENTS if event["audience"] == "public"]
    (judged,) = folder.verdicts(lines(*public))
    assert judged.status == "verified"


def test_two_matches_in_a_file_are_two_games(folder: Folder) -> None:
    other = match("m_02", 12, ["dee", "eli"])
    found = folder.raw(lines(*EVENTS, *other))
    assert [raw.line for raw in found] == [1, len(EVENTS) + 1]
    assert [one.status for one in folder.verdicts(lines(*EVENTS, *other))] == ["verified"] * 2


def test_a_match_that_stops_in_a_play_keeps_the_plays_before(folder: Folder) -> None:
    at = index_of("card_placed", 4)
    (log,) = folder.logs(lines(*EVENTS[: at + 1]))
    assert len(log["rounds"][0]["turns"]) == 1
    assert [one.status for one in folder.verdicts(lines(*EVENTS[: at + 1]))] == ["incomplete"]


def more(key: str, by: int = 1) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        data[key] += by

    return change


def other_reason(data: Any) -> None:
    data["reason"] = "too_low" if data["reason"] == "sixth_card" else "sixth_card"


def other_card(data: Any) -> None:
    data["hand"][0] = data["hand"][0] % 104 + 1


def of_ann(key: str) -> Callable[[Any], None]:
    def change(data: Any) -> None:
        data[key]["ann"] += 1

    return change


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (with_event("play_ended", of_ann("penalties")), "SCORE002"),
        (with_event("match_ended", of_ann("totals")), "SCORE004"),
        (with_event("match_ended", lambda data: data.update(winners=["ann", "bo"])), "SCORE005"),
    ],
)  # fmt: skip
def test_a_false_claim_that_the_format_holds_is_found_by_the_replay(
    text: str, code: str, folder: Folder
) -> None:
    (judged,) = folder.verdicts(text)
    assert judged.status == "mismatch"
    assert code in [said.code for said in folder.errors(text)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (with_event("card_placed", lambda data: data["row_cards"].insert(0, 1)), "row_cards 1"),
        (with_event("row_taken", more("heads")), "heads, the event says"),
        (with_event("row_taken", lambda data: data["captured"].pop()), "captured are"),
        (with_event("row_taken", other_reason), "the reason is"),
        (with_event("row_choice_made", lambda data: data.update(row=(data["row"] + 1) % 4)),
         "chooses row"),
        (with_event("hand_ended", of_ann("totals")), "the hands add up to"),
        (with_event("hand_ended", of_ann("hand_scores")), "the hands add up to"),
        (with_event("match_seed_assigned", more("match_seed")), "the seed of the match makes"),
        (with_event("hand_seed_assigned", more("hand_seed")), "the seed of the match makes"),
        (with_event("cards_dealt", other_card), "the seed deals ann"),
        (with_event("rows_initialised", lambda data: data["rows"].reverse()), "the seed lays out"),
        (without("row_taken"), "nobody takes it"),
    ],
)  # fmt: skip
def test_a_false_claim_that_only_the_file_can_hold_contradicts_it(
    text: str, said: str, folder: Folder
) -> None:
    found = folder.errors(text)
    assert any(each.code == "LOG019" and said in each.message for each in found), found
    assert all(" line " in each.message for each in found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (lines(*EVENTS[1:]), "before match_created"),
        (lines(*EVENTS[:20], EVENTS[21], EVENTS[20], *EVENTS[22:]), "out of order"),
        (lines(*EVENTS[:20], EVENTS[19], *EVENTS[20:]), "out of order"),
        (without("cards_revealed", 1), "it does not lie open"),
        (without("card_placed"), "are not placed"),
        (without("rows_initialised"), "before there are rows"),
        (with_event("cards_revealed", lambda data: data["selections"].pop("bo")),
         "cards of ann, cy"),
        (with_event("row_taken", lambda data: data.update(player_id="bob")), "unknown player bob"),
        (with_event("card_placed", lambda data: data.update(card="12")), "card_placed: card: "),
        (with_event("card_placed", lambda data: data.pop("row")),
         "card_placed: row: field required"),
        (with_event("card_placed", lambda data: data.update(row=4)), "less than or equal to 3"),
        (with_event("hand_ended", lambda data: data["totals"].pop("cy")), "numbers of ann, bo"),
        (lines(*EVENTS)[:-40], f"line {len(EVENTS)}: not JSON"),
        (lines(EVENTS[0]), "no play was played"),
        (lines({**EVENTS[0], "seq": "1"}), "seq: input should be a valid integer"),
    ],
)  # fmt: skip
def test_what_cannot_be_converted_is_a_finding_with_its_line(
    text: str, said: str, folder: Folder
) -> None:
    found = folder.errors(text, form="sixnimmt-events")
    assert any(said in each.message for each in found), found
    assert {each.code for each in found} <= {"LOG018", "LOG019"}
