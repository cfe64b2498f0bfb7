"""What every engine offers and answers with. No game's rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

from retally.schemas.base import Frozen, Path
from retally.schemas.codes import Code

Options = TypeVar("Options", bound=Frozen, contravariant=True)
State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an action is not allowed: the code, the clause, whose fault, what was due.

    ``seat`` counts from 0; ``within`` is the place inside the action, such as
    ``("rows", 2)``; ``words`` fill the code's sentence.
    """

    code: Code
    clause: str
    seat: int | None = None
    within: Path = ()
    expected: Any = None
    recorded: Any = None
    words: dict[str, Any] = field(default_factory=dict)


class ScoreItem(NamedTuple):
    """One line of the ledger; a score is the sum of its items.

    ``round`` and ``turn`` count from 1 (they leave the engine), ``seat`` from 0.
    """

    round: int
    turn: int
    seat: int
    item: str
    points: int


class Engine(Protocol[Options, State, Action]):
    """The functions that each engine module has; all are pure."""

    def start_violations(self, options: Options, seats: int) -> Iterator[Violation]:
        """Yield what is wrong, or to be warned of, before the first deal."""

    def legal(self, options: Options, state: State) -> Sequence[Action]:
        """List every decision that is allowed now; none when chance moves or all is over."""

    def violations(self, options: Options, state: State, action: Action) -> Iterator[Violation]:
        """Yield all that is wrong with an action, the gravest first."""

    def violation(self, options: Options, state: State, action: Action) -> Violation | None:
        """Say why an action is not allowed, or None: the first of ``violations``."""

    def apply(
        self, options: Options, state: State, action: Action
    ) -> tuple[State, tuple[ScoreItem, ...]]:
        """Say what follows from a legal action: the next state and its score items."""

    def over(self, state: State) -> bool:
        """Say whether the game has ended."""

    def scores(self, state: State) -> tuple[int, ...]:
        """Give the points by seat; of an unfinished game the points so far."""

    def winners(self, state: State) -> tuple[int, ...]:
        """Give the winning seats; none while the game goes on."""
