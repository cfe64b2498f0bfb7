"""Cards in a spreadsheet: what tables become, and what is said of those that cannot."""

import json
from pathlib import Path

import pytest
from foreign import SAMPLES, Folder
from logs import FIGURES
from program import retally
from retally.schemas.codes import Code

HEAD = "game_id,round,turn,player,card,row_choice,penalty\n"
ROWS = "g,1,0,,12,,\ng,1,0,,37,,\ng,1,0,,43,,\ng,1,0,,58,,\n"
TURN = "g,1,1,ann,14,,\ng,1,1,bo,61,,\n"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_a_table_becomes_the_log_that_it_tells_of(folder: Folder) -> None:
    (log,) = folder.logs(SAMPLES.joinpath("cards.csv").read_bytes())
    assert log == {
        "retally": 1,
        "game": "six_nimmt",
        "game_id": "figures-as-a-table",
        "players": FIGURES["players"],
        "rounds": [
            {
                "rows": [12, 37, 43, 58],
                "turns": FIGURES["rounds"][0]["turns"],
                "row_choices": [None, None, 2],
                "recorded": {"turn_penalties": [[0, 0, 0, 0], [0, 0, 6, 0], [1, 0, 0, 0]]},
            }
        ],
        "meta": {"import": {"format": "csv"}},
    }


@pytest.mark.parametrize(
    "text",
    [
        (HEAD + ROWS + TURN).replace(",", ";"),
        "\ufeff" + HEAD + ROWS + TURN,
        (HEAD + ROWS + TURN).replace(",", "\t").replace("\n", "\r\n"),
        (HEAD + ROWS + TURN).replace(HEAD, "Game ID,ROUND,Turn,Player,Card,Row choice,Heads\n"),
        "card,player,turn,round,game_id\n12,,0,1,g\n37,,0,1,g\n43,,0,1,g\n58,,0,1,g\n"
        '14,"ann",1,1,g\n\n61, bo ,1,1,g\n',
        HEAD + TURN + ROWS,
        HEAD + ROWS.replace("37,,", "37,3,").replace("43,,", "43,2,").replace(
            "g,1,0,,37,3,\ng,1,0,,43,2,", "g,1,0,,43,3,\ng,1,0,,37,2,"
        ) + TURN,
    ],
    ids=["semicolons", "mark", "tabs-and-crlf", "case", "order", "rows-last", "rows-numbered"],
)  # fmt: skip
def test_the_same_game_comes_out_however_the_table_is_laid_out(text: str, folder: Folder) -> None:
    (log,) = folder.logs(text)
    assert log["players"] == ["ann", "bo"]
    assert log["rounds"] == [{"rows": [12, 37, 43, 58], "turns": [[14, 61]]}]


@pytest.mark.parametrize(
    "starts",
    [
        "game_id,round,row1,row2,row3,row4\ng,1,12,37,43,58\n",
        "round;game_id;rows\n1;g;12 37 43 58\n",
        "game_id,round,row,card\ng,1,1,12\ng,1,3,43\ng,1,4,58\ng,1,2,37\n",
    ],
)
def test_starting_rows_can_stand_in_a_second_file(starts: str, folder: Folder) -> None:
    for files in ((HEAD + TURN, starts), (starts, HEAD + TURN)):
        (log,) = folder.logs(*files, form="csv")
        assert log["rounds"] == [{"rows": [12, 37, 43, 58], "turns": [[14, 61]]}]


def test_a_workbook_is_read_as_the_game_that_it_was_made_of(folder: Folder) -> None:
    (log,) = folder.logs(SAMPLES.joinpath("cards.xlsx").read_bytes())
    first = retally("import", "csv", SAMPLES / "cards.xlsx")
    assert json.loads(first.stdout) == log
    assert [len(round_["turns"]) for round_ in log["rounds"]] == [10] * 4
    (judged,) = folder.verdicts(SAMPLES.joinpath("cards.xlsx").read_bytes())
    assert judged.scores == {"ann": 37, "bo": 59, "cy": 82, "di": 26}
    assert judged.status == "unclaimed"


def test_several_games_of_a_file_come_at_the_lines_where_they_begin(folder: Folder) -> None:
    other = (ROWS + TURN).replace("g,", "h,")
    found = folder.raw(HEAD + ROWS + TURN + other)
    assert [(raw.line, json.loads(raw.raw)["game_id"]) for raw in found] == [(2, "g"), (8, "h")]


def test_a_wrong_penalty_is_a_claim_that_differs(folder: Folder) -> None:
    text = SAMPLES.joinpath("cards.csv").read_text("utf-8").replace("cy,30,,6", "cy,30,,5")
    (said,) = folder.errors(text)
    assert (said.code, said.path) == (Code.TURN_PENALTY, "rounds[0].recorded.turn_penalties[1][2]")
    assert (said.expected, said.recorded) == (6, 5)


