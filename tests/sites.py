"""A site of a small warehouse, written once for the tests that read it or look at it."""

import json
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from retally.lang import tongue
from retally.pipeline.pages.site import write_site
from test_replay import HOSTILE, SAMPLES, hostile
from warehouse import CORPUS, ILLEGAL, Warehouse

OTHER_GAMES = ("sixteen/bonus-of-the-folded", "sixteen/side-pots", "zaagox/won-by-da",
               "zaagox/void", "six_nimmt/ten-players", "six_nimmt/wrong-sum")  # fmt: skip
HOSTILE_ID = '"><script>alert(2)</script>'


def logs() -> list[dict[str, Any]]:
    """Four games worked out by hand, one of each other kind, one of people with hostile names."""
    samples = [json.loads((SAMPLES / f"{name}.json").read_text("utf-8")) for name in OTHER_GAMES]
    return [*CORPUS, *samples, {**hostile(), "game_id": HOSTILE_ID}]


@cache
def _house() -> Warehouse:
    house = Warehouse(Path(mkdtemp(prefix="retally-site-")))
    house.load(*logs(), ILLEGAL)
    return house


@cache
def site(language: str = "en") -> Path:
    """Give the folder of a site of these games, with an illegal log among the rejects."""
    house = _house()
    write_site(house.db, str(house.folder / language), tongue=tongue(language))
    return house.folder / language


__all__ = ["HOSTILE", "HOSTILE_ID", "OTHER_GAMES", "logs", "site"]
