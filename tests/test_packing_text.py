"""Rounds taken as text: the same arrays as if they were read into lists, or not taken as text."""

import copy
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from batches import assert_engines_agree, lines
from batches_games import broken_text, text, unclaim
from hypothesis import given, settings
from hypothesis import strategies as st
from logs import played
from retally.pipeline.packing import six_nimmt as packing
from retally.pipeline.packing import six_nimmt_text
from retally.pipeline.packing.forms import lists_of, numbered, numbers_of, without_numbers
from retally.pipeline.packing.tables import MOST, NONE
from retally.pipeline.sources import RawLog
from soak import soaked

SEEDS = st.integers(0, 2**32)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a form be made when it comes for the first time, whether that pays or not."""
    monkeypatch.setattr(six_nimmt_text, "PAYS", 0)


# Forms ------------------------------------------------------------------------------------


def written(form: str, numbers: Sequence[Any]) -> bytes:
    """Put numbers, or what stands for them, into the gaps of a form."""
    found = iter(numbers)
    return re.sub(r"\d+", lambda _: str(next(found)), numbered(form)).encode()


@given(
    st.lists(st.lists(st.integers(0, MOST) | st.just("null"), min_size=3, max_size=3)), st.data()
)
def test_a_form_fits_its_texts_and_their_numbers_are_read(
    things: list[list[Any]], data: st.DataObject
) -> None:
    form = '{"a":[[,],[]]}'
    pairs = lists_of(form, range(3))
    between = data.draw(st.sampled_from([b",", b", "]))
    whole = b"[" + between.join(written(form, thing) for thing in things) + b"]"
    assert pairs.fits(whole) == bool(things)
    due = [[NONE if number == "null" else number for number in thing] for thing in things]
    if things:
        assert numbers_of([whole, whole], pairs).tolist() == due * 2


def test_a_number_fits_that_is_a_byte_of_a_table() -> None:
    form = lists_of("[,]", ())
    fit = [number for number in range(2000) if form.fits(b"[[%d,1]]" % number)]
    assert fit == [*range(MOST + 1)]
    whole = b"[%b]" % b",".join(b"[%d,1]" % number for number in fit)
    assert numbers_of([whole], form).tolist() == [[number, 1] for number in fit]


@pytest.mark.parametrize(
    "other",
    [
        *("[[01,2]]", "[[-1,2]]", "[[-0,2]]", "[[1.0,2]]", "[[1e1,2]]", "[[,2]]", "[[true,2]]"),
        *("[[null,2]]", "[[ 1,2]]", "[[1, 2]]", "[[1,2] ]", "[[1,2]],", "[[1,2],]", "[[1,2][3,4]]"),
        *("[[1,2]]\n", "[]", "[[1,2]", "[1,2]", "[[1,2],[3]]", "[[1,2,3]]", "[[1nul,2]]"),
        *("[[１,2]]", "[[1,2]]\0", "[[1,2],  [3,4]]", "[[1,2] ,[3,4]]", "[[1l,2]]"),
        *("[[null1,2]]", "[[1null,2]]", "[[1,null2]]", "[[1,2null]]", "[[1,nullnull]]"),
    ],
)  # fmt: skip
def test_what_is_not_of_a_form_does_not_fit(other: str) -> None:
    assert not lists_of("[,]", [1]).fits(other.encode())
    assert not lists_of("[,]", [1]).fits(b"\xff" + other.encode())


# Logs -------------------------------------------------------------------------------------


def alike(dice: Random) -> dict[str, Any]:
    """Give a game whose rounds are whole and have the same keys, in some order."""
    seats = dice.choice([2, 3, 4, 4, 5, 10])
    deal = dice.choice(["dealt", "dealt", "open_draft"])
    log = played(dice.randrange(10**9), seats, dice.random() < 0.5, hand_deal=deal)
    gone = {name for name in ("hands", "draft", "recorded", "row_choices") if dice.random() < 0.1}
    claims = {
        name for name in ("penalties", "turn_penalties", "placed_rows") if dice.random() < 0.2
    }
    order = sorted({"row_choices", *log["rounds"][0]})
    dice.shuffle(order)
    for round_ in log["rounds"]:
        round_.setdefault("row_choices", [None] * 10)
        parts = {name: round_.pop(name) for name in order}
        round_ |= {name: parts[name] for name in order if name not in gone}
        for name in claims:
            round_.get("recorded", {}).pop(name, None)
    if dice.random() < 0.2:
        log["meta"] = {"a:b": [1, None, {"x": "{"}]}
    if dice.random() < 0.1:
        unclaim(log)
    return log


def packed(logs: list[RawLog], monkeypatch: pytest.MonkeyPatch, *, as_text: bool) -> Iterator[Any]:
    """Yield all that packing makes of logs, game by game in their order."""
    with monkeypatch.context() as patched:
        if not as_text:
            patched.setattr(packing, "apart", lambda _: None)
        batches = [*packing.pack(logs)]
    for batch in batches:
        yield batch.left, [raw.raw for raw in batch.logs]
        for games in batch.games:
            yield from sorted(map(repr, _games(games)))


def _games(games: Any) -> Iterator[Any]:
    """Yield each game by itself, whatever their order."""
    arrays = {field.name: getattr(games, field.name) for field in fields(games)}
    firsts = arrays.pop("first")
    for game, (first, end) in enumerate(pairwise(firsts)):
        of_round = {name: arrays[name][first:end].tolist() for name in ROUND_BY_ROUND}
        of_game = {name: arrays[name][game] for name in GAME_BY_GAME}
        some = {name: _some(arrays[name], range(first, end)) for name in OF_SOME_ROUNDS}
        some |= {name: _some(arrays[name], range(game, game + 1)) for name in OF_SOME_GAMES}
        ruling = arrays["rulings"][arrays["ruling"][game]]
        yield int(arrays["numbers"][game]), games.seats, ruling, of_game, of_round, some


GAME_BY_GAME = ("game_ids", "players", "played_at")
ROUND_BY_ROUND = ("starts", "turns", "cards", "choices")
OF_SOME_ROUNDS = ("hands", "drafts", "penalties", "turn_penalties", "placed_rows")
OF_SOME_GAMES = ("totals", "winners")


def _some(given_: Any, which: range) -> list[Any]:
    pairs = zip(given_.of.tolist(), given_.values.tolist(), strict=True)
    kind = given_.values.dtype
    return [(of - which.start, values, kind) for of, values in pairs if of in which]


def as_text(raw: bytes) -> bool:
    """Say whether the rounds of a log are taken as text."""
    packer = packing._Packer({})
    game = packer._read(RawLog("x", 1, raw))
    return game.text is not None


@settings(max_examples=soaked(40, 4000), deadline=None)
@given(SEEDS)
def test_whole_rounds_of_one_form_are_taken_as_text(seed: int) -> None:
    log = alike(Random(seed))
    for spaces in ((",", ":"), (", ", ": ")):
        assert as_text(json.dumps(log, separators=spaces).encode())
    assert not as_text(json.dumps(log, indent=1).encode())


@settings(max_examples=soaked(40, 4000), deadline=None)
@given(SEEDS)
def test_as_text_or_as_lists_the_arrays_are_the_same(seed: int) -> None:
    dice = Random(seed)
    games = [alike(dice) for _ in range(3)]
    texts = [text(dice, game) for game in games] + [_changed(dice, games) for _ in range(12)]
    dice.shuffle(texts)
    logs = lines(texts)
    with pytest.MonkeyPatch.context() as patch:
        found = [*packed(logs, patch, as_text=True)]
        assert found == [*packed(logs, patch, as_text=False)]
    assert_engines_agree(logs)


def _changed(dice: Random, games: list[dict[str, Any]]) -> bytes:
    """Break a log as writers do, or some bytes of its text."""
    game = dice.choice(games)
    if dice.random() < 0.3:
        return broken_text(dice, copy.deepcopy(game))
    raw = bytearray(text(dice, game))
    if dice.random() < 0.3:
        return _repeated(dice, bytes(raw))
    for _ in range(dice.choice([1, 1, 2])):
        place = dice.randrange(len(raw))
        piece = dice.choice([b"", bytes([raw[dice.randrange(len(raw))]]), dice.choice(PIECES)])
        raw[place : place + dice.choice([0, 1, 1, 4])] = piece
    return bytes(raw)


def _repeated(dice: Random, raw: bytes) -> bytes:
    """Say something more, or once more, in all rounds alike."""
    key = dice.choice([b"rows", b"turns", b"hands", b"recorded", b"penalties", b"x"])
    more = b'"%b":%b' % (key, dice.choice([b"{}", b"[]", b"1", b"null", b'"1"', b"[1]"]))
    before = b'"%b"' % dice.choice([b"rows", b"turns", b"recorded", b"penalties"])
    old, new = dice.choice([(before, more + b"," + before), (b"]}}", b"]}," + more + b"}")])
    return raw.replace(old, new)


PIECES = [b"0", b"1", b"null", b",", b"[", b"]", b"{", b"}", b'"', b" ", b"-", b".", b"\\", b"\xff"]
PIECES += [b"}]", b'"rounds":[{', b"127", b"128", b"192", b"255", b"256", b"1000", b"\0"]


FOUR: Any = played(1, 4)
ROUNDS = json.dumps(FOUR["rounds"])


def with_rounds(rounds: str, **changes: Any) -> bytes:
    """Write a log with these rounds, whatever they are; ``changes`` come first."""
    log = changes | {name: value for name, value in FOUR.items() if name != "rounds"}
    return f'{json.dumps(log)[:-1]}, "rounds": {rounds}}}'.encode()


@pytest.mark.parametrize(
    "raw",
    [
        with_rounds("[]", meta={"rounds": FOUR["rounds"]}),
        with_rounds("[]", meta={'a"rounds': FOUR["rounds"]}),
        with_rounds(ROUNDS, meta={"rounds": FOUR["rounds"]}),
        with_rounds(ROUNDS, meta={"rounds": []}),
        with_rounds(ROUNDS, meta={"x": {"rounds": [], "y": FOUR["rounds"]}}),
        with_rounds(f'{ROUNDS}, "rounds": []'),
        with_rounds(f'[], "rounds": {ROUNDS}'),
        with_rounds(f'{ROUNDS}, "rounds": {ROUNDS}'),
        with_rounds("[]", meta={"rounds": FOUR["rounds"]}).replace(b'ds": []', b'd\\u0073": []'),
        with_rounds("[]", meta=0).replace(b'"meta": 0', b'"meta": {"rounds": [{}]}, "meta": {}'),
        with_rounds("[]", rules={"rounds": FOUR["rounds"]}),
        with_rounds("[]", game_id=f'"rounds": {ROUNDS}'),
        with_rounds("[{}]"),
        with_rounds("[{}, {}]"),
        with_rounds("[{]"),
        with_rounds(ROUNDS[:-1]),
        with_rounds(f"{ROUNDS}]"),
    ],
)  # fmt: skip
def test_only_the_rounds_of_the_log_itself_are_its_rounds(
    raw: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What stands elsewhere, or twice, is said to be wrong, or read as it would be without."""
    logs = lines([raw])
    found = [*packed(logs, monkeypatch, as_text=True)]
    assert found == [*packed(logs, monkeypatch, as_text=False)]
    assert_engines_agree(logs)


