"""The pages of the site as the service sends them: scripts from files, a way to check a log.

The pages themselves are those of ``retally pages``; what is different when they are live is here.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple
from urllib.parse import parse_qs

from markupsafe import Markup, escape
from retally.lang import Tongue, tongue
from retally.pipeline.pages.render import page, script
from retally.pipeline.pages.replay_page import replay_page
from retally.pipeline.pages.site import Told, one_page
from retally.pipeline.pages.table_page import dressed
from retally.pipeline.pages.warehouse import contents
from retally.pipeline.reading import Unreadable, read_log
from retally.pipeline.replay import replay
from retally.pipeline.rules import edition_of, options_of
from retally.pipeline.scenes.base import Show, show
from retally.pipeline.sources import RawLog
from retally.pipeline.store import reading
from retally.pipeline.verify import judge, verify
from retally.schemas.codes import Severity
from retally.schemas.registry import GAMES
from retally.schemas.told import told
from retally.service.problems import Problem

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; img-src 'self' data:;"
    " form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
"""What a live page may do: run scripts of files of ours, and post its form back."""
MOST_SHOWN = 200
"""A page shows no more verdicts than this."""


@cache
def scripts() -> dict[str, str]:
    """Give every script of the pages by the name of its file."""
    own = files("retally.service") / "assets"
    made = {"site.js": str(script("sort.js"))}
    made |= {f"{game}.js": str(script("dom.js", f"{game}.js", "replay.js")) for game in GAMES}
    return made | {name: (own / name).read_text("utf-8") for name in ("check.js", "fault.js")}


@cache
def _check_style() -> str:
    return (files("retally.service") / "assets" / "check.css").read_text("utf-8")


_META_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy" content="[^"]*">')
_META_REFERRER = '<meta name="referrer" content="no-referrer">'
OWN_META = '<meta name="referrer" content="same-origin">\n<link rel="icon" href="data:,">'
"""Without a referrer a form of ours would come from nowhere; and there is no icon to ask for."""
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_NAV_END = "</nav>"
CHECK = told("Check a log")


def live(html: str, name: str, tongue: Tongue, before: str = "") -> str:
    """Make a page of the site live: its script from a file, its policy left to the header.

    ``before`` stands before the script. Nothing of a log can look like what is replaced here:
    it stands escaped in the page.
    """
    tag = f'{before}<script src="/assets/{name}"></script>'
    html, policies = _META_POLICY.subn(OWN_META, html.replace(_META_REFERRER, "", 1), count=1)
    html, inline = _SCRIPT.subn(lambda _: tag, html)
    if (policies, inline, _NAV_END in html) != (1, 1, True):
        raise AssertionError("a page of the site has one policy, one script and a head")
    link = f'<a href="/check">{escape(tongue.say(CHECK))}</a>\n{_NAV_END}'
    return html.replace(_NAV_END, link, 1)


# Jobs of the helpers ----------------------------------------------------------------------


class SitePage(NamedTuple):
    """A page that is asked for, the copy of the warehouse that tells it, and its language."""

    copy: str
    address: str
    language: str


def site_page(asked: SitePage) -> str | None:
    """Make a page of the site but those of games; None where there is none."""
    speaks = tongue(asked.language)
    html = one_page(_told(asked.copy), asked.address, speaks)
    return None if html is None else live(html, "site.js", speaks)


@lru_cache(maxsize=1)
def _told(copy: str) -> Told:
    """Ask a copy everything; each copy has a name of its own."""
    with reading(copy) as connection:
        return Told(contents(connection))


class Logs(NamedTuple):
    """Logs whose page is asked for, and its language."""

    logs: Sequence[RawLog]
    language: str
    left: int = 0
    """So many more there were that are not shown."""


def game_page(asked: Logs) -> str | None:
    """Make the page that plays the one log back; None where it cannot be."""
    (log,) = asked.logs
    speaks = tongue(asked.language)
    shown = _shown(log)
    if shown is None:
        return None
    html = replay_page(shown, home="../", tongue=speaks)
    return live(html, f"{shown.log.game}.js", speaks)


def _shown(raw: RawLog) -> Show | None:
    log = read_log(raw)
    if isinstance(log, Unreadable) or log.room != log.game:
        return None
    played = replay(log, options_of(log))
    return show(log, played, judge(raw, log, played), edition_of(log)[0])


def check_page(asked: Logs) -> str:
    """Judge what was dropped: one game plays back from its fault, of others verdicts are listed."""
    speaks = tongue(asked.language)
    shown = _shown(asked.logs[0]) if len(asked.logs) == 1 else None
    if shown is None:
        return _verdicts(asked, speaks)
    at = escape(_fault(shown))
    before = f'<script src="/assets/fault.js" data-at="{at}"></script>\n'
    html = replay_page(shown, home="/", tongue=speaks)
    return live(html, f"{shown.log.game}.js", speaks, before)


class Form(NamedTuple):
    """A form with logs in it as a browser posts it, and the language of the page that answers."""

    form: bytes
    language: str


def checked_page(asked: Form) -> str:
    """Judge what was dropped into the form. Raises Problem for a form without a log."""
    return check_page(_logs(asked))


def _logs(asked: Form) -> Logs:
    """Take the logs out of a form: one object, or one a line, no more than are shown."""
    try:
        given = parse_qs(asked.form.decode("ascii"), errors="strict", max_num_fields=10)
    except (UnicodeDecodeError, ValueError):
        raise Problem(400, "this is no form with a log in it", "form") from None
    text = given.get("log", [""])[0].removeprefix("\ufeff").strip()
    if not text:
        raise Problem(400, "there is no log in the form", "form")
    lines = [(at, line) for at, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines[0][1].rstrip().endswith("}"):  # an object that is written over many lines
        return Logs([RawLog("-", 1, text.encode())], asked.language)
    logs = [RawLog("-", at, line.encode()) for at, line in lines[:MOST_SHOWN]]
    return Logs(logs, asked.language, left=len(lines) - len(logs))


def _fault(shown: Show) -> str:
    """Give the link to the first error, nothing where there is none."""
    errors = [mark for mark in shown.marked if mark.finding.severity is Severity.ERROR]
    return shown.scenes[errors[0].scene].anchor if errors else ""


def _verdicts(asked: Logs, speaks: Tongue) -> str:
    verdicts = [verify(log) for log in asked.logs]
    style = Markup(f"{dressed()['style']}\n{_check_style()}")
    own = {**dressed(), "style": style}
    html = page(
        "check.html",
        speaks,
        home="/",
        here="check",
        verdicts=verdicts,
        left=asked.left,
        **own,
    )
    return live(html, "check.js", speaks)
