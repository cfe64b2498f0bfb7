"""Named reports: which there are, what each takes, and asking one. Their SQL is in sql/reports."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from typing import Any, NamedTuple

from retally.pipeline.names import nearest
from retally.pipeline.ratings import first_stale, refresh
from retally.pipeline.sandbox import Answer, Whole, asked, asked_whole
from retally.pipeline.store import Tell, reading, silent, writing
from retally.schemas.registry import GAMES, room
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

    @property
    def kind(self) -> str | None:
        """The game that it is of alone, if it is of one."""
        found = _KIND.search(self.query)
        return found[1] if found else None

    @property
    def of_ratings(self) -> bool:
        """Whether it reads the ratings, which have to be up to date then."""
        return "from rating_changes" in self.query


_KIND = re.compile(r"_asked\('(\w+)'")


class UnknownName(Exception):
    """A report, game, player or parameter that is not there; names the nearest that is."""


def reports() -> dict[str, Report]:
    """Give every report by its name."""
    return {file.name: read_report(file.name, file.text) for file in sql_files("reports")}


_PARAMETER = re.compile(r"\$(?P<name>\w+): (?P<what>[^$]+?)\.?\s*(?=\$|$)")


def read_report(name: str, text: str) -> Report:
    """Read a report's header: its title, the grain, lines of parameters; notes may follow.

    >>> read_report("r", "-- Title.\\n-- Grain: a row.\\n-- $game: only this.\\nselect 1").title
    'Title'
    """
    lines = text.splitlines()
    header = [line.removeprefix("--").strip() for line in lines if line.startswith("--")]
    title, grain, *rest = header
    if not grain.startswith("Grain: "):
        raise ValueError(f"the second line of report {name} does not tell its grain")
    found = _PARAMETER.finditer(" ".join(line for line in rest if line.startswith("$")))
    return Report(
        name,
        title.removesuffix("."),
        grain.removeprefix("Grain: ").removesuffix("."),
        {match["name"]: match["what"] for match in found},
        text,
    )


@contextmanager
def reported(
    db: str, name: str, given: Mapping[str, Any], *, tell: Tell = silent
) -> Iterator[Answer]:
    """Ask a report with the parameters that are given, such as ``player`` and ``min_games``.

    Days (``from``, ``to``) are dates or text such as 2026-11-30. Ratings are brought up to date
    before they are read. Raises UnknownName where a name is not known or a value is none,
    StoreError as ``sandbox.asked`` does.
    """
    with asked(db, *_due(db, name, given, tell), tell=tell) as answer:
        yield answer


@contextmanager
def reported_whole(
    db: str, name: str, given: Mapping[str, Any], *, tell: Tell = silent
) -> Iterator[Whole]:
    """Ask a report as ``reported`` does, for all its rows at once."""
    with asked_whole(db, *_due(db, name, given, tell), tell=tell) as answer:
        yield answer


def _due(db: str, name: str, given: Mapping[str, Any], tell: Tell) -> tuple[str, dict[str, Any]]:
    """Give a report's query and parameters, once these are known and ratings up to date."""
    report, parameters = checked(name, given)
    if player := parameters.get("player"):
        with asked(db, PLAYERS, tell=tell) as answer:
            check_player(player, [known for (known,) in answer.rows()])
    if report.of_ratings:
        rate(db, tell)
    return report.query, parameters


def checked(
    name: str, given: Mapping[str, Any], called: Callable[[str], str] | None = None
) -> tuple[Report, dict[str, Any]]:
    """Give a report and all its parameters, those not given as None.

    ``called`` says what a parameter is called by who asks, else it is an option of the command
    line. Raises UnknownName; whether a player is known is left to ``check_player``.
    """
    known = reports()
    if name not in known:
        raise UnknownName(f"no report {name!r}{nearest(name, known)}")
    called = called or option
    _check_parameters(known[name], given, called)
    values = {key: _value(key, value, called) for key, value in given.items()}
    _check_span(values, called)
    return known[name], {key: values.get(key) for key in known[name].parameters}


def rate(db: str, tell: Tell = silent) -> None:
    """Bring the ratings up to date; a warehouse where they are is only read."""
    with reading(db, tell=tell) as connection:
        if first_stale(connection) is None:
            return
    with writing(db, tell=tell) as connection:
        refresh(connection, tell)


def option(parameter: str) -> str:
    """Give the option of the command line for a parameter.

    >>> option("min_games")
    '--min-games'
    """
    return f"--{parameter.replace('_', '-')}"


def _value(key: str, value: Any, called: Callable[[str], str]) -> Any:
    """Give a value as its parameter takes it; text from a person is read."""
    if key in ("from", "to") and isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            told = f"{called(key)} takes a day such as 2026-11-30, not {value!r}"
            raise UnknownName(told) from None
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else value


def _check_parameters(
    report: Report, given: Mapping[str, Any], called: Callable[[str], str]
) -> None:
    for name in given:
        if name not in report.parameters:
            takes = ", ".join(map(called, report.parameters)) or "none"
            raise UnknownName(f"report {report.name} takes no {called(name)}; it takes {takes}")
    for name in report.needed:
        if name not in given:
            raise UnknownName(f"report {report.name} needs {called(name)}")
    if "game" in given and given["game"] not in GAMES:
        raise UnknownName(f"no game {given['game']!r}{nearest(given['game'], GAMES)}")
    if "edition" in given:
        _check_edition(given["edition"], given.get("game") or report.kind)


def _check_edition(edition: str, game: str | None) -> None:
    kinds = GAMES if game is None else (game,)
    known = [name for kind in kinds for name in room("schemas", kind).EDITIONS]
    if edition not in known:
        raise UnknownName(f"no edition {edition!r}{nearest(edition, known)}")


def _check_span(values: Mapping[str, Any], called: Callable[[str], str]) -> None:
    if "from" in values and "to" in values and values["from"] > values["to"]:
        raise UnknownName(
            f"{called('from')} {values['from']} is after {called('to')} {values['to']}"
        )


PLAYERS = "select distinct player from seats order by player"


def check_player(player: str, players: Sequence[str]) -> None:
    """Raise UnknownName for a player who is none of these, and name the nearest."""
    if player in players:
        return
    near = nearest(player, players)
    if len(players) > MOST_NAMED and "did you mean" not in near:
        near = f"; there are {len(players)}, report standings has them"
    raise UnknownName(f"no player {player!r}{near if players else ', as no game is loaded'}")


MOST_NAMED = 20
"""A message lists no more names than this."""
