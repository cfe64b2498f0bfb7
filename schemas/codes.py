"""Every finding by its code: what it means and the sentence it says. Never renamed or reused."""

from enum import StrEnum
from typing import NamedTuple


class Severity(StrEnum):
    """How much a finding weighs (rules 0); only errors change a verdict."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Code(StrEnum):
    """Every finding that retally can make; the letters are its family."""

    NOT_UTF8 = "LOG001"
    NOT_JSON = "LOG002"
    KEY_TWICE = "LOG003"
    VERSION_UNKNOWN = "LOG004"
    GAME_UNKNOWN = "LOG005"
    KEY_MISSING = "LOG006"
    KEY_UNKNOWN = "LOG007"
    WRONG_TYPE = "LOG008"
    VALUE_NOT_ALLOWED = "LOG009"
    WRONG_LENGTH = "LOG010"
    RULES_UNKNOWN = "LOG011"
    PLAYER_UNKNOWN = "LOG012"
    GIVEN_TWICE = "LOG013"
    FILE_DAMAGED = "LOG014"
    TOO_LONG = "LOG015"
    NOT_SUPPORTED = "LOG016"
    GAME_ID_TAKEN = "LOG017"
    FOREIGN_LOG = "LOG018"
    FOREIGN_CONTRADICTS = "LOG019"
    RULES_ASSUMED = "LOG101"

    CARD_TWICE = "DEAL001"
    CARD_NOT_IN_DECK = "DEAL002"
    CARD_NOT_DEALT = "DEAL003"
    CARD_FROM_EARLIER_DEAL = "DEAL004"
    DRAFT_ORDER = "DEAL005"
    DRAFT_INCOMPLETE = "DEAL006"
    DRAFT_NOT_HAND = "DEAL007"
    DRAFT_NOT_PLAYED = "DEAL008"
    VARIANT_SEATS = "DEAL101"

    SEATS = "PLAY001"
    ROW_CHOICE_MISSING = "PLAY002"
    ROW_CHOICE_NEEDLESS = "PLAY003"
    ROW_NOT_CHEAPEST = "PLAY004"
    ROUND_BROKEN_OFF = "PLAY005"
    AFTER_THE_END = "PLAY006"
    ROW_DEARER = "PLAY101"

    ROUND_PENALTY = "SCORE001"
    TURN_PENALTY = "SCORE002"
    PLACED_ROW = "SCORE003"
    TOTAL = "SCORE004"
    WINNERS = "SCORE005"
    WINNERS_TOO_EARLY = "SCORE006"
    RANKS = "SCORE007"
    MORE_THAN_THE_DECK = "SCORE008"
    THRESHOLD_EXACTLY = "SCORE101"

    # Sixteen
    CARD_TOO_OFTEN = "DEAL020"
    CARD_UNKNOWN_AT_SHOWDOWN = "DEAL021"
    CARD_AFTER_FOLD = "DEAL022"
    SECOND_CARD = "DEAL023"
    NO_CARD_IN_STEP_1 = "DEAL024"
    DECK_USED_UP = "DEAL025"
    DECK_OF_THE_LOG = "DEAL120"
    CARDS_UNSEEN = "DEAL121"
    OFFERS_OUT_OF_ORDER = "DEAL122"

    TOO_FEW_IN_HAND = "PLAY020"
    NO_STONE_FOR_ANTE = "PLAY021"
    WRONG_DEALER = "PLAY022"
    REMATCH_DUE = "PLAY023"
    REMATCH_NOT_DUE = "PLAY024"
    REMATCH_PLAYERS = "PLAY025"
    HAND_BROKEN_OFF = "PLAY026"
    BETTING_OPEN = "PLAY027"
    HAND_OVER = "PLAY028"
    BETTING_CLOSED = "PLAY029"
    NOT_IN_HAND = "PLAY030"
    HAS_FOLDED = "PLAY031"
    OUT_OF_TURN = "PLAY032"
    CHECK_AGAINST_BET = "PLAY033"
    CHECK_NOT_ALLOWED = "PLAY034"
    BET_STANDS = "PLAY035"
    NO_BET_STANDS = "PLAY036"
    OVER_CAP = "PLAY037"
    OVER_STACK = "PLAY038"
    RAISE_TOO_SMALL = "PLAY039"
    TOO_MANY_RAISES = "PLAY040"
    RAISE_AFTER_CALL = "PLAY041"
    RAISE_AFTER_CHECK = "PLAY042"
    ALL_IN_FORBIDDEN = "PLAY043"
    ALL_IN = "PLAY120"
    RAISE_BETWEEN_READINGS = "PLAY121"
    RAISE_AFTER_PASSING = "PLAY122"
    FREE_FOLD = "PLAY123"
    CHECK_NEEDLESS = "PLAY124"
    STONES_UNEQUAL = "PLAY125"
    NOT_SHOWN = "PLAY126"
    SHOWN_UNASKED = "PLAY127"

    HAND_WINNERS = "SCORE020"
    POT = "SCORE021"
    BONUS = "SCORE022"
    HAND_STONES = "SCORE023"
    STONES = "SCORE024"
    HAND_NOT_SETTLED = "SCORE025"
    UNCALLED_BACK = "SCORE120"
    POT_SHARED = "SCORE121"
    BONUS_SHORT = "SCORE122"
    BONUS_LIMITED = "SCORE123"
    BONUS_IN_REMATCH = "SCORE124"
    POT_WITHOUT_UNCALLED = "SCORE125"
    SIDE_POTS = "SCORE126"

    # Zaägox: DEAL, PLAY and SCORE 060 to 079 (PLAY to 099), 160 to 179 (PLAY to 199)
    DRAW_NOT_TOP = "DEAL060"
    DRAWN_FROM_ELSEWHERE = "DEAL061"
    CARD_NOT_IN_HAND = "DEAL062"
    OWN_DECK = "DEAL160"
    AGING_MASKED = "DEAL161"
    AGING_NOT_NAMED = "DEAL162"

    NOT_YOUR_TURN = "PLAY060"
    DRAW_MISSING = "PLAY061"
    DRAW_FROM_NOTHING = "PLAY062"
    PAIR_NOT_ALIKE = "PLAY063"
    PAIR_OF_BLANKS = "PLAY064"
    AGING_WITHOUT_PAIR = "PLAY065"
    PASS_NOT_DUE = "PLAY066"
    ACTION_WITHOUT_DRAW = "PLAY067"
    STORE_MISSING = "PLAY068"
    STORE_NEEDLESS = "PLAY069"
    STORE_NOT_OF_PAIR = "PLAY070"
    DA_WITHOUT_DISCARD = "PLAY071"
    DA_ON_OWN_DISCARD = "PLAY072"
    DA_CARD_NOT_IN_HAND = "PLAY073"
    DA_NOT_ALIKE = "PLAY074"
    DA_ON_BLANK = "PLAY075"
    DA_CALLED_TWICE = "PLAY076"
    SEATS_UNUSUAL = "PLAY160"
    DECK_EMPTY = "PLAY161"
    DA_CONTESTED = "PLAY162"
    RETURNED_ON_DISCARD = "PLAY163"

    STORED_SET = "SCORE060"
    SET_SCORE = "SCORE061"
    SET_TOO_EARLY = "SCORE062"
    NEGATIVE_SCORE = "SCORE160"


class Entry(NamedTuple):
    """A code's line in the dictionary: its meaning, and the sentence it says."""

    title: str
    says: str


