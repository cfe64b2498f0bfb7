"""Zaägox: winner, stored cards and score as recorded, against the replay."""

from collections.abc import Iterator, Sequence
from typing import Any

from retally.pipeline.engine import zaagox as engine
from retally.pipeline.engine.zaagox_scoring import set_score
from retally.pipeline.engine.zaagox_table import State
from retally.pipeline.words import zaagox as words
from retally.schemas.codes import Code
from retally.schemas.findings import Finding, Place, finding
from retally.schemas.zaagox import GameClaims, Log, Options


def of_game(log: Log, options: Options, state: State) -> Iterator[Finding]:
    """Hold the claims of a legal log against its replay (4.4, 4.5)."""
    claims = log.recorded
    if claims is None:
        return
    if "winner" in claims.model_fields_set:
        yield from _winner_found(log, options, state, claims.winner)
    if state.winner is None:
        yield from _no_set(claims)
        return
    player = log.players[state.winner]
    stored = state.stored[state.winner]
    if claims.stored is not None:
        yield from _stored_found(player, stored, claims.stored)
    due = set_score(options, stored)
    if claims.score is not None and claims.score != due.score:
        yield finding(
            Code.SET_SCORE,
            Place(("recorded", "score"), player=player),
            clause="4.5",
            expected=due.score,
            recorded=claims.score,
            context=words.working(options, stored),
            cards=" ".join(stored),
        )


def by_itself(log: Log, options: Options) -> Iterator[Finding]:
    """Hold the score of a set as recorded against that set, where no replay can tell (4.5)."""
    claims = log.recorded
    if claims is None or claims.stored is None or claims.score is None:
        return
    due = set_score(options, claims.stored).score
    if due != claims.score:
        yield finding(
            Code.SET_SCORE,
            Place(("recorded", "score")),
            clause="4.5",
            expected=due,
            recorded=claims.score,
            context=words.working(options, claims.stored),
            cards=" ".join(claims.stored),
        )


def _winner_found(
    log: Log, options: Options, state: State, claimed: str | None
) -> Iterator[Finding]:
    place = Place(("recorded", "winner"))
    due = None if state.winner is None else log.players[state.winner]
    if due == claimed:
        return
    names: dict[str, Any] = {"claimed": claimed or "nobody", "due": due or "nobody"}
    context = words.board(state, log.players)
    if not engine.over(state):
        yield finding(
            Code.WINNERS_TOO_EARLY,
            place,
            clause="4.4",
            expected=None,
            recorded=claimed,
            context=context,
            why=engine.why_going_on(state),
            **names,
        )
        return
    why = words.named(engine.why_over(options, state), log.players)
    yield finding(
        Code.WINNERS,
        place,
        clause="4.4",
        expected=due,
        recorded=claimed,
        context=(f"the game ended {why}", *context),
        **names,
    )


def _no_set(claims: GameClaims) -> Iterator[Finding]:
    """Refuse a set, or points of one, where nobody has four stored cards (4.4)."""
    recorded: dict[str, Any] = {}
    if claims.stored is not None:
        recorded["stored"] = list(claims.stored)
    if claims.score:  # no set is worth nothing
        recorded["score"] = claims.score
    for key, claim in recorded.items():
        what = "four stored cards" if key == "stored" else f"a score of {claim}"
        place = Place(("recorded", key))
        yield finding(Code.SET_TOO_EARLY, place, clause="4.4", recorded=claim, what=what)


def _stored_found(player: str, due: Sequence[str], claimed: Sequence[str]) -> Iterator[Finding]:
    """Compare a set; the order in which its cards were stored is not claimed."""
    if sorted(due) != sorted(claimed):
        yield finding(
            Code.STORED_SET,
            Place(("recorded", "stored"), player=player),
            clause="4.4",
            expected=list(due),
            recorded=list(claimed),
            due=" ".join(due),
            claimed=" ".join(claimed),
        )
