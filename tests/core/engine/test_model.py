"""An engine with a model of a variant: what it uses, and that nothing else has changed."""

from dataclasses import replace

import pytest
from learned import model_without_learning, random_model
from makachess.core import MakachessError, Position
from makachess.core.engine import Engine, Limits, Score
from makachess.core.engine.evaluation import build_worth
from makachess.core.engine.model import (
    Model,
    TypeModel,
    is_mirrored,
    seen_by_black,
)
from makachess.core.engine.search_board import read_line, searchable_board
from makachess.core.kernel.legality import legal_moves
from makachess.core.kernel.packed import MATE, MATE_BOUND, MOST_PHASE, MOST_WORTH
from makachess.core.kernel.search.exchange import loses
from makachess.core.squares import Square
from makachess.variants import load, names

DEPTH_THREE = {
    "chess": 164,
    "decimaka": 575,
    "devingt": 3430,
    "macadamia": 623,
    "maka": 1246,
    "veteran": 201,
}


def searched(variant, model, depth):
    found = Engine(variant, hash_mb=1, model=model).search(Position(variant), Limits(depth=depth))
    return found.info.nodes, found.info.score, found.info.pv


@pytest.mark.parametrize("name", ["chess", "decimaka-revised", "devingt", "macadamia"])
def test_a_model_that_has_learned_nothing_changes_nothing(name):
    variant = load(name)
    assert searched(variant, model_without_learning(variant), 4) == searched(variant, None, 4)


@pytest.mark.parametrize("name", DEPTH_THREE)
def test_both_kernels_search_the_same_nodes_by_a_model(name):
    variant = load(name)
    assert searched(variant, random_model(variant), 3)[0] == DEPTH_THREE[name]


def made_model(variant, **types):
    """A model by (phase, middle, end) of types, the same on all squares; of the others nothing."""
    squares = variant.files * variant.ranks
    numbers = dict.fromkeys(variant.pieces, (0, 0, 0)) | types
    return Model(
        {
            kind: TypeModel(phase, (middle, end), (middle,) * squares, (end,) * squares)
            for kind, (phase, middle, end) in numbers.items()
        }
    )


def centipawns(variant, fen, model):
    return searchable_board(Position(variant, fen), build_worth(variant, model)).centipawns()


ROOKS = {"R": (1, 100, 300)}  # four in the array


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("rr2k3/8/8/8/8/8/8/RR2K3 w - - 0 1", 0),
        ("4k3/8/8/8/8/8/8/RRRRK3 w - - 0 1", 400),
        ("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", 400),
        ("rr2k3/8/8/8/8/8/8/4K3 b - - 0 1", -400),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 250),
        ("7k/8/8/8/8/8/RRRRRR2/R3K3 w - - 0 1", 700),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 0),
    ],
    ids=["level", "array's phase", "half", "Black's", "quarter", "more than the array", "nothing"],
)
def test_the_score_goes_from_middle_to_end_game_with_what_is_left(fen, score):
    variant = load("chess")
    assert centipawns(variant, fen, made_model(variant, **ROOKS)) == score


def test_a_captor_that_changes_brings_the_middle_game_back():
    """In Veteran Chess a Rook that takes a Knight may become a Veteran."""
    variant = load("veteran")
    model = made_model(variant, R=(1, 0, 0), V=(3, 400, 0))
    position = Position(variant, "4k3/8/8/8/n7/8/8/R3K3 w - - 0 1")
    worth = build_worth(variant, model)
    assert searchable_board(position, worth).centipawns() == 0
    position.push(position.parse("a1a4=V"))
    assert searchable_board(position, worth).centipawns() == 300  # three quarters of the array


@pytest.mark.parametrize("turn", ["w", "b"])
def test_no_score_is_taken_for_a_mate(turn):
    """Nearly fifty pieces of the highest worth there is."""
    variant = load("chess")
    model = made_model(variant, P=(0, MOST_WORTH, MOST_WORTH), R=(0, MOST_WORTH, MOST_WORTH))
    pieces = "PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP/RRRRRRRK"
    position = Position(variant, f"k1b5/8/{pieces} {turn} - - 0 1")
    assert abs(centipawns(variant, position.fen(), model)) > MATE
    found = Engine(variant, hash_mb=1, model=model).search(position, Limits(depth=1))
    assert found.info.score == Score(MATE_BOUND - 1 if turn == "w" else 1 - MATE_BOUND)


@pytest.mark.parametrize(("middle", "end", "bad"), [(500, 100, False), (100, 500, True)])
def test_exchanges_go_by_the_prices_of_the_model(middle, end, bad):
    """A Rook for a Knight, in an end game."""
    variant = load("chess")
    model = made_model(variant, R=(9, middle, end), N=(0, 300, 300), P=(0, 100, 100))
    position = Position(variant, "4k3/8/1p6/n7/8/8/8/R3K3 w - - 0 1")
    board = searchable_board(position, build_worth(variant, model))
    (word,) = [w for w in legal_moves(board) if str(read_line(variant, board, [w])[0]) == "a1a5"]
    assert loses(board, word, 300) is bad


@pytest.mark.parametrize(
    ("name", "mirrored"),
    [("chess", True), ("veteran", True), ("macadamia", False), ("maka", False)],
)
def test_black_sees_the_board_as_its_array_does(name, mirrored):
    variant = load(name)
    assert is_mirrored(variant) is mirrored
    last = variant.ranks - 1
    file = 1 if mirrored else variant.files - 2
    assert seen_by_black(variant, Square(1, 0)) == Square(file, last)


@pytest.mark.parametrize("name", names())
def test_the_array_is_level_by_any_model(name):
    variant = load(name)
    assert centipawns(variant, None, random_model(variant)) == 0


MISFITS = {
    "weights of another size": lambda model: with_net(model, first=bytes(16)),
    "another size": lambda model: with_net(model, bias=(0,) * 7),
    "a ceiling of 182": lambda model: with_net(model, ceiling=182),
    "of 7 types": lambda model: replace(
        model, types={kind: it for kind, it in model.types.items() if kind not in "VM"}
    ),
    "another board": lambda model: changed(model, middle=(0,) * 100),
    f"a phase of {MOST_PHASE + 1}": lambda model: changed(model, phase=MOST_PHASE + 1),
    f"a value of {MOST_WORTH + 1}": lambda model: changed(model, price=(-MOST_WORTH - 1, 0)),
}


def with_net(model, **fields):
    return replace(model, net=replace(model.net, **fields))


def changed(model, **fields):
    return Model({**model.types, "R": replace(model.types["R"], **fields)})


@pytest.mark.parametrize("said", MISFITS)
def test_a_model_that_cannot_be_one_of_the_variant_is_refused(said):
    variant = load("veteran")
    with pytest.raises(MakachessError, match=f"'veteran': .*{said}"):
        Engine(variant, hash_mb=1, model=MISFITS[said](random_model(variant, units=8)))
