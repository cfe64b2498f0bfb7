"""6 nimmt! in arrays: is every card in the deck, there once, and in the hand that plays it?

A set of cards is 104 bits in two words of 64. What is no card (0, or above 104) has no bit,
so k cards make a set of k bits only when all are cards and no two are the same.
"""

import numpy as np
from numpy.typing import NDArray
from retally.pipeline.batch.base import Bits, Bytes, Flags, Given, Numbers
from retally.pipeline.batch.six_nimmt.games import Games
from retally.pipeline.batch.six_nimmt.rules import Rules
from retally.schemas.six_nimmt import CARDS, HAND_CARDS, ROWS

WORDS = 2
LANES = 16_000
"""Rounds looked at together, so that their sets stay in the cache."""


def _card_bits() -> NDArray[np.complex128]:
    """(256,) the set of a card alone; both words as one item, which is copied at once."""
    bits = np.zeros((256, WORDS), np.uint64)
    for card in CARDS:
        bits[card, card >> 6] = np.uint64(1) << np.uint64(card & 63)
    return bits.view(np.complex128).reshape(256)


CARD_BITS = _card_bits()


def _decks() -> Bits:
    """(105, 2) by its last card: a deck."""
    one_by_one = CARD_BITS.view(np.uint64).reshape(256, WORDS)[: CARDS.stop]
    decks: Bits = np.bitwise_or.accumulate(one_by_one, axis=0)
    return decks


DECKS = _decks()


def sets_of(cards: Bytes) -> Bits:
    """Give the sets of cards (rounds, owners, n) as (owners, rounds, 2)."""
    rounds, owners, _ = cards.shape
    found = np.zeros((owners, rounds, WORDS), np.uint64)
    for first in range(0, rounds, LANES):
        lanes = np.ascontiguousarray(cards[first : first + LANES].transpose(1, 2, 0))
        one = np.empty(lanes.shape[2], np.complex128)
        bits = one.view(np.uint64).reshape(-1, WORDS)
        for owner, of_owner in enumerate(lanes):
            for card in of_owner:
                np.take(CARD_BITS, card, out=one, mode="clip")
                found[owner, first : first + LANES] |= bits
    return found


def size(sets: Bits) -> Bytes:
    """Count the cards of each set: (…, 2) to (…)."""
    counts = np.bitwise_count(sets)
    of_both: Bytes = counts[..., 0] + counts[..., 1]
    return of_both


def any_card(sets: Bits) -> Flags:
    """Say which sets have a card: (…, 2) to (…)."""
    some: Flags = (sets[..., 0] | sets[..., 1]) != 0
    return some


def wrong_cards(games: Games, rules: Rules) -> Flags:
    """Say which rounds (R,) have a card that cannot be where it is.

    A card twice or not in the deck (2.8.2), not in the hand of its player (2.8.3), of an
    earlier deal (N5); a draft where hands are dealt, out of order (N9), or of other hands.
    """
    game = games.game_of_round
    starts = sets_of(games.starts[:, None, :])[0]
    played = sets_of(games.cards.transpose(0, 2, 1))
    known = starts | np.bitwise_or.reduce(played, axis=0)
    wrong: Flags = size(known) != games.turns * np.uint8(games.seats) + np.uint8(ROWS)
    hands = Given(games.hands.of, sets_of(games.hands.values))
    drafted, disorder = _drafted(games, rules)
    wrong[drafted.of] |= disorder
    for of, held in (hands, drafted):
        dealt = starts[of] | np.bitwise_or.reduce(held, axis=0)
        wrong[of] |= size(dealt) != ROWS + HAND_CARDS * games.seats
        wrong[of] |= any_card(np.bitwise_or.reduce(played[:, of] & ~held, axis=0))
        known[of] |= dealt
    wrong |= _differ(hands, drafted, len(wrong))
    wrong |= any_card(known & ~DECKS[rules.highest[game]])
    wrong |= _dealt_before(games, rules, known)
    return wrong


def _drafted(games: Games, rules: Rules) -> tuple[Given, Flags]:
    """Give the hands (S, K, 2) that the drafts make, and which drafts are out of order (K,).

    The first picker is as logged, then it goes round (N9): the pick that is n-th of its
    circle is of one seat in every circle.
    """
    of, picks = games.drafts
    seats, first = games.seats, picks[:, :1, 0].astype(np.int32) - 1  # (K, 1)
    game = games.game_of_round[of]
    step = np.where(rules.backwards[game], -1, 1).astype(np.int32)[:, None]
    due = (first + np.arange(HAND_CARDS * seats, dtype=np.int32) * step) % seats
    disorder = (picks[:, :, 0] != due + 1).any(axis=1) | ~rules.open_draft[game]
    circles = picks[:, :, 1].reshape(len(of), HAND_CARDS, seats)
    by_place = sets_of(circles.transpose(0, 2, 1))  # (S, K, 2): by place in the circle
    place = ((np.arange(seats, dtype=np.int32) - first) * step % seats).T  # (S, K)
    return Given(of, np.take_along_axis(by_place, place[:, :, None], axis=0)), disorder


def _differ(hands: Given, drafted: Given, rounds: int) -> Flags:
    """Say which rounds (R,) have hands that are not what was taken in the draft (2.6)."""
    differ = np.zeros(rounds, np.bool_)
    both, in_hands, in_draft = np.intersect1d(hands.of, drafted.of, True, True)
    unlike = hands.values[:, in_hands] ^ drafted.values[:, in_draft]
    differ[both] = any_card(np.bitwise_or.reduce(unlike, axis=0))
    return differ


def _dealt_before(games: Games, rules: Rules, known: Bits) -> Flags:
    """Say which rounds (R,) have a card that is spent under ``continue_stock`` (N5).

    The rest is dealt on while it is large enough, so rounds come in blocks of as many as a
    deck yields; within a block no card comes again.
    """
    game = games.game_of_round
    number = np.arange(len(game), dtype=np.int32) - games.first[game]  # from 0 in its game
    block = rules.highest[game] // (HAND_CARDS * games.seats + ROWS)
    block[~rules.continue_stock[game]] = 1
    again = np.zeros(len(game), np.bool_)
    for back in range(1, int(block.max(initial=1))):
        later = np.flatnonzero(number % block >= back)
        again[later] |= any_card(known[later] & known[later - back])
    return again


def rounds_to_games(rounds: Flags, first: Numbers) -> Flags:
    """Say which games have such a round: (R,) to (G,)."""
    games: Flags = np.logical_or.reduceat(rounds, first[:-1])
    return games
