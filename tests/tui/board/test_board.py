"""The board's geometry, and what stands for a piece in one row."""

from __future__ import annotations

import pytest
from makachess.core import Square
from makachess.tui.board import CELL_SIZES, PIECE_SETS, CellSize, Geometry, piece_sets
from makachess.tui.board.geometry import fit_cell
from makachess.variants import load

FIGURES, LETTERS, KANJI, ASCII = PIECE_SETS
SIZES = (CellSize(8, 4), *CELL_SIZES[-6:])


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("cell", SIZES)
def test_every_cell_of_a_square_is_that_square_and_labels_are_none(cell, flipped):
    geometry = Geometry(13, 13, cell, flipped)
    for square in (Square(0, 0), Square(12, 0), Square(6, 12)):
        x, y = geometry.corner(square)
        assert geometry.square_at(x, y) == square
        assert geometry.square_at(x + cell.width - 1, y + cell.height - 1) == square
    geometry = Geometry(8, 8)
    assert geometry.square_at(0, 0) is None
    assert geometry.square_at(geometry.margin, geometry.height - 1) is None


def test_only_small_squares_and_spare_rows_give_the_files_a_row_of_their_own():
    assert Geometry(8, 8, CellSize(3, 1)).height == 9
    assert Geometry(8, 8, CellSize(6, 3)).height == 24
    board = Geometry(8, 8)
    assert board.fitted(CellSize(5, 2), 60, 16).height == 16
    assert board.fitted(CellSize(5, 2), 60, 20).height == 17
    assert board.fitted(CellSize(3, 1), 60, 20).height == 9


def test_steps_follow_the_screen_and_end_at_the_edge():
    assert Geometry(8, 8).step(Square.parse("e2"), 0, -1) == Square.parse("e3")
    assert Geometry(8, 8, flipped=True).step(Square.parse("e2"), 0, -1) == Square.parse("e1")
    assert Geometry(8, 8).step(Square.parse("h8"), 1, -1) == Square.parse("h8")


@pytest.mark.parametrize(
    ("files", "window", "cell"),
    [
        (8, (300, 97), CellSize(24, 12)),
        (8, (60, 57), CellSize(7, 4)),
        (19, (300, 97), CellSize(10, 5)),
        (19, (100, 21), CellSize(3, 1)),
        (19, (40, 21), None),
    ],
)
def test_squares_grow_until_the_board_fills_the_room(files, window, cell):
    assert fit_cell(files, files, *window) == cell


def test_a_view_follows_the_cursor_and_moves_rarely():
    board = Geometry(19, 19).fitted(CellSize(3, 1), 60, 17)
    assert (board.columns, board.rows, board.width, board.height) == (19, 16, 60, 17)
    below = board.showing(Square(9, 0))
    views = [below := below.showing(Square(9, rank)) for rank in range(19)]
    assert all(view.shows(Square(9, rank)) for rank, view in enumerate(views))
    assert [views[0].top, views[-1].top] == [3, 0]
    assert len({view.top for view in views}) == 2


def test_figurines_stand_where_the_game_has_them():
    veteran = load("veteran")
    assert FIGURES.figurine("N", veteran, color=True) == "♞"
    assert FIGURES.figurine("V", veteran, color=True) == "V"


def test_no_set_draws_the_pawn_that_terminals_show_as_an_emoji():
    chess = load("chess")
    for piece_set in PIECE_SETS:
        pieces = [
            piece_set.text(piece, chess, color=color) for piece in "Pp" for color in (True, False)
        ]
        assert "\N{BLACK CHESS PAWN}" not in pieces


def test_each_game_offers_the_sets_that_draw_its_pieces():
    names = {name: [s.name for s in piece_sets(load(name))] for name in ("veteran", "maka")}
    assert names["veteran"] == ["figures", "letters", "ascii"]
    assert names["maka"] == ["letters", "kanji", "ascii"]
