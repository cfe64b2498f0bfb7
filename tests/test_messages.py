"""Messages are one template a code, for any number: a count stands behind its noun."""

import re

from logs import errors, figures, verdict
from retally.schemas.codes import DICTIONARY, Code

COUNTED = re.compile(r"\{\w+\} (heads|stones|cards|picks|players|rounds|items)\b")
LISTS = {Code.CARD_FROM_EARLIER_DEAL, Code.STONES_UNEQUAL}
"""Codes whose word before the noun is no count."""


def test_no_template_counts_before_its_noun() -> None:
    wrong = [code for code in Code if COUNTED.search(DICTIONARY[code].says)]
    assert set(wrong) <= LISTS


def test_one_bull_head_is_said_as_well_as_two() -> None:
    (one,) = errors(verdict(figures(recorded={"penalties": [2, 0, 6, 0]})))
    assert one.message == "bull heads of ann in this round: 1, recorded: 2"
