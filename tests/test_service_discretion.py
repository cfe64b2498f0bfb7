"""What a question over HTTP is not told: where our files are, our settings, our SQL.

Every table function, view and macro of the DuckDB that is installed is asked, so that a newer one
cannot tell more without being seen.
"""

import re
from collections.abc import Iterator

import duckdb
import pytest
from retally.pipeline.migrations import Connection
from retally.pipeline.sandbox import LOCKS, QueryError, asked, said_plainly
from retally.pipeline.store import reading
from retally.service.discretion import Discretion, check
from warehouse import CORPUS, Warehouse


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    house = Warehouse(tmp_path_factory.mktemp("discreet"))
    house.load(*CORPUS)
    return house


def told(house: Warehouse, query: str) -> str:
    """Ask; give the rows as text."""
    with said_plainly(), asked(house.db, query, seconds=60, check=check) as answer:
        return repr(list(answer.rows()))


# What is told -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "part"),
    [
        ("show tables", "'games'"),
        ("show all tables", "'games'"),
        ("describe", "'games'"),
        ("describe games", "'game_id'"),
        ("show games", "'game_id'"),
        ("describe select 1 as one", "'one'"),
        ("summarize games", "'game_id'"),
        ("select table_name from information_schema.tables", "'turn_facts'"),
        ("select column_name from system.Information_Schema.columns", "'game_id'"),
        ("with views as (select 4) from views", "[(4,)]"),
        ("from games_asked(null, null, null, null) select count(*)", "[(4,)]"),
        ("from range(2) a, unnest([7]) b", "[(0, 7), (1, 7)]"),
        ("select value from json_each('[4]')", "'4'"),
        ("select status, count(*) from games group by all -- duckdb_views()", "'verified'"),
        ("select 'duckdb_views()', \"game\" from games limit 1", "duckdb_views()"),
        ("select * from games pivot (count(*) for status in ('x'))", "0"),
        (f"select {'+'.join(['1'] * 990)} as n", "[(990,)]"),
    ],
)
def test_what_callers_need_is_told(house: Warehouse, query: str, part: str) -> None:
    assert part in told(house, query)


# What is not ------------------------------------------------------------------------------

REFUSED = [
    "from duckdb_databases()",
    "from DUCKDB_DATABASES",
    'from "duckdb_databases"',
    "from 'duckdb_databases'",
    "from system.main.duckdb_databases()",
    "from /* */ duckdb_databases /* */ ( )",
    "table duckdb_views",
    "from pragma_database_list",
    "summarize duckdb_views",
    "from (summarize duckdb_views)",
    "describe from duckdb_views()",
    "from duckdb_settings()",
    "show allowed_paths",
    "from (show allowed_paths)",
    "from pg_settings",
    "from pg_catalog.pg_views",
    "from sqlite_master",
    "from main.sqlite_schema",
    "from information_schema.views",
    'from "INFORMATION_SCHEMA"."Views"',
    "from system.information_schema.check_constraints",
    "select (select sql from duckdb_views() limit 1)",
    "select 1 where exists (from duckdb_tables)",
    "with a as (with duckdb_views as (select 1) from duckdb_views) from duckdb_views",
    "with a as materialized (from duckdb_views()) from a",
    "select 1 union all select path from duckdb_databases()",
    "select * from games, lateral (from duckdb_views()) v",
    "from duckdb_views() pivot (count(*) for internal in (true, false))",
    "pivot duckdb_views() on sql using count(*)",
    "unpivot duckdb_views() on sql",
    "select current_setting('allowed_paths')",
    "select 'allowed_paths'.current_setting()",
    "select system.main.CURRENT_SETTING('temp' || '_directory')",
    "select list_transform(['allowed_paths'], lambda s: current_setting(s))",
    "select pg_get_viewdef(view_oid) from games",
    "select pg_catalog.pg_get_viewdef(1)",
    "select pg_get_constraintdef(1)",
    "select json_serialize_plan('from turn_facts')",
    "from query('from duckdb_' || 'views()')",
    "from query_table('duckdb_' || 'views')",
    "from query_table(['games', 'duckdb_views'])",
    "from histogram(duckdb_views, sql)",
    "from histogram_values('duckdb_views', sql)",
    "from summary((from duckdb_views))",
    "from json_execute_serialized_sql(json_serialize_sql('from duckdb_views()'))",
    "from duckdb_functions()",
    "from duckdb_constraints()",
    "from duckdb_logs()",
    "from duckdb_secrets()",
    "from duckdb_extensions()",
    "from duckdb_temporary_files()",
    "from pragma_storage_info('games')",
    "from pragma_show('turn_facts')",
    "explain from turn_facts",
    "explain analyze from duckdb_views()",
    "explain (format json) from duckdb_views()",
]


def test_what_tells_of_us_is_refused(house: Warehouse) -> None:
    with reading(house.db) as connection:
        for lock in LOCKS:
            connection.execute(lock)
        discretion = Discretion(connection)
        for query in REFUSED:
            with pytest.raises(QueryError, match=r"not to be read here|one SELECT"):
                discretion.check(query)


@pytest.mark.parametrize("query", REFUSED[::12])
def test_what_is_refused_is_not_asked(house: Warehouse, query: str) -> None:
    with pytest.raises(QueryError, match=r"not to be read here|one SELECT|is only read here"):
        told(house, query)


def everything(connection: Connection) -> Iterator[str]:
    """Give questions for all that DuckDB has, each in every way that needs no knowledge of it."""
    have = connection.execute(
        "select distinct schema_name, function_name, function_type from duckdb_functions()"
        " where function_type in ('table', 'table_macro', 'pragma', 'macro')"
    ).fetchall()
    views = connection.execute("select schema_name, view_name from duckdb_views()").fetchall()
    settings = connection.execute("select name from duckdb_settings()").fetchall()
    for schema, name, kind in have:
        if name == "pg_sleep":
            continue
        if kind == "macro":
            yield from (f'select {schema}."{name}"({given})' for given in ("21000", "21000, 0"))
            continue
        yield from (f"from {name}", f"from {name}()", f"show {name}", f"summarize {name}")
        yield from (f"from {name}('{given}')" for given in ("turn_facts", "duckdb_views"))
    for schema, name in views:
        yield from (f'from {schema}."{name}"', f'from "{name}"', f'summarize {schema}."{name}"')
    for (name,) in settings:
        yield from (f"show {name}", f"from {name}")


OUR_SQL = re.compile(r"(?i)create\s+(or replace )?(temp )?(table|view|macro)|select .* from")


def test_nothing_that_duckdb_has_tells_of_us(house: Warehouse) -> None:
    answered = []
    with reading(house.db) as connection:
        questions = list(everything(connection))
        for lock in LOCKS:
            connection.execute(lock)
        discretion = Discretion(connection)
        for query in questions:
            try:
                discretion.check(query)
                text = repr(connection.execute(query).fetchall())
                answered.append(query)
            except (QueryError, duckdb.Error) as fault:
                text = str(fault).split("\n\nLINE", 1)[0]  # after it the question is repeated
            assert house.db not in text, query
            assert not OUR_SQL.search(text), (query, text)
    assert len(questions) > 1500
    assert {"from duckdb_views", "from duckdb_settings()", "show threads"}.isdisjoint(answered)
    assert {'from main."turn_facts"', 'from information_schema."tables"'} <= set(answered)
