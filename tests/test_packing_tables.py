"""Nested lists laid end to end: the numbers as they stood, or nothing at all."""

from copy import deepcopy
from itertools import chain
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from retally.pipeline.packing.tables import MOST, NONE, NotSuchATable, laid

SHAPES = st.lists(st.integers(1, 20), min_size=1, max_size=2)
NUMBERS = st.integers(0, MOST)


def of_shape(shape: list[int], numbers: st.SearchStrategy[Any] = NUMBERS) -> st.SearchStrategy[Any]:
    for length in reversed(shape):
        numbers = st.lists(numbers, min_size=length, max_size=length)
    return numbers


def flat(lists: list[Any], depth: int) -> list[Any]:
    for _ in range(depth):
        lists = list(chain.from_iterable(lists))
    return lists


def lists_in(found: Any) -> list[list[Any]]:
    """Give a list and every list inside."""
    if not isinstance(found, list):
        return []
    return [found, *chain.from_iterable(map(lists_in, found))]


@given(st.data())
def test_the_numbers_stand_as_they_stood(data: st.DataObject) -> None:
    shape = data.draw(SHAPES)
    lists = data.draw(st.lists(of_shape(shape), max_size=40))
    numbers = laid(lists, *shape)
    assert numbers.shape == (len(lists), *shape)
    assert numbers.reshape(-1).tolist() == flat(lists, len(shape))


@given(st.lists(of_shape([10], st.none() | NUMBERS), min_size=1))
def test_none_has_a_number_where_it_may_stand(lists: list[list[int | None]]) -> None:
    due = [[NONE if number is None else number for number in row] for row in lists]
    assert laid(lists, 10, or_none=True).tolist() == due
    if any(None in row for row in lists):
        with pytest.raises(NotSuchATable):
            laid(lists, 10)


@given(st.data())
def test_a_list_that_is_longer_or_shorter_is_no_such_table(data: st.DataObject) -> None:
    """One, or two that make up for each other, wherever they are."""
    shape = data.draw(SHAPES)
    lists = data.draw(st.lists(of_shape(shape), min_size=1, max_size=20))
    changed = deepcopy(lists)
    inner = lists_in(changed)[1:]
    longer = data.draw(st.sampled_from(inner))
    longer.append(deepcopy(longer[0]))
    others = [found for found in inner if found is not longer and len(found) > 1]
    if others and data.draw(st.booleans()):
        data.draw(st.sampled_from(others)).pop()
    with pytest.raises(NotSuchATable):
        laid(changed, *shape)


@pytest.mark.parametrize("number", [MOST + 1, NONE, 255, 256, -1, -32, 2**31, 2**63, -(2**63)])
@pytest.mark.parametrize("others", [0, 1, 20])
def test_a_number_that_is_no_byte_is_refused(number: int, others: int) -> None:
    for or_none in (False, True):
        with pytest.raises(NotSuchATable):
            laid([[1, 2]] * others + [[3, number]], 2, or_none=or_none)


def test_a_number_beyond_64_bits_is_an_overflow() -> None:
    with pytest.raises(OverflowError):
        laid([[2**64, 1]], 2)


@pytest.mark.parametrize("rows", [15, 16, 2**16 - 1, 2**16])
def test_heads_grow_with_the_length(rows: int) -> None:
    for lists, shape in (
        ([[1]] * rows, (1,)),
        ([[2] * rows], (rows,)),
        ([[[3, 4]] * rows], (rows, 2)),
    ):
        assert laid(lists, *shape).reshape(-1).tolist() == flat(lists, len(shape))
