"""Templates, styles and scripts put together to pages that need nothing else. Knows no game."""

import base64
import hashlib
from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from retally.lang import ENGLISH, Tongue
from retally.pipeline.pages.coding import visible
from retally.pipeline.spoken import SEVERITIES, STATUSES, message
from retally.schemas.told import told


@cache
def asset(name: str) -> str:
    """Read a style or a script of the pages."""
    return (files(__package__) / "assets" / name).read_text("utf-8")


def style(*names: str) -> Markup:
    """Join styles to the content of a style element."""
    return Markup("\n".join(map(asset, names)))


def script(*names: str) -> Markup:
    """Join scripts to the content of one script element, out of each other's way."""
    joined = "\n".join(map(asset, names))
    return Markup(f'(() => {{\n"use strict";\n{joined}\n}})();')


def policy(*scripts: str) -> str:
    """Write the policy of a page: it fetches nothing and runs these scripts alone."""
    hashes = [
        "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"
        for text in scripts
    ]
    runs = " ".join(hashes) or "'none'"
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src {runs}; base-uri 'none'"


def _shown(value: Any, tongue: Tongue) -> Any:
    """Say what is told, and show what could turn a text around; markup of our own stays."""
    if isinstance(value, Markup):
        return value
    if not isinstance(value, str):
        return value
    return visible(value if tongue is ENGLISH else tongue.say(value))


@cache
def _environment(tongue: Tongue) -> Environment:
    made = Environment(
        loader=PackageLoader(str(__package__), "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=partial(_shown, tongue=tongue),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {
        "told": told,
        "language": tongue.language,
        "message": partial(message, tongue=tongue),
        "severities": SEVERITIES,
        "statuses": STATUSES,
    }
    return made


def page(template: str, tongue: Tongue = ENGLISH, **values: Any) -> str:
    """Fill in a template in a language; whatever is put into it stands there as text."""
    return _environment(tongue).get_template(template).render(**values)


@cache
def macro(template: str, name: str, tongue: Tongue = ENGLISH) -> Callable[..., str]:
    """Give a macro of a template, to mark up a piece of a page in a language."""
    found: Callable[..., str] = getattr(_environment(tongue).get_template(template).module, name)
    return found
