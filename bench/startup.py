"""How long the program takes to start, as a multiple of `python -c pass`. Goals in brackets."""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

GAME = {
    "retally": 1,
    "game": "six_nimmt",
    "game_id": "one",
    "players": ["ann", "bo"],
    "rounds": [{"rows": [12, 37, 43, 58], "turns": [[14, 15]]}],
}
RETALLY = [sys.executable, "-m", "retally.cli.main"]


def seconds(command: list[str]) -> float:
    """Time one run of a command, its output thrown away."""
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main(runs: int = 15) -> None:
    """Print the median of pairs: each run of a command beside one of `python -c pass`."""
    with tempfile.TemporaryDirectory() as folder:
        game = Path(folder, "one.json")
        game.write_text(json.dumps(GAME))
        commands = {
            "retally --help [8]": [*RETALLY, "--help"],
            "retally verify one.json [16]": [*RETALLY, "verify", str(game)],
            "retally score six_nimmt 55": [*RETALLY, "score", "six_nimmt", "55"],
        }
        bare = [sys.executable, "-c", "pass"]
        print(
            f"{'python -c pass':<32} {statistics.median(seconds(bare) for _ in range(runs)):.3f} s"
        )
        for name, command in commands.items():
            pairs = [(seconds(command), seconds(bare)) for _ in range(runs)]
            ratio = statistics.median(ours / theirs for ours, theirs in pairs)
            print(f"{name:<32} {ratio:.1f} x")


if __name__ == "__main__":
    main()
