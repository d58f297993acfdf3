"""Null moves, as records of games hold them: what they are, where they stand, and what survives."""

import copy
import pickle
import random

import pytest
from makachess.core import IllegalMoveError, InvalidMoveError, Move, MoveKind, Position, Square
from makachess.core.engine import Engine, Limits
from makachess.core.engine.claims import give_reason
from makachess.core.notation.coordinates import format_uci
from makachess.core.notation.xboard import format_xboard, parse_xboard
from makachess.variants import load, names, relative_names
from sampling import mostly_slow

NULL = Move.null()
CHESS = load("chess")
SEVERAL = ("chess", "veteran", "devingt", "macadamia")
SPELLINGS = ("--", "Z0", "z0", "0000", "@@@@", "null", "NULL", "<null>", "pass", "--!?", "Z0?")


def played(texts, fen=None, variant=CHESS):
    position = Position(variant, fen)
    for text in texts.split():
        position.push(position.parse(text))
    return position


@pytest.mark.parametrize("text", SPELLINGS)
def test_every_spelling_is_one_move(text):
    position = Position(CHESS)
    move = position.parse(text)
    assert (move, position.parse_san(text), position.san(move), str(move)) == (
        NULL,
        NULL,
        "--",
        "--",
    )
    with pytest.raises(IllegalMoveError, match="is a null move, which stands in records only"):
        position.parse(text, null=False)


@pytest.mark.parametrize("text", ["-", "---", "Z", "0", "00000", "nul", "(null)", "N--", "e4Z0"])
def test_what_is_like_it_is_none(text):
    with pytest.raises((InvalidMoveError, IllegalMoveError)):
        Position(CHESS).parse(text)


def test_the_value():
    assert NULL.is_null
    assert NULL.kind is MoveKind.NULL
    assert NULL == Move.parse("--") == Move.parse("0000") == copy.deepcopy(NULL)
    assert pickle.loads(pickle.dumps(NULL)) == eval(repr(NULL)) == NULL
    assert {NULL: 1}[Move.null()] == 1
    assert (NULL.waypoints, NULL.victims, NULL.parts, NULL.is_capture) == ((), (), (), False)
    assert not any(move == NULL or move.is_null for move in Position(CHESS).legal_moves())
    assert (format_uci(CHESS, NULL), format_xboard(CHESS, NULL)) == ("0000", "@@@@")
    assert parse_xboard(Position(CHESS), "@@@@") == NULL
    nowhere = NULL.origin
    for args in ((nowhere, nowhere), (Square(4, 1), Square(4, 1), (), "", MoveKind.NULL)):
        with pytest.raises(ValueError, match=r"not on a board|is Move\.null"):
            Move(*args)
    with pytest.raises(ValueError, match=r"is Move\.null"):
        NULL.replace(promotion="Q")


@pytest.mark.parametrize("name", mostly_slow([*names(), *relative_names()], SEVERAL))
def test_the_turn_passes_and_nothing_else_is_done(name):
    variant, rng = load(name), random.Random(name)
    position = Position(variant)
    made = passed = 0
    for _ in range(60):
        if position.outcome() is not None:
            break
        before, legal = position.fen(), position.legal_moves()
        assert not position.is_legal(NULL)
        if position.allows_null():
            count = position.perft(1)
            position.push(position.parse("--"))
            placement, turn, castling, _, halfmove, fullmove = before.split()
            after = position.fen().split()
            assert after[1:3] == ["b" if turn == "w" else "w", castling]
            assert after[4:] == [str(int(halfmove) + 1), str(int(fullmove) + (turn == "b"))]
            assert variant.promotion.reserve or after[0] == placement
            assert not position.is_check()
            fresh = Position(variant, position.fen())
            assert fresh == position
            assert sorted(map(str, fresh.legal_moves())) == sorted(map(str, position.legal_moves()))
            assert position.copy().moves == position.moves
            assert pickle.loads(pickle.dumps(position)).moves == position.moves
            assert position.pop() == NULL
            assert position.perft(1) == count
            made += 1
        else:
            passes = [move for move in legal if move.kind is MoveKind.PASS]
            assert position.is_check() or passes
            passed += bool(passes)
        assert (position.fen(), position.legal_moves()) == (before, legal)
        position.push(rng.choice(legal))
        if position.allows_null() and rng.random() < 0.3:
            position.push(NULL)
    assert made + passed > 10
    while position.ply:
        position.pop()
    assert position.fen() == Position(variant).fen()


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("chess", "4k3/8/8/8/7b/8/8/4K3 w - - 0 1"),
        ("veteran", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"),
        ("macadamia", "13/13/13/13/13/13/13/13/13/13/13/13/K12 b - - 0 1"),
    ],
)
def test_none_is_made_in_check_nor_once_the_game_is_decided(name, fen):
    position = Position(load(name), fen)
    assert not position.allows_null()
    for refused in (lambda: position.push(NULL), lambda: position.san(NULL)):
        with pytest.raises(IllegalMoveError, match="'--' is not legal"):
            refused()
    for text in SPELLINGS:
        with pytest.raises(IllegalMoveError, match="is not possible: "):
            position.parse(text)


