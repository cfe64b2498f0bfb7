"""6 nimmt! in arrays: totals, and when a game is over (2.5, N2, N3, N4). Places no card."""

from typing import NamedTuple

import numpy as np
from retally.pipeline.batch.base import Bytes, Flags, Numbers
from retally.pipeline.batch.six_nimmt.games import Games
from retally.pipeline.batch.six_nimmt.rules import Rules
from retally.schemas.six_nimmt import HAND_CARDS


class Ends(NamedTuple):
    """How the games stand; S seats, R rounds, G games."""

    points: Numbers
    """(S, R) heads of each round."""
    before: Numbers
    """(S, R) totals before each round."""
    scored: Flags
    """(R,) rounds whose heads count as totals: whole ones, and one that ends the game."""
    ended: Flags
    """(G,)"""
    play_on: Flags
    """(G,) a round broken off before another, or play after the end (2.3, 2.5)."""
    scores: Numbers
    """(S, G) the totals, those of the round being played included."""
    winners: Flags
    """(S, G) the lowest total; nobody while the game goes on."""


def ends_of(games: Games, rules: Rules, points: Numbers, by_turn: Bytes | None) -> Ends:
    """Say how each game stands after its last turn.

    ``points`` (S, R) are the heads of each round; ``by_turn`` (10, S, R) those so far in it,
    needed where a game can end in mid-round.
    """
    game, last = games.game_of_round, games.first[1:] - 1
    before = _totals_before(games, points)
    whole = games.turns == HAND_CARDS
    number = np.arange(len(game), dtype=np.int32) - games.first[game] + 1
    over = whole & over_with(before + points, rules.of(game), number)
    play_on = over | ~whole
    play_on[last] = False  # of the last round the one is the end, the other a stop
    if by_turn is not None:
        _end_in_mid_round(games, rules.of(game), before, by_turn, over, play_on)
    scores = (before + points)[:, last]
    ended = over[last]
    return Ends(
        points=points,
        before=before,
        scored=whole | over,
        ended=ended,
        play_on=np.logical_or.reduceat(play_on, games.first[:-1]),
        scores=scores,
        winners=(scores == scores.min(axis=0)) & ended,
    )


def _totals_before(games: Games, points: Numbers) -> Numbers:
    """Add up the heads of each game's earlier rounds: (S, R)."""
    before = np.cumsum(points, axis=1, dtype=np.int32) - points
    totals: Numbers = before - before[:, games.first[:-1]][:, games.game_of_round]
    return totals


def can_end_in_mid_round(rules: Rules) -> Flags:
    """Say which games look at the threshold after each turn (N3)."""
    early: Flags = rules.immediate & (rules.fixed_rounds == 0)
    return early


def over_with(totals: Numbers, rules: Rules, rounds: Numbers) -> Flags:
    """Say where the game is over with these totals (S, n) after so many whole rounds (n,)."""
    most = totals.max(axis=0) + ~rules.more_than  # (N2)
    fixed = rules.fixed_rounds > 0
    reached = np.where(fixed, rounds >= rules.fixed_rounds, most > rules.threshold)
    alone = np.add.reduce(totals == totals.min(axis=0), axis=0, dtype=np.uint8) == 1
    over: Flags = reached & (alone | ~rules.extra_round)  # (N4)
    return over


def _end_in_mid_round(
    games: Games, rules: Rules, before: Numbers, by_turn: Bytes, over: Flags, play_on: Flags
) -> None:
    """Look at the totals after each turn where that is the rule, in mid-round too (N3).

    Puts into ``over`` which rounds (R,) end their game with their last turn, and into
    ``play_on`` which have a turn after it.
    """
    early = np.flatnonzero(can_end_in_mid_round(rules))
    some, turns = rules.of(early.astype(np.int32)), games.turns[early]
    before, none = before[:, early], np.zeros(len(early), np.int32)
    for turn in range(1, HAND_CARDS + 1):
        here = over_with(before + by_turn[turn - 1][:, early], some, none)
        over[early[here & (turns == turn)]] = True
        play_on[early[here & (turns > turn)]] = True
