"""`retally replay`: a game turn by turn in the terminal, or as a page that plays it back."""

from collections.abc import Sequence
from typing import Annotated

import typer
from retally.cli.forms import FromOption, logs_of
from retally.cli.page import write_page
from retally.cli.rules import RuleOption, asked_rules
from retally.cli.speech import LangOption, tongue_of
from retally.cli.terminal import Exit, cannot, one_line, say, wrong_usage
from retally.cli.verdicts import as_text, finding_text, headline
from retally.lang import Tongue
from retally.pipeline.pages.texts import heading
from retally.pipeline.reading import Unreadable, read_log
from retally.pipeline.replay import replay as played_through
from retally.pipeline.rules import UnknownRule, edition_of, options_of, with_rules
from retally.pipeline.scenes.base import Show, show, turns
from retally.pipeline.sources import RawLog
from retally.pipeline.spoken import TITLES
from retally.pipeline.verify import judge, unreadable
from retally.schemas.base import Envelope
from retally.schemas.findings import Status
from retally.schemas.told import template, told

WRONG = (Status.MISMATCH, Status.ILLEGAL)


def replay(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A file of logs, or -")],
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write a page, as HTML.")
    ] = None,
    game_id: Annotated[str | None, typer.Option(help="Which game of the file.")] = None,
    form: FromOption = None,
    rule: RuleOption = None,
    lang: LangOption = None,
) -> None:
    """Play a game back turn by turn, what is wrong marked where it happened.

    Example: retally replay table2.jsonl --game-id club-17 -o page.html

    With -o it becomes a page: one file that any browser opens, without a network. Of a file
    of many games the first is taken where no --game-id says which.

    Exit status 1 when something is wrong in the log.
    """
    tongue = tongue_of(lang)
    raw, game = _one_game(log, game_id, form, tongue)
    try:
        options = with_rules(options_of(game), asked_rules(rule))
    except UnknownRule as fault:
        wrong_usage(str(fault))
    played = played_through(game, options)
    verdict = judge(raw, game, played)
    shown = show(game, played, verdict, edition_of(game)[0])
    if output is None:
        _print(shown, tongue)
    else:
        _write_page(shown, output, log, tongue)
    raise typer.Exit(Exit.WRONG_LOGS if verdict.status in WRONG else Exit.WELL)


def _one_game(
    path: str, game_id: str | None, form: str | None, tongue: Tongue
) -> tuple[RawLog, Envelope]:
    """Find the game that is meant, else the first; say so when there are others."""
    found: tuple[RawLog, Envelope | Unreadable] | None = None
    for raw in logs_of([path], form):
        if found is not None:
            say(tongue.say(told(SEVERAL, game_id=_id(found[1]))))
            break
        if not isinstance(raw, RawLog):
            cannot(f"{one_line(raw.source)}: {raw.reason}")
        game = read_log(raw)
        if game_id is None or game.game_id == game_id:
            found = (raw, game)
        if found and game_id is not None:
            break
    if found is None:
        wrong_usage("there is no game in it" if game_id is None else f"no game {game_id!r} in it")
    return _readable(*found, tongue)


SEVERAL = template(
    "there is more than one game in it, this is the first: {game_id}; --game-id chooses"
)


def _id(game: Envelope | Unreadable) -> str:
    return told("no game id") if game.game_id is None else one_line(game.game_id)


def _readable(raw: RawLog, game: Envelope | Unreadable, tongue: Tongue) -> tuple[RawLog, Envelope]:
    if isinstance(game, Unreadable):
        print(as_text(unreadable(raw, game), tongue=tongue))
        raise typer.Exit(Exit.WRONG_LOGS)
    if game.room != game.game:
        wrong_usage(
            f"{_id(game)} is a {game.room}: it has no moves to play back; verify adds it up"
        )
    return raw, game


# In the terminal --------------------------------------------------------------------------


def _print(shown: Show, tongue: Tongue) -> None:
    game = shown.log.game
    print(headline(shown.verdict, tongue))
    for numbers in turns(shown.scenes):
        scene = shown.scenes[numbers[0]]
        print(f"\n{tongue.say(heading(game, scene.round, scene.turn))}")
        for number in numbers:
            _print_lines(shown.scenes[number].words, "  ", tongue)
            for said in shown.findings_at(number):
                print(finding_text(shown.verdict, said, tongue))
        _print_lines(shown.scenes[numbers[-1]].board(), "    ", tongue)


def _print_lines(lines: Sequence[str], indent: str, tongue: Tongue) -> None:
    for line in lines:
        print(indent + one_line(tongue.say(line)))


# As a page --------------------------------------------------------------------------------


def _write_page(shown: Show, output: str, log: str, tongue: Tongue) -> None:
    from retally.pipeline.pages.replay_page import replay_page

    write_page(replay_page(shown, tongue=tongue), output, made_from=log)
    if output != "-":
        title = TITLES[shown.log.game]
        say(
            tongue.say(
                told(
                    "{count} scenes of {title} in {file}",
                    title=title,
                    file=one_line(output),
                    count=len(shown.scenes),
                )
            )
        )
