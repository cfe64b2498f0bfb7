"""The service as callers see it: verdicts, games, reports, questions, over real connections."""

import io
import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import polars as pl
import pytest
from foreign import SAMPLES as FOREIGN
from program import retally
from serving import JSON, LINES, Answer, Service, serving
from test_replay import SAMPLES
from warehouse import CORPUS, FIGURES, ILLEGAL, LOW, SHARED, lines

PROBLEM = "application/problem+json"
NAMES = {**LOW, "game_id": "a/b ?#%2F<script>\u202e민수", "players": ["<b>", "민수"],
         "recorded": {"totals": [3, 0], "winners": ["민수"]}}  # fmt: skip
GAMES = (*CORPUS, NAMES, *(json.loads((SAMPLES / f"{name}.json").read_text("utf-8"))
         for name in ("sixteen/side-pots", "zaagox/won-by-da")))  # fmt: skip


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Give a service that has seven games, posted one by one, and one that was refused."""
    db = tmp_path_factory.mktemp("served") / "w.duckdb"
    options = {"--rows": "1500", "--snapshot-seconds": "0",
               "--allow-host": "Club.example"}  # fmt: skip
    with serving(db, *(word for option in options.items() for word in option)) as made:
        assert [made.post(log).status for log in GAMES] == [201] * 7
        assert made.post(ILLEGAL).status == 422
        yield made
        assert made.bugs() == []
        assert made.stop() == 0


@pytest.fixture(scope="module")
def ingested(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a warehouse that the command line filled with the same games."""
    folder = tmp_path_factory.mktemp("ingested")
    (folder / "games.jsonl").write_bytes(lines(*GAMES))
    assert retally("ingest", folder / "games.jsonl", "--db", folder / "w.duckdb").returncode == 1
    return folder / "w.duckdb"


# Posting ----------------------------------------------------------------------------------


def test_a_posted_game_is_new_known_taken_or_wrong(service: Service) -> None:
    again = service.post(SHARED)
    assert (again.status, again.headers["location"]) == (200, "/v1/games/shared")
    told = again.json()
    assert (told["stored"], told["location"]) == (False, "/v1/games/shared")
    assert told["verdict"]["status"] == "mismatch"
    assert [said["code"] for said in told["verdict"]["findings"]] == ["PLAY101", "SCORE004"]
    assert service.post(json.dumps(SHARED, indent=3)).status == 200
    other = service.post({**SHARED, "recorded": {"totals": [0, 0, 7]}})
    assert (other.status, other.headers["content-type"]) == (409, PROBLEM)
    assert other.json()["type"] == "urn:retally:problem:game-id-taken"
    assert other.json()["game_id"] == "shared"
    wrong = service.post(ILLEGAL)
    assert (wrong.status, wrong.json()["verdict"]) == (422, "illegal")
    assert [said["code"] for said in wrong.json()["findings"]][:1] == ["DEAL001"]
    unread = service.post(b'{"retally": 1')
    assert (unread.status, unread.json()["verdict"]) == (422, "unreadable")
    assert unread.json()["findings"][0]["code"] == "LOG002"


def test_what_was_posted_is_what_the_command_line_ingests(service: Service, ingested: Path) -> None:
    theirs_alone = "ingest_id, source, line, log_sha256, first_card"
    query = f"select * exclude ({theirs_alone}) from games order by game_id"
    theirs = retally("sql", query, "--db", ingested, "--format", "csv").stdout
    assert service.sql(query, Accept="text/csv").body == theirs
    assert theirs.count(b"\n") == 8
    query = " union all by name ".join(
        f"select '{table}' as of, count(*) as n, sum(hash(t)::hugeint) as all_rows from"
        f" (select {what} from {table}) as t"
        for table, what in {
            "seats": "* exclude (seat_key)",
            "rounds": "*",
            "turn_facts": "*",
        }.items()
    )
    theirs = retally("sql", query, "--db", ingested, "--format", "csv").stdout
    assert service.sql(query, Accept="text/csv").body == theirs


def test_a_refused_log_is_among_the_rejects_once(service: Service) -> None:
    service.post(ILLEGAL)
    service.post(ILLEGAL)
    query = "select source, status from rejects where game_id = 'illegal'"
    assert service.sql(query).json()["rows"] == [{"source": "http", "status": "illegal"}]
    runs = "select command, logs = loaded + skipped + rejected as whole from ingests"
    assert service.sql(runs).json()["rows"] == [{"command": "serve", "whole": True}]


