"""6 nimmt! in words: where a card went and why, and the four rows as lines of text."""

from collections.abc import Sequence

from retally.pipeline.engine import six_nimmt as engine
from retally.pipeline.engine.six_nimmt import Action, Placement, Row, State, heads_of
from retally.pipeline.rules import sign_of
from retally.pipeline.tape import Replay, ScoreSheet, UnknownCardsError
from retally.schemas.six_nimmt import CARDS, HEADS, Log, Options


def placement_sentence(there: Placement, player: str) -> str:
    """Say where a card goes and why (rules 2.4).

    >>> rows = ((12,), (37,), (43,), (58,))
    >>> placement_sentence(Placement(44, 0, rows, (0, 1, 2), 2, "append", ()), "ann")
    '44 goes to row 3: of the ends 12, 37, 43, 58 the largest below 44 is 43'
    """
    ends = ", ".join(str(row[-1]) for row in there.rows)
    if there.action == "low_card":
        if there.row is None:
            return f"{there.card} is below every row end ({ends}): {player} has to take a row"
        return (
            f"{there.card} is below every row end ({ends}): {player} takes row {there.row + 1}"
            f" ({_cards(there.taken)}) and puts {there.card} there; {tally(there.taken)}"
        )
    assert there.row is not None, "only a low card waits for a choice"
    goes = f"{there.card} goes to row {there.row + 1}: of the ends {ends} the largest below"
    sentence = f"{goes} {there.card} is {there.rows[there.row][-1]}"
    if there.action == "sixth_card":
        sentence += (
            f"; it would be the sixth card, so {player} takes {_cards(there.taken)}"
            f" and {there.card} starts the row; {tally(there.taken)}"
        )
    return sentence


def tally(cards: Sequence[int]) -> str:
    """Add up heads so that a person can follow.

    >>> tally((12, 14, 15)), tally((37,))
    ('1+1+2 = 4 heads', '1 head')
    """
    total = heads_of(cards)
    unit = "head" if total == 1 else "heads"
    sum_ = "+".join(str(HEADS[card]) for card in cards)
    return f"{sum_} = {total} {unit}" if len(cards) > 1 else f"{total} {unit}"


def board(rows: Sequence[Row]) -> tuple[str, ...]:
    """Draw the four rows, one a line, with their heads.

    >>> print("\\n".join(board(((12, 14), (37,), (43,), (58,)))))
    row 1   12  14              2 heads
    row 2   37                  1 head
    row 3   43                  1 head
    row 4   58                  1 head
    """
    return tuple(_row_line(index, row) for index, row in enumerate(rows))


def _row_line(index: int, row: Row) -> str:
    cards = " ".join(f"{card:>3}" for card in row)
    heads = heads_of(row)
    return f"row {index + 1}  {cards:<19} {heads:>2} {'head' if heads == 1 else 'heads'}"


def _cards(cards: Sequence[int]) -> str:
    return " ".join(map(str, cards))


def explain(
    log: Log, played: Replay[Options, State, Action], round_: int, turn: int
) -> tuple[str, ...]:
    """Tell why each card of a turn went where it went, and what it cost (2.4).

    Rounds and turns count from 1. Nothing is told of a turn that was not played.
    """
    steps = [
        step
        for step in played.steps
        if isinstance(step.action, engine.Place)
        and (step.place.round, step.place.turn) == (round_, turn)
    ]
    if not steps:
        return ()
    lines = ["rows before:", *_indented(board(steps[0].before.rows))]
    for step in steps:
        assert isinstance(step.action, engine.Place), "the others were left out"
        there = engine.placement(step.before, step.action.row)
        player = log.players[there.seat]
        lines.append(f"{player}: {placement_sentence(there, player)}")
    lines += ["rows after:", *_indented(board(steps[-1].after.rows))]
    unit = "heads" if sign_of(played.options) == 1 else "points"
    scores = standing(played.options, log.players, engine.scores(steps[-1].after))
    lines.append(f"{unit} so far: {scores}")
    return tuple(lines)


def standing(options: Options, players: Sequence[str], heads: Sequence[int]) -> str:
    """List who has what, with the sign that the group gives it (N11).

    >>> standing(Options(score_sign="negative"), ("ann", "bo"), (6, 0))
    'ann -6, bo 0'
    """
    shown = zip(players, heads, strict=True)
    return ", ".join(f"{player} {sign_of(options) * scored}" for player, scored in shown)


def _indented(lines: Sequence[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def score(options: Options, cards: Sequence[str]) -> ScoreSheet:
    """Add up the heads of some cards (2.1), an item a card.

    Raises UnknownCardsError for what is no card, or a card given twice.

    >>> score(Options(), ["12", "55"])
    ScoreSheet(total=8, items=(('12', 1), ('55', 7)), working=('1+7 = 8 heads',))
    """
    known = {str(card): card for card in CARDS}
    numbers = [known[card] for card in cards if card in known]
    if len(numbers) != len(cards):
        raise UnknownCardsError("a card of 6 nimmt! is a whole number from 1 to 104")
    if len(set(numbers)) != len(numbers):
        raise UnknownCardsError("a card is given twice; the deck has one of each")
    items = tuple((str(card), HEADS[card]) for card in numbers)
    total, working = heads_of(numbers), tally(numbers)
    if sign_of(options) == -1:
        working += f", in points {-total}"
    return ScoreSheet(total, items, (working,))
