"""The bytes of a file as they were before they were packed: gzip, Zstandard, or neither.

Of a damaged file all that stands before the damage comes out, and the rest is not lost.
"""

import itertools
import os
import select
import stat
import zlib
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Protocol

import zstandard

KEPT_BYTES = 64 * 2**20
"""Of a longer line, or of what is left of a damaged file, no more than this is kept."""
CHUNK_BYTES = 2**18
PAUSE_SECONDS = 0.05
"""A pipe or a terminal that gives nothing for so long has nothing more for now."""
PACKED_BYTES = 2**10
"""Unpacked at once; so little that what comes out is never a flood."""
GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
UTF_8_MARK = b"\xef\xbb\xbf"
FAULTS = (zlib.error, zstandard.ZstdError)


class Damaged(Exception):
    """A file that breaks off or does not hold what it should; ``rest`` is what stands there."""

    def __init__(self, reason: str, rest: bytes = b"") -> None:
        super().__init__(reason)
        self.rest = rest


class _Decompressor(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


def unpacked(file: BinaryIO) -> Iterator[bytes]:
    """Yield a file's bytes, decompressed where its first bytes say that it is packed.

    A byte-order mark of UTF-8 is dropped. No bytes at all are yielded where a pipe that is not
    packed has no more for now. Raises Damaged where it breaks off, or is no UTF-8.
    """
    head, chunks = b"", _chunks(file)
    while len(head) < len(ZSTD) and (chunk := next(chunks, None)) is not None:
        head += chunk
    chunks = itertools.chain((head,) if head else (), chunks)
    if head.startswith(GZIP):
        chunks = _decompressed(chunks, "gz")
    elif head.startswith(ZSTD):
        chunks = _decompressed(chunks, "zst")
    elif str(getattr(file, "name", "")).lower().endswith((".gz", ".zst")) and head:
        raise Damaged("it does not begin like a compressed file", _kept(chunks))
    yield from _without_mark(chunks)


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    """Yield what is there as soon as it is, and b"" before a wait for more of it."""
    read = getattr(file, "read1", file.read)
    waits = _may_have_to_wait(file)
    while True:
        if waits and not select.select([file], [], [], PAUSE_SECONDS)[0]:
            yield b""
        chunk = read(CHUNK_BYTES)
        if not chunk:
            return
        yield chunk


def _may_have_to_wait(file: BinaryIO) -> bool:
    """Say whether a file's end may be far off: it is a pipe or the like, where one can look."""
    if os.name != "posix":
        return False
    try:
        return not stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    except OSError:  # it is in memory
        return False


def _new_decompressor(kind: str) -> _Decompressor:
    if kind == "gz":
        return zlib.decompressobj(wbits=31)
    return zstandard.ZstdDecompressor().decompressobj()


def _decompressed(chunks: Iterator[bytes], kind: str) -> Iterator[bytes]:
    """Unpack one member after another; a file that ends inside one is damaged."""
    member: _Member | None = None
    whole_lines = True
    slices = _slices(chunks, PACKED_BYTES)
    try:
        for chunk in slices:
            while chunk:
                if member is None:
                    chunk = chunk.lstrip(b"\0") if kind == "gz" else chunk
                    if not chunk:
                        break
                    member = _Member(kind)
                for text in _slices(member.decompress(chunk), CHUNK_BYTES):
                    whole_lines = text.endswith(b"\n") if text else whole_lines
                    yield text
                chunk = member.left
                member = None if member.ended else member
        if member is not None:
            raise Damaged("it ends too early")
    except Damaged as fault:
        if member is None or not member.silent:
            raise
        if not whole_lines:
            yield b"\n"  # it ended with the member before
        raise Damaged(str(fault), bytes(member.silent) + _kept(slices)) from fault


class _Member:
    """A part of a packed file. Where it is damaged, all that stands before comes out.

    A decompressor keeps to itself what it has unpacked in a step that fails. So a second
    one follows a step behind, and takes the step that failed byte by byte.
    """

    def __init__(self, kind: str) -> None:
        self.first, self.second = _new_decompressor(kind), _new_decompressor(kind)
        self.silent = bytearray()
        """What it was given while nothing came out: that is what stands in the file."""
        self.spoke = False

    def decompress(self, packed: bytes) -> Iterator[bytes]:
        """Yield what comes out of these bytes; ``silent`` grows until something does."""
        if not self.spoke:
            self.silent += packed[: KEPT_BYTES - len(self.silent)]
        for text in self._unpacked(packed):
            if text and not self.spoke:
                self.silent.clear()
                self.spoke = True
            yield text

    def _unpacked(self, packed: bytes) -> Iterator[bytes]:
        try:
            yield self.first.decompress(packed)
            self.second.decompress(packed)
        except FAULTS:
            yield from self._up_to_the_fault(packed)

    def _up_to_the_fault(self, packed: bytes) -> Iterator[bytes]:
        for index in range(len(packed)):
            try:
                yield self.second.decompress(packed[index : index + 1])
            except FAULTS as fault:
                raise Damaged(str(fault)) from fault

    @property
    def ended(self) -> bool:
        return self.first.eof

    @property
    def left(self) -> bytes:
        """What follows the end of this member."""
        return self.first.unused_data if self.first.eof else b""


def _slices(texts: Iterable[bytes], most: int) -> Iterator[bytes]:
    for text in texts:
        for start in range(0, len(text), most):
            yield text[start : start + most]


def _kept(chunks: Iterable[bytes]) -> bytes:
    """Join what stands in a file as far as so much is kept of a log."""
    held = bytearray()
    for chunk in chunks:
        held += chunk[: KEPT_BYTES - len(held)]
        if len(held) == KEPT_BYTES:
            break
    return bytes(held)


def _without_mark(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Drop a byte-order mark of UTF-8; refuse a file that says it is UTF-16 or UTF-32."""
    head = b""
    for chunk in chunks:
        head += chunk
        if len(head) >= 4:
            break
    if head.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        rest = _kept(itertools.chain((head,), chunks))
        raise Damaged("its byte-order mark says UTF-16 or UTF-32; logs are UTF-8", rest)
    yield head.removeprefix(UTF_8_MARK)
    yield from chunks
