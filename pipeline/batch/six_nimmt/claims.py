"""6 nimmt! in arrays: which games differ from what was recorded. Says not where nor how."""

import numpy as np
from retally.pipeline.batch.base import AnyArray, Bytes, Flags, Given, Numbers
from retally.pipeline.batch.six_nimmt.ending import Ends
from retally.pipeline.batch.six_nimmt.games import Games


def claimed(games: Games) -> Flags:
    """Say which games (G,) have any claim at all."""
    any_claim = np.zeros(len(games.game_ids), np.bool_)
    game = games.game_of_round
    for of_rounds in (games.penalties, games.turn_penalties, games.placed_rows):
        any_claim[game[of_rounds.of]] = True
    for of_games in (games.totals, games.winners):
        any_claim[of_games.of] = True
    return any_claim


def wrong_claims_of_games(games: Games, ends: Ends) -> Flags:
    """Say which games (G,) have other totals or winners than recorded (2.5).

    Of a game that had not ended nobody is winner, and so must the claim say.
    """
    wrong = np.zeros(len(games.game_ids), np.bool_)
    wrong[games.totals.of] |= _unlike(games.totals, ends.scores)
    wrong[games.winners.of] |= _unlike(games.winners, ends.winners)
    return wrong


def wrong_penalties(games: Games, points: Numbers) -> Flags:
    """Say which rounds (R,) have other heads than recorded (2.5); ``points`` (S, R)."""
    wrong = np.zeros(points.shape[1], np.bool_)
    wrong[games.penalties.of] = _unlike(games.penalties, points)
    return wrong


def wrong_turn_penalties(games: Games, by_turn: Bytes) -> Flags:
    """Say which rounds (R,) have other heads in a turn than recorded (2.4).

    ``by_turn`` (10, S, R) are heads so far in the round.
    """
    of, recorded = games.turn_penalties
    wrong = np.zeros(by_turn.shape[2], np.bool_)
    due = np.diff(by_turn[:, :, of], axis=0, prepend=np.uint8(0))
    wrong[of] = _any(np.moveaxis(recorded, 0, -1) != due)
    return wrong


def wrong_rows(games: Games, seats: Bytes, rows: Bytes) -> Flags:
    """Say which rounds (R,) have a card in another row than recorded (2.4).

    ``seats`` and ``rows`` (10, S, R) are by rank; a claim is by seat.
    """
    of, recorded = games.placed_rows
    wrong = np.zeros(rows.shape[2], np.bool_)
    seats, rows, by_seat = seats[:, :, of], rows[:, :, of], np.moveaxis(recorded, 0, -1)
    for seat in range(games.seats):
        wrong[of] |= _any((seats == seat) & (rows != by_seat[:, seat, None]))
    return wrong


def _unlike(claim: Given, due: Numbers | Flags) -> Flags:
    """Say which claims (K, S) differ from what is due (S, n)."""
    if len(claim.of) < due.shape[1]:
        due = due[:, claim.of]
    return _any(np.ascontiguousarray(claim.values.T) != due)


def _any(flags: AnyArray) -> Flags:
    """Say where any of the flags (…, n) is set."""
    found: Flags = np.logical_or.reduce(flags, axis=tuple(range(flags.ndim - 1)))
    return found
