"""Every text that the scripts and the drawings of the pages show; templates hold the rest."""

STATUS = {
    "verified": "Replayed to its end, and every claim agrees.",
    "unclaimed": "Replayed to its end; nothing was claimed.",
    "incomplete": "Legal as far as it goes, but the game had not ended.",
    "mismatch": "Legal, but a claim differs from the replay.",
    "illegal": "An action breaks the rules; the replay stops at it.",
}
"""What a verdict means, for people."""

SEVERITY = {"error": "error", "warning": "warning", "note": "note"}

UNITS = {"six_nimmt": "heads", "sixteen": "stones", "zaagox": "points"}
"""What a score of a game counts."""

ROUND = {"six_nimmt": "Round", "sixteen": "Hand", "zaagox": ""}
TURN = {"six_nimmt": "Turn", "sixteen": "Step", "zaagox": "Turn"}
BEFORE_TURN_1 = {"six_nimmt": "Deal", "sixteen": "Ante", "zaagox": "Deal"}
"""What comes before the first turn."""

_ALL_GAMES = {
    "play": "Play",
    "pause": "Pause",
    "position": "{n} of {all}",
    "finding": "finding",
    "findings": "findings",
}
_OF_GAME = {
    "six_nimmt": {
        "row": "Row {n}",
        "head": "{n} head",
        "heads": "{n} heads",
        "lies": "To be placed",
        "none": "All cards of this turn are placed.",
        "card": "{card}, {heads}",
        "hand": "Hand",
        "pile": "Pile",
        "unknown": "a card that the log does not tell",
        "takes": "{player} takes {n}",
        "hidden": "face down",
    },
    "sixteen": {
        "pot": "Pot",
        "carried": "{n} of them carried",
        "stack": "Stack",
        "in": "In the pot",
        "dealer": "Dealer",
        "folded": "folded",
        "out": "not in this hand",
        "stayed": "stays",
        "card": "{card}",
        "hidden": "face down",
        "unknown": "a card not seen",
        "won": "wins",
    },
    "zaagox": {
        "deck": "Central deck",
        "discard": "Discard",
        "calls": "Da",
        "hand": "Hand",
        "pairs": "Pairs",
        "stored": "Stored",
        "aging": "{n} of {needs} aging cards",
        "complete": "complete",
        "unseen": "{n} laid unseen",
        "hidden": "face down",
        "empty": "empty",
        "wins": "wins",
        "active": "to move",
        "red": "red",
        "yellow": "yellow",
        "green": "green",
        "blue": "blue",
        "circle": "circle",
        "line": "line",
        "mixed": "mixed",
        "blank": "blank",
    },
}

SWITCH = {
    "six_nimmt": "Show hands",
    "sixteen": "Show all cards",
    "zaagox": "Show aging cards",
}
"""What the switch of a game's replay turns over."""


def for_script(game: str) -> dict[str, str]:
    """Give the texts that the replay's script of a game fills in."""
    return {**_ALL_GAMES, **_OF_GAME[game]}


# The site ---------------------------------------------------------------------------------

BETTER = {"six_nimmt": "fewest", "sixteen": "most", "zaagox": "most"}
"""Which scores are best."""

ACTION = {
    "six_nimmt": {
        "append": "put at the end of a row",
        "sixth_card": "took a row with the sixth card",
        "low_card": "took a row for a low card",
    },
    "sixteen": {
        "ante": "paid an ante",
        "take": "took a card",
        "stay": "declined a card",
        "check": "checked",
        "bet": "bet",
        "call": "called",
        "raise": "raised",
        "fold": "folded",
        "out": "was out already",
    },
    "zaagox": {
        "discard": "discarded",
        "pair": "laid a pair",
        "age": "laid an aging card",
        "pass": "passed",
        "da_won": "called Da and had the card",
        "da_lost": "called Da, another had the card",
        "pays_winner": "paid the winner",
    },
}
"""What players do, in words."""

GAMES_OF = {"games": "Games", "findings": "Findings"}


def action_words(game: str, action: str) -> str:
    """Say what an action of the facts is."""
    return ACTION[game].get(action, action.replace("_", " "))
