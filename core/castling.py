"""Castling, worked out from the array: who moves where, and what must not have moved before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from makachess.core.betza import goes_plainly, parse_betza
from makachess.core.pieces import Piece, array_pieces
from makachess.core.promotion import QUIET, effect, way_of
from makachess.core.spec import COLORS, Rule, Variant
from makachess.core.squares import SQUARE, Square

RIGHTS = "KQkq"
"""The customary castling rights, in the order of their bits; further ones have the next bits."""

MOST_RIGHTS = 30  # that the kernel can number
_WAY = re.compile(f"({SQUARE})({SQUARE}),({SQUARE})({SQUARE})")


@dataclass(frozen=True, slots=True)
class Castling:
    """One way to castle: the FEN letter of its right, both pieces, their squares, the conditions.

    The squares of `empty` must be vacant, this king and rook aside; those of `safe`, from the
    king's start to its goal, must not be attacked. The "rook" is any piece that comes along.
    Castlings with one rook share one right. One that looks like another move of the King is
    written `in_full`, with the squares of both pieces.
    """

    right: str  # K = the rook towards the last file, or whatever the variant file says
    color: str
    king: str
    rook: str
    king_from: Square
    king_to: Square
    rook_from: Square
    rook_to: Square
    empty: tuple[Square, ...]
    safe: tuple[Square, ...]
    in_full: bool = False

    @property
    def distance(self) -> int:
        """How many squares the King goes along its rank with the Rook behind it; else 0.

        That is what castling is in chess, if from a longer or shorter way off.
        """
        beside = Square(self.king_to.file - self.direction, self.king_to.rank)
        ranks = {self.king_from.rank, self.king_to.rank, self.rook_from.rank}
        if len(ranks) > 1 or self.rook_to != beside:
            return 0
        return abs(self.king_to.file - self.king_from.file)

    @property
    def direction(self) -> int:
        """1 if the King goes towards the last file, -1 towards the a-file, 0 if it does neither."""
        return (self.king_to.file > self.king_from.file) - (self.king_to.file < self.king_from.file)


@dataclass(frozen=True, slots=True)
class Right:
    """What the third field of a FEN grants by one letter, as long as pieces have never moved."""

    bit: int
    homes: Mapping[Square, Piece]


@lru_cache(maxsize=32)
def castlings(variant: Variant) -> tuple[Castling, ...]:
    """Every way to castle in a variant: White first, then K before Q, then as they are written.

    Raises VariantError if the king's move text cannot be read. Ways of the table that cannot be
    are left out: `table_faults` tells.
    """
    if variant.castling:
        ways = [way for _, way in _table(variant) if isinstance(way, Castling)]
    else:
        ways = [way for piece in sorted(variant.royals) for way in _castlings_of(variant, piece)]
    order = [*RIGHTS, *sorted({way.right for way in ways} - {*RIGHTS})]
    return tuple(sorted(_told_apart(variant, ways), key=lambda way: order.index(way.right)))


@lru_cache(maxsize=32)
def rights(variant: Variant) -> Mapping[str, Right]:
    """All rights that a FEN can grant, by their letters, in the order in which it does.

    Those to castle, and those of the pieces that make first moves only if they have never moved:
    the letter of the file on which each began, in upper case for White.
    """
    homes: dict[str, dict[Square, Piece]] = {}
    for way in castlings(variant):
        home = homes.setdefault(way.right, {})
        home[way.king_from] = (way.king, way.color)
        home[way.rook_from] = (way.rook, way.color)
    for square, piece in unmoved_pieces(variant).items():
        homes.setdefault(unmoved_letter(square, piece[1]), {})[square] = piece
    others = sorted(homes.keys() - set(RIGHTS))
    letters = (*RIGHTS, *others)[:MOST_RIGHTS]
    return {
        letter: Right(1 << i, homes[letter]) for i, letter in enumerate(letters) if letter in homes
    }


@lru_cache(maxsize=32)
def unmoved_pieces(variant: Variant) -> Mapping[Square, Piece]:
    """The pieces of the array, by square, whose first moves last until they have moved."""
    kinds = {
        kind
        for kind, piece in variant.pieces.items()
        if piece.initial != "home" and any(leg.initial for leg in parse_betza(piece.betza).legs)
    }
    return {at: piece for at, piece in array_pieces(variant).items() if piece[0] in kinds}


def unmoved_letter(square: Square, color: str) -> str:
    """The letter that says in a FEN that the piece on a square has never moved."""
    letter = str(square)[0]
    return letter.upper() if color == "white" else letter


@lru_cache(maxsize=32)
def castling_texts(variant: Variant) -> Mapping[tuple[Square, Square], str]:
    """`O-O` and `O-O-O` by the King's squares, where SAN has them: for a side's only way there."""
    ways = castlings(variant) if variant.castling_san else ()
    sides = Counter((way.color, way.direction) for way in ways)
    return {
        (way.king_from, way.king_to): "O-O" if way.direction > 0 else "O-O-O"
        for way in ways
        if way.direction and sides[way.color, way.direction] == 1
    }


def right_faults(variant: Variant) -> Iterator[tuple[str, str]]:
    """What is wrong with the letters of pieces that have never moved, by type: each has its own."""
    taken = {way.right: f"castling right {way.right!r}" for way in castlings(variant)}
    for square, (kind, color) in unmoved_pieces(variant).items():
        letter, name = unmoved_letter(square, color), f"the {kind} on {square}"
        if letter in taken:
            yield kind, f"in a FEN {letter!r} would stand for {taken[letter]} and for {name}"
        taken[letter] = name
    others, most = len(taken.keys() - set(RIGHTS)), MOST_RIGHTS - len(RIGHTS)
    if others > most:
        kind = next(iter(unmoved_pieces(variant).values()))[0]
        yield kind, f"{others} pieces that must not have moved, and there are at most {most}"


def table_faults(variant: Variant) -> Iterator[tuple[str, str]]:
    """What is wrong with the ways of a variant's table of castlings, by the letter of the right."""
    first: dict[str, Castling] = {}
    known: set[tuple[Square, ...]] = set()
    for right, way in _table(variant):
        if isinstance(way, str):
            yield right, way
            continue
        squares = (way.king_from, way.king_to, way.rook_from, way.rook_to)
        if squares in known:
            yield right, f"{_written(way)!r} is given twice"
        known.add(squares)
        other = first.setdefault(right, way)
        if (other.king_from, other.rook_from) != (way.king_from, way.rook_from):
            yield right, "each right belongs to one King and one piece that castles with it"
        elif right in RIGHTS and way.direction != (1 if right in "Kk" else -1):
            where = "last file" if right in "Kk" else "a-file"
            yield right, f"{right} is for castling towards the {where}; use another letter"


