"""Logs of Sixteen for tests, in a short hand: `step("A7 B- C?", "A bet 1, B fold, C call")`."""

import json
from random import Random
from typing import Any

from retally.pipeline.simulate import sixteen as dice
from retally.schemas.sixteen import Options

HEAD: dict[str, Any] = {"retally": 1, "game": "sixteen", "game_id": "test"}


def step(cards: str, bets: str = "") -> dict[str, Any]:
    """A step: `A7` takes a 7, `A-` stays, `A?` takes a card that was not seen."""
    dealt = {"-": None, "?": "?"}
    listed = [
        [card[0], dealt[card[1:]] if card[1:] in dealt else int(card[1:])] for card in cards.split()
    ]
    return {"cards": listed, "bets": [_bet(bet) for bet in bets.split(",") if bet.strip()]}


def _bet(text: str) -> list[Any]:
    player, verb, *stones = text.split()
    return [player, verb, *map(int, stones)]


def hand(dealer: str, *steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A hand of these steps; `more` are its other keys."""
    return {"dealer": dealer, "steps": list(steps), **more}


def session(*hands: dict[str, Any], stones: Any = 50, players: str = "ABC", **rules: Any) -> Any:
    """A log of these hands; `stones` one number for all, or one a seat."""
    stacks = [stones] * len(players) if isinstance(stones, int) else list(stones)
    log = {
        **HEAD,
        "players": list(players),
        "stones": stacks,
        "rules": {"edition": "asrus", **rules},
        "hands": list(hands),
    }
    return json.loads(json.dumps(log))


def bonus(**rules: Any) -> Any:
    """The worked example of the log format: C shows 15+1."""
    recorded = {"winners": ["C"], "pot": 32, "bonus": {"A": 14, "B": 1}, "stones": [21, 47, 82]}
    log = session(
        hand(
            "A",
            step("A7 B8 C1", "A bet 1, B call, C call"),
            step("A8 B- C15", "A bet 3, B fold, C raise 6, A call"),
            step("A- C-", "A check, C bet 4, A call"),
            recorded=recorded,
        ),
        **rules,
    )
    log["recorded"] = {"stones": [21, 47, 82]}
    return log


def checked(cards: str, dealer: str = "A", **more: Any) -> dict[str, Any]:
    """A hand of one card each in which nobody bets."""
    order = [card[0] for card in cards.split()]
    start = order.index(dealer) if dealer in order else 0
    order = order[start:] + order[:start]
    stays = " ".join(f"{name}-" for name in order)
    checks = ", ".join(f"{name} check" for name in order)
    return hand(dealer, step(cards, checks), step(stays, checks), step(stays, checks), **more)


def rematch_bonus(**rules: Any) -> Any:
    """All bet 1 in the tied hand; in the rematch A and B bet 2, and A shows 15+1."""
    tied = hand(
        "A",
        step("A12 B12 C3", "A bet 1, B call, C call"),
        step("A- B- C-", "A check, B check, C check"),
        step("A- B- C-", "A check, B check, C check"),
    )
    again = hand(
        "A",
        step("A1 B5", "A bet 2, B call"),
        step("A15 B-", "A check, B check"),
        step("A- B-", "A check, B check"),
        rematch=True,
    )
    return session(tied, again, **rules)


def played(seed: int = 1, seats: int = 4, **rules: Any) -> Any:
    """A truly claimed session of random players under these rules."""
    names = tuple(f"p{seat}" for seat in range(1, seats + 1))
    options = Options.model_validate(rules)
    body = dice.game(Random(seed), options, names, ("random",) * seats, full=False)
    head = {**HEAD, "players": names, "rules": {"edition": "asrus", **rules}}
    return json.loads(json.dumps({**head, **body}))
