"""`retally verify` of many games: games a second, by the clock and by the processors.

Each game's corpus is simulated anew; the rate by the processors (user and system, children
included) says most on a machine that has other work. Goal for 6 nimmt!: 15,000 on two cores.
"""

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RETALLY = [sys.executable, "-m", "retally.cli.main"]
CORPORA = {"six_nimmt": (10_000, 10), "sixteen": (400, 1), "zaagox": (400, 1)}
"""By game: games simulated, and how often each stands in the file."""
JOBS = (1, 2)


def corpus(game: str, folder: str) -> tuple[str, int]:
    """Write a file of games; give its name and how many there are."""
    games, copies = CORPORA[game]
    once = Path(folder, "once.jsonl")
    command = [*RETALLY, "simulate", game, "--games", str(games), "--players", "4"]
    subprocess.run([*command, "--seed", "1", "-o", once], check=True, stderr=subprocess.DEVNULL)
    file = Path(folder, f"{game}.jsonl")
    with file.open("wb") as out:
        for _ in range(copies):
            out.write(once.read_bytes())
    return str(file), games * copies


def processor_seconds() -> float:
    """Give what the children that have ended took."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Print the rates of each game with one process and with two."""
    for game in CORPORA:
        with tempfile.TemporaryDirectory() as folder:
            file, games = corpus(game, folder)
            for jobs in JOBS:
                command = [*RETALLY, "verify", file, "--format", "jsonl", "--jobs", str(jobs)]
                began, used = time.perf_counter(), processor_seconds()
                quiet = subprocess.DEVNULL
                subprocess.run(command, stdout=quiet, stderr=quiet, check=True)
                clock, used = time.perf_counter() - began, processor_seconds() - used
                print(
                    f"{game:<10} {jobs} jobs  {games / clock:>8,.0f} games a second"
                    f"  {games / used:>8,.0f} a processor second"
                )


if __name__ == "__main__":
    main()
