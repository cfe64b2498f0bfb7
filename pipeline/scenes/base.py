"""A game as a row of scenes, and each finding at the scene where it happened. No game's rules."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from retally.pipeline.tape import Replay
from retally.schemas.base import Envelope, Path
from retally.schemas.codes import Severity
from retally.schemas.findings import Finding, Place, Verdict, json_path
from retally.schemas.registry import room
from retally.schemas.told import told

Board: TypeAlias = Callable[[], tuple[str, ...]]
"""The table of a scene as lines of text, drawn only where a terminal asks for it."""


class Scene(NamedTuple):
    """One moment of a game; ``state`` holds plain values that JSON can hold, region by region.

    ``turn`` is 0 for what comes before a round's first turn; ``step`` counts from 0 inside a
    turn. ``path`` and ``player`` say what of the log is shown, to find what is said of it.
    """

    round: int | None
    turn: int
    step: int
    words: tuple[str, ...]
    state: dict[str, Any]
    board: Board
    path: str = ""
    player: str | None = None
    fault: bool = False

    @property
    def anchor(self) -> str:
        """The name of the scene in a link, as ``r2t7`` or ``r2t7c3``.

        >>> Scene(2, 7, 3, (), {}, tuple).anchor, Scene(None, 7, 0, (), {}, tuple).anchor
        ('r2t7c3', 't7')
        """
        turn = f"t{self.turn}" if self.turn or self.round is None else ""
        step = f"c{self.step}" if self.step else ""
        return (f"r{self.round}" if self.round else "") + turn + step


class Marked(NamedTuple):
    """A finding and the number of the scene, from 0, at which it is shown."""

    finding: Finding
    scene: int


@dataclass(frozen=True, slots=True)
class Show:
    """A game ready to be shown: who plays, how it was judged, its scenes in order.

    ``aids`` are facts that drawing needs and that never change, such as the faces of cards.
    """

    log: Envelope
    verdict: Verdict
    edition: str
    scenes: tuple[Scene, ...]
    marked: tuple[Marked, ...]
    aids: dict[str, Any]

    def findings_at(self, scene: int) -> list[Finding]:
        """List what is said of a scene."""
        return [mark.finding for mark in self.marked if mark.scene == scene]


def show(log: Envelope, played: Replay[Any, Any, Any], verdict: Verdict, edition: str) -> Show:
    """Make the scenes of a game that was replayed and judged; an illegal one ends in its fault."""
    own = room("pipeline.scenes", log.game)
    scenes = tuple(own.scenes(log, played)) or (own.opening(log, played),)
    if played.illegal:
        scenes = (*scenes, _fault_scene(scenes[-1], verdict.findings))
    places = _places(scenes)
    marked = tuple(Marked(said, _scene_of(scenes, places, said)) for said in verdict.findings)
    return Show(log, verdict, edition, scenes, marked, own.aids(log, played))


def turns(scenes: Sequence[Scene]) -> Iterator[list[int]]:
    """Group the numbers of scenes by turn, in order; a fault belongs to the turn it is in."""
    group: list[int] = []
    for number, scene in enumerate(scenes):
        if group and (scene.round, scene.turn) != _turn_of(scenes[group[-1]]):
            yield group
            group = []
        group.append(number)
    yield group


def _turn_of(scene: Scene) -> tuple[int | None, int]:
    return scene.round, scene.turn


def _fault_scene(last: Scene, findings: Sequence[Finding]) -> Scene:
    """Make the scene at which the replay stops: the table as it stood, and why."""
    fault = next(
        said
        for said in findings
        if said.severity is Severity.ERROR and not said.code.startswith("SCORE")
    )
    round_ = last.round if last.round is None else fault.round or last.round
    turn = fault.turn or (last.turn if round_ == last.round else 0)
    same = (round_, turn) == _turn_of(last)
    return last._replace(
        round=round_,
        turn=turn,
        step=last.step + 1 if same else 0,
        words=(told("The replay stops here."),),
        path=fault.path or "",
        player=fault.player,
        fault=True,
    )


# Where a finding belongs -------------------------------------------------------------------


Places: TypeAlias = dict[tuple[int | None, int | None], list[int]]
"""The numbers of scenes by round and turn, and by round alone."""


def _places(scenes: Sequence[Scene]) -> Places:
    places: Places = {}
    for number, scene in enumerate(scenes):
        if not scene.fault:
            for turn in (scene.turn, None):
                places.setdefault((scene.round, turn), []).append(number)
    return places


def _scene_of(scenes: Sequence[Scene], places: Places, said: Finding) -> int:
    """Choose the scene of a finding: by its turn or round, there by its path, by its player."""
    last = len(scenes) - 1
    error = said.severity is Severity.ERROR and not said.code.startswith("SCORE")
    if error and scenes[last].fault:
        return last
    path = said.path or ""
    if said.round is None and said.turn is None:
        return last if path.startswith("recorded") else 0
    numbers = places.get((said.round, said.turn))
    if not numbers:
        return last
    if said.turn is None and ".recorded" in path:  # a claim is known at the end of its round
        return numbers[-1]
    near = _nearest(scenes, numbers, path) or numbers
    mine = [number for number in near if said.player and scenes[number].player == said.player]
    return (mine or near)[-1]


def _nearest(scenes: Sequence[Scene], numbers: Sequence[int], path: str) -> list[int]:
    """List the scenes that show exactly this part of the log, parts of it, or what holds it."""
    same = [number for number in numbers if scenes[number].path == path]
    inside = [number for number in numbers if leads_into(scenes[number].path, path)]
    if same or inside:
        return same or inside
    around = [number for number in numbers if leads_into(path, scenes[number].path)]
    longest = max((len(scenes[number].path) for number in around), default=0)
    return [number for number in around if len(scenes[number].path) == longest]


def leads_into(path: str, part: str) -> bool:
    """Say whether a path leads to something inside this part of a log.

    >>> leads_into("turns[1].da", "turns[1]"), leads_into("turns[10]", "turns[1]")
    (True, False)
    """
    return bool(part) and path.startswith(part) and path[len(part) :][:1] in (".", "[")


def path_of(place: Place) -> str:
    """Write the path of a place as findings have it."""
    return "" if place.path is None else _written(place.path)


@lru_cache(maxsize=1024)
def _written(path: Path) -> str:
    return json_path(path)
