"""The page that plays a game back: one file, with the whole record readable without scripts."""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from markupsafe import Markup, escape
from retally.lang import ENGLISH, Tongue
from retally.pipeline.pages import texts
from retally.pipeline.pages.coding import changes, script_json, visible
from retally.pipeline.pages.render import asset, macro, page, policy, script, style
from retally.pipeline.scenes.base import Scene, Show, turns
from retally.pipeline.spoken import TITLES
from retally.schemas.findings import Finding


class Turn(NamedTuple):
    """A row of the record; its lines are list items, a scene each, that links lead to."""

    name: str
    anchor: str
    lines: Markup


class Round(NamedTuple):
    """A table of the record: a round, a hand of Sixteen, or the whole of a Zaägox game."""

    name: str
    turns: list[Turn]


def replay_page(show: Show, home: str | None = None, *, tongue: Tongue = ENGLISH) -> str:
    """Make the page of a game; ``home`` is the link back to the pages it belongs to."""
    game = show.log.game
    return page(
        "replay.html",
        tongue,
        home=home,
        title=TITLES[game],
        game=game,
        show=show,
        options=_options(show),
        played_at=show.log.played_at,
        meaning=texts.STATUS[show.verdict.status],
        unit=texts.UNITS[game],
        switch=texts.SWITCH[game],
        rounds=_rounds(show, tongue),
        anchor_of=[scene.anchor for scene in show.scenes],
        data=Markup(script_json(_data(show, tongue))),
        icons=Markup(asset("icons.svg")),
        **_dressed(game),
    )


@cache
def _dressed(game: str) -> dict[str, Any]:
    """Give a game's styles and scripts, and the policy that lets them run."""
    scripts = script("dom.js", f"{game}.js", "replay.js")
    styles = style("base.css", "replay.css", f"{game}.css")
    return {"style": styles, "script": scripts, "policy": policy(scripts)}


def _options(show: Show) -> dict[str, Any]:
    """Give the options that the log sets over its edition."""
    rules = getattr(show.log, "rules", None)
    named = {} if rules is None else rules.model_dump(exclude_unset=True)
    return {name: value for name, value in named.items() if name not in ("edition", "deck")}


def _data(show: Show, tongue: Tongue) -> dict[str, Any]:
    game = show.log.game
    frames = changes(scene.state for scene in show.scenes)
    return {
        "players": list(map(visible, show.log.players)),
        "aids": show.aids,
        "texts": texts.for_script(game, tongue),
        "frames": frames if tongue is ENGLISH else _said_in(tongue, frames),
    }


def _said_in(tongue: Tongue, value: Any) -> Any:
    """Say every text that plain values hold; what is not told stays as it is."""
    match value:
        case int() | None:
            return value  # nearly every value
        case str():
            return tongue.say(value)
        case dict():
            return {key: _said_in(tongue, inner) for key, inner in value.items()}
        case list() | tuple():
            return [_said_in(tongue, inner) for inner in value]
        case _:
            return value


# The record -------------------------------------------------------------------------------


def _rounds(show: Show, tongue: Tongue) -> list[Round]:
    rounds: list[Round] = []
    game, last = show.log.game, None
    said = _said(show)
    for numbers in turns(show.scenes):
        first = show.scenes[numbers[0]]
        if not rounds or first.round != last:
            rounds.append(Round(texts.round_name(game, first.round), []))
            last = first.round
        lines = "".join(
            _line(show.scenes[number], said.get(number, ()), tongue) for number in numbers
        )
        name = texts.turn_name(game, first.turn)
        rounds[-1].turns.append(Turn(name, first.anchor, Markup(lines)))
    return rounds


def _said(show: Show) -> dict[int, list[Finding]]:
    said: dict[int, list[Finding]] = {}
    for mark in show.marked:
        said.setdefault(mark.scene, []).append(mark.finding)
    return said


def _line(scene: Scene, said: Sequence[Finding], tongue: Tongue) -> str:
    """Mark up what happened and what is said of it; most of a page is these, so no template."""
    words = escape(visible("\n".join(map(tongue.say, scene.words))))
    findings = "".join(map(macro("finding.html", "finding", tongue), said)) if said else ""
    return f'<li id="{scene.anchor}">{words}{findings}</li>\n'
