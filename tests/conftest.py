"""Fixtures that more than one file of tests has."""

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

# The program is started many times here: it is compiled once, whatever the machine prefers.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

if TYPE_CHECKING:
    from selenium.webdriver.remote.webdriver import WebDriver


@pytest.fixture(scope="session")
def driver() -> Iterator["WebDriver"]:
    """Give a browser; its library is loaded by those tests alone that look at pages."""
    from browser import opened

    with opened() as made:
        yield made


@pytest.fixture
def browser(driver: "WebDriver") -> Iterator["WebDriver"]:
    """Give the browser at its usual size; at the end it must have nothing to complain of."""
    from browser import fetched, said, screen

    screen(driver, 1280)
    said(driver)
    yield driver
    assert said(driver) == []
    assert fetched(driver) == []
