"""A site of a small warehouse, written once for the tests that read it or look at it."""

import json
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

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
def site() -> Path:
    """Give the folder of a site of these games, with an illegal log among the rejects."""
    folder = Path(mkdtemp(prefix="retally-site-"))
    house = Warehouse(folder)
    house.load(*logs(), ILLEGAL)
    write_site(house.db, str(folder / "site"))
    return folder / "site"


__all__ = ["HOSTILE", "HOSTILE_ID", "OTHER_GAMES", "logs", "site"]
