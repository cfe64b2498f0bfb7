"""Foreign files for tests: written to a folder, read as any command reads them."""

import json
from pathlib import Path
from typing import Any

from retally.pipeline.importers.base import Asked
from retally.pipeline.importers.files import raw_logs
from retally.pipeline.reading import Unreadable, read_log
from retally.pipeline.sources import NoLogs, RawLog
from retally.pipeline.verify import verify
from retally.schemas.findings import Finding, Verdict

SAMPLES = Path(__file__).parent.parent / "sample_logs" / "imports"


class Folder:
    """Writes files and reads them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def file(self, text: str | bytes, name: str = "foreign.txt") -> str:
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def raw(self, *texts: str | bytes, form: str | None = None, rows: Any = ()) -> list[RawLog]:
        """The games of these files, each a text."""
        paths = [self.file(text, f"f{number}.txt") for number, text in enumerate(texts)]
        found = raw_logs(paths, form, Asked(rows))
        return [raw for raw in found if isinstance(raw, RawLog)]

    def logs(self, *texts: str | bytes, form: str | None = None, rows: Any = ()) -> list[Any]:
        """The logs that these files become; every game has to be converted."""
        found = self.raw(*texts, form=form, rows=rows)
        for raw in found:
            log = read_log(raw)
            assert not isinstance(log, Unreadable), log
        return [json.loads(raw.raw) for raw in found]

    def verdicts(self, *texts: str | bytes, **read: Any) -> list[Verdict]:
        return [verify(raw) for raw in self.raw(*texts, **read)]

    def errors(self, *texts: str | bytes, form: str | None = None) -> list[Finding]:
        """What is wrong with the games of these files."""
        judged = self.verdicts(*texts, form=form)
        return [said for one in judged for said in one.findings if said.severity == "error"]

    def told(self, text: str | bytes, form: str | None = None) -> list[str]:
        """What is said of a file beside its games."""
        found = raw_logs([self.file(text)], form)
        return [each.reason for each in found if isinstance(each, NoLogs)]


def lines(*events: Any) -> str:
    return "".join(json.dumps(event) + "\n" for event in events)
