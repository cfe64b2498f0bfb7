"""Hostile requests as bytes, two hundred and more of them, by what they try."""

import json

from warehouse import LOW

HEAD_SECONDS, SECONDS = 2.0, 15.0
BODY, HEAD = 20_000, 8_192
HOST = b"Host: localhost\r\n"
JSON = b"Content-Type: application/json\r\n"
LINES = b"Content-Type: application/x-ndjson\r\n"


def request(
    path: bytes = b"/", method: bytes = b"GET", head: bytes = b"", body: bytes = b""
) -> bytes:
    length = b"Content-Length: %d\r\n" % len(body) if body else b""
    return b"%s %s HTTP/1.1\r\n%s%s%s\r\n%s" % (method, path, HOST, head, length, body)


def posted(body: bytes, path: bytes = b"/v1/games", head: bytes = JSON) -> bytes:
    return request(path, b"POST", head, body)


def asked(query: str) -> bytes:
    return posted(json.dumps({"query": query}).encode(), b"/v1/sql")


def chunked(body: bytes, path: bytes = b"/v1/games", head: bytes = JSON) -> bytes:
    return request(path, b"POST", head + b"Transfer-Encoding: chunked\r\n") + body


NOT_HTTP = [
    b"\r\n\r\n\r\n",
    b"\x00" * 500,
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\xaa" * 300,  # TLS
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET /\r\n\r\n",
    b"GET / HTTP/x.y\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",  # no Host
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost : a\r\n\r\n",
    b"G\x00T / HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /\x00 HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\n" + HOST + b"\r\n",
    b"GET /a b HTTP/1.1\r\n" + HOST + b"\r\n",
    b"POST /v1/games HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: -1\r\n\r\n",
    b"POST /v1/games HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 1e9\r\n\r\n",
    b"POST /v1/games HTTP/1.1\r\n"
    + HOST
    + JSON
    + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
    b"POST /v1/games HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 9" + b"9" * 40 + b"\r\n\r\n",
    b"POST /v1/games HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    b"POST /v1/games HTTP/1.1\r\n" + HOST + b"Transfer-Encoding: x\r\n\r\n0\r\n\r\n",
    chunked(b"zz\r\n{}\r\n0\r\n\r\n"),
    chunked(b"-1\r\n{}\r\n0\r\n\r\n"),
    chunked(b"ffffffffffffffffffffff\r\n{}"),
    chunked(b"2\r\n{}XX0\r\n\r\n"),
    b"A" * (HEAD + 100),
    b"GET /" + b"a" * (HEAD + 100) + b" HTTP/1.1\r\n" + HOST + b"\r\n",
    request(head=b"X: " + b"a" * (HEAD + 100) + b"\r\n"),
    request(head=b"".join(b"X-%d: a\r\n" % n for n in range(2000))),
    request(head=b"X: \x00\r\n"),
    request(head=b" folded: x\r\n"),
    request(head=b"Cookie: " + b"a=b; " * 3000 + b"\r\n"),
]
PATHS = [
    b"/../etc/passwd",
    b"/..%2f..%2fetc/passwd",
    b"/%2e%2e/%2e%2e/etc/passwd",
    b"/assets/../api.py",
    b"/assets/..%2fapi.py",
    b"/assets/%2e%2e%2fapi.py",
    b"/assets/..%5capi.py",
    b"/assets//etc/passwd",
    b"/assets/check.css",
    b"/assets/check.js%00.txt",
    b"/assets/",
    b"/assets/.",
    b"/assets/%00",
    b"/games/..%2f..%2fw.duckdb",
    b"/games/%00.html",
    b"/games/%FF.html",
    b"/games/.html",
    b"/games/x.html%0d%0aSet-Cookie:a=b",
    b"/games/" + b"a" * 3000,
    b"/players/..%2findex.html",
    b"/players/%ff.html",
    b"/players/.html",
    b"/..html",
    b"/%2e%2e.html",
    b"/w.duckdb",
    b"/index.htm",
    b"/games-0.html",
    b"/games-99999999999999999999.html",
    b"/games--1.html",
    b"/findings-x.html",
    b"//",
    b"///",
    b"/./",
    b"/%",
    b"/%zz",
    b"/%00",
    b"/%0d%0aX:y",
    b"/v1",
    b"/v1/",
    b"/v1//games",
    b"/v1/games/",
    b"/v1/games/%00",
    b"/v1/games/%FF/log",
    b"/v1/games/%ED%A0%80",
    b"/v1/games/..",
    b"/v1/games/" + b"%F0%9F%92%A9" * 300,
    b"/v1/games/%0d%0a/facts",
    b"/v1/games/'%20or%201=1--",
    b"/v1/players/%00",
    b"/v1/players/%FF",
    b"/v1/players/';drop%20table%20games",
    b"/v1/reports/..%2f..%2fviews",
    b"/v1/reports/%00",
    b"/v1/reports/x'%20or%20'1",
    b"/v1/schema/%00",
    b"/v1/schema/..%2f..%2fpyproject",
    b"/v1/schema/__init__",
    b"/v1/schema/codes",
    b"*",
    b"http://localhost/v1/none",
    b"/V1/GAMES",
    b"/v1/games/low/",
    b"/v1/games/low/log/x",
    b"/check/x",
    b"/.git/config",
    b"/docs",
    b"/redoc",
    b"/openapi.json",
]
QUERIES = [
    b"/v1/games?limit=-1",
    b"/v1/games?limit=1e3",
    b"/v1/games?limit=99999999999999999999",
    b"/v1/games?limit=%00",
    b"/v1/games?limit=1;drop",
    b"/v1/games?cursor=%00",
    b"/v1/games?cursor=",
    b"/v1/games?cursor=bnVsbA",
    b"/v1/games?cursor=IlxkODAwIg",
    b"/v1/games?cursor=" + b"W" * 2000,
    b"/v1/games?game='or'1'='1",
    b"/v1/games?game=__class__",
    b"/v1/games?%00=1",
    b"/v1/games?a[]=1",
    b"/v1/games?game=sixteen&game=zaagox",
    b"/v1/games/low/facts?cursor=LTE",
    b"/v1/games/low/facts?cursor=MWU5OTk",
    b"/v1/games/low/facts?cursor=dHJ1ZQ",
    b"/v1/reports/standings?from=9999-99-99",
    b"/v1/reports/standings?from=0000-00-00",
    b"/v1/reports/standings?player=%00",
    b"/v1/reports/standings?player=';drop%20table%20seats;--",
    b"/v1/reports/standings?edition=../..",
    b"/v1/reports/player?player=" + b"%F0%9F%92%A9" * 200,
    b"/v1/reports/standings?min_games=-5",
    b"/v1/reports/standings?min_games=1e400",
    b"/v1/reports/standings?to=2026-01-01T10:00:00",
    b"/healthz?x=1",
    b"/healthz?%ff",
    b"/v1/games?player=%ff",
    b"/v1/players?cursor=%c0%af",
    b"/metrics?x=1",
    b"/?x=1",
]
BODIES = [
    posted(b""),
    posted(b" "),
    posted(b"{"),
    posted(b"null"),
    posted(b"[]"),
    posted(b'"x"'),
    posted(b"\xff\xfe{}"),
    posted('{"retally": 1}'.encode("utf-16")),
    posted(b"\x00" * 100),
    posted(b"[" * 19_000),
    posted(b'{"a":' * 3000),
    posted(b'{"retally": 1e999}'),
    posted(b'{"retally": ' + b"9" * 15_000 + b"}"),
    posted(b'{"retally":1,"retally":1}'),
    posted(b'{"retally": 1, "game": "../../x"}'),
    posted(b'{"retally": 1, "game": "__init__"}'),
    posted(json.dumps({**LOW, "game_id": "a" * 129}).encode()),
    posted(json.dumps({**LOW, "game_id": "\x1b[31m"}).encode()),
    posted(json.dumps({**LOW, "players": ["\ud800", "b"]}).encode()),
    posted(json.dumps({**LOW, "rounds": [{"rows": [10**400] * 4, "turns": []}]}).encode()),
    posted(b"x" * (BODY + 1)),
    posted(b"{}", head=b"Content-Type: text/plain\r\n"),
    posted(b"{}", head=b"Content-Type: multipart/form-data; boundary=x\r\n"),
    posted(b"{}", head=b"Content-Type: application/json; charset=utf-16\r\n"),
    posted(b"{}", head=b"Content-Type: \xff\r\n"),
    posted(b"{}", head=b""),
    posted(b"\x1f\x8b\x08", head=JSON + b"Content-Encoding: gzip\r\n"),
    posted(b"{}", head=JSON + b"Content-Encoding: br\r\n"),
    posted(b"{}", head=JSON + b"Origin: https://evil.example\r\n"),
    posted(b"{}", head=JSON + b"Host: evil.example\r\n"),
    posted(b"{}", b"/v1/verify", b""),
    posted(b"log=x", b"/check"),
    posted(b"log=", b"/check", b"Content-Type: application/x-www-form-urlencoded\r\n"),
    posted(b"log=%FF", b"/check", b"Content-Type: application/x-www-form-urlencoded\r\n"),
    posted(b"\xff", b"/check", b"Content-Type: application/x-www-form-urlencoded\r\n"),
    posted(b"a=b&" * 50, b"/check", b"Content-Type: application/x-www-form-urlencoded\r\n"),
    request(b"/v1/games", b"TRACE"),
    request(b"/v1/games", b"CONNECT"),
    request(b"/", b"PUT"),
    request(b"/v1/sql", b"GET"),
    request(b"/v1/games", b"X" * 100),
    request(b"/v1/games/low", b"DELETE"),
    request(b"/v1/games", head=b"Accept: image/png\r\n"),
    request(b"/v1/games", head=b"Accept: " + b"a/b;q=x," * 500 + b"\r\n"),
    request(b"/v1/games", head=b"Accept: \xff\r\n"),
    request(head=b"Upgrade: websocket\r\nAccept: x\r\nConnection: Upgrade\r\n"),
]
SQL = [
    asked(query)
    for query in (
        "attach '/etc/passwd' as x",
        "pragma database_list",
        "select * from read_blob('/etc/*')",
        "select * from glob('/*')",
        "select * from read_parquet('http://localhost/')",
        "load httpfs",
        "export database '/tmp/x'",
        "create table t as select 1",
        "insert into games select * from games",
        "begin; drop table games; commit",
        "explain analyze create table t as select 1",
        "prepare p as select 1",
        "select getenv('HOME')",
        "select * from sniff_csv('/etc/passwd')",
        "select /*",
        "'",
        "\x00",
        "with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r",
        "select " + "(" * 5000,
        "select repeat('x', 300000)",
        "select error('/etc/passwd')",
        "select $missing",
        "from duckdb_databases()",
        "with t as (select sql from (from 'DuckDB_Views')) from t",
        "show allowed_paths",
        "select 'secret_directory'.current_setting()",
        "from query('from duckdb_' || 'tables()')",
        "summarize sqlite_master",
    )
] + [
    posted(body, b"/v1/sql")
    for body in (
        b"",
        b"{}",
        b"[]",
        b'{"query": 1}',
        b'{"query": "select 1", "limit": 9}',
        b'{"query": "select $p", "parameters": {"p": []}}',
        b'{"query": "select 1", "parameters": 1}',
        b'{"query": "select 1", "parameters": {"p": 1}}',
        b'{"query": "\\ud800"}',
    )
]
STREAMS = [
    posted(b"x" * 5001, b"/v1/verify", LINES),
    posted(b"x\n" * 3900, b"/v1/verify", LINES),
    posted(b"\n" * 8100, b"/v1/verify", LINES),
    posted(b"\xff\n\x00\n{\n[[[[\n", b"/v1/verify", LINES),
    chunked(b"7d0\r\n" + (b"y" * 2000) + b"\r\n0\r\n\r\n", b"/v1/verify", LINES),
]
SLOW = [
    b"",  # a connection that says nothing
    b"GET / HT",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
    posted(b"{}")[:-1],
    b"POST /v1/games HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 100\r\n\r\n{",
    b"POST /v1/sql HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 100\r\n\r\n",
    chunked(b"5\r\nhello\r\n"),
    chunked(b"5\r\nhello\r\n", b"/v1/verify", LINES),
]
