"""Every report in every form it can be written in, and with every filter that it takes."""

import csv
import io
import json
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import openpyxl
import polars as pl
import pytest
from retally.cli.report import report as print_report
from retally.cli.rows import Form
from retally.pipeline.cells import is_number
from retally.pipeline.reports import UnknownName, reported, reports
from retally.pipeline.sandbox import Column
from sites import logs
from test_pages import Page
from test_scoresheet_reports import SHEET
from warehouse import ILLEGAL, Warehouse

NAMES = sorted(reports())


class Asked:
    """A report asked once: its columns and rows."""

    def __init__(self, db: str, name: str, **given: Any) -> None:
        needed = dict.fromkeys(reports()[name].needed, "bo")
        with reported(db, name, {**needed, **given}) as answer:
            self.columns: tuple[Column, ...] = answer.columns
            self.rows = list(answer.rows())
        self.names = [column.name for column in self.columns]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Games of all kinds, hostile names, a scoresheet, a log that is rejected."""
    house = Warehouse(tmp_path_factory.mktemp("all"))
    house.load(*logs(), SHEET, ILLEGAL)
    return house.db


# Forms ------------------------------------------------------------------------------------


def in_csv(path: Path, asked: Asked) -> None:
    head, *rows = csv.reader(io.StringIO(path.read_text("utf-8"), newline=""))
    assert (head, len(rows)) == (asked.names, len(asked.rows))


def in_json(path: Path, asked: Asked) -> None:
    rows = json.loads(path.read_text("utf-8"))
    assert [list(row) for row in rows] == [asked.names] * len(asked.rows)


def in_jsonl(path: Path, asked: Asked) -> None:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert [list(row) for row in rows] == [asked.names] * len(asked.rows)


def in_markdown(path: Path, asked: Asked) -> None:
    head, rule, *rows = path.read_text("utf-8").splitlines()
    assert head == "| " + " | ".join(asked.names) + " |"
    right = [column.endswith(":") for column in rule.strip("| ").split(" | ")]
    assert right == list(map(is_number, asked.columns))
    assert len(rows) == len(asked.rows)


def in_a_table(path: Path, asked: Asked) -> None:
    lines = path.read_text("utf-8").splitlines()
    as_card = len(asked.rows) == 1 and "─" not in lines[1]
    assert len(lines) == (len(asked.names) if as_card else len(asked.rows) + 2)


def in_html(path: Path, asked: Asked) -> None:
    page = Page(path)
    head, *rows = page.rows
    if head == asked.names:
        assert len(rows) == len(asked.rows)
    else:
        assert "bo" in page.text  # the page of a player
        assert page.tags.count("svg") > 1


def in_parquet(path: Path, asked: Asked) -> None:
    frame = pl.read_parquet(path)
    assert (frame.columns, frame.height) == (asked.names, len(asked.rows))
    for column in asked.columns:
        assert frame[column.name].dtype.is_numeric() == is_number(column), column


KINDS: dict[str, tuple[type, ...]] = {
    "BOOLEAN": (bool,),
    "DATE": (date,),
    "TIMESTAMP WITH TIME ZONE": (datetime,),
    "VARCHAR": (str,),
}


def in_xlsx(path: Path, asked: Asked) -> None:
    (sheet,) = openpyxl.load_workbook(path).worksheets
    assert sheet.freeze_panes == "A2"
    head, *rows = sheet.iter_rows()
    assert [cell.value for cell in head] == asked.names
    assert len(rows) == len(asked.rows)
    spans = sheet.column_dimensions.values()  # neighbours of one width are one span
    widths = {at: span.width for span in spans for at in range(span.min, span.max + 1)}
    for cell, column in zip(head, asked.columns, strict=True):
        assert widths[cell.column] > min(len(column.name), 60)
        kinds = (int, float) if is_number(column) else KINDS.get(column.type, (str,))
        values = [row[cell.column - 1].value for row in rows]
        assert all(value is None or isinstance(value, kinds) for value in values), column


READ: dict[Form, Callable[[Path, Asked], None]] = {
    Form.CSV: in_csv,
    Form.JSON: in_json,
    Form.JSONL: in_jsonl,
    Form.MARKDOWN: in_markdown,
    Form.TABLE: in_a_table,
    Form.HTML: in_html,
    Form.PARQUET: in_parquet,
    Form.XLSX: in_xlsx,
}


@pytest.mark.parametrize("name", NAMES)
def test_every_report_is_written_in_every_form(db: str, name: str, tmp_path: Path) -> None:
    asked = Asked(db, name)
    assert asked.rows, "nothing is asked of what has no rows"
    player = "bo" if reports()[name].needed else None
    assert set(READ) == set(Form)
    for form, read in READ.items():
        path = tmp_path / f"rows.{form.value}"
        print_report(name, player=player, db=db, format_=form, output=str(path))
        read(path, asked)


# Filters ----------------------------------------------------------------------------------

WITHOUT_DAYS = {"ratings"}
"""A rating is of all games in their order."""
OF_SINGLE_GAMES = {"rating-changes", "rounds", "sixteen-bonus", "sixteen-stacks", "player"}
"""Reports with a row a player and game, or of one player who is named."""


def test_every_report_takes_the_filters_that_make_sense(db: str) -> None:
    for name, report in reports().items():
        takes = set(report.parameters)
        assert "player" in takes, name
        assert ({"from", "to", "edition"} <= takes) == (name not in WITHOUT_DAYS), name
        assert ("game" in takes) == (report.kind is None), name
        of_players = "player" in Asked(db, name).names and name not in OF_SINGLE_GAMES
        assert ("min_games" in takes) == (of_players and name != "records"), name


@pytest.mark.parametrize("name", NAMES)
def test_every_filter_counts(db: str, name: str) -> None:
    takes, everything = reports()[name].parameters, Asked(db, name).rows
    if "min_games" in takes:
        assert Asked(db, name, min_games=1000).rows == []
        assert 0 < len(Asked(db, name, min_games=1).rows) <= len(everything)
    if "from" in takes and name != "zaagox-scores":  # it has all sets beside those that won
        assert Asked(db, name, **{"from": "2999-01-01"}).rows == []
        assert Asked(db, name, to="1999-12-31").rows == []
    if "edition" in takes:
        kind = reports()[name].kind
        edition = {"sixteen": "asrus", "zaagox": "wiki"}.get(kind or "", "amigo-2.10")
        assert Asked(db, name, edition=edition).rows != []


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("standings", {"player": "anna"}, "no player 'anna'; did you mean ann?"),
        ("standings", {"game": "sixten"}, "no game 'sixten'; did you mean sixteen?"),
        (
            "findings",
            {"edition": "amigo-2.11"},
            "no edition 'amigo-2.11'; did you mean amigo-2.10?",
        ),
        ("sixteen-wins", {"edition": "amigo-2.10"}, "no edition 'amigo-2.10'; there are asrus"),
    ],
)
def test_what_is_not_there_is_said_with_the_nearest(
    db: str, name: str, given: dict[str, Any], said: str
) -> None:
    with pytest.raises(UnknownName) as fault:
        Asked(db, name, **given)
    assert str(fault.value).startswith(said)


def test_findings_are_of_the_games_asked_for(db: str) -> None:
    # A log that was not loaded has no edition and no day: it is in no answer that asks for one.
    assert "DEAL001" in {row[1] for row in Asked(db, "findings").rows}
    old = Asked(db, "findings", edition="amigo-2.10")
    assert {row[5] for row in old.rows} == {0}
    assert {row[1] for row in old.rows} >= {"SCORE001", "SCORE004"}
    day = {"from": "2026-10-23", "to": "2026-10-23"}
    (dated,) = [row for row in Asked(db, "findings", **day).rows if row[1] == "SCORE001"]
    assert dated[2:6] == (1, 1, 1, 0)
