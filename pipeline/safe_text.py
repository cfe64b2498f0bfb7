"""Text that comes from logs made safe to be shown: no control characters, no hidden marks."""

import json
import re
from typing import Any

_DRIVES_A_TERMINAL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Control characters but tab and line end, and marks that turn or hide text."""
_as_json = json.JSONEncoder(ensure_ascii=False).encode


def safe(text: str) -> str:
    """Escape every character that could drive a terminal or hide text.

    >>> safe("bo\\x1b[31m")
    'bo\\\\x1b[31m'
    """
    return _DRIVES_A_TERMINAL.sub(lambda found: ascii(found[0])[1:-1], text)


def one_line(text: str) -> str:
    """Escape as ``safe`` does, and line ends and tabs too: a name stays on its line."""
    return safe(text).replace("\n", "\\n").replace("\t", "\\t")


def json_text(value: Any, **layout: Any) -> str:
    """Write JSON that reads well and drives no terminal; it parses to the same value."""
    text = json.dumps(value, ensure_ascii=False, **layout) if layout else _as_json(value)
    if text.isprintable():  # nearly always, and sooner told; no character of those above is
        return text
    return _DRIVES_A_TERMINAL.sub(lambda found: json.dumps(found[0])[1:-1], text)
