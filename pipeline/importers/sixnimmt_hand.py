"""What was told of a sixnimmt match and of each of its hands, and a hand as a round of a log."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from retally.pipeline.importers.base import Faults, listed
from retally.pipeline.importers.sixnimmt_deal import deal, hand_seed
from retally.pipeline.importers.sixnimmt_models import Event
from retally.schemas.told import told


@dataclass
class Match:
    """The events of one match, with their lines."""

    line: int
    faults: Faults = field(default_factory=Faults)
    lines: list[bytes] = field(default_factory=list)
    events: list[tuple[int, Event]] = field(default_factory=list)


@dataclass
class Hand:
    """What was told of a hand, play by play; rows that were chosen or laid on count from 1."""

    number: int
    rows: list[int] = field(default_factory=list)
    hands: dict[str, list[int]] = field(default_factory=dict)
    turns: list[dict[str, int]] = field(default_factory=list)
    choices: list[int | None] = field(default_factory=list)
    placed: list[dict[str, int]] = field(default_factory=list)
    penalties: list[dict[str, int]] = field(default_factory=list)
    scores: dict[str, int] | None = None
    seed: int | None = None

    def round(self, players: list[str]) -> dict[str, Any]:
        """Give the hand as a round; a play whose cards are not all placed is left out."""
        whole = [turn for turn, placed in enumerate(self.placed) if len(placed) == len(players)]
        made: dict[str, Any] = {
            "rows": self.rows,
            "turns": [_seated(self.turns[turn], players) for turn in whole],
        }
        choices = [self.choices[turn] for turn in whole]
        if any(choices):
            made["row_choices"] = choices
        if len(self.hands) == len(players):
            made["hands"] = [self.hands[player] for player in players]
        return {**made, "recorded": self._claims(players, whole)}

    def _claims(self, players: list[str], whole: list[int]) -> dict[str, Any]:
        placed = [_seated(self.placed[turn], players) for turn in whole]
        claims: dict[str, Any] = {"placed_rows": placed}
        if len(self.penalties) == len(whole):
            claims["turn_penalties"] = [_seated(heads, players) for heads in self.penalties]
        if self.scores is not None:
            claims["penalties"] = _seated(self.scores, players)
        return claims


def _seated(by_player: dict[str, int], players: list[str]) -> list[int]:
    return [by_player[player] for player in players]


def deal_differences(hand: Hand, players: list[str], match_seed: int | str | None) -> Iterator[str]:
    """Say where a hand was not dealt as its seed, or the seed of the match, deals it."""
    seed = hand.seed
    if match_seed is not None:
        seed = hand_seed(match_seed, hand.number)
        if hand.seed not in (None, seed):
            yield (
                told(
                    "hand {number}: the seed of the match makes {seed},"
                    " the seed of the hand is {given}",
                    number=hand.number,
                    seed=seed,
                    given=hand.seed,
                )
            )
            return
    if seed is None:
        return
    hands, rows = deal(seed, len(players))
    for player, cards in zip(players, hands, strict=True):
        dealt = hand.hands.get(player)
        if dealt is not None and sorted(dealt) != sorted(cards):
            yield (
                told(
                    "hand {number}: the seed deals {player} {cards}, dealt are {dealt}",
                    number=hand.number,
                    player=player,
                    cards=listed(sorted(cards)),
                    dealt=listed(sorted(dealt)),
                )
            )
    if hand.rows and hand.rows != rows:
        yield (
            told(
                "hand {number}: the seed lays out {due}, the rows are {rows}",
                number=hand.number,
                due=listed(rows),
                rows=listed(hand.rows),
            )
        )
