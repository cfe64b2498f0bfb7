"""JSON texts that are alike but for their numbers: checked by pydantic as texts, read many at once.

What is left of a text when its numbers and nulls are taken out is its form: `[[,],[,]]` of
`[[1,2],[30,null]]`. Whether a text has a form, with one number in each gap, is a question to a
pattern, and takes a fraction of what reading it into lists does; where it has, the digits that
stand together are its numbers. Knows no meaning.
"""

import re
from collections.abc import Callable, Container, Sequence
from itertools import count
from typing import Annotated, NamedTuple

import numpy as np
from pydantic import StringConstraints, TypeAdapter
from retally.pipeline.batch.base import Bytes
from retally.pipeline.packing.tables import NONE

_DIGITS = b"0123456789"
_GAP = re.compile(r"(?:(?<=[\[,])|(?<=, ))(?=[,\]])")
_NUMBER = "[1-9]?[0-9]|1[01][0-9]|12[0-7]"
"""A number up to ``MOST``, as JSON writes it."""


class Form(NamedTuple):
    """What texts look like that are lists of things of one form."""

    numbers: int
    """In each thing."""
    fits: Callable[[bytes], bool]
    """Says whether a text is such a list."""


def without_numbers(text: bytes) -> str:
    """Give the form of a text.

    >>> without_numbers(b'{"a":[[1,2],[30,null]]}')
    '{"a":[[,],[,]]}'
    """
    return str(text.replace(b"null", b"").translate(None, _DIGITS), "latin-1")


def numbered(form: str) -> str:
    """Write into each gap of a form how many are before it.

    >>> numbered('{"a":[[,],[, ]]}')
    '{"a":[[0,1],[2, 3]]}'
    """
    numbers = count()
    return _GAP.sub(lambda _: str(next(numbers)), form)


def lists_of(form: str, nulls: Container[int]) -> Form:
    """Give what lists of this form look like; ``nulls`` are the gaps where a null may be.

    >>> pairs = lists_of("[,]", nulls=[1])
    >>> pairs.fits(b"[[1,2],[30,null]]"), pairs.fits(b"[[1,2],[null,30]]")
    (True, False)
    """
    first, *others = map(re.escape, _GAP.split(form))
    gaps = (f"(?:null|{_NUMBER})" if gap in nulls else f"(?:{_NUMBER})" for gap in count())
    thing = first + "".join(gap + text for gap, text in zip(gaps, others, strict=False))
    pattern = StringConstraints(pattern=rf"^\[{thing}(?:, ?{thing})*\]$")
    text: TypeAdapter[str] = TypeAdapter(Annotated[str, pattern])
    return Form(len(others), text.validator.isinstance_python)


def numbers_of(texts: Sequence[bytes], form: Form) -> Bytes:
    """Read the numbers of texts that were found to be of a form: an array (things, numbers).

    A null is ``NONE``.

    >>> numbers_of([b"[[1,2],[30,null]]", b"[[5,6]]"], lists_of("[,]", nulls=[1])).tolist()
    [[1, 2], [30, 192], [5, 6]]
    """
    text = np.frombuffer(b"".join(texts), np.uint8)
    last, after = text[2:-1], text[3:]
    digits = text - ord("0")
    are_digits = digits < len(_DIGITS)
    digits *= are_digits
    numbers = digits[:-3] * are_digits[1:-2] * np.uint8(100)
    numbers += digits[1:-2] * np.uint8(10)
    numbers += digits[2:-1]
    nulls = (last == ord("l")) & ((after == ord(",")) | (after == ord("]")))
    numbers += nulls * np.uint8(NONE)
    ends = np.flatnonzero((are_digits[2:-1] > are_digits[3:]) | nulls)  # quicker than a mask
    of_things: Bytes = numbers.take(ends).reshape(-1, form.numbers)
    return of_things
