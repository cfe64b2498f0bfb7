"""Both engines of 6 nimmt! say the same of any game, and the batch engine flags all else."""

from random import Random

from batches import assert_engines_agree, lines
from batches_games import broken_text, random_game, text
from hypothesis import given, settings
from hypothesis import strategies as st
from soak import soaked

SEEDS = st.integers(0, 2**32)


@settings(max_examples=soaked(25, 1500), deadline=None)
@given(SEEDS)
def test_both_engines_say_the_same_of_every_legal_game(seed: int) -> None:
    """Status, scores, winners, notes and facts, over all rules and seats in mixed batches."""
    dice = Random(seed)
    logs = lines(text(dice, random_game(dice)) for _ in range(dice.choice([1, 3, 8])))
    found = assert_engines_agree(logs)
    assert None not in found, "a legal game is flagged"


@settings(max_examples=soaked(25, 1500), deadline=None)
@given(SEEDS)
def test_whatever_the_engine_refuses_or_finds_different_is_flagged(seed: int) -> None:
    """Mutants of logs and of their bytes; those that are still right have the same facts."""
    dice = Random(seed)
    games = [random_game(dice) for _ in range(2)]
    logs = lines(broken_text(dice, dice.choice(games)) for _ in range(8))
    assert_engines_agree(logs)
