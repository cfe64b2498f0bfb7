"""Sixteen: the deck, options, editions, the log. Facts of the game, no play."""

import unicodedata
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag
from retally.schemas.base import (
    Envelope,
    Frozen,
    OffFormat,
    OrLeftOut,
    Path,
    PlayerId,
    listed_twice,
    not_players,
    not_supported,
    not_yet,
    wrong_length,
)
from retally.schemas.facts import Table

NUMBERS = range(1, 16)
STEPS = 3
TARGET = 16
TOP_HAND = (1, 15)  # as exactly two cards it beats everything (3.2)
MOST_STONES = 10**9
BEST_SCORE: Literal["lowest", "highest"] = "highest"  # most stones are best (3.5)


def copies_of(number: int) -> int:
    """How many cards of a number the ASRUS deck has (rules 3.1, a community source).

    >>> [copies_of(number) for number in (1, 2, 8, 14, 15)]
    [1, 2, 8, 2, 1]
    """
    return min(number, TARGET - number)


FACTS = (
    Table(
        "sixteen_actions",
        {
            "game_id": "text",
            "hand": "small",
            "step": "tiny",
            "position": "int",
            "seat": "tiny",
            "player": "text",
            "action": "text",
            "card": "tiny",
            "sum_before": "tiny",
            "sum_after": "tiny",
            "pot_before": "long",
            "call_price": "long",
            "stones": "long",
            "raise_cap": "long",
            "stack_after": "long",
        },
    ),
    Table(
        "sixteen_hands",
        {
            "game_id": "text",
            "hand": "small",
            "seat": "tiny",
            "player": "text",
            "is_dealer": "flag",
            "is_rematch": "flag",
            "steps": "tiny",
            "cards": "ints",
            "card_count": "tiny",
            "card_sum": "tiny",
            "hand_class": "text",
            "folded_in_step": "tiny",
            "ending": "text",
            "is_winner": "flag",
            "was_shown": "flag",
            "pot": "long",
            "ante": "long",
            "bets": "long",
            "back": "long",
            "won": "long",
            "bonus_received": "long",
            "bonus_paid": "long",
            "net": "long",
            "stack_before": "long",
            "stack_after": "long",
        },
    ),
)
"""The tables of facts of this game: a row an action, a row a hand and player."""

Number = Annotated[int, Field(ge=1, le=15, description="A number card, 1 to 15")]
Copies = Annotated[int, Field(ge=0, le=1000, description="Cards of this number in the deck")]
Stones = Annotated[int, Field(ge=1, le=MOST_STONES, description="Stones, at least 1")]
Claimed = Annotated[int, Field(description="Stones as written down; a claim to be checked")]


