"""Rows in seven forms: exact where they are data, harmless where a person looks."""

import csv
import io
import json
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID
from xml.etree import ElementTree
from zipfile import ZipFile

import duckdb
import polars as pl
import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from retally.cli import rows as module
from retally.cli.rows import Form, form_of, write_rows
from retally.cli.table import drawn
from retally.pipeline.cells import as_text, is_number
from retally.pipeline.row_files import CannotHold, xlsx_bytes
from retally.pipeline.sandbox import Column
from rich.cells import cell_len

NAMES = [
    "[red]",
    "a\x1b[31mb",
    "$x %s {0}",
    'q"u,o\nte',
    "\u725b\u982d|*_x_*",
    "\U0001f402",
    "",
    None,
]
COLUMNS = (Column("n", "INTEGER"), Column("name", "VARCHAR"))
ROWS = list(enumerate(NAMES, 1))


class Screen(io.StringIO):
    """Standard output that may be a terminal."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    def write(form: Form, columns: Any, rows: Any, terminal: bool = False) -> str:
        screen = Screen(terminal)
        monkeypatch.setattr(module.sys, "stdout", screen)
        write_rows(form, None, columns, rows)
        return screen.getvalue()

    return write


# Values -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        (True, "true"),
        (10**40, "1" + "0" * 40),
        (1.5, "1.5"),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (Decimal("1.50"), "1.50"),
        (Decimal("1E+3"), "1000"),
        (datetime(2026, 11, 30, 11, 15, tzinfo=UTC), "2026-11-30T11:15:00+00:00"),
        (date(2026, 11, 30), "2026-11-30"),
        (time(12, 30), "12:30:00"),
        (timedelta(days=1, seconds=90), "P1DT90S"),
        (b"\x00\xff", "00ff"),
        ([1, None, "a"], '[1, null, "a"]'),
        ({"a": [date(2026, 11, 30)], 1: float("inf")}, '{"a": ["2026-11-30"], "1": null}'),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
    ],
)
def test_a_value_has_one_text(value: Any, text: str) -> None:
    assert as_text(value) == text


def test_numbers_are_known_by_their_type() -> None:
    kinds = ("TINYINT", "UBIGINT", "HUGEINT", "DECIMAL(4,2)", "INTEGER[]", "VARCHAR", "INTERVAL")
    assert [is_number(Column("c", kind)) for kind in kinds] == [True] * 4 + [False] * 3


# CSV and JSON are exact -------------------------------------------------------------------


def test_csv_keeps_every_name_and_tells_null_from_nothing(printed: Callable[..., str]) -> None:
    text = printed(Form.CSV, COLUMNS, ROWS)
    assert text.endswith('7,""\n8,\n')
    read = list(csv.reader(io.StringIO(text)))
    assert read == [["n", "name"], *([str(n), name or ""] for n, name in ROWS)]


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=5))
def test_csv_comes_back_as_it_was(texts: list[str]) -> None:
    out = io.StringIO()
    module.WRITERS[Form.CSV](out, tuple(Column(text, "VARCHAR") for text in texts), [tuple(texts)])
    assert list(csv.reader(io.StringIO(out.getvalue(), newline=""))) == [texts, texts]


@pytest.mark.parametrize("form", [Form.JSON, Form.JSONL])
def test_json_keeps_every_name(printed: Callable[..., str], form: Form) -> None:
    text = printed(form, COLUMNS, ROWS)
    read = json.loads(text) if form is Form.JSON else list(map(json.loads, text.splitlines()))
    assert read == [{"n": n, "name": name} for n, name in ROWS]


def test_json_has_no_number_that_json_lacks(printed: Callable[..., str]) -> None:
    columns = tuple(Column("c", kind) for kind in ("DOUBLE", "HUGEINT", "DECIMAL(38,2)", "JSON"))
    row = (float("nan"), 10**30, Decimal("123456789012345678901234567890.55"), '{"a": [1]}')
    (read,) = json.loads(printed(Form.JSON, columns, [row]))
    assert read == {
        "c": None,
        "c_2": 10**30,
        "c_3": "123456789012345678901234567890.55",
        "c_4": {"a": [1]},
    }


def test_no_row_is_an_empty_list_or_a_header(printed: Callable[..., str]) -> None:
    assert printed(Form.JSON, COLUMNS, []) == "[]\n"
    assert printed(Form.JSONL, COLUMNS, []) == ""
    assert printed(Form.CSV, COLUMNS, []) == "n,name\n"
    assert printed(Form.TABLE, COLUMNS, []) == "n  name\n───────\n"


# A person looks ---------------------------------------------------------------------------


@pytest.mark.parametrize("form", [Form.TABLE, Form.CSV, Form.JSON, Form.JSONL, Form.MARKDOWN])
def test_nothing_drives_a_terminal(printed: Callable[..., str], form: Form) -> None:
    text = printed(form, COLUMNS, ROWS, terminal=True)
    assert "\x1b" not in text
    assert "[red]" in text.replace("\\[", "[").replace("\\]", "]")


def test_a_table_stands_straight_with_wide_characters(printed: Callable[..., str]) -> None:
    assert printed(Form.TABLE, COLUMNS, ROWS).splitlines() == [
        "n  name",
        "─────────────",
        "1  [red]",
        "2  a\\x1b[31mb",
        "3  $x %s {0}",
        '4  q"u,o\\nte',
        "5  \u725b\u982d|*_x_*",
        "6  \U0001f402",
        "7",
        "8",
    ]
    wide = [("\u725b\u982d", 1), ("ab", 22)]
    columns = (Column("name", "VARCHAR"), Column("points", "BIGINT"))
    assert printed(Form.TABLE, columns, wide).splitlines()[2:] == [
        "\u725b\u982d       1",
        "ab        22",
    ]


def test_a_table_folds_into_the_terminal() -> None:
    lines = list(drawn(["n", "text"], [["1", "\u725b" * 30], ["2", "b"]], [True, False], 30))
    assert all(cell_len(line) <= 30 for line in lines)
    assert lines[2:] == ["1  " + "\u725b" * 13, "   " + "\u725b" * 13, "   " + "\u725b" * 4, "2  b"]


def test_markdown_keeps_a_name_in_its_cell(printed: Callable[..., str]) -> None:
    names = ["a|b", "*x*", "six_nimmt", "_x_", "a\nb", "<b>", "`c`", "[d](e)"]
    rows = [(1, name) for name in names]
    assert printed(Form.MARKDOWN, COLUMNS, rows).splitlines() == [
        "| n | name |",
        "| ---: | --- |",
        "| 1 | a\\|b |",
        "| 1 | \\*x\\* |",
        "| 1 | six_nimmt |",
        "| 1 | \\_x\\_ |",
        "| 1 | a<br>b |",
        "| 1 | \\<b\\> |",
        "| 1 | \\`c\\` |",
        "| 1 | \\[d\\](e) |",
    ]


# Files ------------------------------------------------------------------------------------

WANTED = """
select 1::tinyint a, 2::hugeint b, 1.50::decimal(4,2) c, 'x' d,
    timestamptz '2026-11-30 11:15:00+00' e, [1, 2] f, 'nan'::double g, null::integer h,
    {'k': 1} i, interval 1 day j, true k, '\\xFF'::blob l
