"""A scoresheet: heads round by round, a row a player or a column a player. No cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError
from retally.pipeline.importers import tables
from retally.pipeline.importers.base import (
    Asked,
    Faults,
    Foreign,
    Game,
    fingerprint,
    made,
    refused,
    why_of,
)
from retally.pipeline.importers.cells import HeadsCell, as_text, doubled, place_of, renamed
from retally.pipeline.importers.tables import NoTable, Row, Table, name_of
from retally.pipeline.sources import NoLogs
from retally.schemas.findings import Place
from retally.schemas.told import told

TITLE = "scores alone: round, player, score, or a column a player"
SCORE_NAMES = ("score", "points", "heads", "penalty", "penalties")
OF_GAME = ("game_id", "played_at", "edition")
LONG = ("round", "player", "score")
OF_PLAYER = ("total", "rank", "winner")
LABELS = {
    "total": "total", "totals": "total", "sum": "total",
    "rank": "rank", "ranks": "rank", "place": "rank",
    "winner": "winner", "winners": "winner",
}  # fmt: skip
"""What may stand in the column of rounds instead of a number."""
ALIASES_OF_GAME = {"game": "game_id", "date": "played_at"}
ALIASES = {**dict.fromkeys(SCORE_NAMES, "score"), **ALIASES_OF_GAME}
CARD_COLUMNS = {"card", "turn", "row1", "rows", "row"}
MARKS = {"x": True, "1": True, "yes": True, "true": True, "*": True, "✓": True}
NO_MARKS = {"0": False, "no": False, "false": False, "-": False}


class Entry(NamedTuple):
    """A cell with a score, a total, a place or a mark: of whom, in which round, where."""

    where: str
    round: str
    player: str
    what: str
    text: str


@dataclass
class Sheet:
    """What a file has of one game."""

    line: int
    faults: Faults = field(default_factory=Faults)
    rows: list[Row] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    of_game: dict[str, str] = field(default_factory=dict)


def recognise(head: bytes) -> bool:
    """Say whether a file that begins so is a scoresheet."""
    return any(_is_long(table) or _is_wide(table) for table in tables.beginning(head))


def _is_long(table: Table) -> bool:
    names = set(renamed(table, ALIASES).names)
    return set(LONG) <= names and not names & CARD_COLUMNS


def _is_wide(table: Table) -> bool:
    names = [name_of(name) for name in table.names]
    return (
        "round" in names[:3]
        and not {*names} & {"player", *CARD_COLUMNS}
        and len(_player_columns(table)) >= 2
    )


def _player_columns(table: Table) -> list[int]:
    own = {"round", "game", "date", *OF_GAME}
    return [at for at, name in enumerate(table.names) if name and name_of(name) not in own]


def read(files: Sequence[Foreign], asked: Asked) -> Iterator[Game | NoLogs]:
    """Yield the games of scoresheets; see ``importers.base``."""
    for foreign in files:
        try:
            found = tables.tables(foreign.data)
        except NoTable as fault:
            yield refused(foreign, fault.args[0])
            continue
        filled = [table for table in found if table.names]
        if not filled:
            yield refused(foreign, told("an empty table"))
        for table in filled:
            yield from _of_table(foreign, table)


def _of_table(foreign: Foreign, table: Table) -> Iterator[Game | NoLogs]:
    if twice := doubled(table.names):
        yield refused(foreign, told("two columns are named {name}", name=twice[0]))
        return
    games: dict[str, Sheet] = {}
    if _is_long(table):
        _gather_long(renamed(table, ALIASES), games)
    elif _is_wide(table):
        _gather_wide(table, games)
    else:
        there = ", ".join(table.names)
        due = told("{columns}, or round and a column a player", columns=", ".join(LONG))
        yield refused(
            foreign, told("columns {due} are due; there are {there}", due=due, there=there)
        )
        return
    if not games:
        yield NoLogs(foreign.source, "no game in it")
    for name, sheet in games.items():
        game_id = name or f"scoresheet-{fingerprint(foreign.data)}"
        log = _log(game_id, sheet)
        text = as_text([Row(1, table.names), *sheet.rows])
        yield made(foreign.source, sheet.line, sheet.faults, log, text, game_id)


# Gathering --------------------------------------------------------------------------------


def _gather_long(table: Table, games: dict[str, Sheet]) -> None:
    for row, cells in table.records():
        where = place_of(table, row)
        sheet = _sheet_of(games, cells, row, where)
        round_, player = cells.get("round", ""), cells.get("player", "")
        if not player:
            sheet.faults.refuse(told("{where}: column player is empty", where=where))
            continue
        label = LABELS.get(round_.casefold())
        if "score" in cells or label is None:
            entry = Entry(where, round_, player, label or "score", cells.get("score", ""))
            sheet.entries.append(entry)
        for what in OF_PLAYER:
            if what in cells:
                sheet.entries.append(Entry(where, "", player, what, cells[what]))


def _gather_wide(table: Table, games: dict[str, Sheet]) -> None:
    columns = _player_columns(table)
    names = [ALIASES_OF_GAME.get(name_of(name), name_of(name)) for name in table.names]
    for row in table.rows:
        cells = {name: cell for name, cell in zip(names, row.cells, strict=False) if cell}
        where = place_of(table, row)
        sheet = _sheet_of(games, cells, row, where)
        round_ = cells.get("round", "")
        what = LABELS.get(round_.casefold(), "score")
        for at in columns:
            text = row.cells[at] if at < len(row.cells) else ""
            sheet.entries.append(Entry(where, round_, table.names[at], what, text))


def _sheet_of(games: dict[str, Sheet], cells: dict[str, str], row: Row, where: str) -> Sheet:
    sheet = games.setdefault(cells.get("game_id", ""), Sheet(row.line))
    sheet.rows.append(row)
    for name in OF_GAME[1:]:
        if name in cells and sheet.of_game.setdefault(name, cells[name]) != cells[name]:
            sheet.faults.contradiction(
                told(
                    "{where}: {name} is {value}, before that another",
                    where=where,
                    name=name,
                    value=cells[name],
                )
            )
    return sheet


# Converting -------------------------------------------------------------------------------


def _log(game_id: str, sheet: Sheet) -> dict[str, Any]:
    # A column of which no cell is filled in belongs to somebody who played in another game.
    players = list(dict.fromkeys(entry.player for entry in sheet.entries if entry.text))
    rounds: dict[int, dict[str, int]] = {}
    found: dict[str, dict[str, Any]] = {what: {} for what in OF_PLAYER}
    for entry in sheet.entries:
        if entry.player in players:
            _take_in(entry, rounds, found, sheet.faults)
    claims: dict[str, Any] = {}
    if found["total"]:
        claims["totals"] = _of_all(found["total"], players, "total", sheet.faults)
    if found["rank"]:
        claims["ranks"] = _of_all(found["rank"], players, "rank", sheet.faults)
    if any(found["winner"].values()):
        claims["winners"] = [player for player in players if found["winner"].get(player)]
    edition = sheet.of_game.get("edition")
    played_at = sheet.of_game.get("played_at")
    return {
        "retally": 1,
        "game": "six_nimmt",
        "game_id": game_id,
        "players": players,
        **({"played_at": played_at} if played_at else {}),
        **({"rules": {"edition": edition}} if edition else {}),
        "scoresheet": _rounds(rounds, players, sheet),
        **({"recorded": claims} if claims else {}),
        "meta": {"import": {"format": "scoresheet"}},
    }


def _take_in(
    entry: Entry,
    rounds: dict[int, dict[str, int]],
    found: dict[str, dict[str, Any]],
    faults: Faults,
) -> None:
    if entry.what == "winner":
        marks = {**MARKS, **NO_MARKS, "": False}
        mark = marks.get(entry.text.casefold())
        if mark is None:
            faults.refuse(
                told(
                    "{where}: a mark for the winner is due, not {text}",
                    where=entry.where,
                    text=entry.text,
                )
            )
        found["winner"][entry.player] = bool(mark)
        return
    number = _number(entry, faults)
    if number is None:
        return
    if entry.what == "score":
        _set(entry, rounds, number, faults)
    elif found[entry.what].setdefault(entry.player, number) != number:
        faults.contradiction(
            told(
                "{where}: another {what} of {player} before that",
                where=entry.where,
                what=entry.what,
                player=entry.player,
            )
        )


def _number(entry: Entry, faults: Faults) -> int | None:
    if not entry.text and entry.what == "rank":
        return None
    try:
        number: int = TypeAdapter(HeadsCell).validate_python(entry.text)
    except ValidationError as fault:
        why = why_of(fault.errors(include_url=False)[0])
        text = told("not {text}", text=entry.text) if entry.text else told("the cell is empty")
        place = Place(player=entry.player)
        faults.refuse(
            told(
                "{where}: {what} of {player}: {why}, {text}",
                where=entry.where,
                what=entry.what,
                player=entry.player,
                why=why,
                text=text,
            ),
            place=place,
        )
        return None
    return number


def _set(entry: Entry, rounds: dict[int, dict[str, int]], number: int, faults: Faults) -> None:
    if not entry.round.isascii() or not entry.round.isdecimal() or len(entry.round) > 5:
        faults.refuse(
            told(
                "{where}: column round: a number or total is due, not {round}",
                where=entry.where,
                round=entry.round,
            )
        )
        return
    of_round = rounds.setdefault(int(entry.round), {})
    if entry.player in of_round:
        faults.contradiction(
            told(
                "{where}: a second score of {player} in this round",
                where=entry.where,
                player=entry.player,
            )
        )
    of_round[entry.player] = number


def _of_all(found: dict[str, Any], players: list[str], what: str, faults: Faults) -> list[Any]:
    missing = [player for player in players if player not in found]
    if missing:
        faults.refuse(told("no {what} of {names}", what=what, names=", ".join(missing)))
    return [found.get(player) for player in players]


def _rounds(
    rounds: dict[int, dict[str, int]], players: list[str], sheet: Sheet
) -> list[list[int | None]]:
    for due, number in enumerate(sorted(rounds), 1):
        if due != number:
            sheet.faults.refuse(
                told("round {due} is missing; there is a round {number}", due=due, number=number)
            )
            break
        missing = [player for player in players if player not in rounds[number]]
        if missing and not sheet.faults.found:
            names = ", ".join(missing)
            sheet.faults.refuse(
                told("round {number}: no score of {names}", number=number, names=names),
                place=Place(round=number),
            )
    return [[rounds[number].get(player) for player in players] for number in sorted(rounds)]
