"""Every message that a catalogue has to have, gathered from the code, and catalogues made anew.

``python -m retally.pipeline.messages`` (``make lang``) keeps what is said, lists what is new with
nothing said yet, and leaves out what is no message any more.
"""

import ast
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from jinja2 import Environment, nodes
from retally.lang import COLUMN, FINDING, LANGUAGES, REPORT
from retally.lang.po import Message, header_of, merged, messages_of, page_of
from retally.pipeline.rejects import rejected
from retally.pipeline.reports import reports
from retally.pipeline.sandbox import asked
from retally.pipeline.store import writing
from retally.schemas.codes import DICTIONARY, Code

HOME = Path(__file__).resolve().parent.parent
"""The folder of all folders; catalogues are made in a clone, never in an installed program."""
TELLING = ("told", "template")
"""Functions whose first argument is a message, where it is written out."""
FROM = "from retally.schemas.told import "
"""What a source that tells says first; others may have functions of those names."""
LISTED = ("report", "title", "grain", "parameters")
"""Columns of the list of reports, which is not asked of a warehouse."""


@cache
def messages() -> tuple[Message, ...]:
    """Gather every message once: of findings, code, templates, reports, columns."""
    found: dict[tuple[str, str | None], Message] = {}
    kinds = (_of_findings, _of_the_code, _of_templates, _of_reports, _of_columns)
    for message in chain.from_iterable(gathered() for gathered in kinds):
        found.setdefault((message.template, message.context), message)
    return tuple(found.values())


def _of_findings() -> Iterator[Message]:
    for code in Code:
        yield Message(DICTIONARY[code].says, hint=code.value)
        yield Message(DICTIONARY[code].title, FINDING, hint=code.value)


def _of_the_code() -> Iterator[Message]:
    for folder in ("schemas", "pipeline", "cli"):
        for file in sorted((HOME / folder).rglob("*.py")):
            hint = file.relative_to(HOME).as_posix()
            for template in told_in(file.read_text("utf-8")):
                yield Message(template, hint=hint)


def told_in(source: str) -> Iterator[str]:
    """Find each message that a source writes out, in its order.

    >>> list(told_in(FROM + 'told\\ntold("nobody"); told(TOO_DEEP); say("no")'))
    ['nobody']
    """
    if FROM not in source:
        return
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        if isinstance(call.func, ast.Name) and call.func.id in TELLING and call.args:
            match call.args[0]:
                case ast.Constant(value=str(text)):
                    yield text


def _of_templates() -> Iterator[Message]:
    for file in sorted((HOME / "pipeline/pages/templates").glob("*.html")):
        hint = file.relative_to(HOME).as_posix()
        yield from (Message(said, hint=hint) for said in told_in_template(file.read_text("utf-8")))


def told_in_template(source: str) -> Iterator[str]:
    """Find each message that a template writes out, in its order.

    >>> list(told_in_template('<h1>{{ told("Games") }}</h1>{{ title }}{{ told("None.") }}'))
    ['Games', 'None.']
    """
    for call in Environment().parse(source).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name == "told":
            match call.args[:1]:
                case [nodes.Const(value=str(text))]:
                    yield text


def _of_reports() -> Iterator[Message]:
    for report in reports().values():
        for text in (report.title, report.grain, *report.parameters.values()):
            yield Message(text, REPORT, hint=f"sql/reports/{report.name}.sql")


def _of_columns() -> Iterator[Message]:
    """Ask every report of an empty warehouse which columns it has."""
    yield from (Message(name, COLUMN, hint="cli/report.py") for name in LISTED)
    with TemporaryDirectory() as folder:
        db = str(Path(folder, "w.duckdb"))
        with writing(db):
            pass
        for report in reports().values():
            with asked(db, report.query, dict.fromkeys(report.parameters)) as answer:
                hint = f"sql/reports/{report.name}.sql"
                yield from (Message(of.name, COLUMN, hint=hint) for of in answer.columns)
        with rejected(db, texts=True) as answer:
            yield from (Message(of.name, COLUMN, hint="cli/rejects.py") for of in answer.columns)


def catalogue(language: str) -> Path:
    """Give the place of a language's catalogue."""
    return HOME / "lang" / language / "LC_MESSAGES" / "retally.po"


def made_anew(language: str) -> str:
    """Write a catalogue as it has to be today, with all that it says already."""
    text = catalogue(language).read_text("utf-8")
    return page_of(header_of(text), merged(messages(), messages_of(text)))


def main() -> None:
    """Make every catalogue anew."""
    for language in LANGUAGES[1:]:
        catalogue(language).write_text(made_anew(language), "utf-8")


if __name__ == "__main__":
    main()