@pytest.mark.parametrize("text", SPELLINGS)
def test_where_a_piece_can_pass_it_is_that_pass(text):
    position = Position(load("macadamia"))
    assert [str(position.parse(text)), position.san(position.parse(text))] == ["d2d2", "L!d2--"]
    assert not position.allows_null()
    assert parse_xboard(position, "@@@@").kind is MoveKind.PASS


SHUFFLE = "Nf3 Nf6 Ng1 Ng8"


@pytest.mark.parametrize(
    ("moves", "occurred", "is_over"),
    [
        ("-- -- -- -- -- -- -- --", 1, False),
        ("Nf3 -- Ng1 -- Nf3 -- Ng1 -- Nf3 -- Ng1 --", 1, False),
        (f"{SHUFFLE} -- -- {SHUFFLE}", 2, False),
        (f"-- -- {SHUFFLE} {SHUFFLE}", 3, True),
        (f"{SHUFFLE} -- {SHUFFLE.replace('Nf3 Nf6 Ng1 Ng8', 'Nf6 Nf3 Ng8 Ng1')}", 2, False),
    ],
)
def test_nothing_before_a_null_move_counts_as_repeated(moves, occurred, is_over):
    position = played(moves)
    assert position.repetitions() == position.copy().repetitions() == occurred
    assert (position.outcome() is not None) == is_over


def test_rules_that_forbid_repetition_forget_what_was_before():
    variant = load("maka", repetition="forbidden")
    position = played("Po7 Pe13 -- --", variant=variant)
    assert position.repeating_moves() == []
    assert position.allows_null()


def test_the_move_limit_counts_them():
    position = Position(CHESS, "4k3/8/8/8/8/8/4P3/4K3 w - - 99 80")
    position.push(NULL)
    assert position.outcome().reason == "move limit"


@pytest.mark.parametrize("name", mostly_slow([*names(), *relative_names()], SEVERAL))
def test_the_engine_goes_on_from_one_and_plays_none(name):
    variant, rng = load(name), random.Random(name)
    position = Position(variant)
    for _ in range(8):
        if position.allows_null() and rng.random() < 0.5:
            position.push(NULL)
        position.push(rng.choice(position.legal_moves()))
    if position.allows_null():
        position.push(NULL)
    legal, kept = position.legal_moves(), position.fen()
    found = Engine(variant, hash_mb=1, model=None).search(position, Limits(nodes=200, multipv=2))
    assert found.move in legal
    for info in found.lines:
        assert not any(move.is_null for move in info.pv)
        assert isinstance(give_reason(position, info.pv, info.score), str)
    assert position.fen() == kept


@pytest.mark.parametrize("choices", [1, 3])
def test_waiting_pawns_go_on_waiting(choices):
    """A null move chooses nothing; what they may become is asked again after the next move."""
    variant, rivals = load("devingt"), "PPP"[:choices]
    position = Position(variant, f"{rivals}{10 - choices}/9k/10/10/10/10/10/10/10/1K6BB w - - 0 30")
    before, legal = position.fen(), position.legal_moves()
    prefixes = {move.prefix for move in legal}
    assert len(prefixes) > 1
    position.push(position.parse("--"))
    assert position.fen() == before.replace("w - - 0 30", "b - - 1 30")
    position.push_san("Kj8")
    assert {move.prefix for move in position.legal_moves()} >= prefixes - {()}
    assert (str(position.pop()), position.pop()) == ("j9j8", NULL)
    assert (position.fen(), position.legal_moves()) == (before, legal)
    with pytest.raises((IllegalMoveError, InvalidMoveError)):
        position.parse("a10=N,--")
