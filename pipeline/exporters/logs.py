"""The stored logs, as they came in."""

from collections.abc import Iterator

from retally.pipeline.logs import kept_logs
from retally.pipeline.migrations import Connection


def stored(connection: Connection) -> Iterator[tuple[str, bytes | None]]:
    """Yield every game's id and its log byte for byte; None where it is damaged."""
    for page in kept_logs(connection):
        for log in page:
            yield log.game_id, log.raw()


def on_one_line(log: bytes) -> bytes:
    """Give a log as a line: line ends can stand between the parts of JSON alone.

    >>> on_one_line(b'{"a":\\r\\n 1}')
    b'{"a":   1}'
    """
    return log.replace(b"\r", b" ").replace(b"\n", b" ")
