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
from retally.schemas.told import Told, listed, told


def stones(count: int) -> str:
    """Write a number of stones.

    >>> stones(1), stones(3)
    ('1 stone', '3 stones')
    """
    return told("1 stone") if count == 1 else told("{count} stones", count=count)


def names(players: Sequence[str], seats: Sequence[int]) -> str:
    """List players by name."""
    return ", ".join(players[seat] for seat in seats) or told("nobody")


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
        return told("{cards}, the highest hand", cards=f"{TOP_HAND[1]}+{TOP_HAND[0]}")
    added = "+".join(map(str, known))
    added = f"{added} = {total}" if len(known) > 1 else added
    if total > TARGET:
        return told("{sum}, bust", sum=added)
    if len(known) == 1:
        return told("{sum} with 1 card", sum=added)
    return told("{sum} with {count} cards", sum=added, count=len(known))


def table(options: Options, state: State, players: Sequence[str]) -> tuple[str, ...]:
    """Draw the table: a line a participant, then the pot, the price of a call and the cap."""
    lines = [_seat_line(state, seat, players[seat]) for seat in state.players]
    lines.append(told("pot {pot}{carried}", pot=state.pot, carried=_carried(state)))
    if state.betting and state.betting.waiting:
        seat = state.betting.waiting[0]
        due = price(options, state, seat)
        lines.append(told("{player} to act: {price}", player=players[seat], price=due))
    return tuple(lines)


def _seat_line(state: State, seat: int, player: str) -> str:
    return told(
        "{player:<12} {state:<6} stack {stack:>4}  ante {ante}  bets {bets:>3}",
        player=player,
        state=told("in") if seat in state.live else told("folded"),
        stack=state.stacks[seat],
        ante=state.antes[seat],
        bets=state.bets[seat],
    )


def _carried(state: State) -> str:
    return told(" ({count} of them carried)", count=state.carried) if state.carried else ""


def price(options: Options, state: State, seat: int) -> str:
    """Say what a call costs a player and how far a bet or raise may go (rules 3.4)."""
    due = due_of(state, seat)
    most = cap(options, state.pot, due)
    if due:
        return told("a call costs {due}, a raise is at most {most}", due=due, most=most)
    return told("a bet is at most {most}", most=most)


def action_sentence(options: Options, state: State, action: Action, players: Sequence[str]) -> str:
    """Say what an action does, before it is done."""
    match action:
        case Ante():
            return told("{player} deals", player=players[action.dealer])
        case Draw():
            return _draw_sentence(action, players[action.seat])
        case Bet():
            return _bet_sentence(options, state, action, players[action.seat])
        case Settle():
            return listed(settlement(options, state, action, players), " ")


def _draw_sentence(action: Draw, player: str) -> str:
    if action.how == "stay":
        return told("{player} stays", player=player)
    if action.how == "untold":
        return told("{player}: not recorded", player=player)
    if action.card is None:
        return told("{player} takes a card not seen", player=player)
    return told("{player} takes {card}", player=player, card=action.card)


def _bet_sentence(options: Options, state: State, action: Bet, player: str) -> str:
    due, cost = due_of(state, action.seat), cost_of(state, action)
    all_in = told(", all-in") if cost and cost == state.stacks[action.seat] else ""
    words = {"player": player, "pot": state.pot, "after": state.pot + cost, "due": due}
    paid = {"stones": stones(cost), "all_in": all_in}
    match action.verb:
        case "check":
            return told("{player} checks (pot {pot}, no bet stands)", **words)
        case "fold" if due:
            return told("{player} folds (pot {pot}, a call would cost {due})", **words)
        case "fold":
            return told("{player} folds (pot {pot}, no bet stands)", **words)
        case "call" if cost < due:
            return told(
                "{player} calls with {stones} of {due}{all_in} (pot {pot} to {after})",
                **words,
                **paid,
            )
        case "call":
            return told(
                "{player} calls with {stones}{all_in} (pot {pot} to {after})", **words, **paid
            )
        case "bet":
            return told(
                "{player} bets {stones}{all_in}: half of the pot of {pot} allows {most}"
                " (pot to {after})",
                most=cap(options, state.pot, 0),
                **words,
                **paid,
            )
        case "raise":
            return told(
                "{player} raises by {above}: {due} to call and {above} above it, {stones} in"
                " all{all_in}; {cap} (pot to {after})",
                above=action.stones,
                cap=_cap_sentence(options, state.pot, due),
                **words,
                **paid,
            )


