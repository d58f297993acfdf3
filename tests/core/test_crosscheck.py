"""The kernel against the naive rules, on all games and on files of one's own."""

import random
from dataclasses import replace

import pytest
from makachess.core import COMPILED, Position
from makachess.variants import load, load_file, names
from naive import compare
from sampling import mostly_slow, sampled
from strewn import game, rich_position, waiting_position

SMALL = {"chess", "veteran"}
DEPTHS = [(name, 2 if name in SMALL else 1) for name in names()]
TRICKY = {  # castling, en passant, pins, promotions; by the Chess Programming Wiki, Perft Results
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "passing": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "arriving": "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
}


@pytest.mark.parametrize(("name", "depth"), DEPTHS)
def test_from_the_array(name, depth):
    position = Position(load(name))
    assert compare(position, depth) == position.perft(depth)


@pytest.mark.parametrize("fen", TRICKY.values(), ids=TRICKY)
@pytest.mark.parametrize("name", mostly_slow(["chess", "veteran"], ["chess"]))
def test_tricky_positions(name, fen):
    compare(Position(load(name), fen), 2 if COMPILED else 1)


@pytest.mark.parametrize("name", names())
def test_along_random_games(name):
    along(Position(load(name)), random.Random(name), plies=20)


@pytest.mark.parametrize("absent", ["false", "true"])
@pytest.mark.parametrize("seed", sampled(range(8), (0, 1), slow=(4,) if COMPILED else ()))
def test_delayed_promotions(seed, absent):
    rng = random.Random(seed)
    variant = load("devingt", promotion_only_to_absent_type=absent)
    along(waiting_position(variant, rng), rng, plies=12)


def test_first_moves_of_several_pawns():
    position = Position(load("devingt"))
    for move in position.legal_moves()[::50]:
        position.push(move)
        compare(Position(position.variant, position.fen()), 1)
        position.pop()


def along(position, rng, plies):
    """Compare at each step of a game."""
    for at in game(position, rng, plies):
        compare(Position(at.variant, at.fen()), 1)


RICH = [
    ("decimaka", {}),
    ("maka", {}),
    ("maka", {"rules": "modern", "royal_contagion": "forced"}),
    ("maka", {"rules": "tsa", "emperor": "royal-only", "free_bear": "bBfFsRfA"}),
    ("maka", {"royal_contagion": "forced", "donkey": "vDW", "free_boar": "R"}),
    ("macadamia", {}),
    ("macadamia", {"wolf": "page-betza", "emperor": "royal-only"}),
    ("macadamia", {"wolf": "applet", "berserker": "liondog"}),
]


@pytest.mark.parametrize("share", mostly_slow([0.05, 0.4], [0.05]), ids=["thin", "dense"])
@pytest.mark.parametrize(("name", "options"), RICH, ids=str)
def test_rich_positions(name, options, share):
    for seed in range(2 if COMPILED else 1):
        compare(rich_position(load(name, **options), random.Random(seed), share), 1)


def test_a_forbidden_repetition():
    fen = "i'18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/k18/K17I' w - - 9 9"
    position = Position(load("maka", repetition="forbidden"), fen)
    compare(position, 3)


BECOMING = """
extends = "veteran"

[promotion.becomes]
N = { P = "R", R = "M?", B = "=" }
"""


def test_what_a_file_says_of_single_captures(tmp_path):
    path = tmp_path / "becoming.toml"
    path.write_text(BECOMING, encoding="utf-8")
    position = Position(load_file(path), "7k/8/2p1r3/1b6/3N4/8/8/K7 w")
    compare(position, 1)
    captures = {str(move) for move in position.legal_moves() if move.is_capture}
    assert captures == {"d4c6=R", "d4e6", "d4e6=M", "d4b5"}
    assert position.explain("N", "R").startswith("A Knight that takes a Rook may become a Mounted")
    assert position.explain("N", "B").startswith("A Knight that takes a Bishop stays a Knight")


FIRST_MOVES = [  # which squares are passed, if any, and by which piece
    ("K", "KisO2imN", "4k3/p6p/8/8/8/8/8/4K3"),
    ("K", "KimA", "4k3/p6p/8/8/8/8/8/4K3"),
    ("K", "KimD", "4k3/p6p/8/8/8/8/8/4K3"),
    ("Q", "QimC", "3qk3/p6p/8/8/8/8/8/3QK3"),
    ("P", "fmWfceFimD", "4k3/1p5p/8/8/P7/8/6P1/4K3"),
    ("P", "fmWfceFifmnDimD", "4k3/1p5p/8/8/P7/8/6P1/4K3"),
    ("P", "fmWfceFifmnDfafmW", "4k3/1p5p/8/8/P2P4/8/6P1/4K3"),
    ("Q", "BmasBifmnD", "3q1k2/1p5p/8/8/P7/8/6P1/3Q1K2"),
]


@pytest.mark.parametrize(("kind", "betza", "placement"), FIRST_MOVES)
def test_a_first_move_passes_squares_only_where_it_walks(kind, betza, placement):
    chess = load("chess")
    pieces = {**chess.pieces, kind: replace(chess.pieces[kind], betza=betza)}
    compare(Position(replace(chess, pieces=pieces), f"{placement} w - - 0 9"), 2)
