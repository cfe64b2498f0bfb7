"""The shape of a warehouse: its migrations, its views, and which of them a file has."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from importlib.metadata import version
from typing import TypeAlias

import duckdb
from retally.sql import SqlFile, sql_files

Connection: TypeAlias = duckdb.DuckDBPyConnection

LEDGER = """
create table if not exists retally_migrations (
    version integer primary key,
    name varchar not null,
    applied_at timestamptz not null,
    retally varchar not null
);
comment on table retally_migrations is
    'A step that brought this warehouse to its present shape; one row per migration.';
comment on column retally_migrations.version is 'Number of the migration, from 1.';
comment on column retally_migrations.name is 'Name of its file in sql/migrations.';
comment on column retally_migrations.applied_at is 'When it was applied.';
comment on column retally_migrations.retally is 'Version of retally that applied it.';
create table if not exists retally_views (sha256 varchar not null, retally varchar not null);
comment on table retally_views is 'Which views this warehouse has; one row.';
comment on column retally_views.sha256 is 'SHA-256 of the files of sql/views, in hexadecimal.';
comment on column retally_views.retally is 'Version of retally that made them.';
"""


class NotOurs(Exception):
    """A database that is no warehouse, or one of a newer retally; what to say of its file."""


def known_version(connection: Connection) -> int:
    """Give the version of a warehouse, 0 of an empty database.

    Raises NotOurs for a database of other people, and for one of a newer retally.
    """
    if not connection.execute(_LEDGER_THERE).fetchall():
        if connection.execute(_OBJECTS).fetchall():
            raise NotOurs("is a DuckDB database, but not a warehouse of retally; left alone")
        return 0
    query = "select version, retally from retally_migrations order by version desc limit 1"
    found, by = connection.execute(query).fetchone() or (0, "")
    newest = len(sql_files("migrations"))
    if found > newest:
        raise NotOurs(
            f"was made by retally {by}, which is newer than this one"
            f" (version {found} of the warehouse, known are {newest}); upgrade retally"
        )
    return int(found)


_LEDGER_THERE = """
select table_name from duckdb_tables()
where table_name = 'retally_migrations' and database_name = current_database()
"""
_OBJECTS = """
select table_name from duckdb_tables()
where not internal and database_name = current_database()
union all
select view_name from duckdb_views()
where not internal and database_name = current_database()
union all
select type_name from duckdb_types()
where not internal and database_name = current_database()
union all
select function_name from duckdb_functions()
where not internal and database_name = current_database()
union all
select sequence_name from duckdb_sequences()
where database_name = current_database()
"""


def is_current(connection: Connection) -> bool:
    """Say whether a warehouse has every migration and the views of this release."""
    return _is_whole(connection, known_version(connection))


def _is_whole(connection: Connection, known: int) -> bool:
    if known < len(sql_files("migrations")):
        return False
    made = connection.execute("select sha256 from retally_views").fetchone()
    return made == (views_sha256(sql_files("views")),)


def bring_up_to_date(connection: Connection) -> None:
    """Apply what a warehouse lacks, all of it to an empty database; then make the views anew."""
    known = known_version(connection)
    if _is_whole(connection, known):
        return
    if known == 0:
        with transaction(connection):
            connection.execute(LEDGER)
    migrate(connection, known, sql_files("migrations"))
    with transaction(connection):
        remake_views(connection, sql_files("views"))


def migrate(connection: Connection, known: int, migrations: tuple[SqlFile, ...]) -> None:
    """Apply each migration after the ``known``-th, with its record in one transaction."""
    for number, migration in enumerate(migrations, 1):
        if number > known:
            with transaction(connection):
                connection.execute(migration.text)
                connection.execute(
                    "insert into retally_migrations values (?, ?, ?, ?)",
                    [number, migration.name, datetime.now(UTC), version("retally")],
                )


def remake_views(connection: Connection, views: tuple[SqlFile, ...]) -> None:
    """Make every view anew, in the order of their files, and note which they are."""
    for view in views:
        connection.execute(view.text)
    connection.execute("delete from retally_views")
    connection.execute(
        "insert into retally_views values (?, ?)", [views_sha256(views), version("retally")]
    )


def views_sha256(views: tuple[SqlFile, ...]) -> str:
    """Give one hash over all views, in hexadecimal."""
    return hashlib.sha256("\0".join(part for view in views for part in view).encode()).hexdigest()


def lacking(connection: Connection) -> list[str]:
    """Name what every warehouse of this release has and this one has no more, in order.

    Tables, views and macros by their names, columns of those that are there as ``table.column``.
    """
    with duckdb.connect() as whole:
        bring_up_to_date(whole)
        due = whole.execute(_PARTS).fetchall()
    there = set(connection.cursor().execute(_PARTS).fetchall())
    names = {name for name, _ in there}
    missing = (part for part in due if part not in there)
    return sorted({f"{name}.{part}" if name in names else name for name, part in missing})


_PARTS = """
select table_name, column_name from duckdb_columns()
where not internal and database_name = current_database()
union all
select function_name, null from duckdb_functions()
where not internal and database_name = current_database()
"""


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """Do all inside or nothing; DuckDB's word for Ctrl-C becomes Python's."""
    connection.begin()
    try:
        yield
        connection.commit()
    except BaseException as fault:
        with suppress(duckdb.TransactionException):  # a commit that failed has rolled back
            connection.rollback()
        if is_ctrl_c(fault):
            raise KeyboardInterrupt from fault
        raise


def is_ctrl_c(fault: BaseException) -> bool:
    """Say whether this is DuckDB's word for a Ctrl-C that came while it worked."""
    return isinstance(fault, duckdb.InterruptException) or (
        isinstance(fault, RuntimeError) and str(fault) == "Query interrupted"
    )
