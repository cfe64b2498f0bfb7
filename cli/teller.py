"""What a person hears while logs are loaded: a line a file, a bar, totals. Loads nothing."""

import sys
from collections import Counter
from types import TracebackType
from typing import TYPE_CHECKING

from retally.cli.terminal import Exit, one_line, say
from retally.pipeline.sources import CannotRead, NoLogs
from retally.pipeline.tally import Count, FileCount, Totals, Watch

if TYPE_CHECKING:
    from retally.cli.bar import Bar


class Teller(Watch):
    """Says a line a file; on a terminal a bar stands below them."""

    def __init__(self, then: str = "what is loaded is skipped") -> None:
        self.totals: Totals | None = None
        self.then = then
        self.bar: Bar | None = None

    def __enter__(self) -> None:
        if sys.stderr.isatty():  # else nobody pays for loading what draws it
            from retally.cli.bar import Bar

            self.bar = Bar("verifying", "logs")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if self.bar is not None:
            self.bar.stop()

    def judged(self, logs: int) -> None:
        """Move the bar on."""
        if self.bar is not None:
            self.bar.advance(logs)

    def committed(self, totals: Totals) -> None:
        """Keep what is in the warehouse for good."""
        self.totals = totals

    def file(self, file: FileCount) -> None:
        """Say what became of a file."""
        say(f"{one_line(file.source)}: {counts_in_words(file.logs, file.counts)}")

    def nothing(self, what: CannotRead | NoLogs) -> None:
        """Say what gave nothing, or not all."""
        say(f"{one_line(what.source)}: {what.reason}")

    def stopped(self, why: str) -> None:
        """Say what a run that was cut leaves, and how to go on."""
        if self.totals is not None:
            say(f"{why}; kept are {counts_in_words(self.totals.logs, self.totals.counts)}")
            say(f"the same command goes on from there: {self.then}")


def summary(totals: Totals, db: str) -> str:
    """Write the totals of a run as a line."""
    files = f"{totals.files} {'file' if totals.files == 1 else 'files'}"
    return f"{files}, {counts_in_words(totals.logs, totals.counts)}; in {one_line(db)}"


def exit_of(totals: Totals) -> Exit:
    """Give the exit status of a run that came to its end, by what stood in its input."""
    if totals.unread:
        return Exit.STORE
    wrong = any(totals.counts[kind] for kind in _WRONG)
    return Exit.WRONG_LOGS if wrong else Exit.WELL


def counts_in_words(logs: int, counts: Counter[Count]) -> str:
    """Write counts as in: 17 logs: 15 loaded (1 mismatched, 1 replaced), 1 skipped."""
    parts = [
        f"{counts[kind]} {kind}{_among(counts, _AMONG[kind])}"
        for kind in _AMONG
        if counts[kind] or kind == "loaded"
    ]
    return f"{logs} {'log' if logs == 1 else 'logs'}: {', '.join(parts)}"


def _among(counts: Counter[Count], kinds: dict[Count, str]) -> str:
    told = ", ".join(f"{counts[kind]} {name}" for kind, name in kinds.items() if counts[kind])
    return f" ({told})" if told else ""


_AMONG: dict[Count, dict[Count, str]] = {
    "loaded": {"mismatched": "mismatched", "replaced": "replaced"},
    "skipped": {"known mismatch": "mismatched"},
    "rejected": {},
}
_WRONG: tuple[Count, ...] = ("rejected", "mismatched", "known mismatch")
