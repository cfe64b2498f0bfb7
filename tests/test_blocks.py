"""Kept logs: byte for byte what came, whatever lies beside it in a block."""

from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from retally.pipeline import blocks
from retally.pipeline.blocks import BYTES, LOGS, cut_out, in_blocks


def kept(logs: list[bytes]) -> tuple[list[bytes | None], list[bytes]]:
    """Give logs as they come out again, and the blocks that they were in."""
    frames = in_blocks([f"game-{number}" for number in range(len(logs))], logs)
    packed = dict(frames["log_blocks"].rows())
    places = frames["logs"].rows()
    assert [game_id for game_id, *_ in places] == [f"game-{number}" for number in range(len(logs))]
    return [cut_out(packed[key], first, size) for _, key, first, size in places], [*packed.values()]


@given(st.lists(st.binary(max_size=40), max_size=200))
def test_logs_come_out_as_they_went_in(logs: list[bytes]) -> None:
    again, packed = kept(logs)
    assert again == logs
    assert len(packed) == -(-len(logs) // LOGS)


def test_a_block_is_lines_for_any_tool() -> None:
    _, (block,) = kept([b'{"a":1}', b'{"b":2}'])
    assert zstandard.decompress(block) == b'{"a":1}\n{"b":2}\n'


@pytest.mark.parametrize(
    ("sizes", "due"),
    [
        ([BYTES // 2] * 4, 2),
        ([BYTES // 2 + 1] * 4, 4),
        ([BYTES + 1, 1, 1], 2),
        ([1, BYTES + 1, 1], 3),
        ([1, 1, BYTES * 3], 2),
    ],
)
def test_a_block_has_no_more_than_its_bytes(sizes: list[int], due: int) -> None:
    again, packed = kept([b"x" * size for size in sizes])
    assert [len(log or b"") for log in again] == sizes
    assert len(packed) == due


@pytest.mark.parametrize(
    ("first", "size", "due"),
    [(0, 3, b"abc"), (4, 2, b"de"), (4, None, b"de\n"), (0, 7, b"abc\nde\n"), (7, 0, b""),
     (0, 8, None), (8, 0, None), (8, None, None), (-1, 2, None), (3, -1, None)],
)  # fmt: skip
def test_a_place_that_is_not_in_a_block_gives_nothing(
    first: int, size: int | None, due: bytes | None
) -> None:
    _, (block,) = kept([b"abc", b"de"])
    assert cut_out(block, first, size) == due


BEYOND_ALL_SENSE = b"\x28\xb5\x2f\xfd\xe0" + (2**60).to_bytes(8, "little")
"""The head of a block of so many bytes."""


@pytest.mark.parametrize("damage", [b"", b"no block", BEYOND_ALL_SENSE, lambda block: block[:-5]])
def test_a_damaged_block_gives_nothing(damage: Any) -> None:
    _, (block,) = kept([bytes(range(256))])
    assert cut_out(damage(block) if callable(damage) else damage, 0, 3) is None


def test_a_block_is_unpacked_once_for_games_that_follow_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    unpacked = []
    whole = zstandard.decompress

    def counted(block: bytes) -> bytes:
        unpacked.append(block)
        return whole(block)

    monkeypatch.setattr(blocks.zstandard, "decompress", counted)
    kept([b"%d once" % number for number in range(LOGS)])
    assert len(unpacked) == 1
