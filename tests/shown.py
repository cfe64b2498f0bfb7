"""A log as the scenes that a page or a terminal shows."""

from pathlib import Path
from typing import Any

from logs import raw
from retally.pipeline.rules import edition_of
from retally.pipeline.scenes.base import Show, show
from retally.pipeline.sources import RawLog, raw_logs
from retally.pipeline.verify import Checked, check


def shown(log: Any, **asked: str) -> Show:
    """The scenes of a log, or of a raw one as it stood in a file."""
    return _shown(check(log if isinstance(log, RawLog) else raw(log), asked))


def _shown(judged: Checked) -> Show:
    assert judged.log is not None, "an unreadable log has no scenes"
    assert judged.played is not None
    return show(judged.log, judged.played, judged.verdict, edition_of(judged.log)[0])


def shows_of(*paths: Path) -> list[tuple[str, Show]]:
    """The scenes of every readable log in these folders, with where each stands."""
    read = [log for log in raw_logs(list(map(str, paths))) if isinstance(log, RawLog)]
    return [
        (f"{Path(log.source).name}:{log.line}", _shown(judged))
        for log, judged in zip(read, map(check, read), strict=True)
        if judged.log is not None
    ]


def at(play: Show, anchor: str) -> dict[str, Any]:
    """The state of the scene that a link names."""
    (scene,) = [scene for scene in play.scenes if scene.anchor == anchor]
    return scene.state
