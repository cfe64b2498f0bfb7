"""Games of all kinds for the batch engine: any rules, seats, claims and gaps, and mutants."""

import copy
import json
import re
from random import Random
from typing import Any

from logs import played
from mutants import at, mutant, places
from retally.pipeline.rules import options_under
from retally.schemas.six_nimmt import EDITIONS, Rules

LogDict = dict[str, Any]

CHOICES: dict[str, list[Any]] = {
    "low_card_row": ["free_choice", "fewest_heads"],
    "end_comparison": ["at_least", "more_than"],
    "end_threshold": [1, 15, 40, 66],
    "fixed_rounds": [None, 1, 2, 5],
    "end_check": ["end_of_round", "immediate"],
    "tie_break": ["shared_win", "extra_round"],
    "next_deal": ["reshuffle_all", "continue_stock"],
    "max_players": [10],
    "draft_direction": ["clockwise", "counterclockwise"],
    "score_sign": ["positive", "negative"],
    "deck": ["full", "reduced"],
    "hand_deal": ["dealt", "open_draft"],
}
"""Every option with values worth a try; all let a game end."""


def random_rules(dice: Random) -> LogDict:
    """An edition, or none, and some options over it."""
    rules: LogDict = {}
    if dice.random() < 0.7:
        rules["edition"] = dice.choice(list(EDITIONS))
    for name in dice.sample(list(CHOICES), dice.choice([0, 1, 2, 4])):
        rules[name] = dice.choice(CHOICES[name])
    return rules


def random_game(dice: Random) -> LogDict:
    """A game that is legal and truly claimed, whole or stopped, with much or little said."""
    rules = random_rules(dice)
    options = options_under("six_nimmt", Rules.model_validate(rules))
    seats = dice.choice([2, 2, 3, 4, 4, 5, 6, 7, 10])
    log = played(dice.randrange(10**9), seats, dice.random() < 0.7, **options.model_dump())
    log["rules"] = rules
    if not rules and dice.random() < 0.5:
        del log["rules"]
    if dice.random() < 0.3:
        stop(dice, log)
    for round_ in log["rounds"]:
        leave_out(dice, round_)
    for claim in ("totals", "winners"):
        if dice.random() < 0.2:
            log["recorded"].pop(claim, None)
    if dice.random() < 0.1:
        unclaim(log)
    if dice.random() < 0.2:
        log["meta"] = {"table": "a:b", "from": [{"x": 1.5, "y": None}], "names": "조:이"}
    if dice.random() < 0.2:
        log["played_at"] = dice.choice(["2026-11-30T20:15:00+09:00", "2020-02-29t00:00:00.5Z"])
    return log


def unclaim(log: LogDict) -> None:
    """Take every claim out of a log."""
    for part in (log, *log["rounds"]):
        part.pop("recorded", None)


def stop(dice: Random, log: LogDict) -> None:
    """Let the recording stop in mid-round; what cannot be known any more is not claimed."""
    del log["rounds"][dice.randint(1, len(log["rounds"])) :]
    log["recorded"] = {}
    last = log["rounds"][-1]
    turns = dice.randint(1, len(last["turns"]))
    claims = last["recorded"]
    for table in (last, claims):
        for name in ("turns", "row_choices", "turn_penalties", "placed_rows"):
            if name in table:
                table[name] = table[name][:turns]
    if "turn_penalties" in claims:
        claims["penalties"] = [sum(heads) for heads in zip(*claims["turn_penalties"], strict=True)]
    else:
        claims.pop("penalties")


def leave_out(dice: Random, round_: LogDict) -> None:
    """Leave out what a log need not say."""
    for name in ("hands", "recorded"):
        if dice.random() < 0.2:
            round_.pop(name, None)
    for name in ("penalties", "turn_penalties", "placed_rows"):
        if dice.random() < 0.2:
            round_.get("recorded", {}).pop(name, None)
    choices = round_.get("row_choices", [])
    while choices and choices[-1] is None and dice.random() < 0.8:
        choices.pop()


def text(dice: Random, log: LogDict) -> bytes:
    """A log as one writer or another would lay it out."""
    spaces = dice.choice([(",", ":"), (", ", ": "), (" , ", " :  ")])
    return json.dumps(log, ensure_ascii=dice.random() < 0.5, separators=spaces).encode()


# Broken ones ------------------------------------------------------------------------------


def broken_text(dice: Random, log: LogDict) -> bytes:
    """The text of a log with something wrong in it, most often."""
    how = dice.choice(BREAKS)
    return how(dice, copy.deepcopy(log))


def _one_thing_changed(dice: Random, log: LogDict) -> bytes:
    for _ in range(dice.choice([1, 1, 2])):
        _, log = mutant(dice, log)
    return text(dice, log)


