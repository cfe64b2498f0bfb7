"""6 nimmt! in arrays: what is to be noted of games that are not flagged. Finds no error.

Codes, places and words are those of the engine's findings; only the table at that moment
(``Finding.context``) is not told here. Notes are many and much alike, so each text is made
once and told by its number. Most are on dearer rows: these can be had in numbers alone.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from retally.pipeline.batch.base import (
    NULL,
    AnyArray,
    Coded,
    Columns,
    Flags,
    Numbers,
    Optional,
)
from retally.pipeline.batch.six_nimmt.replaying import Dearer, Replayed
from retally.schemas.codes import DICTIONARY, Code, severity_of
from retally.schemas.six_nimmt import ROWS

MOST_SEATS_OF_VARIANT = 6
ROWS_OF_BITS = [[row + 1 for row in range(ROWS) if bits >> row & 1] for bits in range(1 << ROWS)]
"""Row numbers by a mask of four bits."""


class _Texts(NamedTuple):
    """What notes of one kind say; texts as codes with labels."""

    path: Coded
    expected: Coded
    recorded: Coded
    message: Coded


class _Notes(NamedTuple):
    """Notes of one kind, N of them, in the order of play."""

    code: Code
    clause: str
    game: Numbers
    """(N,) of ``replayed.games``."""
    round: Numbers
    """(N,) from 1; 0: not about one."""
    turn: Numbers
    player: Numbers
    """(N,) of ``replayed.games.names``, or ``NULL``."""
    texts: Callable[[], _Texts]
    """Makes what they say, which is most of the work."""
    position: Numbers = np.zeros(0, np.int32)
    """(N,) among the notes of all kinds on their game, from 1."""


def notes(replayed: Replayed) -> Columns:
    """Give what hangs on the game itself of the columns of ``findings``: a row a note.

    Game by game, as the engine orders them; ``position`` counts them in their game, from 1.
    ``expected`` and ``recorded`` are JSON.
    """
    return _in_words(replayed, _numbered(replayed))


def notes_to_keep(replayed: Replayed) -> tuple[Columns, Columns]:
    """Give the same notes as they are kept: in words, and those on dearer rows in numbers.

    Of the latter, game, ``seat``, ``position`` and all that is in ``Dearer``, counted from 1.
    """
    kinds = _numbered(replayed)
    said = [kind for kind in kinds if kind.code is not Code.ROW_DEARER]
    (about,) = (kind for kind in kinds if kind.code is Code.ROW_DEARER)
    dearer = _dearer_kept(replayed)
    numbers: Columns = {
        "game_id": Coded(about.game, replayed.games.game_ids),
        "position": about.position,
        "round": about.round,
        "turn": about.turn,
        "seat": dearer.seats + np.uint8(1),
        **{name: getattr(dearer, name) for name in ("rows", "heads", "fewest", "cheapest")},
    }
    return _in_words(replayed, said), numbers


def _numbered(replayed: Replayed) -> list[_Notes]:
    """Give the kinds of notes, each note with its position in its game."""
    kinds = list(_kinds(replayed))
    game, round_, turn = (_end_to_end(kinds, name) for name in ("game", "round", "turn"))
    order = np.lexsort((turn, round_, game))  # stable: a row is taken before a total is made
    position = np.empty(len(game), np.int32)
    position[order] = _positions(game[order])
    last = np.cumsum([len(kind.game) for kind in kinds])
    parts = np.split(position, last[:-1])
    return [kind._replace(position=part) for kind, part in zip(kinds, parts, strict=True)]


def _in_words(replayed: Replayed, kinds: list[_Notes]) -> Columns:
    """Give the notes of these kinds in their order, with all their texts."""
    game, position = _end_to_end(kinds, "game"), _end_to_end(kinds, "position")
    order = np.lexsort((position, game))
    round_, turn = _end_to_end(kinds, "round")[order], _end_to_end(kinds, "turn")[order]
    sizes = [len(kind.game) for kind in kinds]
    texts = [kind.texts() for kind in kinds]

    def told(labels: list[str]) -> Coded:
        return Coded(np.repeat(np.arange(len(kinds), dtype=np.int32), sizes)[order], labels)

    def joined(name: str) -> Coded:
        return _joined([getattr(of_kind, name) for of_kind in texts], order)

    return {
        "game_id": Coded(game[order], replayed.games.game_ids),
        "position": position[order],
        "code": told([kind.code.value for kind in kinds]),
        "severity": told([severity_of(kind.code).value for kind in kinds]),
        "clause": told([kind.clause for kind in kinds]),
        "path": joined("path"),
        "round": Optional(round_, round_ > 0),
        "turn": Optional(turn, turn > 0),
        "player": Coded(_end_to_end(kinds, "player")[order], replayed.games.names),
        "expected": joined("expected"),
        "recorded": joined("recorded"),
        "message": joined("message"),
    }


def _end_to_end(kinds: list[_Notes], name: str) -> Numbers:
    column: Numbers = np.concatenate([getattr(kind, name) for kind in kinds])
    return column


def _joined(columns: list[Coded], order: AnyArray) -> Coded:
    """Put columns of text end to end and in this order."""
    codes: list[AnyArray] = []
    labels: list[str] = []
    for column in columns:
        codes.append(np.where(column.codes == NULL, NULL, column.codes + len(labels)))
        labels += column.labels
    return Coded(np.concatenate(codes)[order].astype(np.int32), labels)


def _positions(game: Numbers) -> Numbers:
    """Count rows within each game from 1, the games being in order."""
    number = np.arange(len(game), dtype=np.int32)
    first = np.searchsorted(game, game, side="left").astype(np.int32)
    positions: Numbers = number - first + 1
    return positions


def _coded(make: Callable[..., str], *keys: AnyArray) -> Coded:
    """Make a text of each distinct row of whole numbers, which are all from 0."""
    shape = tuple(int(key.max(initial=0)) + 1 for key in keys)
    flat = np.ravel_multi_index(tuple(key.astype(np.int64) for key in keys), shape)
    distinct, codes = np.unique(flat, return_inverse=True)
    rows = zip(*(part.tolist() for part in np.unravel_index(distinct, shape)), strict=True)
    return Coded(codes.astype(np.int32), [make(*row) for row in rows])


# The kinds --------------------------------------------------------------------------------


def _kinds(replayed: Replayed) -> Iterator[_Notes]:
    yield _edition_assumed(replayed)
    yield _many_players(replayed)
    yield _dearer_rows(replayed)
    yield _on_the_edge(replayed)


def _edition_assumed(replayed: Replayed) -> _Notes:
    """Note once that a log does not say which edition was played (rules 0)."""
    rulings, says = replayed.games.rulings, DICTIONARY[Code.RULES_ASSUMED].says
    unnamed = np.array([not ruling.named for ruling in rulings])[replayed.games.ruling]
    game = _kept(replayed, unnamed)
    ruling = replayed.games.ruling[game]

    def texts() -> _Texts:
        return _Texts(
            path=_nothing(game),
            expected=_coded(lambda of: _json(rulings[of].edition), ruling),
            recorded=_nothing(game),
            message=_coded(lambda of: says.format(expected=rulings[of].edition), ruling),
        )

    return _of_games(Code.RULES_ASSUMED, "6", game, texts)


def _many_players(replayed: Replayed) -> _Notes:
    """Warn of a variant with more players than it is meant for (N7)."""
    rules, seats = replayed.rules, replayed.games.seats
    says, due = DICTIONARY[Code.VARIANT_SEATS].says, f"2 to {MOST_SEATS_OF_VARIANT} players"
    many = (rules.reduced | rules.open_draft) & (seats > MOST_SEATS_OF_VARIANT)
    game = _kept(replayed, many)
    there = np.full(len(game), seats)

    def texts() -> _Texts:
        return _Texts(
            path=_coded(lambda _: "players", there),
            expected=_coded(lambda _: _json(due), there),
            recorded=_coded(_json, there),
            message=_coded(lambda seats: says.format(expected=due, recorded=seats), there),
        )

    return _of_games(Code.VARIANT_SEATS, "N7", game, texts)


def _of_games(code: Code, clause: str, game: Numbers, texts: Callable[[], _Texts]) -> _Notes:
    """Make notes on games as a whole."""
    nowhere = np.zeros(len(game), np.int32)
    return _Notes(code, clause, game, nowhere, nowhere, nowhere + NULL, texts)


def _dearer_rows(replayed: Replayed) -> _Notes:
    """Note each low card that took more heads than it had to (N1)."""
    games, says = replayed.games, DICTIONARY[Code.ROW_DEARER].says
    names, dearer = games.names, _dearer_kept(replayed)
    game = games.game_of_round[dearer.rounds]
    index = dearer.rounds - games.first[game]
    player = games.name_of_seat[game, dearer.seats]

    def message(player: int, row: int, heads: int, fewest: int) -> str:
        return says.format(player=names[player], recorded=row, heads=heads, fewest=fewest)

    def texts() -> _Texts:
        return _Texts(
            path=_coded("rounds[{}].row_choices[{}]".format, index, dearer.turns),
            expected=_coded(lambda bits: _json(ROWS_OF_BITS[bits]), dearer.cheapest),
            recorded=_coded(_json, dearer.rows),
            message=_coded(message, player, dearer.rows, dearer.heads, dearer.fewest),
        )

    number, turn = (index + 1).astype(np.int32), (dearer.turns + 1).astype(np.int32)
    return _Notes(Code.ROW_DEARER, "N1", game, number, turn, player, texts)


def _dearer_kept(replayed: Replayed) -> Dearer:
    """Give the dearer rows of games that are kept."""
    kept = replayed.kept[replayed.games.game_of_round[replayed.dearer.rounds]]
    columns: Any = replayed.dearer
    return Dearer(*(column[kept] for column in columns))


def _on_the_edge(replayed: Replayed) -> _Notes:
    """Note each total that comes to the threshold exactly; is that the end? (N2)."""
    games, rules, ends = replayed.games, replayed.rules, replayed.ends
    rulings, says = games.rulings, DICTIONARY[Code.THRESHOLD_EXACTLY].says
    names = games.names
    read_both_ways = (rules.fixed_rounds == 0) & replayed.kept
    scored = ends.scored & read_both_ways[games.game_of_round]
    exactly = ends.before + ends.points == rules.threshold[games.game_of_round]
    rounds, seats = np.nonzero((scored & exactly & (ends.points > 0)).T)
    game = games.game_of_round[rounds]
    index, ruling = rounds - games.first[game], games.ruling[game]
    player = games.name_of_seat[game, seats]

    def edge(of: int) -> int:
        return rulings[of].options.end_threshold

    def texts() -> _Texts:
        return _Texts(
            path=_coded("rounds[{}]".format, index),
            expected=_coded(lambda of: _json(rulings[of].options.end_comparison), ruling),
            recorded=_coded(lambda of: _json(edge(of)), ruling),
            message=_coded(
                lambda player, of: says.format(player=names[player], recorded=edge(of)),
                player,
                ruling,
            ),
        )

    number, turn = (index + 1).astype(np.int32), games.turns[rounds].astype(np.int32)
    return _Notes(Code.THRESHOLD_EXACTLY, "N2", game, number, turn, player, texts)


def _kept(replayed: Replayed, games: Flags) -> Numbers:
    """List those of the games (G,) that are kept."""
    kept: Numbers = np.flatnonzero(games & replayed.kept).astype(np.int32)
    return kept


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _nothing(game: Numbers) -> Coded:
    return Coded(np.full(len(game), NULL, np.int32), [])
