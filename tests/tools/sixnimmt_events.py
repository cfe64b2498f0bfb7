"""Plays a match as a sixnimmt server would and gives its events; knows nothing of the engine.

python tests/tools/sixnimmt_events.py MATCH_ID SEED PLAYER… > match.jsonl
"""

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from itertools import count
from typing import Any

Event = dict[str, Any]


def heads(cards: list[int]) -> int:
    fives = dict.fromkeys(range(5, 105, 10), 2)
    tens = dict.fromkeys(range(10, 105, 10), 3)
    elevens = dict.fromkeys(range(11, 105, 11), 5)
    worth = {**fives, **tens, **elevens, 55: 7}
    return sum(worth.get(card, 1) for card in cards)


def deck_of(seed: int, hand: int) -> tuple[int, list[int]]:
    digest = hashlib.sha256(f"{seed}:{hand}".encode()).digest()
    hand_seed = int.from_bytes(digest[:8], "big")
    deck = list(range(1, 105))
    random.Random(hand_seed).shuffle(deck)
    return hand_seed, deck


class Match:
    def __init__(self, match_id: str, seed: int, players: list[str]) -> None:
        self.match_id, self.seed, self.players = match_id, seed, players
        self.dice = random.Random(seed)
        self.numbers = count(1)
        self.hand = self.play = 1
        self.totals = dict.fromkeys(players, 0)

    def event(self, kind: str, audience: str = "public", **data: Any) -> Event:
        number = next(self.numbers)
        return {
            "seq": number, "match_id": self.match_id, "type": kind, "server_action_seq": number,
            "timestamp": f"2026-09-04T10:{number // 60 % 60:02}:{number % 60:02}.000Z",
            "hand": self.hand, "play": self.play, "audience": audience, "data": data,
        }  # fmt: skip

    def events(self) -> Iterator[Event]:
        named = [{"player_id": name, "display_name": name.title()} for name in self.players]
        yield self.event("match_created", players=named, rules={"max_hands": None}, protocol={})
        yield self.event("match_seed_assigned", "admin", match_seed=self.seed)
        while max(self.totals.values()) < 66:
            yield from self.one_hand()
            self.hand += 1
        self.hand -= 1
        best = min(self.totals.values())
        winners = sorted(name for name, total in self.totals.items() if total == best)
        yield self.event("match_ended", totals=dict(self.totals), winners=winners)

    def one_hand(self) -> Iterator[Event]:
        self.play = 1
        hand_seed, deck = deck_of(self.seed, self.hand)
        yield self.event("hand_started", hand_number=self.hand)
        seeded = {"hand_number": self.hand, "hand_seed": hand_seed}
        yield self.event("hand_seed_assigned", "admin", **seeded)
        hands: dict[str, list[int]] = {name: [] for name in self.players}
        for _ in range(10):
            for name in self.players:
                hands[name].append(deck.pop(0))
        for name in self.players:
            hand = sorted(hands[name])
            yield self.event("cards_dealt", f"player:{name}", player_id=name, hand=hand)
        rows = [[deck.pop(0)] for _ in range(4)]
        yield self.event("rows_initialised", rows=[list(row) for row in rows])
        scores = dict.fromkeys(self.players, 0)
        for self.play in range(1, 11):
            yield from self.one_play(hands, rows, scores)
        for name in self.players:
            self.totals[name] += scores[name]
        totals = dict(self.totals)
        yield self.event("hand_ended", hand=self.hand, hand_scores=dict(scores), totals=totals)

    def one_play(
        self, hands: dict[str, list[int]], rows: list[list[int]], scores: dict[str, int]
    ) -> Iterator[Event]:
        yield self.event("play_started", hand=self.hand, play=self.play)
        chosen = {name: self.dice.choice(cards) for name, cards in hands.items()}
        for name, card in chosen.items():
            hands[name].remove(card)
        yield self.event("cards_revealed", selections=dict(chosen))
        penalties = dict.fromkeys(self.players, 0)
        for name, card in sorted(chosen.items(), key=lambda one: one[1]):
            for event in self.place(name, card, rows):
                if event["type"] == "row_taken":
                    penalties[name] += event["data"]["heads"]
                yield event
        for name in self.players:
            scores[name] += penalties[name]
        yield self.event("play_ended", play=self.play, penalties=penalties)

    def place(self, name: str, card: int, rows: list[list[int]]) -> Iterator[Event]:
        below = [row for row in range(4) if rows[row][-1] < card]
        if below:
            row = max(below, key=lambda each: rows[each][-1])
            full = len(rows[row]) == 5
        else:
            row = self.dice.randrange(4)
            yield self.event("row_choice_required", player_id=name, card=card)
            yield self.event("row_choice_made", player_id=name, row=row)
        if not below or full:
            taken, rows[row] = rows[row], []
            reason = "sixth_card" if below else "too_low"
            data = {"player_id": name, "row": row, "captured": taken, "heads": heads(taken)}
            yield self.event("row_taken", **data, reason=reason)
        rows[row].append(card)
        yield self.event("card_placed", card=card, row=row, row_cards=list(rows[row]))


def match(match_id: str, seed: int, players: list[str]) -> list[Event]:
    return list(Match(match_id, seed, players).events())


if __name__ == "__main__":
    for each in match(sys.argv[1], int(sys.argv[2]), sys.argv[3:]):
        print(json.dumps(each))