"""


def held() -> tuple[tuple[Column, ...], list[Any]]:
    with duckdb.connect() as connection:
        connection.execute("set timezone = 'UTC'")
        found = connection.execute(WANTED)
        columns = tuple(Column(d[0], str(d[1])) for d in found.description or ())
        return columns, found.fetchall()


def test_parquet_keeps_types(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    write_rows(Form.PARQUET, str(path), *held())
    frame = pl.read_parquet(path)
    assert dict(frame.schema) == {
        "a": pl.Int8(),
        "b": pl.Int64(),
        "c": pl.Decimal(4, 2),
        "d": pl.String(),
        "e": pl.Datetime("us", "UTC"),
        "f": pl.List(pl.Int32()),
        "g": pl.Float64(),
        "h": pl.Int32(),
        "i": pl.String(),
        "j": pl.String(),
        "k": pl.Boolean(),
        "l": pl.Binary(),
    }
    instant = datetime(2026, 11, 30, 11, 15, tzinfo=UTC)
    row = frame.drop("g").row(0)
    expected = (1, 2, Decimal("1.50"), "x", instant, [1, 2], None, '{"k": 1}', "P1DT0S", True)
    assert row == (*expected, b"\xff")


def test_parquet_without_rows_has_its_columns(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    write_rows(Form.PARQUET, str(path), COLUMNS, [])
    assert pl.read_parquet(path).schema == {"n": pl.Int32(), "name": pl.String()}


def cells(book: bytes) -> dict[str, tuple[str, str | None]]:
    """Read a workbook's cells: type and stored text by place."""
    space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    with ZipFile(io.BytesIO(book)) as file:
        strings = ElementTree.fromstring(file.read("xl/sharedStrings.xml"))
        shared = ["".join(item.itertext()) for item in strings]
        sheet = ElementTree.fromstring(file.read("xl/worksheets/sheet1.xml"))
    found: dict[str, tuple[str, str | None]] = {}
    for cell in sheet.iter(f"{space}c"):
        kind, value = cell.get("t", "n"), cell.findtext(f"{space}v")
        assert cell.find(f"{space}f") is None
        found[cell.get("r", "")] = (kind, shared[int(value or 0)] if kind == "s" else value)
    return found


