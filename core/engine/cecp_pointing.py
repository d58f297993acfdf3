"""A person's hand on the board of an interface: `lift` and `put`, `highlight` and `choice`.

The colours are those of the protocol: red for captures and yellow for other moves, cyan where a
move of several legs goes on, magenta where the man may promote and blue where it must.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from makachess.core.engine.cecp_view import castling_legs, kind_of, partners
from makachess.core.move import Move, MoveKind
from makachess.core.notation.xboard import parse_square
from makachess.core.position import Position
from makachess.core.spec import Variant
from makachess.core.squares import Square

GOES_ON, TAKES, MOVES, MAY_PROMOTE, MUST_PROMOTE = "C", "R", "Y", "M", "B"


@dataclass(slots=True)
class Hand:
    """The squares that the man in hand has been put on, the first one its own."""

    path: list[Square] = field(default_factory=list)
    stopped: bool = False  # put down, where the move may go on

    def lift(self, square: Square) -> None:
        """Take up a man, or the one just put down."""
        if not (self.stopped and self.path and self.path[-1] == square):
            self.path = [square]
        self.stopped = False

    def put(self, square: Square) -> None:
        """Put it down; two reports of the same square are one."""
        if not self.stopped:
            self.path.append(square)
        self.stopped = True


def lift(hand: Hand, position: Position, name: str, *, disguised: bool) -> str:
    """The squares that the man just lifted may go to, as a `highlight` command."""
    hand.lift(parse_square(position.variant, name))
    marks: dict[Square, str] = {}
    at = len(hand.path)
    for path, moves in _paths(position, hand.path, disguised=disguised).items():
        if len(path) > at + 1:
            marks[path[at]] = GOES_ON
        elif len(path) > at:
            marks.setdefault(path[at], _color(position, moves, disguised=disguised))
    return f"highlight {_board(position.variant, marks)}"


def put(hand: Hand, position: Position, name: str, *, disguised: bool) -> Iterator[str]:
    """What the man may become there, as a `choice` command, if that is not clear."""
    hand.put(parse_square(position.variant, name))
    moves = _paths(position, hand.path, disguised=disguised).get(tuple(hand.path), [])
    if disguised or not any(move.promotion for move in moves):
        return
    man = kind_of(position.piece_at(moves[0].origin) or "")
    letters = (move.promotion[:1] or man[:1] for move in sorted(moves, key=_stays))
    yield f"choice {''.join(dict.fromkeys(letters))}"


def _stays(move: Move) -> bool:
    return not move.promotion


def _paths(
    position: Position, begun: Sequence[Square], *, disguised: bool
) -> dict[tuple[Square, ...], list[Move]]:
    """The legal moves that begin so, by the squares they touch."""
    found: dict[tuple[Square, ...], list[Move]] = {}
    for move in position.legal_moves():
        if move.parts or move.prefix or move.kind is MoveKind.PASS:
            continue
        path = move.waypoints
        if disguised and move.kind is MoveKind.CASTLING:
            path = (path[0], castling_legs(position.variant, move)[0], path[-1])
        if list(path[: len(begun)]) == list(begun):
            found.setdefault(path, []).append(move)
    return found


def _color(position: Position, moves: Sequence[Move], *, disguised: bool) -> str:
    """The colour of a square where these moves end."""
    if not any(move.promotion for move in moves):
        return TAKES if moves[0].is_capture else MOVES
    if disguised:
        man = kind_of(position.piece_at(moves[0].origin) or "")
        return MAY_PROMOTE if man in partners(position.variant) else TAKES
    return MAY_PROMOTE if len(moves) > 1 else MUST_PROMOTE


def _board(variant: Variant, marks: dict[Square, str]) -> str:
    """The board as a FEN of colours."""
    ranks = []
    for rank in reversed(range(variant.ranks)):
        text, empty = "", 0
        for file in range(variant.files):
            color = marks.get(Square(file, rank), "")
            if color:
                text += (str(empty) if empty else "") + color
            empty = 0 if color else empty + 1
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks)
