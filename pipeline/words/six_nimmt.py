"""6 nimmt! in words: where a card went and why, and the four rows as lines of text."""

from collections.abc import Sequence

from retally.pipeline.engine.six_nimmt import Placement, Row, heads_of
from retally.schemas.six_nimmt import HEADS


def placement_sentence(there: Placement, player: str) -> str:
    """Say where a card goes and why (rules 2.4).

    >>> rows = ((12,), (37,), (43,), (58,))
    >>> placement_sentence(Placement(44, 0, rows, (0, 1, 2), 2, "append", ()), "ann")
    '44 goes to row 3: of the ends 12, 37, 43, 58 the largest below 44 is 43'
    """
    ends = ", ".join(str(row[-1]) for row in there.rows)
    if there.action == "low_card":
        if there.row is None:
            return f"{there.card} is below every row end ({ends}): {player} has to take a row"
        return (
            f"{there.card} is below every row end ({ends}): {player} takes row {there.row + 1}"
            f" ({_cards(there.taken)}) and puts {there.card} there; {tally(there.taken)}"
        )
    assert there.row is not None, "only a low card waits for a choice"
    goes = f"{there.card} goes to row {there.row + 1}: of the ends {ends} the largest below"
    sentence = f"{goes} {there.card} is {there.rows[there.row][-1]}"
    if there.action == "sixth_card":
        sentence += (
            f"; it would be the sixth card, so {player} takes {_cards(there.taken)}"
            f" and {there.card} starts the row; {tally(there.taken)}"
        )
    return sentence


def tally(cards: Sequence[int]) -> str:
    """Add up heads so that a person can follow.

    >>> tally((12, 14, 15)), tally((37,))
    ('1+1+2 = 4 heads', '1 head')
    """
    total = heads_of(cards)
    unit = "head" if total == 1 else "heads"
    sum_ = "+".join(str(HEADS[card]) for card in cards)
    return f"{sum_} = {total} {unit}" if len(cards) > 1 else f"{total} {unit}"


def board(rows: Sequence[Row]) -> tuple[str, ...]:
    """Draw the four rows, one a line, with their heads.

    >>> print("\\n".join(board(((12, 14), (37,), (43,), (58,)))))
    row 1   12  14               2 heads
    row 2   37                   1 head
    row 3   43                   1 head
    row 4   58                   1 head
    """
    return tuple(_row_line(index, row) for index, row in enumerate(rows))


def _row_line(index: int, row: Row) -> str:
    cards = " ".join(f"{card:>3}" for card in row)
    heads = heads_of(row)
    return f"row {index + 1}  {cards:<19} {heads:>2} {'head' if heads == 1 else 'heads'}"


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards))
