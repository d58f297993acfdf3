"""Men: a type and a colour, their texts, a FEN's placement of them, and the kernel's numbers.

A placement is rows of men and counts of empty squares, from the top rank down.
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

Man: TypeAlias = tuple[str, str]
"""The id of a type in upper case, and the colour: `("+N", "black")`."""

_TOKEN = re.compile(r"(?P<gap>[0-9]+)|(?P<man>\+?[A-Za-z]['!]?)|.", re.DOTALL)


def parse_placement(variant: Variant, text: str) -> dict[Square, Man]:
    """The men of a placement field by square; raises InvalidFenError with the reason alone."""
    rows = text.split("/")
    if len(rows) != variant.ranks:
        raise InvalidFenError(f"{how_many(len(rows), 'rank')} instead of {variant.ranks}")
    pieces: dict[Square, Man] = {}
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


def _parse_row(variant: Variant, rank: int, row: str) -> Iterator[tuple[Square, Man]]:
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
        if not match["man"] or token.upper() not in variant.pieces:
            raise InvalidFenError(
                f"{token!r} in rank {rank + 1} {row!r} is not a piece of {variant.name} "
                f"(which has {' '.join(variant.pieces)})"
            )
        yield Square(file, rank), parse_man(token)
        file += 1
    if file != variant.files:
        raise InvalidFenError(
            f"rank {rank + 1} {row!r} has {how_many(file, 'file')} instead of {variant.files}"
        )


def format_placement(variant: Variant, pieces: Mapping[Square, Man]) -> str:
    """The placement field that `parse_placement` reads back."""
    ranks = range(variant.ranks - 1, -1, -1)
    return "/".join(_format_row(variant.files, rank, pieces) for rank in ranks)


def _format_row(files: int, rank: int, pieces: Mapping[Square, Man]) -> str:
    row, gap = "", 0
    for file in range(files):
        man = pieces.get(Square(file, rank))
        if man is None:
            gap += 1
            continue
        row += (str(gap) if gap else "") + format_man(man)
        gap = 0
    return row + (str(gap) if gap else "")


def parse_man(token: str) -> Man:
    """Type and colour of a man as FEN writes it.

    >>> parse_man("+n")
    ('+N', 'black')
    """
    kind = token.upper()
    return kind, "white" if token == kind else "black"


def format_man(man: Man) -> str:
    """The man as FEN writes it: upper case is White.

    >>> format_man(("L!", "black"))
    'l!'
    """
    kind, color = man
    return kind if color == "white" else kind.lower()


@lru_cache(maxsize=32)
def array_men(variant: Variant) -> Mapping[Square, Man]:
    """The men of the start position by square."""
    return MappingProxyType(parse_placement(variant, variant.array))


# --- codes ----------------------------------------------------------------------------------------
#
# The men of a variant by the kernel's numbers.
#
# A type's number counts from 1, in the order of the variant file; a man's code is twice that
# number, and one more for Black.


@dataclass(frozen=True, slots=True)
class Codes:
    """Types by number, "" being the 0th; men and their texts by code, of which two are not used."""

    types: tuple[str, ...]
    men: tuple[Man, ...]
    texts: tuple[str, ...]
    by_text: dict[str, int]
    by_man: dict[Man, int]
    royal: frozenset[int]


@lru_cache(maxsize=32)
def codes_of(variant: Variant) -> Codes:
    """The numbers of a variant's men."""
    men = tuple((kind, color) for kind in ("", *variant.pieces) for color in COLORS)
    texts = tuple(map(format_man, men))
    return Codes(
        types=("", *variant.pieces),
        men=men,
        texts=texts,
        by_text={text: code for code, text in enumerate(texts) if text},
        by_man={man: code for code, man in enumerate(men)},
        royal=frozenset(code for code, (kind, _) in enumerate(men) if kind in variant.royals),
    )
