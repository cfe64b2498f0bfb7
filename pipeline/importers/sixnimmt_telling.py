"""What the events of a sixnimmt match tell, in order, and where they contradict each other."""

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError
from retally.pipeline.importers.base import is_instant, listed, model_faults, read_as
from retally.pipeline.importers.rowtable import RowTable, heads_of
from retally.pipeline.importers.sixnimmt_hand import Hand, Match, deal_differences
from retally.pipeline.importers.sixnimmt_models import (
    TOLD,
    CardPlaced,
    CardsDealt,
    CardsRevealed,
    Event,
    HandEnded,
    HandSeed,
    MatchCreated,
    MatchEnded,
    MatchSeed,
    Named,
    PlayEnded,
    RowChoiceMade,
    RowsInitialised,
    RowTaken,
)
from retally.schemas.findings import Place
from retally.schemas.told import told


class Telling:
    """Takes the events of a match in, one after the other."""

    def __init__(self, match: Match) -> None:
        self.match, self.faults = match, match.faults
        self.players: list[str] = []
        self.names: dict[str, str] = {}
        self.hands: list[Hand] = []
        self.table = RowTable(())
        self.open: dict[int, str] = {}
        self.taken: RowTaken | None = None
        self.asked: RowChoiceMade | None = None
        self.late: tuple[str, CardPlaced, list[int | None], bool] | None = None
        self.totals: dict[str, int] = {}
        self.match_seed: int | str | None = None
        self.ended: MatchEnded | None = None
        self.line, self.event = 0, Event(match_id="-", seq=0, type="-")
        self.hear: dict[str, Callable[[Any], None]] = {
            "match_created": self._created,
            "match_seed_assigned": self._match_seed,
            "hand_seed_assigned": self._hand_seed,
            "cards_dealt": self._dealt,
            "rows_initialised": self._rows,
            "cards_revealed": self._revealed,
            "row_taken": self._taken,
            "card_placed": self._placed,
            "row_choice_made": self._choice,
            "play_ended": self._play_ended,
            "hand_ended": self._hand_ended,
            "match_ended": self._match_ended,
        }

    def log(self, match_id: str) -> dict[str, Any] | None:
        """Give the log that these events become; what stands against it is in the faults."""
        before: int | None = None
        for line, event in self.match.events:
            self.line, self.event = line, event
            if before is not None and event.seq <= before:
                self._refuse(
                    told(
                        "event {event} comes after event {before}: out of order",
                        event=event.seq,
                        before=before,
                    )
                )
                return None
            before = event.seq
            self._take_in()
        if not self.players:
            self._refuse(told("no match_created: who plays is not known"))
            return None
        self._check_deals()
        return None if self.faults.found else self._made(match_id)

    def _take_in(self) -> None:
        model = TOLD.get(self.event.type)
        if model is None:
            return
        try:
            data = read_as(model, self.event.data)
        except ValidationError as fault:
            where = told("line {line}: {event}: ", line=self.line, event=self.event.type)
            model_faults(fault, self.faults, self.event.data, where, None)
            return
        if self.event.type != "match_created" and not self.players:
            self._refuse(told("{event} before match_created", event=self.event.type))
            return
        self.hear[self.event.type](data)

    # Events -------------------------------------------------------------------------------

    def _created(self, data: MatchCreated) -> None:
        names = [one if isinstance(one, str) else one.player_id for one in data.players]
        if self.players and names != self.players:
            self._contradict(
                told("the players are {players} and {names}", players=self.players, names=names)
            )
        self.players = names
        for one in data.players:
            if isinstance(one, Named) and one.display_name is not None:
                self.names[one.player_id] = one.display_name

    def _match_seed(self, data: MatchSeed) -> None:
        self.match_seed = data.match_seed

    def _hand_seed(self, data: HandSeed) -> None:
        self._hand().seed = data.hand_seed

    def _dealt(self, data: CardsDealt) -> None:
        if self._known(data.player_id):
            hand = self._hand()
            cards = list(data.hand)
            if hand.hands.get(data.player_id, cards) != cards:
                self._contradict(told("{player} is dealt two hands", player=data.player_id))
            hand.hands[data.player_id] = cards

    def _rows(self, data: RowsInitialised) -> None:
        hand = self._hand()
        if hand.rows:
            self._contradict(told("rows are laid out twice in a hand"))
        rows = [row if isinstance(row, int) else row[0] for row in data.rows]
        if any(not isinstance(row, int) and len(row) != 1 for row in data.rows):
            self._refuse(told("a row begins with one card"))
        hand.rows = rows
        self.table = RowTable(rows)

    def _revealed(self, data: CardsRevealed) -> None:
        hand = self._hand()
        if self.open:
            self._refuse(
                told("cards are revealed while {cards} are not placed", cards=listed(self.open))
            )
        if not hand.rows:
            self._refuse(told("cards are revealed before there are rows"))
        if set(data.selections) != set(self.players):
            known = ", ".join(self.players)
            self._refuse(
                told(
                    "cards of {names}, where {known} play",
                    names=", ".join(data.selections),
                    known=known,
                )
            )
            return
        if self.event.play not in (None, len(hand.turns) + 1):
            self._refuse(
                told(
                    "play {due} is due, not {play}: out of order",
                    due=len(hand.turns) + 1,
                    play=self.event.play,
                )
            )
        self.open = {card: player for player, card in data.selections.items()}
        hand.turns.append(dict(data.selections))
        hand.choices.append(None)
        hand.placed.append({})

    def _choice(self, data: RowChoiceMade) -> None:
        if self._known(data.player_id):
            self.asked = data

    def _taken(self, data: RowTaken) -> None:
        if not self._known(data.player_id) or not self.table.rows:
            return
        there = self.table.rows[data.row]
        if self.late is not None and self.late[1].row == data.row:
            there = self.late[2]
        if list(data.captured) != there:
            cards = listed(card or 0 for card in there)
            self._contradict(
                told(
                    "row {row} holds {cards}, captured are {captured}",
                    row=data.row,
                    cards=cards,
                    captured=listed(data.captured),
                )
            )
        if data.heads != heads_of(list(data.captured)):
            due = heads_of(list(data.captured))
            self._contradict(
                told(
                    "{captured} have {due} heads, the event says {heads}",
                    captured=listed(data.captured),
                    due=due,
                    heads=data.heads,
                )
            )
        if self.taken is not None:
            self._refuse(told("a second row is taken before a card is placed"))
        self.taken = data
        if self.late is not None:  # some servers tell of the card first
            player, placed, _, low = self.late
            self._check_taking(player, placed, low)
            self.late = self.taken = self.asked = None

    def _placed(self, data: CardPlaced) -> None:
        player = self.open.pop(data.card, None)
        self._nothing_late()
        if player is None or not self.table.rows:
            self._refuse(told("card {card} is placed, but it does not lie open", card=data.card))
            return
        hand = self._hand()
        if self.open and min(self.open) < data.card:
            self._contradict(
                told("card {card} is placed before {lower}", card=data.card, lower=min(self.open))
            )
        hand.placed[-1][player] = data.row + 1
        self._move(player, data, hand)
        if list(data.row_cards) != self.table.rows[data.row]:
            cards = listed(card or 0 for card in self.table.rows[data.row])
            self._contradict(
                told(
                    "row {row} holds {cards}, row_cards {row_cards}",
                    row=data.row,
                    cards=cards,
                    row_cards=listed(data.row_cards),
                )
            )

    def _move(self, player: str, data: CardPlaced, hand: Hand) -> None:
        """Change the rows as the event says, with the row that was taken before it."""
        low = bool(self.table.is_low(data.card))
        if low:
            hand.choices[-1] = data.row + 1
        if self.taken is not None:
            self._check_taking(player, data, low)
            self.table.take(data.row, data.card)
            self.taken = self.asked = None
        elif data.row_cards == (data.card,):
            self.late = player, data, self.table.take(data.row, data.card), low
        else:
            self.table.append(data.row, data.card)

    def _check_taking(self, player: str, data: CardPlaced, low: bool) -> None:
        taken, asked = self.taken, self.asked
        if taken is None:
            return
        if (taken.player_id, taken.row) != (player, data.row):
            self._contradict(
                told(
                    "{taker} takes row {taken}, {player} places in row {row}",
                    taker=taken.player_id,
                    taken=taken.row,
                    player=player,
                    row=data.row,
                )
            )
        if (taken.reason == "too_low") != low:
            reason = taken.reason
            self._contradict(
                told(
                    "{card} is below every row end, the reason is {reason}",
                    card=data.card,
                    reason=reason,
                )
                if low
                else told(
                    "{card} is not below every row end, the reason is {reason}",
                    card=data.card,
                    reason=reason,
                )
            )
        if asked is not None and (asked.player_id, asked.row) != (taken.player_id, taken.row):
            self._contradict(
                told(
                    "{player} chooses row {row}, taken is row {taken} by {taker}",
                    player=asked.player_id,
                    row=asked.row,
                    taken=taken.row,
                    taker=taken.player_id,
                )
            )

    def _nothing_late(self) -> None:
        """Refuse a card that starts a row anew where no event says who takes the cards."""
        if self.late is not None:
            self._contradict(
                told(
                    "{card} starts row {row}, nobody takes it",
                    card=self.late[1].card,
                    row=self.late[1].row,
                )
            )
        self.late = None

    def _play_ended(self, data: PlayEnded) -> None:
        self._nothing_late()
        if self.open:
            self._refuse(
                told("the play ends while {cards} are not placed", cards=listed(self.open))
            )
        if self._all(data.penalties):
            self._hand().penalties.append(data.penalties)

    def _hand_ended(self, data: HandEnded) -> None:
        hand = self._hand()
        if not self._all(data.hand_scores) or not self._all(data.totals):
            return
        hand.scores = data.hand_scores
        sums = {
            player: self.totals.get(player, 0) + data.hand_scores[player] for player in self.players
        }
        if sums != data.totals:
            self._contradict(
                told(
                    "the hands add up to {sums}, totals are {totals}", sums=sums, totals=data.totals
                )
            )
        self.totals = data.totals

    def _match_ended(self, data: MatchEnded) -> None:
        if self._all(data.totals) and all(map(self._known, data.winners)):
            self.ended = data

    # Checks -------------------------------------------------------------------------------

    def _hand(self) -> Hand:
        """Give the hand that the event belongs to; the next one begins with its first event."""
        number = self.event.hand or max(1, len(self.hands))
        if number == len(self.hands) + 1:
            self.hands.append(Hand(number))
            self.table, self.open = RowTable(()), {}
        if number != len(self.hands):
            self._refuse(
                told(
                    "hand {number} where hand {current} is played: out of order",
                    number=number,
                    current=len(self.hands),
                )
            )
            if not self.hands:
                self.hands.append(Hand(number))
        return self.hands[-1]

    def _known(self, player: str) -> bool:
        if player not in self.players:
            self._refuse(
                told(
                    "unknown player {player}; there are {players}",
                    player=player,
                    players=", ".join(self.players),
                )
            )
        return player in self.players

    def _all(self, by_player: dict[str, int]) -> bool:
        """Say whether every player and nobody else has a number."""
        if set(by_player) != set(self.players):
            self._refuse(
                told(
                    "numbers of {names}, there are {players}",
                    names=", ".join(by_player),
                    players=", ".join(self.players),
                )
            )
            return False
        return True

    def _check_deals(self) -> None:
        """Hold each hand that has a seed against the deal that the seed makes."""
        for hand in self.hands:
            for contradiction in deal_differences(hand, self.players, self.match_seed):
                self._contradict(contradiction)

    def _refuse(self, detail: str) -> None:
        self.faults.refuse(
            told("line {line}: {detail}", line=self.line, detail=detail), place=self._here()
        )

    def _contradict(self, detail: str) -> None:
        self.faults.contradiction(
            told("line {line}: {detail}", line=self.line, detail=detail), place=self._here()
        )

    def _here(self) -> Place:
        return Place(round=self.event.hand, turn=self.event.play)

    # The log ------------------------------------------------------------------------------

    def _made(self, match_id: str) -> dict[str, Any] | None:
        rounds = [hand.round(self.players) for hand in self.hands]
        rounds = [round_ for round_ in rounds if round_["turns"]]
        if not rounds:
            self._refuse(told("no play was played"))
            return None
        claims: dict[str, Any] = {}
        if self.ended is not None:
            claims["totals"] = [self.ended.totals[player] for player in self.players]
            claims["winners"] = list(self.ended.winners)
        first = self.match.events[0][1]
        meta = {"match_id": match_id, "match_seed": self.match_seed, "display_names": self.names}
        meta["rules"] = first.data.get("rules")
        played_at = {"played_at": first.timestamp} if is_instant(first.timestamp) else {}
        return {
            "retally": 1,
            "game": "six_nimmt",
            "game_id": match_id,
            "players": self.players,
            **played_at,
            "rounds": rounds,
            **({"recorded": claims} if claims else {}),
            "meta": {
                "import": {"format": "sixnimmt-events"},
                "sixnimmt": {key: value for key, value in meta.items() if value},
            },
        }