def _written(way: Castling) -> str:
    return f"{way.king_from}{way.king_to},{way.rook_from}{way.rook_to}"


def _castlings_of(variant: Variant, king: str) -> Iterator[Castling]:
    """The castlings of one royal type: it travels n squares, the rook lands on its far side.

    It must stop short of the corner, where the rook stands.
    """
    distances = sorted(set(parse_betza(variant.pieces[king].betza).castles))
    array = array_pieces(variant)
    for home, (kind, color) in array.items():
        for right, side, corner in (("K", 1, variant.files - 1), ("Q", -1, 0)):
            rook = array.get(Square(corner, home.rank))
            if kind != king or rook is None or rook[1] != color:
                continue
            for distance in distances:
                if distance < abs(corner - home.file):
                    goal, beside = (home.file + side * n for n in (distance, distance - 1))
                    yield _castling(
                        right if color == "white" else right.lower(),
                        color,
                        (king, rook[0]),
                        (home, Square(goal, home.rank)),
                        (Square(corner, home.rank), Square(beside, home.rank)),
                    )


def _table(variant: Variant) -> Iterator[tuple[str, Castling | str]]:
    """The castlings of a variant's table, or why they cannot be; Black's too, if it says none."""
    for right, ways in variant.castling.items():
        for text in ways:
            yield right, _read_way(variant, right, text)
    for right, ways in variant.castling.items():
        if right.isupper() and right.lower() not in variant.castling:
            for text in filter(_WAY.fullmatch, ways):
                yield right.lower(), _read_way(variant, right.lower(), _opposite(variant, text))


