"""A judge that is killed at its work, to be sent to worker processes."""

import os
import signal

from retally.pipeline.judging import Judge, Judged, Piece


class JudgeOrDie(Judge):
    """Judges; where the sixtieth line of a file comes, it is killed."""

    def together(self, piece: Piece) -> Judged:
        if any(log.line == 60 for log in piece.logs):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().together(piece)
