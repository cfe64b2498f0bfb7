"""6 nimmt! logs that the batch engine passed: their verdicts, column by column. Writes no word.

No log is parsed again and no verdict made by itself. What is passed has no error: it is legal
and every claim agrees, so nothing but notes and warnings is to be said of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeVar

import numpy as np
from retally.pipeline.batch import six_nimmt as batch
from retally.pipeline.batch.base import STATUS, Coded, Column, Judged, Numbers, Optional
from retally.pipeline.packing.six_nimmt import pack
from retally.pipeline.rules import UnknownRule, sign_of, with_rules
from retally.pipeline.sources import RawLog
from retally.schemas.findings import Status
from retally.schemas.six_nimmt import EDITIONS

Made = TypeVar("Made")


class Game(NamedTuple):
    """A verdict without its findings; names and meanings are those of ``Verdict``."""

    source: str
    line: int
    game_id: str
    game: str
    status: Status
    scores: dict[str, int]
    winners: tuple[str, ...]
    sign: Literal[1, -1]


class Texts(NamedTuple):
    """A column of text, (N,): ``labels[code]`` for each of ``codes``; −1: there is none."""

    codes: list[int]
    labels: Sequence[str]

    def made(self, make: Callable[[str], Made], nothing: Made) -> list[Made]:
        """Give what is made of each text: once a label, since notes are much alike."""
        made = [*map(make, self.labels), nothing]
        return [made[code] for code in self.codes]


class Notes(NamedTuple):
    """What is noted of games, N of it, game by game; columns as those of ``Finding``.

    ``expected`` and ``recorded`` are JSON, messages English.
    """

    code: Texts
    severity: Texts
    clause: Texts
    path: Texts
    round: list[int | None]
    turn: list[int | None]
    player: Texts
    expected: Texts
    recorded: Texts
    message: Texts


@dataclass
class Passed:
    """Games that were passed, G of them, and what is noted of them."""

    games: list[Game]
    notes: Notes
    first: list[int]
    """(G + 1,) where the notes of each game begin; the last entry is N."""

    def by_game(self, of_notes: Sequence[Made]) -> Iterator[Sequence[Made]]:
        """Cut what each note has, (N,), into that of each game."""
        for game in range(len(self.games)):
            yield of_notes[self.first[game] : self.first[game + 1]]


Write = Callable[[Passed], Iterable[str | None]]
"""Writes the verdict on each game; None: on that one it cannot."""


def passed_verdicts(
    logs: Sequence[RawLog], asked: Mapping[str, str], write: Write
) -> dict[int, tuple[Status, str]]:
    """Give the status of each log that is passed and what was written of it, by its place.

    ``asked`` are rules put over the logs' own, as far as the game has them.
    """
    told: dict[int, tuple[Status, str]] = {}
    first = 0
    for packed in pack(logs, _rules_of_the_game(asked)):
        for games in packed.games:
            replayed = batch.replay(games)
            kept = np.flatnonzero(replayed.kept).astype(np.int32)
            places = (games.numbers[kept] + first).tolist()
            passed = _passed(replayed, kept, [logs[place] for place in places])
            for place, game, text in zip(places, passed.games, write(passed), strict=True):
                if text is not None:
                    told[place] = game.status, text
        first += len(packed.logs)
    return told


def _rules_of_the_game(asked: Mapping[str, str]) -> dict[str, str]:
    """Give those of the rules that 6 nimmt! has, with a value that it takes."""
    known = {}
    for name, text in asked.items():
        with suppress(UnknownRule):
            with_rules(next(iter(EDITIONS.values())), {name: text})
            known[name] = text
    return known


def _passed(replayed: batch.Replayed, kept: Numbers, logs: Sequence[RawLog]) -> Passed:
    """Lay out the verdicts on the games that are kept; ``logs`` are theirs."""
    notes = batch.notes(replayed)
    game_of_note = notes["game_id"]
    assert isinstance(game_of_note, Coded)
    first = np.searchsorted(game_of_note.codes, kept, side="left").tolist()
    columns: Any = (_listed(notes[name]) for name in Notes._fields)
    return Passed(
        [*_games(replayed, kept, logs)], Notes(*columns), [*first, len(game_of_note.codes)]
    )


def _games(replayed: batch.Replayed, kept: Numbers, logs: Sequence[RawLog]) -> Iterator[Game]:
    games, ends = replayed.games, replayed.ends
    signs = [sign_of(ruling.options) for ruling in games.rulings]
    statuses = [STATUS.get(judged, Status.ILLEGAL) for judged in Judged]
    rows = zip(
        kept.tolist(),
        logs,
        replayed.judged[kept].tolist(),
        games.ruling[kept].tolist(),
        ends.scores.T[kept].tolist(),
        (ends.winners & ends.ended).T[kept].tolist(),
        strict=True,
    )
    for game, log, judged, ruling, scores, won in rows:
        players = games.players[game]
        winners = tuple(player for player, has_won in zip(players, won, strict=True) if has_won)
        yield Game(
            log.source,
            log.line,
            games.game_ids[game],
            "six_nimmt",
            statuses[judged],
            dict(zip(players, scores, strict=True)),
            winners,
            signs[ruling],
        )


def _listed(column: Column) -> "Texts | list[int | None]":
    if isinstance(column, Coded):
        return Texts(column.codes.tolist(), column.labels)
    assert isinstance(column, Optional), "a column of notes has texts or gaps"
    numbers = zip(column.numbers.tolist(), column.known.tolist(), strict=True)
    return [number if known else None for number, known in numbers]
