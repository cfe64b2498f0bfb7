"""Logs of an older version of this format brought to today's, one version after the other."""

import json
from collections.abc import Callable
from typing import Any

from retally.pipeline.reading import Unreadable, read_log
from retally.pipeline.sources import RawLog

CURRENT = 1
Upgrade = Callable[[dict[str, Any]], dict[str, Any]]
UPGRADES: dict[int, Upgrade] = {}
"""What turns a log of a version into one of the next; version 1 is the first and today's."""


def converted(raw: RawLog, upgrades: dict[int, Upgrade] | None = None) -> bytes | Unreadable:
    """Give a log in today's version, or why it cannot be had.

    A log that is of it already stays byte for byte what it is. Every result was read.
    """
    steps = UPGRADES if upgrades is None else upgrades
    version = _version(raw)
    if version in steps:
        log = json.loads(raw.raw)
        while version in steps:
            log = steps[version](log)
            version += 1
        raw = raw._replace(raw=json.dumps(log, ensure_ascii=False).encode())
    log = read_log(raw)
    return log if isinstance(log, Unreadable) else raw.raw


def _version(raw: RawLog) -> int | None:
    """Give the version that a log says it is of; None where it says none."""
    try:
        version = json.loads(raw.raw).get("retally")
    except (ValueError, AttributeError, RecursionError):
        return None  # whatever else it is, reading says what is wrong with it
    return version if type(version) is int else None