class Options(Frozen):
    """How a group reads the rules (rules 3.9); the first value is the default."""

    raise_cap_base: Literal["pot_after_call", "pot_before_call", "total_put_in"] = Field(
        "pot_after_call", description="Half of what is the most that a raise may be (T1)"
    )
    cap_rounding: Literal["floor", "ceil"] = Field(
        "floor", description="What half of an odd pot is (T2)"
    )
    min_raise: Literal["one_stone", "previous_raise"] = Field(
        "one_stone", description="The smallest raise (T3)"
    )
    max_raises_per_round: int | None = Field(
        None, ge=1, description="Most raises in a betting round; the opening bet is none (T4)"
    )
    reraise_after_call: Literal["allowed", "forbidden"] = Field(
        "allowed", description="Whether who called may raise in the same betting round (T5)"
    )
    reraise_after_check: Literal["allowed", "forbidden"] = Field(
        "allowed", description="Whether who checked may raise in the same betting round (T5)"
    )
    check_rule: Literal["anyone_before_bet", "first_actor_only", "forbidden"] = Field(
        "anyone_before_bet", description="Who may check (T6)"
    )
    all_in: Literal["side_pots", "winner_takes_all", "forbidden"] = Field(
        "side_pots", description="What a call for less than it costs brings (T7)"
    )
    end_when_one_left: Literal["immediate", "after_step3"] = Field(
        "immediate", description="When a hand ends that only one has not folded (T9)"
    )
    rematch_participants: Literal["tied_only", "all_remaining"] = Field(
        "tied_only", description="Who takes part in a rematch (T10)"
    )
    rematch_ante: Literal["none", "again"] = Field(
        "none", description="Whether a rematch has an ante (T11)"
    )
    tie_resolution: Literal["rematch", "split"] = Field(
        "rematch", description="What an equal best hand means (T11)"
    )
    bust_tie: Literal["all_equal", "more_cards_win"] = Field(
        "all_equal", description="Whether busts compare their number of cards (T13)"
    )
    bonus_payers: Literal["all_participants", "remaining_only"] = Field(
        "all_participants", description="Who pays the bonus of 1+15 (T14)"
    )
    bonus_base: Literal["bets_only", "bets_and_ante"] = Field(
        "bets_only", description="What the bonus repeats (T15)"
    )
    bonus_scope: Literal["current_hand", "whole_chain"] = Field(
        "current_hand", description="Whether a bonus takes the tied hands before as well (T16)"
    )
    bonus_when_unshown: Literal["none", "if_shown"] = Field(
        "none", description="Whether 1+15 has a bonus when all others folded (T17)"
    )
    bonus_shortfall: Literal["pay_rest", "debt"] = Field(
        "pay_rest", description="What a payer with too few stones owes (T18)"
    )
    offer_mode: Literal["in_turn", "simultaneous"] = Field(
        "in_turn",
        description="How cards are offered; simultaneous is not supported yet (T19)",
        json_schema_extra=not_yet("simultaneous"),
    )
    next_dealer: Literal["as_logged", "clockwise", "winner"] = Field(
        "as_logged", description="Who deals the next hand that is no rematch (T20)"
    )
    max_players: int = Field(20, ge=2, le=21, description="Most players (T24)")
    deck: dict[Number, Copies] | None = Field(
        None, min_length=1, description="Copies by number; absent: the ASRUS deck (3.1)"
    )


PATTERNS: dict[str, str] = {}
"""What a text has to be like, in words, by the pattern: no text here has one of its own."""

EDITIONS: dict[str, Options] = {"asrus": Options()}
"""Named rows of options, the default first (rules 6)."""

ASRUS_DECK = {number: copies_of(number) for number in NUMBERS}
"""Copies by number: 64 cards whose faces add up to 512 (rules 3.1)."""


def deck_of(options: Options) -> dict[int, int]:
    """Give the copies by number: the log's own deck, else that of ASRUS (rules 5)."""
    return ASRUS_DECK if options.deck is None else options.deck


class Rules(Options):
    """The edition a game was played under, and single options over it."""

    edition: Literal["asrus"] = Field("asrus", description="A named row of options (rules 6)")


def _dealt_kind(value: Any) -> str:
    if value is None:
        return "stay"
    return "unseen" if value == "?" else "number"


def _bet_kind(value: Any) -> str | None:
    verb = value[1] if isinstance(value, list | tuple) and len(value) > 1 else None
    kinds = dict.fromkeys(("check", "call", "fold"), "plain")
    kinds |= dict.fromkeys(("bet", "raise"), "with_stones")
    return kinds.get(verb) if isinstance(verb, str) else None


Dealt = Annotated[
    Annotated[Number, Tag("number")]
    | Annotated[Literal["?"], Tag("unseen")]
    | Annotated[None, Tag("stay")],
    Discriminator(_dealt_kind),
    Field(description='A number; "?" = a card that was not seen; null = stayed'),
]
CardEntry = Annotated[tuple[PlayerId, Dealt], Field(description="[player, number | null | ?]")]
PlainBet: TypeAlias = tuple[PlayerId, Literal["check", "call", "fold"]]
StoneBet: TypeAlias = tuple[PlayerId, Literal["bet", "raise"], Stones]
BetEntry = Annotated[
    Annotated[PlainBet, Tag("plain")] | Annotated[StoneBet, Tag("with_stones")],
    Discriminator(
        _bet_kind,
        custom_error_type="bet_unknown",
        custom_error_message="a bet: [player, check | call | fold]"
        " or [player, bet | raise, stones]",
    ),
    Field(description="A bet; of a raise the stones above the call"),
]


class Step(Frozen):
    """One of the three steps of a hand: cards, then bets (rules 3.3)."""

    cards: tuple[CardEntry, ...] = Field(
        max_length=64, description="Who got which number, in dealing order"
    )
    bets: tuple[BetEntry, ...] = Field(max_length=10_000, description="The bets in order")


