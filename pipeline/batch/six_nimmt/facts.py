"""6 nimmt! in arrays: the facts of all games that are not flagged, column by column.

The columns are those of ``schemas`` in their order, rows in the order of play; rounds, turns,
seats and rows count from 1. Text is codes with their labels, made text where it is stored.
"""

import numpy as np
from retally.pipeline.batch.base import (
    AnyArray,
    Bytes,
    Coded,
    Columns,
    Flags,
    Given,
    Judged,
    Numbers,
    Optional,
)
from retally.pipeline.batch.six_nimmt.placing import HEADS_SHIFT, LENGTH
from retally.pipeline.batch.six_nimmt.replaying import Replayed
from retally.schemas.six_nimmt import HAND_CARDS, HEADS

ACTIONS = ("append", "sixth_card", "low_card")
CARD_HEADS = np.zeros(256, np.uint8)
CARD_HEADS[: len(HEADS)] = HEADS
TURNS = np.arange(1, HAND_CARDS + 1, dtype=np.uint8)


def kept_games(replayed: Replayed) -> Numbers:
    """Give the games (of ``replayed.games``) that facts are made of, ascending."""
    kept: Numbers = np.flatnonzero(replayed.judged != Judged.FLAGGED).astype(np.int32)
    return kept


def turns(replayed: Replayed) -> Columns:
    """Give the columns of ``six_nimmt_turns``: a row a card placed."""
    rows = _Placings(replayed)
    seats, cards, loads = rows.field("seats"), rows.field("cards"), rows.field("loads")
    ends, heads = rows.field("ends"), rows.field("heads")
    took = (heads != 0).view(np.uint8)  # every card has a head
    low = (ends > cards).view(np.uint8)
    lengths = loads & np.uint8(LENGTH)
    return {
        "game_id": Coded(rows.game, replayed.games.game_ids),
        "round": rows.number,
        "turn": rows.tiled(np.repeat(TURNS, replayed.games.seats)),
        "placing_order": rows.tiled(np.tile(rows.orders, HAND_CARDS)),
        "seat": seats + np.uint8(1),
        "player": _players(replayed, rows.game, seats),
        "card": cards,
        "card_heads": np.take(CARD_HEADS, cards, mode="clip"),
        "row": rows.field("rows"),
        "row_length_before": lengths,
        "row_end_before": ends,
        "action": Coded(took + low, ACTIONS),
        "cards_taken": lengths * took,
        "heads_taken": heads,
        "running_total": rows.before(seats) + rows.field("so_far"),
        "cheapest_row_heads": rows.field("lightest") >> np.uint8(HEADS_SHIFT),
        "cards_left": rows.tiled(np.repeat(HAND_CARDS - TURNS, replayed.games.seats)),
    }


class _Placings:
    """The rows of ``six_nimmt_turns``: which placings they are, and of which rounds."""

    def __init__(self, replayed: Replayed) -> None:
        games = replayed.games
        self.replayed, self.seats = replayed, games.seats
        round_of_game = games.game_of_round
        played = np.arange(HAND_CARDS) < games.turns[:, None]  # (R, 10)
        self.kept = played & (replayed.judged[round_of_game] != Judged.FLAGGED)[:, None]
        self.all = bool(self.kept.all())
        self.orders = np.arange(1, self.seats + 1, dtype=np.uint8)
        counts = self.kept.sum(axis=1) * self.seats
        number = np.arange(len(counts), dtype=np.int32) - games.first[round_of_game] + 1
        self.round = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        self.game = np.repeat(round_of_game, counts)
        self.number = np.repeat(number.astype(np.int16), counts)

    def field(self, name: str) -> Bytes:
        """Give a field of ``Placings`` for these rows (P,)."""
        return self._flat(self.replayed.placed.by_round(name))

    def tiled(self, of_round: Bytes) -> Bytes:
        """Give what is the same in every round, (10 S,), for these rows (P,)."""
        shape = (len(self.kept), HAND_CARDS, self.seats)
        return self._flat(np.broadcast_to(of_round.reshape(1, HAND_CARDS, self.seats), shape))

    def before(self, seats: Bytes) -> Numbers:
        """Give the total before the round of these seats (P,)."""
        totals = self.replayed.ends.before
        return np.take(totals.ravel(), self.round * np.int32(self.seats) + seats)

    def _flat(self, by_round: Bytes) -> Bytes:
        """Lay (R, 10, S) out in rows: all of them, or those that are kept."""
        flat: Bytes = (by_round if self.all else by_round[self.kept]).reshape(-1)
        return flat


def rounds(replayed: Replayed) -> Columns:
    """Give the columns of ``rounds``: a row a round and seat."""
    games, ends = replayed.games, replayed.ends
    kept = np.flatnonzero((replayed.judged != Judged.FLAGGED)[games.game_of_round])
    game = games.game_of_round[kept]
    number = (kept - games.first[game] + 1).astype(np.int16)
    seats = np.tile(np.arange(games.seats, dtype=np.uint8), len(kept))
    of_rows = np.repeat(game, games.seats)
    return {
        "game_id": Coded(of_rows, games.game_ids),
        "round": np.repeat(number, games.seats),
        "seat": seats + np.uint8(1),
        "player": _players(replayed, of_rows, seats),
        "points": ends.points[kept].reshape(-1),
        "running_total": (ends.before + ends.points)[kept].reshape(-1),
        "recorded_points": _claimed(games.penalties, ends.points.shape, kept),
    }


def seats(replayed: Replayed) -> Columns:
    """Give the columns of ``seats``: a row a game and seat; no rank while a game goes on."""
    games, ends = replayed.games, replayed.ends
    kept = kept_games(replayed)
    scores, ended = ends.scores[kept], np.repeat(ends.ended[kept], games.seats)
    places = 1 + (scores[:, None, :] < scores[:, :, None]).sum(axis=2)  # the lowest is first (2.5)
    seat = np.tile(np.arange(games.seats, dtype=np.uint8), len(kept))
    of_rows = np.repeat(kept, games.seats)
    return {
        "game_id": Coded(of_rows, games.game_ids),
        "seat": seat + np.uint8(1),
        "player": _players(replayed, of_rows, seat),
        "final_score": scores.reshape(-1),
        "rank": Optional(places.astype(np.uint8).reshape(-1), ended),
        "is_winner": Optional(ends.winners[kept].reshape(-1), ended),
        "recorded_score": _claimed(games.totals, ends.scores.shape, kept),
    }


def _players(replayed: Replayed, game: Numbers, seat: Bytes) -> Coded:
    """Give the player of each row's game and seat (from 0)."""
    names = [name for players in replayed.games.players for name in players]
    return Coded(game * np.int32(replayed.games.seats) + seat, names)


def _claimed(claims: Given, shape: tuple[int, ...], kept: AnyArray) -> Optional:
    """Spread what was recorded of some over the rows of those that are kept."""
    numbers, known = np.zeros(shape, np.int32), np.zeros(shape, np.bool_)
    numbers[claims.of], known[claims.of] = claims.values, True
    flags: Flags = known[kept].reshape(-1)
    return Optional(numbers[kept].reshape(-1), flags)
