"""Small methods of positions: moves of one square, SAN alone, captures, sides, and misuse."""

import copy
import importlib
import pickle
import random
import traceback
from importlib.metadata import version
from itertools import chain

import makachess
import pytest
from makachess import core
from makachess.core import (
    COMPILED,
    Color,
    IllegalMoveError,
    InvalidFenError,
    InvalidMoveError,
    InvalidSquareError,
    Move,
    MoveKind,
    Position,
    Square,
    VariantError,
)
from makachess.core.spec import BLACK, COLORS, WHITE, opponent
from makachess.variants import load, names
from strewn import game

PLIES = 40 if COMPILED else 12


@pytest.mark.parametrize("name", names())
def test_moves_from_a_square_are_those_of_all_that_start_there(name):
    for position in game(Position(load(name)), random.Random(name), PLIES):
        moves = position.legal_moves()
        for square in position.pieces():
            wanted = [move for move in moves if move.origin == square]
            assert set(position.legal_moves(square)) == set(wanted)
            assert len(position.legal_moves(str(square))) == len(wanted)


def test_moves_from_a_square_include_the_choices_of_a_waiting_pawn():
    position = Position(load("devingt"), "1P8/9k/10/10/10/10/10/10/10/RKQ1NNBBS1 w - - 0 10")
    assert {move.prefix != () for move in position.legal_moves("e1")} == {True}
    assert position.legal_moves("e2") == []


def test_san_alone_is_read_and_made():
    position = Position(load("chess"))
    assert position.push_san("Nf3") == Move(Square(6, 0), Square(5, 2))
    assert position.parse_san("e5") == position.parse("e7e5")
    with pytest.raises(InvalidMoveError, match="'e7 e5' is not a move of Chess"):
        position.push_san("e7 e5")
    with pytest.raises(IllegalMoveError):
        position.push_san("Ke4")
    assert position.ply == 1


def test_there_are_two_sides():
    assert COLORS == (WHITE, BLACK) == ("white", "black")
    assert WHITE.opponent is BLACK
    assert opponent("black") is WHITE
    assert (WHITE.is_white, BLACK.is_white) == (True, False)
    for same in (Color("black"), copy.copy(BLACK), copy.deepcopy(BLACK)):
        assert same is BLACK
    assert pickle.loads(pickle.dumps(BLACK)) is BLACK


@pytest.mark.parametrize(
    "ask",
    [Color, opponent]
    + [
        lambda side, name=name: getattr(Position(load("chess")), name)(side)
        for name in ("royal_count", "threats", "reserve")
    ]
    + [lambda side: Position(load("chess")).attackers(side, "e4")],
)
def test_what_is_no_side_is_refused(ask):
    with pytest.raises(ValueError, match="'w' is not a side: there are 'white' and 'black'"):
        ask("w")


CHESS = load("chess")
MISUSE = {
    "a name for a game": (lambda: Position("chess"), TypeError, "needs a Variant"),
    "a square for a FEN": (lambda: Position(CHESS, Square(1, 1)), TypeError, "a FEN is a text"),
    "a text pushed": (lambda: Position(CHESS).push("e2e4"), TypeError, "'e2e4' is not a Move"),
    "nothing pushed": (lambda: Position(CHESS).push(None), TypeError, "None is not a Move"),
    "nothing written": (lambda: Position(CHESS).san(None), TypeError, "None is not a Move"),
    "nothing taken": (lambda: Position(CHESS).is_capture(None), TypeError, "None is not a Move"),
    "nothing read": (lambda: Position(CHESS).push_text(None), TypeError, "None is not text"),
    "no square": (
        lambda: Position(CHESS).piece_at("z9"),
        InvalidSquareError,
        "'z9' is not a square",
    ),
    "a text written": (lambda: Position(CHESS).san("e2e4"), TypeError, "'e2e4' is not a Move"),
    "a text tried": (lambda: Position(CHESS).gives_check("e4"), TypeError, "is not a Move"),
    "a move read": (
        lambda: Position(CHESS).parse(Move(Square(4, 1), Square(4, 3))),
        TypeError,
        "is not text",
    ),
    "no move": (lambda: Position(CHESS).pop(), IndexError, "no move has been pushed"),
    "no depth": (lambda: Position(CHESS).perft(-1), ValueError, "-1 is not a depth"),
    "no FEN": (lambda: Position(CHESS, "8/8"), InvalidFenError, "2 ranks instead of 8"),
    "no move text": (lambda: Position(CHESS).parse("e2 e4"), InvalidMoveError, "'e2 e4'"),
    "an illegal move": (lambda: Position(CHESS).parse("e2e5"), IllegalMoveError, "'e2e5'"),
    "no game of that name": (lambda: load("ches"), VariantError, "'ches'"),
    "no option of that name": (lambda: load("chess", movelimit=3), VariantError, "'movelimit'"),
}


