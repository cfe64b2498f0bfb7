"""Logs for tests: the worked example, played games, and what verify says of them."""

import json
from random import Random
from typing import Any

from retally.pipeline.simulate import six_nimmt as dice
from retally.pipeline.sources import RawLog
from retally.pipeline.verify import verify
from retally.schemas.codes import Severity
from retally.schemas.findings import Finding, Verdict
from retally.schemas.six_nimmt import Options

FIGURES: dict[str, Any] = {
    "retally": 1,
    "game": "six_nimmt",
    "game_id": "figures-1-to-4",
    "players": ["ann", "bo", "cy", "di"],
    "rules": {"edition": "amigo-2.10"},
    "rounds": [
        {
            "rows": [12, 37, 43, 58],
            "turns": [[14, 15, 44, 61], [21, 26, 30, 36], [3, 9, 68, 83]],
            "row_choices": [None, None, 2],
            "recorded": {"penalties": [1, 0, 6, 0]},
        }
    ],
    "recorded": {"totals": [1, 0, 6, 0]},
}


def figures(**changes: Any) -> dict[str, Any]:
    """The worked example of the log format; ``changes`` go into its only round."""
    log: dict[str, Any] = json.loads(json.dumps(FIGURES))
    log["rounds"][0].update(changes)
    return log


def played(seed: int = 1, seats: int = 4, full: bool = True, **rules: Any) -> dict[str, Any]:
    """A complete, truly claimed game under these rules."""
    names = tuple(f"p{seat}" for seat in range(1, seats + 1))
    options = Options.model_validate(rules)
    body = dice.game(Random(seed), options, names, ("random",) * seats, full)
    head = {"retally": 1, "game": "six_nimmt", "game_id": f"g{seed}", "players": names}
    log = {**head, "rules": {"edition": "amigo-2.10", **rules}, **body}
    result: dict[str, Any] = json.loads(json.dumps(log))
    return result


def raw(log: Any, source: str = "t.jsonl", line: int = 1) -> RawLog:
    """A log as it would stand in a file."""
    text = log if isinstance(log, bytes) else json.dumps(log, ensure_ascii=False).encode()
    return RawLog(source, line, text)


def verdict(log: Any, **asked: str) -> Verdict:
    """What verify says of a log."""
    return verify(raw(log), asked)


def errors(judged: Verdict) -> list[Finding]:
    """The errors among the findings."""
    return [said for said in judged.findings if said.severity is Severity.ERROR]


def codes(judged: Verdict) -> list[str]:
    """The codes of the errors, in order."""
    return [said.code.value for said in errors(judged)]
