"""`retally serve`: the scoring service over HTTP."""

import os
from dataclasses import replace
from typing import Annotated

import typer
from retally.cli.db import DEFAULT_DB, DbOption
from retally.cli.terminal import Exit, cannot, wrong_usage
from retally.pipeline.store import StoreError
from retally.service.limits import Limits, Settings

MOST = Limits()
PORT = 8666
NEEDED = "serve needs FastAPI and uvicorn: pip install 'retally[serve]'"


def serve(
    db: DbOption = DEFAULT_DB,
    host: Annotated[
        str, typer.Option(metavar="HOST", help="The address to listen at.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="PORT", help="The port; 0 for any.")
    ] = PORT,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Another name the service is called by; repeatable."),
    ] = None,
    body_bytes: Annotated[
        int, typer.Option(min=1, metavar="N", help="Most bytes of a log, a question, a form.")
    ] = MOST.body_bytes,
    stream_bytes: Annotated[
        int, typer.Option(min=1, metavar="N", help="Most bytes of a stream of logs.")
    ] = MOST.stream_bytes,
    line_bytes: Annotated[
        int, typer.Option(min=1, metavar="N", help="Most bytes of a line of a stream.")
    ] = MOST.line_bytes,
    answer_bytes: Annotated[
        int, typer.Option(min=1, metavar="N", help="Most bytes of an answer of rows.")
    ] = MOST.answer_bytes,
    rows: Annotated[
        int, typer.Option(min=1, metavar="N", help="Most rows of a report or a question.")
    ] = MOST.rows,
    head_bytes: Annotated[
        int, typer.Option(min=1024, metavar="N", help="Most bytes of the head of a request.")
    ] = MOST.head_bytes,
    head_seconds: Annotated[
        float, typer.Option(min=0.1, metavar="S", help="Longest wait for the head of a request.")
    ] = MOST.head_seconds,
    seconds: Annotated[
        float, typer.Option(min=0.1, metavar="S", help="Longest time of a request.")
    ] = MOST.seconds,
    query_seconds: Annotated[
        float, typer.Option(min=0.1, metavar="S", help="Longest time of a question.")
    ] = MOST.query_seconds,
    query_memory: Annotated[
        int, typer.Option(min=2**26, metavar="N", help="Most bytes of memory of a question.")
    ] = MOST.query_memory,
    judge_seconds: Annotated[
        float, typer.Option(min=0.1, metavar="S", help="Longest time of a verdict.")
    ] = MOST.judge_seconds,
    concurrent: Annotated[
        int, typer.Option(min=1, metavar="N", help="Most requests at a time.")
    ] = MOST.concurrent,
    connections: Annotated[
        int, typer.Option(min=1, metavar="N", help="Most connections at a time.")
    ] = MOST.connections,
    queue: Annotated[
        int, typer.Option(min=1, metavar="N", help="Most logs that wait to be written.")
    ] = MOST.queue,
    readers: Annotated[
        int, typer.Option(min=1, metavar="N", help="Most questions at a time.")
    ] = MOST.readers,
    judges: Annotated[
        int, typer.Option(min=1, metavar="N", help="Processes that judge logs.")
    ] = MOST.judges,
    snapshot_seconds: Annotated[
        float, typer.Option(min=0, metavar="S", help="Oldest copy for SQL and pages.")
    ] = MOST.snapshot_seconds,
) -> None:
    """Serve verdicts, games, reports and pages over HTTP, on this machine unless asked.

    Example: retally serve --db club.duckdb --port 8666

    Beyond this machine the environment variable RETALLY_TOKEN has to hold a token; who has it may
    read and write. Who has the one of RETALLY_READ_TOKEN may read.

    Ends with status 0 on SIGTERM, 130 on Ctrl-C, when what was taken is finished.
    """
    given = dict(locals())
    limits = replace(MOST, **{name: given[name] for name in vars(MOST)})
    settings = Settings(
        db=db,
        host=host,
        port=port,
        write_token=os.environ.get("RETALLY_TOKEN") or None,
        read_token=os.environ.get("RETALLY_READ_TOKEN") or None,
        hosts=tuple(allow_host or ()),
        limits=limits,
    )
    _serve(settings)


def _serve(settings: Settings) -> None:
    try:
        from retally.service.permits import is_loopback
        from retally.service.server import CannotListen
        from retally.service.server import serve as served
    except ModuleNotFoundError as fault:
        if (fault.name or "").partition(".")[0] == "retally":
            raise
        wrong_usage(NEEDED)
    if not is_loopback(settings.host) and settings.write_token is None:
        wrong_usage(f"beyond this machine, at {settings.host}, RETALLY_TOKEN has to hold a token")
    try:
        interrupted = served(settings)
    except (StoreError, CannotListen) as fault:
        cannot(str(fault))
    raise typer.Exit(Exit.INTERRUPTED if interrupted else Exit.WELL)
