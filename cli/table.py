"""A table of text, columns aligned by what a terminal shows: wide characters count twice."""

import shutil
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rich.cells import cell_len, chop_cells

GAP = "  "
NARROWEST = 8
"""A column is not folded to fewer cells than this."""


def drawn(
    names: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[bool], room: int | None
) -> Iterable[str]:
    """Draw a table line by line, each cell a line of text already safe to print.

    ``right`` says which columns stand right-aligned; ``room`` is the width that there is,
    longer cells are folded into it, None is as wide as it takes.
    """
    held = [tuple(names), *map(tuple, rows)]
    widths = [max(map(cell_len, column)) for column in zip(*held, strict=True)]
    if room is not None:
        widths = _narrowed(widths, room)
    yield from _lines(held[0], widths, right)
    yield "─" * (sum(widths) + len(GAP) * (len(widths) - 1))
    for row in held[1:]:
        yield from _lines(row, widths, right)


def terminal_room() -> int:
    """Give the width of the terminal in cells."""
    return shutil.get_terminal_size().columns


def _narrowed(widths: list[int], room: int) -> list[int]:
    """Take from the widest columns until a table fits, or none can give any more."""
    widths = list(widths)
    over = sum(widths) + len(GAP) * (len(widths) - 1) - room
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
