"""A scoresheet as rows: points a round as written down, and that there is nothing more."""

from collections.abc import Iterator
from typing import Any

from retally.pipeline.engine.six_nimmt import Action, State
from retally.pipeline.tape import Replay
from retally.schemas.facts import RoundFact
from retally.schemas.scoresheet import Log
from retally.schemas.six_nimmt import Options

SheetReplay = Replay[Options, State, Action]


def tables(log: Log, played: SheetReplay) -> dict[str, list[tuple[Any, ...]]]:
    """Give the one row that keeps this game apart from those that were replayed."""
    return {"scoresheets": [(log.game_id, "rounds" if log.scoresheet else "totals")]}


def rounds(log: Log, played: SheetReplay) -> Iterator[RoundFact]:
    """Give each seat's heads in each round; they are known by no other way than as written."""
    for number, heads in enumerate(log.scoresheet, 1):
        for seat, points in enumerate(heads, 1):
            yield RoundFact(number, seat, points, points)


def recorded_scores(log: Log) -> tuple[int, ...] | None:
    """Give the totals as they were written down, by seat, or None."""
    return log.recorded.totals if log.recorded else None
