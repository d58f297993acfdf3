"""Orthodox chess against python-chess: over 1,000 positions of random games, seeded.

Each case plays along one stretch of 26 moves, from the array or from positions that are about to
promote, to castle, to take en passant or to end.
"""

import random

import chess
import pytest
from makachess.core import Move, Position
from makachess.variants import load
from sampling import mostly_slow

STRETCH = 26
SEEDS = mostly_slow(range(40), range(15))
STARTS = (  # and the most random moves before the stretch
    (chess.STARTING_FEN, 40),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),  # castling
    (chess.STARTING_FEN, 120),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),  # promotion
    ("4k3/2p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1", 2),  # en passant
    ("8/P1k1p2p/8/3P1p2/2p1P3/8/p1PK2PP/8 w - - 0 1", 10),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),  # en passant that would expose the King
    ("3k4/8/8/8/8/8/QQQ5/K7 w - - 90 1", 0),  # mate, stalemate, the move limit
)


def start(seed):
    """A board some random moves after one of the starts, and not at its end."""
    rng = random.Random(seed)
    fen, most = STARTS[seed % len(STARTS)]
    while True:
        board = chess.Board(fen)
        for _ in range(rng.randint(0, most)):
            if any(board.legal_moves):
                board.push(rng.choice(sorted(board.legal_moves, key=chess.Move.uci)))
        if any(board.legal_moves):
            return chess.Board(board.fen(en_passant="fen")), rng


@pytest.mark.parametrize("seed", SEEDS)
def test_positions_agree(seed):
    board, rng = start(seed)
    position = Position(load("chess"), board.fen(en_passant="fen"))
    for _ in range(STRETCH):
        assert_same(position, board)
        if not any(board.legal_moves):  # the stretch goes on elsewhere: the count is kept
            board, rng = start(seed + 1000 + rng.randrange(1000) * len(STARTS))
            position = Position(load("chess"), board.fen(en_passant="fen"))
            continue
        move = rng.choice(sorted(board.legal_moves, key=chess.Move.uci))
        position.push(position.parse(coordinates(move)))
        board.push(move)


def test_a_line_is_written_with_numbers_as_there():
    board, rng = start(3)
    position, line = Position(load("chess"), board.fen(en_passant="fen")), board.copy()
    for _ in range(9):
        line.push(rng.choice(sorted(line.legal_moves, key=chess.Move.uci)))
    moves = [Move.parse(move.uci()) for move in line.move_stack[-9:]]
    assert position.variation_san(moves) == board.variation_san(line.move_stack[-9:])
    assert position.ply == 0
    for move in line.move_stack[-9:]:
        assert position.push_uci(move.uci()) == Move.parse(move.uci())
    assert position.fen() == line.fen(en_passant="fen")


def coordinates(move):
    text = move.uci()
    return text if len(text) == 4 else f"{text[:4]}={text[4].upper()}"


def assert_same(position, board):
    ours = {str(move): move for move in position.legal_moves()}
    theirs = {coordinates(move): move for move in board.legal_moves}
    assert ours.keys() == theirs.keys(), board.fen()
    sans = {text: position.san(move) for text, move in ours.items()}
    assert sans == {text: board.san(move) for text, move in theirs.items()}, board.fen()
    assert position.fen() == board.fen(en_passant="fen")
    assert position.is_check() == board.is_check()
    assert position.is_checkmate() == board.is_checkmate()
    assert [str(at) for at in position.checkers()] == sorted(
        map(chess.square_name, board.checkers())
    )
    assert [str(at) for at in position.ep_squares] == [
        chess.square_name(at) for at in (board.ep_square,) if at is not None
    ]
    for name in ("is_castling", "is_en_passant", "is_zeroing", "is_capture", "gives_check"):
        asks = {text: getattr(position, name)(move) for text, move in ours.items()}
        assert asks == {text: getattr(board, name)(move) for text, move in theirs.items()}, name
    assert (position.turn == "white") == board.turn
    outcome = position.outcome()
    assert (outcome and (outcome.winner, outcome.reason)) in outcomes(board), board.fen()


def outcomes(board):
    """What may be said of the game; several, where it is drawn in several ways."""
    if board.is_checkmate():
        return [("black" if board.turn else "white", "checkmate")]
    drawn = {
        "stalemate": board.is_stalemate(),
        "dead position": board.is_insufficient_material(),
        "move limit": board.halfmove_clock >= 100,
        "repetition": board.is_repetition(3),
    }
    return [("draw", reason) for reason, holds in drawn.items() if holds] or [None]


# Named positions in which each kind of outcome, and each that only looks like one, stands.
@pytest.mark.parametrize(
    "fen",
    [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 100 80",
        "7k/8/6K1/8/8/8/1Q6/8 b - - 99 80",
        "7k/8/6K1/8/8/8/1Q6/8 b - - 100 80",
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    ],
)
def test_outcomes_agree(fen):
    assert_same(Position(load("chess"), fen), chess.Board(fen))


def test_a_repetition_counts_castling_rights_and_real_en_passant_only():
    board = chess.Board("r3k3/8/8/8/8/8/4P3/R3K3 w Qq - 0 1")
    position = Position(load("chess"), board.fen())
    for text in ["e2e4", *["a8b8", "a1b1", "b8a8", "b1a1"] * 3]:
        position.push(position.parse(text))
        board.push_uci(text)
        assert_same(position, board)
    assert position.outcome() is not None
