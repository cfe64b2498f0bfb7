"""The pages keep what they promise: examples run, tables are in step, links lead somewhere."""

import doctest
import importlib
import pkgutil
import re
import shlex
from pathlib import Path

import pytest
from program import retally
from retally.cli.main import COMMANDS
from retally.pipeline import findings_page
from retally.schemas.registry import GAMES, room

HOME = Path(__file__).parent.parent
PAGES = sorted(
    path for pattern in ("*.md", "docs/**/*.md", "sample_logs/*.md") for path in HOME.glob(pattern)
)
MODULES = sorted(
    module.name
    for folder in ("cli", "service", "schemas", "pipeline", "lang")
    for module in pkgutil.walk_packages([str(HOME / folder)], f"retally.{folder}.")
)
SESSION = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_run(module: str) -> None:
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_the_examples_of_the_library_page_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HOME)
    page = HOME / "docs" / "library.md"
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    results = doctest.DocTestRunner().run(examples)
    assert results.attempted > 20
    assert results.failed == 0


def session_of(page: Path) -> list[tuple[str, str]]:
    """Command and what it prints, of all sessions on a page, in order."""
    found = []
    for block in SESSION.findall(page.read_text("utf-8")):
        for call in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = call.partition("\n")
            found.append((command, output))
    return found


@pytest.mark.parametrize(
    "page", [page for page in PAGES if session_of(page)], ids=lambda page: page.name
)
def test_a_session_prints_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    (tmp_path / "sample_logs").symlink_to(HOME / "sample_logs")
    for command, output in session_of(page):
        program, *arguments = shlex.split(command)
        assert program == "retally"
        done = retally(*arguments, cwd=tmp_path)
        assert done.stdout.decode() + done.stderr.decode() == output, command


def test_the_page_of_findings_is_in_step() -> None:
    assert HOME.joinpath("docs/findings.md").read_text("utf-8") == findings_page.page()


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_page_has_every_option_value_and_every_edition(game: str) -> None:
    page = HOME.joinpath(f"docs/rules/{game}.md").read_text("utf-8")
    for name, schema in room("schemas", game).Options.model_json_schema()["properties"].items():
        values = schema.get("enum", [schema["default"]])
        shown = ", ".join("null" if value is None else str(value) for value in values)
        assert f"`{name}: {shown}`" in page, name
    for edition in room("schemas", game).EDITIONS:
        assert f"| `{edition}` |" in page


CITED = {
    "six_nimmt": r"N\d+|[26](?:\.\d+)*",
    "sixteen": r"T\d+|[356](?:\.\d+)*",
    "zaagox": r"Z\d+|[456](?:\.\d+)*",
}
"""What the clauses of a game look like."""


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_is_cited_is_on_the_rules_page(game: str) -> None:
    page = HOME.joinpath(f"docs/rules/{game}.md").read_text("utf-8")
    clauses = set()
    for file in HOME.glob(f"pipeline/**/{game}*.py"):
        clauses |= set(re.findall(rf'"({CITED[game]})"', file.read_text("utf-8")))
    assert len(clauses) > 5
    for clause in clauses:
        section = ".".join(clause.split(".")[:2])
        assert re.search(rf"^(## {section} |\| {clause} \|)", page, re.MULTILINE), clause


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_is_in_the_readme_and_on_its_page(command: str) -> None:
    assert f"`retally {command}" in HOME.joinpath("README.md").read_text("utf-8")
    page = HOME.joinpath("docs/cli.md").read_text("utf-8")
    assert re.search(rf"^## retally {command}$", page, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    for target in re.findall(r"\]\(([^)#]+)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target
