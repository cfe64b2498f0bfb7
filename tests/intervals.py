"""Rates with their intervals, worked out another way than the reports do."""

from statistics import mean, stdev
from typing import Any

T = {2: 12.7062, 3: 4.3027, 4: 3.1824, 5: 2.7764, 6: 2.5706, 11: 2.2281}
"""Student's t for 95 %, from the table, by how many numbers a mean is of."""


def share(part: float, n: int) -> tuple[Any, Any, Any]:
    """A rate and its interval by Wilson: the shares from which it lies 1.96 errors away."""
    if n == 0:
        return (None, None, None)
    seen = part / n
    return (round(seen, 3), _edge(seen, n, 0.0), _edge(seen, n, 1.0))


def _edge(seen: float, n: int, end: float) -> float:
    """Halve the way between the share and 0 or 1 until the share there is just as far off."""
    near, far = seen, end
    for _ in range(60):
        middle = (near + far) / 2
        within = (seen - middle) ** 2 <= 1.959964**2 * middle * (1 - middle) / n
        near, far = (middle, far) if within else (near, middle)
    return round(near, 3)


def mean_of(numbers: list[float]) -> tuple[Any, Any, Any]:
    """A mean and its interval by Student's t; a single number has none."""
    if len(numbers) < 2:
        return (round(mean(numbers), 3) if numbers else None, None, None)
    half = T[len(numbers)] * stdev(numbers) / len(numbers) ** 0.5
    return (round(mean(numbers), 3), round(mean(numbers) - half, 3), round(mean(numbers) + half, 3))