# Verdicts ---------------------------------------------------------------------------------


TYPES = {"csv": "text/csv", "json": "application/json", "txt": "text/plain",
         "jsonl": "text/plain", "xlsx": "application/octet-stream"}  # fmt: skip


def test_foreign_files_have_the_verdicts_of_verify(service: Service) -> None:
    files = sorted(FOREIGN.iterdir())
    told = retally("verify", "--format", "jsonl", *files).stdout
    verdicts = [json.loads(line) for line in told.splitlines()]
    for file in files:
        due = [{**each, "source": "-"} for each in verdicts if each["source"] == str(file)]
        media = {"Content-Type": TYPES[file.suffix[1:]]}
        answer = service.ask("POST", "/v1/verify", file.read_bytes(), media)
        assert (answer.status, answer.headers["content-type"]) == (200, "application/x-ndjson")
        assert [json.loads(line) for line in answer.body.splitlines()] == due
        assert due, file


def test_a_foreign_form_can_be_named(service: Service) -> None:
    def ask(form: str, body: bytes, media: str = "text/plain") -> Answer:
        return service.ask("POST", f"/v1/verify?from={form}", body, {"Content-Type": media})

    assert "did you mean csv?" in ask("cvs", b"x").json()["detail"]
    assert ask("csv", b"x", "application/x-ndjson").status == 415
    (line,) = ask("bgstats", b"{}", "application/json").body.splitlines()
    assert {each["code"] for each in json.loads(line)["findings"]} == {"LOG018"}
    nothing = ask("bgstats", b'{"games": [], "plays": [], "players": []}', "application/json")
    assert (nothing.status, "no " in nothing.json()["detail"]) == (422, True)
    own = service.ask("POST", "/v1/verify", b"?", {"Content-Type": "text/plain"})
    (line,) = own.body.splitlines()
    assert [each["code"] for each in json.loads(line)["findings"]] == ["LOG002"]


def test_verdicts_are_the_lines_of_verify(service: Service) -> None:
    text = lines(*GAMES, ILLEGAL, "{broken", "", '"text"')
    due = retally("verify", "-", "--format", "jsonl", text=text).stdout
    answer = service.ask("POST", "/v1/verify", text, LINES)
    assert (answer.status, answer.headers["content-type"]) == (200, "application/x-ndjson")
    assert answer.body == due
    assert due.count(b"\n") == 10
    first = service.ask("POST", "/v1/verify", json.dumps(FIGURES, indent=2), JSON)
    assert first.body == due.splitlines(keepends=True)[0]


def test_a_stream_is_answered_while_it_comes_in(service: Service) -> None:
    head = "POST /v1/verify HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"
    with socket.create_connection(("127.0.0.1", service.port), timeout=120) as line:
        line.sendall(f"{head}Content-Type: application/x-ndjson\r\n\r\n".encode())
        answers = line.makefile("rb")
        for log in (FIGURES, LOW):
            text = lines(log)
            line.sendall(b"%x\r\n%s\r\n" % (len(text), text))
            while b'"game_id": "%s"' % log["game_id"].encode() not in answers.readline():
                pass
        line.sendall(b"0\r\n\r\n")
        assert b"0\r\n" in answers.readlines()


# Asking -----------------------------------------------------------------------------------


def test_a_game_is_told_with_its_seats_and_findings(service: Service) -> None:
    found = service.get("/v1/games/low")
    told = found.json()
    assert (found.status, told["status"], told["finished"]) == (200, "verified", True)
    assert told["played_at"] == "2026-11-30T11:15:00+00:00"
    assert told["options"]["end_threshold"] == 1
    assert told["seats"] == [
        {"seat": 1, "player": "ann", "final_score": 3, "rank": 2, "is_winner": False,
         "recorded_score": 3},
        {"seat": 2, "player": "bo", "final_score": 0, "rank": 1, "is_winner": True,
         "recorded_score": 0},
    ]  # fmt: skip
    found = service.get("/v1/games/shared").json()["findings"]
    verify = json.loads(retally("verify", "-", "--format", "jsonl", text=lines(SHARED)).stdout)
    assert found == verify["findings"]


def test_a_log_comes_back_byte_for_byte(service: Service) -> None:
    assert service.get("/v1/games/low/log").body == json.dumps(LOW).encode()


