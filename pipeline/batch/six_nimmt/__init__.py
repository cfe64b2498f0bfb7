"""6 nimmt! over many games at once: legal or flagged, and the facts. Explains nothing.

``replay`` takes packed ``Games``; ``turns``, ``rounds``, ``seats`` and ``notes`` are made of
what it gives, each when it is asked for.
"""

from retally.pipeline.batch.six_nimmt.facts import kept_games, rounds, seats, turns
from retally.pipeline.batch.six_nimmt.games import Games
from retally.pipeline.batch.six_nimmt.noting import notes
from retally.pipeline.batch.six_nimmt.replaying import Replayed, replay

__all__ = [
    "Games", "Replayed", "kept_games", "notes", "replay", "rounds", "seats", "turns"
]  # fmt: skip