def _all(change: Callable[[dict[str, Any]], Any]) -> bytes:
    """Write the log with the same change made to each of its rounds."""
    rounds = copy.deepcopy(FOUR["rounds"])
    for round_ in rounds:
        change(round_)
    return with_rounds(json.dumps(rounds))


@pytest.mark.parametrize(
    "raw",
    [
        with_rounds(ROUNDS).replace(b'"p1", ', b'"p1", "p5", '),
        with_rounds(ROUNDS).replace(b'"p1", ', b""),
        _all(lambda round_: round_["turns"].pop()),
        _all(lambda round_: round_["turns"].append(round_["turns"][0])),
        _all(lambda round_: round_["row_choices"].pop()),
        _all(lambda round_: round_["rows"].pop()),
        _all(lambda round_: round_["rows"].append(1)),
        _all(lambda round_: round_["hands"][1].pop()),
        _all(lambda round_: round_["hands"].pop()),
        _all(lambda round_: round_["turns"][3].append(round_["turns"][4].pop())),
        _all(lambda round_: round_["recorded"]["penalties"].pop()),
        _all(lambda round_: round_["recorded"]["placed_rows"].pop()),
        _all(lambda round_: round_.update(draft=[])),
        _all(lambda round_: round_.update(cards=[1])),
        _all(lambda round_: round_.pop("rows")),
        _all(lambda round_: round_.pop("turns")),
        with_rounds(ROUNDS.replace('"rows"', '"rows": [1, 2, 3, 4], "rows"')),
        with_rounds(ROUNDS.replace('"rows"', '"hands"')),
        with_rounds(ROUNDS.replace('"recorded"', '"recorded": {}, "recorded"')),
        with_rounds(ROUNDS.replace("]}}", ']}, "recorded": {}}')),
        with_rounds(ROUNDS.replace("]}}", ']}, "recorded": {"penalties": [1, 2, 3, 4]}}')),
        with_rounds(ROUNDS.replace("]}}", '], "penalties": [1, 2, 3, 4]}}')),
    ],
)
def test_rounds_that_are_not_whole_are_no_text(raw: bytes) -> None:
    logs = lines([raw])
    with pytest.MonkeyPatch.context() as patch:
        found = [*packed(logs, patch, as_text=True)]
        assert found == [*packed(logs, patch, as_text=False)]
    parts = six_nimmt_text.apart(raw)
    assert parts
    assert six_nimmt_text.text_of(parts[0], len(json.loads(raw)["players"]), None) is None


