"""Many rows are written column by column, and come out as they do row by row."""

import io
from typing import Any

import polars as pl
import pytest
from retally.cli import rows as module
from retally.cli.many_rows import MANY
from retally.cli.rows import Form, write_rows
from retally.pipeline.row_files import parquet_bytes
from retally.pipeline.sandbox import Held, Whole, asked, asked_whole
from test_rows import NAMES, Screen
from warehouse import Warehouse

ROWS = MANY + 500
OF_EVERY_KIND = f"""
    select
        (n - 100)::smallint as number,
        if(n % 7 = 0, null, n * 1000000007) as large,
        $names[1 + n % len($names)] as "na_me [x]",
        'game-' || n // 9 as game_id,
        ['0', '-0', '1e-7', '1e22', 'nan', 'inf', '0.1', null][1 + n % 8]::double as fraction,
        [true, false, null][1 + n % 3] as yes,
        [[], ['a', null, '나"'], null][1 + n % 3]::varchar[] as list,
        if(n % 5 = 0, null, '1969-12-31 23:59:59.5+00'::timestamptz + to_days(n::int)) as moment,
        '2026-11-30'::date + n::int as day
    from range({ROWS}) as numbers(n)
    order by n
"""
"""Of every type that columns hold, what is most likely to be written in another way."""


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    house = Warehouse(tmp_path_factory.mktemp("house"))
    with house.writing():
        return house.db


@pytest.fixture(scope="module")
def both(db: str) -> tuple[Whole, list[tuple[Any, ...]]]:
    given = {"names": NAMES}
    with asked(db, OF_EVERY_KIND, given) as answer:
        columns, rows = answer.columns, list(answer.rows())
    with asked_whole(db, OF_EVERY_KIND, given) as whole:
        assert isinstance(whole.rows, Held)
        assert whole.columns == columns
        return whole, rows


def written(
    monkeypatch: pytest.MonkeyPatch, form: Form, columns: Any, rows: Any, terminal: bool
) -> str:
    screen = Screen(terminal)
    monkeypatch.setattr(module.sys, "stdout", screen)
    write_rows(form, None, columns, rows)
    return screen.getvalue()


@pytest.mark.parametrize("width", ["60", "400"])
@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize("form", module.MANY_WRITERS)
def test_columns_are_written_as_rows_are(
    both: tuple[Whole, list[tuple[Any, ...]]],
    monkeypatch: pytest.MonkeyPatch,
    form: Form,
    terminal: bool,
    width: str,
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    whole, rows = both
    by_row = written(monkeypatch, form, whole.columns, rows, terminal)
    assert len(by_row.splitlines()) >= ROWS
    monkeypatch.setitem(module.WRITERS, form, _never)
    assert written(monkeypatch, form, whole.columns, whole.rows, terminal) == by_row


def _never(*_: Any) -> None:
    raise AssertionError("row by row")


def test_parquet_is_the_same_of_columns_and_of_rows(
    both: tuple[Whole, list[tuple[Any, ...]]],
) -> None:
    whole, rows = both
    of_columns, of_rows = (
        pl.read_parquet(io.BytesIO(parquet_bytes(whole.columns, given)))
        for given in (whole.rows, rows)
    )
    assert of_columns.schema == of_rows.schema
    assert of_columns.equals(of_rows)


def test_few_rows_are_written_row_by_row(
    both: tuple[Whole, list[tuple[Any, ...]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, rows = both
    assert isinstance(whole.rows, Held)
    few = Held(whole.rows.frame.head(3))
    for form in module.MANY_WRITERS:
        by_row = written(monkeypatch, form, whole.columns, rows[:3], False)
        monkeypatch.setitem(module.MANY_WRITERS, form, _never)
        assert written(monkeypatch, form, whole.columns, few, False) == by_row


@pytest.mark.parametrize(
    "query",
    [
        "select '12026-01-01'::timestamptz as late",
        "select 1::hugeint as sum",
        "select {a: 1} as of",
    ],
)
def test_what_columns_do_not_hold_exactly_comes_row_by_row(db: str, query: str) -> None:
    with asked(db, query) as answer:
        rows = list(answer.rows())
    with asked_whole(db, query, {}) as whole:
        assert not isinstance(whole.rows, Held)
        assert list(whole.rows) == rows
