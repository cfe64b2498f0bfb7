"""A table of text, columns aligned by what a terminal shows: wide characters count twice."""

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
    widths = [max(map(cell_len, column)) for column in zip(*held, strict=True)]
    if len(held) == 2 and _total(widths) > (room or WIDEST_ROW):
        yield from _card(*held)
        return
    if room is not None:
        widths = _narrowed(widths, room)
    yield from _lines(held[0], widths, right)
    yield "─" * _total(widths)
    for row in held[1:]:
        yield from _lines(row, widths, right)


def _card(names: Sequence[str], row: Sequence[str]) -> Iterable[str]:
    """Draw a single row as a card, a line a column."""
    width = max(map(cell_len, names))
    for name, cell in zip(names, row, strict=True):
        yield f"{_padded(name, width, False)}{GAP}{cell}".rstrip()


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(GAP) * (len(widths) - 1)


def terminal_room() -> int:
    """Give the width of the terminal in cells."""
    return shutil.get_terminal_size().columns


def _narrowed(widths: list[int], room: int) -> list[int]:
    """Take from the widest columns until a table fits, or none can give any more."""
    widths = list(widths)
    over = _total(widths) - room
    while over > 0 and max(widths) > NARROWEST:
        widest = max(widths)
        next_widest = max([width for width in widths if width < widest], default=NARROWEST)
        take = min(over, widest - max(next_widest, NARROWEST))
        widths[widths.index(widest)] -= max(take, 1)
        over -= max(take, 1)
    return widths


def _lines(row: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> Iterable[str]:
    folded = [_folded(cell, width) for cell, width in zip(row, widths, strict=True)]
    for parts in zip_longest(*folded, fillvalue=""):
        cells = [
            _padded(part, width, to_right)
            for part, width, to_right in zip(parts, widths, right, strict=True)
        ]
        yield GAP.join(cells).rstrip()


def _folded(cell: str, width: int) -> list[str]:
    return [cell] if cell_len(cell) <= width else chop_cells(cell, max(width, 2))


def _padded(cell: str, width: int, to_right: bool) -> str:
    blank = " " * (width - cell_len(cell))
    return blank + cell if to_right else cell + blank
