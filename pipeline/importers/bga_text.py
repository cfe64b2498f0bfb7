"""The English text log of a Board Game Arena table, copied from its page. Starting rows are not
in it: they are given, or found where only four cards fit, or else the scores alone are kept.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from retally.pipeline.importers.base import (
    Asked,
    Faults,
    Foreign,
    Game,
    fingerprint,
    listed,
    made,
    refused,
)
from retally.pipeline.importers.bga_rows import Laid, Take, consistent, starting_rows
from retally.pipeline.importers.rowtable import RowTable
from retally.pipeline.sources import NoLogs
from retally.schemas.findings import Place
from retally.schemas.six_nimmt import HAND_CARDS
from retally.schemas.six_nimmt import ROWS as ROWS_OF_TABLE
from retally.schemas.told import told

TITLE = "the English text log of a Board Game Arena table"
START_SCORE = 66
"""Everybody has so many points at the start; heads are taken off."""

BACK = re.compile(r"(?P<name>.+?) places (?P<card>\d{1,3}) on the back of row (?P<row>[1-4])\W*")
STARTS = re.compile(r"(?P<name>.+?) places (?P<card>\d{1,3}) and starts row (?P<row>[1-4])\W*")
TAKES = re.compile(
    r"(?P<name>.+?) takes (?P<cards>\d{1,3}(?:[\s,]+(?:and )?\d{1,3})*) in row (?P<row>[1-4])"
    r" and receives (?P<heads>\d{1,3}) bull heads?\W*"
)
NEW_ROUND = re.compile(r"A new round starts\W*")
ROWS = re.compile(r"(?:starting )?rows:? +(?P<cards>\d{1,3}(?:[\s,]+\d{1,3}){3})\W*", re.IGNORECASE)
SCORE = re.compile(r"(?P<name>.+?): *(?P<score>-?\d{1,4})")


class Line(NamedTuple):
    """A line that says something of the game, and which it is in the file."""

    number: int
    found: re.Match[str]

    @property
    def name(self) -> str:
        """Who is spoken of."""
        return self.found["name"].strip()


@dataclass
class Round:
    """What was told of a round: its cards in their order, and the rows where they are named."""

    line: int
    laid: list[Laid] = field(default_factory=list)
    rows: tuple[int, ...] | None = None


@dataclass
class Table:
    """What a text tells of a game."""

    faults: Faults = field(default_factory=Faults)
    rounds: list[Round] = field(default_factory=list)
    scores: dict[str, int] = field(default_factory=dict)


def recognise(head: bytes) -> bool:
    """Say whether a file that begins so is such a log."""
    text = head.decode("utf-8", "replace")
    return any(
        pattern.fullmatch(line.strip())
        for line in text.splitlines()
        for pattern in (BACK, STARTS, TAKES)
    )


def read(files: Sequence[Foreign], asked: Asked) -> Iterator[Game | NoLogs]:
    """Yield the game of each text; the page shows the newest line first or last."""
    for foreign in files:
        try:
            lines = foreign.data.decode("utf-8-sig").splitlines()
        except UnicodeDecodeError as fault:
            yield refused(foreign, told("not UTF-8: byte {place}", place=fault.start + 1))
            continue
        numbered = list(enumerate(lines, 1))
        game = _game(foreign, numbered, asked)
        if game.log is None:
            upside_down = _game(foreign, numbered[::-1], asked)
            game = upside_down if upside_down.log is not None else game
        yield game


def _game(foreign: Foreign, lines: list[tuple[int, str]], asked: Asked) -> Game:
    table = _told(lines)
    players = list(dict.fromkeys(laid.name for round_ in table.rounds for laid in round_.laid))
    if not players:
        return refused(foreign, told("no card is placed in it"))
    for index, round_ in enumerate(table.rounds):
        if index < len(asked.rows):
            _name_rows(round_, asked.rows[index], table.faults, "--rows")
        _check_turns(round_, index + 1, players, table.faults)
    if len(asked.rows) > len(table.rounds):
        table.faults.refuse(
            told(
                "--rows of {given} rounds, the log has {rounds}",
                given=len(asked.rows),
                rounds=len(table.rounds),
            )
        )
    game_id = f"bga-{fingerprint(foreign.data)}"
    log = None if table.faults.found else _log(game_id, table, players)
    line = min(round_.line for round_ in table.rounds)
    return made(foreign.source, line, table.faults, log, foreign.data, game_id)


# Reading ----------------------------------------------------------------------------------


def _told(lines: list[tuple[int, str]]) -> Table:
    """Read the lines that say something; all others are chat, clocks and headings."""
    table = Table()
    take: Take | None = None
    last: Laid | None = None
    for number, text in lines:
        text = text.strip()
        if NEW_ROUND.fullmatch(text):
            table.rounds.append(Round(number))
            last = None
        elif found := ROWS.fullmatch(text):
            cards = tuple(int(card) for card in re.findall(r"\d+", found["cards"]))
            _name_rows(
                _current(table, number), cards, table.faults, told("line {number}", number=number)
            )
        elif found := TAKES.fullmatch(text):
            take = _take(Line(number, found))
            if last is not None and last.starts and last.take is None:
                _current(table, number).laid[-1] = last = replace(last, take=take)
                take = None
        elif found := BACK.fullmatch(text) or STARTS.fullmatch(text):
            last = _laid(Line(number, found), take)
            take = None
            _current(table, number).laid.append(last)
        elif found := SCORE.fullmatch(text):
            table.scores[found["name"].strip()] = int(found["score"])
    if take is not None:
        table.faults.refuse(
            told(
                "line {line}: {player} takes a row, no card follows",
                line=take.line,
                player=take.name,
            )
        )
    table.rounds = [round_ for round_ in table.rounds if round_.laid]
    return table


def _current(table: Table, line: int) -> Round:
    if not table.rounds:
        table.rounds.append(Round(line))
    return table.rounds[-1]


def _take(line: Line) -> Take:
    cards = tuple(int(card) for card in re.findall(r"\d+", line.found["cards"]))
    return Take(line.number, line.name, int(line.found["row"]), cards, int(line.found["heads"]))


def _laid(line: Line, take: Take | None) -> Laid:
    starts = line.found.re is STARTS
    card, row = int(line.found["card"]), int(line.found["row"])
    return Laid(line.number, line.name, card, row, starts, take)


def _name_rows(round_: Round, cards: tuple[int, ...], faults: Faults, where: str) -> None:
    if round_.rows not in (None, cards):
        faults.contradiction(
            told(
                "{where}: starting rows {cards}, before that {before}",
                where=where,
                cards=cards,
                before=round_.rows,
            )
        )
    round_.rows = cards


def _check_turns(round_: Round, number: int, players: list[str], faults: Faults) -> None:
    """Every player lays a card in each turn, the lowest first; a row that goes has its taker."""
    laid = round_.laid
    for start in range(0, len(laid), len(players)):
        turn = laid[start : start + len(players)]
        place = Place(round=number, turn=start // len(players) + 1)
        names = [one.name for one in turn]
        if len(set(names)) != len(names) or (
            len(names) < len(players) and start + len(players) < len(laid)
        ):
            twice = next(name for name in names if names.count(name) > 1)
            faults.refuse(
                told(
                    "line {line}: {twice} lays two cards in a turn of {players} players",
                    line=turn[0].line,
                    twice=twice,
                    players=len(players),
                ),
                place=place,
            )
            return
        cards = [one.card for one in turn]
        if cards != sorted(cards):
            faults.refuse(
                told("line {line}: cards out of order: {cards}", line=turn[0].line, cards=cards),
                place=place,
            )
    if len(laid) > HAND_CARDS * len(players):
        faults.refuse(
            told(
                "line {line}: more than {most} turns in round {number}",
                line=laid[0].line,
                most=HAND_CARDS,
                number=number,
            )
        )
    for one in laid:
        _check_take(one, number, faults)


def _check_take(laid: Laid, number: int, faults: Faults) -> None:
    take = laid.take
    place = Place(round=number, player=laid.name)
    if laid.starts and take is None:
        faults.refuse(
            told("line {line}: who takes row {row} is missing", line=laid.line, row=laid.row),
            place=place,
        )
    elif take is not None and (not laid.starts or (take.name, take.row) != (laid.name, laid.row)):
        faults.contradiction(
            told(
                "line {line}: {player} takes row {row}, but {other} lays {card} in row {row2}",
                line=take.line,
                player=take.name,
                row=take.row,
                other=laid.name,
                card=laid.card,
                row2=laid.row,
            ),
            place=place,
        )


# Converting -------------------------------------------------------------------------------


def _log(game_id: str, table: Table, players: list[str]) -> dict[str, Any] | None:
    deduced = []
    for number, round_ in enumerate(table.rounds, 1):
        if round_.rows is None:
            round_.rows = starting_rows(round_.laid)
            deduced += [number] if round_.rows else []
        if round_.rows is not None:
            _check_named(round_, number, table.faults)
        elif not consistent(round_.laid, (None,) * ROWS_OF_TABLE):
            table.faults.contradiction(
                told(
                    "line {line}: the cards of round {number} do not fit each other",
                    line=round_.line,
                    number=number,
                ),
                place=Place(round=number),
            )
    if table.faults.found:
        return None
    known = all(round_.rows for round_ in table.rounds)
    claims = {}
    if table.scores and set(players) <= set(table.scores):
        claims["totals"] = [START_SCORE - table.scores[player] for player in players]
    body = _body(table, players) if known else _sheet(table, players)
    without = [number for number, round_ in enumerate(table.rounds, 1) if round_.rows is None]
    notes = {"rows_deduced": deduced, "rounds_without_rows": without}
    if "scoresheet" in body and not body["scoresheet"] and not claims:
        table.faults.refuse(told("the starting rows are not known, and no round is whole"))
    return {
        "retally": 1,
        "game": "six_nimmt",
        "game_id": game_id,
        "players": players,
        "rules": {"edition": "amigo-2.10"},
        **body,
        **({"recorded": claims} if claims else {}),
        "meta": {
            "import": {
                "format": "bga-text",
                **{name: rounds for name, rounds in notes.items() if rounds},
            }
        },
    }


def _check_named(round_: Round, number: int, faults: Faults) -> None:
    """Hold the cards that are named as taken against the row; all else is the replay's to say."""
    rows = RowTable(round_.rows or ())
    for laid in round_.laid:
        if not laid.starts:
            rows.append(laid.row - 1, laid.card)
            continue
        there = rows.take(laid.row - 1, laid.card)
        strangers = set(laid.take.cards) - set(there) if laid.take else set()
        if strangers and laid.take:
            faults.contradiction(
                told(
                    "line {line}: {cards} taken, but row {row} holds {there}",
                    line=laid.take.line,
                    cards=listed(sorted(strangers)),
                    row=laid.row,
                    there=listed(card or 0 for card in there),
                ),
                place=Place(round=number, player=laid.name),
            )


