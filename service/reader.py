"""Questions of ours to the living warehouse: each sees one moment of it and waits for no write."""

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar

import duckdb
from anyio import CapacityLimiter, to_thread
from retally.pipeline.migrations import Connection
from retally.pipeline.sandbox import Column
from retally.service.problems import TooSlow
from retally.service.rows import Page
from retally.service.writer import Writer
from retally.sql import sql_files

Result = TypeVar("Result")


@cache
def queries() -> dict[str, str]:
    """Give the queries of the service by name."""
    return {file.name: file.text for file in sql_files("service")}


class Reader:
    """Asks in threads, so many at a time, each with a connection of its own for so long."""

    def __init__(self, writer: Writer, places: int, seconds: float) -> None:
        self.writer, self.seconds = writer, seconds
        self.places = CapacityLimiter(places)
        self.lock = threading.Lock()

    async def read(self, do: Callable[[Connection], Result]) -> Result:
        """Do what only reads, at one moment of the warehouse. Raises Problem where it is late."""
        return await to_thread.run_sync(self._read, do, limiter=self.places)

    def _read(self, do: Callable[[Connection], Result]) -> Result:
        assert self.writer.root is not None, "it was started"
        with self.lock:
            cursor = self.writer.root.cursor()
        timer = threading.Timer(self.seconds, cursor.interrupt)
        timer.daemon = True
        timer.start()
        try:
            cursor.execute("set timezone = 'UTC'")
            cursor.execute("begin transaction read only")
            return do(cursor)
        except duckdb.InterruptException:
            raise TooSlow("the question", self.seconds) from None
        finally:
            timer.cancel()
            with suppress(duckdb.Error):
                cursor.execute("rollback")
            cursor.close()


def page_of(connection: Connection, query: str, parameters: Mapping[str, Any]) -> Page:
    """Ask a query and give its rows."""
    found = connection.execute(query, dict(parameters))
    columns = tuple(Column(of[0], str(of[1])) for of in found.description or ())
    return Page(columns, found.fetchall())


def objects(page: Page) -> list[dict[str, Any]]:
    """Give rows by the names of their columns."""
    names = [column.name for column in page.columns]
    return [dict(zip(names, row, strict=True)) for row in page.rows]
