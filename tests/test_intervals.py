"""How sure a number is: the macros of every report against known values."""

from typing import Any

import duckdb
import pytest
from intervals import share
from retally.sql import sql_files

MACROS = next(file.text for file in sql_files("views") if file.name == "0_intervals")


def value(expression: str) -> Any:
    with duckdb.connect() as connection:
        connection.execute(MACROS)
        return connection.execute(f"select {expression}").fetchall()[0]


@pytest.mark.parametrize(
    ("part", "n", "low", "high"),
    [
        (8, 10, 0.490, 0.943),
        (0, 10, 0, 0.278),
        (10, 10, 0.722, 1),
        (1, 1, 0.207, 1),
        (5, 10, 0.237, 0.763),
        (81, 263, 0.255, 0.366),
    ],
)
def test_a_share_has_the_interval_of_wilson(part: int, n: int, low: float, high: float) -> None:
    assert value(f"rate_low({part}, {n}), rate_high({part}, {n})") == (low, high)
    assert share(part, n)[1:] == (low, high)


def test_nothing_has_neither_a_rate_nor_an_interval() -> None:
    assert value("rate(0, 0), rate_low(0, 0), rate_high(0, 0)") == (None, None, None)
    assert value("mean_low(4, null, 1), mean_high(4, null, 1), spread(1, 4, 16)") == (None,) * 3


@pytest.mark.parametrize(
    ("degrees", "due"),
    [
        *((1, 12.706), (2, 4.303), (5, 2.571), (10, 2.228), (11, 2.201), (15, 2.131), (20, 2.086)),
        *((30, 2.042), (60, 2.0), (120, 1.98), (10**7, 1.96)),
    ],
)
def test_the_quantiles_are_those_of_the_table(degrees: int, due: float) -> None:
    assert round(value(f"t95({degrees})")[0], 3) == due


def test_a_mean_has_the_interval_of_student() -> None:
    # 1, 2, 3: mean 2, deviation 1; 4.303 / sqrt(3) = 2.484.
    assert value("spread(3, 6, 14), mean_low(2, 1, 3), mean_high(2, 1, 3)") == (1, -0.484, 4.484)


def test_below_thirty_is_few() -> None:
    assert value("few(29), few(30)") == (True, False)
