"""The score of four stored Zaägox cards: kinds, operations, their order. Knows no table."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from retally.schemas.zaagox import CLASSES, Face, Options, face, number_class

Connection: TypeAlias = Literal["strong", "weak"]
Sign: TypeAlias = Literal["+", "x", "^"]
COMPLETE_POINTS = 2


class Kinds(NamedTuple):
    """How many kinds of shape, colour and number some cards have (rules 4.6).

    ``connection`` is of the number kinds; None where four or one are not the case.
    """

    shape: int
    colour: int
    number: int
    connection: Connection | None


class Operation(NamedTuple):
    """One step of the working: what for, what is done, and what stands there after it."""

    part: str
    kinds: int
    sign: Sign
    amount: int
    result: int


class SetScore(NamedTuple):
    """A set of stored cards, worked out (rules 4.5)."""

    kinds: Kinds
    operations: tuple[Operation, ...]
    score: int

    @property
    def items(self) -> tuple[tuple[str, int], ...]:
        """What each step brings, in points: their sum is the score."""
        results = [0, *(step.result for step in self.operations)]
        return tuple(
            (step.part, step.result - before)
            for step, before in zip(self.operations, results, strict=False)
        )


def set_score(options: Options, cards: Sequence[str]) -> SetScore:
    """Work out what four stored cards are worth (rules 4.5).

    >>> set_score(Options(), ("R1", "Y2", "G3", "B4")).score
    144
    """
    faces = [face(options, card) for card in cards]
    kinds = kinds_of(faces)
    operations: list[Operation] = []
    result = 0
    for part, count, sign, amount in _ordered(options, _table(options, kinds, faces)):
        result = _worked(result, sign, amount)
        operations.append(Operation(part, count, sign, amount, result))
    if options.score_floor == "zero" and result < 0:  # Z21
        operations.append(Operation("floor", 0, "+", -result, 0))
        result = 0
    return SetScore(kinds, tuple(operations), result)


def kinds_of(faces: Sequence[Face]) -> Kinds:
    """Count the kinds; a blank has a shape of its own, no colour and no number (rules 4.6)."""
    number, connection = number_kinds([shown.number for shown in faces])
    return Kinds(
        shape=len({shown.shape for shown in faces}),
        colour=len({shown.colour for shown in faces} - {None}),
        number=number,
        connection=connection,
    )


def number_kinds(numbers: Sequence[int | None]) -> tuple[int, Connection | None]:
    """Count number kinds, and say whether four or one are strong or weak (rules 4.6).

    >>> number_kinds((1, 6, 7, 4)), number_kinds((2, 2, 3, 6)), number_kinds((None, 5, 5, 5))
    ((4, 'weak'), (2, None), (1, 'strong'))
    """
    shown = [number for number in numbers if number is not None]
    kinds = len({number_class(number) for number in shown})
    if kinds == 4:
        return kinds, "strong" if max(shown) <= CLASSES or min(shown) > CLASSES else "weak"
    if kinds == 1:
        return kinds, "strong" if len(set(shown)) == 1 else "weak"
    return kinds, None


_Entry: TypeAlias = tuple[str, int, Sign, int]

_SHAPE: dict[int, tuple[Sign, int]] = {4: ("^", 2), 3: ("x", 2), 2: ("+", 1), 1: ("+", -1)}
_COLOUR: dict[int, tuple[Sign, int]] = {4: ("x", 3), 3: ("x", 2), 2: ("+", 1), 1: ("+", -2)}
_NUMBER: dict[int, tuple[Sign, int]] = {3: ("x", 2), 2: ("+", 1)}
_NOTHING: tuple[Sign, int] = ("+", 0)


def _table(options: Options, kinds: Kinds, faces: Sequence[Face]) -> list[_Entry]:
    """Look up each operation in the table of rules 4.5, in its order."""
    blanks = any(shown.number is None for shown in faces)
    return [
        ("complete", len(faces), "+", COMPLETE_POINTS),
        ("shape", kinds.shape, *_SHAPE.get(kinds.shape, _NOTHING)),
        ("colour", kinds.colour, *_COLOUR.get(kinds.colour, _NOTHING)),
        ("number", kinds.number, *_number_operation(options, kinds, blanks)),
    ]


def _number_operation(options: Options, kinds: Kinds, blanks: bool) -> tuple[Sign, int]:
    if kinds.number == 4:
        return ("^", 2) if kinds.connection == "strong" else ("x", 3)
    if kinds.number != 1:
        return _NUMBER.get(kinds.number, _NOTHING)
    if blanks and options.one_kind_with_blanks == "needs_four_numbers":  # Z3
        return _NOTHING
    return "+", -2 if kinds.connection == "strong" else options.weak_one_number_kind  # Z2


_RANKS: dict[str, dict[str, int]] = {
    "add_multiply_power": {"+": 0, "x": 1, "^": 2},
    "add_power_multiply": {"+": 0, "^": 1, "x": 2},
    "add_then_listed_order": {"+": 0, "x": 1, "^": 1},
}


def _ordered(options: Options, entries: list[_Entry]) -> list[_Entry]:
    """Put operations in the order in which they are applied (Z1); additions always go first."""
    ranks = _RANKS[options.operation_order]
    return sorted(entries, key=lambda entry: ranks[entry[2]])


def _worked(result: int, sign: Sign, amount: int) -> int:
    if sign == "+":
        return result + amount
    if sign == "x":
        return result * amount
    power: int = result**amount
    return power
