"""Charts as still SVG in the colours of the page, drawn by vl-convert. Asks nothing of a store."""

import json
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from statistics import fmean
from typing import Any, NamedTuple

from markupsafe import Markup
from retally.pipeline.pages.coding import visible

NEEDED = "pages draw charts with the package vl-convert-python: pip install 'retally[pages]'"


class NoCharts(Exception):
    """The package that draws charts is not installed; the message says how to get it."""


def check_charts() -> None:
    """Raise NoCharts where charts cannot be drawn, before anything is written."""
    if find_spec("vl_convert") is None:
        raise NoCharts(NEEDED)


class Chart(NamedTuple):
    """A drawing and what it shows."""

    drawn: Markup
    caption: str


LATEST = 120
"""A chart of single games shows no more than these."""
RUNNING = 10
"""Games that a running mean is of."""
MOST_PLAYERS = 30

_CONFIG: dict[str, Any] = {
    "background": None,
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "aria": False,
        "labelColor": "var(--soft)", "titleColor": "var(--soft)", "domainColor": "var(--line)",
        "gridColor": "var(--line)", "tickColor": "var(--line)", "titleFontWeight": "normal",
        "labelFontSize": 12, "titleFontSize": 12, "labelLimit": 160,
    },
}  # fmt: skip


def scores_chart(scores: Sequence[int], won: Sequence[bool], unit: str, game: str) -> Markup:
    """Draw a player's scores game by game, oldest first, with their running mean.

    ``unit`` and ``game`` name the axes.
    """
    first = max(0, len(scores) - LATEST)
    points = [
        {
            "game": at + 1,
            "score": scores[at],
            "won": won[at],
            "mean": fmean(scores[max(0, at - RUNNING + 1) : at + 1]),
        }
        for at in range(first, len(scores))
    ]
    x = _games_axis(game)
    y = {"type": "quantitative", "title": unit}
    dots = {
        "mark": {"type": "point", "filled": True, "size": 50, "aria": False},
        "encoding": {
            "x": x,
            "y": {**y, "field": "score"},
            "color": {"condition": {"test": "datum.won", "value": "var(--accent)"},
                      "value": "var(--soft)"},
            "opacity": {"condition": {"test": "datum.won", "value": 1}, "value": 0.55},
        },
    }  # fmt: skip
    line = {
        "mark": {"type": "line", "color": "var(--ink)", "strokeWidth": 2, "aria": False},
        "encoding": {"x": x, "y": {**y, "field": "mean"}},
    }
    return _svg({"width": 640, "height": 190, "data": {"values": points}, "layer": [dots, line]})


def ratings_chart(ratings: Sequence[tuple[float, float]], rating: str, game: str) -> Markup:
    """Draw a player's rating after each game, oldest first, in the band of its 95 % interval.

    ``ratings`` are pairs of mu and sigma; ``rating`` and ``game`` name the axes.
    """
    first = max(0, len(ratings) - LATEST)
    points = [
        {
            "game": at + 1,
            "mu": ratings[at][0],
            "low": round(ratings[at][0] - SURE * ratings[at][1], 3),
            "high": round(ratings[at][0] + SURE * ratings[at][1], 3),
        }
        for at in range(first, len(ratings))
    ]
    x = _games_axis(game)
    y = {"type": "quantitative", "title": rating, "scale": {"zero": False}}
    band = {
        "mark": {"type": "area", "color": "var(--accent)", "opacity": 0.18, "aria": False},
        "encoding": {"x": x, "y": {**y, "field": "low"}, "y2": {"field": "high"}},
    }
    line = {
        "mark": {"type": "line", "color": "var(--accent)", "strokeWidth": 2, "aria": False},
        "encoding": {"x": x, "y": {**y, "field": "mu"}},
    }  # fmt: skip
    return _svg({"width": 640, "height": 170, "data": {"values": points}, "layer": [band, line]})


SURE = 1.96
"""Standard deviations to each side that hold 95 of 100 cases."""


def _games_axis(title: str) -> dict[str, Any]:
    """Number games along an axis."""
    return {"field": "game", "type": "quantitative", "title": title,
            "axis": {"grid": False, "tickMinStep": 1, "format": "d"},
            "scale": {"zero": False, "nice": False}}  # fmt: skip


def means_chart(players: Sequence[tuple[str, float, int, int]], unit: str) -> Markup:
    """Draw players' mean scores on the range from their lowest to their highest, in this order.

    A character that no XML can hold would end the process of what draws, so names are made visible.
    """
    shown = [
        {"player": visible(player), "mean": average, "lowest": lowest, "highest": highest}
        for player, average, lowest, highest in players[:MOST_PLAYERS]
    ]
    y = {"field": "player", "type": "nominal", "sort": None, "title": None,
         "axis": {"domain": False, "ticks": False, "labelPadding": 10}}  # fmt: skip
    x = {"type": "quantitative", "title": unit, "axis": {"tickCount": 6}}
    ranges = {
        "mark": {"type": "rule", "color": "var(--slot)", "strokeWidth": 5, "strokeCap": "round",
                 "aria": False},
        "encoding": {"y": y, "x": {**x, "field": "lowest"}, "x2": {"field": "highest"}},
    }  # fmt: skip
    dots = {
        "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1,
                 "color": "var(--accent)", "aria": False},
        "encoding": {"y": y, "x": {**x, "field": "mean"}},
    }  # fmt: skip
    return _svg(
        {"width": 520, "height": {"step": 24}, "data": {"values": shown}, "layer": [ranges, dots]}
    )


def _svg(spec: dict[str, Any]) -> Markup:
    """Draw a chart; it grows with its page, and its caption says what it shows."""
    import vl_convert

    plan = _planned(json.dumps({**spec, "data": {"name": ROWS}, "config": _CONFIG}))
    data = [
        {**of, "values": spec["data"]["values"]} if of["name"] == ROWS else of
        for of in plan["data"]
    ]
    drawn = vl_convert.vega_to_svg({**plan, "data": data})
    head, _, rest = drawn.partition(">")
    width = head.partition('width="')[2].partition('"')[0]
    height = head.partition('height="')[2].partition('"')[0]
    return Markup(  # names inside were escaped by what drew it
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' aria-hidden="true" focusable="false">{rest}'
    )


ROWS = "rows"


@cache
def _planned(spec: str) -> dict[str, Any]:
    """Work out how a chart is drawn, once for all that differ in their rows alone."""
    import vl_convert

    plan: dict[str, Any] = vl_convert.vegalite_to_vega(json.loads(spec))
    return plan
