"""`retally pages` and reports as pages: what stands on them, where links lead, what is refused."""

import hashlib
import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from subprocess import run
from urllib.parse import unquote

import pytest
from program import TYPING, retally
from retally.lang import LANGUAGES
from retally.pipeline.pages import charts, players
from retally.pipeline.pages import site as site_pages
from retally.pipeline.pages.addresses import game_address, player_address
from retally.pipeline.pages.written import LIST
from sites import HOSTILE, HOSTILE_ID, OTHER_GAMES, logs, site
from warehouse import LOW, SHARED, SIXTH, Warehouse


class Page(HTMLParser):
    """A page as it is read: its links, its ids, the rows of its tables."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.rows: list[list[str]] = []
        self.tags: list[str] = []
        self.text = ""
        self.open = ""
        self.in_cell = False
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        self.tags.append(tag)
        self.open = tag
        if tag == "a":
            self.links.append(named["href"] or "")
        if named.get("id"):
            self.ids.add(str(named["id"]))
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th") and self.rows:
            self.rows[-1].append("")
            self.in_cell = True
        if tag == "small" and self.in_cell:
            self.rows[-1][-1] += " / "

    def handle_endtag(self, tag: str) -> None:
        self.in_cell = self.in_cell and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        if self.open in ("script", "style"):
            return
        self.text += data
        if self.in_cell:
            self.rows[-1][-1] = (self.rows[-1][-1] + data).replace("\u202f", " ")


LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def pages(language: str = "en") -> list[Path]:
    return sorted(site(language).rglob("*.html"))


def rows(address: str) -> list[list[str]]:
    return [[cell.strip() for cell in row] for row in Page(site() / address).rows]


# What stands there ------------------------------------------------------------------------


def test_there_is_a_page_for_each_game_and_each_player() -> None:
    games = {game_address(log["game_id"]) for log in logs()}
    players = {player_address(player) for log in logs() for player in log["players"]}
    found = {path.relative_to(site()).as_posix() for path in pages()}
    assert found == games | players | {
        "index.html",
        "players.html",
        "games.html",
        "findings.html",
    }


def test_the_overview_has_the_standings_of_each_kind_of_game() -> None:
    # cy: FIGURES not finished, third in SHARED, wins SIXTH with 0, last in wrong-sum with 72,
    # and one of the ten in ten-players
    mine = next(row for row in rows("index.html") if row and row[0] == "cy")
    assert mine[:4] == ["cy", "5", "4", "1"]
    assert mine[4].startswith("25 %* / 1 of 4 · ")
    assert mine[6:] == ["0", "72"]
    assert "6 nimmt! 7 games" in " ".join(Page(site() / "index.html").text.split())


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    house = Warehouse(tmp_path_factory.mktemp("corpus"))
    house.load(*logs()[:4])
    return house.db


def test_the_page_of_a_player_is_one_file_with_numbers_worked_out_by_hand(
    corpus: str, tmp_path: Path
) -> None:
    out = tmp_path / "p.html"
    done = retally(
        "report", "player", "--player", "bo", "--format", "html", "-o", out, "--db", corpus
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    page = Page(out)
    assert page.links == ["#main"]
    assert page.tags.count("svg") == 2
    text = " ".join(page.text.replace("\u202f", " ").split())
    for tile in ("Games41 not finished", "Wins21 shared", "Win rate50 %*1.5 of 3 · 12–88 %",
                 "Mean heads3.7*of 3 · −12.1 to 19.4", "Spread6.4", "Lowest0", "Highest11",
                 "Most wins in a row2", "Longest without a win1",
                 "Running streak1games without a win"):  # fmt: skip
        assert tile in text, tile
    found = [[cell.strip() for cell in row] for row in page.rows]
    half = "50 %* / 1 of 2 · 9–91 %"
    for row in (
        ["Turns that cost a row by a sixth card", "12 %* / 1 of 8 · 2–48 %"],
        ["Turns that cost a row for a low card", "0 %* / 0 of 8 · 0–33 %"],
        ["Heads a take", "11.0* / of 1"],
        ["ann", "2", "1", "1", "0", half, "−1.5* / of 2 · −20.6 to 17.6"],
        ["cy", "2", "1", "0", "1", half, "2.0* / of 2 · −112.4 to 116.4"],
        ["2", "2", "1", half, "5.5* / of 2 · −64.4 to 75.4"],
        ["3", "1", "1", "50 %* / 0.5 of 1 · 5–95 %", "0.0* / of 1"],
        ["Dearest take", "11", "1", "sixth, round 1", "–"],
        ["Fewest heads in a game", "0", "2", "low", "2026-11-30"],
    ):
        assert row in found, row
    assert ["low", "2026-11-30", "2", "0", "1", "yes"] in found
    assert ["figures-1-to-4", "–", "4", "0", "–", "not finished"] in found


def test_any_report_is_a_page_too(corpus: str, tmp_path: Path) -> None:
    out = tmp_path / "s.html"
    assert retally("report", "standings", "-o", out, "--db", corpus).returncode == 0
    page = Page(out)
    assert page.rows[0][:3] == ["game", "player", "games"]
    assert [row[1] for row in page.rows[1:]] == ["bo", "cy", "ann", "di"]
    piped = retally("report", "standings", "--format", "html", "--db", corpus)
    assert piped.stdout.decode() == out.read_text("utf-8")


def test_findings_lead_to_the_turn_where_they_happened() -> None:
    page = Page(site() / "findings.html")
    wrong = game_address("wrong-sum")
    assert f"{wrong}#r2" in page.links
    assert ["error", "SCORE001", "wrong-sum", "round 2",
            "bull heads of di in this round: 0, recorded: 3"] in rows("findings.html")  # fmt: skip
    assert any(row[:3] == ["a.jsonl", "12", "illegal"] for row in rows("findings.html"))


# What holds for every page ----------------------------------------------------------------


def test_every_link_leads_to_a_page_and_to_a_place_on_it() -> None:
    ids = {path: Page(path).ids for path in pages()}
    followed = 0
    for path in pages():
        for link in Page(path).links:
            file, _, place = link.partition("#")
            target = (path.parent / unquote(file)).resolve() if file else path
            assert target in ids, (path.name, link)
            assert not place or place in ids[target], (path.name, link)
            followed += 1
    assert followed > 500


@LANGUAGE
def test_every_page_stands_alone_and_is_light(language: str) -> None:
    for path in pages(language):
        text = path.read_text("utf-8")
        assert len(text.encode()) < 600_000
        assert "default-src &#39;none&#39;" in text
        assert not re.search(r'\ssrc="|<link|@import|url\(|<img|<iframe', text), path
        outside = set(re.findall(r"https?://[^\s\"'<]+", text))
        assert outside <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_hostile_names_are_text_everywhere() -> None:
    seen = 0
    for path in pages():
        page = Page(path)
        assert page.tags.count("script") == (2 if path.parent.name == "games" else 1), path
        seen += sum(name in page.text for name in (*HOSTILE[:4], HOSTILE_ID))
    assert seen > 20
    assert [row[0] for row in rows("index.html") if row and row[0] == HOSTILE[0]]


@LANGUAGE
def test_tables_have_captions_and_heads_for_screen_readers(language: str) -> None:
    for path in pages(language):
        tags = Page(path).tags
        assert tags.count("caption") == tags.count("table") > 0
        text = path.read_text("utf-8")
        assert re.findall(r"<th(?![^>]* scope=)(?=[\s>])", text) == []
        assert f'<html lang="{language}">' in text
        assert "<title></title>" not in text


# In Korean --------------------------------------------------------------------------------

WORDS = re.compile(r"[A-Za-z][a-z]{2,}(?: [A-Za-z][a-z]+)+")
"""Words of English beside each other; a name or a key alone is one word."""


def test_no_english_is_left_on_a_korean_page() -> None:
    assert [path.name for path in pages("ko")] == [path.name for path in pages()]
    for path in pages("ko"):
        markup = path.read_text("utf-8")
        spoken = [*WORDS.findall(Page(path).text), *re.findall(r'aria-label="[A-Z]', markup)]
        assert set(spoken) <= {"Home End"}, path  # two keys
        texts = re.findall(r'"texts":(\{.*?\})', markup)
        assert not any(re.search("[A-Za-z]{2}", re.sub(r'"\w+":|\{\w+\}', "", of)) for of in texts)


def test_a_korean_page_says_what_the_english_one_does() -> None:
    def korean(address: str) -> list[list[str]]:
        return [[cell.strip() for cell in row] for row in Page(site("ko") / address).rows]

    english = rows("index.html")
    assert [len(row) for row in korean("index.html")] == [len(row) for row in english]
    mine = next(row for row in korean("index.html") if row and row[0] == "cy")
    assert mine[:4] == ["cy", "5", "4", "1"]
    assert mine[4].startswith("25 %* / 4 중 1 · ")
    assert ["오류", "SCORE001", "wrong-sum", "2라운드",
            "이번 라운드 di의 황소머리: 0, 기록: 3"] in korean("findings.html")  # fmt: skip
    assert ["라운드 벌점이 다름", "SCORE001", "오류", "1", "1"] in korean("findings.html")
    text = Page(site("ko") / game_address("side-pots")).text
    assert "선: ann; 엔티 스톤 1개씩: ann, bo, cy; 팟 3" in text


def test_a_player_and_a_report_are_pages_in_korean_too(corpus: str, tmp_path: Path) -> None:
    for report, found in (("player", "참가자 · 게임 4개"), ("streaks", "최장 연승")):
        out = tmp_path / f"{report}.html"
        asked = ("--player", "bo", "--format", "html", "-o", out, "--db", corpus)
        assert retally("report", report, *asked, "--lang", "ko").returncode == 0
        assert '<html lang="ko">' in out.read_text("utf-8")
        assert found in " ".join(Page(out).text.split())


def test_the_page_of_a_player_is_of_the_games_asked_for(corpus: str, tmp_path: Path) -> None:
    out = tmp_path / "p.html"
    asked = ("--player", "bo", "--from", "2026-11-30", "-o", out, "--db", corpus)
    assert retally("report", "player", *asked).returncode == 0
    games = [row[0] for row in Page(out).rows if len(row) == 6 and row[-1].strip() == "yes"]
    assert games == ["low"]
    assert "1 game" in Page(out).text


# Many games -------------------------------------------------------------------------------


def test_no_game_is_lost_when_many_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_pages, "ROWS_A_PAGE", 40)
    monkeypatch.setattr(players, "MOST_GAMES", 30)
    monkeypatch.setattr(charts, "LATEST", 20)
    house = Warehouse(tmp_path)
    house.load(*({**LOW, "game_id": f"low {number}"} for number in range(83)))
    home = tmp_path / "site"
    written = site_pages.write_site(house.db, str(home))
    assert written == (1 + 2 + 1 + 3 + 1 + 83, 83, 2, 0)
    assert len(list((home / "games").iterdir())) == 83
    third = Page(home / "games-3.html")
    assert "81 to 83 of 83." in third.text
    assert "games.html" in third.links
    text = Page(home / player_address("ann")).text
    assert "The latest 30 of 83 games" in text
    assert "83 finished games" in text


def test_what_left_the_warehouse_leaves_the_site_and_nothing_else_does(tmp_path: Path) -> None:
    home = tmp_path / "site"
    for folder in ("full", "less"):
        (tmp_path / folder).mkdir()
    full, less = Warehouse(tmp_path / "full"), Warehouse(tmp_path / "less")
    full.load(LOW, {**LOW, "game_id": "kept by hand"}, SHARED)
    less.load(LOW)
    site_pages.write_site(full.db, str(home))
    edited, own = home / game_address("kept by hand"), home / "games" / "own.html"
    edited.write_text("notes", "utf-8")
    own.write_text("mine", "utf-8")
    with (home / LIST).open("a", encoding="utf-8") as listing:
        mine = hashlib.sha256(b"mine").hexdigest()
        listing.write(f"{mine}  ../full/w.duckdb\n{mine}  {own}\n")
    gone = {home / game_address("shared"), home / player_address("cy")}
    assert all(page.exists() for page in gone)
    done = retally("pages", "-o", home, "--db", less.db)
    assert "pages removed of what is there no more: 2" in done.stderr.decode()
    left = {path.relative_to(home).as_posix() for path in home.rglob("*") if path.is_file()}
    pages_ = {f"{name}.html" for name in ("index", "players", "games", "findings")}
    pages_ |= {player_address("ann"), player_address("bo"), game_address("low")}
    assert left == pages_ | {LIST, game_address("kept by hand"), "games/own.html"}
    assert (edited.read_text("utf-8"), own.read_text("utf-8")) == ("notes", "mine")
    listed = (home / LIST).read_text("utf-8").splitlines()
    assert {line.split("  ")[1] for line in listed} == pages_
    assert Path(full.db).exists()


def test_games_whose_logs_are_damaged_have_a_page_that_says_so(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    house.load(LOW)
    house.load(SIXTH)
    house.ask("delete from log_blocks where block_key = 1")
    done = retally("pages", "--db", house.db, "-o", str(tmp_path / "site"))
    assert done.returncode == 0
    assert b"games not played back, as their stored logs are damaged: 1\n" in done.stderr
    said = Page(tmp_path / "site" / game_address("low"))
    assert "This game cannot be played back" in said.text
    assert ".jsonl, line 1. Loaded again" in said.text
    assert "cannot be played back" not in Page(tmp_path / "site" / game_address("sixth")).text
    listed = (tmp_path / "site" / LIST).read_text("utf-8")
    assert game_address("low") in listed, "so that a site without the game lets go of it"


def test_a_warehouse_without_games_has_a_site_too(tmp_path: Path) -> None:
    house = Warehouse(tmp_path)
    house.load()
    assert retally("pages", "-o", tmp_path / "site", "--db", house.db).returncode == 0
    assert "No game is loaded yet." in Page(tmp_path / "site" / "index.html").text


# What is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["pages", "--db", "{db}"], 2, "Missing option"),
        (["pages", "-o", "{folder}/site", "--db", "{folder}/none.duckdb"], 3, "no warehouse"),
        (["pages", "-o", "{db}", "--db", "{db}"], 3, "w.duckdb"),
        (["pages", "-o", "{db}/site", "--db", "{db}"], 3, "w.duckdb"),
        (["report", "player", "--player", "b0", "--format", "html"], 2, "did you mean bo?"),
        (["report", "player", "--format", "html"], 2, "needs --player"),
        (["report", "player", "--player", "bo", "-o", "{folder}/no/p.html"], 3, "No such file"),
    ],
)
def test_what_cannot_be_written_is_told(
    arguments: list[str], status: int, says: str, corpus: str, tmp_path: Path
) -> None:
    filled = [each.format(db=corpus, folder=tmp_path) for each in arguments]
    done = retally(*filled, env={"RETALLY_DB": corpus})
    assert (done.returncode, done.stdout) == (status, b"")
    assert says in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


@pytest.mark.parametrize(
    "arguments",
    [["pages", "-o", "site"], ["report", "player", "--player", "bo", "-o", "p.html"]],
)
def test_without_the_charts_package_it_is_said_how_to_get_it(
    arguments: list[str], corpus: str, tmp_path: Path
) -> None:
    code = "import sys; sys.modules['vl_convert'] = None\nfrom retally.cli.main import main\nmain()"
    done = run(
        [sys.executable, "-c", code, *arguments, "--db", corpus],
        capture_output=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(TYPING)},
        timeout=300,
        check=False,
    )
    assert done.returncode == 2
    assert b"pip install 'retally[pages]'" in done.stderr
    assert not (tmp_path / "site").exists()
    assert not (tmp_path / "p.html").exists()


def test_the_demo_says_where_its_pages_are() -> None:
    done = retally("demo")
    (where,) = re.findall(r"pages to look at: (.+)", done.stdout.decode())
    assert Path(where).name == "index.html"
    assert Page(Path(where)).tags.count("table") > 3


def test_the_other_games_have_their_replay() -> None:
    for name in OTHER_GAMES:
        text = (site() / game_address(Path(name).name)).read_text("utf-8")
        assert 'id="stage"' in text
        assert 'href="../index.html"' in text
