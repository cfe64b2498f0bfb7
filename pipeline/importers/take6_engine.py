"""The state of the npm package take6-engine as JSON: its log of events and moves to rounds.

Seats and rows count from 0 there. What a state says of itself – points, who replaced a row,
where a card went – becomes a claim.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError
from retally.pipeline.importers.base import (
    Asked,
    Faults,
    Foreign,
    Game,
    fingerprint,
    listed,
    made,
    model_faults,
    plain_json,
    read_as,
    refused,
)
from retally.pipeline.importers.rowtable import RowTable, heads_of
from retally.pipeline.importers.take6_models import (
    HAND_SIZE,
    ChooseCard,
    Dealt,
    Event,
    Move,
    PhaseChange,
    PlaceCard,
    Placing,
    Revealed,
    RoundBegins,
    State,
)
from retally.pipeline.sources import NoLogs
from retally.schemas.base import Path
from retally.schemas.findings import Place
from retally.schemas.told import told

TITLE = "the state of the npm package take6-engine"


def recognise(head: bytes) -> bool:
    """Say whether a file that begins so is such a state."""
    if not head.lstrip().startswith(b"{"):
        return False
    own = (b'"faceDownCard"', b'"availableMoves"', b'"handSize"', b'"chooseCard"', b'"placeCard"')
    return b'"players"' in head and sum(word in head for word in own) >= 2


def read(files: Sequence[Foreign], asked: Asked) -> Iterator[Game | NoLogs]:
    """Yield the game of each state; a file holds one, or one a line."""
    for foreign in files:
        lines = foreign.data.split(b"\n")
        many = len(lines) > 1 and _is_whole(lines[0])
        for number, text in enumerate(lines if many else [foreign.data], 1):
            if text.strip():
                yield _game(Foreign(foreign.source, text), number)


def _is_whole(line: bytes) -> bool:
    return line.startswith(b"{") and line.rstrip().endswith(b"}")


def _game(foreign: Foreign, line: int) -> Game:
    try:
        parsed = plain_json(foreign.data)
    except ValueError as fault:
        return refused(foreign, fault.args[0], line)
    faults = Faults()
    log = None
    try:
        state = read_as(State, parsed)
    except ValidationError as fault:
        model_faults(fault, faults, parsed)
    else:
        log = _log(state, parsed, faults)
    game_id = log["game_id"] if log else None
    return made(foreign.source, line, faults, log, foreign.data, game_id)


def _log(state: State, parsed: Any, faults: Faults) -> dict[str, Any]:
    players = [
        player.name if player.name is not None else f"player {seat}"
        for seat, player in enumerate(state.players, 1)
    ]
    if state.options.handSize != HAND_SIZE:
        faults.refuse(
            told(
                "hands of {count} cards; a log has rounds of ten turns",
                count=state.options.handSize,
            ),
            ("options", "handSize"),
        )
    heard = _Told(len(players), faults)
    for index, item in enumerate(state.log):
        heard.hear(item, ("log", index))
    if not any(round_["turns"] for round_ in heard.rounds):
        faults.refuse(told("no turn was played"), ("log",))
    rounds = [_round(round_) for round_ in heard.rounds if round_["turns"]]
    claims = {} if heard.broken_off else {"totals": [player.points for player in state.players]}
    same = json.dumps(parsed["log"], sort_keys=True).encode()
    return {
        "retally": 1,
        "game": "six_nimmt",
        "game_id": f"take6-{fingerprint(same)}",
        "players": players,
        "rules": {"edition": "amigo-2.10", "end_threshold": state.options.points},
        "rounds": rounds,
        **({"recorded": claims} if claims else {}),
        "meta": {
            "import": {"format": "take6-engine"},
            "take6": {"seed": state.seed, "options": parsed["options"]},
        },
    }


def _round(heard: dict[str, Any]) -> dict[str, Any]:
    """Give a round as it stands in a log: what is not known left out."""
    round_ = {"rows": heard["rows"], "turns": heard["turns"]}
    if any(heard["row_choices"]):
        round_["row_choices"] = heard["row_choices"]
    if heard["hands"]:
        round_["hands"] = heard["hands"]
    claims = {"turn_penalties": heard["turn_penalties"], "placed_rows": heard["placed_rows"]}
    return {**round_, "recorded": {name: value for name, value in claims.items() if value}}


@dataclass
class _Told:
    """What the log has told so far; a turn counts once all its cards are placed."""

    seats: int
    faults: Faults
    rounds: list[dict[str, Any]] = field(default_factory=list)
    table: RowTable = field(default_factory=lambda: RowTable(()))
    chosen: dict[int, int] = field(default_factory=dict)
    cards: list[int] | None = None
    placed: dict[int, int] = field(default_factory=dict)
    heads: dict[int, int] = field(default_factory=dict)
    choice: int | None = None

    @property
    def broken_off(self) -> bool:
        """Say whether cards of a turn lie on the table that is not over."""
        return self.cards is not None and bool(self.placed)

    def hear(self, item: Event | Move | PhaseChange, path: Path) -> None:
        """Take in the next item of the log."""
        if isinstance(item, Event) and isinstance(item.event, RoundBegins):
            self._deal(item.event.cards, (*path, "event", "cards"))
        elif isinstance(item, Event) and isinstance(item.event, Revealed):
            self._reveal([card.number for card in item.event.cards], (*path, "event", "cards"))
        elif isinstance(item, Move) and item.player >= self.seats:
            self.faults.refuse(
                told(
                    "unknown player {player}; there are {seats}, from 0",
                    player=item.player,
                    seats=self.seats,
                ),
                (*path, "player"),
            )
        elif isinstance(item, Move) and isinstance(item.move, ChooseCard):
            self.chosen[item.player] = item.move.data.number
        elif isinstance(item, Move) and isinstance(item.move, PlaceCard):
            self._place(item.player, item.move.data, (*path, "move", "data"))

    def _deal(self, dealt: Dealt, path: Path) -> None:
        if self.cards is not None:
            self.faults.refuse(told("a round begins before the turn is over"), path)
        rows = [card.number for card in dealt.board]
        hands = [[card.number for card in hand] for hand in dealt.players]
        if 0 in rows:
            self.faults.refuse(told("a row starter is hidden"), (*path, "board"))
        if len(hands) != self.seats:
            self.faults.refuse(
                told("{hands} hands for {seats} players", hands=len(hands), seats=self.seats),
                (*path, "players"),
            )
        known = all(card for hand in hands for card in hand)
        self.table, self.cards = RowTable(rows), None
        self.rounds.append(
            {
                "rows": rows,
                "hands": hands if known else None,
                "turns": [],
                "row_choices": [],
                "turn_penalties": [],
                "placed_rows": [],
            }
        )

    def _reveal(self, cards: list[int], path: Path) -> None:
        place = self._place_now()
        if not self.rounds or self.cards is not None:
            self.faults.refuse(told("cards are turned over where no turn begins"), path, place)
            return
        if len(cards) != self.seats or 0 in cards:
            self.faults.refuse(
                told(
                    "{seats} open cards are due, not {cards}", seats=self.seats, cards=listed(cards)
                ),
                path,
                place,
            )
            return
        for seat, card in enumerate(cards):
            if self.chosen.get(seat) not in (0, card):
                said = self.chosen.get(seat)
                self.faults.contradiction(
                    told(
                        "card {card} is turned over, {said} was chosen",
                        card=card,
                        said=told("none") if said is None else said,
                    ),
                    (*path, seat),
                    place,
                )
        self.cards, self.chosen, self.placed, self.heads = cards, {}, {}, {}
        self.choice = None

    def _place(self, seat: int, placing: Placing, path: Path) -> None:
        if self.cards is None or seat in self.placed:
            self.faults.refuse(
                told("a card is placed that does not lie open"), path, self._place_now()
            )
            return
        card, row = self.cards[seat], placing.row
        if self.table.is_low(card):
            self.choice = row + 1
        if placing.replace:
            self.heads[seat] = heads_of(self.table.take(row, card)) or 0
        else:
            self.table.append(row, card)
        self.placed[seat] = row + 1
        if len(self.placed) == self.seats:
            self._end_turn()

    def _end_turn(self) -> None:
        round_ = self.rounds[-1]
        round_["turns"].append(self.cards)
        round_["row_choices"].append(self.choice)
        seats = range(self.seats)
        round_["turn_penalties"].append([self.heads.get(seat, 0) for seat in seats])
        round_["placed_rows"].append([self.placed[seat] for seat in seats])
        self.cards = None

    def _place_now(self) -> Place:
        if not self.rounds:
            return Place()
        return Place(round=len(self.rounds), turn=len(self.rounds[-1]["turns"]) + 1)
