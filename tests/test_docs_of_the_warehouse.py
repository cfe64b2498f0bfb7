"""The data dictionary is in step with the database, the cookbook's queries run."""

import re
from pathlib import Path

import pytest
from retally.pipeline.dictionary import data_dictionary
from retally.pipeline.sandbox import asked
from retally.pipeline.simulate import simulated
from retally.schemas.six_nimmt import EDITIONS
from warehouse import CORPUS, ILLEGAL, Warehouse

DOCS = Path(__file__).parent.parent / "docs"
COOKBOOK = (DOCS / "cookbook.md").read_text("utf-8")
RECIPES = re.findall(r"^## (\d+\. .+?)$.*?```sql\n(.+?)```", COOKBOOK, re.S | re.M)


def test_the_data_dictionary_is_what_the_database_says() -> None:
    assert (DOCS / "data-dictionary.md").read_text("utf-8") == data_dictionary(), "run: make docs"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    house = Warehouse(tmp_path_factory.mktemp("house"))
    games = simulated(
        "six_nimmt",
        games=6,
        seed=3,
        strategies=("random", "lowest", "nearest"),
        rules={"edition": "amigo-2.10"},
        options=EDITIONS["amigo-2.10"],
    )
    older = {"edition": "older-sheet", "end_threshold": 1, "end_check": "immediate"}
    legal_elsewhere = {**CORPUS[2], "game_id": "dearer row", "rules": older, "recorded": {}}
    house.load(*(game.rstrip(b"\n") for game in games), *CORPUS, legal_elsewhere, ILLEGAL)
    return house


def test_the_cookbook_has_ten_recipes() -> None:
    assert [int(title.partition(".")[0]) for title, _ in RECIPES] == list(range(1, 11))


@pytest.mark.parametrize(("title", "query"), RECIPES, ids=[title for title, _ in RECIPES])
def test_a_recipe_of_the_cookbook_has_an_answer(house: Warehouse, title: str, query: str) -> None:
    with asked(house.db, query) as answer:
        assert list(answer.rows()), title