def test_an_id_may_hold_anything(service: Service) -> None:
    location = service.post(NAMES).headers["location"]
    assert service.get(location).json()["game_id"] == NAMES["game_id"]
    assert json.loads(service.get(f"{location}/log").body) == NAMES
    assert service.get(f"{location}/facts").json()["rows"][0]["player"] == "<b>"
    assert service.get("/v1/players/%EB%AF%BC%EC%88%98").json()["rows"][0]["wins"] == 1
    assert b"<script>" not in service.get("/v1/games/%3Cscript%3E").body


def pages(service: Service, path: str, limit: int) -> Iterator[list[dict[str, Any]]]:
    """Follow the links to the end."""
    link: str | None = f"{path}?limit={limit}"
    while link is not None:
        found = service.get(link)
        assert found.json()["truncated"] == ("link" in found.headers)
        assert (found.json()["next"] is not None) == ("link" in found.headers)
        yield found.json()["rows"]
        link = found.headers["link"].split("<")[1].split(">")[0] if "link" in found.headers else ""
        link = link or None


def test_long_answers_are_had_page_by_page(service: Service) -> None:
    for path in ("/v1/games", "/v1/players", "/v1/games/side-pots/facts"):
        whole = service.get(f"{path}?limit=10000").json()["rows"]
        assert len(whole) > 4, path
        parts = list(pages(service, path, 3))
        assert [row for rows in parts for row in rows] == whole
        assert {len(rows) for rows in parts[:-1]} == {3}
    assert service.get("/v1/games?player=cy&game=six_nimmt").json()["rows"][0]["game_id"] == (
        "figures-1-to-4"
    )


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("standings", []),
        ("player", ["--player", "ann", "--from", "2026-01-01", "--game", "six_nimmt"]),
        ("ratings", []),
    ],
)
def test_a_report_is_what_the_command_line_prints(
    service: Service, ingested: Path, name: str, options: list[str]
) -> None:
    due = retally("report", name, *options, "--db", ingested, "--format", "csv")
    assert due.returncode == 0, due.stderr
    pairs = zip(options[::2], options[1::2], strict=True)
    query = "&".join(f"{key[2:].replace('-', '_')}={value}" for key, value in pairs)
    found = service.get(f"/v1/reports/{name}?{query}", Accept="text/csv")
    assert (found.status, found.body) == (200, due.stdout)


def test_rows_are_json_csv_or_parquet(service: Service) -> None:
    query = "select 1 as n, 'a,b' as text, null::int as nothing, [1, 2] as list"
    assert service.sql(query).json() == {
        "columns": [{"name": "n", "type": "INTEGER"}, {"name": "text", "type": "VARCHAR"},
                    {"name": "nothing", "type": "INTEGER"}, {"name": "list", "type": "INTEGER[]"}],
        "rows": [{"n": 1, "text": "a,b", "nothing": None, "list": [1, 2]}],
        "truncated": False,
        "next": None,
    }  # fmt: skip
    assert service.sql(query, Accept="text/csv").body == b'n,text,nothing,list\n1,"a,b",,"[1, 2]"\n'
    parquet = service.sql(query, Accept="application/vnd.apache.parquet")
    assert pl.read_parquet(io.BytesIO(parquet.body)).rows() == [(1, "a,b", None, [1, 2])]
    refused = service.sql(query, Accept="image/png")
    assert (refused.status, refused.headers["content-type"]) == (406, PROBLEM)


def test_who_has_an_answer_is_told_so_until_it_changes(service: Service) -> None:
    for path in ("/v1/players", "/v1/reports/standings", "/v1/games/low", "/", "/games.html"):
        first = service.get(path)
        again = service.get(path, If_None_Match=first.headers["etag"])
        assert (again.status, again.body) == (304, b""), path
        assert service.get(path, If_None_Match="*").status == 304
    assert service.get("/v1/games/nobody", If_None_Match="*").status == 404
    tag = service.get("/v1/players").headers["etag"]
    assert service.get("/v1/players", Accept="text/csv").headers["etag"] != tag
    service.post(ILLEGAL)
    service.post({**LOW, "game_id": "another"})
    assert service.get("/v1/players", If_None_Match=tag).status == 200


