"""Questions to the warehouse: what they may do, and every way out that is shut."""

import hashlib
import time
from pathlib import Path

import duckdb
import polars as pl
import pytest
from retally.pipeline.sandbox import QueryError, asked, said_plainly
from retally.pipeline.store import StoreError
from warehouse import CORPUS, Warehouse

SECRET = "not for the warehouse"
FRAME = pl.DataFrame({"a": [1]})


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    house = Warehouse(tmp_path_factory.mktemp("house"))
    house.load(*CORPUS)
    (house.folder / "secret.csv").write_text(f"secret\n{SECRET}\n")
    with duckdb.connect(str(house.folder / "other.duckdb")) as other:
        other.execute("create table secret as select 1")
    return house


def rows(house: Warehouse, query: str, **options: float) -> list[tuple[object, ...]]:
    with asked(house.db, query, **options) as answer:  # type: ignore[arg-type] # of any kind
        return list(answer.rows())


def fingerprints(folder: Path) -> dict[str, str]:
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


# What it may ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "query",
    [
        "select count(*) from games",
        "from games select count(*);",
        "-- a comment\nwith g as (select * from games) select count(*) from g -- and one\n;",
        "select count(*) from query('select * from games')",
        "values (4)",
    ],
)
def test_a_question_is_answered(house: Warehouse, query: str) -> None:
    assert rows(house, query) == [(4,)]


def test_what_python_cannot_hold_is_said(house: Warehouse) -> None:
    for value in ("interval 9999999 year", "{'a': [to_days(-2147483648)]}"):
        with pytest.raises(QueryError, match="999999999 days"):
            rows(house, f"select {value}")
        assert len(rows(house, f"select ({value})::varchar")) == 1


@pytest.mark.parametrize("query", ["explain select 1", "describe games", "show tables"])
def test_what_is_there_can_be_asked_for(house: Warehouse, query: str) -> None:
    assert rows(house, query)


def test_columns_have_names_and_types(house: Warehouse) -> None:
    with asked(house.db, "select game_id, line, options from games") as answer:
        assert answer.columns == (("game_id", "VARCHAR"), ("line", "BIGINT"), ("options", "JSON"))


def test_parameters_are_values_and_nothing_else(house: Warehouse) -> None:
    name = "'; drop table games; -- $x %s"
    with asked(house.db, "select $name::varchar, $name = 'x'", {"name": name}) as answer:
        assert list(answer.rows()) == [(name, False)]


# What it may not --------------------------------------------------------------------------

