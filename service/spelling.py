"""How numbers and days are written in an address: in one way, the one that the description has.

Left to itself pydantic reads ``1_0`` and ``2.0`` as numbers, and a number as the day that so many
seconds after 1970 lie in.
"""

import re
from typing import Any

from pydantic import BeforeValidator


def _written(as_what: str, pattern: str) -> BeforeValidator:
    def check(value: Any) -> Any:
        if isinstance(value, str) and not re.fullmatch(pattern, value, re.ASCII):
            raise ValueError(f"this is written as {as_what}")
        return value

    return BeforeValidator(check)


WHOLE = _written("a whole number is, such as 10", r"-?\d{1,18}")
DAY = _written("a day is, such as 2026-11-30", r"\d{4}-\d\d-\d\d")
