"""The kernel against the naive rules, on all games and on files of one's own."""

import random
from dataclasses import replace

import naive
import pytest
from makachess.core import COMPILED, Position
from makachess.core.errors import VariantError
from makachess.variants import load, load_file, names
from naive import Comparison
from own_variants import MINI
from strewn import rich_position

SMALL = {"chess", "veteran"}
DEPTHS = [(name, 2 if name in SMALL else 1) for name in names()]
TRICKY = {  # castling, en passant, pins, promotions; by the Chess Programming Wiki, Perft Results
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "passing": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "arriving": "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
}


def agree(position, depth):
    comparison = Comparison(position)
    assert comparison.run(depth) is None, position.fen()
    return comparison.leaves


@pytest.mark.parametrize(("name", "depth"), DEPTHS)
def test_from_the_array(name, depth):
    position = Position(load(name))
    assert agree(position, depth) == position.perft(depth)


@pytest.mark.parametrize("fen", TRICKY.values(), ids=TRICKY)
@pytest.mark.parametrize("name", ["chess", "veteran"])
def test_tricky_positions(name, fen):
    agree(Position(load(name), fen), 2 if COMPILED else 1)


@pytest.mark.parametrize("name", names())
def test_along_random_games(name):
    along(Position(load(name)), random.Random(name), plies=20)


def along(position, rng, plies):
    """Compare at each step of a game in which every other move takes something, if any can."""
    for _ in range(plies):
        agree(Position(position.variant, position.fen()), 1)
        moves = position.legal_moves()
        if not moves:
            return
        taking = [move for move in moves if move.is_capture]
        position.push(rng.choice(taking if taking and rng.random() < 0.5 else moves))


@pytest.mark.parametrize("name", ["decimaka", "macadamia", "maka"])
def test_rich_positions(name):
    for seed in range(4 if COMPILED else 1):
        agree(rich_position(load(name), random.Random(seed), 0.2), 1)


def test_a_forbidden_repetition():
    fen = "i'18/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/k18/K17I' w - - 9 9"
    position = Position(load("maka", repetition="forbidden"), fen)
    agree(position, 3)


def test_a_file_of_ones_own(tmp_path):
    path = tmp_path / "mini.toml"
    path.write_text(MINI, encoding="utf-8")
    position = Position(load_file(path))
    assert agree(position, 3 if COMPILED else 2) > 100


BECOMING = """
extends = "veteran"

[promotion.becomes]
N = { P = "R", R = "M?", B = "=" }
"""


def test_what_a_file_says_of_single_captures(tmp_path):
    path = tmp_path / "becoming.toml"
    path.write_text(BECOMING, encoding="utf-8")
    position = Position(load_file(path), "7k/8/2p1r3/1b6/3N4/8/8/K7 w")
    assert Comparison(position).run(1) is None
    captures = {str(move) for move in position.legal_moves() if move.is_capture}
    assert captures == {"d4c6=R", "d4e6", "d4e6=M", "d4b5"}
    assert position.explain("N", "R").startswith("A Knight that takes a Rook may become a Mounted")
    assert position.explain("N", "B").startswith("A Knight that takes a Bishop stays a Knight")


def test_names_in_single_captures_are_checked(tmp_path):
    path = tmp_path / "becoming.toml"
    path.write_text(BECOMING.replace('"M?"', '"X?"'), encoding="utf-8")
    with pytest.raises(VariantError, match=r"becomes\.N\.R: unknown piece 'X'"):
        load_file(path)


# --- first moves --------------------------------------------------------------------------------

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
    agree(Position(replace(chess, pieces=pieces), f"{placement} w - - 0 9"), 2)


# --- differences --------------------------------------------------------------------------------


def with_knights(variant, betza):
    """The same game with other moves for the Knight."""
    return replace(
        variant, pieces={**variant.pieces, "N": replace(variant.pieces["N"], betza=betza)}
    )


def otherwise(monkeypatch, betza):
    """Let the naive rules believe that Knights move otherwise."""
    honest = naive.set_up
    monkeypatch.setattr(
        naive, "set_up", lambda variant, fen: honest(with_knights(variant, betza), fen)
    )


def test_moves_that_the_kernel_alone_has(monkeypatch):
    otherwise(monkeypatch, "ffN")
    found = Comparison(Position(load("chess"))).run(3)
    assert found.moves == ("b1a3", "a7a5")
    assert found.kernel == ("a3b1", "a3c4")
    assert not found.naive


def test_moves_that_the_naive_rules_alone_have(monkeypatch):
    otherwise(monkeypatch, "NA")
    found = Comparison(Position(load("chess"))).run(3)
    assert found.fen == load("chess").start_fen
    assert found.naive == ("b1d3", "g1e3")
    assert found.kernel == found.moves == ()


def test_positions_that_differ(monkeypatch):
    position = Position(load("chess"))
    state = naive.set_up(position.variant, position.fen())
    monkeypatch.setattr(naive, "set_up", lambda *_: replace(state, castling=frozenset("KQ")))
    found = Comparison(position).run(1)
    assert found.other.endswith(" w KQ -")
