"""Moves by their squares, as we and UCI write them, and the patterns that they are matched by."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple, Protocol

from makachess.core.castling import Castling, castlings
from makachess.core.errors import InvalidMoveError
from makachess.core.kernel.move_values import Wanted
from makachess.core.kernel.packed import ANY_TYPE, CELL_BITS
from makachess.core.move import Move, MoveKind
from makachess.core.pieces import PIECE, codes_of
from makachess.core.spec import Variant
from makachess.core.squares import SQUARE, Square, cell_of
from makachess.core.text import plain_move

ANY_CHANGE = "+"
"""As a promotion: the mover promotes, but the text does not say to what."""

STAYS = "="
"""As a promotion: the text says that the mover stays what it is."""

ENDING = (
    r"(?:\s*(?:[=/]\s*)?(?:\(\s*=?\s*)?(?P<promotion>\+?[A-Za-z]['!]?)(?:\s*\))?)?"
    r"(?:\s*(?P<stays>=))?(?:\s*(?P<sign>\+{1,2}))?(?:\s*#+)?"
)
"""How a move may end: `=Q`, `(Q)`, `/Q`, `Q`, in lower case, with blanks; `=`; `+`, `#`."""

Step = tuple[Square | None, Square]
"""Origin (if written) and destination of one piece, where a move names several."""


_MOST_STOPS = 4  # three pieces taken, and the square gone back to


class PieceLookup(Protocol):
    """What a pattern asks of a position."""

    def piece_at(self, square: Square) -> str | None:
        """The piece on a square as FEN writes it."""


@dataclass(frozen=True, slots=True)
class MovePattern:
    """A reading of a move text; fields that are empty, zero or None were not written.

    `stops` are the squares touched after the origin, `taken` tells which of them had an `x`;
    `castling` is 1 towards the last file, -1 towards the a-file; `is_null` is a pass that means a
    null move where no piece can pass.
    """

    kind: str = ""
    file: int | None = None
    rank: int | None = None
    stops: tuple[Square, ...] = ()
    taken: tuple[bool, ...] = ()
    promotion: str = ""
    castling: int = 0
    is_pass: bool = False
    is_null: bool = False
    is_igui: bool = False
    steps: tuple[Step, ...] = ()
    prefix: tuple[tuple[Square, str], ...] = ()

    @property
    def origin(self) -> Square | None:
        """The origin, if file and rank are both written."""
        if self.file is None or self.rank is None:
            return None
        return Square(self.file, self.rank)

    def fits(self, position: PieceLookup, move: Move) -> bool:
        """Whether a legal move of the position is one that the text can mean."""
        return self.fits_path(position, move) and self.fits_promotion(position, move)

    def fits_path(self, position: PieceLookup, move: Move) -> bool:
        """Whether a legal move fits in all but what the mover becomes."""
        return (
            self._fits_squares(move)
            and self.file in (None, move.origin.file)
            and self.rank in (None, move.origin.rank)
            and self.kind in ("", mover(position, move))
            and self.prefix == tuple(sorted(move.prefix))
        )

    def fits_promotion(self, position: PieceLookup, move: Move) -> bool:
        """Whether the mover becomes what the text says; no suffix means that it stays."""
        if self.promotion == ANY_CHANGE:
            return bool(move.promotion)
        if self.promotion in ("", STAYS, mover(position, move)):
            return not move.promotion
        return self.promotion == move.promotion

    def _fits_squares(self, move: Move) -> bool:
        if self.castling:
            side = move.destination.file - move.origin.file
            return move.kind is MoveKind.CASTLING and side * self.castling > 0
        if self.is_pass:
            return move.kind is MoveKind.PASS
        if self.steps or move.parts:
            return self._fits_steps(move)
        if self.is_igui:
            return move.origin == move.destination and self.stops == move.victims
        return (
            self.stops[-1] == move.destination
            and self.stops == move.waypoints[1:]
            and self._fits_captures(move)
        )

    def _fits_steps(self, move: Move) -> bool:
        pairs = sorted([(move.origin, move.destination), *move.parts], key=itemgetter(1))
        steps = sorted(self.steps, key=itemgetter(1))
        return len(pairs) == len(steps) and all(
            goal == pair[1] and origin in (None, pair[0])
            for (origin, goal), pair in zip(steps, pairs, strict=True)
        )

    def _fits_captures(self, move: Move) -> bool:
        if move.kind is MoveKind.EN_PASSANT:
            return True
        return all(
            stop in move.victims
            for stop, taken in zip(self.stops, self.taken, strict=False)
            if taken
        )


class Reading(NamedTuple):
    """One meaning of a text in a variant: its pattern, and what the kernel compares moves with.

    There is nothing to compare with for steps of several pieces.
    """

    pattern: MovePattern
    wanted: Wanted | None


def reading_of(variant: Variant, pattern: MovePattern) -> Reading:
    """A pattern with what the kernel compares moves of a variant with."""
    if pattern.steps or len(pattern.stops) > _MOST_STOPS:
        return Reading(pattern, None)
    types = codes_of(variant).types
    promotion = "" if pattern.promotion == STAYS else pattern.promotion
    wanted = Wanted(
        types.index(pattern.kind),
        -1 if pattern.file is None else pattern.file,
        -1 if pattern.rank is None else pattern.rank,
        ANY_TYPE if promotion == ANY_CHANGE else types.index(promotion),
    )
    if pattern.castling:
        wanted.castle(pattern.castling)
    elif pattern.is_pass:
        wanted.pass_turn()
    else:
        cells = [cell_of(stop) for stop in pattern.stops]
        if max(cells) >> CELL_BITS:
            return Reading(pattern, None)
        stops = sum(cell << CELL_BITS * i for i, cell in enumerate(cells))
        taken = sum(1 << i for i, is_taken in enumerate(pattern.taken) if is_taken)
        wanted.go(stops, taken, pattern.is_igui)
    return Reading(pattern, wanted)


def kind_at(position: PieceLookup, square: Square) -> str:
    """The id of the piece on a square in upper case, empty if there is none."""
    return (position.piece_at(square) or "").upper()


def mover(position: PieceLookup, move: Move) -> str:
    """The id, in upper case, of the piece that moves, after any delayed promotion of its own."""
    changed = dict(move.prefix).get(move.origin) if move.prefix else ""
    return changed or kind_at(position, move.origin)


_LEG = re.compile(f"({SQUARE})[-x:]?({SQUARE})")
_LEGS = re.compile(f"(?P<legs>{_LEG.pattern}(?:,{_LEG.pattern})*)(?P<tail>.*)")
_TAIL = re.compile(rf"{ENDING}(?:\s*e\.?p\.?)?\s*[!?]*")
_PREFIX = re.compile(f"({SQUARE})=({PIECE}),")
_UPPER_CASE = re.compile(r"[A-S][1-9][0-9]?-?[A-S][1-9][0-9]?")


def parse_coordinates(variant: Variant, text: str) -> MovePattern:
    """The pattern of a coordinate move in any customary spelling; raises InvalidMoveError."""
    prefix, rest = split_prefix(plain_move(text).strip())
    if _UPPER_CASE.match(rest):
        rest = rest.lower()
    match = _LEGS.fullmatch(rest)
    tail = match and _TAIL.fullmatch(match["tail"])
    if not match or not tail:
        raise InvalidMoveError(
            f"{text!r} is not a coordinate move (such as e2e4, d4e5=Q, d4e5,e5f6)"
        )
    legs = [(Square.parse(a), Square.parse(b)) for a, b in _LEG.findall(match["legs"])]
    promotion = stated_promotion(variant, tail)
    if promotion not in ("", ANY_CHANGE, STAYS, *variant.pieces):
        raise InvalidMoveError(f"{text!r}: there is no piece {promotion!r} in {variant.title}")
    if any(a[1] != b[0] for a, b in pairwise(legs)):
        for way in castlings(variant):
            if {*legs} == {(way.king_from, way.king_to), (way.rook_from, way.rook_to)}:
                return replace(of_castling(way), prefix=prefix)
        return MovePattern(steps=tuple(legs), promotion=promotion, prefix=prefix)
    origin = legs[0][0]
    return MovePattern(
        file=origin.file,
        rank=origin.rank,
        stops=tuple(goal for _, goal in legs),
        promotion=promotion,
        prefix=prefix,
    )


def of_castling(way: Castling) -> MovePattern:
    """The pattern of a castling of which both pieces have been named, though one may be enough."""
    file, rank = way.king_from
    if not way.in_full:
        return MovePattern(way.king, file, rank, stops=(way.king_to,))
    steps = (way.king_from, way.king_to), (way.rook_from, way.rook_to)
    return MovePattern(way.king, file, rank, steps=steps)


def stated_promotion(variant: Variant, ending: re.Match[str]) -> str:
    """What a match of ENDING says that the piece becomes: an id, ANY_CHANGE, STAYS or nothing.

    The id may be one that the variant does not have.
    """
    kind = (ending["promotion"] or "").upper()
    if kind.endswith("!") and kind not in variant.pieces:
        kind = kind[:-1]  # an annotation
    if not kind and ending["sign"] == "+" and not variant.ending.checkmate:
        return ANY_CHANGE
    return kind or (STAYS if ending["stays"] else "")


def split_prefix(text: str) -> tuple[tuple[tuple[Square, str], ...], str]:
    """The delayed promotions written before a move (`b10=N,`), sorted, and the rest of the text."""
    chosen = []
    end = 0
    while match := _PREFIX.match(text, end):
        chosen.append((Square.parse(match[1]), match[2]))
        end = match.end()
    return tuple(sorted(chosen)), text[end:]


# UCI's spelling is the standard one in chess, our coordinates in every other game. The standard
# knows the promotions of orthodox chess only (`e7e8q`). Texts are read in all spellings that
# `Position.parse` reads.

STANDARD = "chess"  # the game that the standard spelling is for
NO_MOVE = "0000"


def format_uci(variant: Variant, move: Move) -> str:
    """A move as UCI writes it.

    >>> from makachess.core.squares import Square
    >>> from makachess.variants import load
    >>> move = Move(Square(4, 6), Square(4, 7), promotion="Q")
    >>> format_uci(load("chess"), move), format_uci(load("veteran"), move)
    ('e7e8q', 'e7e8=Q')
    """
    if move.is_null:
        return NO_MOVE
    text = str(move)
    return text.replace("=", "").lower() if variant.name == STANDARD else text
