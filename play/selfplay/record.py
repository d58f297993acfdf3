"""A game of the engine against itself as bytes: what travels, and what is kept in files.

A game is its moves, as the kernel packs them, and the score that each move was chosen with; so
every position can be set up again, and takes some six bytes.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from dataclasses import dataclass
from typing import BinaryIO

HELD_OUT = 10  # every so manieth game is left out of the fit, to judge it by
DECIDED = 30_000  # a score of this size or more is a mate
_RECORD = struct.Struct("<IHBBII")  # number, plies, opening, twice White's points, bytes, CRC-32
_MOST_BYTES = 1 << 20  # of a game


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from the array: packed moves, the first `opening` of them random ones.

    `scores` are White's, one for each move after the opening.
    """

    number: int
    points: float  # White's
    opening: int
    moves: tuple[int, ...]
    scores: tuple[int, ...]


def pack_game(game: PlayedGame) -> bytes:
    """The record of a game."""
    body = zlib.compress(array("q", game.moves).tobytes() + array("h", game.scores).tobytes(), 9)
    head = (game.number, len(game.moves), game.opening, round(2 * game.points), len(body))
    return _RECORD.pack(*head, zlib.crc32(struct.pack("<IHBBI", *head) + body)) + body


def read_record(file: BinaryIO) -> PlayedGame | None:
    """The next game of a file; None at its end, or where a record was cut short or changed."""
    head = file.read(_RECORD.size)
    if len(head) < _RECORD.size:
        return None
    *values, size, checksum = _RECORD.unpack(head)
    body = file.read(size) if size <= _MOST_BYTES else b""
    if zlib.crc32(struct.pack("<IHBBI", *values, size) + body) != checksum:
        return None
    number, plies, opening, twice = values
    data = zlib.decompress(body)
    moves, scores = array("q", data[: 8 * plies]), array("h", data[8 * plies :])
    return PlayedGame(number, twice / 2, opening, tuple(moves), tuple(scores))


def is_torn(rest: bytes) -> bool:
    """Whether what is no record was being written when the program or the machine died.

    Its end is missing then, or, after a loss of power, there are zeros in its place.
    """
    if len(rest) < _RECORD.size or not rest.strip(b"\0"):
        return True
    plies: int
    size: int
    _, plies, _, _, size, _ = _RECORD.unpack_from(rest)
    is_possible = size <= 11 * plies + 64  # ten bytes a ply, and what zlib may add
    return is_possible and _RECORD.size + size >= len(rest)
