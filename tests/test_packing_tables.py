"""Nested lists laid end to end: the numbers as they stood, or nothing at all."""

import json
from copy import deepcopy
from itertools import chain, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from logs import played
from retally.pipeline.packing import six_nimmt as packing
from retally.pipeline.packing import six_nimmt_rounds
from retally.pipeline.packing.six_nimmt_rounds import OffFormat
from retally.pipeline.packing.tables import MOST, NONE, NotSuchATable, laid, of_lists, pattern

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
    assert laid(lists, of_lists(*shape)).reshape(-1).tolist() == flat(lists, len(shape))


@given(st.lists(of_shape([10], st.none() | NUMBERS), min_size=1))
def test_none_has_a_number(lists: list[list[int | None]]) -> None:
    due = [[NONE if number is None else number for number in row] for row in lists]
    assert laid(lists, of_lists(10)).tolist() == due


@given(st.lists(st.tuples(NUMBERS, of_shape([3])), min_size=1))
def test_a_dict_has_a_pattern_too(rows: list[tuple[int, list[int]]]) -> None:
    shape = pattern({"a": 0, "b": {"c": [0] * 3}}, {"a": 1, "b": {"c": [1] * 3}})
    things: list[Any] = [{"a": one, "b": {"c": three}} for one, three in rows]
    assert laid(things, shape).tolist() == [[one, *three] for one, three in rows]
    for other in ({"b": {"c": [1] * 3}, "a": 1}, {"a": 1, "b": {"d": [1] * 3}}):
        with pytest.raises(NotSuchATable):
            laid([*things, other], shape)


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
        laid(changed, of_lists(*shape))


@pytest.mark.parametrize("number", [MOST + 1, 255, 256, -1, -32, 2**31, 2**63, -(2**63), [], True])
@pytest.mark.parametrize("others", [0, 1, 20])
def test_what_is_no_byte_is_refused(number: Any, others: int) -> None:
    with pytest.raises(NotSuchATable):
        laid([[1, 2]] * others + [[3, number]], of_lists(2))


def test_a_number_beyond_64_bits_is_an_overflow() -> None:
    with pytest.raises(OverflowError):
        laid([[2**64, 1]], of_lists(2))


@pytest.mark.parametrize("rows", [15, 16, 2**16 - 1, 2**16])
def test_heads_grow_with_the_length(rows: int) -> None:
    for lists, *shape in (([[1]] * rows, 1), ([[2] * rows], rows), ([[[3, 4]] * rows], rows, 2)):
        found = laid(lists, of_lists(*shape))  # type: ignore[arg-type] # numbers behind the lists
        assert found.reshape(-1).tolist() == flat(lists, len(shape))  # type: ignore[arg-type]


# Rounds -----------------------------------------------------------------------------------


def rounds(seats: int, **rules: Any) -> list[dict[str, Any]]:
    """Give the rounds of some games, all that there is a place for in them, as they are read."""
    logs = [played(seed, seats, **rules) for seed in range(3)]
    shapes = [packing._read(json.dumps(log).encode()) for log in logs]
    return list(chain.from_iterable(shape["rounds"] for shape in shapes))


@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize("deal", ["dealt", "open_draft"])
@pytest.mark.parametrize("left_out", [(), ("hands",), ("recorded",), ("hands", "row_choices")])
def test_rounds_that_are_alike_are_as_if_they_were_not(
    seats: int, deal: str, left_out: tuple[str, ...]
) -> None:
    some = rounds(seats, hand_deal=deal)
    for round_, name in product(some, left_out):
        del round_[name]
    assert {len(round_["turns"]) for round_ in some} == {10}
    alike = six_nimmt_rounds._alike(some, seats)
    assert alike == six_nimmt_rounds._each(some, seats)
    kinds = {"hands", "draft", "penalties", "turn_penalties", "placed_rows"}
    gone = {"hands"} & {*left_out} | ({"draft"} if deal == "dealt" else set())
    gone |= {"penalties", "turn_penalties", "placed_rows"} if "recorded" in left_out else set()
    assert alike.some.keys() == kinds - gone


def test_rounds_that_differ_are_laid_out_all_the_same() -> None:
    some = rounds(4)
    due = six_nimmt_rounds.laid_out(deepcopy(some), 4)
    del some[1]["hands"], some[2]["recorded"], some[2]["turns"][9], some[2]["row_choices"][9]
    found = six_nimmt_rounds.laid_out(some, 4)
    assert found.turns == bytes([10, 10, 9, *[10] * (len(some) - 3)])
    assert found.cards == due.cards[:116] + bytes(4) + due.cards[120:]
    assert found.choices == due.choices[:29] + bytes(1) + due.choices[30:]
    assert list(found.some["hands"].of) == [0, *range(2, len(some))]
    assert list(found.some["penalties"].of) == [0, 1, *range(3, len(some))]


@pytest.mark.parametrize("left_out", [1, 5, 10])
def test_nulls_that_are_left_out_are_put_back(left_out: int) -> None:
    whole = rounds(4)
    for round_ in whole:
        round_["row_choices"][10 - left_out :] = [None] * left_out
    short = deepcopy(whole)
    for round_ in short:
        del round_["row_choices"][10 - left_out :]
    assert six_nimmt_rounds.laid_out(short, 4) == six_nimmt_rounds.laid_out(whole, 4)


@pytest.mark.parametrize("row", [0, 5, 127])
@pytest.mark.parametrize("turns", [9, 10])
def test_a_row_that_is_none_is_off_the_format(row: int, turns: int) -> None:
    some = rounds(4)
    some[0]["row_choices"][3] = row
    for name in ("turns", "row_choices"):
        del some[-1][name][turns:]
    some[-1].pop("recorded")
    with pytest.raises(OffFormat):
        six_nimmt_rounds.laid_out(some, 4)
