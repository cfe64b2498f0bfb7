"""`retally replay`: the game in the terminal, and the page as its text stands."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hostile import RAW_TERMINAL
from logs import figures, played
from program import imported_by, retally

HOME = Path(__file__).parent.parent
SAMPLES = HOME / "sample_logs"
HOSTILE = ["<script>alert(1)</script>", "\"&'", "👩‍👩‍👧", "가" * 64, "a\u202eb", "[red]\x1b\uffff"]


def write(path: Path, *logs: Any) -> Path:
    path.write_text("".join(json.dumps(log) + "\n" for log in logs), "utf-8")
    return path


def hostile() -> dict[str, Any]:
    """A game of people with names that were made to break a page."""
    log = played(seed=3, seats=len(HOSTILE))
    names = dict(zip(log["players"], HOSTILE, strict=True))
    log["players"] = HOSTILE
    log["game_id"] = "</title><script>alert(2)</script>"
    log["recorded"]["winners"] = [names[name] for name in log["recorded"]["winners"]]
    return log


class Text(HTMLParser):
    """What a reader without scripts sees, and the tags that are there."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        if self.tags[-1:] not in (["script"], ["style"]):
            self.text += data


def page_of(log: Path, *options: str) -> str:
    done = retally("replay", log, "-o", "-", *options)
    assert done.returncode in (0, 1), done.stderr.decode()
    return done.stdout.decode()


# In the terminal --------------------------------------------------------------------------


def test_a_game_is_told_turn_by_turn(tmp_path: Path) -> None:
    done = retally("replay", write(tmp_path / "f.json", figures()), "--game-id", "figures-1-to-4")
    told = done.stdout.decode()
    assert done.returncode == 0
    assert (
        "\nRound 1, turn 3\n"
        "  Turned over: 3 (ann), 9 (bo), 68 (cy), 83 (di)\n"
        "  ann: 3 is below every row end (36, 37, 44, 61): ann takes row 2 (37) and puts 3 there;"
        " 1 head\n"
        "  bo: 9 goes to row 2: of the ends 36, 3, 44, 61 the largest below 9 is 3\n"
        "  cy: 68 goes to row 4: of the ends 36, 9, 44, 61 the largest below 68 is 61\n"
        "  di: 83 goes to row 4: of the ends 36, 9, 44, 68 the largest below 83 is 68\n"
        "    row 1   30  36              4 heads\n"
        "    row 2    3   9              2 heads\n"
        "    row 3   43  44              6 heads\n"
        "    row 4   58  61  68  83      4 heads\n"
        "    heads so far: ann 1, bo 0, cy 6, di 0\n"
    ) in told
    assert told.index("Round 1, deal") < told.index("turn 1") < told.index("turn 2")


def test_findings_stand_in_the_turn_where_they_happened() -> None:
    done = retally("replay", SAMPLES / "six_nimmt" / "low-card-without-row.json")
    told = done.stdout.decode()
    assert done.returncode == 1
    at, stops = told.index("Round 1, turn 6"), told.index("The replay stops here.")
    assert at < stops < told.index("error[PLAY002] 45 is below every row end")
    assert "turn 7" not in told[stops:]


@pytest.mark.parametrize(
    ("sample", "lines"),
    [
        ("sixteen/bonus.json", ["Hand 1, step 2", "C raises by 6", "pot 24"]),
        ("zaagox/won-by-da.json", ["Turn 1", "calls Da with", "number kinds"]),
    ],
)
def test_the_other_games_are_told_too(sample: str, lines: list[str]) -> None:
    told = retally("replay", SAMPLES / sample).stdout.decode()
    for line in lines:
        assert line in told


