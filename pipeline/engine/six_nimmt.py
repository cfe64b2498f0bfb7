"""6 nimmt! by the rule sheet: clear, slow, the law. Reads no file, draws no card."""

from retally.pipeline.engine.base import ScoreItem
from retally.pipeline.engine.six_nimmt_allowed import (
    dearer_row,
    legal,
    start_violations,
    violation,
    violations,
)
from retally.pipeline.engine.six_nimmt_table import (
    Action,
    Commit,
    Deal,
    Phase,
    Place,
    Placement,
    Row,
    State,
    ends,
    heads_of,
    over,
    placement,
    scores,
    spent_cards,
    start,
    why_going_on,
    winners,
)
from retally.schemas.six_nimmt import HAND_CARDS, Options

__all__ = [
    "Action", "Commit", "Deal", "Phase", "Place", "Placement", "Row", "State",
    "apply", "dearer_row", "ends", "heads_of", "legal", "over", "placement", "scores",
    "spent_cards", "start", "start_violations", "violation", "violations", "why_going_on",
    "winners",
]  # fmt: skip


def apply(options: Options, state: State, action: Action) -> tuple[State, tuple[ScoreItem, ...]]:
    """Say what follows from a legal action: the next state and its score items."""
    match action:
        case Deal():
            return _deal(options, state, action), ()
        case Commit():
            return _commit(state, action), ()
        case Place():
            return _place(options, state, action)


def _deal(options: Options, state: State, deal: Deal) -> State:
    hands = deal.hands
    if hands is None and deal.draft is not None:
        picks = deal.draft
        hands = tuple(
            tuple(card for seat, card in picks if seat == owner) for owner in range(state.seats)
        )
    return state._replace(
        phase=Phase.SELECT,
        round=state.round + 1,
        turn=1,
        rows=tuple((card,) for card in deal.rows),
        hands=None if hands is None else tuple(frozenset(hand) for hand in hands),
        piles=((),) * state.seats,
        seen=frozenset(deal.rows),
        spent=spent_cards(options, state),
    )


def _commit(state: State, action: Commit) -> State:
    """Lay a card; when the last one lies there, turn them over (2.3)."""
    hands = state.hands
    if hands is not None:
        left = hands[action.seat] - {action.card}
        hands = (*hands[: action.seat], left, *hands[action.seat + 1 :])
    committed = (*state.committed, (action.card, action.seat))
    return state._replace(
        phase=Phase.RESOLVE if len(committed) == state.seats else Phase.SELECT,
        hands=hands,
        committed=committed,
        seen=state.seen | {action.card},
    )


def _place(options: Options, state: State, action: Place) -> tuple[State, tuple[ScoreItem, ...]]:
    there = placement(state, action.row)
    assert there.row is not None, "a missing choice is a violation, not a play"
    row = there.row
    kept = () if there.taken else state.rows[row]
    rows = (*state.rows[:row], (*kept, there.card), *state.rows[row + 1 :])
    piles = state.piles
    items: tuple[ScoreItem, ...] = ()
    if there.taken:
        pile = piles[there.seat] + there.taken
        piles = (*piles[: there.seat], pile, *piles[there.seat + 1 :])
        items = (ScoreItem(state.round, state.turn, there.seat, there.action, there.heads),)
    committed = tuple(lies for lies in state.committed if lies[0] != there.card)
    state = state._replace(rows=rows, piles=piles, committed=committed)
    return (state if committed else _end_turn(options, state)), items


def _end_turn(options: Options, state: State) -> State:
    """Go on to the next turn, or score the round and look whether that is the end (2.5)."""
    last = state.turn == HAND_CARDS
    early = options.end_check == "immediate" and ends(options, scores(state), 0)  # N3
    if not last and not early:
        return state._replace(phase=Phase.SELECT, turn=state.turn + 1)
    totals = scores(state)
    rounds = state.round if last else 0
    over = ends(options, totals, rounds)
    cards = state.seen.union(*(state.hands or ()))
    return state._replace(
        phase=Phase.OVER if over else Phase.DEAL,
        totals=totals,
        piles=((),) * state.seats,
        spent=state.spent if over else state.spent | cards,
    )
