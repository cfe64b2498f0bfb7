"""6 nimmt! in arrays: which games differ from what was recorded. Says not where nor how."""

import numpy as np
from retally.pipeline.batch.base import Bytes, Flags, Given, Numbers
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
    """Say which rounds (R,) have other heads than recorded (2.5)."""
    wrong = np.zeros(len(points), np.bool_)
    wrong[games.penalties.of] = _unlike(games.penalties, points)
    return wrong


def wrong_turn_penalties(games: Games, by_turn: Bytes) -> Flags:
    """Say which rounds (R,) have other heads in a turn than recorded (2.4).

    ``by_turn`` (R, 10, S) are heads so far in the round.
    """
    of, recorded = games.turn_penalties
    wrong = np.zeros(len(by_turn), np.bool_)
    due = np.diff(by_turn[of].astype(np.int32), axis=1, prepend=0)
    wrong[of] = (recorded != due).any(axis=(1, 2))
    return wrong


def wrong_rows(games: Games, seats: Bytes, rows: Bytes) -> Flags:
    """Say which rounds (R,) have a card in another row than recorded (2.4).

    ``seats`` and ``rows`` (R, 10, S) are by rank; a claim is by seat.
    """
    of, recorded = games.placed_rows
    wrong = np.zeros(len(rows), np.bool_)
    by_rank = np.take_along_axis(recorded, seats[of].astype(np.intp), axis=2)
    wrong[of] = (by_rank != rows[of]).any(axis=(1, 2))
    return wrong


def _unlike(claim: Given, due: Numbers | Flags) -> Flags:
    unlike: Flags = (claim.values != due[claim.of]).any(axis=1)
    return unlike
