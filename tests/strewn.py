"""Rich positions: men of all types, promoted ones and Emperors included, strewn over the board."""

from makachess.core import InvalidFenError, Position, Square
from makachess.core.notation.fen import FenState, format_fen


def rich_position(variant, rng, share=1 / 3):
    """A position with men of any type on a share of the squares, four royals where it may be."""
    while True:
        try:
            return Position(variant, rich_fen(variant, rng, share))
        except InvalidFenError:  # a King in check that is not to move
            continue


def rich_fen(variant, rng, share):
    squares = [Square(f, r) for f in range(variant.files) for r in range(variant.ranks)]
    rng.shuffle(squares)
    kinds = [kind for kind in variant.pieces if not variant.pieces[kind].royal]
    royals = sorted(variant.royals)
    men = {}
    for color in ("white", "black"):
        for _ in range(1 if variant.ending.checkmate else 4):
            men[squares.pop()] = (rng.choice(royals), color)
    while len(men) < share * variant.files * variant.ranks:
        men[squares.pop()] = (rng.choice(kinds), rng.choice(["white", "black"]))
    return format_fen(variant, FenState(pieces=men, turn=rng.choice(["white", "black"])))
