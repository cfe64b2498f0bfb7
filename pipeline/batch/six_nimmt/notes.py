"""6 nimmt! in arrays: what is to be noted of games that are not flagged. Finds no error.

Codes, places and words are those of the engine's findings; only the table at that moment
(``Finding.context``) is not told here. A note is kept as plain values, since they are many.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from retally.pipeline.batch.base import Judged
from retally.pipeline.batch.six_nimmt.replaying import Replayed
from retally.schemas.findings import DICTIONARY, Code, Finding, severity_of
from retally.schemas.six_nimmt import ROWS

MOST_SEATS_OF_VARIANT = 6
ROWS_OF_BITS = [[row + 1 for row in range(ROWS) if bits >> row & 1] for bits in range(1 << ROWS)]
"""Row numbers by a mask of four bits."""


class Note(NamedTuple):
    """A finding as plain values, and the game (of ``replayed.games``) that it is about."""

    game: int
    code: Code
    clause: str
    path: str | None
    round: int | None
    turn: int | None
    player: str | None
    expected: Any
    recorded: Any
    message: str

    def finding(self) -> Finding:
        """Give the note as what it is: a finding."""
        _, code, *said = self
        fields = dict(zip(self._fields[2:], said, strict=True))
        return Finding(code=code, severity=severity_of(code), **fields)


def notes(replayed: Replayed) -> list[Note]:
    """List the notes on all games that are not flagged: game by game, in the order of play."""
    found = chain(
        _edition_assumed(replayed),
        _many_players(replayed),
        _in_order_of_play(chain(_dearer_rows(replayed), _on_the_edge(replayed))),
    )
    return sorted(found, key=lambda note: note.game)


def _in_order_of_play(found: Iterator[Note]) -> list[Note]:
    return sorted(found, key=lambda note: (note.round, note.turn))


def _edition_assumed(replayed: Replayed) -> Iterator[Note]:
    """Note once that a log does not say which edition was played (rules 0)."""
    games, says = replayed.games, DICTIONARY[Code.RULES_ASSUMED].says
    unnamed = np.array([not ruling.named for ruling in games.rulings])[games.ruling]
    for game in _legal(replayed, unnamed):
        edition = games.rulings[games.ruling[game]].edition
        said = says.format(expected=edition)
        yield Note(game, Code.RULES_ASSUMED, "6", None, None, None, None, edition, None, said)


def _many_players(replayed: Replayed) -> Iterator[Note]:
    """Warn of a variant with more players than it is meant for (N7)."""
    rules, seats = replayed.rules, replayed.games.seats
    if seats <= MOST_SEATS_OF_VARIANT:
        return
    due = f"2 to {MOST_SEATS_OF_VARIANT} players"
    said = DICTIONARY[Code.VARIANT_SEATS].says.format(expected=due, recorded=seats)
    for game in _legal(replayed, rules.reduced | rules.open_draft):
        yield Note(game, Code.VARIANT_SEATS, "N7", "players", None, None, None, due, seats, said)


def _legal(replayed: Replayed, games: Any) -> list[int]:
    legal: list[int] = np.flatnonzero(games & (replayed.judged != Judged.FLAGGED)).tolist()
    return legal


def _dearer_rows(replayed: Replayed) -> Iterator[Note]:
    """Note each low card that took more heads than it had to (N1)."""
    dearer, games, says = replayed.dearer, replayed.games, DICTIONARY[Code.ROW_DEARER].says
    game_of_round = games.game_of_round
    kept = replayed.judged[game_of_round[dearer.rounds]] != Judged.FLAGGED
    columns = [column[kept].tolist() for column in dearer]
    for round_, turn, seat, row, heads, fewest, cheapest in zip(*columns, strict=True):
        game = int(game_of_round[round_])
        index, player = round_ - int(games.first[game]), games.players[game][seat]
        yield Note(
            game,
            Code.ROW_DEARER,
            "N1",
            f"rounds[{index}].row_choices[{turn}]",
            index + 1,
            turn + 1,
            player,
            ROWS_OF_BITS[cheapest],
            row,
            says.format(player=player, recorded=row, heads=heads, fewest=fewest),
        )


def _on_the_edge(replayed: Replayed) -> Iterator[Note]:
    """Note each total that comes to the threshold exactly; is that the end? (N2)."""
    games, rules, ends = replayed.games, replayed.rules, replayed.ends
    game_of_round, says = games.game_of_round, DICTIONARY[Code.THRESHOLD_EXACTLY].says
    read_both_ways = (rules.fixed_rounds == 0) & (replayed.judged != Judged.FLAGGED)
    scored = ends.scored & read_both_ways[game_of_round]
    exactly = ends.before + ends.points == rules.threshold[game_of_round, None]
    changed = scored[:, None] & exactly & (ends.points > 0)
    for round_, seat in np.argwhere(changed).tolist():
        game = int(game_of_round[round_])
        index, player = round_ - int(games.first[game]), games.players[game][seat]
        options = games.rulings[games.ruling[game]].options
        edge = options.end_threshold
        yield Note(
            game,
            Code.THRESHOLD_EXACTLY,
            "N2",
            f"rounds[{index}]",
            index + 1,
            int(games.turns[round_]),
            player,
            options.end_comparison,
            edge,
            says.format(player=player, recorded=edge),
        )
