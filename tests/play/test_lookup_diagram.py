"""The board on which a piece shows its moves: what the rules say, whatever stands around."""

import pytest
from makachess.core import Move, Square
from makachess.core.betza import parse_betza
from makachess.core.spec import Rule
from makachess.play.diagrams import Mark, diagram_marks
from makachess.play.entry import MoveEntry
from makachess.play.trial import Diagram, find_lion
from makachess.variants import load, names

SIZE = 9


def targets(diagram):
    """What the piece can do, by square."""
    entry = MoveEntry(diagram.position())
    entry.pick(diagram.home)
    return {square: t for square, t in entry.state.targets.items() if max(square) < diagram.size}


@pytest.mark.parametrize("name", names())
def test_alone_every_piece_reaches_what_its_movement_says(name):
    variant = load(name)
    for kind, piece in variant.pieces.items():
        diagram = Diagram(variant, kind, SIZE)
        diagram.pieces = {diagram.home: kind}
        home = diagram.home
        marks = diagram_marks(parse_betza(piece.betza), SIZE)
        said = {
            Square(home.file + dx, home.rank + dy)
            for (dx, dy), mark in marks.items()
            if mark is not Mark.CAPTURE and (dx, dy) != (0, 0)
        }
        on_board = {s for s in said if 0 <= s.file < SIZE and 0 <= s.rank < SIZE}
        assert set(targets(diagram)) - {home} == on_board, kind


@pytest.mark.parametrize("name", names())
def test_every_piece_finds_something_to_take_and_to_meet(name):
    variant = load(name)
    for kind in variant.pieces:
        diagram = Diagram(variant, kind, SIZE)
        assert len(diagram.pieces) > 1
        assert any(target.capture for target in targets(diagram).values()), kind


def test_a_blocker_put_in_the_way_blocks_and_a_victim_says_what_it_makes_of_its_captor():
    diagram = Diagram(load("veteran"), "R", SIZE)
    diagram.pieces = {diagram.home: "R"}
    assert diagram.cycle(Square(4, 7)) == "p"
    assert targets(diagram)[Square(4, 7)].rule is Rule.MAY
    assert diagram.cycle(Square(4, 7)) == "v"
    assert targets(diagram)[Square(4, 7)].rule is Rule.MUST
    assert diagram.cycle(Square(4, 7)) == "q"
    assert targets(diagram)[Square(4, 7)].becomes == ("Q",)
    assert diagram.cycle(Square(4, 7)) == "P"
    assert Square(4, 7) not in targets(diagram)
    diagram.relocate(Square(4, 7), Square(4, 5))
    assert Square(4, 6) not in targets(diagram)
    assert diagram.cycle(Square(4, 5)) is None
    assert Square(4, 8) in targets(diagram)


@pytest.mark.parametrize("name", ["maka", "chu", "mighty-lion", "macadamia", "dai-shogi", "chess"])
def test_a_lion_takes_two_or_one_without_moving_as_the_pictures_say(name):
    lion = find_lion(load(name))
    assert (lion is None) == (name == "chess")
    if lion is not None:
        diagram = Diagram(load(name), lion.id, SIZE)
        home, near, far = Square(4, 4), Square(4, 5), Square(5, 6)
        diagram.pieces = {home: lion.id, near: "p", far: "p"}
        moves = diagram.position().legal_moves()
        assert Move(home, far, victims=(near, far)) in moves
        assert Move(home, home, victims=(near,)) in moves


def test_a_pawn_begins_where_it_has_its_double_step():
    devingt = Diagram(load("devingt"), "P", SIZE)
    devingt.pieces = {devingt.home: "P"}
    assert len(targets(devingt)) == 3
    devingt.relocate(devingt.home, Square(4, 4))
    assert len(targets(devingt)) == 1
