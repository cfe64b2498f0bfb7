"""Which games there are: the one line that a new game adds. Imports nothing heavy."""

import importlib
from collections.abc import Container
from types import ModuleType
from typing import NamedTuple


class Game(NamedTuple):
    """A game that retally knows: its key in logs and its name for people."""

    key: str
    title: str


GAMES: dict[str, Game] = {
    game.key: game
    for game in (
        Game("six_nimmt", "6 nimmt!"),
        Game("sixteen", "Sixteen"),
        Game("zaagox", "Zaägox"),
    )
}  # fmt: skip


SCORESHEET = "scoresheet"
"""The key that tells a log of scores alone from one of moves, and the name of its files."""


def log_room(game: str, keys: Container[str]) -> str:
    """Name the file in ``schemas`` of the log of this game that has these keys.

    >>> log_room("six_nimmt", {"rounds"}), log_room("six_nimmt", {"scoresheet"})
    ('six_nimmt', 'scoresheet')
    """
    return SCORESHEET if game == "six_nimmt" and SCORESHEET in keys else game


def room(package: str, game: str) -> ModuleType:
    """Import a game's own file in a room of the house, and no other game's.

    Every registered game has a file of its key's name in each room: ``schemas`` and
    ``pipeline.engine``, ``pipeline.replay``, ``pipeline.words``, ``pipeline.facts``,
    ``pipeline.scenes``, ``pipeline.simulate``.

    >>> room("schemas", "six_nimmt").__name__
    'retally.schemas.six_nimmt'
    """
    return importlib.import_module(f"retally.{package}.{game}")
