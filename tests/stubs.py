"""Stand-ins for games whose rules are not built in: enough to write and read their moves."""

from __future__ import annotations

from makachess.core import IllegalMoveError, Move, MoveKind, Square
from makachess.core.notation.coordinates import mover
from makachess.core.notation.san import format_san
from makachess.core.pieces import parse_placement
from makachess.core.spec import Ending, PieceType, Promotion, Variant


def plies(variant):
    """How far to play a random game: less far on large boards, which have more moves to look at."""
    return 3000 // (variant.files * variant.ranks)


def square(name):
    return Square.parse(name)


def move(text, *victims, kind=MoveKind.NORMAL, promotion="", prefix=()):
    """A move from `d4-f6` and its victims; further steps of a compound follow after commas."""
    first, *more = text.split(",")
    origin, goal = map(square, first.split("-"))
    return Move(
        origin=origin,
        destination=goal,
        victims=tuple(map(square, victims)),
        promotion=promotion,
        kind=kind,
        parts=tuple(tuple(map(square, part.split("-"))) for part in more),
        prefix=tuple((square(name), piece) for name, piece in prefix),
    )


def make_variant(name, files, ranks, start_fen, betzas, **rules):
    """A variant with no rules but its pieces' moves; `K` is the royal."""
    pieces = {
        kind: PieceType(kind, kind, betza, royal=kind == "K") for kind, betza in betzas.items()
    }
    rules.setdefault("ending", Ending())
    return Variant(name, name.title(), files, ranks, start_fen, pieces, Promotion(), **rules)


def devingt_like():
    betzas = {
        "K": "KisO2isO3",
        "Q": "Q",
        "R": "R",
        "B": "B",
        "N": "N",
        "S": "C",
        "P": "fmWfceFifmW3",
    }
    array = "rnbskqsbnr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNBSKQSBNR"
    return make_variant("devingt", 10, 10, f"{array} w KQkq - 0 1", betzas, pawn="P")


def shogi_like():
    """A board with the ids of the large shogi games, where the last royal decides."""
    betzas = {"K": "K", "L!": "KNADcaKmabK", "W!": "KADcavKmabKmcpafmcpavK", "P": "fW", "L": "fR"}
    betzas |= {"G": "WfF", "E'": "vW", "+L": "WfF", "+P": "WfF", "+L!": "Q", "+E'": "vR"}
    start = "le'k1l!w!l/ppppppp/7/7/7/PPPPPPP/LE'K1L!W!L w - - 0 1"
    return make_variant("maka", 7, 7, start, betzas, ending=Ending(checkmate=False))


class StubPosition:
    """A position that knows its pieces and legal moves because it was told them."""

    def __init__(self, variant, placement, moves, turn="white"):
        self.variant = variant
        self.turn = turn
        self._pieces = parse_placement(variant, placement)
        self._moves = list(moves)

    def legal_moves(self):
        return list(self._moves)

    def pieces(self):
        return {at: k if color == "white" else k.lower() for at, (k, color) in self._pieces.items()}

    def piece_at(self, at):
        return self.pieces().get(at)

    def piece_map(self):
        return dict(self._pieces)

    def is_check(self):
        return False

    def repeating_moves(self):
        return []

    def trading_moves(self):
        return []

    def outcome(self):
        return None

    def fitting(self, reading):
        return [move for move in self._moves if reading.pattern.fits(self, move)]

    def context(self, move):
        if move not in self._moves:
            raise IllegalMoveError(f"{str(move)!r} is not legal here")
        twins = [other.origin for other in self._moves if self._are_twins(move, other)]
        return mover(self, move), twins, 0

    def _are_twins(self, one, other):
        ways = [
            (m.destination, m.waypoints[1:], len(m.victims), m.promotion, m.prefix, mover(self, m))
            for m in (one, other)
        ]
        return one.origin != other.origin and ways[0] == ways[1]

    def san(self, move):
        return format_san(self, move)
