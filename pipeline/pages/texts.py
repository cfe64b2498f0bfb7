"""Every text that the pages show beside their templates, told, so that any language can be next.

What differs from game to game is listed by game; scripts fill their templates themselves.
"""

from retally.lang import ENGLISH, Tongue
from retally.schemas.told import listed, template, told

STATUS = {
    "verified": told("Replayed to its end, and every claim agrees."),
    "unclaimed": told("Replayed to its end; nothing was claimed."),
    "incomplete": told("Legal as far as it goes, but the game had not ended."),
    "mismatch": told("Legal, but a claim differs from the replay."),
    "illegal": told("An action breaks the rules; the replay stops at it."),
}
"""What a verdict means, for people."""

UNITS = {"six_nimmt": told("heads"), "sixteen": told("stones"), "zaagox": told("points")}
"""What a score of a game counts."""
UNIT_TITLES = {"six_nimmt": told("Heads"), "sixteen": told("Stones"), "zaagox": told("Points")}
"""The same as the head of a column or the name of an axis."""

# Places of a game -------------------------------------------------------------------------

ROUND = {"six_nimmt": template("Round {number}"), "sixteen": template("Hand {number}")}
TURN = {
    "six_nimmt": template("Turn {number}"),
    "sixteen": template("Step {number}"),
    "zaagox": template("Turn {number}"),
}
BEFORE_TURN_1 = {"six_nimmt": told("Deal"), "sixteen": told("Ante"), "zaagox": told("Deal")}
"""What comes before the first turn."""
IN_ROUND = {"six_nimmt": template("round {round}"), "sixteen": template("hand {round}")}
IN_TURN = {
    "six_nimmt": template("turn {turn}"),
    "sixteen": template("step {turn}"),
    "zaagox": template("turn {turn}"),
}
IN_BEFORE_TURN_1 = {"six_nimmt": told("deal"), "sixteen": told("ante"), "zaagox": told("deal")}
"""The same words where they do not begin a line."""


def round_name(game: str, number: int | None) -> str:
    """Name a round, counted from 1; a game without rounds has none to name."""
    return told(ROUND[game], number=number) if number and game in ROUND else ""


def turn_name(game: str, number: int | None) -> str:
    """Name a turn, counted from 1; 0 is what comes before the first."""
    return told(TURN[game], number=number) if number else BEFORE_TURN_1[game]


def heading(game: str, round_: int | None, turn: int | None) -> str:
    """Name a turn together with its round."""
    named = round_name(game, round_)
    if not named:
        return turn_name(game, turn)
    return listed((named, told(IN_TURN[game], turn=turn) if turn else IN_BEFORE_TURN_1[game]))


def place(game: str, round_: int | None, turn: int | None) -> str:
    """Say where in a game something is, as far as that is known."""
    parts = [told(IN_ROUND[game], round=round_)] if round_ and game in IN_ROUND else []
    parts += [told(IN_TURN[game], turn=turn)] if turn else []
    return listed(parts) if parts else "–"


# The replay -------------------------------------------------------------------------------

_ALL_GAMES = {
    "play": template("Play"),
    "pause": template("Pause"),
    "position": template("{n} of {all}"),
}
_OF_GAME = {
    "six_nimmt": {
        "row": template("Row {n}"),
        "head": template("{n} head"),
        "heads": template("{n} heads"),
        "lies": template("To be placed"),
        "none": template("All cards of this turn are placed."),
        "card": template("card {card}, {heads}"),
        "hand": template("Hand"),
        "pile": template("Pile"),
        "unknown": template("a card that the log does not tell"),
        "takes": template("{player} takes {n}"),
        "hidden": template("face down"),
    },
    "sixteen": {
        "pot": template("Pot"),
        "carried": template("{n} of them carried"),
        "stack": template("Stack"),
        "in": template("In the pot"),
        "dealer": template("Dealer"),
        "folded": template("folded"),
        "out": template("not in this hand"),
        "stayed": template("stays"),
        "card": template("card {card}"),
        "hidden": template("face down"),
        "unknown": template("a card not seen"),
        "won": template("wins"),
    },
    "zaagox": {
        "deck": template("Central deck"),
        "discard": template("Discard"),
        "calls": template("Da"),
        "hand": template("Hand"),
        "pairs": template("Pairs"),
        "stored": template("Stored"),
        "aging": template("{n} of {needs} aging cards"),
        "complete": template("complete"),
        "unseen": template("{n} laid unseen"),
        "hidden": template("face down"),
        "wins": template("wins"),
        "active": template("to move"),
        "red": template("red"),
        "yellow": template("yellow"),
        "green": template("green"),
        "blue": template("blue"),
        "circle": template("circle"),
        "line": template("line"),
        "mixed": template("mixed"),
        "blank": template("blank"),
    },
}

SWITCH = {
    "six_nimmt": told("Show hands"),
    "sixteen": told("Show all cards"),
    "zaagox": told("Show aging cards"),
}
"""What the switch of a game's replay turns over."""


def for_script(game: str, tongue: Tongue = ENGLISH) -> dict[str, str]:
    """Give the texts that the replay's script of a game fills in."""
    texts = {**_ALL_GAMES, **_OF_GAME[game]}
    return {key: tongue.title(text, None) for key, text in texts.items()}


# The site ---------------------------------------------------------------------------------

BETTER = {
    "six_nimmt": told("the fewest heads win"),
    "sixteen": told("the most stones win"),
    "zaagox": told("who stores four cards first wins"),
}
"""What wins a game."""

ACTION = {
    "sixteen": {
        "ante": told("paid an ante"),
        "take": told("took a card"),
        "stay": told("declined a card"),
        "check": told("checked a bet"),
        "bet": told("made a bet"),
        "call": told("called a bet"),
        "raise": told("raised"),
        "fold": told("gave up a hand"),
        "out": told("was out already"),
    },
    "zaagox": {
        "discard": told("discarded"),
        "pair": told("laid a pair"),
        "age": told("laid an aging card"),
        "pass": told("passed"),
        "da_won": told("called Da and had the card"),
        "da_lost": told("called Da, another had the card"),
        "pays_winner": told("paid the winner"),
    },
}
"""What players do, in words; what is done in 6 nimmt! is told by its takes."""


RECORDS = {
    "six_nimmt": {
        "lowest_game": told("Fewest heads in a game"),
        "highest_game": told("Most heads in a game"),
        "lowest_round": told("Fewest heads in a round"),
        "highest_round": told("Most heads in a round"),
        "dearest_take": told("Dearest take"),
    },
    "sixteen": {
        "lowest_game": told("Fewest stones at the end of a game"),
        "highest_game": told("Most stones at the end of a game"),
        "lowest_round": told("Most stones lost in a hand"),
        "highest_round": told("Most stones won in a hand"),
        "highest_pot": told("Largest pot won"),
    },
    "zaagox": {
        "lowest_game": told("Fewest points in a game"),
        "highest_game": told("Most points in a game"),
        "lowest_set": told("Least worth of a set that won"),
        "highest_set": told("Most worth of a set that won"),
    },
}
"""What records are, in words."""


def action_words(game: str, action: str) -> str:
    """Say what an action of the facts is."""
    return ACTION[game].get(action, action.replace("_", " "))


def record_words(game: str, record: str) -> str:
    """Say what a record of the reports is."""
    return RECORDS[game].get(record, record.replace("_", " "))
