"""Coordinate moves: squares in the order a hand would touch them, such as `d4e5,e5f6`."""

from __future__ import annotations

import re
from itertools import pairwise

from makachess.core.errors import InvalidMoveError
from makachess.core.move import Move
from makachess.core.notation.pattern import ANY_CHANGE, STAYS, MovePattern
from makachess.core.spec import Variant
from makachess.core.squares import Square

SQUARE = r"[a-s][1-9][0-9]?"
PIECE = r"\+?[A-Z]['!]?"

_LEG = re.compile(f"({SQUARE})[-x:]?({SQUARE})")
_LEGS = re.compile(f"(?P<legs>{_LEG.pattern}(?:,{_LEG.pattern})*)(?P<tail>.*)")
_TAIL = re.compile(r"(?:=?\(?(?P<kind>\+?[A-Za-z]['!]?)\)?)?(?P<sign>[+=]?)#?(?:\s*e\.?p\.?)?[!?]*")
_PREFIX = re.compile(f"({SQUARE})=({PIECE}),")
_UPPER_CASE = re.compile(r"[A-S][1-9][0-9]?[A-S][1-9][0-9]?")


def format_coordinates(move: Move) -> str:
    """The coordinate form of a move, `str(move)`."""
    return str(move)


def parse_coordinates(variant: Variant, text: str) -> MovePattern:
    """The pattern of a coordinate move in any customary spelling; raises InvalidMoveError."""
    prefix, rest = split_prefix(text.strip())
    if _UPPER_CASE.match(rest):
        rest = rest.lower()
    match = _LEGS.fullmatch(rest)
    tail = match and _TAIL.fullmatch(match["tail"])
    if not match or not tail:
        raise InvalidMoveError(
            f"{text!r} is not a coordinate move (such as e2e4, d4e5=Q, d4e5,e5f6)"
        )
    legs = [(Square.parse(a), Square.parse(b)) for a, b in _LEG.findall(match["legs"])]
    promotion = _promotion(variant, tail, text)
    if any(a[1] != b[0] for a, b in pairwise(legs)):
        return MovePattern(steps=tuple(legs), promotion=promotion, prefix=prefix)
    origin = legs[0][0]
    return MovePattern(
        file=origin.file,
        rank=origin.rank,
        stops=tuple(goal for _, goal in legs),
        promotion=promotion,
        prefix=prefix,
    )


def _promotion(variant: Variant, tail: re.Match[str], text: str) -> str:
    kind = (tail["kind"] or "").upper()
    if kind.endswith("!") and kind not in variant.pieces:
        kind = kind[:-1]  # an annotation
    if kind and kind not in variant.pieces:
        raise InvalidMoveError(f"{text!r}: there is no piece {kind!r} in {variant.title}")
    if not kind and tail["sign"] == "+" and not variant.ending.checkmate:
        return ANY_CHANGE
    return kind or (STAYS if tail["sign"] == "=" else "")


def split_prefix(text: str) -> tuple[tuple[tuple[Square, str], ...], str]:
    """The delayed promotions written before a move (`b10=N,`), sorted, and the rest of the text."""
    chosen = []
    end = 0
    while match := _PREFIX.match(text, end):
        chosen.append((Square.parse(match[1]), match[2]))
        end = match.end()
    return tuple(sorted(chosen)), text[end:]
