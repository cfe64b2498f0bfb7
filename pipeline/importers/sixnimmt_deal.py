"""The deal that the seeds of a sixnimmt server make, card by card. Draws with Python's own dice."""

import hashlib
import random

from retally.schemas.six_nimmt import CARDS, HAND_CARDS, ROWS


def hand_seed(match_seed: int | str, hand: int) -> int:
    """Give the seed of a hand, from 1, that the seed of a match makes.

    >>> hand_seed(12345, 1)
    12451472201012505513
    """
    digest = hashlib.sha256(f"{match_seed}:{hand}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def deal(seed: int, seats: int) -> tuple[list[list[int]], list[int]]:
    """Give the hands and the starting rows that a hand's seed makes.

    The deck is dealt round the table ten times, then four rows are laid out.
    """
    deck = list(CARDS)
    random.Random(seed).shuffle(deck)
    dealt = seats * HAND_CARDS
    return [deck[seat:dealt:seats] for seat in range(seats)], deck[dealt : dealt + ROWS]
