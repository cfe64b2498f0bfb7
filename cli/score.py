"""`retally score`: what a set of cards is worth, item by item."""

from enum import StrEnum
from typing import Annotated

import typer
from retally.cli.rules import RuleOption, asked_rules
from retally.cli.terminal import json_text, one_line, wrong_usage
from retally.pipeline.names import nearest
from retally.pipeline.rules import UnknownRule, sign_of, with_rules
from retally.pipeline.tape import UnknownCardsError
from retally.schemas.registry import GAMES, room


class Form(StrEnum):
    """How a score is written."""

    TEXT = "text"
    JSON = "json"


def score(
    game: Annotated[str, typer.Argument(help="six_nimmt …")],
    cards: Annotated[list[str], typer.Argument(metavar="CARD…")],
    format_: Annotated[Form, typer.Option("--format", help="For people or programs.")] = Form.TEXT,
    rule: RuleOption = None,
) -> None:
    """Add up the points of some cards, itemised.

    Example: retally score six_nimmt 12 14 15 21 26
    """
    if game not in GAMES:
        wrong_usage(f"no game {game!r}{nearest(game, GAMES)}")
    default = next(iter(room("schemas", game).EDITIONS.values()))
    try:
        options = with_rules(default, asked_rules(rule))
        sheet = room("pipeline.words", game).score(options, cards)
    except (UnknownRule, UnknownCardsError) as fault:
        wrong_usage(str(fault))
    if format_ is Form.JSON:
        items = [{"item": item, "points": points} for item, points in sheet.items]
        print(json_text({"total": sheet.total, "items": items}))
        return
    for item, points in sheet.items:
        print(f"{one_line(item):>12}  {sign_of(options) * points:>4}")
    print("\n".join(sheet.working))
