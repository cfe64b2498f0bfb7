"""6 nimmt! over many games at once: legal or flagged, and the facts. Explains nothing.

``replay`` takes packed ``Games``. Of what it gives, the columns of five tables are made, each
when it is asked for: ``games``, ``seats``, ``rounds``, ``turns``, and ``notes`` for findings
(``turns_to_keep``, ``notes_to_keep``: the same for the warehouse, in few numbers).
"""

from retally.pipeline.batch.six_nimmt.facts import games, rounds, seats, turns
from retally.pipeline.batch.six_nimmt.games import Games
from retally.pipeline.batch.six_nimmt.keeping import (
    OUTCOME,
    PLACING,
    Kept,
    first_cards,
    turns_to_keep,
)
from retally.pipeline.batch.six_nimmt.noting import notes, notes_to_keep
from retally.pipeline.batch.six_nimmt.replaying import Replayed, replay

__all__ = [
    "OUTCOME", "PLACING", "Games", "Kept", "Replayed", "first_cards", "games", "notes",
    "notes_to_keep", "replay", "rounds", "seats", "turns", "turns_to_keep"
]  # fmt: skip
