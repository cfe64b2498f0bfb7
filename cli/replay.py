"""`retally replay`: a game turn by turn in the terminal, or as a page that plays it back."""

from typing import Annotated

import typer
from retally.cli.forms import FromOption, logs_of
from retally.cli.page import write_page
from retally.cli.rules import RuleOption, asked_rules
from retally.cli.terminal import Exit, cannot, one_line, say, wrong_usage
from retally.cli.verdicts import as_text, finding_text, headline
from retally.pipeline.pages.texts import BEFORE_TURN_1, ROUND, TURN
from retally.pipeline.reading import Unreadable, read_log
from retally.pipeline.replay import replay as played_through
from retally.pipeline.rules import UnknownRule, edition_of, options_of, with_rules
from retally.pipeline.scenes.base import Scene, Show, show, turns
from retally.pipeline.sources import RawLog
from retally.pipeline.verify import judge, unreadable
from retally.schemas.base import Envelope
from retally.schemas.findings import Status
from retally.schemas.registry import GAMES

WRONG = (Status.MISMATCH, Status.ILLEGAL)


def replay(
    log: Annotated[str, typer.Argument(metavar="LOG", help="A file of logs, or -")],
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Write a page, as HTML.")
    ] = None,
    game_id: Annotated[str | None, typer.Option(help="Which game of the file.")] = None,
    form: FromOption = None,
    rule: RuleOption = None,
) -> None:
    """Play a game back turn by turn, what is wrong marked where it happened.

    Example: retally replay table2.jsonl --game-id club-17 -o page.html

    With -o it becomes a page: one file that any browser opens, without a network. Of a file
    of many games the first is taken where no --game-id says which.

    Exit status 1 when something is wrong in the log.
    """
    raw, game = _one_game(log, game_id, form)
    try:
        options = with_rules(options_of(game), asked_rules(rule))
    except UnknownRule as fault:
        wrong_usage(str(fault))
    played = played_through(game, options)
    verdict = judge(raw, game, played)
    shown = show(game, played, verdict, edition_of(game)[0])
    if output is None:
        _print(shown)
    else:
        _write_page(shown, output, log)
    raise typer.Exit(Exit.WRONG_LOGS if verdict.status in WRONG else Exit.WELL)


def _one_game(path: str, game_id: str | None, form: str | None) -> tuple[RawLog, Envelope]:
    """Find the game that is meant, else the first; say so when there are others."""
    found: tuple[RawLog, Envelope | Unreadable] | None = None
    for raw in logs_of([path], form):
        if found is not None:
            first = _id(found[1])
            say(f"there is more than one game in it, this is the first: {first}; --game-id chooses")
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
    return _readable(*found)


def _id(game: Envelope | Unreadable) -> str:
    return "no game id" if game.game_id is None else one_line(game.game_id)


def _readable(raw: RawLog, game: Envelope | Unreadable) -> tuple[RawLog, Envelope]:
    if isinstance(game, Unreadable):
        print(as_text(unreadable(raw, game)))
        raise typer.Exit(Exit.WRONG_LOGS)
    if game.room != game.game:
        wrong_usage(
            f"{_id(game)} is a {game.room}: it has no moves to play back; verify adds it up"
        )
    return raw, game


# In the terminal --------------------------------------------------------------------------


def _print(shown: Show) -> None:
    print(headline(shown.verdict))
    for numbers in turns(shown.scenes):
        scene = shown.scenes[numbers[0]]
        print(f"\n{_heading(shown, scene)}")
        for number in numbers:
            print("\n".join(f"  {one_line(line)}" for line in shown.scenes[number].words))
            for said in shown.findings_at(number):
                print(finding_text(shown.verdict, said))
        lines = shown.scenes[numbers[-1]].board()
        print("\n".join(f"    {one_line(line)}" for line in lines))


def _heading(shown: Show, scene: Scene) -> str:
    game = shown.log.game
    round_ = f"{ROUND[game]} {scene.round}, " if scene.round else ""
    turn = f"{TURN[game]} {scene.turn}" if scene.turn else BEFORE_TURN_1[game]
    return round_ + (turn.lower() if round_ else turn)


# As a page --------------------------------------------------------------------------------


def _write_page(shown: Show, output: str, log: str) -> None:
    from retally.pipeline.pages.replay_page import replay_page

    write_page(replay_page(shown), output, made_from=log)
    if output != "-":
        say(f"{len(shown.scenes)} scenes of {GAMES[shown.log.game].title} in {one_line(output)}")
