"""`retally sql` as it is typed: queries from three places, and the prompt."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest
from program import TYPING, retally
from retally.cli import prompt
from warehouse import CORPUS, Warehouse

ASKED = "select game_id, rounds from games order by game_id limit 2"
ANSWERED = b"game_id,rounds\nfigures-1-to-4,1\nlow,1\n"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Warehouse:
    house = Warehouse(tmp_path_factory.mktemp("house"))
    house.load(*CORPUS)
    return house


def test_a_query_comes_as_an_argument_from_a_file_or_from_a_pipe(house: Warehouse) -> None:
    file = house.folder / "q.sql"
    file.write_text("\ufeff-- which games\n" + ASKED + ";\n", "utf-8")
    for arguments, text in (
        ((ASKED,), b""),
        (("--file", str(file)), b""),
        (("-",), ASKED.encode()),
    ):
        done = retally("sql", *arguments, "--db", house.db, text=text)
        assert (done.returncode, done.stdout, done.stderr) == (0, ANSWERED, b"")


def test_a_limit_is_said_on_stderr(house: Warehouse) -> None:
    done = retally("sql", "from range(5)", "--limit", "2", "--db", house.db)
    assert (done.returncode, done.stdout) == (0, b"range\n0\n1\n")
    assert done.stderr == b"these are the first 2 rows, there are more; --limit 0 gives all\n"
    done = retally("sql", "from range(20000)", "--limit", "0", "--db", house.db)
    assert (len(done.stdout.splitlines()), done.stderr) == (20001, b"")


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["select playr from seats"], 2, b'"playr" not found'),
        (["drop table games"], 2, b"SELECT or EXPLAIN, not DROP"),
        (["from read_text('/etc/passwd')"], 2, b"disabled by configuration"),
        ([], 2, b"no query; give one, or - to read it from standard input"),
        (["select 1", "--file", "q.sql"], 2, b"a query or --file, not both"),
        (["--file", "nowhere.sql"], 3, b"nowhere.sql: No such file or directory"),
        (["select sleep_ms(60000)", "--timeout", "0.2"], 3, b"stopped after 0.2 seconds"),
        (["select 1", "--format", "xlsx"], 2, b"needs -o FILE"),
    ],
)
def test_what_goes_wrong_is_said(
    house: Warehouse, arguments: list[str], status: int, said: bytes
) -> None:
    done = retally("sql", *arguments, "--db", house.db)
    assert (done.returncode, done.stdout) == (status, b"")
    assert said in done.stderr
    assert b"Traceback" not in done.stderr


def test_no_variable_of_ours_is_a_table(house: Warehouse) -> None:
    for name in ("connection", "query", "rows", "LISTED", "found"):
        assert retally("sql", f"from {name}", "--db", house.db).returncode == 2


def test_a_file_is_written(house: Warehouse) -> None:
    path = house.folder / "out.json"
    done = retally("sql", "select 1 as a", "-o", path, "--db", house.db)
    assert (done.returncode, done.stdout, path.read_text()) == (0, b"", '[\n{"a": 1}\n]\n')


# The prompt -------------------------------------------------------------------------------


@pytest.fixture
def session(house: Warehouse, tmp_path: Path) -> Iterator["pexpect.spawn[str]"]:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "retally.cli.main", "sql", "--db", house.db],
        env={
            **os.environ,
            "PYTHONPATH": str(TYPING),
            "XDG_STATE_HOME": str(tmp_path),
            "TERM": "xterm",
            "PROMPT_TOOLKIT_NO_CPR": "1",
        },
        encoding="utf-8",
        timeout=300,
        dimensions=(40, 200),
    )
    child.expect("retally>")
    yield child
    child.close(force=True)


def test_the_prompt_answers_errs_goes_on_and_leaves(
    session: "pexpect.spawn[str]", tmp_path: Path
) -> None:
    session.sendline("select player,")
    session.expect(r"\.\.\.>")
    session.sendline("count(*) as n from seats where player = 'di' group by all;")
    session.expect(r"di\s+1")
    session.expect("retally>")
    session.sendline("select nonsense from games;")
    session.expect('Error: .*"nonsense" not found')
    session.expect("retally>")
    session.sendline(".tables")
    session.expect("turn_facts")
    session.expect("retally>")
    session.sendline(".schema seats")
    session.expect("recorded_score")
    session.expect("retally>")
    session.sendline(".nonsense")
    session.expect("there is no .nonsense")
    session.expect("retally>")
    session.sendline(".quit")
    session.expect(pexpect.EOF)
    session.close()
    assert session.exitstatus == 0
    assert "select nonsense from games;" in (tmp_path / "retally" / "history").read_text()


def test_ctrl_c_drops_a_line_and_ctrl_d_leaves(session: "pexpect.spawn[str]") -> None:
    session.send("select nonsense")
    session.expect("nonsense")
    session.sendintr()
    # Only the prompt after an answer is surely a new one: an editor draws its line again at will,
    # and a Ctrl-D that comes between two prompts is none.
    session.sendline("select 40 + 2;")
    session.expect("42")
    session.expect("retally>")
    session.sendeof()
    session.expect(pexpect.EOF)
    session.close()
    assert session.exitstatus == 0


def test_without_prompt_toolkit_lines_are_read_plainly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "prompt_toolkit", None)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("atexit.register", lambda *_: None)
    assert prompt._reader() is input


def test_a_home_that_cannot_be_written_gives_no_history(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert prompt._history_file() is None
