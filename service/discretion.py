"""What a caller's question may not read: what the catalogue tells of our files, settings and SQL.

DuckDB tells these to whoever asks, and no setting stops it. So a question is taken apart by
DuckDB's own parser, and everything that it reads from is looked at before it is run: as a name in
the tree, however it was written. Table functions are those listed here and no others.
"""

import json
import sys
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from retally.pipeline.migrations import Connection
from retally.pipeline.sandbox import QueryError

NAMES_ALONE = frozenset(
    {"tables", "columns", "schemata", "table_constraints", "key_column_usage",
     "constraint_table_usage", "referential_constraints", "character_sets"}
)  # fmt: skip
"""Views of ``information_schema`` that tell which tables and columns there are, and no SQL."""
TABLE_FUNCTIONS = frozenset(
    {"range", "generate_series", "unnest", "repeat", "repeat_row", "json_each", "json_tree",
     "pg_timezone_names", "icu_calendar_names"}
)  # fmt: skip
"""Table functions that make rows of what they are given. Others read the catalogue or a file, or
run a text as a question: ``query``, ``query_table``, ``histogram``."""
TELLING = frozenset(
    {"current_setting", "getenv", "json_serialize_plan", "pg_get_viewdef", "pg_get_constraintdef",
     "pg_get_expr", "pg_get_indexdef"}
)  # fmt: skip
"""Functions that give a setting, or SQL that is not the caller's."""
TELLING_SHOWS = "SHOW"
"""How the tree has ``SHOW name``, which gives the setting of that name where no table has it."""
DEPTH = 10_000
"""A question may be nested a thousand times, and each time is up to six steps in its tree."""

TABLES = """
select table_name from duckdb_tables() where not internal
union all select view_name from duckdb_views() where not internal
"""
TABLE_MACROS = """
select function_name from duckdb_functions() where not internal and function_type = 'table_macro'
"""
CATALOGUE = """
select view_name from duckdb_views() where internal and schema_name <> 'information_schema'
"""


def check(connection: Connection, query: str) -> None:
    """Raise QueryError for a question that reads what is not told. It is one statement.

    ``EXPLAIN`` is not told either: the plan of a view is its SQL, taken apart.
    """
    Discretion(connection).check(query)


class Discretion:
    """Checks questions to one warehouse; what names it has is asked when a question needs it."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def check(self, query: str) -> None:
        """Raise QueryError as the function of this name does."""
        for node in _objects(_tree(self.connection, query)):
            if name := self._telling(node):
                raise QueryError(
                    f"{name} is not to be read here; what there is, is told by SHOW TABLES,"
                    " DESCRIBE, information_schema.tables and information_schema.columns"
                )

    def _telling(self, node: dict[str, Any]) -> str | None:
        """Give the name of what a part of the tree reads from and may not."""
        kind = node.get("type")
        if kind == "TABLE_FUNCTION":
            called: str = node["function"]["function_name"]
            known = called.lower() in TABLE_FUNCTIONS or called.lower() in self.table_macros
            return None if known else called
        if kind == "SHOW_REF" and node["show_type"] == TELLING_SHOWS:
            shown: str = node["table_name"]
            return None if shown.lower() in self.tables else shown
        if "table_name" in node:
            path = [step.lower() for step in node["qualified_name"]["path"]]
            return ".".join(path) if self._is_of_the_catalogue(path) else None
        name: str = node.get("function_name", "")
        return name if name.lower() in TELLING else None

    def _is_of_the_catalogue(self, path: list[str]) -> bool:
        """Say whether a table, named in lower case, is one that tells more than names."""
        name = path[-1] if path else ""  # DESCRIBE and SHOW TABLES FROM name none
        if "information_schema" in path[:-1]:
            return name not in NAMES_ALONE | {""}
        return name in self.catalogue

    @cached_property
    def tables(self) -> frozenset[str]:
        """Tables and views that are ours."""
        return self._names(TABLES)

    @cached_property
    def table_macros(self) -> frozenset[str]:
        """Macros of ours that give rows."""
        return self._names(TABLE_MACROS)

    @cached_property
    def catalogue(self) -> frozenset[str]:
        """Views of DuckDB's own, but those of ``information_schema``."""
        return self._names(CATALOGUE)

    def _names(self, query: str) -> frozenset[str]:
        return frozenset(name.lower() for (name,) in self.connection.execute(query).fetchall())


# The tree ---------------------------------------------------------------------------------


def _tree(connection: Connection, query: str) -> Any:
    """Take a question apart as DuckDB does. Raises QueryError for what is not a SELECT."""
    found = connection.execute("select json_serialize_sql($query)", {"query": query}).fetchone()
    sys.setrecursionlimit(max(DEPTH, sys.getrecursionlimit()))
    try:
        tree = json.loads(found[0] if found else "null")
    except RecursionError:
        raise QueryError("the question is nested too deeply") from None
    if tree["error"]:
        raise QueryError("a question is one SELECT here; EXPLAIN and others are not")
    return tree["statements"]


def _objects(tree: Any) -> Iterator[dict[str, Any]]:
    waiting = [tree]
    while waiting:
        there = waiting.pop()
        if isinstance(there, dict):
            yield there
            waiting.extend(there.values())
        elif isinstance(there, list):
            waiting.extend(there)
