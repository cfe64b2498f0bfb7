"""Seeded games with honest claims: the only dice of the house; one file a game."""

import itertools
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from retally.schemas.base import Frozen
from retally.schemas.registry import room


def simulated(
    game: str,
    *,
    games: int,
    seed: int,
    strategies: tuple[str, ...],
    rules: dict[str, Any],
    options: Frozen,
    full: bool = False,
) -> Iterator[bytes]:
    """Yield logs, a line each with its end; the same call gives the same bytes.

    A seat a strategy; ``rules`` is what the log says of them, ``options`` what they mean;
    ``full`` writes all that the format has a place for.
    Each game has dice of its own, so that the hundredth does not hang on the ninety-ninth.
    """
    names = player_names(strategies)
    for number in range(1, games + 1):
        body = room("pipeline.simulate", game).game(
            Random(f"{game}:{seed}:{number}"), options, names, strategies, full
        )
        envelope = {
            "retally": 1,
            "game": game,
            "game_id": f"{game}-{len(names)}p-seed-{seed}-{number}",
            "players": names,
            "rules": rules,
        }
        text = json.dumps({**envelope, **body}, ensure_ascii=False, separators=(",", ":"))
        yield text.encode() + b"\n"


def player_names(strategies: tuple[str, ...]) -> tuple[str, ...]:
    """Name players by how they play, numbered where several play alike.

    >>> player_names(("random", "lowest", "random"))
    ('random-1', 'lowest-1', 'random-2')
    """
    numbers = {strategy: itertools.count(1) for strategy in strategies}
    return tuple(f"{strategy}-{next(numbers[strategy])}" for strategy in strategies)
