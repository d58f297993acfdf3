"""SAN: the grammar by which it is read, and one text for every legal move.

Beside the forms of chess, victims in passing are legs (`L!xe5-d4`), a pass is `L!d2--`, compound
first moves are joined with commas (`b3,e4`), a chosen delayed promotion comes first (`b10=N,Nd3`),
and a null move is `--`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from makachess.core.errors import InvalidMoveError
from makachess.core.kernel.packed import destination_of
from makachess.core.move import NULL, Move, MoveKind
from makachess.core.notation.coordinates import (
    ANY_CHANGE,
    ENDING,
    STAYS,
    MovePattern,
    split_prefix,
    stated_promotion,
)
from makachess.core.pieces import PIECE
from makachess.core.spec import Variant
from makachess.core.squares import SQUARE, SQUARE_NAMES, Square
from makachess.core.text import plain_move

if TYPE_CHECKING:
    from makachess.core.position import Position

_STOP = re.compile(f"([x:]?!?)-?({SQUARE})")
_SAN = re.compile(
    rf"(?P<kind>{PIECE})?(?P<file>[a-s])?(?P<rank>[1-9][0-9]?)?"
    rf"(?P<path>(?:(?:[x:]!?|-|!)?{SQUARE})+){ENDING}"
)
_PASS = re.compile(rf"(?P<kind>{PIECE})?(?P<square>{SQUARE})?(?:--|!)")
_NULL = re.compile(r"--|@@@@|Z0|0000|null|<null>|pass", re.IGNORECASE)  # in files of other programs
_CASTLING = re.compile(r"[O0o]-[O0o](?P<long>-[O0o])?[+#]*")
_STEPS = re.compile(f"{SQUARE}(?:,{SQUARE})+[+#]*")
_GOAL = re.compile(SQUARE)
_SQUARE = re.compile("[a-z][0-9]{1,2}")  # on any board, or none
_SQUARES = re.compile(f"[A-Z]?(?:[-x:,]?{_SQUARE.pattern})+")
_EN_PASSANT = re.compile(r"(?<=[0-9])\s*e\.?p\.?([+#]*)$")


def read_san(variant: Variant, text: str) -> tuple[MovePattern, ...]:
    """What a SAN text can mean in a variant, the likeliest reading first.

    Raises InvalidMoveError, with the reason, if it is not SAN.
    """
    prefix, rest = split_prefix(plain_move(text).strip())
    readings = [
        replace(reading, prefix=prefix)
        for body in _without_annotation(rest)
        for reading in _read(variant, body)
    ]
    if not readings:
        raise InvalidMoveError(
            f"{text!r} is not a move of {variant.title}: {_reason(variant, rest)}"
        )
    return tuple(readings)


def _without_annotation(text: str) -> Iterator[str]:
    """The text without trailing `!` and `?`, then with one or two: `!` can be part of a move."""
    core = text.rstrip("!?")
    for end in range(len(core), min(len(core) + 2, len(text)) + 1):
        yield _EN_PASSANT.sub(r"\1", text[:end].rstrip())


def _read(variant: Variant, text: str) -> Iterator[MovePattern]:
    if match := _CASTLING.fullmatch(text):
        if variant.castling_san:
            yield MovePattern(castling=-1 if match["long"] else 1)
    elif _NULL.fullmatch(text):
        yield MovePattern(is_pass=True, is_null=True)
    elif match := _PASS.fullmatch(text):
        yield from _read_pass(variant, match)
    elif _STEPS.fullmatch(text):
        yield MovePattern(steps=tuple((None, Square.parse(goal)) for goal in _GOAL.findall(text)))
    elif match := _SAN.fullmatch(text):
        yield from _read_san(variant, match)


def _read_pass(variant: Variant, match: re.Match[str]) -> Iterator[MovePattern]:
    kind = match["kind"] or ""
    if kind and kind not in variant.pieces:
        return
    square = Square.parse(match["square"]) if match["square"] else None
    file, rank = square or (None, None)
    yield MovePattern(kind=kind, file=file, rank=rank, is_pass=True)


def _read_san(variant: Variant, match: re.Match[str]) -> Iterator[MovePattern]:
    kind = match["kind"] or variant.pawn
    promotion = stated_promotion(variant, match)
    stops = _STOP.findall(match["path"])
    if len(stops) > 1 and not stops[0][0]:
        return  # on a way of several squares the first is that of a victim
    if kind not in variant.pieces or promotion not in ("", ANY_CHANGE, STAYS, *variant.pieces):
        return
    yield MovePattern(
        kind=kind,
        file=ord(match["file"]) - ord("a") if match["file"] else None,
        rank=int(match["rank"]) - 1 if match["rank"] else None,
        stops=tuple(Square.parse(square) for _, square in stops),
        taken=tuple(mark != "" for mark, _ in stops),
        promotion=promotion,
        is_igui=any("!" in mark for mark, _ in stops),
    )


def _reason(variant: Variant, text: str) -> str:
    if _CASTLING.fullmatch(text.rstrip("!?+#")):
        return "castling is written as the king's move here"
    match = _SAN.fullmatch(text.rstrip("!?"))
    for kind in (match["kind"], (match["promotion"] or "").upper()) if match else ():
        if kind and kind not in variant.pieces:
            return f"there is no piece {kind!r} (but {' '.join(variant.pieces)})"
    if match and not match["kind"] and not variant.pawn:
        return "the moving piece must be named, such as P"
    if _SAN.fullmatch(text[:1].upper() + text[1:].rstrip("!?")):
        return "piece letters are upper case"
    for square in _SQUARE.findall(text) if _SQUARES.fullmatch(text.rstrip("!?+#")) else ():
        if not is_on_board(variant, square):
            return f"{square!r} is not a square of its {variant.files}x{variant.ranks} board"
    return "write squares, such as e2e4, or SAN, such as Nf3"


def is_on_board(variant: Variant, text: str) -> bool:
    """Whether a letter and a number name a square of a variant's board."""
    file, rank = ord(text[0]) - ord("a"), int(text[1:]) - 1
    return file < variant.files and 0 <= rank < variant.ranks


