"""A bar on the terminal, below the lines that are said meanwhile. Knows not what is counted."""

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn


class Bar:
    """Counts up to an end that nobody knows; gone when it stops."""

    def __init__(self, doing: str, things: str) -> None:
        self._shown = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn(f"{{task.completed:,}} {things}"),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._shown.start()
        self._task = self._shown.add_task(doing, total=None)

    def advance(self, things: int) -> None:
        """Count so many more."""
        self._shown.advance(self._task, things)

    def stop(self) -> None:
        """Take the bar away."""
        self._shown.stop()
