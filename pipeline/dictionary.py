"""The data dictionary: every table and column of the warehouse, from the database's comments.

``python -m retally.pipeline.dictionary docs/data-dictionary.md`` writes it anew.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from retally.pipeline.migrations import Connection
from retally.pipeline.store import writing

INTRODUCTION = """\
# Data dictionary

What is in a warehouse, table by table. Made from the database's own comments by `make docs`;
any DuckDB client shows them too: `from duckdb_columns()`, or `.schema` at the prompt of
`retally sql`. Rounds, turns, rows and seats count from 1, instants are kept in UTC.
"""

TABLES = """
select table_name as name, 'table' as kind, comment
from duckdb_tables() where not starts_with(table_name, 'retally_')
union all
select view_name, 'view', comment from duckdb_views() where not internal
union all
select table_name, 'table of the housekeeping', comment
from duckdb_tables() where starts_with(table_name, 'retally_')
order by kind <> 'table', kind <> 'view', name
"""
COLUMNS = """
select column_name, data_type, is_nullable, comment
from duckdb_columns() where table_name = ? and not internal order by column_index
"""


def data_dictionary() -> str:
    """Write the dictionary of a fresh warehouse as Markdown."""
    with TemporaryDirectory() as folder, writing(str(Path(folder, "w.duckdb"))) as connection:
        return "\n".join((INTRODUCTION, *_tables(connection)))


def _tables(connection: Connection) -> Iterator[str]:
    for table, kind, comment in connection.execute(TABLES).fetchall():
        yield f"## {table}\n\n{kind.capitalize()}. {comment}\n"
        yield "| column | type | meaning |\n| --- | --- | --- |"
        for column, data_type, nullable, meaning in connection.execute(COLUMNS, [table]).fetchall():
            wanted = "" if nullable or kind == "view" else ", never NULL"
            yield f"| `{column}` | {data_type.lower()}{wanted} | {meaning} |"
        yield ""


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(data_dictionary(), "utf-8")
