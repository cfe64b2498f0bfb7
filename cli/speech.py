"""The language that a person is spoken to in: the option, the locale, rows. Knows no message."""

import os
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer
from retally.lang import ENGLISH, Tongue, tongue
from retally.pipeline.spoken import stored_message

if TYPE_CHECKING:  # a command that reads no warehouse does not load what does
    from retally.pipeline.sandbox import Column


class Lang(StrEnum):
    """The languages that there are."""

    EN = "en"
    KO = "ko"


LangOption = Annotated[
    Lang | None,
    typer.Option("--lang", help="Language of what is told. Default: of the locale, else en."),
]


def tongue_of(asked: Lang | None) -> Tongue:
    """Give the tongue that is asked for, else that of the locale."""
    return tongue(language_of(asked))


def language_of(asked: Lang | None) -> str:
    """Name the language that is asked for, else that of the locale."""
    return (asked or _of_the_locale()).value


def _of_the_locale() -> Lang:
    """Read the locale as POSIX has it: the first of these that is set decides."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = next(filter(None, names), "").replace("-", "_").replace(".", "_").partition("_")[0]
    return Lang.KO if language == "ko" else Lang.EN


STORED = ("first_message", "reason")
"""Columns that hold a finding's message as it was stored, in English."""


def told_again(
    speaker: Tongue, columns: tuple["Column", ...], rows: Iterable[tuple[Any, ...]]
) -> Iterable[tuple[Any, ...]]:
    """Say the stored messages of rows again in this language; their code tells how."""
    names = [column.name for column in columns]
    where = [names.index(name) for name in STORED if name in names]
    if speaker is ENGLISH or "code" not in names or not where:
        return rows
    return _told_again(speaker, names.index("code"), where, rows)


def _told_again(
    speaker: Tongue, code: int, where: list[int], rows: Iterable[tuple[Any, ...]]
) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        again = list(row)
        for index in where:
            again[index] = stored_message(speaker, row[code], row[index])
        yield tuple(again)
