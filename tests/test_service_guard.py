"""Who may do what to a service, where it listens, and how it ends."""

import base64
import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

import pytest
from program import LOCALE, TYPING, retally
from retally.pipeline.audit import audited, chosen
from retally.pipeline.store import reading
from retally.service.house import ASKERS
from serving import JSON, PATIENCE, Service, command, serving
from soak import soaked
from warehouse import LOW

WRITE, READ = "w-tökén", "read-token"


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}".encode().decode("latin-1")}


def basic(token: str) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(f"me:{token}".encode()).decode()}


def test_tokens_to_write_and_to_read_are_two(tmp_path: Path) -> None:
    env = {"RETALLY_TOKEN": WRITE, "RETALLY_READ_TOKEN": READ}
    with serving(tmp_path / "w.duckdb", **env) as service:
        body = json.dumps(LOW)

        def statuses(given: dict[str, str]) -> list[int]:
            asked = [("GET", "/v1/players", None), ("GET", "/metrics", None),
                     ("POST", "/v1/verify", body), ("POST", "/v1/games", body)]  # fmt: skip
            return [
                service.ask(method, path, text, {**JSON, **given}).status
                for method, path, text in asked
            ]

        for none in ({}, bearer("x"), bearer(""), basic("x"), {"Authorization": "Basic !"},
                     {"Authorization": "Bearer \xff"}, bearer(READ[:-1])):  # fmt: skip
            assert statuses(none) == [401] * 4, none
        assert statuses(bearer(READ)) == [200, 200, 200, 403]
        assert statuses(basic(WRITE)) == [200, 200, 200, 201]
        assert statuses(bearer(WRITE)) == [200] * 4
        assert service.get("/healthz").status == 200
        challenge = service.get("/v1/players").headers["www-authenticate"]
        assert challenge == 'Bearer realm="retally", Basic realm="retally"'
        assert not any(WRITE.encode() in line or READ.encode() in line for line in service.raw)
        assert service.bugs() == []


def test_beyond_this_machine_a_token_is_due(tmp_path: Path) -> None:
    env = {"RETALLY_TOKEN": "", "RETALLY_READ_TOKEN": "r"}
    done = retally("serve", "--host", "0.0.0.0", cwd=tmp_path, env=env)
    assert done.returncode == 2
    assert b"RETALLY_TOKEN has to hold a token" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_had_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = retally("serve", "--port", port, cwd=tmp_path)
    assert (done.returncode, b"Address already in use" in done.stderr) == (3, True)
    (tmp_path / "text.duckdb").write_text("no database, but a text")
    done = retally("serve", "--port", "0", "--db", tmp_path / "text.duckdb")
    assert (done.returncode, b"is not a DuckDB database" in done.stderr) == (3, True)
    assert b"Traceback" not in done.stderr


def test_without_the_extra_it_says_how_to_get_it(tmp_path: Path) -> None:
    code = "import sys\nsys.modules['{}'] = None\nfrom retally.cli.main import main\nmain()"
    for command_, package, arguments in (
        ("serve", "fastapi", ["serve"]),
        ("watch", "watchfiles", ["watch", "."]),
    ):
        done = subprocess.run(
            [sys.executable, "-c", code.format(package), *arguments],
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, **LOCALE, "PYTHONPATH": str(TYPING)},
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 2, done.stderr
        assert f"pip install 'retally[{command_}]'".encode() in done.stderr


def posting(
    service: Service, who: int | str, acknowledged: list[str], stop: threading.Event
) -> None:
    """Post games until it is refused."""
    number = 0
    while not stop.is_set():
        game_id = f"{who}-{number}"
        try:
            answer = service.post({**LOW, "game_id": game_id})
        except (OSError, HTTPException):  # nobody listens, or the answer was cut
            return
        if answer.status != 201:
            assert answer.status == 503, answer.body
            return
        acknowledged.append(game_id)
        number += 1


