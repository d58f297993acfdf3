"""Moves of several straight parts, against squares listed by hand and against the naive rules."""

import random
import re
from contextlib import suppress
from dataclasses import replace

import pytest
from makachess.core import COMPILED, Position, Square
from makachess.core.betza import parse_betza
from makachess.core.errors import VariantError
from makachess.play.diagrams import piece_diagram
from makachess.variants import load, rules_digest
from naive import Comparison
from strewn import rich_position
from walking import walk

# The piece N on d4, other pieces round it, and the moves it has; Kings stand where they are not
# met.
HAND = {
    "a Grasshopper lands right behind a piece": (
        *("gQ", "1k6/8/3p4/8/3N1P2/8/1p5K/8"),
        "d4d7 d4g4 d4a1",
    ),
    "a Grasshopper takes there, and not its own": (
        *("gQ", "1k6/3r4/3p4/8/3N1PP1/8/7K/8"),
        "d4d7",
    ),
    "a piece that passes over the square ahead": (
        *("fmabW", "1k6/8/8/8/2PNP3/3P4/7K/8"),
        "d4d4",
    ),
    "a piece that passes over two squares, once": (
        *("fmabF", "1k6/8/8/8/3N4/8/7K/8"),
        "d4d4",
    ),
    "a piece that cannot pass over others": (
        *("fmabWfmabF", "1k6/8/8/2PpP3/3N4/8/7K/8"),
        "",
    ),
    "a Cannon moves as a Rook and takes over a piece": (
        *("mRcpR", "1k1p4/8/3p4/8/3N1P1p/8/7K/8"),
        "d4d5 d4d8 d4e4 d4h4 d4c4 d4b4 d4a4 d4d3 d4d2 d4d1",
    ),
    "a Cannon takes the first piece behind": (
        *("mRcpR", "1k1p4/3P4/3p4/8/3N4/8/7K/8"),
        "d4d5 d4e4 d4f4 d4g4 d4h4 d4c4 d4b4 d4a4 d4d3 d4d2 d4d1",
    ),
    "a Griffon steps like a Bishop and goes on like a Rook": (
        *("FyafsF", "1k6/8/8/5p2/8/2P5/7K/8"),
        "d4c5 d4b5 d4a5 d4c6 d4c7 d4c8 d4e5 d4f5 d4e6 d4e7 d4e8 d4e3 d4f3 d4g3 d4h3 d4e2 d4e1",
    ),
    "a Manticore steps like a Rook and goes on like a Bishop": (
        *("WyafsW", "1k6/8/8/3p4/4P3/8/7K/8"),
        "d4d5 d4d3 d4e2 d4f1 d4c2 d4b1 d4c4 d4b5 d4a6 d4b3 d4a2",
    ),
    "a Mao is blocked next to it": (
        *("afsW", "1k6/8/8/3p4/8/8/7K/8"),
        "d4f5 d4f3 d4e2 d4c2 d4b5 d4b3",
    ),
    "a leap by any way is a leap": (
        *("mpafsK", "1k6/8/8/3pP3/4p3/8/7K/8"),
        "d4b3 d4b5 d4c2 d4c6 d4e2 d4e6 d4f3 d4f5",
    ),
    "a Checker takes what it passes": (
        *("fmFfcafmF", "1k6/8/1P6/2p1p3/8/2p5/7K/8"),
        "d4e5,e5f6",
    ),
    "a piece that takes and goes on straight": (
        *("cafK", "1k6/8/3p4/3p4/2PNp3/8/7K/8"),
        "d4d5,d5d6 d4e4,e4f4",
    ),
    "a piece that takes and returns": (
        *("KcabK", "1k6/8/8/3p4/8/8/7K/8"),
        "d4d5 d4d5,d5d4 d4e5 d4e4 d4e3 d4d3 d4c3 d4c4 d4c5",
    ),
    "two out, one back, three captures at most": (
        *("cafcabKcafcafK", "1k6/3p4/3p4/3p4/8/8/7K/8"),
        "d4d5,d5d6,d6d5 d4d5,d5d6,d6d7",
    ),
    "a Giraffe": ("(1,4)", "1k6/8/8/8/8/8/7K/8", "d4c8 d4e8 d4h3 d4h5"),
    "forward Giraffe": ("ff(1,4)", "1k6/8/8/8/8/8/7K/8", "d4c8 d4e8"),
    "a rider of long leaps": ("(0,4)", "1k6/8/8/8/8/8/7K/8", "d4d8 d4h4"),
    "a Cannon that turns behind the piece": (
        *("mRpafscR", "5p2/8/k2p4/8/8/8/7K/8"),
        "d4d5 d4e4 d4f4 d4g4 d4h4 d4c4 d4b4 d4a4 d4d3 d4d2 d4d1 d4f8",
    ),
    "an immobile piece": ("-", "1k6/8/8/3p4/8/8/7K/8", ""),
}


def with_knight(betza, name="chess"):
    variant = load(name)
    knight = replace(variant.pieces["N"], betza=betza)
    return replace(variant, pieces={**variant.pieces, "N": knight})


def placed(row, file, piece):
    """A row of a FEN with a piece put on an empty square."""
    cells = re.sub("[0-9]", lambda digit: "." * int(digit[0]), row)
    cells = cells[:file] + piece + cells[file + 1 :]
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), cells)