DICTIONARY: dict[Code, Entry] = {
    Code.NOT_UTF8: Entry("not UTF-8", "the text is not UTF-8: {detail}"),
    Code.NOT_JSON: Entry("not JSON", "not a JSON object: {detail}"),
    Code.KEY_TWICE: Entry(
        "key given twice",
        "the key {key} is given {recorded} times in one object",
    ),
    Code.VERSION_UNKNOWN: Entry(
        "unknown format version",
        "this is not version 1 of the log format: {detail}",
    ),
    Code.GAME_UNKNOWN: Entry("unknown game", "not a game that retally knows: {detail}"),
    Code.KEY_MISSING: Entry("key missing", "the key {key} is missing"),
    Code.KEY_UNKNOWN: Entry("unknown key", "the key {key} is not part of the format"),
    Code.WRONG_TYPE: Entry("wrong type", "wrong type: {detail}"),
    Code.VALUE_NOT_ALLOWED: Entry("value not allowed", "value not allowed: {detail}"),
    Code.WRONG_LENGTH: Entry("wrong length", "wrong length: {detail}"),
    Code.RULES_UNKNOWN: Entry(
        "unknown edition, option or option value",
        "unknown in the rules: {detail}",
    ),
    Code.PLAYER_UNKNOWN: Entry("unknown player", "{recorded} is none of the players"),
    Code.GIVEN_TWICE: Entry("listed twice", "{recorded} is listed twice"),
    Code.FILE_DAMAGED: Entry(
        "damaged file",
        "the file is damaged, the rest of it cannot be read: {detail}",
    ),
    Code.TOO_LONG: Entry("log too long", "too long for a game: {detail}"),
    Code.NOT_SUPPORTED: Entry("option not supported yet", "not supported yet: {detail}"),
    Code.GAME_ID_TAKEN: Entry(
        "game id taken",
        "a game with this id and other content was loaded before, from {first}",
    ),
    Code.FOREIGN_LOG: Entry("foreign log not converted", "not converted: {detail}"),
    Code.FOREIGN_CONTRADICTS: Entry(
        "foreign log contradicts itself",
        "the file contradicts itself: {detail}",
    ),
    Code.RULES_ASSUMED: Entry(
        "edition assumed",
        "the log names no edition; {expected} is taken",
    ),
    Code.CARD_TWICE: Entry("card twice in a deal", "card {recorded} is in this deal twice"),
    Code.CARD_NOT_IN_DECK: Entry(
        "card not in the deck",
        "card {recorded} is not in the deck, which has {expected}",
    ),
    Code.CARD_NOT_DEALT: Entry(
        "card not dealt to its player",
        "{player} plays {recorded}, which was not dealt to {player}",
    ),
    Code.CARD_FROM_EARLIER_DEAL: Entry(
        "card of an earlier deal",
        "card {recorded} was dealt before and not shuffled in again",
    ),
    Code.DRAFT_ORDER: Entry(
        "draft out of turn",
        "pick {pick} of the draft is due to seat {seat}, not to {player}",
    ),
    Code.DRAFT_INCOMPLETE: Entry(
        "draft incomplete",
        "picks in the draft: {recorded}, due: {expected}",
    ),
    Code.DRAFT_NOT_HAND: Entry(
        "draft and hand differ",
        "{player}'s hand is not what {player} took in the draft",
    ),
    Code.DRAFT_NOT_PLAYED: Entry(
        "draft where hands are dealt",
        "the log has a draft, but under its rules hands are dealt",
    ),
    Code.VARIANT_SEATS: Entry(
        "variant with many players",
        "the variant is meant for 2 to 6 players, this game has {recorded}",
    ),
    Code.SEATS: Entry(
        "number of players",
        "players at the table: {recorded}; due are {expected}",
    ),
    Code.ROW_CHOICE_MISSING: Entry(
        "row choice missing",
        "{card} is below every row end; the log does not say which row {player} takes",
    ),
    Code.ROW_CHOICE_NEEDLESS: Entry(
        "row choice without need",
        "row {recorded} is chosen, but no choice is due: {card} of {player} goes to row {due}",
    ),
    Code.ROW_NOT_CHEAPEST: Entry(
        "row taken is not the cheapest",
        "{player} takes row {recorded} (bull heads: {heads}); it has to be one with the fewest"
        " (bull heads: {fewest})",
    ),
    Code.ROUND_BROKEN_OFF: Entry(
        "round broken off",
        "the round stops after turn {recorded} of {expected}, and yet another round follows",
    ),
    Code.AFTER_THE_END: Entry(
        "play after the end",
        "the game had ended {why}; nothing more is played",
    ),
    Code.ROW_DEARER: Entry(
        "a dearer row taken",
        "{player} takes row {recorded} (bull heads: {heads}) where a cheaper one would do"
        " (bull heads: {fewest}); some sheets forbid it",
    ),
    Code.ROUND_PENALTY: Entry(
        "round penalty differs",
        "bull heads of {player} in this round: {expected}, recorded: {recorded}",
    ),
    Code.TURN_PENALTY: Entry(
        "turn penalty differs",
        "bull heads of {player} in this turn: {expected}, recorded: {recorded}",
    ),
    Code.PLACED_ROW: Entry(
        "placed row differs",
        "{card} of {player} goes to row {expected}, recorded is row {recorded}",
    ),
    Code.TOTAL: Entry(
        "total differs",
        "bull heads of {player} in all: {expected}, recorded: {recorded}",
    ),
    Code.WINNERS: Entry("winners differ", "the game is won by {due}, recorded: {claimed}"),
    Code.WINNERS_TOO_EARLY: Entry(
        "winner of an unfinished game",
        "{claimed} recorded as winner, but the game had not ended: {why}",
    ),
    Code.RANKS: Entry(
        "ranks differ", "the places by the totals are {expected}, recorded: {recorded}"
    ),
    Code.MORE_THAN_THE_DECK: Entry(
        "more heads than the deck has",
        "heads of all players in the round: {recorded}; the deck has {expected}",
    ),
    Code.THRESHOLD_EXACTLY: Entry(
        "total exactly at the threshold",
        "{player} is exactly at the threshold (bull heads: {recorded}); whether that ends the game"
        " is read both ways",
    ),
    # Sixteen
    Code.CARD_TOO_OFTEN: Entry(
        "card dealt too often",
        "the deck has {copies} of the number {card}; this hand deals one more",
    ),
    Code.CARD_UNKNOWN_AT_SHOWDOWN: Entry(
        "card unknown at the showdown",
        "{player} shows a hand whose card of step {step} is not in the log",
    ),
    Code.CARD_AFTER_FOLD: Entry(
        "card for one who folded",
        "{player} has folded and gets no card; still in are {due}",
    ),
    Code.SECOND_CARD: Entry("second card in a step", "{player} is dealt to twice in this step"),
    Code.NO_CARD_IN_STEP_1: Entry(
        "no card in step 1",
        "{player} stays in step 1, where everybody gets a card",
    ),
    Code.DECK_USED_UP: Entry(
        "deck used up",
        "cards in the deck: {expected}; this is card {recorded} of the hand",
    ),
    Code.DECK_OF_THE_LOG: Entry(
        "deck of the log",
        "the log brings its own deck (cards: {recorded}, of the usual one: {expected})",
    ),
    Code.CARDS_UNSEEN: Entry(
        "cards not seen",
        "cards of {came} are not in the log and cannot be checked",
    ),
    Code.OFFERS_OUT_OF_ORDER: Entry(
        "cards offered out of order",
        "cards go round from the first to act: {due}; the log has {came}",
    ),
    Code.TOO_FEW_IN_HAND: Entry(
        "too few in a hand",
        "a hand needs two who can put in an ante; here are {recorded}",
    ),
    Code.NO_STONE_FOR_ANTE: Entry(
        "no stone for the ante",
        "{player} takes part without a stone for the ante",
    ),
    Code.WRONG_DEALER: Entry(
        "wrong dealer",
        "{came} deals this hand; due is {due}",
    ),
    Code.REMATCH_DUE: Entry(
        "tie not replayed",
        "a tie is to be replayed by {due}, but this hand is no rematch",
    ),
    Code.REMATCH_NOT_DUE: Entry(
        "rematch without a tie",
        "this hand replays a tie, but the hand before it was no tie",
    ),
    Code.REMATCH_PLAYERS: Entry(
        "wrong players in a rematch",
        "the tie is to be replayed by {due}, not by {came}",
    ),
    Code.HAND_BROKEN_OFF: Entry(
        "hand broken off",
        "{why}, and yet another hand follows",
    ),
    Code.BETTING_OPEN: Entry(
        "betting not finished",
        "the betting of this step is not over, it is {player}'s turn; yet another step follows",
    ),
    Code.HAND_OVER: Entry("play after the end of a hand", "the hand has ended: {why}"),
    Code.BETTING_CLOSED: Entry(
        "bet after the betting",
        "{player} acts though the betting of this step is over",
    ),
    Code.NOT_IN_HAND: Entry(
        "not in the hand",
        "{player} put in no ante; in this hand are {due}",
    ),
    Code.HAS_FOLDED: Entry("acts after a fold", "{player} has folded; still in are {due}"),
    Code.OUT_OF_TURN: Entry("out of turn", "it is {due}'s turn, not {player}'s"),
    Code.CHECK_AGAINST_BET: Entry(
        "check against a bet",
        "{player} checks against a bet; a call costs {due}",
    ),
    Code.CHECK_NOT_ALLOWED: Entry("check not allowed", "{player} checks, but {who} may check"),
    Code.BET_STANDS: Entry(
        "bet against a bet",
        "{player} bets where a bet stands; it can be called or raised",
    ),
    Code.NO_BET_STANDS: Entry(
        "no bet to answer",
        "{recorded} by {player}, but no bet stands",
    ),
    Code.OVER_CAP: Entry(
        "over half the pot",
        "{player}'s {verb} is {recorded}, at most {expected} is allowed"
        " (pot {pot}, a call costs {due})",
    ),
    Code.OVER_STACK: Entry(
        "more than the stack",
        "{player} has too few stones for this (cost: {cost}); {expected} would do",
    ),
    Code.RAISE_TOO_SMALL: Entry(
        "raise too small",
        "{player} raises by {recorded}, at least {expected} is due",
    ),
    Code.TOO_MANY_RAISES: Entry(
        "too many raises",
        "this is raise {recorded} of the betting round; {expected} are allowed",
    ),
    Code.RAISE_AFTER_CALL: Entry(
        "raise after a call",
        "{player} has called in this betting round and may not raise in it",
    ),
    Code.RAISE_AFTER_CHECK: Entry(
        "raise after a check",
        "{player} has checked in this betting round and may not raise in it",
    ),
    Code.ALL_IN_FORBIDDEN: Entry(
        "all-in forbidden",
        "{player} cannot cover the call (stones: {recorded}, cost: {due});"
        " all-in is not played here",
    ),
    Code.ALL_IN: Entry("all-in", "{player} puts in the last {recorded} of the stack"),
    Code.RAISE_BETWEEN_READINGS: Entry(
        "raise between readings",
        "{player}'s raise of {recorded} is over the cap of another reading ({caps})",
    ),
    Code.RAISE_AFTER_PASSING: Entry(
        "raise after a check or call",
        "{player} has {done} in this betting round and raises; some sheets forbid it",
    ),
    Code.FREE_FOLD: Entry("fold where a check is free", "{player} folds though no bet stands"),
    Code.CHECK_NEEDLESS: Entry(
        "needless check",
        "{player} checks where nobody is asked to bet",
    ),
    Code.STONES_UNEQUAL: Entry(
        "unequal stacks at the start",
        "the players begin with {came} stones; the sheet gives everybody the same",
    ),
    Code.NOT_SHOWN: Entry(
        "hand not shown",
        "{player} is in the showdown but not among those who turned cards up",
    ),
    Code.SHOWN_UNASKED: Entry(
        "shown without need",
        "{player} wins because all others folded, and shows the cards",
    ),
    Code.HAND_WINNERS: Entry(
        "winners of a hand differ",
        "the hand goes to {due}, recorded: {claimed}",
    ),
    Code.POT: Entry("pot differs", "the pot is {expected}, recorded is {recorded}"),
    Code.BONUS: Entry(
        "bonus differs",
        "{player} pays a bonus of {expected}, recorded is {recorded}",
    ),
    Code.HAND_STONES: Entry(
        "stones after a hand differ",
        "stones of {player} after this hand: {expected}, recorded: {recorded}",
    ),
    Code.STONES: Entry(
        "final stones differ",
        "stones of {player} at the end: {expected}, recorded: {recorded}",
    ),
    Code.HAND_NOT_SETTLED: Entry(
        "winner of an unfinished hand",
        "{claimed} recorded as winner of the hand, but {why}",
    ),
    Code.UNCALLED_BACK: Entry(
        "stones that nobody called",
        "stones that nobody called go back to {player}: {recorded}",
    ),
    Code.POT_SHARED: Entry(
        "pot shared",
        "{due} share the pot evenly (stones: {recorded}),"
        " an odd one going clockwise from the dealer",
    ),
    Code.BONUS_SHORT: Entry(
        "too few stones for the bonus",
        "{player} owes a bonus of {expected} and has fewer stones; paid: {recorded}",
    ),
    Code.BONUS_LIMITED: Entry(
        "bonus of an all-in winner",
        "{player} owes a bonus of {recorded} instead of {expected}:"
        " the winner was all-in and bet no more",
    ),
    Code.BONUS_IN_REMATCH: Entry(
        "bonus in a rematch",
        "{player} wins a rematch with 1+15; which hands the bonus repeats is read both ways"
        " (here: {expected})",
    ),
    Code.POT_WITHOUT_UNCALLED: Entry(
        "pot counted without the last bet",
        "the pot of {expected} is recorded as {recorded}, without the bet that nobody called",
    ),
    Code.SIDE_POTS: Entry("side pots", "the pot is settled in layers: {layers}"),
    # Zaägox
    Code.DRAW_NOT_TOP: Entry(
        "not the top card of the deck",
        "{player} draws {recorded}, but on top of the central deck lies {top}",
    ),
    Code.DRAWN_FROM_ELSEWHERE: Entry(
        "drawn card lies elsewhere",
        "{player} draws {recorded}, but that card is {where}",
    ),
    Code.CARD_NOT_IN_HAND: Entry(
        "card not in hand",
        "{player} plays {recorded}, which is not in {player}'s hand; it is {where}",
    ),
    Code.OWN_DECK: Entry(
        "deck of the log's own",
        "the log says itself what cards show (of the 36: {recorded})",
    ),
    Code.AGING_MASKED: Entry(
        "aging card not seen",
        "the log does not say which card {player} lays face down; once it is back in the deck"
        " a draw of it cannot be checked",
    ),
    Code.AGING_NOT_NAMED: Entry(
        "open aging card not named",
        "aging cards lie open under these rules, yet the log does not say which one {player} lays",
    ),
    Code.NOT_YOUR_TURN: Entry("another player's turn", "{player} plays where it is {due}'s turn"),
    Code.DRAW_MISSING: Entry(
        "draw missing",
        "{player} draws nothing, but the central deck is not empty (cards left: {left})",
    ),
    Code.DRAW_FROM_NOTHING: Entry(
        "draw from an empty deck",
        "{player} draws {recorded}, but the central deck is empty",
    ),
    Code.PAIR_NOT_ALIKE: Entry(
        "pair of unlike cards",
        "{cards} are no pair: {why}",
    ),
    Code.PAIR_OF_BLANKS: Entry("pair of blanks", "{cards} are blanks, which make no pair here"),
    Code.AGING_WITHOUT_PAIR: Entry(
        "no such pair to age",
        "{player} has no open pair with {recorded}; open are: {pairs}",
    ),
    Code.PASS_NOT_DUE: Entry("pass without need", "{player} passes, but {why}"),
    Code.ACTION_WITHOUT_DRAW: Entry(
        "action without a draw",
        "the central deck is empty, so {player}'s whole turn is skipped",
    ),
    Code.STORE_MISSING: Entry(
        "stored card missing",
        "{player}'s pair {cards} is complete; the log does not say which card is stored",
    ),
    Code.STORE_NEEDLESS: Entry(
        "stored card without a complete pair",
        "{recorded} is stored, but no pair is complete in this turn",
    ),
    Code.STORE_NOT_OF_PAIR: Entry(
        "stored card not of the pair",
        "{player} stores {recorded}; the complete pair is {cards}",
    ),
    Code.DA_WITHOUT_DISCARD: Entry(
        "Da without a discard",
        "{player} calls Da, but nothing was discarded in this turn",
    ),
    Code.DA_ON_OWN_DISCARD: Entry(
        "Da on one's own discard",
        "{player} calls Da on {player}'s own discard",
    ),
    Code.DA_CARD_NOT_IN_HAND: Entry(
        "Da without the card",
        "{player} calls Da with {recorded}, which is not in {player}'s hand; it is {where}",
    ),
    Code.DA_NOT_ALIKE: Entry(
        "Da with an unlike card",
        "{player} calls Da, but {cards} are no pair: {why}",
    ),
    Code.DA_ON_BLANK: Entry(
        "Da on a blank",
        "{player} calls Da on a blank, and blanks make no pair here",
    ),
    Code.DA_CALLED_TWICE: Entry("Da called twice", "{player} calls Da twice on one discard"),
    Code.SEATS_UNUSUAL: Entry(
        "unusual number of players",
        "players at the table: {recorded}; the game is meant for {expected}",
    ),
    Code.DECK_EMPTY: Entry(
        "central deck empty",
        "the central deck is empty where {player} is to draw; {then}",
    ),
    Code.DA_CONTESTED: Entry(
        "several call Da",
        "several call Da and {winner} has the discard; under the other reading it would be {other}",
    ),
    Code.RETURNED_ON_DISCARD: Entry(
        "cards returned to the discard",
        "to the open discard and not under the deck: {recorded}; not every sheet has it so",
    ),
    Code.STORED_SET: Entry(
        "stored cards differ",
        "{player} has stored {due}, recorded: {claimed}",
    ),
    Code.SET_SCORE: Entry(
        "score of the set differs",
        "the stored cards {cards} are worth {expected}, recorded: {recorded}",
    ),
    Code.SET_TOO_EARLY: Entry(
        "set of an unfinished game",
        "{what} recorded, but nobody has stored four cards",
    ),
    Code.NEGATIVE_SCORE: Entry(
        "negative score",
        "{player}'s set is worth {recorded}; some groups count no less than 0",
    ),
}


def severity_of(code: Code) -> Severity:
    """Errors are numbered from 001, notes and warnings from 101.

    >>> severity_of(Code.TOTAL).value, severity_of(Code.ROW_DEARER).value
    ('error', 'note')
    """
    if code[-3] == "0":
        return Severity.ERROR
    return Severity.WARNING if code in WARNINGS else Severity.NOTE


WARNINGS = frozenset(
    {
        Code.VARIANT_SEATS,
        # Sixteen
        Code.OFFERS_OUT_OF_ORDER,
        Code.ALL_IN,
        Code.STONES_UNEQUAL,
        Code.NOT_SHOWN,
        Code.UNCALLED_BACK,
        Code.POT_SHARED,
        Code.BONUS_SHORT,
        Code.BONUS_LIMITED,
        Code.SIDE_POTS,
        Code.AGING_MASKED,
        Code.AGING_NOT_NAMED,
        Code.SEATS_UNUSUAL,
        Code.DECK_EMPTY,
    }
)
