"""From a log to the moves of its engine; one file a game, chosen here by the log's game."""

from typing import Any

from retally.pipeline.tape import Replay
from retally.schemas.base import Envelope, Frozen
from retally.schemas.registry import room


def replay(log: Envelope, options: Frozen) -> Replay[Any, Any, Any]:
    """Play any game's log through under these options of its game."""
    result: Replay[Any, Any, Any] = room("pipeline.replay", log.room).replay(log, options)
    return result
