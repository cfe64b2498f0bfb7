"""Gettext's text form of a catalogue (.po): read and written. Knows no language."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple


class Message(NamedTuple):
    """An entry of a catalogue: the English template, its context, what it is in the language."""

    template: str
    context: str | None = None
    said: str = ""
    hint: str = ""


class BrokenCatalogue(ValueError):
    """A line of a catalogue that is none of gettext's."""


def messages_of(text: str) -> dict[tuple[str, str | None], str]:
    """Give every message of a catalogue that says something, by template and context.

    >>> messages_of('msgid "nobody"\\nmsgstr "없음"\\n')
    {('nobody', None): '없음'}
    """
    return {
        (entry["msgid"], entry.get("msgctxt")): entry["msgstr"]
        for entry in _entries(text)
        if entry["msgid"] and entry.get("msgstr")
    }


def header_of(text: str) -> str:
    """Give the head of a catalogue: the lines before its first message."""
    return text.partition("\n\n")[0] + "\n"


def _entries(text: str) -> Iterator[dict[str, str]]:
    entry: dict[str, str] = {}
    key = ""
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if not line.strip():
            if "msgid" in entry:
                yield entry
            entry = {}
        elif line.startswith('"') and key in entry:
            entry[key] += _unquoted(line, number)
        elif not line.startswith("#"):
            key, _, quoted = line.partition(" ")
            if key not in ("msgctxt", "msgid", "msgstr") or key in entry:
                raise BrokenCatalogue(f"line {number}: {line}")
            entry[key] = _unquoted(quoted, number)


def _unquoted(quoted: str, number: int) -> str:
    try:
        text = json.loads(quoted)  # the escapes of both are the same
    except ValueError as fault:
        raise BrokenCatalogue(f"line {number}: {quoted}") from fault
    return str(text)


def page_of(head: str, messages: Iterable[Message]) -> str:
    """Write a catalogue: its head, then its messages in this order."""
    return "\n".join((head, *map(_written, messages)))


def _written(message: Message) -> str:
    lines = [f"#. {message.hint}"] if message.hint else []
    if "{" in message.template:
        lines.append("#, python-brace-format")
    if message.context:
        lines.append(f"msgctxt {_quoted(message.context)}")
    lines += [f"msgid {_quoted(message.template)}", f"msgstr {_quoted(message.said)}"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def merged(
    messages: Iterable[Message], said: Mapping[tuple[str, str | None], str]
) -> list[Message]:
    """Keep of a catalogue what is still a message, and list the new ones as not yet said."""
    return [
        message._replace(said=said.get((message.template, message.context), ""))
        for message in messages
    ]
