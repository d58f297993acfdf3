"""Draw a position as SVG, with its captures as arrows: python draw.py VARIANT [FEN] > board.svg"""

from __future__ import annotations

import sys

from makachess.core import InvalidFenError, Position
from makachess.variants import load


def main() -> None:
    fen = sys.argv[2] if len(sys.argv) > 2 else None
    try:
        position = Position(load(sys.argv[1]), fen)
    except InvalidFenError as error:
        sys.exit(str(error))
    captures = [move for move in position.legal_moves() if move.is_capture]
    arrows = [(move.origin, move.destination) for move in captures]
    print(position.to_svg(width=480, arrows=arrows))


if __name__ == "__main__":
    main()
