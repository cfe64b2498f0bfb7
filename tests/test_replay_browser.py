"""The replay as seen: in a real browser, stepped with keys, buttons and the slider."""

from pathlib import Path
from typing import Any

import browser as browser_here
import pytest
from browser import overflow, said, screen, visit
from logs import figures, played
from retally.pipeline.pages.replay_page import replay_page
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait
from shown import shown, shows_of
from test_replay import HOSTILE, SAMPLES, hostile


@pytest.mark.parametrize(
    ("ci", "outcome"), [("true", pytest.fail.Exception), ("", pytest.skip.Exception)]
)
def test_without_a_browser_these_tests_are_left_out_but_never_on_a_build_server(
    ci: str, outcome: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_here, "BROWSER", None)
    monkeypatch.setenv("CI", ci)
    with pytest.raises(outcome, match="apt-get install chromium"):
        browser_here.browser_or_skip()


def page(log: Path | dict[str, Any], folder: Path) -> Path:
    """The page of a sample, or of a log."""
    made = folder / "page.html"
    play = shown(log) if isinstance(log, dict) else shows_of(log)[0][1]
    made.write_text(replay_page(play), "utf-8")
    return made


@pytest.fixture
def figures_page(tmp_path: Path) -> Path:
    return page(figures(), tmp_path)


def rows(browser: WebDriver) -> list[list[int]]:
    """The four rows of 6 nimmt! as they lie on the table."""
    script = """return [...document.querySelectorAll('.row')].map((row) =>
      [...row.querySelectorAll('.card')].map((card) => Number(card.dataset.card)))"""
    found: list[list[int]] = browser.execute_script(script)
    return found


def told_of_turn(browser: WebDriver) -> list[str]:
    """What stands over the cards of 6 nimmt! that are still to be placed."""
    return [said.text for said in browser.find_elements(By.CSS_SELECTOR, ".lies h3")]


def scene(browser: WebDriver) -> str:
    name: str = browser.find_element(By.ID, "table").get_attribute("data-scene")
    return name


def press(browser: WebDriver, *keys: str) -> None:
    browser.find_element(By.TAG_NAME, "body").send_keys(*keys)


def click(browser: WebDriver, name: str) -> None:
    browser.execute_script("document.getElementById(arguments[0]).click()", name)


START = [[12], [37], [43], [58]]
AFTER_1 = [[12, 14, 15], [37], [43, 44], [58, 61]]
AFTER_2 = [[30, 36], [37], [43, 44], [58, 61]]
AFTER_3 = [[30, 36], [3, 9], [43, 44], [58, 61, 68, 83]]


def test_six_nimmt_steps_to_the_right_rows_and_back_again(
    browser: WebDriver, figures_page: Path
) -> None:
    visit(browser, figures_page)
    assert (scene(browser), rows(browser)) == ("r1", START)
    assert told_of_turn(browser) == [], "nothing has been played that could be placed"
    press(browser, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert told_of_turn(browser) == ["To be placed"]
    assert (scene(browser), rows(browser)) == ("r1t1c1", [[12, 14], [37], [43], [58]])
    press(browser, Keys.PAGE_DOWN)
    assert (scene(browser), rows(browser)) == ("r1t2", AFTER_1)
    click(browser, "turn-on")
    assert (scene(browser), rows(browser)) == ("r1t3", AFTER_2)
    press(browser, Keys.END)
    assert (scene(browser), rows(browser)) == ("r1t3c4", AFTER_3)
    assert told_of_turn(browser) == ["All cards of this turn are placed."]
    forwards = []
    press(browser, Keys.HOME)
    for _ in range(16):
        forwards.append(rows(browser))
        click(browser, "step")
    backwards = []
    for _ in range(16):
        backwards.append(rows(browser))
        press(browser, Keys.ARROW_LEFT)
    assert backwards == forwards[::-1]
    press(browser, Keys.END, Keys.PAGE_UP)
    assert scene(browser) == "r1t3"
    press(browser, Keys.SHIFT + Keys.ARROW_LEFT)
    assert scene(browser) == "r1t2"


def test_a_take_shows_who_takes_what_and_the_running_penalty(
    browser: WebDriver, figures_page: Path
) -> None:
    visit(browser, figures_page, "#r1t2c3")
    taken = browser.find_element(By.CSS_SELECTOR, ".row.taken")
    assert taken.get_attribute("data-row") == "1"
    assert taken.find_element(By.CSS_SELECTOR, ".takes").text.split("\n") == [
        "cy takes 6 heads", "12", "14", "15", "21", "26"
    ]  # fmt: skip
    heads = [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".seat .points")]
    assert heads == ["0", "0", "6", "0"]
    assert "30 goes to row 1" in browser.find_element(By.ID, "now").text


