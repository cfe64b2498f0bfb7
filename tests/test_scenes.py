"""Scenes: the table moment by moment, each finding where it happened. Expectations by hand."""

import json
from pathlib import Path

import pytest
from logs import figures
from retally.pipeline.scenes.base import turns
from retally.schemas.codes import Severity
from shown import at, shown, shows_of
from sixteen_logs import hand, session, step
from zaagox_logs import log as zaagox

HOME = Path(__file__).parent.parent
BROKEN = HOME / "tests" / "broken"


def test_every_scene_of_every_sample_has_its_own_link_and_can_be_written_as_json() -> None:
    seen = 0
    for where, play in shows_of(HOME / "sample_logs", BROKEN):
        anchors = [scene.anchor for scene in play.scenes]
        assert len(set(anchors)) == len(anchors) > 0, where
        assert [n for group in turns(play.scenes) for n in group] == list(range(len(anchors)))
        json.dumps([scene.state for scene in play.scenes])
        assert all(scene.words for scene in play.scenes), where
        assert [mark.finding for mark in play.marked] == list(play.verdict.findings), where
        assert all(0 <= mark.scene < len(anchors) for mark in play.marked), where
        seen += 1
    assert seen > 150


def test_an_illegal_game_ends_in_its_fault_and_only_that() -> None:
    for where, play in shows_of(BROKEN):
        faults = [number for number, scene in enumerate(play.scenes) if scene.fault]
        illegal = play.verdict.status == "illegal"
        assert faults == ([len(play.scenes) - 1] if illegal else []), where
        errors = [m for m in play.marked if m.finding.severity is Severity.ERROR]
        assert not illegal or [mark.scene for mark in errors] == faults * len(errors), where


WHERE = {
    "DEAL002-card-not-in-the-deck": ["r1t1"],
    "DEAL007-draft-and-hand-differ": ["r1c1"],
    "DEAL120-deck-of-the-log": ["r1"],
    "DEAL121-cards-not-seen": ["r1t1c6"],
    "DEAL122-cards-offered-out-of-order": ["r1t2c2"],
    "PLAY002-row-choice-missing": ["r1t1c1"],
    "PLAY006-play-after-the-end": ["r2"],
    "PLAY037-over-half-the-pot": ["r1t1c3"],
    "PLAY062-draw-from-an-empty-deck": ["t37"],
    "PLAY101-a-dearer-row-taken": ["r1t1c1"],
    "PLAY120-all-in": ["r1t1c3"],
    "PLAY162-several-call-da": ["t1c3"],
    "SCORE001-round-penalty-differs": ["r1t1c2"],
    "SCORE003-placed-row-differs": ["r1t1c2"],
    "SCORE020-winners-of-a-hand-differ": ["r1t1c6"],
    "SCORE061-score-of-the-set-differs": ["t16c2"],
    "SCORE101-total-exactly-at-the-threshold": ["r1t10c1"],
    "SCORE126-side-pots": ["r2t2c4", "r2t2c5", "r2t3c3"],
}
"""The scenes at which the findings of a broken log stand, but the note on its edition."""


@pytest.mark.parametrize("name", WHERE)
def test_a_finding_stands_where_it_happened(name: str) -> None:
    ((_, play),) = shows_of(BROKEN / f"{name}.json")
    marks = [mark for mark in play.marked if mark.finding.code != "LOG101"]
    assert [play.scenes[mark.scene].anchor for mark in marks] == WHERE[name]


# 6 nimmt! ---------------------------------------------------------------------------------


def rows(state: dict[str, object]) -> list[list[int]]:
    return [list(state[f"row{row}"]) for row in range(4)]  # type: ignore[call-overload]


def test_six_nimmt_shows_the_figures_of_the_sheet() -> None:
    play = shown(figures())
    assert [scene.anchor for scene in play.scenes] == [
        "r1",
        *("r1t1", "r1t1c1", "r1t1c2", "r1t1c3", "r1t1c4"),
        *("r1t2", "r1t2c1", "r1t2c2", "r1t2c3", "r1t2c4"),
        *("r1t3", "r1t3c1", "r1t3c2", "r1t3c3", "r1t3c4"),
    ]
    assert rows(at(play, "r1")) == [[12], [37], [43], [58]]
    assert rows(at(play, "r1t1c4")) == [[12, 14, 15], [37], [43, 44], [58, 61]]
    assert at(play, "r1t2")["lies"] == [(21, 0), (26, 1), (30, 2), (36, 3)]
    taking = at(play, "r1t2c3")
    assert rows(taking) == [[30], [37], [43, 44], [58, 61]]
    assert taking["last"] == {
        "card": 30, "seat": 2, "row": 0, "action": "sixth_card",
        "taken": (12, 14, 15, 21, 26), "heads": 6,
    }  # fmt: skip
    end = at(play, "r1t3c4")
    assert rows(end) == [[30, 36], [3, 9], [43, 44], [58, 61, 68, 83]]
    assert [end[f"total{seat}"] for seat in range(4)] == [1, 0, 6, 0]
    assert [end[f"pile{seat}"] for seat in range(4)] == [(37,), (), (12, 14, 15, 21, 26), ()]


