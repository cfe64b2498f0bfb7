"""What holds for every registered game: honest games verify, changed ones never pass."""

import json
from random import Random
from typing import Any, NamedTuple

import pytest
from logs import errors, raw
from mutants import SIGNATURES, WHOLE, mutant
from retally.pipeline.reading import Unreadable, read_log
from retally.pipeline.replay import replay
from retally.pipeline.rules import options_of
from retally.pipeline.simulate import simulated
from retally.pipeline.verify import verify
from retally.schemas.findings import Status
from retally.schemas.registry import GAMES, room
from soak import soaked

SEEDS = soaked(200, 1000)
MUTANTS = soaked(120, 10_000)
GOOD = {Status.VERIFIED, Status.UNCLAIMED, Status.INCOMPLETE}


def games(game: str, seed: int, seats: int, count: int = 1, **rules: Any) -> list[dict[str, Any]]:
    """Honest logs of a game, with every claim that the format has a place for."""
    edition, default = next(iter(room("schemas", game).EDITIONS.items()))
    names = list(room("pipeline.simulate", game).STRATEGIES)
    lines = simulated(
        game,
        games=count,
        seed=seed,
        strategies=tuple(names[seat % len(names)] for seat in range(seats)),
        rules={"edition": edition, **rules},
        options=default.model_copy(update=rules),
        full=True,
    )
    return [json.loads(line) for line in lines]


def seats_of(game: str, number: int) -> int:
    dice = room("pipeline.simulate", game)
    span = min(dice.MOST_PLAYERS, 6) - dice.FEWEST_PLAYERS + 1
    return int(dice.FEWEST_PLAYERS + number % span)


SHORT: dict[str, dict[str, Any]] = {"six_nimmt": {"fixed_rounds": 1}}
"""Rules that make a game's logs short where many are played."""


@pytest.mark.parametrize("game", GAMES)
def test_honest_games_verify(game: str) -> None:
    for seed in range(0, SEEDS, 10):
        rules = SHORT.get(game, {}) if seed % 100 else {}
        for log in games(game, seed, seats_of(game, seed // 10), count=10, **rules):
            judged = verify(raw(log))
            assert judged.status is Status.VERIFIED, (seed, errors(judged))


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_listed_as_legal_has_no_violation(game: str) -> None:
    engine = room("pipeline.engine", game)
    listed = 0
    for seed in range(10):
        (log,) = games(game, seed, seats_of(game, seed), **SHORT.get(game, {}))
        read = read_log(raw(log))
        assert not isinstance(read, Unreadable)
        played = replay(read, options_of(read))
        assert played.ended
        for step in played.steps[:400]:
            for move in engine.legal(played.options, step.before):
                assert engine.violation(played.options, step.before, move) is None
                listed += 1
    assert listed > 1000


class Play(NamedTuple):
    """What can be told of a log: how it is played, place by place, and what came of it."""

    turns: tuple[tuple[tuple[int, int], tuple[str, ...]], ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ended: bool


def play_of(log: dict[str, Any]) -> Play | None:
    """Replay a log; None where it cannot be read."""
    read = read_log(raw(log))
    if isinstance(read, Unreadable):
        return None
    played = replay(read, options_of(read))
    turns: dict[tuple[int, int], list[str]] = {}
    for step in played.steps:
        seen = SIGNATURES[read.game](step)
        turn = WHOLE.get(read.game, step.place.turn or 0)
        if seen is not None:
            turns.setdefault((step.place.round or 0, turn), []).append(str(seen))
    told = tuple((place, tuple(sorted(seen))) for place, seen in turns.items())
    return Play(told, played.scores, played.winners, played.ended)


def first_difference(one: Play, other: Play) -> tuple[int, int]:
    """Round and turn in which two plays first differ."""
    for mine, theirs in zip(one.turns, other.turns, strict=False):
        if mine != theirs:
            return min(mine[0], theirs[0])
    longer = max(one.turns, other.turns, key=len)
    at = min(len(one.turns), len(other.turns))
    return longer[at][0] if at < len(longer) else (10**9, 0)


HANDS_MOVED = ("of ('hands',)", "of ('rounds',)")
"""How a change ends that moved whole hands or rounds: their claims went with them and may agree
where they stand now, so that the fault shows only behind them."""


def survives(honest: Play | None, what: str, changed: dict[str, Any]) -> bool:
    """Say whether a changed log that plays differently was taken for right, or found too late."""
    judged = verify(raw(changed))
    found = errors(judged)
    other = play_of(changed)
    if other is None or honest is None:
        return judged.status is not Status.UNREADABLE
    if not found:
        return honest != other
    if what.endswith(HANDS_MOVED):
        return False
    places = [(said.round, said.turn or 0) for said in found if said.round is not None]
    return bool(places) and min(places) > first_difference(honest, other)


@pytest.mark.parametrize("game", GAMES)
def test_no_mutant_that_plays_differently_survives(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = Random(game)
    survivors = []
    rules = SHORT.get(game, {})
    for number in range(MUTANTS):
        if number % 20 == 0:
            log = games(game, number, seats_of(game, number // 20), **rules)[0]
            honest = play_of(log)
        what, changed = mutant(dice, log)
        if survives(honest, what, changed):
            survivors.append((log["game_id"], what))
    with capsys.disabled():
        killed = MUTANTS - len(survivors)
        print(f"\n{game}: mutation score {killed} of {MUTANTS} = {killed / MUTANTS:.1%}")
    assert survivors == []
