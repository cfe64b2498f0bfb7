"""The house keeps its own rules: packages are listed, every game has every room."""

import importlib
import tomllib
from pathlib import Path

import pytest
from retally.schemas.registry import GAMES

HOME = Path(__file__).parent.parent
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))
ROOMS = ("engine", "replay", "claims", "words", "facts", "scenes", "simulate")
WITHOUT_BATCH = {
    "sixteen": "every bet branches, and no two hands have the same steps; 107 games a second alone",
    "zaagox": "every turn branches, and a masked card is a set of cards; 198 games a second alone",
}
"""Games that are replayed one by one, and why that is enough."""


def test_every_folder_of_code_is_a_listed_package() -> None:
    setup = PROJECT["tool"]["setuptools"]
    listed = {name for name in setup["packages"] if name != "retally.sample_logs"}
    folders = {
        ".".join(("retally", *file.parent.relative_to(HOME).parts))
        for top in ("cli", "service", "schemas", "pipeline", "sql", "lang")
        for file in (HOME / top).rglob("*.py")
    }
    assert folders == listed


def test_every_top_folder_has_its_name_in_the_namespace() -> None:
    mapped = PROJECT["tool"]["setuptools"]["package-dir"]
    links = {path.name: path.resolve() for path in (HOME / ".typing" / "retally").iterdir()}
    assert links == {folder: HOME / folder for folder in mapped.values()}
    assert not (HOME / ".typing" / "retally" / "__init__.py").exists()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_every_room(game: str) -> None:
    importlib.import_module(f"retally.schemas.{game}")
    for room in ROOMS:
        importlib.import_module(f"retally.pipeline.{room}.{game}")
    assert list((HOME / "sample_logs" / game).iterdir())


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_batch_engine_or_a_reason(game: str) -> None:
    if game in WITHOUT_BATCH:
        assert WITHOUT_BATCH[game]
        return
    engine = importlib.import_module(f"retally.pipeline.batch.{game}")
    assert callable(engine.replay)
    assert callable(importlib.import_module(f"retally.pipeline.packing.{game}").pack)


def test_every_file_opens_with_its_promise() -> None:
    silent = [
        str(file.relative_to(HOME))
        for top in ("cli", "service", "schemas", "pipeline", "sql", "lang", "tests", "bench")
        for file in (HOME / top).rglob("*.py")
        if not file.read_text("utf-8").startswith('"""')
    ]
    assert silent == []
