"""Korean beside English: the catalogue is whole and in step, and the program speaks it."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from program import LOCALE, TYPING, retally
from retally.cli.speech import Lang
from retally.lang import ENGLISH, LANGUAGES, tongue
from retally.lang.po import BrokenCatalogue, Message, merged, messages_of
from retally.pipeline.messages import FROM, HOME, TELLING, catalogue, made_anew, messages
from retally.pipeline.reports import reported
from retally.pipeline.store import writing
from retally.schemas.codes import DICTIONARY, Code
from retally.schemas.told import cells, listed, told

KO = tongue("ko")
HANGUL = re.compile("[가-힣]")
SPEAKING = ("verify", "explain", "replay", "score", "report", "pages", "rejects", "demo")
"""Commands that tell a person something of games."""
SAMPLES = HOME / "sample_logs"
BROKEN = HOME / "tests" / "broken"
SUM = SAMPLES / "six_nimmt" / "wrong-sum.json"
KOREA = {"LANG": "ko_KR.UTF-8"}


# The catalogue ----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_catalogue_is_as_make_lang_makes_it(language: str) -> None:
    assert catalogue(language).read_text("utf-8") == made_anew(language), "run make lang"


def unfilled(message: Message) -> str:
    """What a message says beside its words."""
    return "".join(literal for literal, *_ in Formatter().parse(message.template))


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_message_is_said_and_with_the_same_words(language: str) -> None:
    said = messages_of(catalogue(language).read_text("utf-8"))
    for message in messages():
        text = said[message.template, message.context]
        words = {name for _, name, *_ in Formatter().parse(message.template) if name}
        assert {name for _, name, *_ in Formatter().parse(text) if name} == words, message
        assert (text[0] == " ", text[-1] == " ") == (
            message.template[0] == " ", message.template[-1] == " "
        ), message  # fmt: skip


WITHOUT_HANGUL = {
    "{sum} = {heads}",
    "1 to {highest}",
    "{first} and {second}",
    "{status}: {source}:{line}",
    "{name:<24}  {done:<2}  =  {result}",
    "{count} {status}",
    "{where}{key}{why}{value}",
}
"""Messages that have no word in Korean."""


def test_no_message_is_left_in_english() -> None:
    said = messages_of(catalogue("ko").read_text("utf-8"))
    silent = {key for key, text in said.items() if not HANGUL.search(text)}
    assert {template for template, context in silent} == WITHOUT_HANGUL
    long = re.compile("[A-Za-z]{3,} [A-Za-z]{3,} [A-Za-z]{2,}")
    assert [text for text in said.values() if long.search(text)] == []


def test_every_message_is_written_out_where_it_is_told() -> None:
    """No f-string and nothing put together: such a message could be in no catalogue."""
    made: list[str] = []
    for folder in ("schemas", "pipeline", "cli"):
        for file in sorted((HOME / folder).rglob("*.py")):
            text = file.read_text("utf-8")
            for node in ast.walk(ast.parse(text)) if FROM in text else ():
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    name, given = node.func.id, node.args[:1]
                    written = given and isinstance(given[0], ast.Constant)
                    kept = name == "told" and given and isinstance(
                        given[0], ast.Name | ast.Subscript | ast.IfExp
                    )  # fmt: skip
                    if name in TELLING and not (written or kept):
                        made.append(f"{file.name}:{node.lineno}")
    assert made == []


def test_a_new_message_is_missed_and_a_stale_one_left_out() -> None:
    said = {("old", None): "옛", ("kept", None): "그대로"}
    assert merged([Message("kept"), Message("new")], said) == [
        Message("kept", said="그대로"),
        Message("new"),
    ]


@pytest.mark.parametrize("line", ["msgid no quotes", 'msgbad "x"', 'msgid "x"\nmsgid "y"'])
def test_a_broken_catalogue_is_refused(line: str) -> None:
    with pytest.raises(BrokenCatalogue):
        messages_of(line + "\n")


def test_the_languages_are_those_of_the_option_and_of_the_folder() -> None:
    assert tuple(Lang) == LANGUAGES
    folders = {path.parent.parent.name for path in (HOME / "lang").glob("*/LC_MESSAGES/*.po")}
    assert folders == set(LANGUAGES[1:])


# Words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("민수", "민수가 R1로 다를 외침"),
        ("지원", "지원이 R1로 다를 외침"),
        ("ann", "ann이(가) R1로 다를 외침"),
        ("이(가)", "이(가)이(가) R1로 다를 외침"),
        ("{card}은(는)", "{card}은(는)이(가) R1로 다를 외침"),
        ("7", "7이 R1로 다를 외침"),
    ],
)
def test_a_particle_fits_the_name_before_it(name: str, said: str) -> None:
    assert KO.say(told("{player} calls Da with {card}", player=name, card="R1")) == said


@pytest.mark.parametrize(
    ("card", "by"), [("R1", "로"), ("R2", "로"), ("R3", "으로"), ("공", "으로")]
)
def test_a_particle_knows_how_digits_are_spoken(card: str, by: str) -> None:
    text = KO.say(told("{player} calls Da with {card}", player="민수", card=card))
    assert text == f"민수가 {card}{by} 다를 외침"


def test_what_is_told_within_is_said_too_and_what_a_log_has_is_not() -> None:
    text = listed((told("nobody"), "nobody", told("{count} heads", count=3)))
    assert (text, KO.say(text)) == ("nobody, nobody, 3 heads", "없음, nobody, 황소머리 3개")
    assert ENGLISH.say(text) == text


@pytest.mark.parametrize("speaker", [ENGLISH, KO])
@pytest.mark.parametrize("player", ["ann", "서연", "ｗｉｄｅ"])
def test_a_table_lines_up_with_wide_names(speaker: Any, player: str) -> None:
    line = "{player:<12} {state:<6} stack {stack:>4}  ante {ante}  bets {bets:>3}"
    for state in (told("in"), told("folded")):
        text = speaker.say(told(line, player=player, state=state, stack=7, ante=1, bets=12))
        assert cells(text) == cells(
            speaker.say(told(line, player="bo", state="", stack=0, ante=0, bets=0))
        )


# What is stored ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "stored", "said"),
    [
        (
            Code.ROUND_PENALTY,
            "bull heads of bo in this round: 12, recorded: 11",
            "이번 라운드 bo의 황소머리: 12, 기록: 11",
        ),
        (
            Code.AFTER_THE_END,
            "the game had ended in turn 9: 민지 has four stored cards; nothing more is played",
            "게임은 이미 끝났음(9턴에 민지의 보관패가 네 장이 됨); 더 진행할 수 없음",
        ),
        (
            Code.WRONG_TYPE,
            'wrong type: a whole number is due, not "ann shows 3"',
            '잘못된 자료형: 필요한 것: 정수, 기록된 것: "ann shows 3"',
        ),
        (
            Code.SEATS,
            "players at the table: 1; due are 2 to 10 players",
            "참가 인원: 1; 가능한 인원: 2~10명",
        ),
    ],
)
def test_a_stored_message_is_said_again(code: Code, stored: str, said: str) -> None:
    assert KO.stored(DICTIONARY[code].says, stored) == said
    assert ENGLISH.stored(DICTIONARY[code].says, stored) == stored


@pytest.mark.parametrize(
    "stored",
    [
        "the game is won by a, recorded: b, recorded: c",  # two ways to read it
        "won, as an older version said it",
    ],
)
def test_a_stored_message_that_is_not_plain_stays_as_it_is(stored: str) -> None:
    assert KO.stored(DICTIONARY[Code.WINNERS].says, stored) == stored


def test_what_is_stored_does_not_depend_on_who_loads_it(tmp_path: Path) -> None:
    found = {}
    for language, env in {"en": {}, "ko": KOREA}.items():
        db = tmp_path / f"{language}.duckdb"
        done = retally("ingest", SUM, BROKEN / "PLAY005-round-broken-off.json", "--db", db, env=env)
        assert done.returncode == 1
        with writing(str(db)) as connection:
            query = "select code, message from findings order by all"
            reasons = "select code, reason from rejects order by all"
            found[language] = [connection.execute(q).fetchall() for q in (query, reasons)]
    assert found["en"] == found["ko"]
    assert len(found["en"][0]) == 4
    text = retally("report", "findings", "--db", db, "--format", "jsonl", env=KOREA).stdout
    said = {row["code"]: row["first_message"] for row in map(json.loads, text.splitlines())}
    assert said["SCORE001"] == "이번 라운드 di의 황소머리: 0, 기록: 3"
    assert said["PLAY005"].startswith("라운드가 10턴 중 ")
    rejects = retally("rejects", "--db", db, "--format", "jsonl", "--lang", "ko").stdout
    assert json.loads(rejects)["reason"] == said["PLAY005"]


def test_a_reason_of_strict_is_told_before_the_message(tmp_path: Path) -> None:
    db = tmp_path / "w.duckdb"
    log = SAMPLES / "six_nimmt" / "figures-1-to-4.json"
    assert retally("ingest", SUM, log, "--strict", "--db", db).returncode == 1
    done = retally("rejects", "--db", db, "--format", "jsonl", "--lang", "ko")
    reasons = [json.loads(line)["reason"] for line in done.stdout.splitlines()]
    assert sorted(reasons) == [
        "확인되지 않음: 미완 (--strict)",
        "확인되지 않음: 불일치 (--strict): 이번 라운드 di의 황소머리: 0, 기록: 3",
    ]


# The program ------------------------------------------------------------------------------


def verdicts(*options: str, **env: str) -> tuple[list[dict[str, Any]], str]:
    done = retally("verify", SAMPLES, BROKEN, "--format", "jsonl", *options, env=env)
    assert done.returncode == 1, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.decode().splitlines()], done.stderr.decode()


def test_in_korean_only_messages_differ_and_none_is_left() -> None:
    english, _ = verdicts()
    korean, summary = verdicts(**KOREA)
    assert "확인됨" in summary
    messages = [said["message"] for verdict in korean for said in verdict["findings"]]
    assert {said["code"] for verdict in korean for said in verdict["findings"]} >= {
        code.value for code in Code if code is not Code.GAME_ID_TAKEN
    }
    for message in messages:
        assert HANGUL.search(message), message
    for verdict in (*english, *korean):
        for said in verdict["findings"]:
            assert said.pop("message")
    assert english == korean


LEFT = re.compile(
    r" (is|are|was|has|the|of|to|at|and|not|no) "
    r"|(?<![\w-])(nobody|heads|stones|cards?|bets?|turn|row)(?![\w-])"
)
"""Words of English that would stand out in a Korean text."""
OF_THE_LOG = re.compile(r'(?m)^ +위치 .*$|"[^"\n]*"|\w+=\w+|\w+_\w+|[^ \n]*\.(json|jsonl)\S*')


@pytest.mark.parametrize("env", [KOREA, {"LC_ALL": "ko", "LANG": "C"}, {"LC_MESSAGES": "ko_KR"}])
def test_the_locale_chooses_the_language(env: dict[str, str]) -> None:
    text = retally("verify", SUM, env=env).stdout.decode()
    assert text.startswith(f"불일치: {SUM}:1  젝스님트  wrong-sum  ")
    assert "오류[SCORE001] 이번 라운드 di의 황소머리: 0, 기록: 3  (규칙 2.5)" in text
    assert "     | di: 가져간 줄 없음" in text


@pytest.mark.parametrize(
    ("options", "env"),
    [
        ([], {"LC_ALL": "C", "LANG": "ko_KR.UTF-8"}),
        ([], {"LANG": "kok_IN.UTF-8"}),
        ([], {"LANG": ""}),
        (["--lang", "en"], KOREA),
    ],
)
def test_what_is_not_korean_is_english(options: list[str], env: dict[str, str]) -> None:
    assert retally("verify", SUM, *options, env=env).stdout.startswith(b"mismatch: ")


def test_no_english_is_left_in_the_text_of_verdicts() -> None:
    done = retally("verify", SAMPLES, BROKEN, "--lang", "ko")
    text = OF_THE_LOG.sub("", done.stdout.decode())
    left = [line for line in text.splitlines() if LEFT.search(line)]
    assert [line for line in left if "B의 call" not in line] == []


@pytest.mark.parametrize(
    ("log", "options", "line"),
    [
        ("six_nimmt/figures-1-to-4.json", ["--turn", "2"],
         "  1번 줄   12  14  15         황소머리  4개"),
        ("sixteen/stones-night.jsonl",
         ["--game-id", "stones-night-1", "--round", "5", "--turn", "3"],
         "서연이 콜: 24 중 스톤 6개, 올인(팟 73 → 79)"),
        ("zaagox/author-slides.json", ["--turn", "3"],
         "mina이(가) 버림패를 가져가 R1 Y1을 패쌍으로 놓음; 숙성패 1장 필요"),
    ],
)  # fmt: skip
def test_a_turn_is_explained_in_korean(log: str, options: list[str], line: str) -> None:
    done = retally("explain", SAMPLES / log, *options, "--lang", "ko")
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert line in lines
    assert [told for told in lines if LEFT.search(told)] == []


def test_a_score_is_told_in_korean_and_is_the_same_for_programs() -> None:
    lines = retally("score", "zaagox", "R1", "Y2", "G3", "B4", "--lang", "ko").stdout.decode()
    assert "보관패 네 장              +2  =  2\n" in lines
    assert "수 4종, 강연결            ^2  =  144\n" in lines
    both = [
        retally("score", "zaagox", "R1", "Y2", "G3", "B4", "--format", "json", "--lang", lang)
        for lang in LANGUAGES
    ]
    assert both[0].stdout == both[1].stdout
    assert b"four cards stored" in both[0].stdout


@pytest.mark.parametrize("command", SPEAKING)
def test_a_language_that_there_is_not_is_wrong_usage(command: str, tmp_path: Path) -> None:
    given = {"verify": [SUM], "explain": [SUM, "--turn", "1"], "score": ["six_nimmt", "5"]}
    done = retally(command, *given.get(command, []), "--lang", "de", cwd=tmp_path)
    assert done.returncode == 2
    assert "'en', 'ko'" in done.stderr.decode()


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("house") / "w.duckdb"
    log = SAMPLES / "six_nimmt" / "five-players-korean-names.json"
    assert retally("ingest", log, SUM, "--db", path).returncode == 1
    return str(path)


def test_titles_are_for_people_and_names_for_programs(db: str) -> None:
    for form in ("csv", "json", "jsonl"):
        both = [
            retally("report", "standings", "--db", db, "--format", form, "--lang", lang).stdout
            for lang in LANGUAGES
        ]
        assert both[0] == both[1]
        assert b"win_share_rate" in both[0]
    markdown = retally("report", "standings", "--db", db, "--format", "markdown", env=KOREA)
    assert markdown.stdout.decode().startswith("| 게임 | 참가자 | 게임 수 | 끝난 게임 | 승리 |")


def test_a_table_with_korean_titles_and_names_lines_up(db: str) -> None:
    done = retally("report", "standings", "--db", db, "--format", "table", "--lang", "ko")
    lines = done.stdout.decode().splitlines()
    assert lines[0].startswith("게임       참가자  게임 수  ")
    assert lines[0].endswith("표본 적음")
    assert {cells(line) for line in lines[:2]} == {cells(lines[1])}
    few = [line for line in lines[2:] if line.rstrip().endswith("true")]
    assert len(few) == len(lines) - 2
    assert {cells(line.rstrip().removesuffix("true")) for line in few} == {
        cells(lines[0].removesuffix("표본 적음"))
    }
    assert any("민준" in line for line in lines)


def test_the_list_of_reports_is_told_in_korean() -> None:
    text = retally("report", "--format", "table", "--lang", "ko").stdout.decode()
    assert text.startswith("보고서")
    assert "standings" in text
    assert "순위: 모든 참가자의 게임, 승리, 점수" in text


def test_every_report_has_titles_for_all_its_columns(db: str) -> None:
    with reported(db, "standings", {}) as answer:
        names = [column.name for column in answer.columns]
    assert all(HANGUL.search(KO.column(name)) for name in names)
    assert [ENGLISH.column(name) for name in names] == names


# Start-up ---------------------------------------------------------------------------------


def loaded(*arguments: str | Path) -> set[str]:
    """Which modules a call of the program loads."""
    code = (
        "import sys\nfrom retally.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('\\n'.join(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True,
        env={**LOCALE, "PYTHONPATH": str(TYPING)},
        timeout=300,
        check=True,
    )
    return set(done.stderr.decode().splitlines())


def test_english_opens_no_catalogue_and_korean_no_column_store() -> None:
    assert loaded("verify", SUM) & {"retally.lang.po", "retally.lang.stored"} == set()
    korean = loaded("verify", SUM, "--lang", "ko")
    assert "retally.lang.po" in korean
    assert korean & {"polars", "duckdb", "numpy", "rich", "retally.lang.stored"} == set()
