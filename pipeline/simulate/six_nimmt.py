"""6 nimmt! played by four kinds of players: random, lowest or highest card first, nearest gap."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, TypeAlias

from retally.pipeline.engine import six_nimmt as engine
from retally.pipeline.engine.six_nimmt import Commit, Deal, Phase, Place, State
from retally.schemas.six_nimmt import HAND_CARDS, ROWS, Options, last_card

Chooses: TypeAlias = Callable[[Random, State, list[int]], int]
"""Which card of a sorted hand a player lays, looking at the table."""


def _random(dice: Random, table: State, hand: list[int]) -> int:
    return dice.choice(hand)


def _lowest(dice: Random, table: State, hand: list[int]) -> int:
    return hand[0]


def _highest(dice: Random, table: State, hand: list[int]) -> int:
    return hand[-1]


def _nearest(dice: Random, table: State, hand: list[int]) -> int:
    """Lay the card that follows a row with room most closely; none fits: the highest."""
    ends = [row[-1] for row in table.rows if len(row) < 5]
    gaps = [(card - end, card) for card in hand for end in ends if card > end]
    return min(gaps)[1] if gaps else hand[-1]


STRATEGIES: dict[str, Chooses] = {
    "random": _random,
    "lowest": _lowest,
    "highest": _highest,
    "nearest": _nearest,
}
"""How a player can play, by name."""

FEWEST_PLAYERS, MOST_PLAYERS = 2, 10


def game(
    dice: Random,
    options: Options,
    players: tuple[str, ...],
    strategies: tuple[str, ...],
    full: bool,
) -> dict[str, Any]:
    """Play a game to its end; give what its log has beside the envelope, claims and all.

    A player and a strategy a seat; the same dice give the same game. ``full`` adds the hands
    and the claims of every turn and card.
    """
    state = engine.start(len(players))
    rounds: list[dict[str, Any]] = []
    while not engine.over(state):
        state, recorded = _round(dice, options, state, strategies, full)
        rounds.append(recorded)
    winners = [players[seat] for seat in engine.winners(state)]
    return {"rounds": rounds, "recorded": {"totals": engine.scores(state), "winners": winners}}


def _round(
    dice: Random, options: Options, state: State, strategies: tuple[str, ...], full: bool
) -> tuple[State, dict[str, Any]]:
    deal = _deal(dice, options, state)
    before = engine.scores(state)
    state, _ = engine.apply(options, state, deal)
    turns: list[Turn] = []
    while state.phase is Phase.SELECT:
        state, turn = _turn(dice, options, state, strategies)
        turns.append(turn)
    round_: dict[str, Any] = {"rows": deal.rows, "turns": [turn.cards for turn in turns]}
    if any(turn.choice is not None for turn in turns):
        round_["row_choices"] = [turn.choice for turn in turns]
    if full:
        round_["hands"] = deal.hands
    if deal.draft is not None:
        round_["draft"] = [[seat + 1, card] for seat, card in deal.draft]
    penalties = [now - then for now, then in zip(engine.scores(state), before, strict=True)]
    round_["recorded"] = {"penalties": penalties}
    if full:
        round_["recorded"]["turn_penalties"] = [turn.penalties for turn in turns]
        round_["recorded"]["placed_rows"] = [turn.placed_rows for turn in turns]
    return state, round_


class Turn(NamedTuple):
    """A turn as a log has it: cards and claims by seat, rows from 1."""

    cards: list[int]
    choice: int | None
    penalties: list[int]
    placed_rows: list[int]


def _deal(dice: Random, options: Options, state: State) -> Deal:
    """Shuffle what may be dealt and deal it (2.2), or let all draft from it (2.6)."""
    spent = engine.spent_cards(options, state)
    stock = [card for card in range(1, last_card(options, state.seats) + 1) if card not in spent]
    dice.shuffle(stock)
    dealt = HAND_CARDS * state.seats
    rows = tuple(stock[dealt : dealt + ROWS])
    if options.hand_deal == "open_draft":
        step = 1 if options.draft_direction == "clockwise" else -1
        seats = [(index * step) % state.seats for index in range(dealt)]
        draft = tuple(zip(seats, stock[:dealt], strict=True))
        hands = tuple(
            tuple(sorted(card for picker, card in draft if picker == seat))
            for seat in range(state.seats)
        )
        return Deal(tuple(sorted(rows)), hands, draft)
    hands = tuple(tuple(sorted(stock[seat : dealt : state.seats])) for seat in range(state.seats))
    return Deal(rows, hands)


def _turn(
    dice: Random, options: Options, state: State, strategies: tuple[str, ...]
) -> tuple[State, Turn]:
    """Let everyone lay a card, and resolve them."""
    hands = state.hands or ()
    cards = [
        STRATEGIES[strategy](dice, state, sorted(hands[seat]))
        for seat, strategy in enumerate(strategies)
    ]
    for seat, card in enumerate(cards):
        state, _ = engine.apply(options, state, Commit(seat, card))
    choice, penalties, placed_rows = None, [0] * len(cards), [0] * len(cards)
    for _ in cards:
        move = _place(dice, options, state, strategies)
        there = engine.placement(state, move.row)
        choice = choice if move.row is None else move.row + 1
        penalties[there.seat] = there.heads
        placed_rows[there.seat] = (there.row or 0) + 1
        state, _ = engine.apply(options, state, move)
    return state, Turn(cards, choice, penalties, placed_rows)


def _place(dice: Random, options: Options, state: State, strategies: tuple[str, ...]) -> Place:
    """Take the cheapest row where one must be taken; the random player takes any."""
    moves = [move for move in engine.legal(options, state) if isinstance(move, Place)]
    owner = engine.placement(state).seat
    if len(moves) == 1 or strategies[owner] == "random":
        return dice.choice(moves)
    return min(moves, key=lambda move: engine.heads_of(state.rows[move.row or 0]))