def test_of_many_games_the_first_is_shown_and_that_is_said(tmp_path: Path) -> None:
    path = write(tmp_path / "many.jsonl", figures(), played(seed=2))
    done = retally("replay", path)
    assert "figures-1-to-4" in done.stdout.decode().splitlines()[0]
    assert done.stderr.decode() == (
        "there is more than one game in it, this is the first: figures-1-to-4; --game-id chooses\n"
    )
    chosen = retally("replay", path, "--game-id", "g2")
    assert "g2" in chosen.stdout.decode().splitlines()[0]
    assert chosen.stderr == b""


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["{log}", "--game-id", "nobody"], 2, "no game 'nobody' in it"),
        (["{empty}"], 3, "no game in it"),
        (["{missing}"], 3, "missing.json"),
        (["{unreadable}"], 1, ""),
        (["{log}", "--rule", "end_comparisn=more_than"], 2, "did you mean end_comparison?"),
        (["{log}", "-o", "{log}"], 2, "what the page is made from"),
        (["{log}", "-o", "{missing}/x.html"], 3, "No such file"),
    ],
)
def test_what_cannot_be_shown_is_told(
    arguments: list[str], status: int, says: str, tmp_path: Path
) -> None:
    files = {name: tmp_path / f"{name}.json" for name in ("log", "empty", "missing", "unreadable")}
    before = write(files["log"], figures()).read_bytes()
    files["empty"].write_bytes(b"")
    files["unreadable"].write_text("{broken")
    done = retally("replay", *(argument.format_map(files) for argument in arguments))
    assert done.returncode == status
    assert says in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
    assert files["log"].read_bytes() == before


def test_names_cannot_drive_the_terminal(tmp_path: Path) -> None:
    done = retally("replay", write(tmp_path / "h.json", hostile()))
    assert done.returncode == 0
    assert RAW_TERMINAL.search(done.stdout.decode()) is None


def test_the_terminal_needs_no_store_and_no_templates(tmp_path: Path) -> None:
    path = write(tmp_path / "f.json", figures())
    heavy = {"duckdb", "polars", "numpy", "rich", "vl_convert"}
    assert imported_by("replay", path) & (heavy | {"jinja2"}) == set()
    page = tmp_path / "p.html"
    assert imported_by("replay", path, "-o", page) & heavy == set()


# The page ---------------------------------------------------------------------------------


def test_the_record_is_readable_without_scripts() -> None:
    path = SAMPLES / "six_nimmt" / "wrong-sum.json"
    page = Text(page_of(path))
    told = retally("replay", path).stdout.decode()
    words = [line[2:] for line in told.splitlines() if re.match(r"  (\w+: \d+|Turned over)", line)]
    assert len(words) > 100
    for line in words:
        assert line in page.text
    assert page.text.count("bull heads of di in this round: 0, recorded: 3") == 2
    assert "noscript" not in page.tags


def test_names_and_ids_stand_on_the_page_as_text(tmp_path: Path) -> None:
    page = page_of(write(tmp_path / "h.json", hostile()))
    parsed = Text(page)
    assert page.count("<script") == 2  # the game's data, and the script of ours
    assert "</title><script>alert(2)</script>" in parsed.text
    for name in HOSTILE[:4]:
        assert name in parsed.text
    assert "a‹U+202E›b" in parsed.text
    assert not RAW_TERMINAL.search(page.replace("👩‍👩‍👧", ""))


def test_a_page_asks_for_nothing_from_outside() -> None:
    for sample in ("six_nimmt/ten-players.json", "sixteen/side-pots.json", "zaagox/void.json"):
        page = page_of(SAMPLES / sample)
        assert "default-src &#39;none&#39;" in page
        assert re.findall(r'(?:src|href)="(?!#)[^"]*"', page) == []
        assert re.findall(r"url\(|@import|https?://", page) == ["http://"]  # the name of SVG
        assert len(page.encode()) < 600_000


def test_the_longest_of_games_at_the_largest_of_tables_stays_light(tmp_path: Path) -> None:
    log = played(seed=4, seats=10, end_threshold=90)
    assert len(log["rounds"]) > 5
    assert len(page_of(write(tmp_path / "long.json", log)).encode()) < 600_000


def test_the_page_is_made_for_another_reading_when_asked() -> None:
    path = SAMPLES / "six_nimmt" / "played-on-at-66.json"
    assert "The replay stops here." in page_of(path)
    other = page_of(path, "--rule", "end_comparison=more_than")
    assert "The replay stops here." not in other
    assert 'class="badge verified"' in other


def test_a_scoresheet_has_nothing_to_play_back(tmp_path: Path) -> None:
    sheet = {"retally": 1, "game": "six_nimmt", "game_id": "sheet", "players": ["ann", "bo"],
             "scoresheet": [[66, 3]]}  # fmt: skip
    (tmp_path / "sheet.json").write_text(json.dumps(sheet))
    done = retally("replay", tmp_path / "sheet.json")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"sheet is a scoresheet: it has no moves to play back" in done.stderr
