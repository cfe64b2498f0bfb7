"""A headless Chromium that opens pages as people see them; without one its tests are left out."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.remote.webdriver import WebDriver

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")
MISSING = "no chromium with its driver here: apt-get install chromium chromium-driver"
ARGUMENTS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
)


def browser_or_skip() -> None:
    """Leave a test out where there is no browser; on a build server that is a failure."""
    if BROWSER and DRIVER:
        return
    if os.environ.get("CI", "").lower() in ("1", "true"):
        pytest.fail(MISSING)
    pytest.skip(MISSING)


@contextmanager
def opened(width: int = 1280, height: int = 900) -> Iterator[WebDriver]:
    """Start a browser that logs everything its console says."""
    browser_or_skip()
    assert BROWSER is not None
    options = Options()
    options.binary_location = BROWSER
    for argument in (*ARGUMENTS, f"--window-size={width},{height}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    try:
        driver.set_page_load_timeout(120)
        driver.set_script_timeout(120)
        yield driver
    finally:
        driver.quit()


def screen(driver: WebDriver, width: int, height: int = 900, **media: str) -> None:
    """Make the window a screen of this size, with media features such as a dark scheme."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    kind = media.pop("media", "screen")
    features = [{"name": name.replace("_", "-"), "value": value} for name, value in media.items()]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": kind, "features": features})


def visit(driver: WebDriver, page: Path, link: str = "") -> None:
    """Open a page from its file, anew even where only the link differs."""
    driver.get("about:blank")
    driver.get(page.resolve().as_uri() + link)


def said(driver: WebDriver) -> list[Any]:
    """Give what the console has said since it was asked last."""
    return [entry["message"] for entry in driver.get_log("browser")]


def fetched(driver: WebDriver) -> list[str]:
    """List everything the page has asked for beside itself."""
    script = "return performance.getEntriesByType('resource').map((entry) => entry.name)"
    return list(driver.execute_script(script))


def overflow(driver: WebDriver) -> int:
    """Give by how many pixels the page is wider than its window."""
    script = "const d = document.documentElement; return d.scrollWidth - d.clientWidth"
    return int(driver.execute_script(script))