def _opposite(variant: Variant, text: str) -> str:
    """The same way on the same files, with the ranks counted from the other side."""
    squares = [Square.parse(found) for found in re.findall(SQUARE, text)]
    a, b, c, d = (at._replace(rank=variant.ranks - 1 - at.rank) for at in squares)
    return f"{a}{b},{c}{d}"


def _read_way(variant: Variant, right: str, text: str) -> Castling | str:
    """A way to castle as the table has it, the King's move and its partner's; or its fault."""
    match = _WAY.fullmatch(text)
    if match is None:
        return f"{text!r} is not the King's move and that of the other piece, such as 'e1g1,h1f1'"
    king_from, king_to, rook_from, rook_to = squares = tuple(map(Square.parse, match.groups()))
    array, color = array_pieces(variant), COLORS[right.islower()]
    for square in squares:
        if square.file >= variant.files or not 0 <= square.rank < variant.ranks:
            return f"{text!r}: {square} is not on the {variant.files}x{variant.ranks} board"
    king, rook = array.get(king_from, ("", "")), array.get(rook_from, ("", ""))
    if king[1] != color or king[0] not in variant.royals:
        return f"{text!r}: there is no royal piece of {color.capitalize()}'s on {king_from}"
    if rook[1] != color or rook[0] in variant.royals:
        who = f"there is no piece of {color.capitalize()}'s to castle with"
        return f"{text!r}: {who} on {rook_from}"
    if king_to in (king_from, rook_from, rook_to) or rook_to == rook_from:
        return f"{text!r}: both must move, each to another square, and the King not to {rook_from}"
    return _castling(right, color, (king[0], rook[0]), (king_from, king_to), (rook_from, rook_to))


def _castling(
    right: str,
    color: str,
    pieces: tuple[str, str],
    king_step: tuple[Square, Square],
    rook_step: tuple[Square, Square],
) -> Castling:
    (king_from, king_to), (rook_from, rook_to) = king_step, rook_step
    passed = _between(*king_step) + _between(*rook_step)
    return Castling(
        right=right,
        color=color,
        king=pieces[0],
        rook=pieces[1],
        king_from=king_from,
        king_to=king_to,
        rook_from=rook_from,
        rook_to=rook_to,
        empty=tuple(sorted({*passed, king_to, rook_to} - {king_from, rook_from})),
        safe=(king_from, *_between(king_from, king_to), king_to),
    )


def _between(start: Square, goal: Square) -> tuple[Square, ...]:
    """The squares between two on a line, in order; none where no line leads there."""
    x, y = goal.file - start.file, goal.rank - start.rank
    size = max(abs(x), abs(y))
    if x * y and abs(x) != abs(y):
        return ()
    return tuple(
        Square(start.file + x // size * i, start.rank + y // size * i) for i in range(1, size)
    )


def _told_apart(variant: Variant, ways: list[Castling]) -> Iterator[Castling]:
    """The castlings, with those marked that the King's move alone does not tell."""
    steps = [(way.king_from, way.king_to) for way in ways]
    for way, step in zip(ways, steps, strict=True):
        forward = 1 if way.color == "white" else -1
        x = (way.king_to.file - way.king_from.file) * forward
        y = (way.king_to.rank - way.king_from.rank) * forward
        movement = parse_betza(variant.pieces[way.king].betza)
        leaps = not way.safe[1:-1] and max(abs(x), abs(y)) > 1  # perhaps over something
        plain = goes_plainly(movement, {(x, y)}, hops=leaps)
        in_full = plain or steps.count(step) > 1
        yield replace(way, in_full=True) if in_full else way


def partner_becomes(variant: Variant, castling: Castling) -> str:
    """What the piece becomes with which a King castles; empty if it stays what it is.

    It is what a move of its own that takes nothing would make of it, where that leaves no choice.
    """
    way = way_of(castling.color, castling.rook_from, castling.rook_to)
    change = effect(variant, castling.rook, QUIET, way)
    return change.target if change.rule is Rule.MUST and not change.others else ""
