"""What cells of tables and keys of foreign records may hold. Types alone, no form of a file."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, ValidationError
from retally.pipeline.importers.base import Faults, model_faults
from retally.pipeline.importers.tables import Row, Table, name_of
from retally.schemas.base import GameId, PlayerId
from retally.schemas.told import told

Model = TypeVar("Model", bound=BaseModel)


def whole(text: Any) -> Any:
    """Read a cell as a whole number; raises ValueError for anything else.

    >>> whole("14"), whole("-3")
    (14, -3)
    """
    if isinstance(text, str) and re.fullmatch(r"-?[0-9]{1,9}", text):
        return int(text)
    raise ValueError(told("a whole number is due"))


Whole = BeforeValidator(whole)
RoundCell = Annotated[int, Field(ge=1, le=10_000), Whole]
CardCell = Annotated[int, Field(ge=1, le=104), Whole]
RowCell = Annotated[int, Field(ge=1, le=4), Whole]
HeadsCell = Annotated[int, Field(ge=0, le=1_000_000), Whole]
PlayerCell = PlayerId
GameCell = GameId

ALIASES = {
    "game": "game_id",
    "id": "game_id",
    "match": "game_id",
    "match_id": "game_id",
    "rowchoice": "row_choice",
    "row_chosen": "row_choice",
    "heads": "penalty",
    "penalties": "penalty",
    "points": "penalty",
    "date": "played_at",
}
"""Other names that people give to a column."""


def renamed(table: Table, aliases: Mapping[str, str] = ALIASES) -> Table:
    """Give a table with its columns under the names that importers know."""
    names = [name_of(name) for name in table.names]
    there = set(names)
    new = [
        aliases[name] if name in aliases and aliases[name] not in there else name for name in names
    ]
    return table._replace(names=tuple(new))


def doubled(names: Sequence[str]) -> list[str]:
    """List the names of columns that are given twice."""
    return sorted({name for name in names if name and names.count(name) > 1})


def read_rows(
    table: Table, model: type[Model], faults: Faults
) -> Iterator[tuple[Row, dict[str, str], Model | None]]:
    """Yield each row with its cells and its record; None where it is none, and faults say why."""
    for row, cells in table.records():
        where = place_of(table, row)
        if len(row.cells) > len(table.names):
            faults.refuse(
                told(
                    "{where}: {count} cells, the header has {due}",
                    where=where,
                    count=len(row.cells),
                    due=len(table.names),
                )
            )
            yield row, cells, None
            continue
        try:
            yield row, cells, model.model_validate(cells)
        except ValidationError as fault:
            model_faults(fault, faults, cells, told("{where}: column ", where=where), None)
            yield row, cells, None


def place_of(table: Table, row: Row) -> str:
    """Say where a row stands.

    >>> place_of(Table("", (), ()), Row(7, ()))
    'line 7'
    """
    return (
        told("sheet {title}, row {line}", title=table.title, line=row.line)
        if table.title
        else told("line {line}", line=row.line)
    )


def as_text(rows: Sequence[Row]) -> bytes:
    """Write rows as they are kept where a game is refused."""
    return "\n".join(",".join(row.cells) for row in rows).encode()