def test_long_answers_are_packed_for_who_takes_it(service: Service) -> None:
    plain = service.get("/v1/reports")
    packed = service.get("/v1/reports", Accept_Encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert packed.body == plain.body
    assert "Accept-Encoding" in packed.headers["vary"]


def test_the_schema_is_that_of_the_command_line(service: Service) -> None:
    found = service.get("/v1/schema/scoresheet")
    assert found.headers["content-type"] == "application/schema+json"
    assert found.body + b"\n" == retally("schema", "scoresheet").stdout


def test_health_and_counts(service: Service) -> None:
    assert service.get("/healthz").body == b"ok\n"
    text = service.get("/metrics").body.decode()
    assert 'retally_posts_total{outcome="loaded"}' in text
    assert 'retally_requests_total{method="POST",route="/v1/games",status="201"} ' in text
    assert 'retally_request_seconds_bucket{le="+Inf"}' in text


def test_a_head_is_the_answer_without_its_body(service: Service) -> None:
    for path in ("/healthz", "/v1/games", "/v1/games/nobody"):
        asked, head = service.get(path), service.ask("HEAD", path)
        assert head.body == b""
        assert head.status == asked.status
        for name in ("content-type", "content-length", "etag"):
            assert head.headers.get(name) == asked.headers.get(name)
    assert service.ask("HEAD", "/v1/sql").status == 405


# Problems ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status", "said"),
    [
        ("GET", "/nowhere", 404, "nothing at this address"),
        ("GET", "/v1/games/nobody", 404, "no game has this id"),
        ("GET", "/v1/games/nobody/facts", 404, "no game has this id"),
        ("GET", "/v1/players/nobody", 404, "no player has this name"),
        ("GET", "/v1/reports/standing", 404, "did you mean standings?"),
        ("GET", "/v1/schema/zagox", 404, "did you mean zaagox?"),
        ("GET", "/v1/reports/player", 400, "report player needs player"),
        ("GET", "/v1/reports/player?player=an", 404, "did you mean ann?"),
        ("GET", "/v1/reports/standings?gme=sixteen", 400, "did you mean game?"),
        ("GET", "/v1/reports/standings?game=sixten", 400, "did you mean sixteen?"),
        ("GET", "/v1/reports/standings?from=yesterday", 400, "query.from"),
        ("GET", "/v1/reports/standings?from=86400", 400, "query.from"),
        ("GET", "/v1/reports/standings?to=2026-01-01T00:00:00Z", 400, "such as 2026-11-30"),
        ("GET", "/v1/reports/standings?min_games=1_0", 400, "a whole number"),
        ("GET", "/v1/games?limit=2.0", 400, "a whole number"),
        ("GET", "/v1/games/low/facts?limit=+2", 400, "a whole number"),
        ("GET", "/v1/reports/standings?from=2027-01-02&to=2027-01-01", 400, "is after to"),
        ("GET", "/v1/games?limit=0", 400, "query.limit"),
        ("GET", "/v1/games?limit=1&limit=2", 400, "given twice"),
        ("GET", "/v1/games?cursor=x", 400, "cursor"),
        ("GET", "/v1/games/%FF", 400, "UTF-8"),
        ("GET", "/v1/games?player=%ff", 400, "UTF-8"),
        ("GET", "/%ff.html", 400, "UTF-8"),
        ("DELETE", "/v1/games", 405, "it takes GET, HEAD, POST"),
        ("PUT", "/v1/verify", 405, "it takes POST"),
        ("POST", "/v1/games", 415, "it takes application/json"),
    ],
)
def test_what_goes_wrong_is_a_problem(
    service: Service, method: str, path: str, status: int, said: str
) -> None:
    answer = service.ask(method, path)
    assert (answer.status, answer.headers["content-type"]) == (status, PROBLEM), answer.body
    told = answer.json()
    assert {"type", "title", "status", "detail"} <= told.keys()
    assert told["status"] == status
    assert said in told["detail"]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("drop table games", 400),
        ("select 1; select 2", 400),
        ("", 400),
        ("select nope from games", 400),
        ("select [interval 9999999 year]", 400),
        ("copy games to '/tmp/x.csv'", 400),
        ("select * from read_text('/etc/passwd')", 400),
        ("select * from '/etc/passwd'", 400),
        ("attach 'x.duckdb'", 400),
        ("set threads = 64", 400),
        ("install httpfs", 400),
        ("select repeat('x', 100000000)", 422),
    ],
)
def test_a_question_can_read_and_nothing_else(service: Service, query: str, status: int) -> None:
    answer = service.sql(query)
    assert (answer.status, answer.headers["content-type"]) == (status, PROBLEM), answer.body
    assert b"w.duckdb" not in answer.body


