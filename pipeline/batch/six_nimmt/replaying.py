"""6 nimmt! in arrays: many games replayed, and the games that only the engine may judge."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from retally.pipeline.batch.base import AnyArray, Bytes, Flags, Judged, Numbers
from retally.pipeline.batch.six_nimmt import claims
from retally.pipeline.batch.six_nimmt.dealing import wrong_cards
from retally.pipeline.batch.six_nimmt.ending import Ends, can_end_in_mid_round, ends_of
from retally.pipeline.batch.six_nimmt.games import Games
from retally.pipeline.batch.six_nimmt.placing import HEADS_SHIFT, Placings, place_rounds
from retally.pipeline.batch.six_nimmt.rules import Rules, rules_of

LANES = 16_000
"""Rounds placed together. Not a power of two: turned round, its columns would share a cache set."""
FEWEST_SEATS = 2


class Placed:
    """The placings of all rounds (R,), kept lane by lane as they were made."""

    def __init__(self, games: Games) -> None:
        self.seats, self.rounds = games.seats, len(games.turns)
        self.chunks = tuple(_placings(games))

    def by_lane(self, name: str) -> Bytes:
        """Give a field of ``Placings`` for all rounds: (…, R)."""
        parts = [getattr(chunk, name) for chunk in self.chunks]
        return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=-1)

    def by_round(self, name: str) -> Bytes:
        """Turn a field of ``Placings`` round: (…, lanes) to (R, …)."""
        return self.turned(attrgetter(name))

    def turned(self, field: Callable[[Placings], AnyArray]) -> AnyArray:
        """Turn what is made of each chunk of lanes round: (…, lanes) to (R, …)."""
        first, turned = 0, None
        for chunk in self.chunks:
            part = field(chunk)
            if turned is None:
                turned = np.empty((self.rounds, *part.shape[:-1]), part.dtype)
            turned[first : first + part.shape[-1]] = np.moveaxis(part, -1, 0)
            first += part.shape[-1]
        assert turned is not None, "there is a game"
        return turned


def _placings(games: Games) -> Iterator[Placings]:
    for first in range(0, len(games.turns), LANES):
        part = slice(first, first + LANES)
        yield place_rounds(
            np.ascontiguousarray(games.starts[part].T),
            games.turns[part],
            np.ascontiguousarray(games.cards[part].transpose(1, 2, 0)),
            np.ascontiguousarray(games.choices[part].T),
        )


class Dearer(NamedTuple):
    """Low cards that took more heads than they had to (N1); N of them, by round and turn.

    ``rounds`` and ``turns`` count from 0, ``seats`` too, ``rows`` from 1; ``fewest`` are the
    heads that would have done, ``cheapest`` the rows that have so few: bits 0 to 3.
    """

    rounds: NDArray[np.intp]
    turns: NDArray[np.intp]
    seats: Bytes
    rows: Bytes
    heads: Bytes
    fewest: Bytes
    cheapest: Bytes


def dearer_rows(placed: Placed) -> Dearer:
    """Find the low cards that took more heads than they had to."""
    found, first = [], 0
    for chunk in placed.chunks:
        ends, cards = chunk.ends[:, 0], chunk.cards[:, 0]
        fewest = chunk.lightest[:, 0] >> np.uint8(HEADS_SHIFT)
        dear = (ends > cards) & (chunk.heads[:, 0] > fewest)
        lanes, turns = np.nonzero(np.ascontiguousarray(dear.T))
        lowest = [field[turns, 0, lanes] for field in (chunk.seats, chunk.rows, chunk.heads)]
        there = [fewest[turns, lanes], chunk.cheapest[turns, lanes]]
        found.append((lanes + first, turns, *lowest, *there))
        first += dear.shape[1]
    return Dearer(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


@dataclass(frozen=True, slots=True)
class Replayed:
    """Games replayed under their options; what is flagged has no meaning here."""

    games: Games
    rules: Rules
    placed: Placed
    ends: Ends
    dearer: Dearer
    judged: Bytes
    """(G,) the verdict on each game, a ``Judged``."""
    kept: Flags
    """(G,) the games that facts and notes are made of: at most those that are not flagged."""

    @property
    def flagged(self) -> Numbers:
        """The games (of the batch) that the engine has to judge."""
        flagged: Numbers = self.games.numbers[self.judged == Judged.FLAGGED]
        return flagged

    def only(self, games: Flags) -> "Replayed":
        """Keep of the games (G,) no others than these."""
        return replace(self, kept=self.kept & games)


def replay(games: Games) -> Replayed:
    """Replay games and hold their claims against what came out.

    A game is flagged when anything is illegal or differs from a claim; in doubt it is flagged.
    """
    rules, placed = rules_of(games), Placed(games)
    by_turn, early = placed.by_lane("by_turn"), can_end_in_mid_round(rules).any()
    ends = ends_of(games, rules, by_turn[-1].astype(np.int32), by_turn if early else None)
    dearer = dearer_rows(placed)
    wrong_rounds = _wrong_rounds(games, rules, placed, ends, dearer)
    flagged = np.logical_or.reduceat(wrong_rounds, games.first[:-1])
    flagged |= ends.play_on | claims.wrong_claims_of_games(games, ends)
    flagged |= (games.seats < FEWEST_SEATS) | (games.seats > rules.max_players)  # (N7)
    judged = np.where(claims.claimed(games), Judged.VERIFIED, Judged.UNCLAIMED).astype(np.uint8)
    judged[~ends.ended] = Judged.INCOMPLETE
    judged[flagged] = Judged.FLAGGED
    return Replayed(games, rules, placed, ends, dearer, judged, kept=~flagged)


def _wrong_rounds(games: Games, rules: Rules, placed: Placed, ends: Ends, dearer: Dearer) -> Flags:
    """Say which rounds (R,) are illegal by themselves, or differ from what was recorded."""
    wrong = wrong_cards(games, rules)
    for chunk, first in zip(placed.chunks, range(0, len(wrong), LANES), strict=True):
        wrong[first : first + LANES] |= chunk.wrong
    wrong |= claims.wrong_penalties(games, ends.points)
    if len(games.turn_penalties.of):
        wrong |= claims.wrong_turn_penalties(games, placed.by_lane("by_turn"))
    if len(games.placed_rows.of):
        wrong |= claims.wrong_rows(games, placed.by_lane("seats"), placed.by_lane("rows"))
    forbidden = rules.fewest_heads[games.game_of_round[dearer.rounds]]
    wrong[dearer.rounds[forbidden]] = True  # (N1)
    return wrong
