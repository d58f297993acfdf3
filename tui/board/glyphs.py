"""How men are drawn: as ids, chess figurines, kanji, or plain ASCII."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.core.spec import PieceType, Variant
from makachess.tui.charset import can_show

# White's figurines in Unicode order, and the filled ones, which show both sides by their colour.
# U+265F, the filled pawn, is left out: many terminals draw it as an emoji.
OUTLINED = "♔♕♖♗♘♙"
FILLED = "♚♛♜♝♞♙"


@dataclass(frozen=True, slots=True)
class PieceSet:
    """A way to draw men, and the characters of the marks that go with it."""

    name: str
    figurines: bool = False
    kanji: bool = False
    dot: str = "•"
    dash: str = "–"
    empty: str = "·"  # an empty square where no colour shows it

    def text(self, man: str, variant: Variant, *, color: bool) -> str:
        """A man as text; without colour the characters tell the two sides apart."""
        if self.kanji:
            return self._character(man, variant, color=color)
        symbol = variant.pieces[man.upper()].symbol if self.figurines else ""
        if symbol not in OUTLINED or not symbol:
            return man
        white = man.isupper()
        if color:
            return FILLED[OUTLINED.index(symbol)]
        filled = FILLED[OUTLINED.index(symbol)]
        return symbol if white else man if filled == symbol else filled

    def sign(self, man: str, piece: PieceType) -> str:
        """What is engraved in a plate, which itself tells the sides apart."""
        if self.kanji and piece.kanji:
            return "+" * piece.promoted + piece.kanji
        drawn = self.figurines and piece.symbol and piece.symbol in OUTLINED
        return FILLED[OUTLINED.index(piece.symbol)] if drawn else man

    def _character(self, man: str, variant: Variant, *, color: bool) -> str:
        """Without colour Black's men have a `v` before them, as in shogi records.

        There is room for one sign only, so Black's promoted men are then shown by their ids.
        """
        kind = variant.pieces[man.upper()]
        if not kind.kanji:
            return man
        plain = color or man.isupper()
        if kind.promoted:
            return "+" + kind.kanji if plain else man
        return kind.kanji if plain else "v" + kind.kanji


PLAIN_SET = PieceSet("ascii", dot="*", dash="-", empty=".")
PIECE_SETS = (
    PieceSet("letters"),
    PieceSet("figurines", figurines=True),
    PieceSet("kanji", kanji=True),
    PLAIN_SET,
)


def piece_sets(variant: Variant) -> tuple[PieceSet, ...]:
    """The ways in which the men of a variant can be drawn in this terminal."""
    men = variant.pieces.values()
    return tuple(
        pieces
        for pieces in PIECE_SETS
        if can_show(pieces.dot + pieces.dash + pieces.empty)
        and (not pieces.figurines or (any(man.symbol for man in men) and can_show(OUTLINED)))
        and (not pieces.kanji or any(man.kanji and can_show(man.kanji) for man in men))
    )
