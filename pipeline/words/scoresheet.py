"""A scoresheet in words: that nothing was written down of its turns."""

from retally.pipeline.engine.six_nimmt import Action, State
from retally.pipeline.tape import Replay
from retally.schemas.scoresheet import Log
from retally.schemas.six_nimmt import Options
from retally.schemas.told import told


def explain(
    log: Log, played: Replay[Options, State, Action], round_: int, turn: int
) -> tuple[str, ...]:
    """Say of a round what a scoresheet has of it; no lines where it has no such round."""
    if not 1 <= round_ <= len(log.scoresheet):
        return ()
    heads = zip(log.players, log.scoresheet[round_ - 1], strict=True)
    return (
        told(
            "round {round}: only scores were written down, so no turn of it can be told",
            round=round_,
        ),
        *(told("{player}: {count} heads", player=player, count=points) for player, points in heads),
    )
