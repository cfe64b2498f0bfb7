"""Text logs of Board Game Arena: starting rows given, deduced or not known; broken texts."""

import json
from pathlib import Path

import pytest
from foreign import SAMPLES, Folder
from program import retally

TEN = SAMPLES.joinpath("bga-table.txt").read_text("utf-8")
SHORT = """A new round starts
ann places 44 on the back of row 3
bo places 45 on the back of row 3
ann takes 12 in row 1 and receives 1 bull head
ann places 5 and starts row 1
bo: well played
bo places 6 on the back of row 1
"""
ROWS = (12, 37, 43, 58)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_rows_that_are_given_make_a_log_with_every_claim(folder: Folder) -> None:
    (log,) = folder.logs(SHORT, form="bga-text", rows=(ROWS,))
    assert log["players"] == ["ann", "bo"]
    assert log["rounds"] == [
        {
            "rows": [12, 37, 43, 58],
            "turns": [[44, 45], [5, 6]],
            "row_choices": [None, 1],
            "recorded": {
                "turn_penalties": [[0, 0], [1, 0]],
                "placed_rows": [[3, 3], [1, 1]],
            },
        }
    ]
    (judged,) = folder.verdicts(SHORT, form="bga-text", rows=(ROWS,))
    assert (judged.status, judged.scores) == ("incomplete", {"ann": 1, "bo": 0})


def test_rows_can_stand_in_the_text_itself(folder: Folder) -> None:
    text = SHORT.replace("starts\n", "starts\nRows: 12 37 43 58\n", 1)
    assert folder.logs(text)[0]["rounds"][0]["rows"] == [12, 37, 43, 58]


def test_the_newest_line_may_be_the_first(folder: Folder) -> None:
    text = "\n".join(SHORT.splitlines()[::-1])
    (upright,) = folder.logs(SHORT, form="bga-text", rows=(ROWS,))
    (turned,) = folder.logs(text, form="bga-text", rows=(ROWS,))
    assert turned["rounds"] == upright["rounds"]


def test_rows_are_deduced_where_only_one_set_of_cards_fits(folder: Folder) -> None:
    (log,) = folder.logs(TEN)
    assert log["meta"]["import"] == {"format": "bga-text", "rows_deduced": [1, 2]}
    played = json.loads(SAMPLES.parent.joinpath("six_nimmt/ten-players.json").read_bytes())
    due = [round_["rows"] for round_ in played["rounds"]]
    assert [round_["rows"] for round_ in log["rounds"]] == due
    (judged,) = folder.verdicts(TEN)
    assert judged.status == "verified"


def test_scores_count_down_from_66(folder: Folder) -> None:
    (log,) = folder.logs(TEN)
    assert log["recorded"]["totals"] == [
        66 - int(TEN.rpartition(f"\n{name}: ")[2].split("\n")[0]) for name in log["players"]
    ]
    (said,) = folder.errors(TEN.replace("eli: 0", "eli: 1"))
    assert (said.code, said.expected, said.recorded) == ("SCORE004", 66, 65)


def whole_round(takes: str = "") -> str:
    """Ten turns of two that say little of the starting rows: all goes behind row 4.

    The rows that are taken: a starter of 2 heads and 60 to 63, 64 to 68, 69 to 73, 74 to 78.
    """
    cards = range(60, 80)
    lines = ["A new round starts"]
    length, last = 1, 58
    for turn, card in enumerate(cards):
        name = ("ann", "bo")[turn % 2]
        if length == 5:
            heads = takes if takes and turn == 4 else {58: 8, 64: 10, 69: 7, 74: 10}[last]
            lines += [f"{name} takes {card - 1} in row 4 and receives {heads} bull heads"]
            lines += [f"{name} places {card} and starts row 4"]
            length, last = 1, card
        else:
            lines += [f"{name} places {card} on the back of row 4"]
            length += 1
    return "\n".join(lines) + "\n"


def test_without_rows_the_heads_of_whole_rounds_are_kept_as_a_scoresheet(folder: Folder) -> None:
    (log,) = folder.logs(whole_round())
    assert "rounds" not in log
    assert log["meta"]["import"]["rounds_without_rows"] == [1]
    (judged,) = folder.verdicts(whole_round())
    assert judged.status == "unreplayable"
    assert judged.scores == dict(zip(("ann", "bo"), log["scoresheet"][0], strict=True))
    assert sum(log["scoresheet"][0]) == 8 + 10 + 7 + 10


def test_what_can_be_checked_without_rows_is(folder: Folder) -> None:
    (said,) = folder.errors(whole_round(takes="30"))
    assert (said.code, said.round) == ("LOG019", 1)
    assert "do not fit each other" in said.message


def test_wrong_heads_are_found_by_the_replay_where_rows_are_known(folder: Folder) -> None:
    text = SHORT.replace("receives 1", "receives 2")
    (judged,) = folder.verdicts(text, form="bga-text", rows=(ROWS,))
    errors = [said for said in judged.findings if said.severity == "error"]
    assert [(said.code, said.expected, said.recorded) for said in errors] == [("SCORE002", 1, 2)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SHORT.replace("ann takes 12 in row 1 and receives 1 bull head\n", ""),
         "line 4: who takes row 1 is missing"),
        (SHORT.replace("ann takes", "bo takes"), "line 4: bo takes row 1, but ann lays 5 in row 1"),
        (SHORT.replace("takes 12", "takes 13"), "line 4: 13 taken, but row 1 holds 12"),
        (SHORT.replace("bo places 45", "ann places 45"), "ann lays two cards in a turn"),
        (SHORT.replace("44", "46"), "cards out of order: [46, 45]"),
        ("rows: 1 2 3 4\n" + SHORT.replace("A new round starts\n", ""), "before that (1, 2, 3, 4)"),
        ("nothing of the game\n", "no card is placed in it"),
        ("", "no game in it"),
        (b"\xff\xfenot utf-8", "UTF-16"),
    ],
)  # fmt: skip
def test_what_cannot_be_converted_is_a_finding_with_its_line(
    text: str | bytes, said: str, folder: Folder, tmp_path: Path
) -> None:
    path = folder.file(text, "table.txt")
    done = retally("import", "bga-text", path, "--rows", "12 37 43 58")
    assert said in done.stderr.decode()
    assert done.stdout == b""
    assert done.returncode == (0 if text == "" else 1)


def test_more_rows_than_rounds_are_refused(folder: Folder) -> None:
    path = folder.file(SHORT, "table.txt")
    done = retally("import", "bga-text", path, "--rows", "12 37 43 58", "--rows", "1 2 3 4")
    assert "--rows of 2 rounds, the log has 1" in done.stderr.decode()
    assert done.returncode == 1
