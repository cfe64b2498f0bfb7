"""The warehouse file: how it is made, migrated, opened, and in how many ways it cannot be."""

import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
import zstandard
from program import TYPING, retally
from retally.pipeline import migrations
from retally.pipeline.frames import COLUMN_TYPES, layouts
from retally.pipeline.logs import kept_logs
from retally.pipeline.store import StoreError, reading, writing
from retally.schemas.facts import FIRST_CARD, SEAT_KEY, Kind
from retally.sql import SqlFile, sql_files
from warehouse import tables

WAREHOUSES = Path(__file__).parent / "warehouses"
"""Files that earlier schemas wrote, packed."""
SQL_TYPES: dict[Kind, str] = {
    "text": "VARCHAR",
    "tiny": "TINYINT",
    "small": "SMALLINT",
    "int": "INTEGER",
    "long": "BIGINT",
    "flag": "BOOLEAN",
    "json": "JSON",
    "ints": "BIGINT[]",
    "time": "TIMESTAMP WITH TIME ZONE",
    "bytes": "BLOB",
}


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "w.duckdb")


def make(db: str) -> None:
    with writing(db):
        pass


# Shape ------------------------------------------------------------------------------------


def test_every_kind_of_column_has_a_type_on_both_sides() -> None:
    assert SQL_TYPES.keys() == COLUMN_TYPES.keys()


def test_the_layouts_equal_the_migrated_tables(db: str) -> None:
    described = "select column_name, column_type from (describe {})"
    with writing(db) as connection:
        made = {
            name: dict(connection.execute(described.format(name)).fetchall()) for name in layouts()
        }
    due = {name: dict(table.columns) for name, table in layouts().items()}
    due["games"] |= FIRST_CARD
    due["seats"] |= SEAT_KEY
    assert made == {
        name: {column: SQL_TYPES[kind] for column, kind in columns.items()}
        for name, columns in due.items()
    }


def test_every_table_view_and_column_has_a_comment(db: str) -> None:
    with writing(db) as connection:
        silent = connection.execute(
            """
            select table_name, comment from duckdb_tables()
            union all select view_name, comment from duckdb_views() where not internal
            union all select table_name || '.' || column_name, comment
            from duckdb_columns() where not internal
            """
        ).fetchall()
    assert [name for name, comment in silent if not comment] == []


OLD = ("games", "seats", "rounds", "findings", "rejects", "ingests", "six_nimmt_turns",
       "sixteen_hands", "sixteen_actions", "zaagox_turns", "zaagox_claims", "zaagox_stored",
       "zaagox_sets", "turn_facts")  # fmt: skip
"""What was in a warehouse of version 5, the first that was ever let out of the house."""


@pytest.mark.parametrize("kept", sorted(path.name for path in WAREHOUSES.glob("*.zst")))
def test_an_old_warehouse_is_migrated_and_says_what_it_said(tmp_path: Path, kept: str) -> None:
    old, db = tmp_path / "old.duckdb", tmp_path / "w.duckdb"
    old.write_bytes(zstandard.decompress((WAREHOUSES / kept).read_bytes()))
    db.write_bytes(old.read_bytes())
    with reading(str(db)) as connection:
        ((games,),) = connection.execute("select count(*) from games").fetchall()
        assert games == 59
    with duckdb.connect(str(db), read_only=True) as connection:
        connection.execute(f"attach '{old}' as old (read_only)")
        for table in OLD:
            columns = [row[0] for row in connection.execute(f"describe old.{table}").fetchall()]
            now, then = (f"select {', '.join(map(quoted, columns))} from {base}.{table}"
                         for base in ("w.main", "old.main"))  # fmt: skip
            for one, other in ((now, then), (then, now)):
                assert connection.execute(f"({one}) except all ({other})").fetchall() == [], table
        then = connection.execute("select game_id, log from old.main.logs").fetchall()
    with reading(str(db)) as connection:
        now = {log.game_id: log.raw() for page in kept_logs(connection) for log in page}
    assert now == {game_id: zstandard.decompress(log) for game_id, log in then}


def quoted(name: str) -> str:
    return f'"{name}"'


def test_migrations_are_numbered_without_a_gap() -> None:
    numbers = [int(migration.name[:4]) for migration in sql_files("migrations")]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_file_can_be_opened_by_older_tools(db: str) -> None:
    make(db)
    with duckdb.connect(db, read_only=True) as connection:
        query = "select tags from duckdb_databases() where database_name = 'w'"
        assert connection.execute(query).fetchall() == [({"storage_version": "v1.4.0+"},)]


