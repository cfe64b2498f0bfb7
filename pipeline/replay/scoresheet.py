"""A scoresheet of 6 nimmt! added up: totals, threshold, winners and places, and not one card.

What comes out has no steps and is not ``replayable``; the end of the game and who wins it are
the engine's to say, here as in a game that is played through.
"""

from collections.abc import Iterator
from typing import Any

from retally.pipeline.claims import scoresheet as claims
from retally.pipeline.engine import six_nimmt as engine
from retally.pipeline.engine.six_nimmt import Action, Deal, Phase, State
from retally.pipeline.tape import Replay, Tape
from retally.schemas.codes import Code
from retally.schemas.findings import Place, finding
from retally.schemas.scoresheet import HEADS_OF_THE_DECK, Log
from retally.schemas.six_nimmt import HAND_CARDS, Options

ANY_CARDS = Deal((1, 2, 3, 4))
"""Cards for a round whose cards are not known, to ask whether a round may be dealt at all."""


def replay(log: Log, options: Options) -> Replay[Options, State, Action]:
    """Add a scoresheet up under these options and hold its claims against the sums."""
    table = Tape(engine, options, engine.start(len(log.players)), log.players)
    legal = table.start(Place(("players",))) and _add_up(table, log)
    if legal:
        table.findings += claims.of_sheet(log, options, table.state)
    return Replay(
        options=options,
        steps=(),
        findings=tuple(table.findings),
        state=table.state,
        scores=engine.scores(table.state),
        winners=engine.winners(table.state) if legal else (),
        ended=legal and engine.over(table.state),
        claimed=True,
        replayable=False,
    )


def _add_up(table: Tape[Options, State, Action], log: Log) -> bool:
    """Score one round after the other; say whether none comes after the end (2.5)."""
    if not log.scoresheet and log.recorded:
        rounds = table.options.fixed_rounds or 1  # how many there were is not written down
        table.state = _scored(table.options, table.state, log.recorded.totals or (), rounds)
    for index, heads in enumerate(log.scoresheet):
        place = Place(("scoresheet", index), index + 1)
        if engine.over(table.state):
            return table.play(ANY_CARDS, place)
        table.state = _scored(table.options, table.state, heads, index + 1)
        if sum(heads) > HEADS_OF_THE_DECK:
            table.findings.append(
                finding(
                    Code.MORE_THAN_THE_DECK,
                    place,
                    clause="2.1",
                    expected=HEADS_OF_THE_DECK,
                    recorded=sum(heads),
                )
            )
    return True


def _scored(options: Options, state: State, heads: tuple[int, ...], rounds: int) -> State:
    totals = tuple(sum(pair) for pair in zip(state.totals, heads, strict=True))
    over = engine.ends(options, totals, rounds)
    phase = Phase.OVER if over else Phase.DEAL
    return state._replace(totals=totals, phase=phase, round=rounds, turn=HAND_CARDS)


def suggested_readings(log: Log, options: Options) -> Iterator[dict[str, Any]]:
    """Suggest readings with numbers that this game may have been played to (N2)."""
    if log.scoresheet and options.fixed_rounds != len(log.scoresheet):
        yield {"fixed_rounds": len(log.scoresheet)}
    if not log.scoresheet and log.recorded and max(log.recorded.totals or (0,)) > 0:
        yield {"end_threshold": max(log.recorded.totals or (0,))}
