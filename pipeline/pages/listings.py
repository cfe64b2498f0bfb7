"""Tables of many: games, players, findings by code and one by one, logs not loaded."""

import os
from collections.abc import Mapping, Sequence

from retally.lang import ENGLISH, FINDING, Tongue
from retally.pipeline.pages import texts
from retally.pipeline.pages.addresses import game_address, player_address
from retally.pipeline.pages.players import day
from retally.pipeline.pages.tables import Cell, Column, Table, number
from retally.pipeline.pages.warehouse import CodeCount, Found, Game, Reject, Result
from retally.pipeline.spoken import SEVERITIES, STATUSES, TITLES, stored_message
from retally.schemas.codes import DICTIONARY, Code
from retally.schemas.told import told

MOST_REJECTS = 500


def games_table(games: Sequence[Game], caption: str) -> Table:
    """List games, each with its page."""
    columns = [Column(told("Game")), Column(told("Kind"), whole=True),
               Column(told("Edition"), whole=True), Column(told("Played"), whole=True),
               Column(told("Players"), True), Column(told("Won by")),
               Column(told("With"), True), Column(told("Verdict"))]  # fmt: skip
    rows = [
        [
            Cell(game.game_id, game_address(game.game_id)),
            Cell(TITLES[game.game]),
            Cell(game.edition),
            day(game.played_at),
            number(game.seats),
            Cell(", ".join(game.winners) or "–"),
            number(game.winning_score if game.winners else None),
            status_cell(game.status),
        ]
        for game in games
    ]
    return Table(caption, columns, rows)


def status_cell(status: str) -> Cell:
    """Write a verdict's status as a badge; a warehouse may have one of a newer retally."""
    said = {kind.value: words for kind, words in STATUSES.items()}
    return Cell(said.get(status, status), badge=status)


def severity_cell(severity: str) -> Cell:
    """Write how grave a finding is as a badge."""
    said = {kind.value: words for kind, words in SEVERITIES.items()}
    return Cell(said.get(severity, severity), badge=severity)


def players_table(results: Mapping[str, Mapping[str, Sequence[Result]]]) -> Table:
    """List everybody who played, by name, with the games of each kind; ``results`` by player."""
    kinds = [game for game in TITLES if any(game in played for played in results.values())]
    columns = [Column(told("Player")), *(Column(TITLES[game], True) for game in kinds),
               Column(told("Last game"), whole=True)]  # fmt: skip
    rows = [
        [
            Cell(player, player_address(player)),
            *(number(len(played.get(game, ())) or None) for game in kinds),
            day(max((r.played_at for each in played.values() for r in each if r.played_at),
                    default=None)),
        ]
        for player, played in sorted(results.items())
    ]  # fmt: skip
    return Table(told("Everybody who played, with the games of each kind."), columns, rows)


def codes_table(codes: Sequence[CodeCount], tongue: Tongue = ENGLISH) -> Table:
    """List which findings there are."""
    columns = [Column(told("Finding")), Column(told("Code"), whole=True), Column(told("Weight")),
               Column(told("Times"), True), Column(told("Games"), True)]  # fmt: skip
    rows = [
        [
            Cell(_title(found.code, tongue)),
            Cell(found.code),
            severity_cell(found.severity),
            number(found.times),
            number(found.games),
        ]
        for found in codes
    ]
    caption = told("All that was found, by code; notes stand on the pages of their games alone.")
    return Table(caption, columns, rows)


def _title(code: str, tongue: Tongue) -> str:
    """Name a finding; a warehouse may have codes of a newer retally."""
    if code not in Code.__members__.values():
        return code
    return tongue.title(DICTIONARY[Code(code)].title, FINDING)


def findings_table(findings: Sequence[Found], tongue: Tongue = ENGLISH) -> Table:
    """List errors and warnings, each with the turn in which it happened."""
    columns = [Column(told("Weight")), Column(told("Code"), whole=True), Column(told("Game")),
               Column(told("Where"), whole=True), Column(told("Says"))]  # fmt: skip
    rows = [
        [
            severity_cell(said.severity),
            Cell(said.code),
            Cell(said.game_id, game_address(said.game_id) + _anchor(said)),
            Cell(texts.place(said.game, said.round, said.turn)),
            Cell(stored_message(tongue, said.code, said.message) or ""),
        ]
        for said in findings
    ]
    caption = told("Errors and warnings in the loaded games, the gravest first.")
    return Table(caption, columns, rows, name_column=2)


def _anchor(said: Found) -> str:
    round_ = f"r{said.round}" if said.round else ""
    turn = f"t{said.turn}" if said.turn else ""
    return f"#{round_}{turn}" if round_ or turn else ""


def rejects_table(rejects: Sequence[Reject], tongue: Tongue = ENGLISH) -> Table:
    """List logs that were not loaded, the first of them."""
    columns = [Column(told("File")), Column(told("Line"), True), Column(told("Game")),
               Column(told("Verdict")), Column(told("Code"), whole=True),
               Column(told("Why"))]  # fmt: skip
    rows = [
        [
            Cell(os.path.basename(log.source)),
            number(log.line),
            Cell(log.game_id or "–"),
            status_cell(log.status),
            Cell(log.code or "–"),
            Cell(stored_message(tongue, log.code, log.reason) or ""),
        ]
        for log in rejects[:MOST_REJECTS]
    ]
    caption = told("Logs that were not loaded: {count}.", count=len(rejects))
    if len(rejects) > len(rows):
        words = {"shown": len(rows), "count": len(rejects)}
        caption = told("Logs that were not loaded: the first {shown} of {count}.", **words)
    return Table(caption, columns, rows)