def _cap_sentence(options: Options, pot: int, due: int) -> str:
    most = cap(options, pot, due)
    match options.raise_cap_base:
        case "pot_after_call":
            return told(
                "the pot would be {pot} after the call, half of it is {most}",
                pot=pot + due,
                most=most,
            )
        case "pot_before_call":
            return told("the pot is {pot}, half of it is {most}", pot=pot, most=most)
        case "total_put_in":
            return told("half of the pot of {pot}, less the call, is {most}", pot=pot, most=most)


# The settlement ---------------------------------------------------------------------------


def settlement(
    options: Options, state: State, action: Settle, players: Sequence[str]
) -> tuple[str, ...]:
    """Tell how a hand ends: the hands shown, who wins what, and the bonus."""
    ended = outcome(options, state, action)
    if ended.kind == "folds":
        lines = [
            told(
                "all others folded: {player} takes the pot of {pot} without a showdown",
                player=players[ended.winners[0]],
                pot=ended.pot,
            )
        ]
    else:
        lines = [
            told(
                "{player} shows {hand}",
                player=players[seat],
                hand=hand_in_words(options, numbers_of(state, seat)),
            )
            for seat in in_turn(state)
        ]
        lines += _pot_lines(ended, players)
    return (*lines, *_bonus_lines(ended, players))


def _pot_lines(ended: Outcome, players: Sequence[str]) -> Iterator[Told]:
    if ended.kind == "tie":
        yield told(
            "{players} tie: the pot of {pot} stays in the middle, and {rematch} play again",
            players=names(players, ended.winners),
            pot=ended.pot,
            rematch=names(players, ended.rematch),
        )
        return
    if ended.back_to is not None:
        yield told(
            "{stones} that nobody called go back to {player}",
            stones=stones(ended.back),
            player=players[ended.back_to],
        )
    for layer in ended.layers:
        words = {"players": names(players, layer.winners), "stones": layer.stones}
        match len(layer.winners) == 1, len(ended.layers) == 1:
            case True, True:
                yield told("{players} takes the pot of {stones}", **words)
            case True, False:
                yield told("{players} takes a layer of {stones}", **words)
            case False, True:
                yield told("{players} share the pot of {stones}", **words)
            case _:
                yield told("{players} share a layer of {stones}", **words)


def _bonus_lines(ended: Outcome, players: Sequence[str]) -> Iterator[Told]:
    if ended.bonus_to is None:
        return
    for seat, pays in enumerate(ended.bonus):
        if pays or ended.owed[seat]:
            owed, to = ended.owed[seat], players[ended.bonus_to]
            words = {"player": players[seat], "pays": pays, "owed": owed, "winner": to}
            if pays < owed:
                yield told("{player} pays a bonus of {pays} of {owed} owed to {winner}", **words)
            else:
                yield told("{player} pays a bonus of {pays} to {winner}", **words)


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
            lines.append(told("stones: {stacks}", stacks=stacks(step.after, log.players)))
        elif isinstance(step.action, Ante):
            lines.append(ante_sentence(step.after, log.players))
        else:
            lines.append(action_sentence(played.options, step.before, step.action, log.players))
    return tuple(lines)


def ante_sentence(after: State, players: Sequence[str]) -> str:
    """Say who deals and who paid an ante, once it is paid."""
    payers = [seat for seat in after.players if after.antes[seat]]
    if payers:
        paid = told("an ante of 1 stone from {players}", players=names(players, payers))
    else:
        paid = told("no new ante")
    return told(
        "{player} deals; {paid}; the pot is {pot}{carried}",
        player=players[after.dealer],
        paid=paid,
        pot=after.pot,
        carried=told(", {count} of them carried", count=after.carried) if after.carried else "",
    )


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
    items: list[tuple[str, int]] = [(str(number), number) for number in numbers]
    total = sum(numbers)
    if total > TARGET:
        items.append((told("bust"), -total))
        total = 0
    return ScoreSheet(total, tuple(items), (hand_in_words(options, numbers),))
