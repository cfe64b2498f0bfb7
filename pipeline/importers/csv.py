"""A card a row, as people keep it in a spreadsheet: .csv or .xlsx. The rules are not looked at.

A pure conversion: rows to rounds. Whether a card may lie where it lies is the replay's to say.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

from pydantic import Field
from retally.pipeline.importers import tables
from retally.pipeline.importers.base import Asked, Faults, Foreign, Game, Raw, listed, made, refused
from retally.pipeline.importers.cells import (
    CardCell,
    GameCell,
    HeadsCell,
    PlayerCell,
    RoundCell,
    RowCell,
    Whole,
    as_text,
    doubled,
    place_of,
    read_rows,
    renamed,
)
from retally.pipeline.importers.tables import NoTable, Row, Table
from retally.pipeline.sources import NoLogs
from retally.schemas.findings import Place
from retally.schemas.told import told

TITLE = "a card a row: game_id, round, turn, player, card"
NEEDED = ("game_id", "round", "turn", "player", "card")
OPTIONAL = ("row_choice", "penalty", "edition", "played_at")
TEMPLATE = ",".join((*NEEDED, *OPTIONAL[:2])) + "\n"
"""An empty table, for a spreadsheet to open."""
ROW_COLUMNS = ("row1", "row2", "row3", "row4")
STARTS = (
    ("game_id", "round", *ROW_COLUMNS),
    ("game_id", "round", "rows"),
    ("game_id", "round", "row", "card"),
)
"""What the second table, of starting rows, can look like."""


class CardRow(Raw):
    """A card that was played; in turn 0, a card that starts a row."""

    game_id: GameCell
    round: RoundCell
    turn: Annotated[int, Field(ge=0, le=10), Whole]
    player: PlayerCell | None = None
    card: CardCell
    row_choice: RowCell | None = None
    penalty: HeadsCell | None = None
    edition: str | None = None
    played_at: str | None = None


class StartRow(Raw):
    """The cards that start the rows of a round, all of them or one."""

    game_id: GameCell
    round: RoundCell
    row1: CardCell | None = None
    row2: CardCell | None = None
    row3: CardCell | None = None
    row4: CardCell | None = None
    rows: str | None = None
    row: RowCell | None = None
    card: CardCell | None = None


class Played(NamedTuple):
    """A row of the table, read, and where it stands."""

    where: str
    row: Row
    card: CardRow


@dataclass
class Gathered:
    """What a file has of one game."""

    source: str
    line: int
    faults: Faults = field(default_factory=Faults)
    rows: list[Row] = field(default_factory=list)
    played: list[Played] = field(default_factory=list)
    starts: dict[int, dict[int, int]] = field(default_factory=dict)


def recognise(head: bytes) -> bool:
    """Say whether a file that begins so has a card a row."""
    return any(set(NEEDED[1:]) <= set(renamed(table).names) for table in tables.beginning(head))


def read(files: Sequence[Foreign], asked: Asked) -> Iterator[Game | NoLogs]:
    """Yield the games of tables, those of starting rows among them; see ``importers.base``."""
    games: dict[str, Gathered] = {}
    cards: list[tuple[Foreign, Table]] = []
    for foreign in files:
        try:
            found = [renamed(table) for table in tables.tables(foreign.data)]
        except NoTable as fault:
            yield refused(foreign, fault.args[0])
            continue
        fault_of_file = _fault_of_file(found)
        if fault_of_file:
            yield refused(foreign, fault_of_file)
            continue
        cards += [(foreign, table) for table in found if _is_of_cards(table)]
        for table in found:
            if table.names and not _is_of_cards(table):
                _gather_starts(foreign, table, games)
        yield from _left_out(foreign, found)
    for foreign, table in cards:
        _gather_cards(foreign, table, games)
    for game_id, game in games.items():
        yield _game(game_id, game)


def _is_of_cards(table: Table) -> bool:
    return {"turn", "player"} & set(table.names) != set()


def _fault_of_file(found: list[Table]) -> str | None:
    """Say what is wrong with the columns of a file, if anything is."""
    for table in found:
        where = told("sheet {title}: ", title=table.title) if table.title else ""
        if twice := doubled(table.names):
            return told("{where}two columns are named {name}", where=where, name=twice[0])
        if _is_of_cards(table):
            missing = [name for name in NEEDED if name not in table.names]
            if missing:
                return told(
                    "{where}no column {names}; there are {there}",
                    where=where,
                    names=", ".join(missing),
                    there=", ".join(table.names),
                )
        elif table.names and not any(set(names) <= set(table.names) for names in STARTS):
            return told(
                "{where}neither cards ({needed}) nor starting rows ({starts}); there are {there}",
                where=where,
                needed=", ".join(NEEDED),
                starts=", ".join(STARTS[0]),
                there=", ".join(table.names),
            )
    return None if any(table.names for table in found) else told("an empty table")


def _left_out(foreign: Foreign, found: list[Table]) -> Iterator[NoLogs]:
    known = {*NEEDED, *OPTIONAL, *StartRow.model_fields}
    unknown = sorted({name for table in found for name in table.names if name} - known)
    if unknown:
        yield NoLogs(foreign.source, f"columns that are left out: {', '.join(unknown)}")
    for table in found:
        if _is_of_cards(table) and not table.rows:
            yield NoLogs(foreign.source, "no game in it")


# Gathering --------------------------------------------------------------------------------


def _gather_starts(foreign: Foreign, table: Table, games: dict[str, Gathered]) -> None:
    faults = Faults()
    for row, cells, start in read_rows(table, StartRow, faults):
        game = _of_game(foreign, row, cells, games)
        game.faults.found += faults.found
        faults.found.clear()
        if start is not None:
            where = place_of(table, row)
            for number, card in _started(start, where, game.faults):
                _set_start(game, start.round, number, card, where)


def _started(start: StartRow, where: str, faults: Faults) -> Iterator[tuple[int, int]]:
    """Yield the rows that a line of starting rows names, each with its card."""
    if start.row is not None and start.card is not None:
        yield start.row, start.card
        return
    given = [start.row1, start.row2, start.row3, start.row4]
    texts = (start.rows or "").replace(",", " ").split()
    cards = [int(text) for text in texts if text.isascii() and text.isdecimal()]
    cards = cards if texts else [card for card in given if card is not None]
    if len(cards) != 4 or len(cards) != len(texts or cards):
        faults.refuse(
            told(
                "{where}: four starting cards are due, not {given}",
                where=where,
                given=start.rows or listed(cards),
            )
        )
        return
    yield from enumerate(cards, 1)


def _gather_cards(foreign: Foreign, table: Table, games: dict[str, Gathered]) -> None:
    faults = Faults()
    for row, cells, card in read_rows(table, CardRow, faults):
        game = _of_game(foreign, row, cells, games)
        game.faults.found += faults.found
        faults.found.clear()
        if card is None:
            continue
        where = place_of(table, row)
        if card.turn == 0:
            number = card.row_choice or len(game.starts.get(card.round, {})) + 1
            _set_start(game, card.round, number, card.card, where)
        elif card.player is None:
            game.faults.refuse(told("{where}: column player is empty", where=where))
        else:
            game.played.append(Played(where, row, card))


def _of_game(
    foreign: Foreign, row: Row, cells: dict[str, str], games: dict[str, Gathered]
) -> Gathered:
    game = games.setdefault(cells.get("game_id", ""), Gathered(foreign.source, row.line))
    if not game.rows:
        game.source, game.line = foreign.source, row.line
    game.rows.append(row)
    return game


def _set_start(game: Gathered, round_: int, number: int, card: int, where: str) -> None:
    starts = game.starts.setdefault(round_, {})
    if number in starts or number > 4:
        what = (
            told("more than four cards")
            if number > 4
            else told("row {number} twice", number=number)
        )
        game.faults.contradiction(
            told(
                "{where}: {what} among the starting rows of round {round}",
                where=where,
                what=what,
                round=round_,
            )
        )
    starts[number] = card


# Converting -------------------------------------------------------------------------------


def _game(game_id: str, game: Gathered) -> Game:
    """Convert what was gathered of a game."""
    log: dict[str, Any] | None = None
    if not game.played:
        if not game.faults.found:
            game.faults.refuse(
                told("line {line}: starting rows, but no card of this game", line=game.line)
            )
    elif not game.faults.found:
        log = _log(game_id, game)
    text = as_text(game.rows)
    return made(game.source, game.line, game.faults, log, text, game_id or None)


def _log(game_id: str, game: Gathered) -> dict[str, Any]:
    rounds: dict[int, dict[int, list[Played]]] = {}
    for played in sorted(game.played, key=lambda one: (one.card.round, one.card.turn)):
        turns = rounds.setdefault(played.card.round, {})
        turns.setdefault(played.card.turn, []).append(played)
    first = next(iter(next(iter(rounds.values())).values()))
    players = list(dict.fromkeys(str(one.card.player) for one in first))
    _check_numbers(game, rounds)
    made_rounds = [_round(game, players, *each) for each in rounds.items()]
    return {
        "retally": 1,
        "game": "six_nimmt",
        "game_id": game_id,
        "players": players,
        **_of_whole_game(game),
        "rounds": made_rounds,
        "meta": {"import": {"format": "csv"}},
    }


def _of_whole_game(game: Gathered) -> dict[str, Any]:
    """Give what stands in every row and is one thing for the game: edition and date."""
    found: dict[str, Any] = {}
    for name in ("edition", "played_at"):
        given = {getattr(one.card, name): one.where for one in game.played}
        given.pop(None, None)
        if len(given) > 1:
            game.faults.contradiction(
                told(
                    "{name} is not one for the whole game: {values}",
                    name=name,
                    values=" and ".join(sorted(given)),
                )
            )
        if given:
            found[name] = next(iter(given))
    edition = found.pop("edition", None)
    return {**found, "rules": {"edition": edition}} if edition else found


def _check_numbers(game: Gathered, rounds: dict[int, dict[int, list[Played]]]) -> None:
    """Refuse rounds and turns that are not numbered 1, 2, 3 …"""
    for due, round_ in enumerate(rounds, 1):
        if due != round_:
            game.faults.refuse(
                told("round {due} is missing; there is a round {round}", due=due, round=round_)
            )
            return
        for due_turn, turn in enumerate(rounds[round_], 1):
            if due_turn != turn:
                place = Place(round=round_, turn=turn)
                game.faults.refuse(
                    told(
                        "turn {due_turn} of round {round} is missing; there is a turn {turn}",
                        due_turn=due_turn,
                        round=round_,
                        turn=turn,
                    ),
                    place=place,
                )
                return


def _round(
    game: Gathered, players: list[str], number: int, turns: dict[int, list[Played]]
) -> dict[str, Any]:
    starts = game.starts.get(number, {})
    if set(starts) != {1, 2, 3, 4}:
        game.faults.refuse(
            told(
                "round {number} has {count} starting rows of four; they stand in turn 0,"
                " or in a second file with --from csv",
                number=number,
                count=len(starts),
            ),
            place=Place(round=number),
        )
    seated = [_turn(game, players, number, turn, turns[turn]) for turn in turns]
    round_: dict[str, Any] = {
        "rows": [starts.get(row) for row in (1, 2, 3, 4)],
        "turns": [[one.card.card for one in turn] for turn in seated],
    }
    choices = [_choice(game, number, turn) for turn in seated]
    if any(choices):
        round_["row_choices"] = choices
    if any(one.card.penalty is not None for turn in seated for one in turn):
        penalties = [[one.card.penalty or 0 for one in turn] for turn in seated]
        round_["recorded"] = {"turn_penalties": penalties}
    return round_


def _turn(
    game: Gathered, players: list[str], number: int, turn: int, played: list[Played]
) -> list[Played]:
    """Give the rows of a turn in seat order; every player has to be there once."""
    by_player: dict[str, Played] = {}
    for one in played:
        name = str(one.card.player)
        place = Place(round=number, turn=turn, player=name)
        if name not in players:
            known = ", ".join(players)
            game.faults.refuse(
                told(
                    "{where}: unknown player {name}; in the first turn are {known}",
                    where=one.where,
                    name=name,
                    known=known,
                ),
                place=place,
            )
        elif name in by_player:
            game.faults.contradiction(
                told(
                    "{where}: a second card of {name} in round {number}, turn {turn}",
                    where=one.where,
                    name=name,
                    number=number,
                    turn=turn,
                ),
                place=place,
            )
        by_player[name] = one
    absent = [name for name in players if name not in by_player]
    if absent:
        game.faults.refuse(
            told(
                "round {number}, turn {turn}: no card of {players}",
                number=number,
                turn=turn,
                players=", ".join(absent),
            ),
            place=Place(round=number, turn=turn),
        )
    return [by_player[name] for name in players if name in by_player]


def _choice(game: Gathered, number: int, turn: list[Played]) -> int | None:
    """Give the row that a turn's lowest card took, where one is written down."""
    chosen = [one for one in turn if one.card.row_choice is not None]
    lowest = min(turn, key=lambda one: one.card.card, default=None)
    for one in chosen:
        if one is not lowest:
            game.faults.refuse(
                told(
                    "{where}: a row choice of {card}; only the lowest card of a turn, {lowest},"
                    " can need one",
                    where=one.where,
                    card=one.card.card,
                    lowest=lowest.card.card if lowest else None,
                ),
                place=Place(round=number, turn=one.card.turn, player=one.card.player),
            )
    return chosen[0].card.row_choice if chosen else None
