"""Foreign files that were damaged at random: every one gets a verdict, none a traceback."""

import json
from random import Random
from typing import Any

import pytest
from foreign import SAMPLES
from retally.pipeline.importers.base import Asked, Foreign, Game
from retally.pipeline.importers.files import FORMATS, importer, log_bytes
from retally.pipeline.sources import RawLog, Refused
from retally.pipeline.verify import verify
from retally.schemas.findings import Status

STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 105, 2**70, 1.5, "", "x", "\ud800", "12", [], {}, [1], {"a": 1}, "\x1b[31m"
)  # fmt: skip


def bytes_damaged(data: bytes, dice: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.choice((1, 3, 9))):
        at = dice.randrange(len(changed))
        match dice.randrange(4):
            case 0:
                changed[at] = dice.randrange(256)
            case 1:
                del changed[at : at + dice.randrange(1, 40)]
            case 2:
                changed[at:at] = dice.choice((b",", b";", b"\n", b'"', b"\xff", b"99"))
            case _:
                changed[at:at] = changed[at // 2 : at // 2 + 60]
    return bytes(changed) or b"x"


def value_damaged(text: bytes, dice: Random) -> bytes:
    """Put something strange, or nothing, in the place of one value of a JSON text."""
    parsed = json.loads(text)
    places: list[tuple[Any, Any]] = []
    waiting = [parsed]
    while waiting:
        there = waiting.pop()
        keys = there if isinstance(there, dict) else range(len(there))
        places += [(there, key) for key in keys]
        waiting += [there[key] for key in keys if isinstance(there[key], dict | list)]
    there, key = dice.choice(places)
    if dice.random() < 0.3:
        del there[key]
    else:
        there[key] = dice.choice(STRANGE)
    return json.dumps(parsed).encode()


def damaged(name: str, dice: Random) -> bytes:
    data = (SAMPLES / name).read_bytes()
    if name.endswith(".json") and dice.random() < 0.7:
        return value_damaged(data, dice)
    if name.endswith(".jsonl") and dice.random() < 0.7:
        lines = data.splitlines()
        at = dice.randrange(len(lines))
        lines[at] = value_damaged(lines[at], dice)
        return b"\n".join(lines)
    return bytes_damaged(data, dice)


@pytest.mark.parametrize("name", sorted(file.name for file in SAMPLES.iterdir()))
def test_a_damaged_foreign_file_gets_a_verdict(name: str) -> None:
    dice = Random(name)
    statuses = set()
    for _ in range(25):
        data = damaged(name, dice)
        for form in FORMATS:
            importer(form).recognise(data[: 2**16])
        for form in FORMATS:
            for game in importer(form).read([Foreign("f", data)], Asked()):
                if isinstance(game, Game):
                    statuses.add(judged(game))
    assert Status.UNREADABLE in statuses


def judged(game: Game) -> Status:
    if game.log is not None:
        return verify(RawLog(game.source, game.line, log_bytes(game.log))).status
    refused = Refused(game.findings, game.game_id)
    verdict = verify(RawLog(game.source, game.line, game.text, refused=refused))
    assert verdict.findings
    assert all(said.path and "{" not in str(said.code) for said in verdict.findings)
    return verdict.status


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "text", [b"x", b"{}", b"[]", b"[" * 5000, b"PK\x03\x04", b"\xff\xfe", b",,"]
)
def test_what_is_nothing_of_a_form_is_said_to_be_none(form: str, text: bytes) -> None:
    found = list(importer(form).read([Foreign("f", text)], Asked()))
    assert found
    assert all(not isinstance(one, Game) or one.log is None for one in found)
