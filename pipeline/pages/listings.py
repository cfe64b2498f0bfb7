"""Tables of many: games, findings by code and one by one, logs that were not loaded."""

import os
from collections.abc import Sequence

from retally.pipeline.pages import texts
from retally.pipeline.pages.addresses import game_address
from retally.pipeline.pages.players import day
from retally.pipeline.pages.tables import Cell, Column, Table, number
from retally.pipeline.pages.warehouse import CodeCount, Found, Game, Reject
from retally.schemas.codes import DICTIONARY, Code
from retally.schemas.registry import GAMES

MOST_REJECTS = 500


def games_table(games: Sequence[Game], caption: str) -> Table:
    """List games, each with its page."""
    columns = [Column("Game"), Column("Kind", whole=True), Column("Edition", whole=True),
               Column("Played", whole=True), Column("Players", True), Column("Won by"),
               Column("With", True), Column("Verdict")]  # fmt: skip
    rows = [
        [
            Cell(game.game_id, game_address(game.game_id)),
            Cell(GAMES[game.game].title),
            Cell(game.edition),
            day(game.played_at),
            number(game.seats),
            Cell(", ".join(game.winners) or "–"),
            number(game.winning_score if game.winners else None),
            Cell(game.status, badge=True),
        ]
        for game in games
    ]
    return Table(caption, columns, rows)


def codes_table(codes: Sequence[CodeCount]) -> Table:
    """List which findings there are."""
    columns = [Column("Finding"), Column("Code", whole=True), Column("Weight"),
               Column("Times", True), Column("Games", True)]  # fmt: skip
    rows = [
        [
            Cell(_title(found.code)),
            Cell(found.code),
            Cell(found.severity, badge=True),
            number(found.times),
            number(found.games),
        ]
        for found in codes
    ]
    caption = "All that was found, by code; notes stand on the pages of their games alone."
    return Table(caption, columns, rows)


def _title(code: str) -> str:
    """Name a finding; a warehouse may have codes of a newer retally."""
    return DICTIONARY[Code(code)].title if code in Code.__members__.values() else code


def findings_table(findings: Sequence[Found]) -> Table:
    """List errors and warnings, each with the turn in which it happened."""
    columns = [Column("Weight"), Column("Code", whole=True), Column("Game"),
               Column("Where", whole=True), Column("Says")]  # fmt: skip
    rows = [
        [
            Cell(said.severity, badge=True),
            Cell(said.code),
            Cell(said.game_id, game_address(said.game_id) + _anchor(said)),
            Cell(_where(said)),
            Cell(said.message),
        ]
        for said in findings
    ]
    caption = "Errors and warnings in the loaded games, the gravest first."
    return Table(caption, columns, rows, name_column=2)


def _anchor(said: Found) -> str:
    round_ = f"r{said.round}" if said.round else ""
    turn = f"t{said.turn}" if said.turn else ""
    return f"#{round_}{turn}" if round_ or turn else ""


def _where(said: Found) -> str:
    places = [(texts.ROUND[said.game], said.round), (texts.TURN[said.game], said.turn)]
    return ", ".join(f"{word} {at}".lower() for word, at in places if at) or "–"


def rejects_table(rejects: Sequence[Reject]) -> Table:
    """List logs that were not loaded, the first of them."""
    columns = [Column("File"), Column("Line", True), Column("Game"), Column("Verdict"),
               Column("Code", whole=True), Column("Why")]  # fmt: skip
    rows = [
        [
            Cell(os.path.basename(log.source)),
            number(log.line),
            Cell(log.game_id or "–"),
            Cell(log.status, badge=True),
            Cell(log.code or "–"),
            Cell(log.reason),
        ]
        for log in rejects[:MOST_REJECTS]
    ]
    cut = f"the first {len(rows)} of {len(rejects)}" if len(rejects) > len(rows) else len(rows)
    return Table(f"Logs that were not loaded: {cut}.", columns, rows)
