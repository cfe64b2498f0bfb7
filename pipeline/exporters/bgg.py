"""Plays as XML in the form in which BoardGameGeek gives plays out."""

import re
from collections.abc import Iterable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from retally.pipeline.exporters.bgstats import BGG_IDS
from retally.pipeline.exporters.plays import Play, Seat
from retally.schemas.registry import GAMES

NO_DATE = "0000-00-00"
"""What BoardGameGeek itself writes of a play that has no date."""
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def export(plays: Iterable[Play]) -> bytes:
    """Give the XML of these plays; each is of a game that BoardGameGeek lists."""
    root = Element("plays")
    number = 0
    for number, play in enumerate(plays, 1):
        _add_play(root, number, play)
    root.set("total", str(number))
    root.set("page", "1")
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _add_play(root: Element, number: int, play: Play) -> None:
    date = play.played_at[:10] if play.played_at else NO_DATE
    entry = SubElement(root, "play", _texts(id=number, date=date, quantity=1, length=0))
    entry.attrib |= _texts(incomplete=0, nowinstats=0, location="")
    ids = _texts(name=GAMES[play.game].title, objecttype="thing", objectid=BGG_IDS[play.game])
    item = SubElement(entry, "item", ids)
    SubElement(SubElement(item, "subtypes"), "subtype", value="boardgame")
    SubElement(entry, "comments").text = _xml_text(f"{play.remark}, {play.game_id}")
    players = SubElement(entry, "players")
    for seat in play.seats:
        SubElement(players, "player", _player(seat))


def _player(seat: Seat) -> dict[str, str]:
    return _texts(
        username="",
        userid=0,
        name=seat.player,
        startposition=seat.seat,
        color="",
        score=seat.score,
        new=0,
        rating=0,
        win=int(seat.won),
    )


def _texts(**attributes: object) -> dict[str, str]:
    return {name: _xml_text(str(value)) for name, value in attributes.items()}


def _xml_text(text: str) -> str:
    """Escape what XML cannot hold.

    >>> _xml_text("bo\\x1b[31m")
    'bo\\\\x1b[31m'
    """
    return _NOT_XML.sub(lambda found: ascii(found[0])[1:-1], text)
