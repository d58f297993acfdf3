"""Why a move is not possible: pinned, attacked, blocked, or not how the piece moves."""

from __future__ import annotations

import random
import re

import chess
import pytest
from makachess.core import IllegalMoveError, Position, Square
from makachess.core.notation.refusal import why_stuck
from makachess.variants import load, names

PINNED = "4k3/8/8/8/4r3/8/4N3/R3K2R w KQ - 0 1"
CHECKED = "4kr2/8/8/8/8/8/4r3/R3K2R w KQ - 0 1"
WATCHED = "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"
EN_PASSANT = "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2"
ARRAY = "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"
VETERAN = "4k3/8/3V4/8/8/8/8/4K3 b - - 0 1"
HOOKS = "k18/19/19/19/19/19/4p14/8p10/19/19/19/4P14/19/19/19/H!18/19/19/K18 w"
TURNS = "k18/19/19/19/19/19/19/19/19/19/19/19/2p16/19/C!3p14/19/19/19/K18 w"


@pytest.mark.parametrize(
    ("name", "fen", "text", "reason"),
    [
        ("chess", PINNED, "Nf4", "the Knight on e2 cannot go to f4: pinned by the Rook on e4"),
        ("chess", PINNED, "e2c1", "the Knight on e2 cannot go to c1: pinned by the Rook on e4"),
        (
            "chess",
            CHECKED,
            "Ra5",
            "cannot go to a5: that does not stop the check by the Rook on e2",
        ),
        ("chess", CHECKED, "Kf1", "the King on e1 cannot go to f1: attacked by the Rook on f8"),
        ("chess", CHECKED, "O-O", "White is in check, and castling is not allowed now"),
        ("chess", WATCHED, "O-O", "not allowed now: f1 is attacked by the Rook on f8"),
        ("chess", WATCHED, "e1g1", "King on e1 cannot go to g1: f1 is attacked by the Rook on f8"),
        ("chess", ARRAY, "O-O", "not allowed now: the Bishop on f1 stands between King and Rook"),
        ("chess", WATCHED.replace("KQ", "K"), "O-O-O", "the King or that Rook has moved"),
        ("chess", EN_PASSANT, "exd6", "d6: that would expose the King to the Rook on h5"),
        ("chess", ARRAY, "Ra3", "the Rook on a1 cannot go to a3: blocked on a2"),
        ("chess", ARRAY, "d5", "the Pawn on d4 cannot go to d5: it does not capture that way"),
        ("chess", ARRAY, "d4e5", "Pawn on d4 cannot go to e5: it moves that way only to capture"),
        ("chess", ARRAY, "d4d6", "the Pawn on d4 cannot go to d6: it moves that far only from its"),
        ("chess", ARRAY, "c5", "a Pawn cannot go to c5"),
        (
            "veteran",
            VETERAN,
            "Ke7",
            "the King on e8 cannot go to e7: attacked by the Veteran on d6",
        ),
        ("maka", HOOKS, "a4i13", "the Hook Mover on a4 cannot go to i13: blocked on e13 and i12"),
        ("maka", TURNS, "a5g7", "the Capricorn on a5 cannot go to g7: blocked on c7 and e5"),
    ],
)
def test_a_refusal_names_what_is_in_the_way(name, fen, text, reason):
    with pytest.raises(IllegalMoveError) as refused:
        Position(load(name), fen).parse(text)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("fen", "square", "why"),
    [
        ("4k3/8/8/8/4r3/8/4N3/R3K2R w KQ - 0 1", "e2", "pinned by the Rook on e4"),
        ("4k3/8/8/8/8/8/P3q3/4K3 w - - 0 1", "a2", "the King is in check"),
        ("k7/8/8/8/8/1q6/7p/K7 w - - 0 1", "a1", "every square it could go to is attacked"),
        (ARRAY, "a1", ""),
    ],
)
def test_a_piece_without_a_legal_move_says_why(fen, square, why):
    assert why_stuck(Position(load("chess"), fen), Square.parse(square)) == why


def squares_of(variant):
    return [Square(file, rank) for file in range(variant.files) for rank in range(variant.ranks)]


def check_claim(position, origin, goal, reason):
    """What a refusal says of the board must be true."""
    pieces = position.pieces()
    if blocked := re.search(r"blocked on ([a-s0-9]+)(?: and ([a-s0-9]+))?", reason):
        assert all(Square.parse(name) in pieces for name in blocked.groups() if name), reason
    for name in re.findall(r"(?:pinned|attacked|check) by the [\w ]+? on ([a-s][0-9]+)", reason):
        assert pieces[Square.parse(name)].isupper() == (position.turn == "black"), reason
    if "only to capture" in reason:
        assert goal not in pieces, reason
    if "does not capture" in reason:
        assert goal in pieces, reason


@pytest.mark.compiled
@pytest.mark.parametrize("name", names())
def test_what_refusals_say_is_true_wherever_one_looks(name):
    """Random games; pieces of the side to move, and squares they cannot go to."""
    rng, variant = random.Random(name), load(name)
    position = Position(variant)
    said = set()
    for _ in range(16):
        moves = position.legal_moves()
        if not moves:
            position, moves = Position(variant), Position(variant).legal_moves()
        legal = {(move.origin, move.waypoints[1:]) for move in moves}
        pieces = [at for at, (_, color) in position.piece_map().items() if color == position.turn]
        for origin in rng.sample(pieces, min(3, len(pieces))):
            for goal in rng.sample(squares_of(variant), 8):
                if goal != origin and (origin, (goal,)) not in legal:
                    with pytest.raises(IllegalMoveError) as refused:
                        position.parse(f"{origin}{goal}")
                    check_claim(position, origin, goal, str(refused.value))
                    said |= {word for word in ("blocked", "cannot") if word in str(refused.value)}
        position.push(rng.choice(moves))
    assert said == {"blocked", "cannot"}


@pytest.mark.compiled
def test_pins_and_attacks_are_those_that_python_chess_sees():
    rng, variant = random.Random(5), load("chess")
    found = dict.fromkeys(("pinned by", "attacked by"), 0)
    for _ in range(12):
        position, board = Position(variant), chess.Board()
        for _ in range(60):
            for move in board.pseudo_legal_moves:
                if not board.is_legal(move) and not board.is_check() and not move.promotion:
                    with pytest.raises(IllegalMoveError) as refused:
                        position.parse(move.uci())
                    kind = board.piece_type_at(move.from_square)
                    words = "attacked by" if kind == chess.KING else "pinned by"
                    if not board.is_en_passant(move) and not board.is_castling(move):
                        assert words in str(refused.value), board.fen()
                        found[words] += 1
            if board.is_game_over():
                break
            chosen = rng.choice(list(board.legal_moves))
            position.push(position.parse(chosen.uci()))
            board.push(chosen)
    assert min(found.values()) > 10, found
