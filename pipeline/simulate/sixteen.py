"""Sixteen played by four kinds of players: random, careful, bold, and one who always calls."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeAlias

from retally.pipeline.engine import sixteen as engine
from retally.pipeline.engine.sixteen_settlement import Outcome, outcome
from retally.pipeline.engine.sixteen_table import (
    Action,
    Ante,
    Bet,
    Draw,
    Phase,
    Settle,
    State,
    clockwise,
    due_of,
    numbers_of,
)
from retally.schemas.sixteen import TARGET, Options, deck_of

Chooses: TypeAlias = Callable[[Random, State, Sequence[Action]], Action]
"""Which of the allowed moves a player makes, looking at the table and at the own hand."""

STONES = 50
HANDS = 8


def _random(dice: Random, table: State, moves: Sequence[Action]) -> Action:
    """Choose what to do, then how much; a fold is rare, so that hands come to a showdown."""
    if isinstance(moves[0], Draw):
        return dice.choice(moves)
    verbs = sorted({move.verb for move in moves if isinstance(move, Bet)})
    weights = [1 if verb == "fold" else 4 for verb in verbs]
    verb = dice.choices(verbs, weights)[0]
    return dice.choice([move for move in moves if isinstance(move, Bet) and move.verb == verb])


def _careful(dice: Random, table: State, moves: Sequence[Action]) -> Action:
    """Take up to a sum of 8, bet on 14 to 16, pay at most a fifth of the pot for less."""
    total = _total(table, moves)
    if isinstance(moves[0], Draw):
        return _take(moves) if total <= 8 else moves[0]
    seat = _seat(moves)
    if 14 <= total <= TARGET:
        return _largest(moves) or _pass(moves)
    cheap = due_of(table, seat) * 5 <= table.pot and total <= TARGET
    return _pass(moves) if cheap or not due_of(table, seat) else moves[0]


def _bold(dice: Random, table: State, moves: Sequence[Action]) -> Action:
    """Take up to a sum of 9, and raise one time in three whatever the hand."""
    if isinstance(moves[0], Draw):
        return _take(moves) if _total(table, moves) <= 9 else moves[0]
    if dice.random() < 1 / 3:
        return _largest(moves) or _pass(moves)
    return _careful(dice, table, moves)


def _caller(dice: Random, table: State, moves: Sequence[Action]) -> Action:
    """Take up to a sum of 8; check, call, never bet."""
    if isinstance(moves[0], Draw):
        return _take(moves) if _total(table, moves) <= 8 else moves[0]
    return _pass(moves)


def _seat(moves: Sequence[Action]) -> int:
    move = moves[0]
    assert isinstance(move, Draw | Bet), "only who is asked chooses"
    return move.seat


def _total(table: State, moves: Sequence[Action]) -> int:
    return sum(number or 0 for number in numbers_of(table, _seat(moves)))


def _take(moves: Sequence[Action]) -> Action:
    return moves[-1]


def _pass(moves: Sequence[Action]) -> Action:
    """Check or call where that is allowed, else fold."""
    passing = [move for move in moves if isinstance(move, Bet) and move.verb in ("check", "call")]
    return passing[0] if passing else moves[0]


def _largest(moves: Sequence[Action]) -> Action | None:
    """Bet or raise as high as may be, or None where neither is allowed."""
    rises = [move for move in moves if isinstance(move, Bet) and move.stones]
    return max(rises, key=lambda move: move.stones, default=None)


STRATEGIES: dict[str, Chooses] = {
    "random": _random,
    "careful": _careful,
    "bold": _bold,
    "caller": _caller,
}
"""How a player can play, by name."""

FEWEST_PLAYERS, MOST_PLAYERS = 2, 20


def game(
    dice: Random,
    options: Options,
    players: tuple[str, ...],
    strategies: tuple[str, ...],
    full: bool,
) -> dict[str, Any]:
    """Play a session; give what its log has beside the envelope, claims and all.

    A player and a strategy a seat; the same dice give the same session. It ends after
    ``HANDS`` hands, later where a tie is to be replayed, earlier where one owns everything.
    ``full`` names the participants of every hand and who turned cards up.
    """
    state = engine.start((STONES,) * len(strategies))
    stones = state.stacks
    hands: list[dict[str, Any]] = []
    while len(hands) < HANDS or state.rematch:
        antes = [move for move in engine.legal(options, state) if isinstance(move, Ante)]
        if not antes:
            break
        ante = _dealt_next(state, antes)
        state, hand = _hand(dice, options, state, ante, players, strategies, full)
        hands.append(hand)
    winners = [players[seat] for seat in engine.winners(state)]
    return {
        "stones": stones,
        "hands": hands,
        "recorded": {"stones": state.stacks, "winners": winners},
    }


def _dealt_next(state: State, antes: list[Ante]) -> Ante:
    """Let the deal go round clockwise where the rules leave it open; a tie keeps its dealer."""
    last = -1 if state.regular_dealer is None else state.regular_dealer
    start = state.dealer if state.rematch else (last + 1) % state.seats
    order = clockwise(state, [ante.dealer for ante in antes], start)
    owners = [seat for seat in order if state.stacks[seat] > 0]
    return next(ante for ante in antes if ante.dealer == owners[0])


def _hand(
    dice: Random,
    options: Options,
    state: State,
    ante: Ante,
    players: tuple[str, ...],
    strategies: tuple[str, ...],
    full: bool,
) -> tuple[State, dict[str, Any]]:
    stock = [number for number, copies in deck_of(options).items() for _ in range(copies)]
    dice.shuffle(stock)
    state, _ = engine.apply(options, state, ante)
    hand: dict[str, Any] = {"dealer": players[ante.dealer], "steps": []}
    if ante.rematch or full:
        hand["players"] = [players[seat] for seat in state.players]
    if ante.rematch:
        hand["rematch"] = True
    while state.phase is not Phase.SETTLE:
        state, step = _step(dice, options, state, stock, players, strategies)
        hand["steps"].append(step)
    settle = engine.legal(options, state)[-1]
    assert isinstance(settle, Settle), "a settlement is due"
    if settle.shown is not None:
        hand["shown"] = [players[seat] for seat in settle.shown]
    elif full and not state.one_left:
        hand["shown"] = [players[seat] for seat in state.live]
    ended = outcome(options, state, settle)
    state, _ = engine.apply(options, state, settle)
    hand["recorded"] = _claims(ended, state, players)
    return state, hand


def _step(
    dice: Random,
    options: Options,
    state: State,
    stock: list[int],
    players: tuple[str, ...],
    strategies: tuple[str, ...],
) -> tuple[State, dict[str, Any]]:
    """Play a step: cards from the stock in turn, then the bets."""
    number = state.step
    step: dict[str, Any] = {"cards": [], "bets": []}
    while state.phase in (Phase.CARDS, Phase.BETS) and state.step == number:
        moves = engine.legal(options, state)
        move = STRATEGIES[strategies[_seat(moves)]](dice, state, moves)
        if isinstance(move, Draw):
            card = stock.pop() if move.how == "take" else None
            move = move._replace(card=card)
            step["cards"].append([players[move.seat], card])
        elif isinstance(move, Bet):
            stones = [move.stones] if move.stones else []
            step["bets"].append([players[move.seat], move.verb, *stones])
        state, _ = engine.apply(options, state, move)
    return state, step


def _claims(ended: Outcome, state: State, players: tuple[str, ...]) -> dict[str, Any]:
    bonus = {players[seat]: pays for seat, pays in enumerate(ended.bonus) if pays}
    winners = [players[seat] for seat in ended.winners]
    claims = {"winners": winners, "pot": ended.pot, "stones": state.stacks}
    return {**claims, "bonus": bonus} if bonus else claims
