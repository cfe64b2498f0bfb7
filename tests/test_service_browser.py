"""The live pages as people see them: in a browser, from a running service."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import overflow, said, screen
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.ui import WebDriverWait
from serving import PATIENCE, Service, serving
from sites import HOSTILE_ID, logs
from test_replay import SAMPLES
from warehouse import ILLEGAL, LOW

FAULTY = SAMPLES / "six_nimmt" / "low-card-without-row.json"
PAGES = ("/", "/games.html", "/findings.html", "/check")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Give a service with a game of each kind, one of people with hostile names among them."""
    db = tmp_path_factory.mktemp("live") / "w.duckdb"
    with serving(db, "--snapshot-seconds", "0") as made:
        for log in logs():
            assert made.post(log).status in (201, 200)
        assert made.post(ILLEGAL).status == 422
        yield made
        assert made.bugs() == []


@pytest.fixture
def live(driver: WebDriver) -> Iterator[WebDriver]:
    """Give the browser; at the end it must have nothing to complain of."""
    screen(driver, 1280)
    said(driver)
    yield driver
    assert said(driver) == []


def opened(live: WebDriver, service: Service, path: str) -> None:
    live.get(service.url + path)


def waited(live: WebDriver, selector: str) -> None:
    WebDriverWait(live, PATIENCE).until(lambda seen: seen.find_elements(By.CSS_SELECTOR, selector))


@pytest.mark.parametrize("path", PAGES)
def test_a_page_runs_scripts_of_files_alone(live: WebDriver, service: Service, path: str) -> None:
    answer = service.get(path)
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe-inline'; script-src" in policy  # for styles alone
    assert b"<script>" not in answer.body
    assert b" onclick=" not in answer.body
    for width in (1280, 380):
        screen(live, width)
        opened(live, service, path)
        assert overflow(live) <= 0
    links = [link.get_attribute("href") for link in live.find_elements(By.CSS_SELECTOR, "nav a")]
    assert links[-1] == f"{service.url}/check"


def test_every_link_leads_somewhere(live: WebDriver, service: Service) -> None:
    seen: set[str] = set()
    waiting = ["/"]
    while waiting:
        opened(live, service, waiting.pop())
        found = live.execute_script("return [...document.links].map((a) => a.href.split('#')[0])")
        new = {str(link).removeprefix(service.url) for link in found} - seen
        assert not any(link.startswith("http") for link in new)
        seen |= new
        waiting += [link for link in sorted(new) if link.startswith("/findings")]
    assert len(seen) > 20
    assert {path: service.get(path).status for path in seen} == dict.fromkeys(seen, 200)


def test_tables_are_sorted_and_a_new_game_is_there_at_once(
    live: WebDriver, service: Service
) -> None:
    opened(live, service, "/games.html")
    before = len(live.find_elements(By.CSS_SELECTOR, "tbody tr"))
    live.find_element(By.CSS_SELECTOR, "thead th button").click()
    assert live.find_element(By.CSS_SELECTOR, "th").get_attribute("aria-sort") == "ascending"
    assert service.post({**LOW, "game_id": "just now"}).status == 201
    opened(live, service, "/games.html")
    assert len(live.find_elements(By.CSS_SELECTOR, "tbody tr")) == before + 1


def test_a_game_plays_back_whatever_it_is_called(live: WebDriver, service: Service) -> None:
    opened(live, service, "/games.html")
    live.find_element(By.PARTIAL_LINK_TEXT, HOSTILE_ID).click()
    waited(live, "html.live")
    assert live.find_element(By.CSS_SELECTOR, "h1").text == HOSTILE_ID
    first = live.find_element(By.ID, "now").text
    live.find_element(By.ID, "step").click()
    assert live.find_element(By.ID, "now").text != first


def test_a_log_that_is_pasted_opens_at_its_fault(live: WebDriver, service: Service) -> None:
    opened(live, service, "/check")
    area = live.find_element(By.ID, "log")
    live.execute_script("arguments[0].value = arguments[1]", area, FAULTY.read_text("utf-8"))
    live.find_element(By.CSS_SELECTOR, "form button").click()
    waited(live, "html.live")
    assert live.execute_script("return location.hash").startswith("#r1t6")
    assert "stops here" in live.find_element(By.ID, "now").text
    shown = live.find_element(By.CSS_SELECTOR, "#stage").text
    assert "PLAY002" in shown
    assert "48" in live.find_element(By.ID, "table").text
    opened(live, service, "/games.html")
    assert "low-card-without-row" not in live.page_source  # it was not stored


def test_a_file_of_many_gives_a_verdict_each(
    live: WebDriver, service: Service, tmp_path: Path
) -> None:
    opened(live, service, "/check")
    file = tmp_path / "two.jsonl"
    wrong = {**LOW, "game_id": "<i>x", "recorded": {"totals": [4, 0]}}
    file.write_text(json.dumps(LOW) + "\n" + json.dumps(wrong) + "\n{\n", "utf-8")
    live.find_element(By.ID, "file").send_keys(str(file))
    waited(live, "section")
    sections = [section.text for section in live.find_elements(By.CSS_SELECTOR, "section")]
    assert [text.split()[0] for text in sections] == ["verified", "mismatch", "unreadable"]
    assert "<i>x" in sections[1]
    assert "totals: ann 3, bo 0" in sections[1] or "SCORE004" in sections[1]
