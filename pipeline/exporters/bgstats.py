"""Plays for the app BG Stats, in the form of its own export."""

import uuid
from collections.abc import Iterable
from typing import Any

from retally.pipeline.exporters.plays import Play, Seat
from retally.schemas.registry import GAMES, room

NAMESPACE = uuid.UUID("6f1f5b0e-6a66-4d0b-9f0b-06c0de66104a")
"""Of the ids that are made here: the same game has the same id in every export."""
BGG_IDS = {"six_nimmt": 432}
"""The numbers of games at BoardGameGeek; the others are not listed there."""


def export(plays: Iterable[Play]) -> dict[str, Any]:
    """Give the export of these plays: games, players and plays that point at them."""
    games = {game: number for number, game in enumerate(GAMES, 1)}
    players: dict[str, int] = {}
    written = [_play(number, play, games, players) for number, play in enumerate(plays, 1)]
    used = {play["gameRefId"] for play in written}
    return {
        "about": "retally",
        "games": [_game(game, number) for game, number in games.items() if number in used],
        "players": [_player(name, number) for name, number in players.items()],
        "locations": [],
        "plays": written,
    }


def _id(kind: str, name: str) -> str:
    return str(uuid.uuid5(NAMESPACE, f"{kind}:{name}"))


def _game(game: str, number: int) -> dict[str, Any]:
    listed = {"bggId": BGG_IDS[game]} if game in BGG_IDS else {}
    return {
        "uuid": _id("game", game),
        "id": number,
        "name": GAMES[game].title,
        **listed,
        "highestWins": room("schemas", game).BEST_SCORE == "highest",
        "noPoints": False,
        "cooperative": False,
        "usesTeams": False,
    }


def _player(name: str, number: int) -> dict[str, Any]:
    return {"uuid": _id("player", name), "id": number, "name": name, "isAnonymous": False}


def _play(
    number: int, play: Play, games: dict[str, int], players: dict[str, int]
) -> dict[str, Any]:
    dated = {"playDate": play.played_at[:19].replace("T", " ")} if play.played_at else {}
    return {
        "uuid": _id("play", play.game_id),
        "id": number,
        "gameRefId": games[play.game],
        **dated,
        "comments": f"{play.remark}, {play.game_id}",
        "ignored": False,
        "manualWinner": True,
        "usesTeams": False,
        "playerScores": [_score(seat, players) for seat in play.seats],
    }


def _score(seat: Seat, players: dict[str, int]) -> dict[str, Any]:
    return {
        "playerRefId": players.setdefault(seat.player, len(players) + 1),
        "score": str(seat.score),
        "winner": seat.won,
        "rank": seat.rank or 0,
        "seatOrder": seat.seat,
        "startPlayer": False,
        "newPlayer": False,
    }
