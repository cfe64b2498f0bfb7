"""A table of text, columns aligned by what a terminal shows: wide characters count twice."""

import re
import shutil
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rich.cells import cell_len, chop_cells

GAP = "  "
NARROWEST = 8
"""A column is not folded to fewer cells than this."""
WIDEST_ROW = 120
"""A single row that is wider than this stands as a card where no terminal says its width."""


def drawn(
    names: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[bool], room: int | None
) -> Iterable[str]:
    """Draw a table line by line, each cell a line of text already safe to print.

    ``right`` says which columns stand right-aligned; ``room`` is the width that there is,
    longer cells are folded into it, None is as wide as it takes. A single row that is too
    wide becomes a card.
    """
    held = [tuple(names), *map(tuple, rows)]
    widest = [max(map(cell_len, column), default=0) for column in zip(*held[1:], strict=True)]
    widths = fitted(names, widest or [0] * len(names), None)
    if len(held) == 2 and _total(widths) > (room or WIDEST_ROW):
        yield from _card(*held)
        return
    widths = fitted(names, widest or [0] * len(names), room)
    yield from head(names, widths, right)
    yield from body(held[1:], widths, right)


def fitted(names: Sequence[str], widest: Sequence[int], room: int | None) -> list[int]:
    """Give the widths of columns whose widest cells are so wide; in too little room they fold."""
    widths = list(map(max, map(cell_len, names), widest))
    if room is None or _total(widths) <= room:
        return widths
    words = (max(map(cell_len, _words(name))) for name in names)
    return _narrowed(list(map(max, words, widest)), room)


def head(names: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> Iterable[str]:
    """Draw the names of the columns and a rule."""
    yield from _lines(list(map(_folded_name, names, widths)), widths, right)
    yield "─" * _total(widths)


def body(
    rows: Iterable[Sequence[str]], widths: Sequence[int], right: Sequence[bool]
) -> Iterable[str]:
    """Draw rows line by line, folded into these widths."""
    for row in rows:
        yield from _lines(list(map(_folded, row, widths)), widths, right)


def _card(names: Sequence[str], row: Sequence[str]) -> Iterable[str]:
    """Draw a single row as a card, a line a column."""
    width = max(map(cell_len, names))
    for name, cell in zip(names, row, strict=True):
        yield f"{padded(name, width, False)}{GAP}{cell}".rstrip()


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(GAP) * (len(widths) - 1)


def terminal_room() -> int:
    """Give the width of the terminal in cells."""
    return shutil.get_terminal_size().columns


def _narrowed(wanted: list[int], room: int) -> list[int]:
    """Take from the widest columns until a table fits; where it cannot, take nothing."""
    widths = list(wanted)
    while _total(widths) > room:
        widest = max(widths)
        if widest <= NARROWEST:
            return wanted
        widths[widths.index(widest)] -= 1
    return widths


def _lines(
    folded: Sequence[Sequence[str]], widths: Sequence[int], right: Sequence[bool]
) -> Iterable[str]:
    """Draw a row whose cells are folded: as many lines as its highest cell has."""
    for parts in zip_longest(*folded, fillvalue=""):
        yield GAP.join(map(padded, parts, widths, right)).rstrip()


def _folded(cell: str, width: int) -> list[str]:
    return [cell] if cell_len(cell) <= width else chop_cells(cell, max(width, 2))


def _folded_name(name: str, width: int) -> list[str]:
    """Fold a column's name between its words, as far as they fit."""
    lines = [""]
    for word in _words(name):
        if cell_len(lines[-1] + word) <= width:
            lines[-1] += word
        else:
            lines += [*_folded(word, width)]
    return lines if lines[0] else lines[1:]


def _words(name: str) -> list[str]:
    """Split a column's name after each underscore or blank.

    >>> _words("win_share_rate")
    ['win_', 'share_', 'rate']
    """
    return re.findall(r"[^_ ]*[_ ]|[^_ ]+", name) or [name]


def padded(cell: str, width: int, to_right: bool) -> str:
    """Fill a cell up to a width."""
    blank = " " * (width - cell_len(cell))
    return blank + cell if to_right else cell + blank
