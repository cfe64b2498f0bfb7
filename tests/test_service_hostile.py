"""Two hundred hostile requests: none stops the service, none learns what is not to be told.

What is sent is bytes on a connection; what counts is that the service answers with a problem or
hangs up, in time, and is well afterwards.
"""

import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hostile_requests import (
    BODIES,
    BODY,
    HEAD,
    HEAD_SECONDS,
    NOT_HTTP,
    PATHS,
    QUERIES,
    SECONDS,
    SLOW,
    SQL,
    STREAMS,
    chunked,
    request,
)
from serving import LINES, PATIENCE, Service, serving
from warehouse import LOW, lines


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Give a service that has little patience."""
    folder = tmp_path_factory.mktemp("hostile")
    limits = {"--head-seconds": HEAD_SECONDS, "--seconds": SECONDS, "--body-bytes": BODY,
              "--line-bytes": 5000, "--stream-bytes": 8000, "--head-bytes": HEAD,
              "--query-seconds": 1, "--connections": 60, "--rows": 100,
              "--answer-bytes": 200_000}  # fmt: skip
    options = (str(word) for option in limits.items() for word in option)
    with serving(folder / "w.duckdb", *options) as made:
        assert made.patiently(lambda: made.post(LOW)).status in (200, 201)  # stored, if late
        assert made.patiently(lambda: made.sql("select 1")).status == 200
        yield made
        assert made.bugs() == []
        assert made.patiently(lambda: made.get("/v1/games/low")).status == 200
        assert made.stop() == 0


STATUS = re.compile(rb"^HTTP/1\.1 (\d{3}) ")
TELLS = re.compile(
    rb"Traceback|File \"|site-packages|\.py\b|w\.duckdb|/root|/home/|root:x:|turn_facts_six"
    rb"|/tmp/retally-|/stored_secrets|warehouse-\d+\.duckdb|(?i:create (table|view|macro))"
)
"""What no answer may say."""


def answered(service: Service, sent: bytes) -> bytes:
    """Send bytes and give all that comes until the service hangs up or the answer has its end."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE) as line:
        line.sendall(sent)
        received = b""
        try:
            while piece := line.recv(65_536):
                received += piece
                if is_whole(received):
                    break
        except ConnectionResetError:
            pass
    return received


def is_whole(answer: bytes) -> bool:
    head, found, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    if length:
        return bool(found) and len(body) >= int(length[1])
    return body.endswith(b"0\r\n\r\n")


def check(answer: bytes, statuses: set[int]) -> None:
    """Hold an answer against what may be said: a problem of one of these, or nothing at all."""
    assert not TELLS.search(answer), answer
    if not answer:
        return
    found = STATUS.match(answer)
    assert found, answer
    assert int(found[1]) in statuses, answer[:2000]
    if int(found[1]) >= 400 and int(found[1]) != 500:
        assert b"content-type: application/problem+json" in answer.lower()


def test_there_are_two_hundred() -> None:
    kinds = (NOT_HTTP, PATHS, QUERIES, BODIES, SQL, STREAMS, SLOW)
    assert sum(map(len, kinds)) >= 200


@pytest.mark.parametrize("sent", NOT_HTTP, ids=range(len(NOT_HTTP)))
def test_what_is_not_http_is_refused(service: Service, sent: bytes) -> None:
    check(answered(service, sent), {400, 404, 413, 421, 431})


def test_paths_lead_nowhere(service: Service) -> None:
    for path in PATHS:
        check(answered(service, request(path)), {400, 404, 405})


def test_parameters_are_values(service: Service) -> None:
    for path in QUERIES:
        answer = answered(service, request(path))
        assert answer, path
        check(answer, {400, 404})


def test_bodies_are_data(service: Service) -> None:
    for sent in BODIES:
        check(answered(service, sent), {400, 403, 404, 405, 406, 413, 415, 421, 422})
    assert service.sql("select count(*) as n from games").json()["rows"] == [{"n": 1}]


def test_questions_stay_in_the_sandbox(service: Service) -> None:
    for sent in SQL:
        answer = answered(service, sent)
        assert answer, sent
        check(answer, {503} if b"recursive" in sent else {400, 422, 503})
    assert not Path("/tmp/hostile").exists()
    assert service.sql("select count(*) as n from games").json()["rows"] == [{"n": 1}]


def test_streams_end(service: Service) -> None:
    for sent in STREAMS:
        answer = answered(service, sent)
        assert STATUS.match(answer), answer[:200]
        assert b'"status": "unreadable"' in answer or b"413" in answer[:20] or b"\n\n" in sent


def test_a_line_that_is_too_long_ends_the_stream_and_says_so(service: Service) -> None:
    text = lines(LOW, "x" * 5001, LOW)
    told = service.ask("POST", "/v1/verify", text, LINES).body.splitlines()
    assert [json.loads(line)["status"] for line in told] == ["verified", "unreadable"]
    said = json.loads(told[1])["findings"][0]
    assert (said["code"], "more than 5000 bytes" in said["message"]) == ("LOG014", True)
    assert service.post(" " * (BODY + 1)).status == 413


def test_who_is_slow_is_hung_up_on(service: Service) -> None:
    lines = [socket.create_connection(("127.0.0.1", service.port)) for _ in SLOW]
    for line, sent in zip(lines, SLOW, strict=True):
        line.settimeout(PATIENCE)
        line.sendall(sent)
    for line in lines:
        with line:
            received = b""
            while piece := line.recv(65_536):
                received += piece
        assert not received or STATUS.match(received), received
        check(received, {200, 400, 408, 422, 503})


def test_who_sends_without_end_is_hung_up_on(service: Service) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE) as line:
        line.sendall(chunked(b"", b"/v1/games"))
        end = time.monotonic() + PATIENCE
        with pytest.raises(OSError):  # noqa: PT012 - it ends somewhere in here
            while time.monotonic() < end:  # what comes after the answer is dropped for a while
                line.sendall(b"400\r\n" + b" " * 1024 + b"\r\n")
    assert service.get("/healthz").status == 200


def test_many_idle_connections_keep_nobody_out_for_long(service: Service) -> None:
    idle = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(120)]
    try:
        for line in idle:
            line.settimeout(PATIENCE)
            assert answered_or_closed(line) == b""
        assert service.get("/healthz").status == 200
    finally:
        for line in idle:
            line.close()


def answered_or_closed(line: socket.socket) -> bytes:
    try:
        return line.recv(100)
    except ConnectionResetError:
        return b""
