"""Kill: a service that is killed under load has every game that it acknowledged.

`make test` kills once, `make soak` fifty times.
"""

import random
import signal
import threading
import time

import pytest
from retally.pipeline.audit import audited, chosen
from retally.pipeline.store import reading
from serving import PATIENCE, Service, serving
from soak import soaked
from test_service_guard import posting

KILLS = soaked(1, 50)
CALLERS = 4


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give one warehouse for all kills: each finds it as the one before left it."""
    return str(tmp_path_factory.mktemp("killed") / "w.duckdb")


def load(service: Service, kill: int, acknowledged: list[str]) -> list[threading.Thread]:
    """Post from several callers at once, games that no other kill has."""
    callers = [
        threading.Thread(
            target=posting, args=(service, f"{kill}-{who}", acknowledged, threading.Event())
        )
        for who in range(CALLERS)
    ]
    for caller in callers:
        caller.start()
    return callers


@pytest.mark.parametrize("kill", range(KILLS))
def test_a_killed_service_has_what_it_acknowledged(db: str, kill: int) -> None:
    acknowledged: list[str] = []
    with serving(db, "--judges", "1", "--snapshot-seconds", "0") as service:
        callers = load(service, kill, acknowledged)
        while len(acknowledged) < CALLERS:
            service.heard("request")
        time.sleep(random.Random(kill).uniform(0, 0.5))
        assert service.stop(signal.SIGKILL) == -signal.SIGKILL
        for caller in callers:
            caller.join(PATIENCE)
            assert not caller.is_alive()
    with reading(db) as connection:
        query = "select game_id from games where starts_with(game_id, ?)"
        stored = {game for (game,) in connection.execute(query, [f"{kill}-"]).fetchall()}
        broken = [each.audit.name for each in audited(connection, chosen(None)) if not each.holds]
    assert broken == []
    assert len(acknowledged) >= CALLERS
    assert set(acknowledged) <= stored
    assert len(stored - set(acknowledged)) <= CALLERS  # those whose answer was on its way
