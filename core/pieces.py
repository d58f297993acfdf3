"""Pieces: a type and a colour, their texts, a FEN's placement of them, and the kernel's numbers.

A placement is rows of pieces and counts of empty squares, from the top rank down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from makachess.core.errors import InvalidFenError
from makachess.core.spec import COLORS, Variant
from makachess.core.squares import Square
from makachess.core.text import how_many

Piece: TypeAlias = tuple[str, str]
"""The id of a type in upper case, and the colour: `("+N", "black")`."""

PIECE = r"\+?[A-Z]['!]?"
"""What the id of a piece looks like."""

_TOKEN = re.compile(r"(?P<gap>[0-9]+)|(?P<piece>\+?[A-Za-z]['!]?)|.", re.DOTALL)


def parse_placement(variant: Variant, text: str) -> dict[Square, Piece]:
    """The pieces of a placement field by square; raises InvalidFenError with the reason alone."""
    rows = text.split("/")
    if len(rows) != variant.ranks:
        raise InvalidFenError(f"{how_many(len(rows), 'rank')} instead of {variant.ranks}")
    pieces: dict[Square, Piece] = {}
    for rank, row in zip(range(variant.ranks - 1, -1, -1), rows, strict=True):
        pieces.update(_parse_row(variant, rank, row))
    return pieces


def find_placement_faults(variant: Variant, text: str) -> Iterator[str]:
    """Everything that is wrong with a placement field, rank by rank."""
    rows = text.split("/")
    if len(rows) != variant.ranks:
        yield f"{how_many(len(rows), 'rank')} instead of {variant.ranks}"
    for rank, row in zip(range(variant.ranks - 1, -1, -1), rows, strict=False):
        try:
            dict(_parse_row(variant, rank, row))
        except InvalidFenError as error:
            yield str(error)


def _parse_row(variant: Variant, rank: int, row: str) -> Iterator[tuple[Square, Piece]]:
    file = 0
    for match in _TOKEN.finditer(row):
        token = match[0]
        if match["gap"]:
            if len(token) > 2 or token[0] == "0":
                raise InvalidFenError(
                    f"{token!r} in rank {rank + 1} {row!r} is not a number of empty squares"
                )
            file += int(token)
            continue
        if not match["piece"] or token.upper() not in variant.pieces:
            raise InvalidFenError(
                f"{token!r} in rank {rank + 1} {row!r} is not a piece of {variant.name} "
                f"(which has {' '.join(variant.pieces)})"
            )
        yield Square(file, rank), parse_piece(token)
        file += 1
    if file != variant.files:
        raise InvalidFenError(
            f"rank {rank + 1} {row!r} has {how_many(file, 'file')} instead of {variant.files}"
        )


def format_placement(files: int, ranks: int, pieces: Mapping[Square, Piece]) -> str:
    """The placement field that `parse_placement` reads back, of a board of this size."""
    return "/".join(_format_row(files, rank, pieces) for rank in range(ranks - 1, -1, -1))


def _format_row(files: int, rank: int, pieces: Mapping[Square, Piece]) -> str:
    row, gap = "", 0
    for file in range(files):
        piece = pieces.get(Square(file, rank))
        if piece is None:
            gap += 1
            continue
        row += (str(gap) if gap else "") + format_piece(piece)
        gap = 0
    return row + (str(gap) if gap else "")


def parse_piece(token: str) -> Piece:
    """Type and colour of a piece as FEN writes it.

    >>> parse_piece("+n")
    ('+N', 'black')
    """
    kind = token.upper()
    return kind, "white" if token == kind else "black"


def format_piece(piece: Piece) -> str:
    """The piece as FEN writes it: upper case is White.

    >>> format_piece(("L!", "black"))
    'l!'
    """
    kind, color = piece
    return kind if color == "white" else kind.lower()


@lru_cache(maxsize=32)
def array_pieces(variant: Variant) -> Mapping[Square, Piece]:
    return MappingProxyType(parse_placement(variant, variant.array))


@lru_cache(maxsize=32)
def kings_at_start(variant: Variant) -> tuple[int, int]:
    """How many royals White and Black have in the start position."""
    royals = [color for kind, color in array_pieces(variant).values() if kind in variant.royals]
    return royals.count("white"), royals.count("black")


def never_taken(variant: Variant) -> frozenset[str]:
    """The royals of games that end with checkmate, unless a side has several of them."""
    alone = variant.ending.checkmate and max(kings_at_start(variant)) == 1
    return variant.royals if alone else frozenset()


def result_bits(variant: Variant) -> int:
    """How many bits number what a pawn on each file becomes, so that all files fit into 60."""
    return min(5, 60 // variant.files)


# A type's number counts from 1, in the order of the variant file; a piece's code is twice that
# number, and one more for Black.


@dataclass(frozen=True, slots=True)
class Codes:
    """Types by number, "" being the 0th; pieces and their texts by code, two of them unused."""

    types: tuple[str, ...]
    pieces: tuple[Piece, ...]
    texts: tuple[str, ...]
    by_text: dict[str, int]
    by_piece: dict[Piece, int]
    royal: frozenset[int]


@lru_cache(maxsize=32)
def codes_of(variant: Variant) -> Codes:
    pieces = tuple((kind, color) for kind in ("", *variant.pieces) for color in COLORS)
    texts = tuple(map(format_piece, pieces))
    return Codes(
        types=("", *variant.pieces),
        pieces=pieces,
        texts=texts,
        by_text={text: code for code, text in enumerate(texts) if text},
        by_piece={piece: code for code, piece in enumerate(pieces)},
        royal=frozenset(code for code, (kind, _) in enumerate(pieces) if kind in variant.royals),
    )
