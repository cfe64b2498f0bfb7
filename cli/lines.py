"""Verdicts as the lines of `retally verify`: one by one, or of many games at once. Judges none.

What is written of a game is the same both ways; of many, each text is made once where it can be.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from retally.cli.terminal import json_text, one_line
from retally.cli.verdicts import as_text, clause_told, headline, place_told
from retally.lang import ENGLISH, Tongue, tongue
from retally.pipeline.spoken import SEVERITIES, message
from retally.schemas.codes import DICTIONARY, Code, Severity
from retally.schemas.findings import Verdict
from retally.schemas.told import told

if TYPE_CHECKING:  # a few logs do not load NumPy
    from retally.pipeline.passed_verdicts import Game, Notes, Passed


@dataclass(frozen=True)
class JsonLines:
    """A line of JSON a game, for programs. Messages are of the language, the rest is as ever."""

    language: str

    def alone(self, verdict: Verdict) -> str:
        """Write a verdict."""
        record = verdict.model_dump(mode="json")
        for found, said in zip(record["findings"], verdict.findings, strict=True):
            found["message"] = message(said, tongue(self.language))
        return json_text(record) + "\n"

    def together(self, passed: "Passed") -> Iterator[str | None]:
        """Write the verdicts on many games; None where a message cannot be said again."""
        findings = _json_of_notes(passed.notes, tongue(self.language))
        for game, of_game in zip(passed.games, passed.by_game(findings), strict=True):
            said = [found for found in of_game if found is not None]
            if len(said) < len(of_game):
                yield None
            else:
                yield f'{_json_of_game(game)}, "findings": [{", ".join(said)}]}}\n'


def _json_of_game(game: "Game") -> str:
    scores = ", ".join([f"{_quoted(player)}: {score}" for player, score in game.scores.items()])
    winners = ", ".join([_quoted(player) for player in game.winners])
    return (
        f'{{"source": {_quoted(game.source)}, "line": {game.line},'
        f' "game_id": {json_text(game.game_id)}, "game": "{game.game}",'
        f' "status": "{game.status.value}", "scores": {{{scores}}}, "winners": [{winners}]'
    )


def _json_of_notes(notes: "Notes", speaker: Tongue) -> list[str | None]:
    """Write each note as a finding of JSON."""
    columns = zip(
        notes.code.made(json_text, "null"),
        notes.severity.made(json_text, "null"),
        notes.clause.made(json_text, "null"),
        notes.path.made(json_text, "null"),
        map(_number, notes.round),
        map(_number, notes.turn),
        notes.player.made(json_text, "null"),
        notes.expected.made(_as_json, "null"),
        notes.recorded.made(_as_json, "null"),
        _messages(notes, speaker, json_text),
        strict=True,
    )
    return [
        None
        if says is None
        else f'{{"code": {code}, "severity": {severity}, "clause": {clause}, "path": {path},'
        f' "round": {round_}, "turn": {turn}, "player": {player}, "expected": {expected},'
        f' "recorded": {recorded}, "message": {says}, "legal_under": null}}'
        for code, severity, clause, path, round_, turn, player, expected, recorded, says in columns
    ]


@lru_cache(maxsize=4096)
def _quoted(text: str) -> str:
    return json_text(text)


def _as_json(text: str) -> str:
    return json_text(json.loads(text))


def _number(number: int | None) -> str:
    return "null" if number is None else str(number)


@dataclass(frozen=True)
class TextLines:
    """A verdict as a compiler writes its messages, for people; ``notes``: with notes."""

    language: str
    notes: bool

    def alone(self, verdict: Verdict) -> str:
        """Write a verdict."""
        return as_text(verdict, self.notes, tongue(self.language)) + "\n"

    def together(self, passed: "Passed") -> Iterator[str | None]:
        """Write the verdicts on many games; None where a message cannot be said again."""
        speaker = tongue(self.language)
        heads = _heads_of_notes(passed.notes, speaker, all_shown=self.notes)
        places = _places_of_notes(passed.notes, speaker)
        of_games = zip(passed.games, passed.by_game(heads), passed.by_game(places), strict=True)
        for game, heads_of_game, places_of_game in of_games:
            if None in heads_of_game:
                yield None
                continue
            at = one_line(speaker.say(place_told(game)))
            lines = [
                f"{head}\n    {at}{place}\n"
                for head, place in zip(heads_of_game, places_of_game, strict=True)
                if head
            ]
            yield f"{headline(game, speaker)}\n{''.join(lines)}"


def _heads_of_notes(notes: "Notes", speaker: Tongue, *, all_shown: bool) -> list[str | None]:
    """Write the first line of each; none of one that is not shown, None where it cannot be."""

    def severity(name: str) -> str:
        shown = all_shown or name != Severity.NOTE
        return f"  {speaker.say(SEVERITIES[Severity(name)])}" if shown else ""

    def clause(name: str) -> str:
        return f"  ({speaker.say(clause_told(name))})"

    columns = zip(
        notes.severity.made(severity, ""),
        notes.code.made(str, ""),
        _messages(notes, speaker, one_line),
        notes.clause.made(clause, ""),
        strict=True,
    )
    return [
        None if says is None else weight and f"{weight}[{code}] {says}{clause}"
        for weight, code, says, clause in columns
    ]


def _places_of_notes(notes: "Notes", speaker: Tongue) -> list[str]:
    """Write what stands behind file and line: round, turn, path."""

    @cache
    def in_round(number: int | None) -> str:
        return f", {speaker.say(told('round {round}', round=number))}" if number else ""

    @cache
    def in_turn(number: int | None) -> str:
        return f", {speaker.say(told('turn {turn}', turn=number))}" if number else ""

    columns = zip(
        map(in_round, notes.round),
        map(in_turn, notes.turn),
        notes.path.made(lambda path: f": {one_line(path)}", ""),
        strict=True,
    )
    return ["".join(parts) for parts in columns]


def _messages(notes: "Notes", speaker: Tongue, write: Callable[[str], str]) -> list[str | None]:
    """Write each message in this language; None where it cannot be taken apart to be said again."""
    if speaker is ENGLISH:
        return notes.message.made(write, None)
    codes = dict(zip(notes.message.codes, notes.code.made(Code, None), strict=True))

    def again(number: int, text: str) -> str | None:
        code = codes.get(number)
        said = text if code is None else speaker.stored(DICTIONARY[code].says, text)
        return None if said == text else write(said)

    written = [again(number, text) for number, text in enumerate(notes.message.labels)]
    return [written[number] for number in notes.message.codes]
