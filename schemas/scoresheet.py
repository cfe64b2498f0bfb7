"""6 nimmt! as a scoresheet has it: heads round by round, or totals alone. No moves, no cards."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field
from retally.schemas.base import (
    Envelope,
    Frozen,
    OffFormat,
    OrLeftOut,
    PlayerId,
    listed_twice,
    not_players,
    wrong_length,
    wrong_table,
)
from retally.schemas.six_nimmt import HEADS, Heads, Rules

HEADS_OF_THE_DECK = sum(HEADS)
RoundHeads = Annotated[int, Field(ge=0, description="Bull heads of a seat in a round")]
RankNumber = Annotated[int, Field(ge=1, description="A place as written down, from 1")]


class Claims(Frozen):
    """What was written down of the game as a whole."""

    totals: OrLeftOut[tuple[Heads, ...]] = Field(None, description="Heads of the game, one a seat")
    winners: OrLeftOut[tuple[PlayerId, ...]] = Field(None, description="Who won, by player id")
    ranks: OrLeftOut[tuple[RankNumber, ...]] = Field(None, description="The place of each seat")


class Log(Envelope):
    """One game of 6 nimmt! as a scoresheet tells of it: it can be added up, not replayed."""

    game: Literal["six_nimmt"]
    rules: OrLeftOut[Rules] = Field(None, description="Absent: the edition amigo-2.10")
    scoresheet: tuple[tuple[RoundHeads, ...], ...] = Field(
        max_length=10_000,
        description="Round by round the heads of each seat; empty where only totals are known",
    )
    recorded: OrLeftOut[Claims] = Field(None, description="Claims, to be checked, never trusted")

    @property
    def room(self) -> str:
        """Name the files of the pipeline that know what to make of this log."""
        return "scoresheet"

    def off_format(self) -> Iterator[OffFormat]:
        """Yield what the types alone cannot say: lengths by seats, names that are players."""
        seats = len(self.players)
        yield from listed_twice(self.players, ("players",))
        yield from wrong_table(self.scoresheet, seats, ("scoresheet",))
        claims = self.recorded or Claims()
        if not self.scoresheet and claims.totals is None:
            detail = "neither rounds nor recorded totals"
            yield OffFormat("LOG010", ("scoresheet",), detail, expected=1, recorded=0)
        yield from wrong_length(claims.totals, seats, ("recorded", "totals"))
        yield from wrong_length(claims.ranks, seats, ("recorded", "ranks"))
        yield from not_players(claims.winners or (), self.players, ("recorded", "winners"))
