"""What verdicts and warehouses keep in English, said in any language. Finds and reads nothing."""

import re

from retally.lang import ENGLISH, Tongue
from retally.schemas.codes import DICTIONARY, Code, Severity
from retally.schemas.findings import Finding, Status
from retally.schemas.told import told

STATUSES = {
    Status.VERIFIED: told("verified"),
    Status.UNCLAIMED: told("unclaimed"),
    Status.INCOMPLETE: told("incomplete"),
    Status.UNREPLAYABLE: told("unreplayable"),
    Status.MISMATCH: told("mismatch"),
    Status.ILLEGAL: told("illegal"),
    Status.UNREADABLE: told("unreadable"),
}
SEVERITIES = {
    Severity.ERROR: told("error"),
    Severity.WARNING: told("warning"),
    Severity.NOTE: told("note"),
}
TITLES = {
    "six_nimmt": told("6 nimmt!"),
    "sixteen": told("Sixteen"),
    "zaagox": told("Zaägox"),
}
"""The names of the games as a person is told them."""

KNOWN = frozenset(code.value for code in Code)
"""A warehouse of a later version may hold others."""


def message(said: Finding, tongue: Tongue = ENGLISH) -> str:
    """Say a finding's sentence; in another language it is made anew of its words."""
    if tongue is ENGLISH:
        return said.message
    return tongue.fill(DICTIONARY[said.code].says, said.words)


def stored_message(tongue: Tongue, code: str | None, text: str | None) -> str | None:
    """Say a stored message again; a reason of --strict stands before its gravest error."""
    if text is None or tongue is ENGLISH:
        return text
    if strict := _STRICT.match(text):
        status = STATUSES[Status(strict["status"])]
        reason = tongue.say(told("not fully verified, but {status} (--strict)", status=status))
        rest = stored_message(tongue, code, text[strict.end() :])
        return f"{reason}: {rest}" if rest else reason
    return tongue.stored(DICTIONARY[Code(code)].says, text) if code in KNOWN else text


_STRICT = re.compile(rf"not fully verified, but (?P<status>{'|'.join(Status)}) \(--strict\)(: |$)")
