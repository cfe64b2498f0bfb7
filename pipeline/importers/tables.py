"""Tables out of spreadsheets: text with separators, or .xlsx. Rows of texts, nothing understood."""

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple
from xml.etree import ElementTree

from retally.schemas.told import told

ZIP = b"PK\x03\x04"
MOST_SHEETS, MOST_XML_BYTES, MOST_COLUMNS = 20, 64 * 2**20, 1000
"""A workbook that holds more is not a record of games."""
SEPARATORS = ",;\t|"


class Row(NamedTuple):
    """A row of a table: its line in the file or sheet, and its cells without spaces around."""

    line: int
    cells: tuple[str, ...]


class Table(NamedTuple):
    """A table with a header: names of columns in lower case, and the rows that are not empty."""

    title: str
    names: tuple[str, ...]
    rows: tuple[Row, ...]

    def records(self) -> Iterator[tuple[Row, dict[str, str]]]:
        """Yield each row and its cells by the names of their columns; empty ones left out."""
        for row in self.rows:
            cells = zip(self.names, row.cells, strict=False)
            yield row, {name: cell for name, cell in cells if name and cell}


class NoTable(Exception):
    """A file that cannot be read as a table."""


def tables(data: bytes) -> list[Table]:
    """Read the tables of a file, a sheet each; raises NoTable with what is wrong."""
    if data.startswith(ZIP):
        return [_table(title, rows) for title, rows in _sheets(data)]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise NoTable(
            told("byte {place} is not UTF-8; save the table as CSV in UTF-8", place=fault.start + 1)
        ) from fault
    return [_table("", _separated(text))]


def beginning(head: bytes) -> list[Table]:
    """Read what a file begins with as tables; none where it is no table that is known."""
    text = head.lstrip()
    if not head.startswith(ZIP):
        if text[:1] in (b"{", b"["):
            return []
        head = b"\n".join(text.splitlines()[:2])
    try:
        return tables(head)
    except NoTable:
        return []


def name_of(cell: str) -> str:
    """Give a column's name as it is compared: lower case, words joined by ``_``.

    >>> name_of(" Row choice "), name_of("GAME-ID")
    ('row_choice', 'game_id')
    """
    return re.sub(r"[\s_\-]+", "_", cell.strip().casefold())


def _table(title: str, rows: Iterator[Row]) -> Table:
    held = [row for row in rows if any(row.cells)]
    if not held:
        return Table(title, (), ())
    return Table(title, held[0].cells, tuple(held[1:]))


def _separated(text: str) -> Iterator[Row]:
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    try:
        for cells in reader:
            yield Row(line, tuple(cell.strip() for cell in cells))
            line = reader.line_num + 1
    except csv.Error as fault:
        raise NoTable(told("line {line}: {fault}", line=line, fault=str(fault))) from fault


# Workbooks --------------------------------------------------------------------------------

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
LINKS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
PARTS = "{http://schemas.openxmlformats.org/package/2006/relationships}"


def _sheets(data: bytes) -> Iterator[tuple[str, Iterator[Row]]]:
    """Yield the sheets of a workbook in their order."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            texts = _shared_texts(book)
            for title, part in islice(_parts(book), MOST_SHEETS):
                yield title, iter(list(_rows(_xml(book, part), texts)))
    except (zipfile.BadZipFile, zlib.error, LookupError, EOFError, NotImplementedError) as fault:
        # the last is zipfile's own word for a way of packing that it cannot undo
        raise NoTable(told("not a workbook that can be read: {fault}", fault=str(fault))) from fault
    except (ElementTree.ParseError, RuntimeError, ValueError) as fault:
        raise NoTable(told("a damaged workbook: {fault}", fault=str(fault))) from fault


def _xml(book: zipfile.ZipFile, part: str) -> ElementTree.Element:
    with book.open(part) as file:
        text = file.read(MOST_XML_BYTES + 1)
    if len(text) > MOST_XML_BYTES:
        raise NoTable(told("a sheet of more than {most} bytes", most=MOST_XML_BYTES))
    if b"<!DOCTYPE" in text[:4096] or b"<!ENTITY" in text:
        raise NoTable(told("a workbook with entities of its own"))
    return ElementTree.fromstring(text)


def _parts(book: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Yield the title of each sheet and the part that holds it."""
    links = _xml(book, "xl/_rels/workbook.xml.rels")
    targets = {
        link.get("Id"): link.get("Target", "") for link in links.iter(f"{PARTS}Relationship")
    }
    for sheet in _xml(book, "xl/workbook.xml").iter(f"{MAIN}sheet"):
        target = targets[sheet.get(f"{LINKS}id")]
        yield (
            sheet.get("name", ""),
            target.lstrip("/") if target.startswith("/") else f"xl/{target}",
        )


def _shared_texts(book: zipfile.ZipFile) -> list[str]:
    if "xl/sharedStrings.xml" not in book.namelist():
        return []
    return [_text(item) for item in _xml(book, "xl/sharedStrings.xml").iter(f"{MAIN}si")]


def _text(item: ElementTree.Element) -> str:
    """Join the runs of a text; how it is to be pronounced is left out."""
    plain = item.findall(f"{MAIN}t") + item.findall(f"{MAIN}r/{MAIN}t")
    return "".join(run.text or "" for run in plain)


def _rows(sheet: ElementTree.Element, texts: list[str]) -> Iterator[Row]:
    line = 0
    for row in sheet.iter(f"{MAIN}row"):
        line = int(row.get("r") or line + 1)
        cells: list[str] = []
        for cell in row.iter(f"{MAIN}c"):
            at = _column(cell.get("r", ""), len(cells))
            cells += [""] * (at - len(cells))
            cells.append(_value(cell, texts).strip())
        yield Row(line, tuple(cells))


def _column(reference: str, default: int) -> int:
    """Give the column of a cell's reference, from 0.

    >>> _column("A1", 5), _column("AB7", 0), _column("", 3)
    (0, 27, 3)
    """
    letters = re.match(r"[A-Z]{0,3}", reference)
    column = 0
    for letter in letters[0] if letters else "":
        column = column * 26 + ord(letter) - 64
    if column > MOST_COLUMNS:
        raise NoTable(told("more than {most} columns", most=MOST_COLUMNS))
    return column - 1 if column else default


def _value(cell: ElementTree.Element, texts: list[str]) -> str:
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        inline = cell.find(f"{MAIN}is")
        return "" if inline is None else _text(inline)
    value = cell.findtext(f"{MAIN}v") or ""
    if kind == "s":
        return texts[int(value)]
    return value.removesuffix(".0") if kind == "n" else value
