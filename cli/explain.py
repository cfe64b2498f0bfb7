"""`retally explain`: a turn in words, why each card went where it went."""

from typing import Annotated

import typer
from retally.cli.forms import FromOption, logs_of
from retally.cli.rules import RuleOption, asked_rules
from retally.cli.speech import LangOption, tongue_of
from retally.cli.terminal import Exit, cannot, one_line, say, wrong_usage
from retally.cli.verdicts import as_text
from retally.lang import Tongue
from retally.pipeline.reading import Unreadable, read_log
from retally.pipeline.replay import replay
from retally.pipeline.rules import UnknownRule, options_of, with_rules
from retally.pipeline.sources import NoLogs, RawLog
from retally.pipeline.verify import judge, unreadable
from retally.schemas.base import Envelope
from retally.schemas.registry import room
from retally.schemas.told import told


def explain(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A file of logs, or -")],
    turn: Annotated[int, typer.Option(help="The turn, from 1.", min=1)],
    round_: Annotated[int, typer.Option("--round", help="The round, from 1.", min=1)] = 1,
    game_id: Annotated[str | None, typer.Option(help="Which game of the file.")] = None,
    rule: RuleOption = None,
    form: FromOption = None,
    lang: LangOption = None,
) -> None:
    """Tell why each card of a turn went where it went, and what it cost.

    Example: retally explain table2.jsonl --game-id club-17 --round 1 --turn 3
    """
    tongue = tongue_of(lang)
    raw, game = _one_game(log, game_id, form, tongue)
    try:
        options = with_rules(options_of(game), asked_rules(rule))
    except UnknownRule as fault:
        wrong_usage(str(fault))
    played = replay(game, options)
    lines = room("pipeline.words", game.room).explain(game, played, round_, turn)
    if lines:
        print("\n".join(one_line(tongue.say(line)) for line in lines))
        return
    if played.illegal:
        print(as_text(judge(raw, game, played), notes=False, tongue=tongue))
        say(tongue.say(NOT_PLAYED))
        raise typer.Exit(Exit.WRONG_LOGS)
    wrong_usage(f"this game has no turn {turn} in round {round_}")


NOT_PLAYED = told("that turn was not played: the replay stops at an illegal action before it")


def _one_game(
    path: str, game_id: str | None, form: str | None, tongue: Tongue
) -> tuple[RawLog, Envelope]:
    """Find the game that is meant; a file of many needs its id."""
    found: list[tuple[RawLog, Envelope | Unreadable]] = []
    for raw in logs_of([path], form):
        if isinstance(raw, NoLogs) and found:  # said beside the games of a foreign file
            continue
        if not isinstance(raw, RawLog):
            cannot(f"{one_line(raw.source)}: {raw.reason}")
        game = read_log(raw)
        if game_id is None or game.game_id == game_id:
            found.append((raw, game))
        if len(found) > 1 and game_id is None:
            wrong_usage("there is more than one game in it; say which with --game-id")
    if not found:
        wrong_usage(f"no game {game_id!r} in it")
    raw, game = found[0]
    if isinstance(game, Unreadable):
        print(as_text(unreadable(raw, game), tongue=tongue))
        raise typer.Exit(Exit.WRONG_LOGS)
    return raw, game
