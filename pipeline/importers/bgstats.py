"""The export of the app BG Stats: plays with their scores. Nothing of a play's rounds is in it."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import ValidationError
from retally.pipeline.importers.base import (
    Asked,
    Faults,
    Foreign,
    Game,
    Raw,
    fingerprint,
    made,
    model_faults,
    plain_json,
    read_as,
    refused,
    short,
)
from retally.pipeline.sources import NoLogs
from retally.schemas.base import Path
from retally.schemas.told import told

TITLE = "the export of the app BG Stats"
SIX_NIMMT = 432
"""The number of 6 nimmt! at BoardGameGeek."""


class Player(Raw):
    """Somebody who plays."""

    id: int
    name: str


class GameEntry(Raw):
    """A game of the collection."""

    id: int
    name: str = ""
    bggId: int | None = None


class PlayerScore(Raw):
    """How a play came out for one player; the app writes scores as texts."""

    playerRefId: int
    score: str | int | None = None
    winner: bool | None = None
    rank: int | None = None
    seatOrder: int | None = None


class Play(Raw):
    """One play: which game, when, and the scores."""

    gameRefId: int
    uuid: str | None = None
    playDate: str | None = None
    ignored: bool | None = None
    playerScores: tuple[PlayerScore, ...]


class Export(Raw):
    """The parts of the file that are looked at; plays are read one by one."""

    players: tuple[Player, ...]
    games: tuple[GameEntry, ...]
    plays: tuple[dict[str, Any], ...]


def recognise(head: bytes) -> bool:
    """Say whether a file that begins so is such an export."""
    if not head.lstrip().startswith(b"{"):
        return False
    own = (b'"playerScores"', b'"playerRefId"', b'"bggId"', b'"highestWins"', b'"isAnonymous"')
    return sum(word in head for word in own) >= 2


def read(files: Sequence[Foreign], asked: Asked) -> Iterator[Game | NoLogs]:
    """Yield each play of 6 nimmt!, and how many plays of other games there are."""
    for foreign in files:
        try:
            parsed = plain_json(foreign.data)
            export = read_as(Export, parsed)
        except ValidationError as fault:
            faults = Faults()
            model_faults(fault, faults, parsed)
            yield made(foreign.source, 1, faults, None, foreign.data, None)
        except ValueError as fault:
            yield refused(foreign, fault.args[0])
        else:
            yield from _plays(foreign, export)


def _plays(foreign: Foreign, export: Export) -> Iterator[Game | NoLogs]:
    numbers = {game.id for game in export.games if game.bggId == SIX_NIMMT}
    known = {game.id for game in export.games}
    names = {player.id: player.name for player in export.players}
    others = left_out = 0
    for index, play in enumerate(export.plays):
        number = play.get("gameRefId")
        if isinstance(number, int) and number in known - numbers:
            others += 1
        elif play.get("ignored") is True:
            left_out += 1
        else:
            yield _game(foreign, index, play, names, numbers)
    if others:
        yield NoLogs(foreign.source, f"{_counted(others)} of other games left out")
    if left_out:
        yield NoLogs(foreign.source, f"{_counted(left_out)} marked as ignored left out")


def _counted(plays: int) -> str:
    return f"{plays} {'play' if plays == 1 else 'plays'}"


def _game(
    foreign: Foreign, index: int, parsed: dict[str, Any], names: dict[int, str], numbers: set[int]
) -> Game:
    faults = Faults()
    path: Path = ("plays", index)
    text = json.dumps(parsed, ensure_ascii=False).encode("utf-8", "backslashreplace")
    log: dict[str, Any] | None = None
    try:
        play = read_as(Play, parsed)
    except ValidationError as fault:
        model_faults(fault, faults, parsed, told("play {number}: ", number=index + 1), path)
    else:
        if play.gameRefId not in numbers:
            faults.refuse(
                told("play {number}: unknown game {game}", number=index + 1, game=play.gameRefId),
                (*path, "gameRefId"),
            )
        log = _log(play, parsed, names, faults, path)
    return made(foreign.source, _line_of(foreign, parsed), faults, log, text, _id_of(parsed))


def _id_of(parsed: dict[str, Any]) -> str:
    uuid = parsed.get("uuid")
    own = json.dumps(parsed, sort_keys=True).encode()
    return f"bgstats-{uuid if isinstance(uuid, str) and uuid else fingerprint(own)}"


def _line_of(foreign: Foreign, parsed: dict[str, Any]) -> int:
    """Give the line where a play's own id stands; 1 where it has none."""
    at = foreign.data.find(json.dumps(parsed.get("uuid")).encode())
    return 1 + foreign.data.count(b"\n", 0, max(at, 0))


def _log(
    play: Play, parsed: dict[str, Any], names: dict[int, str], faults: Faults, path: Path
) -> dict[str, Any]:
    order = [score.seatOrder for score in play.playerScores]
    seated = list(enumerate(play.playerScores))
    if all(order) and len(set(order)) == len(order):
        seated.sort(key=lambda one: one[1].seatOrder or 0)
    players, totals = [], []
    for at, score in seated:
        there = (*path, "playerScores", at)
        if score.playerRefId not in names:
            faults.refuse(
                told("unknown player {player}", player=score.playerRefId), (*there, "playerRefId")
            )
        players.append(names.get(score.playerRefId, ""))
        totals.append(_heads(score, faults, there))
    if not seated:
        faults.refuse(told("a play without players"), (*path, "playerScores"))
    claims: dict[str, Any] = {"totals": totals}
    winners = [names.get(score.playerRefId) for _, score in seated if score.winner]
    ranks = [score.rank for _, score in seated]
    if winners:
        claims["winners"] = winners
    if all(ranks):
        claims["ranks"] = ranks
    ids: dict[str, Any] = {"uuid": play.uuid, "playDate": play.playDate}
    ids |= {"players": [score.playerRefId for _, score in seated]} if play.uuid else {}
    return {
        "retally": 1,
        "game": "six_nimmt",
        "game_id": _id_of(parsed),
        "players": players,
        "scoresheet": [],
        "recorded": claims,
        "meta": {"import": {"format": "bgstats"}, "bgstats": ids},
    }


def _heads(score: PlayerScore, faults: Faults, path: Path) -> int:
    """Read a score: a whole number, or some that the app adds up."""
    text = str(score.score if score.score is not None else "").strip()
    if re.fullmatch(r"[0-9]{1,6}(\s*\+\s*[0-9]{1,6})*", text):
        return sum(int(part) for part in text.split("+"))
    where = path if score.score is None else (*path, "score")
    faults.refuse(told("a score of heads is due, not {value}", value=short(score.score)), where)
    return 0