def test_where_copies_have_no_place_nothing_is_served(tmp_path: Path) -> None:
    program = (
        "import tempfile\ntempfile.tempdir = '/nowhere'\nfrom retally.cli.main import main\nmain()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "serve", "--db", str(tmp_path / "w.duckdb"), "--port", "0"],
        capture_output=True,
        env={**os.environ, **LOCALE, "PYTHONPATH": str(TYPING)},
        timeout=300,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    assert b"copies for questions have no place: No such file or directory" in done.stderr
    assert b"Traceback" not in done.stderr


SIGNALS = [(signal.SIGTERM, 0), (signal.SIGINT, 130)][: soaked(1, 2)]


@pytest.mark.parametrize(("number", "status"), SIGNALS)
def test_it_ends_when_what_was_taken_is_finished(number: int, status: int, tmp_path: Path) -> None:
    db = tmp_path / "w.duckdb"
    stop = threading.Event()
    acknowledged: list[str] = []
    with serving(db, "--judges", "1") as service:
        callers = [
            threading.Thread(target=posting, args=(service, who, acknowledged, stop))
            for who in range(4)
        ]
        for caller in callers:
            caller.start()
        while len(acknowledged) < 10:
            service.heard("request")
        assert service.stop(number) == status
        stop.set()
        for caller in callers:
            caller.join(PATIENCE)
        assert service.bugs() == []
        assert service.journal[-1]["event"] == "stopped"
    done = retally("sql", "select game_id from games", "--db", db, "--format", "csv")
    assert set(acknowledged) <= set(done.stdout.decode().split())
    runs = "select finished_at is not null as finished, loaded = logs as whole from ingests"
    done = retally("sql", runs, "--db", db, "--format", "csv")
    assert done.stdout == b"finished,whole\ntrue,true\n"
    assert retally("audit", "--db", db).returncode == 0


def test_it_goes_on_and_ends_well_where_nobody_reads_its_journal(tmp_path: Path) -> None:
    process = subprocess.Popen(
        command(tmp_path / "w.duckdb"), stderr=subprocess.PIPE,
        env={**os.environ, **LOCALE, "PYTHONPATH": str(TYPING)},
    )  # fmt: skip
    try:
        assert process.stderr is not None
        url = json.loads(process.stderr.readline())["url"]
        process.stderr.close()
        with urlopen(f"{url}healthz", timeout=PATIENCE) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait(PATIENCE)


SLOW = "select pg_sleep(900)"
GIVEN = 256 * 2**20


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Give a service that waits long and has little memory; all is well in it afterwards."""
    db = tmp_path_factory.mktemp("patient") / "w.duckdb"
    options = {"--query-seconds": "900", "--seconds": "900", "--query-memory": str(GIVEN)}
    with serving(db, *(word for option in options.items() for word in option)) as service:
        yield service
        assert service.bugs() == []
        assert service.stop() == 0
    with reading(str(db)) as connection:
        assert [each for each in audited(connection, chosen(None)) if not each.holds] == []


def helpers_of(service: Service) -> list[int]:
    """List the processes that a service has started for its work."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended meanwhile
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == service.process.pid and b"spawn_main" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return found


def test_slow_questions_do_not_hold_up_the_pages(patient: Service) -> None:
    answers: list[int] = []
    callers = [
        threading.Thread(target=lambda: answers.append(patient.sql(SLOW).status))
        for _ in range(ASKERS)
    ]
    for caller in callers:
        caller.start()
    while f"retally_open_requests {ASKERS + 1}\n".encode() not in patient.get("/metrics").body:
        assert answers == []
    try:
        assert patient.get("/").status == 200
        assert answers == []
    finally:
        for helper in helpers_of(patient):
            os.kill(helper, signal.SIGKILL)
    for caller in callers:
        caller.join(PATIENCE)
    assert answers == [503] * ASKERS
    assert patient.sql("select 1").status == 200  # who was killed is replaced
    assert patient.get("/").status == 200


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are set there")
def test_a_full_disk_is_told_and_passes(patient: Service) -> None:
    """The service may write no longer files for a while, which fails as a full disk does."""
    noise = {**LOW, "game_id": "noise", "meta": {"noise": os.urandom(300_000).hex()}}
    assert patient.post(LOW).status == 201
    files = Path(patient.db).parent.glob("w.duckdb*")
    most = max(file.stat().st_size for file in files) + 2**16
    without = resource.prlimit(patient.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(patient.process.pid, resource.RLIMIT_FSIZE, (most, without[1]))
    full = patient.post(noise)
    assert (full.status, full.json()["type"]) == (503, "urn:retally:problem:unwritable")
    assert patient.get("/v1/games/low").status == 200
    resource.prlimit(patient.process.pid, resource.RLIMIT_FSIZE, without)
    assert patient.post(noise).status == 201
    assert {row["game_id"] for row in patient.get("/v1/games").json()["rows"]} == {"low", "noise"}


GREEDY = (
    "select list_transform(range(9_000_000), lambda x: repeat('x', 99))",
    "select length(repeat('x', 2_000_000_000))",
)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited there alone")
def test_a_greedy_question_takes_no_more_memory_than_is_given(patient: Service) -> None:
    """What a helper has ever taken is its peak; it is read while it is still there."""
    for query in GREEDY:
        assert patient.sql("select 1").status == 200
        peaks = Peaks(patient)
        answer = patient.sql(query)
        assert (answer.status, answer.json()["type"]) == (503, "urn:retally:problem:too-much")
        assert 0 < peaks.end() < GIVEN + 300 * 2**20, query  # with the program itself
    assert patient.sql("select 1").status == 200  # the copy is still there


class Peaks:
    """The most memory that any helper of a service has at a time, looked at again and again."""

    def __init__(self, service: Service) -> None:
        self.service, self.most, self.over = service, 0, threading.Event()
        self.thread = threading.Thread(target=self._look_on, daemon=True)
        self.thread.start()

    def _look_on(self) -> None:
        self._look()  # before the question is asked, so that one refused at once is seen too
        while not self.over.wait(0.1):
            self._look()

    def _look(self) -> None:
        for helper in helpers_of(self.service):
            with suppress(OSError):
                status = Path(f"/proc/{helper}/status").read_text()
                peak = re.search(r"VmHWM:\s*(\d+)", status)
                self.most = max(self.most, 1024 * int(peak[1]) if peak else 0)

    def end(self) -> int:
        """Give the most, in bytes."""
        self.over.set()
        self.thread.join(PATIENCE)
        self._look()  # who gave the answer may have come to its peak since
        return self.most


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_helpers_end_with_a_service_that_is_killed(tmp_path: Path) -> None:
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    options = ("--query-seconds", "900", "--seconds", "900", "--judges", "1")
    with serving(tmp_path / "w.duckdb", *options, TMPDIR=str(tmp)) as service:
        assert service.get("/").status == 200
        assert service.sql("select 1").status == 200
        assert len(list(tmp.iterdir())) == 1  # where the copies are
        caller = threading.Thread(target=asking, args=(service, SLOW))
        caller.start()
        while b"retally_open_requests 2\n" not in service.get("/metrics").body:
            assert caller.is_alive()
        helpers = helpers_of(service)
        assert len(helpers) >= 4  # who judges, asks, makes pages, copies
        service.stop(signal.SIGKILL)
        caller.join(PATIENCE)
        end = time.monotonic() + PATIENCE
        while any(map(is_alive, helpers)) or list(tmp.iterdir()):
            assert time.monotonic() < end, (helpers, list(tmp.iterdir()))
            time.sleep(0.05)


def test_a_service_whose_file_was_removed_acknowledges_nothing_and_leaves_nothing(
    tmp_path: Path,
) -> None:
    tmp = tmp_path / "tmp"
    tmp.mkdir()
    with serving(tmp_path / "w.duckdb", TMPDIR=str(tmp)) as service:
        assert service.post(LOW).status == 201
        for file in tmp_path.glob("w.duckdb*"):
            file.unlink()
        for answer in (service.post({**LOW, "game_id": "lost"}), service.get("/healthz")):
            assert (answer.status, answer.json()["type"]) == (503, "urn:retally:problem:gone")
        assert service.get("/").status == 503
        assert service.bugs() == []
        assert len(list(tmp.iterdir())) == 1  # for copies; none was made
        service.stop(signal.SIGKILL)
        end = time.monotonic() + PATIENCE
        while list(tmp.iterdir()):
            assert time.monotonic() < end
            time.sleep(0.05)


def asking(service: Service, query: str) -> None:
    with suppress(OSError, HTTPException):  # the service is killed meanwhile
        service.sql(query)


def is_alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