class HandClaims(Frozen):
    """What was written down of a hand."""

    winners: OrLeftOut[tuple[PlayerId, ...]] = Field(
        None, description="Who took stones of the pot; of a tie those who tied"
    )
    pot: OrLeftOut[Claimed] = Field(None, description="The pot at the end of the hand")
    bonus: OrLeftOut[dict[str, Claimed]] = Field(
        None, description="Bonus stones by payer; 0 may be left out"
    )
    stones: OrLeftOut[tuple[Claimed, ...]] = Field(
        None, description="The stacks after the hand, one a seat"
    )


class Hand(Frozen):
    """One hand; without its third step or its last bet, the recording stops there."""

    dealer: PlayerId
    players: OrLeftOut[tuple[PlayerId, ...]] = Field(
        None, description="Who put in an ante; absent: all who own a stone, or the rematch's"
    )
    rematch: bool = Field(False, description="Replays the tie before it; the pot is carried")
    steps: tuple[Step, ...] = Field(min_length=1, max_length=STEPS)
    shown: OrLeftOut[tuple[PlayerId, ...]] = Field(None, description="Who turned cards up")
    recorded: OrLeftOut[HandClaims] = None


class GameClaims(Frozen):
    """What was written down of the session."""

    stones: OrLeftOut[tuple[Claimed, ...]] = Field(None, description="Final stacks, one a seat")
    winners: OrLeftOut[tuple[PlayerId, ...]] = Field(None, description="Who has most stones")


class Log(Envelope):
    """One recorded session of Sixteen (log format, Sixteen)."""

    game: Literal["sixteen"]
    rules: OrLeftOut[Rules] = Field(None, description="Absent: the edition asrus")
    stones: tuple[Stones, ...] = Field(description="The starting stack of each seat")
    hands: tuple[Hand, ...] = Field(min_length=1, max_length=10_000)
    recorded: OrLeftOut[GameClaims] = Field(
        None, description="Claims, to be checked, never trusted"
    )

    def off_format(self) -> Iterator[OffFormat]:
        """Yield what the types alone cannot say: lengths by seats, names that are players."""
        yield from listed_twice(self.players, ("players",))
        yield from wrong_length(self.stones, len(self.players), ("stones",))
        yield from not_supported(self.rules)
        for index, hand in enumerate(self.hands):
            yield from _hand_off_format(hand, self.players, ("hands", index))
        if self.recorded:
            claims = self.recorded
            yield from wrong_length(claims.stones, len(self.players), ("recorded", "stones"))
            yield from not_players(claims.winners or (), self.players, ("recorded", "winners"))


def same_name(name: str) -> str:
    """Write a name that is a key as player ids are compared: in Unicode NFC."""
    return unicodedata.normalize("NFC", name)


def _hand_off_format(hand: Hand, players: tuple[str, ...], path: Path) -> Iterator[OffFormat]:
    yield from _not_a_player(hand.dealer, players, (*path, "dealer"))
    yield from not_players(hand.players or (), players, (*path, "players"))
    yield from not_players(hand.shown or (), players, (*path, "shown"))
    for index, step in enumerate(hand.steps):
        here = (*path, "steps", index)
        for position, (name, _) in enumerate(step.cards):
            yield from _not_a_player(name, players, (*here, "cards", position, 0))
        for position, bet in enumerate(step.bets):
            yield from _not_a_player(bet[0], players, (*here, "bets", position, 0))
    if hand.recorded:
        yield from _claims_off_format(hand.recorded, players, (*path, "recorded"))


def _claims_off_format(
    claims: HandClaims, players: tuple[str, ...], path: Path
) -> Iterator[OffFormat]:
    yield from not_players(claims.winners or (), players, (*path, "winners"))
    yield from wrong_length(claims.stones, len(players), (*path, "stones"))
    names = [same_name(name) for name in claims.bonus or ()]
    for name, written in zip(names, claims.bonus or (), strict=True):
        yield from _not_a_player(name, players, (*path, "bonus", written))
    if len(set(names)) < len(names):
        yield OffFormat("LOG013", (*path, "bonus"), "", expected="each once", recorded="a payer")


def _not_a_player(name: str, players: tuple[str, ...], path: Path) -> Iterator[OffFormat]:
    if name not in players:
        yield OffFormat("LOG012", path, "", expected=list(players), recorded=name)
