"""Zaägox logs for tests: turns written in a line each, played games, stacked decks."""

import json
from random import Random
from typing import Any

from retally.pipeline.simulate import zaagox as dice
from retally.schemas.zaagox import DECK, Options

# Three hands and a deck with which much can be shown in few turns.
HANDS = "R1 G1 Y5 B2 / R2 Y2 G6 B0 / R3 Y4 G0 B8"


def cards(text: str) -> list[str]:
    return text.split()


def hands(text: str) -> list[list[str]]:
    return [cards(hand) for hand in text.split("/")]


def deck_from(top: str, *dealt: str) -> list[str]:
    """A whole central deck: these cards on top, then the rest that was not dealt."""
    given = cards(top)
    taken = {*given, *(card for hand in dealt for card in hand.replace("/", " ").split())}
    return given + [card for card in DECK if card not in taken]


def turn(text: str) -> dict[str, Any]:
    """A turn from words: ``q R6 discard R3 da r:Y3 p:B3 store R3``; ``-`` draws nothing."""
    words = cards(text)
    made: dict[str, Any] = {"player": words[0], "draw": None if words[1] == "-" else words[1]}
    rest = words[2:]
    while rest:
        key = rest.pop(0)
        if key == "pass":
            made[key] = True
        elif key == "pair":
            made[key] = [rest.pop(0), rest.pop(0)]
        elif key == "da":
            calls = []
            while rest and ":" in rest[0]:
                player, card = rest.pop(0).split(":")
                calls.append({"player": player, "with": card})
            made[key] = calls
        else:
            made[key] = rest.pop(0)
    return made


def log(
    *turns: str,
    dealt: str = HANDS,
    central: list[str] | None = None,
    recorded: dict[str, Any] | None = None,
    **rules: Any,
) -> dict[str, Any]:
    """A log of these turns; players are p, q, r … and p goes first."""
    players = "pqrstuvwxyz"[: len(hands(dealt))]
    made: dict[str, Any] = {
        "retally": 1,
        "game": "zaagox",
        "game_id": "t",
        "players": list(players),
        "rules": {"edition": "wiki", **rules},
        "first": "p",
        "hands": hands(dealt),
        "turns": [turn(text) for text in turns],
    }
    if central is not None:
        made["central"] = central
    if recorded is not None:
        made["recorded"] = recorded
    return made


def played(
    seed: int = 1, seats: int = 3, strategy: str = "collector", **rules: Any
) -> dict[str, Any]:
    """A complete, truly claimed game under these rules."""
    names = tuple("pqrstuvw"[:seats])
    options = Options.model_validate(rules)
    body = dice.game(Random(seed), options, names, (strategy,) * seats, full=True)
    head = {"retally": 1, "game": "zaagox", "game_id": f"z{seed}", "players": names}
    made: dict[str, Any] = json.loads(
        json.dumps({**head, "rules": {"edition": "wiki", **rules}, **body})
    )
    return made