def _other_rules(dice: Random, log: LogDict) -> bytes:
    log["rules"] = {**(log.get("rules") or {}), **random_rules(dice)}
    if dice.random() < 0.3:
        log["rules"][dice.choice([*CHOICES, "edition", "other"])] = dice.choice(ODD)
    return text(dice, log)


def _other_players(dice: Random, log: LogDict) -> bytes:
    index = dice.randrange(len(log["players"]))
    log["players"][index] = dice.choice(["", "p1", "x" * 65, "Zoe\u0308", "Zo\u00eb", 5, "a:b"])
    return text(dice, log)


def _other_type(dice: Random, log: LogDict) -> bytes:
    if dice.random() < 0.2:
        log[dice.choice([*log, "meta", "played_at", "new"])] = dice.choice(ODD)
    else:
        path, _ = dice.choice(list(places(log)))
        at(log, path[:-1])[path[-1]] = dice.choice(ODD)
    return text(dice, log)


def _rounds_changed(dice: Random, log: LogDict) -> bytes:
    rounds = log["rounds"]
    index = dice.randrange(len(rounds))
    dice.choice(
        [
            lambda: rounds.pop(index),
            lambda: rounds.append(copy.deepcopy(rounds[index])),
            lambda: rounds.insert(index, random_game(dice)["rounds"][0]),
            lambda: rounds[index]["turns"].pop(),
            lambda: rounds[index]["turns"].reverse(),
            lambda: rounds[index].update(row_choices=[1] * len(rounds[index]["turns"])),
            lambda: rounds[index].pop("row_choices", None),
            lambda: rounds[index].update(draft=[[1, 5], [2, 6]]),
        ]
    )()
    return text(dice, log)


def _cards_swapped(dice: Random, log: LogDict) -> bytes:
    """Two cards of a round change places, or one becomes another: often still a legal play."""
    round_ = dice.choice(log["rounds"])
    turn, other = dice.choice(round_["turns"]), dice.choice(round_["turns"])
    seat = dice.randrange(len(turn))
    if dice.random() < 0.5:
        turn[seat], other[seat] = other[seat], turn[seat]
    else:
        turn[seat] = dice.randint(0, 105)
    if dice.random() < 0.7:
        for part in ("hands", "recorded"):
            round_.pop(part, None)
        log.pop("recorded", None)
    return text(dice, log)


def _key_twice(dice: Random, log: LogDict) -> bytes:
    raw = text(dice, log)
    keys = list(re.finditer(rb'"\w+"\s*:', raw))
    found = dice.choice(keys)
    value = dice.choice([b"1", b"null", b"[]", b'{"a":1}', b'"x:y"'])
    key = dice.choice([found[0], found[0], b'"\\u0072ounds":', b'"new":'])
    return raw[: found.start()] + key + value + b"," + raw[found.start() :]


def _bytes_changed(dice: Random, log: LogDict) -> bytes:
    raw = text(dice, log)
    start = dice.randrange(len(raw))
    stop_ = min(len(raw), start + dice.choice([0, 1, 1, 2, 5, 40]))
    return raw[:start] + dice.choice(SCRAPS) + raw[stop_:]


def _meta_changed(dice: Random, log: LogDict) -> bytes:
    raw = text(dice, log | {"meta": {"here": "HERE", "a:b": "c:d"}})
    return raw.replace(b'"HERE"', dice.choice(INNER))


BREAKS = [
    _one_thing_changed,
    _one_thing_changed,
    _other_rules,
    _other_players,
    _other_type,
    _rounds_changed,
    _cards_swapped,
    _cards_swapped,
    _key_twice,
    _bytes_changed,
    _meta_changed,
]
ODD: list[Any] = [None, True, False, 0, 1, 1.0, 14.5, -1, 2**31, 2**70, "1", "", [], {}, [[]]]
SCRAPS = [
    *(bytes([byte]) for byte in b'0159 ,:[]{}"-.et\\\t\x00\x7f'),
    b"", b"null", b"true", b"NaN", b"-Infinity", b"1e3", b"\xff", b"\xed\xa0\x80", b"\\ud800",
    b"\\u003a", b"\xef\xbb\xbf", b'"meta":{},', b'"meta":{"a":NaN},', b'"rounds":[],',
]  # fmt: skip
INNER = [
    b"NaN", b"-Infinity", b'"Infinity"', b"1e400", b"9" * 5000, b"[" * 190 + b"]" * 190,
    b"[" * 300 + b"]" * 300, b'"\\ud83d"', b'"\\ud83d\\ude00"', b'"\\u003a"', b'{"a":1,"a":2}',
    b'{"x:y":"\\u003a","x:y":1}', b'{"retally":2}', b'"\xc3\xa9:"', b'"\xc3"', b"[true, null]",
]  # fmt: skip
