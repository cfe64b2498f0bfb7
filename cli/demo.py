"""`retally demo`: what a newcomer runs first; it leaves a warehouse and pages to play with."""

import sys
import tempfile
from importlib.resources import as_file, files
from pathlib import Path

import typer
from retally.cli.rows import Form, write_rows
from retally.cli.speech import LangOption, tongue_of
from retally.cli.terminal import Exit, cannot, say
from retally.cli.verdicts import STATUSES, as_text
from retally.lang import Tongue
from retally.pipeline.importers.files import raw_logs
from retally.pipeline.ingest import ingest
from retally.pipeline.reports import reported
from retally.pipeline.sources import RawLog
from retally.pipeline.store import StoreError, writing
from retally.pipeline.verify import verify
from retally.schemas.findings import Status, Verdict

TO_SHOW = Status.MISMATCH
"""The kind of game of which the demo shows one in full."""


def demo(lang: LangOption = None) -> None:
    """Load the sample logs into a fresh warehouse and show what comes out.

    Example: retally demo
    """
    tongue = tongue_of(lang)
    home = Path(tempfile.mkdtemp(prefix="retally-demo-"))
    db = str(home / "demo.duckdb")
    with as_file(files("retally.sample_logs")) as folder:
        verdicts = [verify(raw) for raw in raw_logs([str(folder)]) if isinstance(raw, RawLog)]
        try:
            with writing(db) as connection:
                totals = ingest(connection, [str(folder)])
        except StoreError as fault:
            cannot(str(fault))
        _show_verdicts(verdicts, tongue)
        counts = ", ".join(f"{number} {kind}" for kind, number in totals.counts.items() if number)
        print(f"\nLoaded into {db}: {totals.logs} logs, {counts}.\n\nThe standings:\n")
        _show_standings(db, tongue)
        print(f"\n{_pages(db, home / 'pages', tongue)}")
        sys.stdout.flush()
        _say_what_next(db, folder)
    raise typer.Exit(Exit.WELL)


def _show_verdicts(verdicts: list[Verdict], tongue: Tongue) -> None:
    """Count the verdicts and show one of a wrong game in full."""
    print(f"{len(verdicts)} sample games, replayed by the rules:\n")
    for status in Status:
        number = sum(verdict.status is status for verdict in verdicts)
        print(f"  {number:>3}  {tongue.say(STATUSES[status])}")
    wrong = next((verdict for verdict in verdicts if verdict.status is TO_SHOW), None)
    if wrong is not None:
        print(f"\nOne of them in full:\n\n{as_text(wrong, notes=False, tongue=tongue)}")


def _show_standings(db: str, tongue: Tongue) -> None:
    with reported(db, "standings", {}, tell=say) as answer:
        write_rows(Form.TABLE, None, answer.columns, answer.rows(), tongue)


def _pages(db: str, folder: Path, tongue: Tongue) -> str:
    """Write the pages and say where, or what is missing for them."""
    from retally.pipeline.pages.charts import NoCharts
    from retally.pipeline.pages.site import CannotWrite, write_site

    try:
        written = write_site(db, str(folder), tongue=tongue)
    except NoCharts as fault:
        return f"No pages: {fault}"
    except (StoreError, CannotWrite) as fault:
        cannot(str(fault))
    return f"{written.pages} pages to look at: {folder / 'index.html'}"


def _say_what_next(db: str, folder: Path) -> None:
    say(
        f"""
Now try:
  retally verify {folder}
  retally explain {folder / "six_nimmt" / "figures-1-to-4.json"} --turn 2
  retally replay {folder / "six_nimmt" / "wrong-sum.json"} -o page.html
  retally report --db {db}
  retally report player --player ann --db {db}
  retally sql --db {db} "select action, count(*) from six_nimmt_turns group by action"
"""
    )
