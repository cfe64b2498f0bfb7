"""The pages as seen: tables that sort, light and dark, a phone, nothing fetched, nothing said."""

from pathlib import Path

import pytest
from browser import fetched, overflow, said, screen, visit
from retally.pipeline.pages.addresses import game_address, player_address
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait
from sites import HOSTILE, site


def kinds() -> list[Path]:
    """One page of each kind, and those of the longest names."""
    places = ["index.html", "games.html", "findings.html", player_address("bo"),
              player_address(HOSTILE[3]), player_address(HOSTILE[0]), game_address("wrong-sum"),
              game_address("bonus-of-the-folded"), game_address("won-by-da")]  # fmt: skip
    korean = ["index.html", player_address("bo"), *places[-3:]]
    return [*(site() / place for place in places), *(site("ko") / place for place in korean)]


def column(browser: WebDriver, at: int) -> list[str]:
    script = """return [...document.querySelector('table').tBodies[0].rows].map((row) =>
      (row.cells[arguments[0]].querySelector('bdi') ?? row.cells[arguments[0]].firstChild)
        .textContent)"""
    found: list[str] = browser.execute_script(script, at)
    return found


def test_a_table_sorts_by_a_click_and_by_a_key(browser: WebDriver) -> None:
    visit(browser, site() / "index.html")
    heads = browser.find_elements(By.CSS_SELECTOR, "table")[0].find_elements(By.TAG_NAME, "th")[:8]
    games = [int(cell) for cell in column(browser, 1)]
    assert games != sorted(games, reverse=True)
    heads[1].find_element(By.TAG_NAME, "button").send_keys(Keys.ENTER)
    assert [int(cell) for cell in column(browser, 1)] == sorted(games, reverse=True)
    assert [head.get_attribute("aria-sort") for head in heads] == ["none", "descending"] + [
        "none"
    ] * 6
    heads[1].find_element(By.TAG_NAME, "button").click()
    assert [int(cell) for cell in column(browser, 1)] == sorted(games)
    assert heads[1].get_attribute("aria-sort") == "ascending"
    names = column(browser, 0)
    heads[0].find_element(By.TAG_NAME, "button").click()
    script = "return arguments[0].sort((a, b) => a.localeCompare(b))"
    assert column(browser, 0) == browser.execute_script(script, names)
    assert heads[1].get_attribute("aria-sort") == "none"


def test_what_is_missing_in_a_column_goes_last_either_way(browser: WebDriver) -> None:
    visit(browser, site() / "games.html")
    button = browser.find_elements(By.CSS_SELECTOR, "thead button")[6]  # winning score
    for _ in range(2):
        button.click()
        scores = column(browser, 6)
        known = [score for score in scores if score != "–"]
        assert scores == known + ["–"] * (len(scores) - len(known))
        assert 0 < len(known) < len(scores)


def test_one_gets_from_the_findings_to_the_turn_and_back_home(browser: WebDriver) -> None:
    visit(browser, site() / "findings.html")
    browser.find_element(By.PARTIAL_LINK_TEXT, "wrong-sum").click()
    wait = WebDriverWait(browser, 60)
    wait.until(lambda _: browser.find_elements(By.CSS_SELECTOR, "#table[data-scene]"))
    assert browser.find_element(By.ID, "table").get_attribute("data-scene") == "r2"
    browser.execute_script("scrollTo(0, 0)")
    browser.find_element(By.LINK_TEXT, "retally").click()
    wait.until(lambda _: browser.title == "retally – Overview")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_kind_of_page_fits_a_phone_and_is_readable(browser: WebDriver, scheme: str) -> None:
    for path in kinds():
        screen(browser, 360, 740, prefers_color_scheme=scheme)
        visit(browser, path)
        assert overflow(browser) == 0, path
        assert browser.execute_script(FAINT) == [], path
        assert said(browser) == []
        assert fetched(browser) == []


FAINT = """
const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
const light = ([r, g, b]) => [r, g, b].map((part) => part / 255)
  .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
const behind = (node) => {
  for (let at = node; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    const colour = parse(style.backgroundColor);
    if (style.backgroundImage !== 'none') return null;
    if (colour.length === 3 || colour[3] === 1) return colour;
  }
  return [255, 255, 255];
};
const faint = new Set();
for (const node of document.querySelectorAll('body *')) {
  const text = [...node.childNodes].some((inner) =>
    inner.nodeType === Node.TEXT_NODE && inner.textContent.trim());
  if (!text || node.closest('script, style, svg, .back, .vh, .skip, :disabled')) continue;
  if (!node.checkVisibility() || getComputedStyle(node).color.includes('color(')) continue;
  const ground = behind(node);
  if (!ground) continue;
  const [one, two] = [light(parse(getComputedStyle(node).color)), light(ground)];
  const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
  if (ratio < 4.5) faint.add(`${node.tagName} ${node.className} ${ratio.toFixed(2)}`);
}
return [...faint];
"""
"""Lists what stands too faintly on its ground (less than 4.5 to 1)."""


def test_pages_print_without_what_is_for_the_screen(browser: WebDriver) -> None:
    for path in kinds():
        screen(browser, 794, 1123, media="print")
        visit(browser, path)
        assert overflow(browser) == 0, path
        shown = browser.execute_script(
            "return [...document.querySelectorAll('.site, .controls, .pager')]"
            ".filter((node) => node.checkVisibility()).length"
        )
        assert shown == 0
        assert browser.execute_script("return getComputedStyle(document.body).color") == (
            "rgb(0, 0, 0)"
        )


def test_hostile_names_are_seen_as_they_are(browser: WebDriver) -> None:
    for name in HOSTILE[:4]:
        visit(browser, site() / player_address(name))
        assert browser.find_element(By.TAG_NAME, "h1").text == name


def test_charts_take_the_colours_of_the_page(browser: WebDriver) -> None:
    colours = []
    for scheme in ("light", "dark"):
        screen(browser, 1280, prefers_color_scheme=scheme)
        visit(browser, site() / player_address("bo"))
        script = """return getComputedStyle(
          document.querySelector('.chart svg path[stroke="var(--ink)"]')).stroke"""
        colours.append(browser.execute_script(script))
    assert colours == ["rgb(33, 29, 23)", "rgb(237, 232, 222)"]
