"""Zaägox logs for tests: turns written in a line each, played games, stacked decks."""

import json
import re
from random import Random
from typing import Any

from logs import errors, verdict
from retally.pipeline.simulate import zaagox as dice
from retally.schemas.codes import Severity
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


# Games that are stacked ------------------------------------------------------------------


# Two players; p wins in turn 11 with the blanks R0 and G0, Y1 and G5: 4 points.
WIN_DEALT = "R0 Y0 R1 Y1 / R2 Y3 G4 B8"
WIN_TURNS = (
    "p G0 pair R0 Y0 store R0",
    "q R3 discard R3",
    "p B0 pair G0 B0 store G0",
    "q R4 discard R4",
    "p R5 pair R1 Y1",
    "q R6 discard R6",
    "p Y5 age Y5 on R1 store Y1",
    "q R7 discard R7",
    "p G5 pair R5 G5",
    "q R8 discard R8",
    "p B5 age B5 on R5 store G5",
)
WIN_CLAIMS = {"winner": "p", "stored": ["R0", "G0", "Y1", "G5"], "score": 4}

# Eight players, four cards in the deck; four pairs, and nobody has discarded.
EMPTY_DEALT = (
    "R1 Y1 G5 B5 / R2 Y2 G6 B6 / R3 Y3 G7 B7 / R4 Y4 G8 B8"
    " / R5 Y5 G1 B1 / R6 Y6 G2 B2 / R7 Y7 G3 B3 / R8 Y8 G4 B4"
)
EMPTY_TURNS = (
    "p R0 pair R1 Y1",
    "q Y0 pair R2 Y2",
    "r G0 pair R3 Y3",
    "s B0 pair R4 Y4",
)


# All three can pair a 2.
DA_DEALT = "R2 G1 Y5 B1 / Y2 R7 G6 B0 / G2 Y4 G0 B8"


def won(**changes: Any) -> dict[str, Any]:
    made = log(*WIN_TURNS, dealt=WIN_DEALT, recorded=dict(WIN_CLAIMS))
    made["rules"].update(changes)
    return made


def said(made: dict[str, Any], **asked: str) -> list[dict[str, Any]]:
    """Each error, its place being in the log."""
    found = [one.model_dump(mode="json") for one in errors(verdict(made, **asked))]
    for one in found:
        assert place(made, one["path"]) is not None
    return found


def place(made: Any, path: str) -> Any:
    """What stands at a JSON path; a path that is not there is an error of the test."""
    for step in re.findall(r"[^.\[\]]+", path.removeprefix("$")):
        made = made[int(step)] if isinstance(made, list) else made[step]
    return "null" if made is None else made


def notes(made: dict[str, Any]) -> list[str]:
    found = verdict(made).findings
    return [one.code.value for one in found if one.severity is not Severity.ERROR]


def brief(found: list[dict[str, Any]]) -> list[tuple[str, str, Any]]:
    return [(one["code"], one["path"], one["legal_under"]) for one in found]
