"""The catalogues of other languages, and what is told, told again in one of them.

English is in the code. A catalogue is ``LANGUAGE/LC_MESSAGES/retally.po`` beside this file, read
as it stands: nothing has to be compiled, and no catalogue is opened where English is spoken.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from retally.schemas.told import Told, filled

LANGUAGES = ("en", "ko")
"""English, then every language that has a catalogue."""

COLUMN = "column"
"""The context of the messages that are names of columns."""
REPORT = "report"
"""The context of what the header of a report says."""
FINDING = "finding"
"""The context of the names of findings."""


Messages = Mapping[tuple[str, str | None], str]
"""What is said, by English template and context; a sentence has no context."""


class Tongue:
    """Speaks one language. What no catalogue has is said in English."""

    def __init__(self, messages: Messages, language: str = "en") -> None:
        self.messages, self.language = messages, language

    def say(self, text: str) -> str:
        """Say a text: what is told in this language, anything else as it is.

        >>> from retally.schemas.told import told
        >>> tongue("ko").say(told("{player} takes no row", player="민수"))
        '민수: 가져간 줄 없음'
        """
        if not self.messages or not isinstance(text, Told):
            return str(text)
        return self.fill(text.template, text.words)

    def fill(self, template: str, words: Mapping[str, Any]) -> str:
        """Fill a message with these words, each of them said in this language."""
        said = {
            name: self.say(word) if isinstance(word, str) else word for name, word in words.items()
        }
        return filled(with_particles(self.messages.get((template, None), template), said), said)

    def title(self, text: str, context: str | None) -> str:
        """Give a name, a title or a template that is filled elsewhere in this language."""
        return self.messages.get((text, context), text)

    def column(self, name: str) -> str:
        """Give the title of a column, which is its own name in English."""
        return self.title(name, COLUMN)

    def stored(self, template: str, text: str) -> str:
        """Say again what was stored as English text, made of this template.

        Where the text can be read in more than one way it stays as it is.
        """
        if not self.messages:
            return text
        from retally.lang.stored import as_stored

        words = as_stored(template, text, self._phrases())
        return text if words is None else self.fill(template, words)

    @cache  # noqa: B019 - a tongue is never thrown away
    def _phrases(self) -> tuple[str, ...]:
        return tuple(template for template, context in self.messages if context is None)


ENGLISH = Tongue({})


@cache
def tongue(language: str) -> Tongue:
    """Give the tongue of a language, its catalogue read once."""
    if language == LANGUAGES[0]:
        return ENGLISH
    from importlib.resources import files

    from retally.lang.po import messages_of

    file = files("retally.lang") / language / "LC_MESSAGES" / "retally.po"
    return Tongue(messages_of(file.read_text("utf-8")), language)


# Particles --------------------------------------------------------------------------------

_PARTICLE = re.compile(
    r"(?P<field>\{(?P<name>\w+)[^}]*\})(?P<both>은\(는\)|이\(가\)|을\(를\)|와\(과\)|\(으\)로)"
)
_AFTER = {"은(는)": "은는", "이(가)": "이가", "을(를)": "을를", "와(과)": "과와"}
_FINAL = dict(zip("0123456789", (21, 8, 0, 16, 0, 0, 1, 8, 8, 0), strict=True))
"""How digits end when they are spoken (영, 일, 이 …), numbered as Unicode numbers final sounds."""
_RIEUL = 8


def with_particles(template: str, words: Mapping[str, Any]) -> str:
    """Choose the Korean particle that fits the word before it; where none can tell, both stay.

    >>> with_particles("{player}이(가) 패스", {"player": "민수"})
    '{player}가 패스'
    >>> with_particles("{player}이(가) 패스", {"player": "ann"})
    '{player}이(가) 패스'
    """
    if "(" not in template:
        return template

    def chosen(found: re.Match[str]) -> str:
        final = _final_sound(str(words.get(found["name"], "")))
        return found["field"] + _particle(found["both"], final)

    return _PARTICLE.sub(chosen, template)


def _particle(both: str, final: int | None) -> str:
    if final is None:
        return both
    if both == "(으)로":
        return "으로" if final not in (0, _RIEUL) else "로"
    return _AFTER[both][0 if final else 1]


def _final_sound(word: str) -> int | None:
    """Number the consonant that ends a word, 0 = none; None: it cannot be told."""
    last = word[-1:]
    if "가" <= last <= "힣":
        return (ord(last) - ord("가")) % 28
    return _FINAL.get(last)
