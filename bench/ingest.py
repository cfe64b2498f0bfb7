"""Ingest of many games beside DuckDB's own reading of the same file, and what is kept, asked, used.

`python -m bench ingest --games 100000 --runs 5 --folder FOLDER`. The two sides of a pair run one
after the other, each in a process of its own; figures are medians of pairs. Goals in brackets.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from retally.pipeline.reports import reported_whole, reports
from retally.pipeline.store import reading

from bench.usage import Cost, cost, peak_bytes

RETALLY = [sys.executable, "-m", "retally.cli.main"]
GAME = "six_nimmt"
PLAIN = """
import sys, duckdb
connection = duckdb.connect(sys.argv[2])
connection.execute('''
    create table placings as
    with games as (from read_json(?, format = 'newline_delimited')),
    dealt as (
        select game_id, players, unnest(rounds) as dealt,
            generate_subscripts(rounds, 1) as round
        from games
    ),
    played as (
        select game_id, players, round, unnest(dealt.turns) as cards,
            generate_subscripts(dealt.turns, 1) as turn
        from dealt
    )
    select game_id, round, turn, unnest(players) as player, unnest(cards) as card from played
''', [sys.argv[1]])
connection.execute('checkpoint')
"""
"""DuckDB alone, which finds the columns itself: no rules, no checks."""


class Pair(NamedTuple):
    """The same file loaded both ways."""

    ours: Cost
    plain: Cost


def corpus(folder: Path, games: int) -> Path:
    """Simulate games of four, unless the folder has them from another run."""
    file = folder / f"{GAME}-{games}.jsonl"
    if not file.exists():
        partly = file.with_suffix(".part.jsonl")
        asked = ["--games", str(games), "--players", "4", "--seed", "1", "-o", str(partly)]
        subprocess.run([*RETALLY, "simulate", GAME, *asked], check=True)
        partly.rename(file)
    return file


def ten_times(file: Path) -> Path:
    """Write a file of ten times the games; the others differ from those by their ids alone."""
    long = file.with_suffix(".ten.jsonl")
    if not long.exists():
        with long.open("wb") as out:
            for copy in range(10):
                with file.open("rb") as games:
                    key = b'"game_id":"'
                    out.writelines(game.replace(key, b"%s%d-" % (key, copy), 1) for game in games)
    return long


def without(db: Path) -> str:
    """Remove a database; give its path."""
    for path in (db, Path(f"{db}.wal")):
        path.unlink(missing_ok=True)
    return str(db)


def ingest_of(file: Path, db: Path) -> list[str]:
    return [*RETALLY, "ingest", str(file), "--db", without(db)]


def pair(file: Path, folder: Path) -> Pair:
    """Load the file both ways, one after the other; the first database stays."""
    plain = [sys.executable, "-c", PLAIN, str(file), without(folder / "plain.duckdb")]
    return Pair(cost(ingest_of(file, folder / "ours.duckdb")), cost(plain))


def placed_and_bytes(db: Path) -> tuple[int, int, int]:
    """Give the cards placed, the bytes of the file without the kept logs, and those of the logs."""
    with reading(str(db)) as connection:

        def one(query: str) -> int:
            (found,) = connection.execute(query).fetchone() or (0,)
            return int(found)

        placed = one(f"select count(*) from {GAME}_turns")
        logs = one(LOGS) * one("select block_size from pragma_database_size()")
    return placed, os.path.getsize(db) - logs, logs


LOGS = """
    select count(distinct block) from (
        select block_id as block from pragma_storage_info('log_blocks')
        union all select unnest(additional_block_ids) from pragma_storage_info('log_blocks')
    ) where block >= 0
"""
"""How many blocks of the file hold logs."""


def reports_of(db: Path) -> dict[str, Callable[[], object]]:
    """Give each report that can be asked of these games, by its name."""
    others = ("sixteen-", "zaagox-", "scoresheet")
    with reading(str(db)) as connection:
        (player,) = connection.execute("select player from seats limit 1").fetchone() or ("",)

    def ask(name: str) -> Callable[[], object]:
        given = {"player": player} if name == "player" else {}

        def run() -> object:
            with reported_whole(str(db), name, given) as answer:
                return answer.rows

        return run

    return {name: ask(name) for name in sorted(reports()) if not name.startswith(others)}


def seconds(run: Callable[[], object]) -> float:
    """Time one call by the clock."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def told(what: str, figure: float, form: str) -> None:
    print(f"{what:<58} {figure:>10{form}}", flush=True)


def against_plain(pairs: list[Pair]) -> None:
    """Print what loading costs, both ways, and how many times as much ours is."""
    for name, which in (("processor seconds", "cpu"), ("seconds by the clock", "wall")):
        ours, plain = (
            [getattr(side, which) for side in sides] for sides in zip(*pairs, strict=True)
        )
        told(f"ingest, {name}", statistics.median(ours), ".2f")
        told(f"  read_json and unnest, {name}", statistics.median(plain), ".2f")
        ratios = [a / b for a, b in zip(ours, plain, strict=True)]
        told("  one by the other, median of pairs [1.5]", statistics.median(ratios), ".2f")


def measured(folder: Path, games: int, runs: int) -> None:
    """Print the whole table."""
    file, db = corpus(folder, games), folder / "ours.duckdb"
    against_plain([pair(file, folder) for _ in range(runs)])
    verify = [*RETALLY, "verify", str(file), "--format", "jsonl"]
    took = statistics.median(cost(verify).wall for _ in range(runs))
    told("verify, games a second [15000]", games / took, ".0f")
    placed, facts, logs = placed_and_bytes(db)
    told("cards placed", placed, "d")
    told("bytes on disk a card placed, without the logs [8]", facts / placed, ".2f")
    told("  the logs", logs / placed, ".2f")
    for name, ask in reports_of(db).items():
        told(f"report {name}, seconds [1]", statistics.median(map(seconds, [ask] * runs)), ".2f")
    often = [peak_bytes(ingest_of(file, folder / "memory.duckdb")) for _ in range(runs)]
    once = statistics.median(often)
    ten = peak_bytes(ingest_of(ten_times(file), folder / "memory.duckdb"))
    told("peak memory of ingest, all its processes, MB", once / 1e6, ".0f")
    told("  the least and the most of these runs, MB", min(often) / 1e6, ".0f")
    told("", max(often) / 1e6, ".0f")
    told("  of a file ten times as long, one run, by the median [1.1]", ten / once, ".2f")


def main(arguments: list[str] | None = None) -> None:
    """Measure with the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench ingest", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=5, help="pairs of which the median is taken")
    parser.add_argument("--folder", type=Path, help="where the corpus is kept for another run")
    given = parser.parse_args(arguments)
    if given.folder is not None:
        given.folder.mkdir(parents=True, exist_ok=True)
        measured(given.folder, given.games, given.runs)
        return
    with tempfile.TemporaryDirectory(prefix="retally-bench-") as folder:
        measured(Path(folder), given.games, given.runs)


if __name__ == "__main__":
    main()
