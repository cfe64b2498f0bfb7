"""6 nimmt! in arrays: the options of many games as columns. Applies none of them."""

from typing import Any, NamedTuple

import numpy as np
from retally.pipeline.batch.base import Flags, Numbers, Ruling
from retally.pipeline.batch.six_nimmt.games import Games
from retally.schemas.six_nimmt import Options, last_card

NEVER = 10**9
"""No game has so many heads or rounds; what a log asks for beyond it comes to the same."""


class Rules(NamedTuple):
    """The options of each game, (G,) each; rules 2.6 and 2.10 say what they mean."""

    fewest_heads: Flags
    """A low card takes a cheapest row (N1)."""
    more_than: Flags
    threshold: Numbers
    fixed_rounds: Numbers
    """0: the threshold ends the game (N2)."""
    immediate: Flags
    extra_round: Flags
    continue_stock: Flags
    max_players: Numbers
    backwards: Flags
    """The draft goes counterclockwise (N9)."""
    open_draft: Flags
    reduced: Flags
    highest: Numbers
    """The last card of the deck."""

    def of(self, games: Numbers) -> "Rules":
        """Give the options of these games, in this order."""
        columns: Any = self
        return Rules(*(column[games] for column in columns))


def rules_of(games: Games) -> Rules:
    """Set the options of these games out in columns."""
    return columns_of(games.rulings, games.seats).of(games.ruling)


def columns_of(rulings: list[Ruling[Options]], seats: int) -> Rules:
    """Set the options of rulings out in columns, for so many seats."""
    rows = [_row(ruling.options, seats) for ruling in rulings]
    columns: Any = (np.array(column) for column in zip(*rows, strict=True))
    return Rules(*columns)


def _row(options: Options, seats: int) -> tuple[bool | int, ...]:
    return (
        options.low_card_row == "fewest_heads",
        options.end_comparison == "more_than",
        min(options.end_threshold, NEVER),
        min(options.fixed_rounds or 0, NEVER),
        options.end_check == "immediate",
        options.tie_break == "extra_round",
        options.next_deal == "continue_stock",
        options.max_players,
        options.draft_direction == "counterclockwise",
        options.hand_deal == "open_draft",
        options.deck == "reduced",
        last_card(options, seats),
    )
