"""The four rows as a foreign log tells of them, card by card. Judges no move.

Row starters may be unknown (None): a text log does not have them.
"""

from collections.abc import Iterable, Sequence

from retally.schemas.six_nimmt import HEADS


class RowTable:
    """Four rows, changed as a log says; rows count from 0."""

    def __init__(self, starts: Iterable[int | None]) -> None:
        self.rows: list[list[int | None]] = [[card] for card in starts]

    def ends(self) -> list[int | None]:
        """Give the last card of each row."""
        return [row[-1] for row in self.rows]

    def is_low(self, card: int) -> bool | None:
        """Say whether a card is below every row end; None where an unknown end decides."""
        known = [end for end in self.ends() if end is not None]
        if any(end < card for end in known):
            return False
        return True if len(known) == len(self.rows) else None

    def append(self, row: int, card: int) -> None:
        """Lay a card behind a row."""
        self.rows[row].append(card)

    def take(self, row: int, card: int) -> list[int | None]:
        """Give the cards of a row away; the card starts it anew."""
        taken, self.rows[row] = self.rows[row], [card]
        return taken


def heads_of(cards: Sequence[int | None]) -> int | None:
    """Add up the heads of cards; None where one is not known.

    >>> heads_of([12, 14]), heads_of([None, 14])
    (2, None)
    """
    known = [card for card in cards if card is not None]
    return sum(HEADS[card] for card in known) if len(known) == len(cards) else None