@pytest.mark.parametrize(("betza", "placement", "moves"), HAND.values(), ids=HAND)
def test_squares_listed_by_hand(betza, placement, moves):
    rows = placement.split("/")
    if "N" not in placement:
        rows[4] = placed(rows[4], 3, "N")
    position = Position(with_knight(betza), "/".join(rows) + " w")
    found = [str(move) for move in position.legal_moves() if move.origin == Square(3, 3)]
    assert sorted(found) == sorted(moves.split())
    assert Comparison(position).run(1) is None


@pytest.mark.parametrize(
    ("betza", "placement", "attacked"),
    [
        ("mRcpR", "4n2k/8/8/8/4P3/8/8/4K3", True),
        ("mRcpR", "4n2k/8/8/8/8/8/8/4K3", False),
        ("mRcpR", "4n2k/4p3/8/8/4P3/8/8/4K3", False),
        ("gQ", "4n2k/8/8/8/8/8/4P3/4K3", True),
        ("FyafsF", "7k/8/8/8/8/3n4/8/4K3", True),
        ("FyafsF", "7k/8/8/5n2/8/8/8/4K3", True),
        ("FyafsF", "7k/8/8/8/4P1n1/8/8/4K3", False),
        ("fcafmF", "7k/8/8/8/8/4n3/3K4/8", True),
        ("fcafmF", "7k/8/8/8/8/4n3/3K4/2P5", False),
        ("(1,4)", "7k/8/8/3n4/8/8/8/4K3", True),
    ],
)
def test_attacks_on_a_king(betza, placement, attacked):
    position = Position(with_knight(betza), f"{placement} w")
    assert position.is_check() == attacked
    assert bool(position.attackers("black", king(position))) == attacked


def king(position):
    return next(square for square, piece in position.piece_map().items() if piece == ("K", "white"))


def test_a_piece_between_may_not_leave_the_king_to_a_grasshopper():
    position = Position(with_knight("gQ"), "4n2k/8/8/8/8/4P3/8/4K3 w")
    assert "e3e4" in map(str, position.legal_moves())
    position = Position(with_knight("gQ"), "7k/8/8/8/8/8/2nR4/4K3 w")
    assert Comparison(position).run(2) is None


def test_no_castling_over_a_square_that_a_cannon_attacks():
    fen = "k4n2/8/8/8/5p2/8/8/4K2R w K"
    assert "e1g1" not in map(str, Position(with_knight("mRcpR"), fen).legal_moves())
    assert "e1g1" in map(str, Position(with_knight("mR"), fen).legal_moves())


TEXTS = (
    *("gQ", "mRcpR", "FyafsF", "WyafsW", "afsW", "mpafsK", "fcafmFfmF", "KcafK", "(1,4)", "(3,4)"),
    *("(2,5)0", "mRpafscR", "KcabKcafK", "RyafsR", "mafsmafsW", "cafcasK", "mcpafmcpafK", "gBcpR"),
    *("mBcpB", "pQ", "cpafmF", "KpasK", "mafK", "DmafD", "R", "N", "fmD"),
)


def mixed(name, rng):
    """A game whose pieces, royals left out, move by one or two of the texts, or not at all."""
    variant = load(name)
    pieces = dict(variant.pieces)
    for kind, piece in pieces.items():
        while not piece.royal:
            with suppress(VariantError):  # side by side some terms mean something else
                text = "".join(rng.sample(TEXTS, rng.randint(1, 2))) if rng.random() < 0.9 else "-"
                parse_betza(text)
                pieces[kind] = replace(piece, betza=text)
                break
    return replace(variant, pieces=pieces)


@pytest.mark.parametrize("name", ["veteran", "decimaka", "macadamia"])
def test_mixtures(name):
    for seed in range(5 if COMPILED else 2):
        rng = random.Random(seed)
        position = rich_position(mixed(name, rng), rng, rng.choice([0.05, 0.2, 0.4]))
        betza = {piece.id: piece.betza for piece in position.variant.pieces.values()}
        assert Comparison(position).run(1) is None, (position.fen(), betza)
        assert position.perft(1) == len(set(position.legal_moves()))


@pytest.mark.parametrize("seed", range(2 if COMPILED else 1))
def test_walks(seed):
    rng = random.Random(seed)
    position = rich_position(mixed("veteran", rng), rng, 0.3)
    for _ in walk(position, rng, plies=5, sample=2):
        pass


def test_the_digest_knows_paths_and_not_their_spelling():
    one, other = with_knight("WyafsF"), with_knight("yafsFW")
    assert rules_digest(one) == rules_digest(other)
    assert rules_digest(one) != rules_digest(with_knight("W"))


def test_a_diagram_of_a_griffon_and_a_cannon():
    griffon = piece_diagram(with_knight("FyafsF"), "N")
    assert griffon.grid == [
        *(". . b . b . .", ". . b . b . .", "b b o . o b b", ". . . N . . .", "b b o . o b b"),
        *(". . b . b . .", ". . b . b . ."),
    ]
    assert griffon.legend == [
        "o steps there",
        "b reaches it by a way that bends, over empty squares",
    ]
    assert piece_diagram(with_knight("gR"), "N").legend[-2:] == [
        "^ reaches it over a piece in between",
        "Moves and captures over a piece in between.",
    ]
    assert (
        piece_diagram(with_knight("mRcpR"), "N").legend[-1] == "Captures over a piece in between."
    )