# Writing SAN: one text for every legal move.
#
# Beside the forms of chess, victims in passing are legs (`L!xe5-d4`), a pass is `L!d2--`, compound
# first moves are joined with commas (`b3,e4`), a chosen delayed promotion comes first
# (`b10=N,Nd3`).

_SIGNS = ("", "+", "#")


def format_san(position: Position, move: Move) -> str:
    """The SAN of a legal or null move; raises IllegalMoveError for any other."""
    if move.is_null:
        return NULL
    piece, twins, threat = position.context(move)
    variant = position.variant
    letter = "" if piece == variant.pawn else piece
    if move.is_plain:
        goal = SQUARE_NAMES[destination_of(move.word)]
        text = letter + (_disambiguation(move, twins) if twins else "") + goal
    else:
        text = _format_core(move, letter, twins, castling=variant.castling_san)
    return text + _SIGNS[threat]


def _format_core(move: Move, letter: str, twins: Sequence[Square], *, castling: bool) -> str:
    """All but the sign of check or mate."""
    before = "".join(f"{square}={kind}," for square, kind in move.prefix)
    after = f"={move.promotion}" if move.promotion else ""
    return before + _format_way(move, letter, twins, castling=castling) + after


def _format_way(move: Move, letter: str, twins: Sequence[Square], *, castling: bool) -> str:
    kind = move.kind
    if kind is MoveKind.CASTLING and castling:
        return "O-O" if move.destination.file > move.origin.file else "O-O-O"
    if kind is MoveKind.PASS:
        return f"{letter}{move.origin}--"
    if kind is MoveKind.COMPOUND:
        return ",".join(str(goal) for goal in (move.destination, *(goal for _, goal in move.parts)))
    is_pawns = not letter and move.is_capture
    origin = _disambiguation(move, twins, must_have_file=is_pawns) if twins or is_pawns else ""
    return letter + origin + _format_path(move)


def _format_path(move: Move) -> str:
    """What follows the mover: `d5`, `xd5`, `xe5xf6`, `xe5-d4`."""
    goal = SQUARE_NAMES[destination_of(move.word)]
    taken = len(move.victims)
    if not taken:
        return goal
    stops = move.waypoints[1:]
    if len(stops) == 1:
        return "x" + goal
    return "".join(f"{'x' if i < taken else '-'}{stop}" for i, stop in enumerate(stops))


def _disambiguation(move: Move, others: Sequence[Square], *, must_have_file: bool = False) -> str:
    """The shortest of file, rank and square that no other origin shares."""
    origin = move.origin
    square = str(origin)
    if all(other.file != origin.file for other in others):
        return square[0]
    if all(other.rank != origin.rank for other in others) and not must_have_file:
        return square[1:]
    return square