def test_more_rounds_than_a_log_may_have_are_left() -> None:
    one = json.dumps(FOUR["rounds"][:1])[1:-1]
    for times, left in ((10_000, []), (10_001, [0])):
        raw = with_rounds(f"[{','.join([one] * times)}]")
        (batch,) = packing.pack(lines([raw]))
        assert batch.left == left


def test_forms_that_never_end_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(six_nimmt_text, "MOST_COUNTED", 6)
    monkeypatch.setattr(six_nimmt_text, "MOST_MADE", 4)
    forms = six_nimmt_text._Forms()
    first = without_numbers(json.dumps(FOUR["rounds"][0]).encode())
    for number in range(20):
        assert forms.whole(first.replace('"turns"', f'"turns{number}"')) is None
        assert forms.whole(first) is not None
        assert len(forms.times) <= 6
        assert len(forms.wholes) <= 4


def test_forms_that_take_turns_are_not_made_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One more than are kept: each is made once in as many logs as it pays for."""
    monkeypatch.setattr(six_nimmt_text, "MOST_MADE", 4)
    monkeypatch.setattr(six_nimmt_text, "PAYS", 10)
    made = []
    monkeypatch.setattr(six_nimmt_text, "_whole", made.append)
    forms = six_nimmt_text._Forms()
    for turn in range(1000):
        forms.whole(str(turn % 5))
    assert 5 <= len(made) <= 1000 / 10


def test_a_form_is_made_when_it_has_come_so_often_that_it_pays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(six_nimmt_text, "PAYS", 3)
    monkeypatch.setattr(six_nimmt_text, "_forms", six_nimmt_text._Forms())
    raw = with_rounds(ROUNDS)
    assert [as_text(raw) for _ in range(5)] == [False] * 3 + [True] * 2


def test_games_of_several_forms_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """And so what is stored does not hang on what a process has read before."""
    monkeypatch.setattr(six_nimmt_text, "PAYS", 3)
    monkeypatch.setattr(six_nimmt_text, "_forms", six_nimmt_text._Forms())
    games = [with_rounds(ROUNDS), with_rounds(ROUNDS).replace(b" ", b""), _stopped()]
    dice = Random(1)
    logs = lines(dice.choice(games) for _ in range(60))
    assert {as_text(log.raw) for log in logs} == {False, True}
    ((found,),) = [batch.games for batch in packing.pack(logs)]
    assert found.numbers.tolist() == [*range(60)]


def _stopped() -> bytes:
    """Write a log whose only round stops after two turns."""
    rounds = [{"rows": FOUR["rounds"][0]["rows"], "turns": FOUR["rounds"][0]["turns"][:2]}]
    return with_rounds(json.dumps(rounds))


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_arrays_are_those_of_the_log(seats: int) -> None:
    log = played(seats, seats, hand_deal="open_draft")
    raw = json.dumps(log, separators=(",", ":")).encode()
    assert as_text(raw)
    ((games,),) = [batch.games for batch in packing.pack(lines([raw]))]
    rounds = log["rounds"]
    choices = [[row or 0 for row in round_["row_choices"]] for round_ in rounds]
    assert games.starts.tolist() == [round_["rows"] for round_ in rounds]
    assert games.cards.tolist() == [round_["turns"] for round_ in rounds]
    assert games.choices.tolist() == choices
    assert games.hands.values.tolist() == [round_["hands"] for round_ in rounds]
    assert games.drafts.values.tolist() == [round_["draft"] for round_ in rounds]
    for name in ("penalties", "turn_penalties", "placed_rows"):
        due = [round_["recorded"][name] for round_ in rounds]
        assert getattr(games, name).values.tolist() == due
    assert games.penalties.values.dtype == np.int32
