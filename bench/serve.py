"""The service under load: posts and reports mixed, against the same work by the command line.

Eight clients on loopback, each posting games and asking a report after every few of them.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from http.client import HTTPConnection
from pathlib import Path

CLIENTS = 8
SECONDS = float(os.environ.get("RETALLY_BENCH_SECONDS", "60"))
POSTS_A_READ = 4
GAMES = 400
"""So many are played; each is posted again and again, under another id."""
MOST_POSTS = 40_000
REPORTS = ("standings", "trend", "six-nimmt-takes", "player?player=random-1")
RETALLY = [sys.executable, "-m", "retally.cli.main"]
JSON = {"Content-Type": "application/json"}


class Client(threading.Thread):
    """Posts its games and asks reports until the time is up; keeps how long each took."""

    def __init__(self, port: int, games: list[bytes], end: float) -> None:
        super().__init__()
        self.line = HTTPConnection("127.0.0.1", port, timeout=60)
        self.games, self.end = games, end
        self.posts: list[float] = []
        self.reads: list[float] = []
        self.errors = 0

    def run(self) -> None:
        for number, game in enumerate(self.games):
            if time.perf_counter() >= self.end:
                return
            self.ask("POST", "/v1/games", game, self.posts)
            if number % POSTS_A_READ == POSTS_A_READ - 1:
                report = REPORTS[number // POSTS_A_READ % len(REPORTS)]
                self.ask("GET", f"/v1/reports/{report}", None, self.reads)

    def ask(self, method: str, path: str, body: bytes | None, times: list[float]) -> None:
        start = time.perf_counter()
        try:
            self.line.request(method, path, body, JSON)
            answer = self.line.getresponse()
            answer.read()
            good = answer.status in (200, 201)
        except OSError:
            self.line.close()
            good = False
        if good:
            times.append(time.perf_counter() - start)
        else:
            self.errors += 1


def simulated(folder: Path) -> list[bytes]:
    """Play games, and make of them as many as could be posted."""
    file = folder / "games.jsonl"
    call = ["simulate", "six_nimmt", "--games", str(GAMES), "--players", "4", "--seed", "7"]
    subprocess.run([*RETALLY, *call, "-o", str(file)], check=True, stderr=subprocess.DEVNULL)
    played = [json.loads(text) for text in file.read_bytes().splitlines()]
    return [
        json.dumps({**played[number % GAMES], "game_id": f"game-{number}"}).encode()
        for number in range(MOST_POSTS)
    ]


def served(folder: Path, games: list[bytes]) -> list[Client]:
    """Run the clients against a service of their own."""
    command = [*RETALLY, "serve", "--db", str(folder / "served.duckdb"), "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as service:
        assert service.stderr is not None
        ready = json.loads(service.stderr.readline())
        port = int(ready["url"].rstrip("/").rsplit(":", 1)[1])
        threading.Thread(target=service.stderr.read, daemon=True).start()
        first = Client(port, games[:1], time.perf_counter() + 60)
        first.run()  # the first one waits for a process to start
        end = time.perf_counter() + SECONDS
        clients = [Client(port, games[1 + who :: CLIENTS], end) for who in range(CLIENTS)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        service.terminate()
    return clients


def by_command_line(folder: Path, games: list[bytes], reads: int) -> float:
    """Do the same work by the command line: one ingest, and so many reports; give seconds."""
    (folder / "same.jsonl").write_bytes(b"\n".join(games))
    db = str(folder / "cli.duckdb")
    start = time.perf_counter()
    ingest = [*RETALLY, "ingest", str(folder / "same.jsonl"), "--db", db]
    subprocess.run(ingest, check=True, stderr=subprocess.DEVNULL)
    loaded = time.perf_counter() - start
    sample = min(reads, 12)
    start = time.perf_counter()
    for number in range(sample):
        name, _, player = REPORTS[number % len(REPORTS)].partition("?player=")
        call = [*RETALLY, "report", name, "--db", db, *(["--player", player] if player else [])]
        subprocess.run(call, check=True, stdout=subprocess.DEVNULL)
    return loaded + (time.perf_counter() - start) / max(sample, 1) * reads


def line(what: str, times: list[float]) -> str:
    """Write a rate and how long the middle, the slow and the slowest took."""
    cuts = statistics.quantiles(times, n=100) if len(times) > 1 else [0.0] * 99
    told = ", ".join(f"p{at} {1000 * cuts[at - 1]:.0f} ms" for at in (50, 95, 99))
    return f"{what:<8} {len(times) / SECONDS:7.1f} a second   {told}"


def main() -> None:
    """Print what the service did, and how long the command line takes for the same."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        games = simulated(folder)
        clients = served(folder, games)
        posts = [each for client in clients for each in client.posts]
        reads = [each for client in clients for each in client.reads]
        print(line("posts", posts))
        print(line("reports", reads))
        print(f"errors   {sum(client.errors for client in clients)}")
        seconds = by_command_line(folder, games[: len(posts)], len(reads))
        print(f"the same by the command line: {seconds:.0f} s, {seconds / SECONDS:.1f} x")


if __name__ == "__main__":
    main()
