"""How long the program takes to start, and for ten games; goals in brackets.

Each is a multiple of something in the same run: `python -c pass`, or loading the two libraries that
a warehouse needs.
"""

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

GAME = {
    "retally": 1,
    "game": "six_nimmt",
    "game_id": "one",
    "players": ["ann", "bo"],
    "rounds": [{"rows": [12, 37, 43, 58], "turns": [[14, 15]]}],
}
PYTHON = [sys.executable, "-c"]
RETALLY = [sys.executable, "-m", "retally.cli.main"]


def seconds(command: list[str]) -> float:
    """Time one run of a command, its output thrown away."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main(runs: int = 15) -> None:
    """Print what starting costs, and what ten games do."""
    with tempfile.TemporaryDirectory() as folder:
        _starts(Path(folder, "one.json"), runs)
        _loads_ten(Path(folder), runs)


def _starts(game: Path, runs: int) -> None:
    game.write_text(json.dumps(GAME))
    commands = {
        "retally --help [8]": [*RETALLY, "--help"],
        "retally verify one.json [16]": [*RETALLY, "verify", str(game)],
        "retally score six_nimmt 55": [*RETALLY, "score", "six_nimmt", "55"],
    }
    bare = [*PYTHON, "pass"]
    print(f"{'python -c pass':<40} {statistics.median(seconds(bare) for _ in range(runs)):.3f} s")
    for name, command in commands.items():
        ratio, _ = _pairs(command, bare, runs)
        print(f"{name:<40} {ratio:.1f} x")


def _loads_ten(folder: Path, runs: int) -> None:
    """Load ten games into a warehouse that is not there, and ten others into one that is."""
    first, second, old, db = (folder / name for name in ("1.jsonl", "2.jsonl", "old", "w.duckdb"))
    for seed, file in enumerate((first, second), 1):
        simulate = ["simulate", "six_nimmt", "--games", "10", "--seed", str(seed)]
        seconds([*RETALLY, *simulate, "-o", str(file)])
    seconds([*RETALLY, "ingest", "--db", str(old), str(first)])
    ingest = [*RETALLY, "ingest", "--db", str(db), str(second)]
    libraries = [*PYTHON, "import duckdb, polars"]
    states = {
        "a new": lambda: db.unlink(missing_ok=True),
        "an old": lambda: shutil.copyfile(old, db),
    }
    for name, before in states.items():
        ratio, took = _pairs(ingest, libraries, runs, before)
        print(f"{f'ingest of ten games, {name} warehouse [1]':<40} {took:.2f} s")
        print(f"{'  beside importing duckdb and polars':<40} {ratio:.1f} x")


def _pairs(
    command: list[str], other: list[str], runs: int, before: Callable[[], object] = tuple
) -> tuple[float, float]:
    """Run a command beside another: the median of the ratios, and of its seconds.

    What comes ``before`` each run is not timed.
    """
    pairs = []
    for _ in range(runs):
        before()
        pairs.append((seconds(command), seconds(other)))
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    return ratio, statistics.median(ours for ours, _ in pairs)


if __name__ == "__main__":
    main()
