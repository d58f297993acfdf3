"""What a man looks like: its id, a chess figurine, or plain ASCII all over."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.spec import Variant

# White's figurines in Unicode order, and the filled ones, which show both sides by their colour.
# U+265F, the filled pawn, is left out: many terminals draw it as an emoji.
OUTLINED = "♔♕♖♗♘♙"
FILLED = "♚♛♜♝♞♙"


@dataclass(frozen=True, slots=True)
class PieceSet:
    """A way to draw men, and the characters of the marks that go with it."""

    name: str
    figurines: bool = False
    dot: str = "•"
    dash: str = "–"

    def text(self, man: str, variant: Variant, *, color: bool) -> str:
        """A man as text; without colour the two sides must differ in the characters."""
        symbol = variant.pieces[man.upper()].symbol if self.figurines else ""
        if symbol not in OUTLINED or not symbol:
            return man
        white = man.isupper()
        if color:
            return FILLED[OUTLINED.index(symbol)]
        filled = FILLED[OUTLINED.index(symbol)]
        return symbol if white else man if filled == symbol else filled


PIECE_SETS = (
    PieceSet("letters"),
    PieceSet("figurines", figurines=True),
    PieceSet("ascii", dot="*", dash="-"),
)