def test_ratings_are_as_new_as_the_games(service: Service) -> None:
    """A copy that was made before they were brought up to date is no longer the newest."""
    assert service.post({**LOW, "game_id": "rated", "players": ["ann", "novice"],
                         "recorded": {}}).status == 201  # fmt: skip
    query = "select count(*) as n from rating_changes where player = 'novice'"
    assert service.sql(query).json()["rows"] == [{"n": 0}]
    assert service.get("/v1/reports/ratings").status == 200
    assert service.sql(query).json()["rows"] == [{"n": 1}]


def test_an_answer_that_is_cut_says_so(service: Service) -> None:
    answer = service.sql("select * from range(1501)")
    assert (len(answer.json()["rows"]), answer.json()["truncated"]) == (1500, True)
    assert answer.headers["retally-truncated"] == "true"
    assert "retally-truncated" not in service.sql("select * from range(1500)").headers


def test_a_question_may_have_parameters(service: Service) -> None:
    asked = {"query": "select player from seats where player = $p limit 1",
             "parameters": {"p": "'; drop table games; --"}}  # fmt: skip
    assert service.ask("POST", "/v1/sql", json.dumps(asked), JSON).json()["rows"] == []


def test_every_answer_is_safe_and_every_request_is_noted(service: Service) -> None:
    answer = service.get("/v1/games/low?token=secret")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert "server" not in answer.headers
    assert service.get("/healthz?a=secret").status == 400
    while (noted := service.heard("request"))["path"] != "/healthz":
        pass
    assert noted.keys() == {"time", "event", "method", "path", "status", "bytes_in",
                                "bytes_out", "ms", "client"}  # fmt: skip
    assert not any(b"secret" in line or b"recorded" in line for line in service.raw)


# Guarded ----------------------------------------------------------------------------------


def test_pages_of_others_may_not_use_it(service: Service) -> None:
    for host in ("localhost", "127.0.0.1:1", "[::1]:8666", "club.example:80", "LOCALHOST"):
        assert service.get("/v1/players", Host=host).status == 200, host
    for host in ("evil.example", "127.0.0.1.evil.example", "", "localhost.evil", "[::2]"):
        assert service.get("/v1/players", Host=host).status == 421, host
    here = f"http://127.0.0.1:{service.port}"
    body = json.dumps(LOW)
    for origin, status in {here: 200, "http://evil.example": 403, "null": 403, "http://[": 403,
                           f"http://localhost:{service.port}": 403}.items():  # fmt: skip
        given = {**JSON, "Origin": origin}
        assert service.ask("POST", "/v1/games", body, given).status == status, origin
    simple = {"Content-Type": "text/plain"}  # what a page may post without asking
    assert service.ask("POST", "/v1/games", body, simple).status == 415


def test_one_process_owns_the_file(service: Service) -> None:
    assert service.sql("select 1").status == 200  # the copy for it has let go of no lock
    done = retally("sql", "select 1", "--db", service.db)
    assert (done.returncode, b"is in use by process" in done.stderr) == (3, True)


KOREAN = {"Accept-Language": "fr, ko-KR;q=0.9, en;q=0.8"}


@pytest.mark.parametrize("path", ["/", "/players.html", "/check", "/games/{}"])
def test_pages_speak_the_language_of_the_browser(service: Service, path: str) -> None:
    if "{}" in path:
        listed = service.get("/games.html").body.decode()
        path = path.format(re.findall(r'href="games/([^"]+)"', listed)[0])
    korean, english = service.ask("GET", path, headers=KOREAN), service.get(path)
    for told, language, link in ((korean, "ko", "기록 확인"), (english, "en", "Check a log")):
        text = told.body.decode()
        assert told.headers["content-language"] == language
        assert f'<html lang="{language}"' in text
        assert f'<a href="/check">{link}</a>' in text
    assert "Accept-Language" in english.headers["vary"]
    again = {**KOREAN, "If-None-Match": korean.headers["etag"]}
    assert service.ask("GET", path, headers=again).status == 304
    assert service.get(path, If_None_Match=korean.headers["etag"]).status == 200


def test_a_log_is_judged_in_the_language_of_the_browser(service: Service) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    for logs in ([ILLEGAL], [ILLEGAL, ILLEGAL]):
        body = urlencode({"log": lines(*logs)})
        told = service.ask("POST", "/check", body, {**form, **KOREAN}).body.decode()
        assert "카드" in told
        assert '<html lang="ko"' in told


def test_a_form_of_very_many_logs_shows_the_first(service: Service) -> None:
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    told = service.ask("POST", "/check", "log=" + "%0A".join(["{}"] * 100_000), form).body.decode()
    assert (told.count("<section"), "99800 more are not shown" in told) == (200, True)
