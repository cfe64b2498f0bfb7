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
    """(R, S) heads of each round."""
    before: Numbers
    """(R, S) totals before each round."""
    scored: Flags
    """(R,) rounds whose heads count as totals: whole ones, and one that ends the game."""
    ended: Flags
    """(G,)"""
    play_on: Flags
    """(G,) a round broken off before another, or play after the end (2.3, 2.5)."""
    scores: Numbers
    """(G, S) the totals, those of the round being played included."""
    winners: Flags
    """(G, S) the lowest total; nobody while the game goes on."""


def ends_of(games: Games, rules: Rules, taken: Numbers, by_turn: Bytes | None) -> Ends:
    """Say how each game stands after its last turn.

    ``taken`` (R, S) are the heads of each round; ``by_turn`` (R, 10, S) those so far in it,
    needed where a game can end in mid-round.
    """
    game = games.game_of_round
    sums = np.cumsum(taken, axis=0, dtype=np.int32)
    start = (sums - taken)[games.first[:-1]]
    before = sums - taken - start[game]
    last = games.first[1:] - 1
    whole = games.turns == HAND_CARDS
    number = np.arange(len(game), dtype=np.int32) - games.first[game] + 1
    over = whole & over_with(before + taken, rules.of(game), number)
    after_end = np.zeros(len(game), np.bool_)
    if by_turn is not None:
        _end_in_mid_round(games, rules.of(game), before, by_turn, over, after_end)
    goes_on = np.ones(len(game), np.bool_)
    goes_on[last] = False
    after_end |= goes_on & (over | ~whole)
    scores = (before + taken)[last]
    ended = over[last]
    lowest = scores == scores.min(axis=1, keepdims=True)
    return Ends(
        points=taken,
        before=before,
        scored=whole | over,
        ended=ended,
        play_on=np.logical_or.reduceat(after_end, games.first[:-1]),
        scores=scores,
        winners=lowest & ended[:, None],
    )


def can_end_in_mid_round(rules: Rules) -> Flags:
    """Say which games look at the threshold after each turn (N3)."""
    early: Flags = rules.immediate & (rules.fixed_rounds == 0)
    return early


def over_with(totals: Numbers, rules: Rules, rounds: Numbers) -> Flags:
    """Say where the game is over with these totals (n, S) after so many whole rounds (n,)."""
    most = totals.max(axis=1) + np.where(rules.more_than, 0, 1)  # (N2)
    fixed = rules.fixed_rounds > 0
    reached = np.where(fixed, rounds >= rules.fixed_rounds, most > rules.threshold)
    lowest = totals == totals.min(axis=1, keepdims=True)
    alone = lowest.sum(axis=1) == 1
    over: Flags = reached & (alone | ~rules.extra_round)  # (N4)
    return over


def _end_in_mid_round(
    games: Games, rules: Rules, before: Numbers, by_turn: Bytes, over: Flags, after_end: Flags
) -> None:
    """Look at the totals after each turn where that is the rule, in mid-round too (N3).

    Puts into ``over`` which rounds (R,) end their game with their last turn, and into
    ``after_end`` which have a turn after the end.
    """
    early = np.flatnonzero(can_end_in_mid_round(rules))
    some, turns = rules.of(early.astype(np.int32)), games.turns[early]
    before, by_turn = before[early], by_turn[early]
    for turn in range(1, HAND_CARDS + 1):
        here = over_with(before + by_turn[:, turn - 1], some, np.zeros_like(turns, np.int32))
        over[early[here & (turns == turn)]] = True
        after_end[early[here & (turns > turn)]] = True