def test_the_slider_and_a_click_in_the_record_lead_there(
    browser: WebDriver, figures_page: Path
) -> None:
    visit(browser, figures_page)
    browser.execute_script(
        "const s = document.getElementById('slider'); s.value = 10;"
        "s.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    assert (scene(browser), rows(browser)) == ("r1t2c4", AFTER_2)
    lines = browser.find_elements(By.CSS_SELECTOR, "#record .scenes > li")
    browser.execute_script("arguments[0].click()", lines[5])
    assert (scene(browser), rows(browser)) == ("r1t1c4", AFTER_1)
    assert lines[5].get_attribute("aria-current") == "step"


@pytest.mark.parametrize(
    ("link", "lands"),
    [("#r1t3", "r1t3"), ("#r1t2c3", "r1t2c3"), ("#r1", "r1"), ("#r9t9", "r1"), ("#t2", "r1")],
)
def test_a_link_leads_to_its_turn(
    browser: WebDriver, figures_page: Path, link: str, lands: str
) -> None:
    visit(browser, figures_page, link)
    assert scene(browser) == lands
    click(browser, "step")
    assert browser.current_url.endswith(f"#{scene(browser)}")


def test_play_goes_on_by_itself_and_stops_at_the_end(
    browser: WebDriver, figures_page: Path
) -> None:
    visit(browser, figures_page, "#r1t3c2")
    press(browser, Keys.SPACE)
    wait = WebDriverWait(browser, 60)
    wait.until(lambda _: scene(browser) == "r1t3c4")
    wait.until(lambda _: browser.find_element(By.ID, "play").text == "Play")


def test_an_illegal_game_stops_at_its_fault_and_shows_it(
    browser: WebDriver, tmp_path: Path
) -> None:
    visit(browser, page(SAMPLES / "six_nimmt" / "low-card-without-row.json", tmp_path))
    press(browser, Keys.END)
    now = browser.find_element(By.ID, "now")
    assert now.text.startswith("The replay stops here.")
    assert "error PLAY002" in now.find_element(By.CSS_SELECTOR, ".finding.error").text
    assert rows(browser) == [[48, 59], [99], [54, 65, 66, 87], [26, 29, 37, 70, 72]]
    assert len(browser.find_elements(By.CSS_SELECTOR, "#marks .error")) == 1
    press(browser, Keys.HOME)
    browser.execute_script("document.querySelector('#stage > .finding.error a').click()")
    WebDriverWait(browser, 60).until(lambda _: scene(browser) == "r1t6c1")


def test_sixteen_keeps_cards_face_down_until_they_are_shown(
    browser: WebDriver, tmp_path: Path
) -> None:
    visit(browser, page(SAMPLES / "sixteen" / "bonus.json", tmp_path), "#r1t3c4")
    assert sixteen(browser) == [
        ["A", "35", ["?", "?"]],
        ["B", "48", ["?"]],
        ["C", "35", ["?", "?"]],
    ]
    click(browser, "open")
    assert sixteen(browser) == [["A", "35", [7, 8]], ["B", "48", [8]], ["C", "35", [1, 15]]]
    click(browser, "open")
    click(browser, "step")
    assert sixteen(browser) == [["A", "21", [7, 8]], ["B", "47", ["?"]], ["C", "82", [1, 15]]]
    click(browser, "back")
    assert sixteen(browser)[0] == ["A", "35", ["?", "?"]]
    assert browser.find_element(By.CSS_SELECTOR, ".pot b").text == "32"


def sixteen(browser: WebDriver) -> list[Any]:
    script = """return [...document.querySelectorAll('.seat')].map((seat) => [
      seat.querySelector('bdi').textContent, seat.querySelector('.points').textContent,
      [...seat.querySelectorAll('.card')].map((card) => Number(card.dataset.card) || '?')])"""
    found: list[Any] = browser.execute_script(script)
    return found


def test_zaagox_shows_hands_pairs_and_the_score_worked_out(
    browser: WebDriver, tmp_path: Path
) -> None:
    visit(browser, page(SAMPLES / "zaagox" / "won-by-da.json", tmp_path), "#r1t20")
    assert scene(browser) == "t20"
    assert zaagox(browser, "Hand") == [["R1", "R3"], ["G3", "Y6"], ["B7", "Y1"], ["B2", "G6"]]
    assert zaagox(browser, "Stored") == [["G2"], ["G1"], ["G0"], ["G5"]]
    assert zaagox(browser, "Pairs") == [
        ["R8", "B8", "?"], ["R4", "B4", "?", "?"], ["B6", "R6", "?"], ["Y3", "B3", "G7", "Y7"]
    ]  # fmt: skip
    click(browser, "open")
    assert "?" not in zaagox(browser, "Pairs")[1]
    press(browser, Keys.END)
    working = browser.find_element(By.CSS_SELECTOR, ".working").text
    assert "four cards stored" in working
    press(browser, Keys.HOME)
    assert browser.find_elements(By.CSS_SELECTOR, ".working") == []


def zaagox(browser: WebDriver, part: str) -> list[list[str]]:
    script = """return [...document.querySelectorAll('.seat')].map((seat) =>
      [...seat.querySelectorAll('.part')].filter((part) =>
        part.firstChild.textContent === arguments[0]).flatMap((part) =>
          [...part.querySelectorAll('.card')].map((card) => card.dataset.card || '?')))"""
    found: list[list[str]] = browser.execute_script(script, part)
    return found


@pytest.mark.parametrize("name", ["six_nimmt/ten-players", "sixteen/side-pots", "zaagox/void"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_runs_over_on_a_phone(
    browser: WebDriver, name: str, scheme: str, tmp_path: Path
) -> None:
    made = page(SAMPLES / f"{name}.json", tmp_path)
    screen(browser, 360, 740, prefers_color_scheme=scheme)
    visit(browser, made)
    for _ in range(4):
        assert overflow(browser) == 0
        press(browser, Keys.PAGE_DOWN)
    press(browser, Keys.END)
    assert overflow(browser) == 0


@pytest.mark.parametrize("name", ["six_nimmt/ten-players", "sixteen/side-pots", "zaagox/void"])
def test_on_a_phone_the_controls_leave_the_room_to_the_table(
    browser: WebDriver, name: str, tmp_path: Path
) -> None:
    made = page(SAMPLES / f"{name}.json", tmp_path)
    screen(browser, 360, 740)
    visit(browser, made)
    places = "return [...document.querySelectorAll(arguments[0])].map((e) => e.%s)"
    (height,) = browser.execute_script(places % "offsetHeight", ".controls")
    tops = browser.execute_script(places % "offsetTop", ".controls button")
    heights = browser.execute_script(places % "offsetHeight", ".controls button")
    assert height < 740 * 0.15
    assert len(tops) == 7
    assert len(set(tops)) == 1
    assert min(heights) >= 32


def test_names_that_break_pages_are_only_names(browser: WebDriver, tmp_path: Path) -> None:
    made = page(hostile(), tmp_path)
    screen(browser, 360, 740)
    visit(browser, made)
    names = [each.text for each in browser.find_elements(By.CSS_SELECTOR, ".seat .who b")]
    assert names[:4] == HOSTILE[:4]
    assert names[4:] == ["a‹U+202E›b", "[red]‹U+001B›‹U+FFFF›"]
    assert overflow(browser) == 0
    assert len(browser.find_elements(By.CSS_SELECTOR, "script")) == 2


def test_a_script_that_is_not_ours_would_not_run(browser: WebDriver, figures_page: Path) -> None:
    evil = figures_page.with_name("evil.html")
    text = figures_page.read_text("utf-8").replace(
        "</main>", "</main><script>document.title = 'taken'</script><img src='https://a.example/x'>"
    )
    evil.write_text(text, "utf-8")
    visit(browser, evil)
    assert "figures-1-to-4" in browser.title
    assert len([line for line in said(browser) if "Content Security Policy" in line]) == 2
    browser.get("about:blank")


def test_all_of_a_replay_can_be_reached_by_a_screen_reader(
    browser: WebDriver, figures_page: Path
) -> None:
    visit(browser, figures_page, "#r1t2c3")
    unnamed = browser.execute_script(
        """return [...document.querySelectorAll('button, input, [role=img], section, table')]
          .filter((node) => !(node.ariaLabel || node.textContent.trim() || node.caption
            || node.getAttribute('aria-labelledby') || node.closest('label'))).length"""
    )
    assert unnamed == 0
    card = browser.find_element(By.CSS_SELECTOR, ".row .card")
    assert card.get_attribute("aria-label") == "card 30, 3 heads"
    slider = browser.find_element(By.ID, "slider")
    assert slider.get_attribute("aria-valuetext") == "Round 1 · Turn 2 · 4 of 5"
    assert browser.find_element(By.TAG_NAME, "html").get_attribute("lang") == "en"


def test_the_largest_game_steps_without_a_stop(browser: WebDriver, tmp_path: Path) -> None:
    log = played(seed=4, seats=10, end_threshold=90)
    visit(browser, page(log, tmp_path))
    press(browser, Keys.END)
    heads = [int(each.text) for each in browser.find_elements(By.CSS_SELECTOR, ".seat .points")]
    assert heads == log["recorded"]["totals"]
