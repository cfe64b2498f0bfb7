"""A broken log a code: what verify says of each, at a place that is in the file."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
import zstandard
from retally.pipeline.importers.files import raw_logs
from retally.pipeline.sources import RawLog
from retally.pipeline.verify import verify
from retally.schemas.codes import Code, Severity, severity_of
from retally.schemas.findings import Status

FILES = sorted((Path(__file__).parent / "broken").iterdir())
ELSEWHERE = {Code.GAME_ID_TAKEN: "only a warehouse knows which game ids it holds"}
COMPANIONS: dict[Code, set[Code]] = {
    Code.DECK_USED_UP: {Code.DECK_OF_THE_LOG},
    Code.UNCALLED_BACK: {Code.ALL_IN},
    Code.SIDE_POTS: {Code.ALL_IN},
    Code.BONUS_LIMITED: {Code.ALL_IN},
}
"""What a code never comes without."""
STATUS_OF_AN_ERROR = {
    "LOG": Status.UNREADABLE,
    "DEAL": Status.ILLEGAL,
    "PLAY": Status.ILLEGAL,
    "SCORE": Status.MISMATCH,
}
STEP = re.compile(r"\.?(?P<key>[A-Za-z_]\w*)|\[(?P<index>\d+)\]|\[(?P<quoted>\".*?(?<!\\)\")\]")


def code_of(file: Path) -> Code:
    return Code(file.name.partition("-")[0])


def log_in(file: Path) -> Any:
    """The log as it stands in a file; None where it is no JSON."""
    packed = file.read_bytes()
    if file.suffix == ".zst":
        packed = zstandard.ZstdDecompressor().decompress(packed, 2**25)
    try:
        return json.loads(gzip.decompress(packed) if file.suffix == ".gz" else packed)
    except (ValueError, EOFError):
        return None


def resolved(log: Any, path: str) -> Any:
    """What stands at a JSON path of a log; KeyError or IndexError where nothing does."""
    rest = path.removeprefix("$")
    while rest:
        step = STEP.match(rest)
        assert step, f"no step of a path: {rest}"
        key, index, quoted = step["key"], step["index"], step["quoted"]
        log = log[int(index)] if index else log[key or json.loads(quoted)]
        rest = rest[step.end() :]
    return log


def test_the_resolver_follows_keys_positions_and_quoted_keys() -> None:
    log = {"rounds": [{"turns": [1, [2]]}], "a b": {"c": 3}}
    assert resolved(log, "rounds[0].turns[1][0]") == 2
    assert resolved(log, '["a b"].c') == 3
    assert resolved(log, "$") is log
    with pytest.raises(IndexError):
        resolved(log, "rounds[1]")


def test_every_code_has_a_broken_log_or_a_reason() -> None:
    assert sorted(map(code_of, FILES)) == sorted(set(Code) - set(ELSEWHERE))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_verify_says_this_of_a_broken_log_and_nothing_else(file: Path) -> None:
    (raw,) = raw_logs([str(file)])
    assert isinstance(raw, RawLog)
    verdict = verify(raw)
    code = code_of(file)
    assert {said.code for said in verdict.findings} == {code, *COMPANIONS.get(code, ())}
    said = next(said for said in verdict.findings if said.code is code)
    assert said.severity is severity_of(said.code)
    assert "{" not in said.message
    if said.severity is Severity.ERROR:
        assert verdict.status is STATUS_OF_AN_ERROR[said.code[:-3]]
        assert said.path is not None
    else:
        assert verdict.status in {Status.VERIFIED, Status.UNCLAIMED, Status.INCOMPLETE}
    log = log_in(file)
    if said.path is not None and log is not None:
        resolved(log, said.path)
    assert said.path == "$" or log is not None
