"""UCI's spelling of moves: the standard one in chess, our coordinates in every other game.

The standard knows the promotions of orthodox chess only (`e7e8q`). Texts are read in all spellings
that `Position.parse` reads.
"""

from __future__ import annotations

from makachess.core.move import Move
from makachess.core.position import Position
from makachess.core.spec import Variant

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
    text = str(move)
    return text.replace("=", "").lower() if variant.name == STANDARD else text


def push_uci(position: Position, text: str) -> Move:
    """Make the move that a text means, and return it.

    Raises InvalidMoveError, IllegalMoveError or AmbiguousMoveError, each saying why.
    """
    move = position.push_text(text)
    if move is None:
        move = position.parse(text)
        position.push(move)
    return move
