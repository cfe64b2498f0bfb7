"""What was written into the folder of a site: a list kept there, so that what is gone can go.

The list is ``pages.sha256``, a line a page as ``sha256sum`` has it. A page that it names is taken
away only while it still holds what was written; nothing else in the folder is ever touched.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

LIST = "pages.sha256"

Pages: TypeAlias = dict[str, str]
"""The SHA-256 of each page, by its place in the site."""

_LINE = re.compile(r"(?P<sha>[0-9a-f]{64})  (?P<place>(?:(?:games|players)/)?[a-z0-9-]+\.html)")


def write(home: Path, place: str, text: str) -> tuple[str, str]:
    """Write a page; give its place and the SHA-256 of what stands there."""
    content = text.encode()
    (home / place).write_bytes(content)
    return place, hashlib.sha256(content).hexdigest()


def listed(home: Path) -> Pages:
    """Give the pages that the list in a folder names; lines that no site writes are passed over."""
    try:
        lines = (home / LIST).read_text("utf-8").splitlines()
    except (FileNotFoundError, UnicodeDecodeError):
        return {}
    found = map(_LINE.fullmatch, lines)
    return {line["place"]: line["sha"] for line in found if line}


def keep_list(home: Path, pages: Mapping[str, str]) -> None:
    """Write the list of a site anew."""
    lines = (f"{sha}  {place}\n" for place, sha in sorted(pages.items()))
    (home / LIST).write_text("".join(lines), "utf-8", newline="\n")


def remove_gone(home: Path, before: Mapping[str, str], now: Iterable[str]) -> int:
    """Take away the pages listed before that are none now, where they are as they were written."""
    there = set(now)
    gone = [place for place in before if place not in there]
    return sum(_removed(home / place, before[place]) for place in gone)


def _removed(page: Path, sha: str) -> bool:
    if page.is_symlink() or not page.is_file():
        return False
    if hashlib.sha256(page.read_bytes()).hexdigest() != sha:
        return False
    page.unlink()
    return True
