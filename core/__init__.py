"""What a game is and how it is searched: no files, no processes, no screen."""

from makachess.core.errors import (
    AmbiguousMoveError,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    MakachessError,
    VariantError,
)
from makachess.core.kernel.board import COMPILED
from makachess.core.move import Move, MoveKind
from makachess.core.outcome import Outcome
from makachess.core.position import Position
from makachess.core.squares import Square

__all__ = [
    "COMPILED",
    "AmbiguousMoveError",
    "IllegalMoveError",
    "InvalidFenError",
    "InvalidMoveError",
    "MakachessError",
    "Move",
    "MoveKind",
    "Outcome",
    "Position",
    "Square",
    "VariantError",
]