# Migrating --------------------------------------------------------------------------------


def test_opening_again_applies_nothing_twice(db: str) -> None:
    make(db)
    make(db)
    with reading(db) as connection:
        applied = connection.execute("select version, name from retally_migrations").fetchall()
    names = [migration.name for migration in sql_files("migrations")]
    assert applied == list(enumerate(names, 1))


def test_a_migration_that_fails_leaves_neither_tables_nor_record(db: str) -> None:
    done = len(sql_files("migrations"))
    broken = SqlFile("9999_broken", "create table half (a integer); select nonsense from nowhere")
    with writing(db) as connection:
        before = tables(connection)
        with pytest.raises(duckdb.CatalogException, match="nowhere"):
            migrations.migrate(connection, done, (*sql_files("migrations"), broken))
        assert tables(connection) == before
        found = connection.execute("select max(version) from retally_migrations").fetchall()
        assert found == [(done,)]


def test_an_older_warehouse_is_migrated_before_it_is_read(db: str) -> None:
    with duckdb.connect(db) as old:
        old.execute(migrations.LEDGER)
        migrations.migrate(old, 0, sql_files("migrations")[:1])
    with reading(db) as connection:
        assert "six_nimmt_turns" in tables(connection)


@pytest.mark.parametrize(
    ("change", "lacks", "asked"),
    [
        ("drop view turn_facts", "turn_facts", ["audit"]),
        ("drop table seats", "seats", ["report", "standings"]),
        ("drop table seats", "seats", ["audit"]),
        ("alter table games drop edition", "games.edition", ["report", "cards"]),
        ("drop macro table games_asked", "games_asked", ["report", "standings"]),
    ],
)
def test_what_another_tool_took_away_is_named(
    db: str, change: str, lacks: str, asked: list[str]
) -> None:
    make(db)
    with duckdb.connect(db) as other:
        other.execute(change)
    done = retally(*asked, "--db", db)
    said = f"Error: {db} is not whole, something else has changed it; it lacks: {lacks}\n"
    assert (done.returncode, done.stdout, done.stderr.decode()) == (3, b"", said)


def test_a_query_that_is_wrong_is_a_bug_and_passes(db: str) -> None:
    make(db)
    with pytest.raises(duckdb.CatalogException, match="nowhere"), reading(db) as connection:
        connection.execute("from nowhere")


def test_views_of_another_release_are_made_anew_before_reading(db: str) -> None:
    make(db)
    with duckdb.connect(db) as old:
        old.execute("create or replace view turn_facts as select 1 as old")
        old.execute("update retally_views set sha256 = 'of another release'")
    with reading(db) as connection:
        columns = connection.execute("select column_name from (describe turn_facts)").fetchall()
    assert ("running_total",) in columns


def test_a_warehouse_of_a_newer_retally_is_refused(db: str) -> None:
    make(db)
    with duckdb.connect(db) as newer:
        newer.execute("insert into retally_migrations values (99, '0099_x', now(), '9.9')")
    for opened in (reading, writing):
        with pytest.raises(StoreError, match=r"made by retally 9\.9, which is newer"), opened(db):
            pass


# Refusing ---------------------------------------------------------------------------------


def test_a_database_of_other_people_is_left_alone(db: str) -> None:
    with duckdb.connect(db) as other:
        other.execute("create table games (a integer)")
    before = Path(db).read_bytes()
    for opened in (reading, writing):
        with pytest.raises(StoreError, match="not a warehouse of retally; left alone"), opened(db):
            pass
    assert Path(db).read_bytes() == before


def test_an_empty_database_becomes_a_warehouse(db: str) -> None:
    duckdb.connect(db).close()
    make(db)
    with reading(db) as connection:
        assert {"games", "turn_facts"} <= tables(connection)


def test_an_empty_file_becomes_a_warehouse(db: str) -> None:
    Path(db).touch()
    make(db)
    with reading(db) as connection:
        assert "games" in tables(connection)


OTHER_KINDS = [b"hello\n", b"hello\n" * 5000, b'{"a": 1}', b"SQLite format 3\0" + b"\0" * 5000]


@pytest.mark.parametrize("content", OTHER_KINDS)
@pytest.mark.parametrize("name", ["w.duckdb", "w.jsonl", "w.csv", "w.parquet"])
def test_a_file_of_another_kind_is_refused_and_kept(
    tmp_path: Path, name: str, content: bytes
) -> None:
    db = str(tmp_path / name)
    Path(db).write_bytes(content)
    for opened in (reading, writing):
        with pytest.raises(StoreError, match="is not a DuckDB database"), opened(db):
            pass
    assert Path(db).read_bytes() == content


