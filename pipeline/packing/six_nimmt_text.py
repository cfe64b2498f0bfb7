"""6 nimmt!: the rounds of a log taken as text, where all are whole and of one form. Others are not.

A form is made from the first round of a log and belongs to all rounds with the same keys in the
same order. What is left of a log without its rounds is short, and is read as logs are.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from pydantic import ValidationError
from retally.pipeline.packing.forms import Form, lists_of, numbered, numbers_of, without_numbers
from retally.pipeline.packing.shapes import reader
from retally.pipeline.packing.six_nimmt_rounds import Rounds, filled, of_numbers, places
from retally.schemas.six_nimmt import Round

LONGEST = 8192
"""Bytes of a first round of which a form is made: more than any whole round of ten seats has."""
PAYS = 64
"""How often a form comes before it is made, which takes as long as so many logs read as lists."""
MOST_COUNTED, MOST_MADE = 512, 64
"""Forms that are remembered, so that no input can fill the memory: a pattern takes up to 2 MB."""

_read_round = reader(Round)
_ROUNDS = (b'"rounds":[{', b'"rounds": [{')
_NEXT_ROUND = re.compile(rb"\}, ?\{")
_LAST_ROUND = re.compile(rb"\}\]")
"""The end of the last round; of two bytes a pattern finds them twice as fast as ``find``."""


@dataclass(frozen=True, eq=False)
class Whole:
    """The form of rounds of ten turns with certain keys, and where the numbers of each are.

    There is one of each form, which is equal to itself alone.
    """

    seats: int
    form: Form
    places: dict[str, slice]
    braces: int
    """How many are opened in a round."""


class Text(NamedTuple):
    """The rounds of a log as text, and how many they are."""

    whole: Whole
    raw: bytes
    rounds: int


def apart(log: bytes) -> tuple[bytes, bytes] | None:
    """Take the text of its rounds out of a log, if it seems to have some; give it and the rest.

    In the rest they are a list of none. That they are the rounds of the log, and not of something
    in it that looks alike, is for the reader of the rest to see.
    """
    for key in _ROUNDS:
        found = log.find(key)
        if found >= 0:
            start = found + len(key) - 2
            last = _LAST_ROUND.search(log, start)
            if last is None:
                return None
            return log[start : last.end()], log[:start] + b"[]" + log[last.end() :]
    return None


def text_of(rounds: bytes, seats: int, likely: Whole | None) -> Text | None:
    """Give the rounds of so many players as text, if all are whole and of one form.

    A form that is likely is tried before another is looked for.
    """
    if likely and likely.form.fits(rounds):
        return Text(likely, rounds, rounds.count(b"{") // likely.braces)
    next_round = _NEXT_ROUND.search(rounds, 0, LONGEST)
    first = rounds[1 : next_round.start() + 1 if next_round else -1]
    whole = _forms.whole(without_numbers(first)) if len(first) <= LONGEST else None
    if whole is None or whole is likely or whole.seats != seats or not whole.form.fits(rounds):
        return None
    return Text(whole, rounds, rounds.count(b"{") // whole.braces)


class _Forms:
    """The forms that first rounds were of: how often each has come, and what it was found to be."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.wholes: dict[str, Whole | None] = {}

    def whole(self, form: str) -> Whole | None:
        """Give what a form means, if it is that of a whole round and has come often enough."""
        if form in self.wholes:
            return self.wholes[form]
        if len(self.times) >= MOST_COUNTED:
            self.times.clear()
        self.times[form] += 1
        if self.times[form] <= PAYS:
            return None
        if len(self.wholes) >= MOST_MADE:
            self.wholes.clear()
            self.times.clear()  # each has to pay anew, so that making never costs more than reading
        return self.wholes.setdefault(form, _whole(form))


_forms = _Forms()


def _whole(form: str) -> Whole | None:
    text = numbered(form).encode()
    try:
        _read_round(text)
    except ValidationError:
        return None
    round_ = json.loads(text)
    seats, keys = len(round_["turns"][0]), ((*round_,), (*round_.get("recorded", ()),))
    where = places(seats, *keys)
    numbers = range(max(place.stop for place in where.values()))
    due = filled(numbers, seats, *keys)
    if text.replace(b" ", b"") != json.dumps(due, separators=(",", ":")).encode():
        return None  # a list of another length, or a key that is there twice
    choices = numbers[where.get("row_choices", slice(0))]
    return Whole(seats, lists_of(form, choices), where, form.count("{"))


def laid_out_texts(texts: list[Text]) -> Rounds:
    """Lay out the rounds of games whose rounds are of one form, found to be so."""
    whole = texts[0].whole
    return of_numbers(numbers_of([text.raw for text in texts], whole.form), whole.places)
