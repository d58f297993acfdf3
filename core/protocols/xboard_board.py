"""What XBoard is told of a game: names, types and letters, and where the piece in hand may go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from makachess.core.move import Move, MoveKind
from makachess.core.notation.coordinates import kind_at
from makachess.core.notation.xboard import parse_square
from makachess.core.pieces import format_placement
from makachess.core.position import Position
from makachess.core.spec import Variant
from makachess.core.squares import Square

STANDARD = "normal"
ALIASES: Mapping[str, str] = MappingProxyType(
    {
        STANDARD: "chess",
        "macadamia-shogi": "macadamia",
        "maka-dai-dai-shogi": "maka",
        "lion": "mighty-lion",
    }
)
"""Customary names -> ours. XBoard keeps a bare `maka` for an edition of its own."""

LARGEST = 15  # files or ranks
TYPES = 66  # of pieces, of each side, the King among them

_LETTERS = "PNBRQFEACWMOHIJGDVLSU"  # the types that XBoard has images for, in its order
_RIDER = re.compile(r"([WFDANHCGZ])\1(?![0-9])")


def variant_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """All names by which variants can be selected, the orthodox game first."""
    known = (alias for alias, name in ALIASES.items() if name in names)
    return tuple(dict.fromkeys((*known, *names, *shown_names(names))))


# XBoard offers each game of its own whose name is found anywhere in the list of an engine's.
_SHOGI = "-shogi"


def shown_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names for XBoard's menu, in which none is a part that is a game of its own."""
    return tuple(dict.fromkeys(name.removesuffix(_SHOGI) for name in names))


def our_name(name: str, names: tuple[str, ...]) -> str:
    """What we call a variant, among our `names`, that is called by any of the above."""
    name = ALIASES.get(name, name)
    return name + _SHOGI if name not in names and name + _SHOGI in names else name


def can_show(variant: Variant) -> bool:
    """Whether XBoard has room for the board and the pieces, and can make every move on it."""
    pawns_wait = variant.promotion.reserve or variant.compound_first_move != "none"
    fits = variant.files <= LARGEST and variant.ranks <= LARGEST
    return fits and len(variant.pieces) < TYPES and not pawns_wait


def setup_lines(variant: Variant) -> Iterator[str]:
    """The `setup` and `piece` commands that describe a variant; none for the orthodox game."""
    if variant.name == ALIASES[STANDARD]:
        return
    types = "".join(_slots(variant))
    parent = "fairy" if variant.ending.checkmate else "chu"  # promotes and checks most alike
    size = f"{variant.files}x{variant.ranks}+0_{parent}"
    yield f"setup ({types}K{types.lower()}k) {size} {variant.start_fen}"
    for piece in variant.pieces.values():
        if "U" not in piece.betza:  # which its dialect cannot express
            betza = _RIDER.sub(r"\g<1>0", piece.betza)
            yield f"piece {piece.id}& {betza}"


def _slots(variant: Variant) -> list[str]:
    """One entry a type: an id, `^` and an id for what that one promotes to, a dot for none.

    A piece whose letter XBoard knows gets the matching image, the others get what is left.
    """
    ids = [kind for kind in variant.pieces if kind != "K"]
    slots = [letter if letter in ids else "." for letter in _LETTERS]
    for kind in ids:
        entry = "^" + kind[1:] if kind.startswith("+") else kind
        if entry not in slots:
            free = slots.index(".") if "." in slots else len(slots)
            slots[free : free + 1] = [entry]
    return slots


# The colours of the protocol: red for captures and yellow for other moves, cyan where a move of
# several legs goes on, magenta where the piece may promote and blue where it must. XBoard offers
# promotions on the last two alone.
GOES_ON, TAKES, MOVES, MAY_PROMOTE, MUST_PROMOTE = "C", "R", "Y", "M", "B"


@dataclass(slots=True)
class Hand:
    """The piece in a person's hand: the squares that it has been put on, the first one its own."""

    path: list[Square] = field(default_factory=list)
    stopped: bool = False  # put down, where the move may go on

    def lift(self, position: Position, name: str) -> str:
        """Take up a piece, or the one just put down: a `highlight` of where it may go."""
        square = parse_square(position.variant, name)
        if not (self.stopped and self.path[-1:] == [square]):
            self.path = [square]
        self.stopped = False
        marks: dict[Square, str] = {}
        at = len(self.path)
        for path, moves in self._paths(position).items():
            if len(path) > at + 1:
                marks[path[at]] = GOES_ON
            elif len(path) > at:
                marks.setdefault(path[at], _color(moves))
        colors = {square: (color, "white") for square, color in marks.items()}
        variant = position.variant
        return f"highlight {format_placement(variant.files, variant.ranks, colors)}"

    def put(self, position: Position, name: str) -> Iterator[str]:
        """Put it down: a `choice` of what it may become there, if that is not clear.

        Two reports of the same square are one.
        """
        square = parse_square(position.variant, name)
        if not self.stopped:
            self.path.append(square)
        self.stopped = True
        kinds = self.becomes(position)
        letters = "".join(kind[0] for kind in kinds)
        # XBoard itself offers what a plus makes of a piece. It hangs if a letter stands here that
        # some type has with a mark behind it.
        is_offered = len(kinds) == 2 and kinds[0] == f"+{kinds[1]}"
        marked = {kind[0] for kind in position.variant.pieces if kind[-1] in "'!"}
        if len(kinds) == 1 or (kinds and not is_offered and marked.isdisjoint(letters)):
            yield f"choice {letters}"

    def becomes(self, position: Position) -> list[str]:
        """What it may be where it was put, its own type last; nothing if that is all it can be."""
        moves = self._paths(position).get(tuple(self.path), []) if self.stopped else []
        kinds = [move.promotion for move in moves if move.promotion]
        if kinds and len(kinds) < len(moves):
            kinds.append(kind_at(position, moves[0].origin))
        return kinds

    def _paths(self, position: Position) -> dict[tuple[Square, ...], list[Move]]:
        """The legal moves that begin so, by the squares they touch."""
        found: dict[tuple[Square, ...], list[Move]] = {}
        for move in position.legal_moves():
            path = move.waypoints
            is_plain = not (move.parts or move.prefix or move.kind is MoveKind.PASS)
            if is_plain and list(path[: len(self.path)]) == self.path:
                found.setdefault(path, []).append(move)
        return found


def _color(moves: list[Move]) -> str:
    """The colour of a square where these moves end."""
    if any(move.promotion for move in moves):
        return MAY_PROMOTE if len(moves) > 1 else MUST_PROMOTE
    return TAKES if moves[0].is_capture else MOVES