def test_a_hand_that_is_not_dealt_is_what_gets_played_and_the_rest_is_unknown() -> None:
    play = shown(figures())
    assert at(play, "r1")["hand0"] == (3, 14, 21, *[None] * 7)
    assert at(play, "r1t1")["hand0"] == (3, 21, *[None] * 7)
    dealt = [sorted([turn[seat] for turn in ((14, 15, 44, 61), (21, 26, 30, 36), (3, 9, 68, 83))]
                    + list(range(90 + seat, 104, 4))[:3] + list(range(70 + seat, 83, 4))[:3]
                    + [46 + seat]) for seat in range(4)]  # fmt: skip
    known = shown(figures(hands=dealt))
    assert at(known, "r1")["hand0"] == tuple(dealt[0])
    assert at(known, "r1t2")["hand0"] == tuple(sorted(set(dealt[0]) - {14, 21}))


def test_the_pile_of_a_round_stays_until_the_next_deal() -> None:
    ((_, play),) = shows_of(HOME / "sample_logs/six_nimmt/wrong-sum.json")
    last = max(number for number, scene in enumerate(play.scenes) if scene.round == 1)
    before, after = play.scenes[last], play.scenes[last + 1]
    assert before.words[1] == "Round 1 ends: ann 6, bo 6, cy 19, di 13."
    heads = [sum(play.aids["heads"][card] for card in before.state[f"pile{seat}"])
             for seat in range(4)]  # fmt: skip
    assert heads == [6, 6, 19, 13]  # as the players wrote down, rightly
    assert [after.state[f"pile{seat}"] for seat in range(4)] == [()] * 4
    assert [after.state[f"total{seat}"] for seat in range(4)] == heads


def test_another_reading_shows_another_game() -> None:
    path = HOME / "sample_logs/six_nimmt/played-on-at-66.json"
    ((_, stopped),) = shows_of(path)
    assert stopped.scenes[-1].fault
    assert stopped.scenes[-1].anchor == "r4"
    from retally.pipeline.sources import raw_logs

    (log,) = raw_logs([str(path)])
    on = shown(log, end_comparison="more_than")
    assert not any(scene.fault for scene in on.scenes)
    assert on.scenes[-1].words[-1] == "The game is over; won by cy."


# Sixteen ----------------------------------------------------------------------------------


def test_sixteen_shows_cards_only_at_the_showdown() -> None:
    one = step("A7 B8 C1", "A bet 1, B call, C call")
    two = step("A8 B- C15", "A bet 3, B fold, C raise 6, A call")
    three = step("A- C-", "A check, C bet 4, A call")
    play = shown(session(hand("A", one, two, three)))
    start = at(play, "r1")
    assert (start["pot"], start["dealer"], start["asked"]) == (3, 0, None)
    assert at(play, "r1t1c2")["asked"] == 0
    assert at(play, "r1t1c2")["price"] == "a bet is at most 1"
    folded = at(play, "r1t2c4")
    assert (folded["seat1"]["live"], folded["seat1"]["cards"]) == (False, (8, 0))
    assert folded["pot"] == 9
    open_ = [[at(play, anchor)[f"seat{seat}"]["open"] for seat in range(3)]
             for anchor in ("r1t3c4", "r1t3c5")]  # fmt: skip
    assert open_ == [[False] * 3, [True, False, True]]
    end = at(play, "r1t3c5")
    assert [end[f"seat{seat}"]["stack"] for seat in range(3)] == [21, 47, 82]
    assert end["last"] == {"seats": [2], "won": True, "pot": 32}
    assert end["seat2"]["worth"] == "15+1, the highest hand"


# Zaägox -----------------------------------------------------------------------------------


def test_zaagox_shows_pairs_aging_cards_and_what_is_stored() -> None:
    play = shown(
        zaagox(
            "p B1 pair R1 G1", "q R6 discard R2", "r Y1 discard Y1", "p R8 age B2 on R1 store G1"
        )
    )
    assert [scene.anchor for scene in play.scenes] == [
        "t0", "t1", "t1c1", "t2", "t2c1", "t3", "t3c1", "t4", "t4c1", "t4c2"
    ]  # fmt: skip
    assert at(play, "t0")["hand0"] == ["B2", "G1", "R1", "Y5"]
    assert at(play, "t1c1")["pairs0"] == [{"cards": ("R1", "G1"), "aging": [], "needs": 1}]
    assert at(play, "t2c1")["discard"] == ["R2"]
    assert at(play, "t4c1")["pairs0"] == [{"cards": ("R1", "G1"), "aging": ["B2"], "needs": 1}]
    end = at(play, "t4c2")
    assert (end["pairs0"], end["stored0"], end["hand0"]) == ([], ("G1",), ["B1", "R8", "Y5"])
    assert at(play, "t3")["deck"] == 24 - 3 + 1  # three drawn, a discard went under


def test_zaagox_works_the_score_out_at_the_end() -> None:
    ((_, play),) = shows_of(HOME / "sample_logs/zaagox/won-by-da.json")
    end = play.scenes[-1].state
    (winner,) = play.verdict.winners
    assert play.log.players[end["winner"]] == winner
    assert end["working"][-1].endswith(f"=  {play.verdict.scores[winner]}")
    assert all(scene.state["working"] == [] for scene in play.scenes[:-1])
