"""Sixteen in words: who put in what, what a bet costs, how a hand is settled."""

from collections.abc import Iterator, Sequence

from retally.pipeline.engine.sixteen_betting import cost_of
from retally.pipeline.engine.sixteen_settlement import Outcome, outcome, rank
from retally.pipeline.engine.sixteen_table import (
    Action,
    Ante,
    Bet,
    Draw,
    Settle,
    State,
    cap,
    due_of,
    in_turn,
    numbers_of,
)
from retally.pipeline.tape import Replay, ScoreSheet, UnknownCardsError
from retally.schemas.base import Envelope
from retally.schemas.sixteen import NUMBERS, STEPS, TARGET, TOP_HAND, Options, deck_of


def stones(count: int) -> str:
    """Write a number of stones.

    >>> stones(1), stones(3)
    ('1 stone', '3 stones')
    """
    return f"{count} stone" if count == 1 else f"{count} stones"


def names(players: Sequence[str], seats: Sequence[int]) -> str:
    """List players by name."""
    return ", ".join(players[seat] for seat in seats) or "nobody"


def hand_in_words(options: Options, cards: Sequence[int | None]) -> str:
    """Say what a hand is worth (rules 3.2).

    >>> hand_in_words(Options(), (1, 15)), hand_in_words(Options(), (7, 8))
    ('15+1, the highest hand', '7+8 = 15 with 2 cards')
    >>> hand_in_words(Options(), (15, 8))
    '15+8 = 23, bust'
    """
    known = [card for card in cards if card is not None]
    if len(known) < len(cards):
        return "+".join("?" if card is None else str(card) for card in cards)
    total = sum(known)
    if rank(options, known)[0] == 2:
        return f"{TOP_HAND[1]}+{TOP_HAND[0]}, the highest hand"
    added = "+".join(map(str, known))
    added = f"{added} = {total}" if len(known) > 1 else added
    if total > TARGET:
        return f"{added}, bust"
    return f"{added} with {len(known)} card{'' if len(known) == 1 else 's'}"


def table(options: Options, state: State, players: Sequence[str]) -> tuple[str, ...]:
    """Draw the table: a line a participant, then the pot, the price of a call and the cap."""
    lines = [
        f"{players[seat]:<12} {'in' if seat in state.live else 'folded':<6}"
        f" stack {state.stacks[seat]:>4}  ante {state.antes[seat]}  bets {state.bets[seat]:>3}"
        for seat in state.players
    ]
    carried = f" ({state.carried} of them carried)" if state.carried else ""
    lines.append(f"pot {state.pot}{carried}")
    if state.betting and state.betting.waiting:
        seat = state.betting.waiting[0]
        lines.append(f"{players[seat]} to act: {price(options, state, seat)}")
    return tuple(lines)


def price(options: Options, state: State, seat: int) -> str:
    """Say what a call costs a player and how far a bet or raise may go (rules 3.4)."""
    due = due_of(state, seat)
    most = cap(options, state.pot, due)
    if due:
        return f"a call costs {due}, a raise is at most {most}"
    return f"a bet is at most {most}"


def action_sentence(options: Options, state: State, action: Action, players: Sequence[str]) -> str:
    """Say what an action does, before it is done."""
    match action:
        case Ante():
            return f"{players[action.dealer]} deals"
        case Draw():
            return _draw_sentence(action, players[action.seat])
        case Bet():
            return _bet_sentence(options, state, action, players[action.seat])
        case Settle():
            return " ".join(settlement(options, state, action, players))


def _draw_sentence(action: Draw, player: str) -> str:
    if action.how == "stay":
        return f"{player} stays"
    if action.how == "untold":
        return f"{player}: not recorded"
    return f"{player} takes a card not seen" if action.card is None else (
        f"{player} takes {action.card}"
    )  # fmt: skip


def _bet_sentence(options: Options, state: State, action: Bet, player: str) -> str:
    due, cost = due_of(state, action.seat), cost_of(state, action)
    pot = f"pot {state.pot}"
    left = state.stacks[action.seat] - cost
    all_in = ", all-in" if cost and not left else ""
    match action.verb:
        case "check":
            return f"{player} checks ({pot}, no bet stands)"
        case "fold":
            price = f"a call would cost {due}" if due else "no bet stands"
            return f"{player} folds ({pot}, {price})"
        case "call":
            short = f" of {due}" if cost < due else ""
            return (
                f"{player} calls with {stones(cost)}{short}{all_in} ({pot} to {state.pot + cost})"
            )
        case "bet":
            most = cap(options, state.pot, 0)
            return (
                f"{player} bets {stones(cost)}{all_in}: half of the pot of {state.pot} allows"
                f" {most} (pot to {state.pot + cost})"
            )
        case "raise":
            return (
                f"{player} raises by {action.stones}: {due} to call and {action.stones} above it,"
                f" {stones(cost)} in all{all_in}; {_cap_sentence(options, state.pot, due)}"
                f" (pot to {state.pot + cost})"
            )