def test_xlsx_has_numbers_as_numbers_and_no_formula() -> None:
    columns = tuple(Column(name, "VARCHAR") for name in "abcdefg")
    instant = datetime(2026, 11, 30, 12, tzinfo=UTC)
    row = (1, "=1+1", 2**60, None, True, instant, float("nan"))
    book = cells(xlsx_bytes(columns, [row]))
    assert {place: cell for place, cell in book.items() if place.endswith("2")} == {
        "A2": ("n", "1"),
        "B2": ("s", "=1+1"),
        "C2": ("s", str(2**60)),
        "E2": ("b", "1"),
        "F2": ("n", "46356.5"),  # days since the end of 1899
        "G2": ("s", "nan"),
    }


def test_xlsx_says_what_it_cannot_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = (Column("a", "VARCHAR"),)
    with pytest.raises(CannotHold, match="a text of 40000 characters"):
        xlsx_bytes(columns, [("x" * 40000,)])
    monkeypatch.setattr("retally.pipeline.row_files.MOST_ROWS", 2)
    with pytest.raises(CannotHold, match="more than 2 rows"):
        xlsx_bytes(columns, [("x",)] * 3)
    monkeypatch.setitem(__import__("sys").modules, "xlsxwriter", None)
    with pytest.raises(CannotHold, match=r"pip install 'retally\[xlsx\]'"):
        xlsx_bytes(columns, [])


@pytest.mark.parametrize("form", [form for form in Form if form not in module.FILES_ONLY])
def test_every_form_goes_into_a_file(tmp_path: Path, form: Form) -> None:
    path = tmp_path / "out"
    write_rows(form, str(path), COLUMNS, [(1, "\u725b")])
    assert "\u725b" in path.read_text("utf-8")


def test_a_file_that_cannot_be_written_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for form in (Form.CSV, Form.PARQUET):
        with pytest.raises(typer.Exit) as ended:
            write_rows(form, str(tmp_path / "no" / "x"), COLUMNS, [])
        assert ended.value.exit_code == 3
        assert "No such file or directory" in capsys.readouterr().err


# Which form -------------------------------------------------------------------------------


def test_the_form_follows_the_terminal_and_the_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    for terminal, form in ((True, Form.TABLE), (False, Form.CSV)):
        monkeypatch.setattr(module.sys, "stdout", Screen(terminal))
        assert form_of(None, None, "w.duckdb") is form
        assert form_of(None, "-", "w.duckdb") is form
        assert form_of(Form.JSON, None, "w.duckdb") is Form.JSON
    for ending, form in module.ENDINGS.items():
        assert form_of(None, f"x{ending.upper()}", "w.duckdb") is form
    assert form_of(None, "x.txt", "w.duckdb") is Form.CSV
    assert form_of(Form.JSON, "x.csv", "w.duckdb") is Form.JSON


def test_files_need_a_name_and_never_the_warehouses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "w.duckdb"
    db.touch()
    for asked, output, said in (
        (Form.XLSX, None, "--format xlsx needs -o FILE"),
        (Form.PARQUET, "-", "--format parquet needs -o FILE"),
        (Form.CSV, str(tmp_path / "." / "w.duckdb"), "is the warehouse itself"),
    ):
        with pytest.raises(typer.Exit) as ended:
            form_of(asked, output, str(db))
        assert ended.value.exit_code == 2
        assert said in capsys.readouterr().err


def test_a_single_row_that_is_too_wide_stands_as_a_card() -> None:
    names, row = ["name", "of wide \u725b"], ["\u725b", "12"]
    assert list(drawn(names, [row], [False, True], 12)) == [
        "name        \u725b",
        "of wide \u725b  12",
    ]
    assert next(iter(drawn(names, [row], [False, True], 20))) == "name  of wide \u725b"
    assert next(iter(drawn(names, [row, row], [False, True], 12))).startswith("name")


def test_names_fold_between_their_words() -> None:
    names, row = ["win_share_rate", "player"], ["0.5", "ann"]
    assert list(drawn(names, [row, row], [True, False], 16)) == [
        "  win_  player",
        "share_",
        "  rate",
        "──────────────",
        "   0.5  ann",
        "   0.5  ann",
    ]
