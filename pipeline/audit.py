"""What has to be true of a warehouse, asked in SQL: a row that comes back is a violation.

The questions are in sql/audits. One that a known row may break says so in its header, with
the reason: ``-- except: CONDITION because REASON``; where nothing is left to except, it fails.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import polars as pl
from retally.pipeline.logs import kept_logs
from retally.pipeline.migrations import Connection
from retally.pipeline.names import nearest
from retally.pipeline.sandbox import Column
from retally.pipeline.store import as_table
from retally.sql import sql_files


class Exemption(NamedTuple):
    """Rows of an audit that are known and let pass: a condition in SQL, and why."""

    condition: str
    reason: str


class Audit(NamedTuple):
    """An audit as the header of its file tells it."""

    name: str
    title: str
    grain: str
    exemptions: tuple[Exemption, ...]
    query: str


class Audited(NamedTuple):
    """What came of an audit: its violations, and the exceptions that except nothing."""

    audit: Audit
    columns: tuple[Column, ...]
    rows: list[tuple[Any, ...]]
    violations: int
    excepted: int
    idle: tuple[Exemption, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing is violated and no exception is left over."""
        return not self.violations and not self.idle


class UnknownAudit(Exception):
    """An audit that is not there; names the nearest that is."""


def audits() -> dict[str, Audit]:
    """Give every audit by its name."""
    return {file.name: read_audit(file.name, file.text) for file in sql_files("audits")}


_EXCEPT = re.compile(r"except: (?P<condition>.+?) because (?P<reason>.+)")


def read_audit(name: str, text: str) -> Audit:
    """Read an audit's header: its title, what a violation is, its exceptions.

    >>> text = "-- Sums.\\n-- Grain: a sum.\\n-- except: id = 7 because it is old.\\nselect 1"
    >>> read_audit("a", text).exemptions
    (Exemption(condition='id = 7', reason='it is old.'),)
    """
    lines = text.splitlines()
    header = [line.removeprefix("--").strip() for line in lines if line.startswith("--")]
    title, grain, *others = header
    if not grain.startswith("Grain: "):
        raise ValueError(f"the second line of audit {name} does not tell its grain")
    exemptions = []
    for line in others:
        if line.startswith("except:"):
            found = _EXCEPT.fullmatch(line)
            if found is None:
                raise ValueError(f"audit {name} excepts something without a reason: {line}")
            exemptions.append(Exemption(found["condition"], found["reason"]))
    grain = grain.removeprefix("Grain: ")
    return Audit(name, title.removesuffix("."), grain, tuple(exemptions), text)


def chosen(name: str | None) -> list[Audit]:
    """Give the audit of this name, or all; raises UnknownAudit."""
    known = audits()
    if name is not None and name not in known:
        raise UnknownAudit(f"no audit {name!r}{nearest(name, known)}")
    return [known[name]] if name is not None else list(known.values())


def audited(
    connection: Connection, asked: Iterable[Audit], *, most: int | None = None
) -> Iterator[Audited]:
    """Ask audits one by one; ``most`` rows of each are given, all are counted."""
    unpacked = False
    for audit in asked:
        if UNPACKED in audit.query and not unpacked:
            _unpack(connection)
            unpacked = True
        yield ask(connection, audit, most=most)


def ask(connection: Connection, audit: Audit, *, most: int | None = None) -> Audited:
    """Ask one audit and count what its exceptions let pass."""
    query = audit.query.rstrip().removesuffix(";")
    connection.execute(f"create or replace temp table {FOUND} as (\n{query}\n)")
    idle = tuple(each for each in audit.exemptions if not _count(connection, each.condition))
    excused = " or ".join(f"coalesce(({each.condition}), false)" for each in audit.exemptions)
    excused = excused or "false"
    violations, excepted = (_count(connection, which) for which in (f"not ({excused})", excused))
    limit = "" if most is None else f" limit {most}"
    answer = connection.execute(f"select * from {FOUND} where not ({excused}){limit}")
    columns = tuple(Column(d[0], str(d[1])) for d in answer.description or ())
    return Audited(audit, columns, answer.fetchall(), violations, excepted, idle)


FOUND = "audit_rows"


def _count(connection: Connection, condition: str) -> int:
    query = f"select count(*) from {FOUND} where {condition}"
    (number,) = connection.execute(query).fetchone() or (0,)
    return int(number)


# What DuckDB cannot do --------------------------------------------------------------------

UNPACKED = "unpacked_logs"
"""A temporary table of the hashes of the kept logs, a row a game."""


def _unpack(connection: Connection) -> None:
    connection.execute(
        f"create or replace temp table {UNPACKED} (game_id varchar, log_sha256 varchar)"
    )
    schema = {"game_id": pl.String, "log_sha256": pl.String}
    for page in kept_logs(connection):
        hashes = [(log.game_id, log.found_sha256()) for log in page]
        with as_table(connection, "hashed", pl.DataFrame(hashes, schema=schema, orient="row")):
            connection.execute(f"insert into {UNPACKED} select game_id, log_sha256 from hashed")
