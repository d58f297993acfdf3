"""The board: a line-API widget that repaints single cells, its geometry and its piece sets."""

from makachess.tui.board.geometry import CELL_SIZES, CellSize, Geometry
from makachess.tui.board.pieces import PIECE_SETS, PieceSet, chosen_pieces, piece_sets
from makachess.tui.board.widget import BoardView, BoardWidget, view_of

__all__ = [
    "CELL_SIZES",
    "PIECE_SETS",
    "BoardView",
    "BoardWidget",
    "CellSize",
    "Geometry",
    "PieceSet",
    "chosen_pieces",
    "piece_sets",
    "view_of",
]