ATTACKS = [
    "copy games to '{folder}/out.csv'",
    "copy (select 1) to '{db}'",
    "export database '{folder}/out'",
    "import database '{folder}/out'",
    "attach '{folder}/new.duckdb'",
    "attach '{folder}/other.duckdb' as other",
    "attach ':memory:' as m",
    "detach w",
    "use memory",
    "select * from read_csv('{folder}/secret.csv')",
    "select * from read_text('{folder}/secret.csv')",
    "select * from read_blob('/etc/passwd')",
    "select * from read_parquet('http://localhost/x.parquet')",
    "select * from read_json('{folder}/a.jsonl')",
    "select * from read_duckdb('{folder}/other.duckdb')",
    "select * from sniff_csv('{folder}/secret.csv')",
    "select * from parquet_metadata('{folder}/secret.csv')",
    "select * from glob('{folder}/*')",
    "from '{folder}/secret.csv'",
    'from "{folder}/a.jsonl"',
    "pragma database_size",
    "pragma enable_profiling = 'json'",
    "select * from enable_profiling(save_location = '{folder}/profile.json')",
    "select * from enable_logging(storage = 'file', storage_config = {{'path': '{folder}/log'}})",
    "set memory_limit = '100GB'",
    "set enable_external_access = true",
    "set lock_configuration = false",
    "set temp_directory = '{folder}/tmp'",
    "reset enable_external_access",
    "select 1; select 2",
    "select 1; copy games to '{folder}/out.csv'",
    "install httpfs",
    "load httpfs",
    "force install httpfs from 'http://localhost'",
    "select getenv('HOME')",
    "select * from duckdb_secrets()",
    "call force_checkpoint()",
    "checkpoint",
    "vacuum",
    "create table x as select 1",
    "create temp table x as select 1",
    "create macro m() as 1",
    "insert into games select * from games",
    "update games set game_id = 'x'",
    "delete from games",
    "drop table games",
    "alter table games add column x integer",
    "comment on table games is 'x'",
    "begin",
    "prepare v as select 1",
    "execute v",
    "with x as (insert into games select * from games returning *) select * from x",
    "with x as (delete from games returning *) select * from x",
    "explain analyze delete from games",
    "explain analyze copy (select 1) to '{folder}/out.csv'",
    "explain analyze insert into games select * from games",
    "select * from query('copy games to ''{folder}/out.csv''')",
    "select * from query_table('{folder}/secret.csv')",
    "select * from json_execute_serialized_sql(json_serialize_sql('from ''{folder}/secret.csv'''))",
    "select * from pandas_scan(1)",
    "select * from arrow_scan_dumb(1, 2, 3)",
    "select * from add_grammar_extension('x')",
    "from FRAME",
    "from SECRET",
    "from house",
    "from pl",
    "",
    "-- nothing",
    ";;",
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_else_is_done(house: Warehouse, attack: str) -> None:
    before = fingerprints(house.folder)
    with pytest.raises(QueryError), said_plainly():
        rows(house, attack.format(folder=house.folder, db=house.db), seconds=20)
    assert fingerprints(house.folder) == before


def test_files_of_the_sandbox_itself_are_shut_too(house: Warehouse) -> None:
    tmp = Path(house.db + ".tmp")
    for query in (f"attach '{tmp}/x.duckdb'", f"copy (select 1) to '{tmp}/x.csv'"):
        with pytest.raises(QueryError), said_plainly():
            rows(house, query)
    assert not tmp.exists()


# How much ---------------------------------------------------------------------------------


def test_a_limit_is_kept_and_told(house: Warehouse) -> None:
    for limit, count, cut in ((3, 3, True), (4, 4, False), (5, 4, False), (0, 4, False)):
        with asked(house.db, "select game_id from games", limit=limit) as answer:
            assert (len(list(answer.rows())), answer.cut) == (count, cut)


def test_a_limit_between_two_fetches_is_told(house: Warehouse) -> None:
    with asked(house.db, "from range(2001)", limit=2000) as answer:
        assert (len(list(answer.rows())), answer.cut) == (2000, True)


ENDLESS = (
    "select count(*) from range(10_000_000) a, range(10_000_000) b where hash(a) = hash(b) + 1"
)


@pytest.mark.parametrize("query", [ENDLESS, "select sleep_ms(60000)", "from range(100000000000)"])
def test_a_question_that_takes_too_long_is_stopped(house: Warehouse, query: str) -> None:
    begun = time.monotonic()
    with pytest.raises(StoreError, match=r"stopped after 0\.3 seconds"):
        rows(house, query, seconds=0.3)
    assert time.monotonic() - begun < 55  # well before the sleeper wakes


def test_a_time_limit_stops_nothing_that_is_done(house: Warehouse) -> None:
    with asked(house.db, "select 1", seconds=2) as answer:
        assert list(answer.rows()) == [(1,)]
        time.sleep(2.3)
    assert rows(house, "select 2") == [(2,)]


def test_what_is_wrong_with_a_question_is_said(house: Warehouse) -> None:
    with pytest.raises(QueryError, match='"playr" not found'), said_plainly():
        rows(house, "select playr from seats")


def test_the_time_is_up_for_rows_that_are_taken_slowly_too(house: Warehouse) -> None:
    taken = []

    def take_slowly() -> None:
        with asked(house.db, "from range(1500)", seconds=2) as answer:  # all in one fetch
            for row in answer.rows():
                taken.append(row)
                time.sleep(0.01)

    with pytest.raises(StoreError, match="stopped after 2 seconds, the answer is not whole"):
        take_slowly()
    assert len(taken) < 1500
