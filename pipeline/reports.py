"""Named reports: which there are, what each takes, and asking one. Their SQL is in sql/reports."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from retally.pipeline.names import nearest
from retally.pipeline.sandbox import Answer, asked
from retally.pipeline.store import Tell, silent
from retally.schemas.registry import GAMES
from retally.sql import sql_files


class Report(NamedTuple):
    """A report as the header of its file tells it."""

    name: str
    title: str
    grain: str
    parameters: dict[str, str]
    query: str

    @property
    def needed(self) -> tuple[str, ...]:
        """Which parameters have to be given."""
        return tuple(name for name, what in self.parameters.items() if "has to be given" in what)


class UnknownName(Exception):
    """A report, game, player or parameter that is not there; names the nearest that is."""


def reports() -> dict[str, Report]:
    """Give every report by its name."""
    return {file.name: read_report(file.name, file.text) for file in sql_files("reports")}


_PARAMETER = re.compile(r"\$(?P<name>\w+): (?P<what>[^$]+?)\.?\s*(?=\$|$)")


def read_report(name: str, text: str) -> Report:
    """Read a report's header: its title, the grain, a line or two of parameters.

    >>> read_report("r", "-- Title.\\n-- Grain: a row.\\n-- $game: only this.\\nselect 1").title
    'Title'
    """
    lines = text.splitlines()
    header = [line.removeprefix("--").strip() for line in lines if line.startswith("--")]
    title, grain, *parameters = header
    if not grain.startswith("Grain: "):
        raise ValueError(f"the second line of report {name} does not tell its grain")
    found = _PARAMETER.finditer(" ".join(parameters))
    return Report(
        name,
        title.removesuffix("."),
        grain.removeprefix("Grain: ").removesuffix("."),
        {match["name"]: match["what"] for match in found},
        text,
    )


@contextmanager
def reported(
    db: str, name: str, given: Mapping[str, str], *, tell: Tell = silent
) -> Iterator[Answer]:
    """Ask a report with the parameters that are given, such as ``player`` and ``game``.

    Raises UnknownName where a name is not known, StoreError as ``sandbox.asked`` does.
    """
    known = reports()
    if name not in known:
        raise UnknownName(f"no report {name!r}{nearest(name, known)}")
    report = known[name]
    values = {key: unicodedata.normalize("NFC", value) for key, value in given.items()}
    _check_parameters(report, values)
    if "player" in values:
        _check_player(db, values["player"], tell)
    parameters = {key: values.get(key) for key in report.parameters}
    with asked(db, report.query, parameters, tell=tell) as answer:
        yield answer


def _check_parameters(report: Report, given: Mapping[str, str]) -> None:
    for name in given:
        if name not in report.parameters:
            takes = ", ".join(f"--{known}" for known in report.parameters)
            raise UnknownName(f"report {report.name} takes no --{name}; it takes {takes}")
    for name in report.needed:
        if name not in given:
            raise UnknownName(f"report {report.name} needs --{name}")
    if "game" in given and given["game"] not in GAMES:
        raise UnknownName(f"no game {given['game']!r}{nearest(given['game'], GAMES)}")


def _check_player(db: str, player: str, tell: Tell) -> None:
    query = "select distinct player from seats order by player"
    with asked(db, query, tell=tell) as answer:
        players = [name for (name,) in answer.rows()]
    if player in players:
        return
    near = nearest(player, players)
    if len(players) > MOST_NAMED and "did you mean" not in near:
        near = f"; there are {len(players)}, report standings has them"
    raise UnknownName(f"no player {player!r}{near if players else ', as no game is loaded'}")


MOST_NAMED = 20
"""A message lists no more names than this."""
