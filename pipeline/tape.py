"""The tape that plays moves until one is against the rules, and the replay it leaves."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from retally.pipeline.engine.base import Engine, ScoreItem, Violation
from retally.schemas.base import Frozen
from retally.schemas.codes import Severity
from retally.schemas.findings import Finding, Place, finding

Options = TypeVar("Options", bound=Frozen)
State = TypeVar("State")
Action = TypeVar("Action")


Context: TypeAlias = Callable[[], tuple[str, ...]]
"""The table at a moment, drawn only when there is something to say of it."""


def _no_context() -> tuple[str, ...]:
    return ()


class Step(NamedTuple, Generic[State, Action]):
    """One legal action: where it stands in the log, the table before and after, its items."""

    place: Place
    before: State
    action: Action
    after: State
    items: tuple[ScoreItem, ...]


@dataclass(frozen=True, slots=True)
class Replay(Generic[Options, State, Action]):
    """A log played through: its legal steps, and all that is to be said of it.

    ``scores`` and ``winners`` are by seat, from 0; ``ended`` says that the game is complete,
    ``claimed`` that the log has any claim. Not ``replayable`` is a game of which scores are
    known and no move.
    """

    options: Options
    steps: tuple[Step[State, Action], ...]
    findings: tuple[Finding, ...]
    state: State
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ended: bool
    claimed: bool
    replayable: bool = True

    @property
    def items(self) -> tuple[ScoreItem, ...]:
        """The ledger: every score item in the order of play."""
        return tuple(item for step in self.steps for item in step.items)

    @property
    def illegal(self) -> bool:
        """Whether an action breaks the rules; ``steps`` are those before it."""
        return any(
            said.severity is Severity.ERROR and not said.code.startswith("SCORE")
            for said in self.findings
        )


@dataclass
class Tape(Generic[Options, State, Action]):
    """Plays one move after another; a move against the rules is noted and not played."""

    engine: Engine[Options, State, Action]
    options: Options
    state: State
    players: tuple[str, ...]
    steps: list[Step[State, Action]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def start(self, place: Place) -> bool:
        """Note what is wrong before the first action; say whether there is no error."""
        faults = self.engine.start_violations(self.options, len(self.players))
        found = [self.fault_found(fault, place) for fault in faults]
        self.findings += found
        return all(said.severity is not Severity.ERROR for said in found)

    def play(self, action: Action, place: Place, context: Context = _no_context) -> bool:
        """Play a move if it is legal, else note every fault of it; say which it was."""
        faults = tuple(self.engine.violations(self.options, self.state, action))
        for fault in faults:
            self.findings.append(self.fault_found(fault, place, context))
        if faults:
            return False
        after, items = self.engine.apply(self.options, self.state, action)
        self.steps.append(Step(place, self.state, action, after, items))
        self.state = after
        return True

    def fault_found(
        self, fault: Violation, place: Place, context: Context = _no_context
    ) -> Finding:
        """Turn a violation into a finding at this place of the log."""
        player = place.player if fault.seat is None else self.players[fault.seat]
        path = None if place.path is None else (*place.path, *fault.within)
        return finding(
            fault.code,
            place._replace(path=path, player=player),
            clause=fault.clause,
            expected=fault.expected,
            recorded=fault.recorded,
            context=context(),
            **fault.words,
        )


def any_claim(claims: Frozen | None) -> bool:
    """Say whether anything at all was written down."""
    return claims is not None and any(
        getattr(claims, name) is not None for name in type(claims).model_fields
    )


def differing(expected: Any, recorded: Any) -> list[int]:
    """List the positions where a claim differs from what is due."""
    pairs = zip(expected, recorded, strict=True)
    return [index for index, (due, claim) in enumerate(pairs) if due != claim]


class ScoreSheet(NamedTuple):
    """What a set of cards is worth: the total, its items, and the working in words."""

    total: int
    items: tuple[tuple[str, int], ...]
    working: tuple[str, ...] = ()


class UnknownCardsError(ValueError):
    """Cards that are not of the game, or too many of one."""