def test_a_warehouse_that_breaks_off_is_said(db: str) -> None:
    make(db)
    Path(db).write_bytes(Path(db).read_bytes()[:5000])
    for opened in (reading, writing):
        with pytest.raises(StoreError, match="cannot be used: "), opened(db):
            pass


def test_a_warehouse_that_is_not_there_is_not_made_by_reading(db: str) -> None:
    with pytest.raises(StoreError, match="there is no warehouse"), reading(db):
        pass
    assert not Path(db).exists()


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    db = str(tmp_path / "no" / "w.duckdb")
    with pytest.raises(StoreError, match=r"cannot be used: .*No such file"), writing(db):
        pass


def test_a_folder_is_no_warehouse(tmp_path: Path) -> None:
    for opened in (reading, writing):
        with pytest.raises(StoreError, match="Is a directory"), opened(str(tmp_path)):
            pass


def test_memory_is_no_name_of_a_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make(":memory:")
    assert (tmp_path / ":memory:").exists()


def test_a_name_that_is_not_utf_8_is_said() -> None:
    name = os.fsdecode(b"\xff.duckdb")
    with pytest.raises(StoreError, match="has to be UTF-8"), writing(name):
        pass


def test_a_full_disk_is_said_and_leaves_a_whole_warehouse(db: str) -> None:
    make(db)
    room = Path(db).stat().st_size + 2**18
    code = (
        "import sys\n"
        "from retally.pipeline.migrations import transaction\n"
        "from retally.pipeline.store import StoreError, writing\n"
        "try:\n"
        "    with writing(sys.argv[1]) as connection, transaction(connection):\n"
        "        connection.execute(\"insert into log_blocks select range, repeat('x', 1000)"
        '::blob from range(9999)")\n'
        "except StoreError as fault:\n"
        "    print(fault)\n"
    )

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    done = subprocess.run(
        [sys.executable, "-c", code, db],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(TYPING)},
        preexec_fn=limit,
        check=True,
    )
    assert b"cannot be used: " in done.stdout
    assert b"File too large" in done.stdout
    with reading(db) as connection:
        assert connection.execute("select count(*) from log_blocks").fetchall() == [(0,)]


# Waiting ----------------------------------------------------------------------------------


def held(db: str) -> subprocess.Popen[bytes]:
    """Let another process have the warehouse until it hears a word."""
    code = (
        "import sys\n"
        "from retally.pipeline.store import writing\n"
        "with writing(sys.argv[1]):\n"
        "    print('held', flush=True)\n"
        "    sys.stdin.readline()\n"
    )
    holder = subprocess.Popen(
        [sys.executable, "-c", code, db],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(TYPING)},
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    return holder


@pytest.mark.parametrize("opened", [reading, writing])
def test_who_holds_a_warehouse_is_waited_for(db: str, opened: type[writing]) -> None:
    told: list[str] = []
    holder = held(db)

    def tell(text: str) -> None:
        told.append(text)
        holder.communicate(b"let go\n", timeout=300)

    with opened(db, tell=tell, patience=300) as connection:
        assert connection.execute("select count(*) from games").fetchall() == [(0,)]
    assert len(told) == 1
    assert told[0].startswith(f"{db} is in use by process {holder.pid} (")
    assert told[0].endswith("waiting up to 300 seconds")


@pytest.mark.parametrize("opened", [reading, writing])
def test_waiting_has_an_end_and_says_who_holds_it(db: str, opened: type[writing]) -> None:
    with held(db) as holder:
        try:
            said = f"in use by process {holder.pid}"
            with pytest.raises(StoreError, match=said), opened(db, patience=0.3):
                pass
        finally:
            holder.kill()


def test_two_readers_do_not_wait_for_each_other(db: str) -> None:
    make(db)
    with reading(db, patience=0):
        code = (
            "import sys\n"
            "from retally.pipeline.store import reading\n"
            "with reading(sys.argv[1], patience=0):\n    pass\n"
        )
        subprocess.run(
            [sys.executable, "-c", code, db],
            env={**os.environ, "PYTHONPATH": str(TYPING)},
            check=True,
        )


def test_a_ctrl_c_that_duckdb_hears_is_one_like_any_other(db: str) -> None:
    # DuckDB looks for signals at moments of its own, and raises this when it finds one.
    with pytest.raises(KeyboardInterrupt), writing(db):
        raise RuntimeError("Query interrupted")
    with pytest.raises(RuntimeError, match="a bug"), writing(db):
        raise RuntimeError("a bug of ours")
