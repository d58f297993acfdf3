"""Files of games in blocks: what decides them in a line of JSON, then games by the dozen, packed.

A block is MARK, the number of its first game, how many games, positions and bytes follow, and these
bytes, which zlib has packed: White's points, doubled, of each game; how many random moves it begins
with; how many moves follow; White's score at each of these; whether the position there was kept;
then of each position kept its bits, and the types of its pieces. So a position of chess takes some
12 bytes. Numbers have the low byte first, scores and counts of moves have two.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from makachess.core import MakachessError
from makachess.core.engine.model import write_numbers
from makachess.training.results import open_settings
from makachess.variants.files import open_file

MARK = b"\0mkb"
HEAD = struct.Struct("<4sIIII")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as it is kept: White's points, doubled, and the scores of moves after the opening.

    `kept` says at which of them there is a position; what the kernel's `SelfPlay` has written.
    """

    points: int
    opening: int
    scores: tuple[int, ...]
    kept: tuple[int, ...]
    boards: bytes
    types: bytes


@dataclass(frozen=True, slots=True)
class Block:
    """Where the bytes of some games are in a file; `first` is the number of the first."""

    path: Path
    first: int
    games: int
    positions: int
    start: int
    size: int

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.games)

    def read(self) -> bytes:
        """The bytes unpacked; raises MakachessError if they are damaged."""
        with open_file(self.path) as file:
            file.seek(self.start)
            try:
                return zlib.decompress(file.read(self.size))
            except zlib.error:
                raise MakachessError(
                    f"{self.path}: the block of games from byte {self.start - HEAD.size} on "
                    "is damaged; move this file away"
                ) from None


def pack_block(first: int, games: Sequence[PlayedGame]) -> bytes:
    """Games with numbers in a row, as they stand in a file."""
    packed = zlib.compress(
        b"".join(
            (
                bytes(game.points for game in games),
                write_numbers(game.opening for game in games),
                write_numbers(len(game.scores) for game in games),
                write_numbers(score for game in games for score in game.scores),
                *map(_marks, games),
                *(game.boards for game in games),
                *(game.types for game in games),
            )
        )
    )
    positions = sum(len(game.kept) for game in games)
    return HEAD.pack(MARK, first, len(games), positions, len(packed)) + packed


def _marks(game: PlayedGame) -> bytes:
    marks = bytearray(len(game.scores))
    for at in game.kept:
        marks[at] = 1
    return bytes(marks)


def find_blocks(path: Path) -> list[Block]:
    """The blocks of a file; raises MakachessError if it is damaged before its end.

    One that was being written when the program or the machine died is left out.
    """
    found: list[Block] = []
    with open_file(path) as file:
        file.readline()
        start, end = file.tell(), file.seek(0, os.SEEK_END)
        while start + HEAD.size <= end:
            file.seek(start)
            mark, first, games, positions, size = HEAD.unpack(file.read(HEAD.size))
            if mark != MARK:
                file.seek(start)
                if file.read().strip(b"\0"):
                    told = f"no block of games begins at byte {start}; cut it off there"
                    raise MakachessError(f"{path}: {told}")
                break
            if start + HEAD.size + size > end:
                break
            found.append(Block(path, first, games, positions, start + HEAD.size, size))
            start += HEAD.size + size
    return found


def open_blocks(path: Path, settings: dict[str, object]) -> list[Block]:
    """Make a file, or cut off a block that is torn; those it has. Raises MakachessError."""
    if not open_settings(path, settings):
        return []
    blocks = find_blocks(path)
    while blocks:
        try:
            blocks[-1].read()
            break
        except MakachessError:  # its size was on the disk before the rest of it
            del blocks[-1]
    with open_file(path) as file:
        end = len(file.readline())
    os.truncate(path, blocks[-1].start + blocks[-1].size if blocks else end)
    return blocks


def missing_numbers(blocks: Sequence[Block], games: int, most: int) -> Iterator[range]:
    """The numbers from 1 on that no block has, in rows of `most` at most."""
    start, end = 1, games + 1
    known = sorted((block.numbers for block in blocks), key=lambda numbers: numbers.start)
    for numbers in [*known, range(end, end)]:
        while start < min(numbers.start, end):
            row = range(start, min(numbers.start, end, start + most))
            yield row
            start = row.stop
        start = max(start, numbers.stop)
