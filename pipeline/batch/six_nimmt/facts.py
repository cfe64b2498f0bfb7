"""6 nimmt! in arrays: the facts of all games that are kept, column by column.

The columns are those of ``schemas`` in their order, rows in the order of play; rounds, turns,
seats and rows count from 1. Text is codes with their labels, made text where it is stored.
"""

import json
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray
from retally.pipeline.batch.base import (
    STATUS,
    AnyArray,
    Bytes,
    Coded,
    Columns,
    Given,
    Numbers,
    Optional,
)
from retally.pipeline.batch.six_nimmt.games import Games
from retally.pipeline.batch.six_nimmt.placing import HEADS_SHIFT, LENGTH
from retally.pipeline.batch.six_nimmt.replaying import Replayed
from retally.schemas.six_nimmt import HAND_CARDS, HEADS, Options

ACTIONS = ("append", "sixth_card", "low_card")
CARD_HEADS = np.zeros(256, np.uint8)
CARD_HEADS[: len(HEADS)] = HEADS
EPOCH, MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)
TURNS = np.arange(1, HAND_CARDS + 1, dtype=np.uint8)


def games(replayed: Replayed) -> Columns:
    """Give what the log and its replay say of the columns of ``games``: a row a game.

    ``options`` are JSON, ``played_at`` microseconds since 1970 in UTC.
    """
    packed, kept = replayed.games, _kept(replayed)
    ruling = packed.ruling[kept]
    played_at = [packed.played_at[game] for game in kept.tolist()]
    since_1970 = [0 if at is None else (at - EPOCH) // MICROSECOND for at in played_at]
    names = [STATUS[judged].value for judged in sorted(STATUS)]
    return {
        "game_id": Coded(kept, packed.game_ids),
        "game": Coded(np.zeros(len(kept), np.int32), ["six_nimmt"]),
        "edition": Coded(ruling, [of.edition for of in packed.rulings]),
        "options": Coded(ruling, [_json(of.options) for of in packed.rulings]),
        "played_at": Optional(
            np.array(since_1970, np.int64), np.array([at is not None for at in played_at], np.bool_)
        ),
        "status": Coded(replayed.judged[kept].astype(np.int32), names),
        "seats": np.full(len(kept), packed.seats, np.uint8),
        "rounds": (packed.first[1:] - packed.first[:-1])[kept].astype(np.int16),
        "finished": replayed.ends.ended[kept],
    }


def turns(replayed: Replayed) -> Columns:
    """Give the columns of ``six_nimmt_turns``: a row a card placed."""
    rows, games = CardRows(replayed), replayed.games
    seats, cards, loads = rows.field("seats"), rows.field("cards"), rows.field("loads")
    ends, heads = rows.field("ends"), rows.field("heads")
    took = (heads != 0).view(np.uint8)  # every card has a head
    low = (ends > cards).view(np.uint8)
    lengths = loads & np.uint8(LENGTH)
    at = rows.at(seats)
    totals = replayed.ends.before.T.astype(_kind_for(replayed.ends.scores))
    names = games.name_of_seat.astype(_kind_for(games.name_of_seat))[games.game_of_round]
    return {
        "game_id": Coded(rows.spread(games.game_of_round), games.game_ids),
        "round": rows.spread(round_numbers(games)),
        "turn": rows.tiled(np.repeat(TURNS, games.seats)),
        "placing_order": rows.tiled(np.tile(_seat_numbers(games), HAND_CARDS)),
        "seat": seats + np.uint8(1),
        "player": Coded(np.take(names, at, mode="clip"), games.names),
        "card": cards,
        "card_heads": np.take(CARD_HEADS, cards, mode="clip"),
        "row": rows.field("rows"),
        "row_length_before": lengths,
        "row_end_before": ends,
        "action": Coded(took + low, ACTIONS),
        "cards_taken": lengths * took,
        "heads_taken": heads,
        "running_total": np.take(totals, at, mode="clip") + rows.field("so_far"),
        "cheapest_row_heads": rows.field("lightest") >> np.uint8(HEADS_SHIFT),
        "taken_later": rows.field("taken_later").view(np.bool_),
        "cards_left": rows.tiled(np.repeat(HAND_CARDS - TURNS, games.seats)),
    }


class CardRows:
    """The rows of ``six_nimmt_turns``, P of them: the turns played of games that are kept."""

    def __init__(self, replayed: Replayed) -> None:
        games = replayed.games
        self.placed, self.seats = replayed.placed, games.seats
        kept = replayed.kept[games.game_of_round]
        self.played = np.where(kept, games.turns, np.uint8(0))  # (R,)
        self.all = bool((self.played == HAND_CARDS).all())
        turns = np.arange(HAND_CARDS, dtype=np.uint8) < self.played[:, None]  # (R, 10)
        self.turns = np.flatnonzero(turns)

    def field(self, name: str) -> Bytes:
        """Give a field of ``Placings`` for these rows (P,)."""
        return self.flat(self.placed.by_round(name))

    def tiled(self, of_round: Bytes) -> Bytes:
        """Give what is the same in every round, (10 S,), for these rows (P,)."""
        by_turn = of_round.reshape(HAND_CARDS, self.seats)
        if self.all:
            return np.tile(of_round, len(self.played))
        return np.take(by_turn, self.turns % HAND_CARDS, axis=0).reshape(-1)

    def spread(self, of_round: AnyArray) -> AnyArray:
        """Give what each round has, (R,), for these rows (P,)."""
        if self.all:
            return np.repeat(of_round, HAND_CARDS * self.seats)
        return np.repeat(of_round, self.played * np.int32(self.seats))

    def at(self, seats: Bytes) -> Numbers:
        """Give the place in (R, S) of these rows' rounds and seats (P,)."""
        at = self.spread(np.arange(0, len(self.played) * self.seats, self.seats, dtype=np.int32))
        at += seats
        return at

    def flat(self, by_round: AnyArray) -> AnyArray:
        """Lay (R, 10, S) out in rows (P,): all of them, or those that are kept."""
        if not self.all:
            by_round = np.take(by_round.reshape(-1, self.seats), self.turns, axis=0)
        return by_round.reshape(-1)


def rounds(replayed: Replayed) -> Columns:
    """Give the columns of ``rounds``: a row a round and seat."""
    games, ends = replayed.games, replayed.ends
    kept = np.flatnonzero(replayed.kept[games.game_of_round])
    game = games.game_of_round[kept]
    return {
        "game_id": Coded(np.repeat(game, games.seats), games.game_ids),
        "round": np.repeat(round_numbers(games)[kept], games.seats),
        "seat": np.tile(_seat_numbers(games), len(kept)),
        "player": _players(games, game),
        "points": _by_seat(ends.points, kept),
        "running_total": _by_seat(ends.before + ends.points, kept),
        "recorded_points": _claimed(games.penalties, ends.points.shape, kept),
    }


def seats(replayed: Replayed) -> Columns:
    """Give the columns of ``seats``: a row a game and seat; no rank while a game goes on."""
    games, ends = replayed.games, replayed.ends
    kept = _kept(replayed)
    lower = ends.scores[:, None] < ends.scores[None]  # (S, S, G)
    ranks = lower.sum(axis=0, dtype=np.uint8) + np.uint8(1)  # the lowest is first (2.5)
    ended = np.repeat(ends.ended[kept], games.seats)
    return {
        "game_id": Coded(np.repeat(kept, games.seats), games.game_ids),
        "seat": np.tile(_seat_numbers(games), len(kept)),
        "player": _players(games, kept),
        "final_score": _by_seat(ends.scores, kept),
        "rank": Optional(_by_seat(ranks, kept), ended),
        "is_winner": Optional(_by_seat(ends.winners, kept), ended),
        "recorded_score": _claimed(games.totals, ends.scores.shape, kept),
    }


def round_numbers(games: Games) -> NDArray[np.int16]:
    """(R,) the number of each round in its game, from 1."""
    number = np.arange(len(games.turns), dtype=np.int32) - games.first[games.game_of_round] + 1
    return number.astype(np.int16)


def _kept(replayed: Replayed) -> Numbers:
    kept: Numbers = np.flatnonzero(replayed.kept).astype(np.int32)
    return kept


def _json(options: Options) -> str:
    return json.dumps(options.model_dump(mode="json"), ensure_ascii=False)


def _seat_numbers(games: Games) -> Bytes:
    return np.arange(1, games.seats + 1, dtype=np.uint8)


def _players(games: Games, game: Numbers) -> Coded:
    """Give the players of these games, seat by seat."""
    return Coded(np.take(games.name_of_seat, game, axis=0).reshape(-1), games.names)


def _by_seat(of_seats: AnyArray, kept: AnyArray) -> AnyArray:
    """Lay (S, n) out for those that are kept, seat by seat."""
    return np.take(np.ascontiguousarray(of_seats.T), kept, axis=0).reshape(-1)


def _claimed(claims: Given, shape: tuple[int, ...], kept: AnyArray) -> Optional:
    """Spread what was recorded of some, (S, n) in all, over the rows of those that are kept."""
    seats, size = shape
    place = np.full(size, -1, np.int32)  # in the claims
    place[claims.of] = np.arange(len(claims.of), dtype=np.int32)
    place = place[kept]
    known = np.repeat(place >= 0, seats)
    if not len(claims.of):
        return Optional(np.zeros(len(known), np.int32), known)
    return Optional(np.take(claims.values, place, axis=0, mode="clip").reshape(-1), known)


def _kind_for(numbers: Numbers) -> type[np.int16 | np.int32]:
    """Give the smaller kind that holds these numbers and the heads of a round besides."""
    return np.int16 if numbers.max(initial=0) < 2**15 - 171 else np.int32