def _cap_sentence(options: Options, pot: int, due: int) -> str:
    most = cap(options, pot, due)
    match options.raise_cap_base:
        case "pot_after_call":
            return f"the pot would be {pot + due} after the call, half of it is {most}"
        case "pot_before_call":
            return f"the pot is {pot}, half of it is {most}"
        case "total_put_in":
            return f"half of the pot of {pot}, less the call, is {most}"


# The settlement ---------------------------------------------------------------------------


def settlement(
    options: Options, state: State, action: Settle, players: Sequence[str]
) -> tuple[str, ...]:
    """Tell how a hand ends: the hands shown, who wins what, and the bonus."""
    ended = outcome(options, state, action)
    if ended.kind == "folds":
        lines = [
            f"all others folded: {players[ended.winners[0]]} takes the pot of {ended.pot}"
            " without a showdown"
        ]
    else:
        lines = [
            f"{players[seat]} shows {hand_in_words(options, numbers_of(state, seat))}"
            for seat in in_turn(state)
        ]
        lines += _pot_lines(ended, players)
    return (*lines, *_bonus_lines(ended, players))


def _pot_lines(ended: Outcome, players: Sequence[str]) -> Iterator[str]:
    if ended.kind == "tie":
        yield (
            f"{names(players, ended.winners)} tie: the pot of {ended.pot} stays in the middle,"
            f" and {names(players, ended.rematch)} play again"
        )
        return
    if ended.back_to is not None:
        yield f"{stones(ended.back)} that nobody called go back to {players[ended.back_to]}"
    for layer in ended.layers:
        part = "the pot" if len(ended.layers) == 1 else "a layer"
        verb = "takes" if len(layer.winners) == 1 else "share"
        yield f"{names(players, layer.winners)} {verb} {part} of {layer.stones}"


def _bonus_lines(ended: Outcome, players: Sequence[str]) -> Iterator[str]:
    if ended.bonus_to is None:
        return
    for seat, pays in enumerate(ended.bonus):
        if pays or ended.owed[seat]:
            short = f" of {ended.owed[seat]} owed" if pays < ended.owed[seat] else ""
            yield f"{players[seat]} pays a bonus of {pays}{short} to {players[ended.bonus_to]}"


def explain(
    log: Envelope, played: Replay[Options, State, Action], round_: int, turn: int
) -> tuple[str, ...]:
    """Tell a step of a hand: cards, each bet with pot and cap, how the hand is settled.

    ``round_`` is the hand and ``turn`` the step, from 1. Nothing is told of a step that was
    not played.
    """
    lines: list[str] = []
    for step in played.steps:
        state = step.after if isinstance(step.action, Ante) else step.before
        if (state.hand, state.step) != (round_, turn):
            continue
        if isinstance(step.action, Settle):
            lines += settlement(played.options, step.before, step.action, log.players)
            lines.append(f"stones: {stacks(step.after, log.players)}")
        elif isinstance(step.action, Ante):
            lines.append(ante_sentence(step.after, log.players))
        else:
            lines.append(action_sentence(played.options, step.before, step.action, log.players))
    return tuple(lines)


def ante_sentence(after: State, players: Sequence[str]) -> str:
    """Say who deals and who paid an ante, once it is paid."""
    payers = [seat for seat in after.players if after.antes[seat]]
    carried = f", {after.carried} of them carried" if after.carried else ""
    paid = f"an ante of 1 stone from {names(players, payers)}" if payers else "no new ante"
    return f"{players[after.dealer]} deals; {paid}; the pot is {after.pot}{carried}"


def stacks(state: State, players: Sequence[str]) -> str:
    """List the stones by player."""
    pairs = zip(players, state.stacks, strict=True)
    return ", ".join(f"{player} {count}" for player, count in pairs)


def score(options: Options, cards: Sequence[str]) -> ScoreSheet:
    """Add up a hand of one to three numbers (3.2), an item a card; a bust is worth nothing.

    Raises UnknownCardsError for what is no number, too many cards, or more of a number than
    the deck has.

    >>> score(Options(), ["15", "1"])
    ScoreSheet(total=16, items=(('15', 15), ('1', 1)), working=('15+1, the highest hand',))
    """
    copies = deck_of(options)
    numbers = [int(card) for card in cards if card.isascii() and card.isdecimal()]
    if len(numbers) != len(cards) or not set(numbers) <= set(NUMBERS):
        raise UnknownCardsError("a card of Sixteen is a whole number from 1 to 15")
    if len(numbers) > STEPS:
        raise UnknownCardsError(f"a hand of Sixteen has at most {STEPS} cards")
    for number in numbers:
        if numbers.count(number) > copies.get(number, 0):
            raise UnknownCardsError(f"the deck has {copies.get(number, 0)} of the number {number}")
    items = [(str(number), number) for number in numbers]
    total = sum(numbers)
    if total > TARGET:
        items.append(("bust", -total))
        total = 0
    return ScoreSheet(total, tuple(items), (hand_in_words(options, numbers),))
