"""Why a move is not possible: pinned, attacked, blocked, or not how the piece moves."""

from __future__ import annotations

import random
import re

import pytest
from cases import cases
from makachess.core import IllegalMoveError, Position, Square
from makachess.core.notation.refusal import why_stuck
from makachess.variants import load, load_file, names
from own_variants import CANNON, VAMPIRE

ARRAY = "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"
LIONS = "7k/8/8/L2l4/1l6/4N3/8/6K1 w - - 0 1"


@pytest.mark.parametrize(
    ("name", "fen", "text", "reason"),
    cases("refusals"),
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
