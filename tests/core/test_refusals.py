"""Why a move is not possible: pinned, attacked, blocked, or not how the piece moves."""

from __future__ import annotations

import random
import re

import chess
import pytest
from makachess.core import IllegalMoveError, Position, Square
from makachess.core.notation.refusal import why_stuck
from makachess.variants import load, load_file, names
from own_variants import CANNON, VAMPIRE

PINNED = "4k3/8/8/8/4r3/8/4N3/R3K2R w KQ - 0 1"
CHECKED = "4kr2/8/8/8/8/8/4r3/R3K2R w KQ - 0 1"
WATCHED = "4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1"
EN_PASSANT = "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2"
ARRAY = "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"
VETERAN = "4k3/8/3V4/8/8/8/8/4K3 b - - 0 1"
HOOKS = "k18/19/19/19/19/19/4p14/8p10/19/19/19/4P14/19/19/19/H!18/19/19/K18 w"
LAST_RANK = "4r5/3P6/10/10/10/7k2/10/10/10/RKQRNNBBS1 w - - 0 1"
LIONS = "7k/8/8/L2l4/1l6/4N3/8/6K1 w - - 0 1"
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
        (
            "chess",
            "k3r3/8/8/8/8/8/2n1R3/4K3 w - - 0 1",
            "Rxc2",
            "in check, and the Rook on e2 cannot go to c2: pinned by the Rook on e8",
        ),
        (
            "chess",
            "k3r3/8/8/8/8/8/2n1R3/4K3 w - - 0 1",
            "Re3",
            "cannot go to e3: that does not stop the check by the Knight on c2",
        ),
        (
            "chess",
            "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "exd6",
            "the Pawn on e5 cannot go to d6: pinned by the Rook on e8",
        ),
        (
            "mighty-lion",
            "4r1k1/8/8/8/8/4n3/3L4/4K3 w - - 0 1",
            "d2e3,e3f4",
            "the Lion on d2 cannot go to f4: that would expose the King to the Rook on e8",
        ),
        (
            "mighty-lion",
            "4r1k1/8/8/b7/8/4n3/3L4/4K3 w - - 0 1",
            "d2e3,e3d2",
            "the Lion on d2 cannot go to d2: that would expose the King to the Rook on e8",
        ),
        ("devingt", LAST_RANK, "dxe10", "the Pawn on d9 must promote there; write dxe10=S"),
        ("devingt", LAST_RANK, "d9e10", "the Pawn on d9 must promote there; write dxe10=S"),
        (
            *("devingt", LAST_RANK, "dxe10=Q"),
            "the Pawn on d9 cannot become that by this move; write dxe10=S",
        ),
        (
            *("chess", "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=K"),
            "the Pawn on e7 cannot become that by this move; write exd8=B or",
        ),
        (
            *("chu", "12/3p8/3R8/12/12/12/12/12/12/12/12/K10k w", "d10d11=+B"),
            "the Rook on d10 cannot become that by this move; write",
        ),
        (
            *("veteran", "4k3/8/8/2l5/8/3N4/8/4K3 w - - 0 1", "Nxc5"),
            "a Knight that takes a Lady must become a Queen (the Lady is contagious); write Nxc5=Q",
        ),
        (
            *("veteran", "4k3/8/8/2r5/8/3N4/8/4K3 w - - 0 1", "Nxc5=Q"),
            "a Knight that takes a Rook may become a Mounted Veteran (free choice); write Nxc5 or",
        ),
    ],
)
def test_a_refusal_names_what_is_in_the_way_or_decides_the_promotion(name, fen, text, reason):
    with pytest.raises(IllegalMoveError) as refused:
        Position(load(name), fen).parse(text)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("game", "fen", "text", "reason"),
    [
        (
            *(VAMPIRE, "3v3k/4P3/8/8/8/8/8/K7 w", "exd8=P"),
            "the Pawn on e7 must promote there; write exd8=B or exd8=N or exd8=R+ or exd8=V",
        ),
        (
            *(CANNON, "4c1k1/8/8/8/8/8/3R4/4K3 w", "Re2"),
            "the Rook on d2 cannot go to e2: that would expose the King to the Cannon on e8",
        ),
        (CANNON, "4k3/1p6/8/8/8/8/8/1C2K3 w", "b1b7", "the Cannon on b1 cannot go to b7 (only to"),
        (CANNON, "1r2k3/8/8/1p6/8/1P6/8/1C2K3 w", "b1b8", "Cannon on b1 cannot go to b8 (only to"),
        (CANNON, "4k3/1p6/8/1p6/8/8/8/1C2K3 w", "b1b6", "cannot go to b6: blocked on b5"),
    ],
)
def test_refusals_in_games_of_ones_own(tmp_path, game, fen, text, reason):
    path = tmp_path / "own.toml"
    path.write_text(game, encoding="utf-8")
    with pytest.raises(IllegalMoveError) as refused:
        Position(load_file(path), fen).parse(text)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("game", "fen", "before", "text", "reason"),
    [
        (
            *("chess", "4k3/8/8/8/4b3/8/8/4K2R b K - 0 1", "Bxh1", "O-O"),
            "the King or that Rook has moved, or the Rook was taken",
        ),
        ("devingt", None, "e4", "d8,e7", "several Pawns move at once only on White's first move"),
        ("mighty-lion", LIONS, "Nxd5", "b4a5", "a Lion has just been taken, and no Lion may be"),
        (
            *("chu", "k8r1N/12/12/12/12/12/4n7/12/12/4R7/12/K11 w - - 0 1", "e3e6", "j12l12"),
            "a Lion has just been taken, and only a Lion may take one in reply",
        ),
    ],
)
def test_a_refusal_knows_what_has_just_been_played(game, fen, before, text, reason):
    options = {"compound_first_move": "white"} if game == "devingt" else {}
    position = Position(load(game, **options), fen)
    for move in before.split():
        position.push(position.parse(move))
    with pytest.raises(IllegalMoveError) as refused:
        position.parse(text)
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
    for _ in range(8):
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
