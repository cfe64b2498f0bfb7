"""Templates, styles and scripts put together to pages that need nothing else. Knows no game."""

import base64
import hashlib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from retally.pipeline.pages.coding import visible


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


def _shown(value: Any) -> Any:
    """Show what could turn a text around; markup of our own stays as it is."""
    if isinstance(value, Markup):
        return value
    return visible(value) if isinstance(value, str) else value


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader(str(__package__), "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page(template: str, **values: Any) -> str:
    """Fill in a template; whatever is put into it stands there as text."""
    return _environment().get_template(template).render(**values)


@cache
def macro(template: str, name: str) -> Callable[..., str]:
    """Give a macro of a template, to mark up a piece of a page."""
    found: Callable[..., str] = getattr(_environment().get_template(template).module, name)
    return found
