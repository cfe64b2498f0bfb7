"""6 nimmt! in arrays against one card at a time: placing, replaying with facts, packing.

Cards placed a second on one core, each the median of five runs; what is compared plays the same
deals in the same run, and its results are asserted to be equal. Goals in brackets.
"""

import importlib
import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from retally.pipeline.batch import six_nimmt as batch
from retally.pipeline.batch.base import keep_freed_memory
from retally.pipeline.batch.six_nimmt.placing import Placings, place_rounds
from retally.pipeline.engine import six_nimmt as engine
from retally.pipeline.memory import without_garbage_collection
from retally.pipeline.packing.six_nimmt import Batch, pack
from retally.pipeline.simulate import simulated
from retally.pipeline.sources import RawLog
from retally.schemas.six_nimmt import HAND_CARDS, ROWS, Options

SEATS, RUNS = 4, 5
ROUNDS, FEW_ROUNDS = 16_000, 100
"""Rounds placed in arrays, and of these the first that are played card by card."""
GAMES, COPIES = 500, 8
"""Games simulated for packing, and how often each stands in the file."""


class Deals(NamedTuple):
    """Rounds that are legal throughout, as the kernel takes them: lanes last."""

    starts: NDArray[np.uint8]
    turns: NDArray[np.uint8]
    cards: NDArray[np.uint8]
    choices: NDArray[np.uint8]

    def place(self) -> Placings:
        return place_rounds(*self)


def deals() -> Deals:
    """Deal at random and play from the first card to the last; who has to, takes row 1."""
    order = np.argsort(np.random.default_rng(6).random((ROUNDS, 104)), axis=1)
    dealt = (order + 1).astype(np.uint8)[:, : HAND_CARDS * SEATS + ROWS].T
    cards = np.ascontiguousarray(dealt[ROWS:]).reshape(HAND_CARDS, SEATS, ROUNDS)
    starts = np.ascontiguousarray(dealt[:ROWS])
    turns, any_row = np.full(ROUNDS, HAND_CARDS, np.uint8), np.ones((HAND_CARDS, ROUNDS), np.uint8)
    first = place_rounds(starts, turns, cards, any_row)
    low = first.ends[:, 0] > first.cards[:, 0]
    return Deals(starts, turns, cards, low.astype(np.uint8))


