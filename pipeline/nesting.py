"""How deep a JSON text is nested: told alike in every process, whatever Python's limit is there."""

import re

from retally.schemas.told import told

TOO_DEEP = told("nested too deeply")
DEEPEST = 500
"""So many brackets may be open at once: far more than a log has, and fewer than Python can read."""

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[{\]}]', re.DOTALL)


def too_deep(text: str) -> bool:
    """Say whether more brackets are open somewhere in a text than may be.

    >>> too_deep("[" * 501), too_deep("[]" * 501), too_deep('["' + "[" * 501 + '"]')
    (True, False, False)
    """
    if text.count("[") + text.count("{") <= DEEPEST:
        return False
    depth = 0
    for token in _TOKEN.finditer(text):
        bracket = token[0]
        depth += (bracket in "[{") - (bracket in "]}")
        if depth > DEEPEST:
            return True
    return False