def test_edition_and_date_of_a_game_are_taken_over(folder: Folder) -> None:
    head = "game_id,round,turn,player,card,edition,played_at\n"
    date = "2026-11-30T20:15:00+09:00"
    turn = TURN.replace(",,\n", f",tactics,{date}\n")
    (log,) = folder.logs(head + ROWS + turn)
    assert (log["rules"], log["played_at"]) == ({"edition": "tactics"}, date)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "game_id,round,turn,player\ng,1,1,ann\n",
            "no column card; there are game_id, round, turn, player",
        ),
        (HEAD.replace("penalty", "card"), "two columns are named card"),
        (HEAD + ROWS + TURN.replace("14", "fourteen"),
         'line 6: column card: a whole number is due, not "fourteen"'),
        (HEAD + ROWS + TURN.replace("14", "14.5"),
         'line 6: column card: a whole number is due, not "14.5"'),
        (HEAD + ROWS + TURN.replace("14", "105"),
         'line 6: column card: input should be less than or equal to 104, not 105'),
        (HEAD + ROWS + TURN.replace("14", ""), "line 6: column card: field required"),
        (HEAD + ROWS + TURN.replace("ann", ""), "line 6: column player is empty"),
        (HEAD + ROWS + TURN + "g,1,2,ann,15,,\ng,1,2,bob,16,,\n",
         "line 9: unknown player bob; in the first turn are ann, bo"),
        (HEAD + ROWS + TURN + "g,1,2,ann,15,,\n", "round 1, turn 2: no card of bo"),
        (HEAD + ROWS + TURN + "g,1,1,ann,16,,\n",
         "line 8: a second card of ann in round 1, turn 1"),
        (HEAD + ROWS + TURN.replace(",1,1,", ",1,2,"),
         "turn 1 of round 1 is missing; there is a turn 2"),
        (HEAD + ROWS + TURN.replace(",1,1,", ",2,1,"), "round 1 is missing; there is a round 2"),
        (HEAD + ROWS.replace("g,1,0,,58,,\n", "") + TURN,
         "round 1 has 3 starting rows of four; they stand in turn 0, or in a second file with"
         " --from csv"),
        (HEAD + ROWS + "g,1,0,,59,,\n" + TURN,
         "line 6: more than four cards among the starting rows of round 1"),
        (HEAD + ROWS + TURN.replace("61,,", "61,2,"),
         "line 7: a row choice of 61; only the lowest card of a turn, 14, can need one"),
        (HEAD + ROWS, "line 2: starting rows, but no card of this game"),
        (HEAD + ROWS + TURN.replace("61,,", "61,,,,"),
         "line 7: 9 cells, the header has 7"),
        (HEAD + ROWS + TURN + '"g', "line 8: unexpected end of data"),
        ((HEAD + ROWS + TURN).encode() + "g,1,2,zoë".encode("latin-1"),
         "byte 136 is not UTF-8; save the table as CSV in UTF-8"),
        (b"PK\x03\x04 no workbook", "not a workbook that can be read: File is not a zip file"),
    ],
)  # fmt: skip
def test_what_cannot_be_converted_is_a_finding_with_its_place(
    text: str | bytes, said: str, folder: Folder
) -> None:
    messages = [each.message for each in folder.errors(text, form="csv")]
    prefixes = ("not converted: ", "the file contradicts itself: ")
    assert said in [message.removeprefix(prefix) for message in messages for prefix in prefixes]


def test_a_broken_game_leaves_the_others_of_its_file_alone(folder: Folder) -> None:
    broken = (ROWS + TURN).replace("g,", "h,").replace("14", "x")
    judged = folder.verdicts(HEAD + ROWS + TURN + broken)
    assert [(one.game_id, one.status, one.line) for one in judged] == [
        ("g", "incomplete", 2), ("h", "unreadable", 8)
    ]  # fmt: skip


def test_other_columns_are_named_and_left_out(folder: Folder) -> None:
    text = (HEAD + ROWS + TURN).replace("penalty", "mood")
    assert folder.told(text) == ["columns that are left out: mood"]


def test_the_template_can_be_filled_in(tmp_path: Path) -> None:
    done = retally("import", "csv", "--template")
    assert (done.returncode, done.stdout.decode()) == (0, HEAD)
    path = tmp_path / "mine.csv"
    path.write_bytes(done.stdout + (ROWS + TURN).encode())
    made = retally("import", "csv", path)
    assert made.returncode == 0
    assert json.loads(made.stdout)["game_id"] == "g"


def test_import_says_what_it_could_not_convert_and_goes_on(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text(HEAD + ROWS + TURN)
    bad.write_text((HEAD + ROWS + TURN).replace("14", "\x1b[31mx").replace("g,", "b,"))
    done = retally("import", "csv", bad, good, tmp_path / "none.csv", "-o", tmp_path / "o.jsonl")
    assert done.returncode == 3
    assert json.loads((tmp_path / "o.jsonl").read_text("utf-8"))["game_id"] == "g"
    talk = done.stderr.decode()
    assert "none.csv: No such file" in talk
    assert "1 game converted, 1 not" in talk
    assert "\x1b" not in talk


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["cvs", "a.csv"], "no format 'cvs'; did you mean csv?"),
        (["csv"], "no file to import"),
        (["csv", "a.csv", "--rows", "1 2 3 4"], "--rows is for bga-text"),
        (["bga-text", "a.txt", "--rows", "1 2 3"], "--rows takes four cards"),
        (["bga-text", "a.txt", "--rows", "1 2 3 3"], "--rows takes four cards"),
        (["bgstats", "--template"], "--template is there for csv"),
    ],
)
def test_wrong_usage_is_said(arguments: list[str], said: str) -> None:
    done = retally("import", *arguments)
    assert done.returncode == 2
    assert said in done.stderr.decode()