def _whole_turns(round_: Round, players: list[str]) -> list[dict[str, Laid]]:
    """Give the turns in which everybody laid a card."""
    laid, seats = round_.laid, len(players)
    return [
        {one.name: one for one in laid[start : start + seats]}
        for start in range(0, len(laid) - seats + 1, seats)
    ]


def _body(table: Table, players: list[str]) -> dict[str, Any]:
    rounds = [_round(round_, players) for round_ in table.rounds]
    return {"rounds": [round_ for round_ in rounds if round_["turns"]]}


def _round(round_: Round, players: list[str]) -> dict[str, Any]:
    turns = _whole_turns(round_, players)
    made_round: dict[str, Any] = {
        "rows": list(round_.rows or ()),
        "turns": [[turn[name].card for name in players] for turn in turns],
    }
    choices = _choices(round_, turns)
    if any(choices):
        made_round["row_choices"] = choices
    heads = [[_heads(turn[name]) for name in players] for turn in turns]
    placed = [[turn[name].row for name in players] for turn in turns]
    claims: dict[str, Any] = {"turn_penalties": heads, "placed_rows": placed}
    return {**made_round, "recorded": claims}


def _heads(laid: Laid) -> int:
    return laid.take.heads if laid.take else 0


def _choices(round_: Round, turns: list[dict[str, Laid]]) -> list[int | None]:
    rows = RowTable(round_.rows or ())
    choices: list[int | None] = []
    for turn in turns:
        choice = None
        for laid in turn.values():
            if laid.starts:
                choice = laid.row if rows.is_low(laid.card) else choice
                rows.take(laid.row - 1, laid.card)
            else:
                rows.append(laid.row - 1, laid.card)
        choices.append(choice)
    return choices


def _sheet(table: Table, players: list[str]) -> dict[str, Any]:
    """Give the heads of whole rounds; cards without the rows that they met cannot be replayed."""
    sheet = []
    for round_ in table.rounds:
        turns = _whole_turns(round_, players)
        if len(turns) == HAND_CARDS:
            sheet.append([sum(_heads(turn[name]) for turn in turns) for name in players])
    return {"scoresheet": sheet}
