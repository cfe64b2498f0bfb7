"""Tables of a page: columns, cells, and the numbers as people read them. Knows no game."""

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple

from markupsafe import Markup
from retally.schemas.told import told


class Column(NamedTuple):
    """A column's head; numbers stand to the right, what is ``whole`` stays on its line."""

    title: str
    number: bool = False
    whole: bool = False


class Cell(NamedTuple):
    """What a cell shows; ``key`` is what it is sorted by where the text would not do.

    ``badge`` is the kind of badge that the text is on; ``few`` marks a small sample.
    """

    text: str
    link: str | None = None
    key: str | float | None = None
    badge: str = ""
    small: str = ""
    few: bool = False


class Head(NamedTuple):
    """How the cells of a column are marked up."""

    opens: Markup
    closes: str
    number: bool


class Table(NamedTuple):
    """A table with its caption; ``sorted_by`` is the column, from 0, that it is sorted by."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    name_column: int = 0

    def heads(self) -> list[Head]:
        """Say how the cells of each column are marked up; those of names head their rows."""
        made = []
        for at, column in enumerate(self.columns):
            kind = "num" if column.number else "whole" if column.whole else ""
            if at == self.name_column:
                made.append(Head(Markup('th scope="row" class="name"'), "th", column.number))
            else:
                made.append(
                    Head(Markup(f'td class="{kind}"' if kind else "td"), "td", column.number)
                )
        return made


def number(value: float | None, digits: int = 0) -> Cell:
    """Write a number; a dash for none.

    >>> number(3.14159, 1).text, number(None).text, number(12345).text
    ('3.1', '–', '12,345')
    """
    if value is None:
        return Cell("–", key="")
    return Cell(_signed(value, digits), key=value)


FEW = 30
"""A rate of fewer is marked, as the macro few of the reports has it."""


def share(part: float, of: int, rate: float | None, low: float | None, high: float | None) -> Cell:
    r"""Write a share with what it is of and how sure it is; the range is rounded outwards.

    >>> share(3, 12, 0.25, 0.089, 0.532)[:1] + share(3, 12, 0.25, 0.089, 0.532)[4:]
    ('25\u202f%', '3 of 12 · 8–54\u202f%', True)
    """
    if rate is None or low is None or high is None:
        return Cell("–", key="")
    small = told(
        "{part} of {of} · {low}–{high}",
        part=f"{part:,g}",
        of=f"{of:,}",
        low=floor(round(low * 100, 6)),
        high=f"{ceil(round(high * 100, 6))}{NARROW}%",
    )
    return Cell(f"{rate * 100:.0f}{NARROW}%", key=rate, small=small, few=of < FEW)


def mean(
    summed: float | None, of: int, each: float | None, low: float | None, high: float | None
) -> Cell:
    """Write a mean with what it is of and how sure it is; one of a single case has no range.

    >>> mean(26, 7, 3.714, 1.2, 6.23)[:1] + mean(26, 7, 3.714, 1.2, 6.23)[4:]
    ('3.7', '26 in 7 · 1.2 to 6.2', True)
    """
    if each is None:
        return Cell("–", key="")
    words = {"low": _signed(low, 1), "high": _signed(high, 1), "of": f"{of:,}"}
    if summed is None:
        small = told("of {of} · {low} to {high}", **words)
    else:
        words["part"] = _signed(summed, 0)
        small = told("{part} in {of} · {low} to {high}", **words)
    if low is None:
        small = told("of {of}", of=f"{of:,}")
    return Cell(_signed(each, 1), key=each, small=small, few=of < FEW)


def _signed(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:,.{digits}f}".replace("-", "−")


NARROW = "\u202f"  # a space at which no line breaks
