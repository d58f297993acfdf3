"""How the man under the cursor moves and what captures make of it."""

from makachess.tui.pieceinfo.lines import piece_lines
from makachess.tui.pieceinfo.widget import PieceInfo

__all__ = ["PieceInfo", "piece_lines"]
