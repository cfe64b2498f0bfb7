"""The sample logs are what SOURCE.md says of them, and verify says it too."""

import json
from pathlib import Path

from jsonschema import Draft202012Validator
from program import retally
from retally.pipeline.importers.files import raw_logs
from retally.pipeline.reading import Unreadable, read_log
from retally.pipeline.sources import NoLogs, RawLog
from retally.schemas.logs import KINDS, json_schema
from retally.schemas.registry import GAMES, room

HOME = Path(__file__).parent.parent
SAMPLES = HOME / "sample_logs"


def said_of_samples() -> list[tuple[str, ...]]:
    """The rows of SOURCE.md: file, line, game, status, findings; what it shows left out."""
    table = SAMPLES.joinpath("SOURCE.md").read_text("utf-8").partition("## Where")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if "| `" in line]
    return [tuple(cell.strip(" `") for cell in row[:5]) for row in rows]


def test_verify_says_of_each_sample_what_its_page_says() -> None:
    done = retally("verify", "sample_logs", "--format", "jsonl", cwd=HOME)
    verdicts = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [
        (
            verdict["source"].removeprefix("sample_logs/"),
            str(verdict["line"]),
            verdict["game_id"] or "–",
            verdict["status"],
            ", ".join(said["code"] for said in verdict["findings"]) or "–",
        )
        for verdict in verdicts
    ] == said_of_samples()
    assert done.returncode == 1


def test_every_file_is_named_twice_what_it_shows_and_where_it_is_from() -> None:
    page = SAMPLES.joinpath("SOURCE.md").read_text("utf-8")
    shows, _, origin = page.partition("## Where they are from")
    for file in SAMPLES.rglob("*"):
        if file.is_file() and file.suffix not in (".md", ".py", ".pyc"):
            assert f"`{file.relative_to(SAMPLES)}`" in shows
            assert f"`{file.name}`" in origin


def test_there_is_a_sample_for_each_status_each_edition_and_each_packing() -> None:
    rows = said_of_samples()
    assert {status for _, _, _, status, _ in rows} == {
        "verified", "unclaimed", "incomplete", "unreplayable", "mismatch", "illegal", "unreadable"
    }  # fmt: skip
    logs = [read_log(raw) for raw in raw_logs([str(SAMPLES)]) if isinstance(raw, RawLog)]
    for game in GAMES:
        rules = [getattr(log, "rules", None) for log in logs if log.game == game]
        assert {each.edition for each in rules if each} == set(room("schemas", game).EDITIONS)
    assert {Path(file).suffix for file, *_ in rows} == {".json", ".jsonl", ".gz", ".zst"}


def test_every_game_id_is_given_once() -> None:
    ids = [game_id for _, _, game_id, _, _ in said_of_samples() if game_id != "–"]
    assert len(ids) == len(set(ids))


def test_an_editor_with_the_schema_accepts_every_sample_that_is_of_the_format() -> None:
    editors = {game: Draft202012Validator(json_schema(game)) for game in (*KINDS, None)}
    checked = 0
    for raw in raw_logs([str(SAMPLES)]):
        if isinstance(raw, NoLogs):
            continue
        assert isinstance(raw, RawLog)
        log = read_log(raw)
        if not isinstance(log, Unreadable):
            for game in (log.room, None):
                assert list(editors[game].iter_errors(json.loads(raw.raw))) == []
            checked += 1
    assert checked == sum(status != "unreadable" for _, _, _, status, _ in said_of_samples())
