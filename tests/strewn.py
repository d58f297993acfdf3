"""Rich positions, pieces of all types strewn over the board, and games played at random."""

from makachess.core import InvalidFenError, Position, Square
from makachess.core.notation.fen import FenState, format_fen


def game(position, rng, plies, greed=0.5):
    """Positions of a game at random; with probability `greed` it captures wherever it can."""
    for _ in range(plies):
        yield position
        moves = position.legal_moves()
        if not moves:
            return
        taking = [move for move in moves if move.is_capture]
        position.push(rng.choice(taking if taking and rng.random() < greed else moves))


def rich_position(variant, rng, share=1 / 3):
    """A position with pieces of any type on a share of the squares, four royals where it may be."""
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
    pieces = {}
    for color in ("white", "black"):
        for _ in range(1 if variant.ending.checkmate else 4):
            pieces[squares.pop()] = (rng.choice(royals), color)
    while len(pieces) < share * variant.files * variant.ranks:
        pieces[squares.pop()] = (rng.choice(kinds), rng.choice(["white", "black"]))
    return format_fen(variant, FenState(pieces=pieces, turn=rng.choice(["white", "black"])))


def waiting_position(variant, rng):
    """A position of Devingt Chess with all pieces on the board, and Pawns that wait."""
    while True:
        pieces = {}
        for color, home, last in (("white", 0, 9), ("black", 9, 0)):
            near = home + 1 if home == 0 else home - 1
            strew(pieces, rng, ("K", color), 1, [home, home, near])
            strew(pieces, rng, ("P", color), rng.randrange(1, 4), [last])
            strew(pieces, rng, ("P", color), 3, range(2, 8))
            for kind, number in {"Q": 1, "R": 2, "B": 2, "N": 2, "S": 2}.items():
                strew(pieces, rng, (kind, color), number, range(1, 9))
        state = FenState(pieces=pieces, turn=rng.choice(["white", "black"]), fullmove=20)
        try:
            return Position(variant, format_fen(variant, state))
        except InvalidFenError:  # a King in check that is not to move
            continue


def strew(pieces, rng, piece, number, ranks):
    """Put pieces on free squares of some ranks of a 10x10 board."""
    free = [Square(f, r) for f in range(10) for r in set(ranks) if Square(f, r) not in pieces]
    weights = [list(ranks).count(square.rank) for square in free]
    while number:
        (square,) = rng.choices(free, weights)
        if square not in pieces:
            pieces[square] = piece
            number -= 1
