"""`retally simulate`: seeded games, with claims that are true."""

import gzip
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, BinaryIO, cast

import typer
import zstandard
from retally.cli.rules import RuleOption, asked_rules
from retally.cli.terminal import cannot, say, wrong_usage
from retally.pipeline.names import nearest
from retally.pipeline.rules import UnknownRule, with_rules
from retally.pipeline.simulate import simulated
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
    if game not in GAMES:
        wrong_usage(f"no game {game!r}{nearest(game, GAMES)}")
    dice = room("pipeline.simulate", game)
    if not dice.FEWEST_PLAYERS <= players <= dice.MOST_PLAYERS:
        wrong_usage(f"{game} is played by {dice.FEWEST_PLAYERS} to {dice.MOST_PLAYERS} players")
    strategies = strategy or list(dice.STRATEGIES)
    for name in strategies:
        if name not in dice.STRATEGIES:
            wrong_usage(f"no strategy {name!r}{nearest(name, dice.STRATEGIES)}")
    editions = room("schemas", game).EDITIONS
    edition = edition or next(iter(editions))
    if edition not in editions:
        wrong_usage(f"no edition {edition!r}{nearest(edition, editions)}")
    try:
        options = with_rules(editions[edition], asked_rules(rule))
    except UnknownRule as fault:
        wrong_usage(str(fault))
    named = {name: getattr(options, name) for name in asked_rules(rule)}
    seats = tuple(strategies[seat % len(strategies)] for seat in range(players))
    lines = simulated(
        game,
        games=games,
        seed=seed,
        strategies=seats,
        rules={"edition": edition, **named},
        options=options,
        full=full,
    )
    try:
        with _opened(output) as file:
            for line in lines:
                file.write(line)
    except OSError as fault:
        if isinstance(fault, BrokenPipeError):
            raise
        cannot(f"{output}: {fault.strerror}")
    if output != "-":
        say(f"{games} games of {GAMES[game].title} in {output}")


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """Open a file to write, packed as its name says; the same bytes at any time."""
    if path == "-":
        yield sys.stdout.buffer
        return
    with open(path, "wb") as file:
        if path.endswith(".gz"):
            with gzip.GzipFile(filename="", fileobj=file, mode="wb", mtime=0) as packed:
                yield cast(BinaryIO, packed)
        elif path.endswith(".zst"):
            with zstandard.ZstdCompressor().stream_writer(file, closefd=False) as packed:
                yield cast(BinaryIO, packed)
        else:
            yield file
