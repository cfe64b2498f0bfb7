"""Tables of a page: columns, cells, and the numbers as people read them. Knows no game."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from markupsafe import Markup


class Column(NamedTuple):
    """A column's head; numbers stand to the right, what is ``whole`` stays on its line."""

    title: str
    number: bool = False
    whole: bool = False


class Cell(NamedTuple):
    """What a cell shows; ``key`` is what it is sorted by where the text would not do."""

    text: str
    link: str | None = None
    key: str | float | None = None
    badge: bool = False
    small: str = ""


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
    return Cell(f"{value:,.{digits}f}".replace("-", "−"), key=value)


def share(hits: float, of: int) -> Cell:
    r"""Write a share with what it is of and how sure it is.

    >>> share(3, 12)[:1] + share(3, 12)[4:]
    ('25\u202f%', '3 of 12 · 9–53\u202f%')
    """
    if not of:
        return Cell("–", key="")
    low, high = interval(hits, of)
    sure = f"{hits:g} of {of} · {low:.0%}–{high:.0%}".replace("%–", "–").replace("%", f"{NARROW}%")
    return Cell(f"{hits / of:.0%}".replace("%", f"{NARROW}%"), key=round(hits / of, 6), small=sure)


NARROW = "\u202f"  # a space at which no line breaks
Z = 1.959964
"""Standard deviations to each side that hold 95 of 100 cases."""


def interval(hits: float, of: int) -> tuple[float, float]:
    """Give where a share lies with 95 % (Wilson), from how often it was seen.

    >>> [round(bound, 3) for bound in interval(3, 12)]
    [0.089, 0.532]
    """
    middle = (hits + Z * Z / 2) / (of + Z * Z)
    half = Z / (of + Z * Z) * sqrt(hits * (of - hits) / of + Z * Z / 4)
    return max(0.0, middle - half), min(1.0, middle + half)