def seconds(run: Callable[[], object]) -> float:
    """Time some runs on this process's own clock; the median."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return statistics.median(times)


def by_engine(dealt: Deals) -> list[list[int]]:
    """Play the first rounds by the reference engine; heads by round and seat."""
    options, heads = Options(), []
    for lane in range(FEW_ROUNDS):
        state = engine.start(SEATS)
        deal = engine.Deal(tuple(dealt.starts[:, lane].tolist()))
        state, _ = engine.apply(options, state, deal)
        for cards, choice in _turns(dealt, lane):
            for seat, card in enumerate(cards):
                state, _ = engine.apply(options, state, engine.Commit(seat, card))
            chosen = choice - 1 if choice else None
            for _ in cards:
                state, _ = engine.apply(options, state, engine.Place(chosen))
                chosen = None
        heads.append(list(engine.scores(state)))
    return heads


def _turns(dealt: Deals, lane: int) -> Iterator[tuple[list[int], int]]:
    cards, choices = dealt.cards[:, :, lane].tolist(), dealt.choices[:, lane].tolist()
    return zip(cards, choices, strict=True)


class Py6Nimmt:
    """The public package of that name, playing the same deals through its own table."""

    def __init__(self, dealt: Deals) -> None:
        self.table, self.deck = (
            importlib.import_module(f"py6Nimmt.{name}") for name in ("Table", "Deck")
        )
        whole = self.table.Table(SEATS)
        whole.deck = self.deck.Deck()
        whole.iniDeck()
        self.cards = {card.value: card for card in whole.deck.list}
        self.rounds = [list(_turns(dealt, lane)) for lane in range(FEW_ROUNDS)]
        self.starts = dealt.starts[:, :FEW_ROUNDS].T.tolist()

    def tables(self) -> list[Any]:
        """Set the tables; not timed."""
        tables = []
        for starts, turns in zip(self.starts, self.rounds, strict=True):
            table = self.table.Table(SEATS)
            table.board = [self.deck.Deck(row, [self.cards[c]]) for row, c in enumerate(starts)]
            for seat, player in enumerate(table.players):
                player.hand = self.deck.Deck(seat, [self.cards[cards[seat]] for cards, _ in turns])
            tables.append(table)
        return tables

    def play(self, tables: list[Any]) -> list[list[int]]:
        """Play every card, lowest first; each is the first of its hand when its turn comes."""
        for table, turns in zip(tables, self.rounds, strict=True):
            for cards, choice in turns:
                for _, seat in sorted(zip(cards, range(1, SEATS + 1), strict=True)):
                    too_low = table.playCard(seat, 1)
                    if too_low is not None:
                        table.catchBoard(seat, choice, too_low)
        return [[-player.score() for player in table.players] for table in tables]


def corpus() -> list[RawLog]:
    """Simulate games and lay them out as the lines of a file, each several times."""
    lines = simulated(
        "six_nimmt",
        games=GAMES,
        seed=4,
        strategies=("random", "lowest", "highest", "nearest"),
        rules={"edition": "amigo-2.10"},
        options=Options(),
    )
    logs = [RawLog("corpus.jsonl", number, line.rstrip()) for number, line in enumerate(lines, 1)]
    return logs * COPIES


def packed_all(logs: list[RawLog]) -> list[Batch]:
    """Pack logs as the program does."""
    with without_garbage_collection():
        return list(pack(logs))


def as_columns(replayed: batch.Replayed) -> int:
    """Make every fact of each card a column; the cards placed."""
    return len(batch.turns(replayed)["card"])


def as_kept(replayed: batch.Replayed) -> int:
    """Make the same facts in the numbers that a warehouse keeps."""
    seats = np.arange(0, len(replayed.kept) * replayed.games.seats, replayed.games.seats)
    return len(batch.turns_to_keep(replayed, seats.astype(np.int32)).placed)


def replay_with_facts(packed: list[Batch], of_cards: Callable[[batch.Replayed], int]) -> int:
    """Replay, check and make the facts of all cards, rounds and seats; the cards placed."""
    placed = 0
    for games in (games for part in packed for games in part.games):
        replayed = batch.replay(games)
        assert not len(replayed.flagged), "a simulated game is flagged"
        placed += of_cards(replayed)
        batch.rounds(replayed)
        batch.seats(replayed)
    return placed


def main() -> None:
    """Print how many cards a second each way places, and how many times faster ours is."""
    keep_freed_memory()
    dealt = deals()
    heads = dealt.place().by_turn[-1, :, :FEW_ROUNDS].T.tolist()
    few = FEW_ROUNDS * HAND_CARDS * SEATS
    kernel = ROUNDS * HAND_CARDS * SEATS / seconds(dealt.place)
    assert by_engine(dealt) == heads, "the engine takes other heads"
    slow = few / seconds(lambda: by_engine(dealt))
    print(f"{'placing in arrays':<44} {kernel / 1e6:8.1f} M cards/s")
    print(f"{'  against our own engine [100]':<44} {kernel / slow:8.0f} x")
    _against_py6nimmt(dealt, heads, kernel)
    logs = corpus()
    packed = packed_all(logs)
    placed = replay_with_facts(packed, as_kept)
    packing = placed / seconds(lambda: packed_all(logs)) / 1e6
    for name, of_cards in (("facts as they are kept [20]", as_kept), ("columns", as_columns)):
        replaying = placed / seconds(partial(replay_with_facts, packed, of_cards)) / 1e6
        print(f"{f'replay with checks, {name}':<44} {replaying:8.1f} M cards/s")
    print(f"{'packing: read, validated, laid out':<44} {packing:8.2f} M cards/s")


def _against_py6nimmt(dealt: Deals, heads: list[list[int]], kernel: float) -> None:
    try:
        other = Py6Nimmt(dealt)
    except ImportError:
        print("  against py6nimmt: not installed (pip install py6nimmt)")
        return
    assert other.play(other.tables()) == heads, "py6nimmt takes other heads"
    times = []
    for _ in range(RUNS):
        tables = other.tables()
        start = time.process_time()
        other.play(tables)
        times.append(time.process_time() - start)
    theirs = FEW_ROUNDS * HAND_CARDS * SEATS / statistics.median(times)
    print(f"{'  against py6nimmt [500]':<44} {kernel / theirs:8.0f} x")


if __name__ == "__main__":
    main()
