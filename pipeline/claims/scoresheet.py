"""A scoresheet's totals, winners and places, as written down, against its sums."""

from collections.abc import Iterator

from retally.pipeline.claims import six_nimmt as claims
from retally.pipeline.engine.six_nimmt import State
from retally.schemas.codes import Code
from retally.schemas.findings import Finding, Place, finding
from retally.schemas.scoresheet import Log
from retally.schemas.six_nimmt import Options


def of_sheet(log: Log, options: Options, state: State) -> Iterator[Finding]:
    """Hold totals, winners and places against the sums of a sheet."""
    yield from claims.of_game(log, options, state)
    ranks = log.recorded.ranks if log.recorded else None
    if ranks is not None and ranks not in _orders(state.totals):
        yield finding(
            Code.RANKS,
            Place(("recorded", "ranks")),
            clause="2.5",
            expected=list(_orders(state.totals)[0]),
            recorded=list(ranks),
        )


def _orders(totals: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Give the places by these totals, and the same without gaps after equals.

    >>> _orders((5, 3, 3, 9))
    ((3, 1, 1, 4), (2, 1, 1, 3))
    """
    with_gaps = tuple(1 + sum(other < total for other in totals) for total in totals)
    without = sorted(set(totals))
    return with_gaps, tuple(1 + without.index(total) for total in totals)
