"""Which rates of the reports a player's page has, and the table of them. Asks no store."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from retally.pipeline.pages.tables import Cell, Column, Table, mean, share
from retally.pipeline.pages.warehouse import Row
from retally.schemas.told import told


class Rate(NamedTuple):
    """A rate as a report has it: the columns it is made of, and those that say it.

    ``low`` and ``high`` are the columns of its interval where they are not named after it;
    ``where`` chooses the row of a report that has several for a player.
    """

    words: str
    report: str
    rate: str
    part: tuple[str, ...]
    of: tuple[str, ...]
    is_share: bool = True
    where: tuple[str, object] | None = None
    interval: tuple[str, str] | None = None

    def cell(self, row: Row) -> Cell:
        """Write the rate of a row with what it is of and how sure it is."""
        low, high = self.interval or (f"{self.rate}_low", f"{self.rate}_high")
        of = sum(row[name] for name in self.of)
        part = sum(row[name] or 0 for name in self.part) if self.part else None
        sure = (row[self.rate], row[low], row[high])
        if self.is_share:
            return share(part or 0, of, *sure)
        return mean(part, of, *sure)


def _take(words: str, kind: str) -> Rate:
    return Rate(words, "six-nimmt-takes", "take_rate", ("takes",), ("turns",), True, ("take", kind))


def _heads(words: str, kind: str) -> Rate:
    of = ("heads",), ("takes",)
    return Rate(words, "six-nimmt-takes", "heads_a_take", *of, False, ("take", kind))


def _folds(words: str, step: int) -> Rate:
    of = ("folds",), ("rounds_asked",)
    return Rate(words, "sixteen-folds", "fold_rate", *of, True, ("step", step))


RATES: Mapping[str, Sequence[Rate]] = {
    "six_nimmt": (
        _take(told("Turns that cost a row"), "any"),
        _take(told("Turns that cost a row by a sixth card"), "sixth_card"),
        _take(told("Turns that cost a row for a low card"), "low_card"),
        _heads(told("Heads a take"), "any"),
        _heads(told("Heads a take by a sixth card"), "sixth_card"),
        _heads(told("Heads a take for a low card"), "low_card"),
        Rate(
            told("Free choices in which a dearer row was taken"), "six-nimmt-choices",
            "dearer_rate", ("dearer_rows",), ("choices",),
        ),
        Rate(
            told("Heads above the cheapest row, a free choice"), "six-nimmt-choices",
            "extra_heads_a_choice", ("extra_heads",), ("choices",), False,
        ),
    ),
    "sixteen": (
        Rate(
            told("Hands entered, of those at the table"), "sixteen-stones",
            "entered_rate", ("hands_entered",), ("hands_at_the_table",),
        ),
        Rate(
            told("Stones won or lost a hand"), "sixteen-stones", "stones_a_hand",
            ("net_stones",), ("hands_entered",), False, None, ("interval_low", "interval_high"),
        ),
        Rate(told("Hands won"), "sixteen-wins", "win_rate", ("wins",), ("hands",)),
        Rate(
            told("Wins without a showdown"), "sixteen-wins", "without_showdown_rate",
            ("wins_without_showdown",), ("wins",),
        ),
        Rate(
            told("Showdowns won"), "sixteen-wins", "showdowns_won_rate",
            ("showdowns_won",), ("showdowns",),
        ),
        Rate(
            told("Bluffs that won"), "sixteen-wins", "bluffs_won_rate",
            ("bluffs_won",), ("bluffs",),
        ),
        Rate(
            told("Decisions to bet or to raise"), "sixteen-aggression", "aggressive_rate",
            ("bets", "raises"), ("decisions",),
        ),
        _folds(told("Folds in step 1"), 1),
        _folds(told("Folds in step 2"), 2),
        _folds(told("Folds in step 3"), 3),
    ),
    "zaagox": (
        Rate(told("Chances for Da that were called"), "zaagox-da", "call_rate",
             ("calls",), ("chances",)),
        Rate(told("Calls of Da that had the card"), "zaagox-da", "won_rate", ("won",), ("calls",)),
        Rate(told("Pairs laid by Da"), "zaagox-pairs", "da_rate",
             ("pairs_by_da",), ("pairs_by_hand", "pairs_by_da")),
        Rate(told("Pairs from the hand that gave a stored card"), "zaagox-pairs",
             "stored_rate_by_hand", ("stored_by_hand",), ("pairs_by_hand",)),
        Rate(told("Pairs by Da that gave a stored card"), "zaagox-pairs",
             "stored_rate_by_da", ("stored_by_da",), ("pairs_by_da",)),
        Rate(told("Turns from a pair to its stored card"), "zaagox-pairs", "mean_turns_to_store",
             (), ("stored_by_hand", "stored_by_da"), False),
        Rate(told("Points of a set that won"), "zaagox-wins", "mean_set_points",
             (), ("wins",), False),
        Rate(told("Turns to win"), "zaagox-wins", "mean_turns_to_win", (), ("wins",), False),
    ),
}  # fmt: skip
"""The rates of each kind of game."""


def rates_table(game: str, rows: Mapping[str, Sequence[Row]]) -> Table:
    """List the rates of a player; ``rows`` are the player's rows by report."""
    columns = [Column(told("Rate"), whole=False), Column(told("How much"), True)]
    listed = [
        [Cell(rate.words), rate.cell(row)]
        for rate in RATES[game]
        for row in rows.get(rate.report, ())
        if rate.where is None or row[rate.where[0]] == rate.where[1]
    ]
    known = [row for row in listed if row[1].key != ""]
    return Table(told("Rates, each with what it is of and its range."), columns, known)