@pytest.mark.parametrize(("act", "kind", "words"), MISUSE.values(), ids=MISUSE)
def test_misuse_gets_one_sentence(act, kind, words):
    with pytest.raises(kind) as caught:
        act()
    error = caught.value
    assert words in str(error)
    assert "\n" not in str(error)
    told = "".join(traceback.format_exception(error))
    assert told.count("Traceback") == 1


def test_the_version_is_that_of_the_package():
    assert makachess.__version__ == core.__version__ == version("makachess")
    with pytest.raises(AttributeError, match="has no attribute 'versions'"):
        _ = makachess.versions
    with pytest.raises(AttributeError, match="has no attribute 'versions'"):
        _ = core.versions


@pytest.mark.parametrize("name", ["core", "core.engine", "variants", "saves", "play.engines"])
def test_a_package_exports_what_it_names_with_help(name):
    package = importlib.import_module(f"makachess.{name}")
    for public in package.__all__:
        found = getattr(package, public)
        kinds = reversed(found.__mro__) if isinstance(found, type) else ()
        ours = [vars(kind).items() for kind in kinds if kind.__module__.startswith("makachess")]
        own = chain.from_iterable(ours)
        helped = {public: found} | {f"{public}.{key}": it for key, it in own if key[0] != "_"}
        for name, it in helped.items():
            if callable(it) or isinstance(it, property | classmethod):
                assert it.__doc__, name
                assert not it.__doc__.startswith(f"{public}("), name  # dataclasses write such


@pytest.mark.parametrize("name", names())
def test_what_is_asked_of_moves_is_what_they_do(name):
    for position in game(Position(load(name)), random.Random(name), PLIES):
        for move in position.legal_moves()[::7]:
            after = position.copy()
            after.push(move)
            assert position.is_zeroing(move) == (after.halfmove == 0)
            assert position.is_castling(move) == (after.peek().kind is MoveKind.CASTLING)
            assert position.is_en_passant(move) == (after.peek().kind is MoveKind.EN_PASSANT)
            assert after.is_check() == (after.checkers() != []) == position.gives_check(move)
            assert position.variation_san([move]).endswith(
                "." + " " * (position.turn == WHITE) + position.san(move)
            )


def test_uci_reads_no_san_and_makes_no_illegal_move():
    position = Position(load("chess"))
    with pytest.raises(InvalidMoveError, match="'Nf3' is not a move in coordinates"):
        position.push_uci("Nf3")
    with pytest.raises(IllegalMoveError, match="'e2e5' is not legal in 'rnbq"):
        position.push_uci("e2e5")
    with pytest.raises(IllegalMoveError):
        position.variation_san([Move.parse("e2e4"), Move.parse("e4e5")])
    assert position.ply == 0


def test_squares_passed_are_as_many_as_a_pawn_passes():
    position = Position(load("devingt"))
    assert position.ep_squares == []
    passed = {}
    for move in position.legal_moves():
        position.push(move)
        passed[str(move)] = list(map(str, position.ep_squares))
        assert "".join(passed[str(move)]) == position.fen().split()[3].strip("-")
        position.pop()
    assert passed["a2a5"] == ["a3", "a4"]
