"""`retally simulate`: seeded games, with claims that are true."""

from typing import Annotated

import typer
from retally.cli.output import opened
from retally.cli.rules import RuleOption, asked_rules
from retally.cli.terminal import say, wrong_usage
from retally.pipeline.names import nearest
from retally.pipeline.rules import UnknownRule, with_rules
from retally.pipeline.simulate import simulated
from retally.schemas.base import Frozen
from retally.schemas.codes import Severity, severity_of
from retally.schemas.registry import GAMES, room


def simulate(
    game: Annotated[str, typer.Argument(help="six_nimmt …")],
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1,
    players: Annotated[int, typer.Option(min=1, help="How many players.")] = 4,
    seed: Annotated[int, typer.Option(help="The same seed gives the same bytes.")] = 1,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Also .gz or .zst; - for stdout.")
    ] = "-",
    strategy: Annotated[
        list[str] | None,
        typer.Option(help="How a seat plays; again for the next, and so round the table."),
    ] = None,
    edition: Annotated[str | None, typer.Option(help="The edition that is played.")] = None,
    full: Annotated[
        bool, typer.Option("--full", help="With hands, and claims of every turn and card.")
    ] = False,
    rule: RuleOption = None,
) -> None:
    """Play seeded games and write their logs, with every claim as it came out.

    Example: retally simulate six_nimmt --games 100 --players 5 --seed 7 -o games.jsonl
    """
    strategies = _strategies(game, players, strategy)
    edition, options = _options(game, edition, rule)
    _check_table(game, players, options)
    if games > 1 and output.removesuffix(".gz").removesuffix(".zst").endswith(".json"):
        wrong_usage("a .json file holds one game; name it .jsonl")
    named = {name: getattr(options, name) for name in asked_rules(rule)}
    lines = simulated(
        game,
        games=games,
        seed=seed,
        strategies=strategies,
        rules={"edition": edition, **named},
        options=options,
        full=full,
    )
    with opened(output) as file:
        for line in lines:
            file.write(line)
    if output != "-":
        say(f"{games} {'game' if games == 1 else 'games'} of {GAMES[game].title} in {output}")


def _strategies(game: str, players: int, asked: list[str] | None) -> tuple[str, ...]:
    """Give each seat its strategy, round the table; a name not known is wrong usage."""
    if game not in GAMES:
        wrong_usage(f"no game {game!r}{nearest(game, GAMES)}")
    known = room("pipeline.simulate", game).STRATEGIES
    names = asked or list(known)
    for name in names:
        if name not in known:
            wrong_usage(f"no strategy {name!r}{nearest(name, known)}")
    return tuple(names[seat % len(names)] for seat in range(players))


def _options(game: str, edition: str | None, rule: list[str] | None) -> tuple[str, Frozen]:
    """Give the edition and what it means with the rules asked for."""
    editions = room("schemas", game).EDITIONS
    edition = edition or next(iter(editions))
    if edition not in editions:
        wrong_usage(f"no edition {edition!r}{nearest(edition, editions)}")
    try:
        return edition, with_rules(editions[edition], asked_rules(rule))
    except UnknownRule as fault:
        wrong_usage(str(fault))


def _check_table(game: str, players: int, options: Frozen) -> None:
    """Refuse a table that the game, or these rules of it, would not seat."""
    dice = room("pipeline.simulate", game)
    if not dice.FEWEST_PLAYERS <= players <= dice.MOST_PLAYERS:
        wrong_usage(f"{game} is played by {dice.FEWEST_PLAYERS} to {dice.MOST_PLAYERS} players")
    for fault in room("pipeline.engine", game).start_violations(options, players):
        if severity_of(fault.code) is Severity.ERROR:
            wrong_usage(f"under these rules {game} is played by {fault.expected}")
