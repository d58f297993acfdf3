"""The board's geometry, and its cells as text: every mark must be told by its characters."""

from __future__ import annotations

import pytest
from makachess.core import Square
from makachess.core.spec import Rule
from makachess.play.entry import Target, labels
from makachess.tui.board import CELL_SIZES, PIECE_SETS, CellSize, Geometry, piece_sets
from makachess.tui.board.cells import Look, cell_lines
from makachess.tui.board.geometry import fit_cell
from makachess.tui.board.glyphs import PieceSet
from makachess.variants import load
from rich.cells import cell_len
from stubs import square

LETTERS, FIGURINES, KANJI, ASCII = PIECE_SETS
SIZES = (CellSize(8, 4), *CELL_SIZES[-6:])
MOVE = Target(capture=False, rule=Rule.STAY)
TAKES = Target(capture=True, rule=Rule.STAY)
MAY = Target(capture=True, rule=Rule.MAY, becomes=("V",))
MUST = Target(capture=True, rule=Rule.MUST, becomes=("Q",))


def marked(piece: str) -> list[Look]:
    """A piece with every mark it can have."""
    targets = (None, MOVE, TAKES, MAY, MUST)
    marks = ({}, {"cursor": True}, {"on_path": True}, {"taken": True})
    return [Look(piece, target=target, **mark) for target in targets for mark in marks]


def text_of(look: Look, cell: CellSize, pieces: PieceSet = LETTERS) -> list[str]:
    return [line.text for line in cell_lines(look, look.piece, cell, pieces)]


# --- geometry -----------------------------------------------------------------------------------


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("cell", SIZES)
@pytest.mark.parametrize("size", [8, 10, 13, 19])
def test_every_cell_of_a_square_is_that_square(size, cell, flipped):
    geometry = Geometry(size, size, cell, flipped)
    for name in (Square(0, 0), Square(size - 1, 0), Square(size // 2, size - 1)):
        x, y = geometry.corner(name)
        assert geometry.square_at(x, y) == name
        assert geometry.square_at(x + cell.width - 1, y + cell.height - 1) == name


def test_labels_are_no_squares():
    geometry = Geometry(8, 8)
    assert geometry.square_at(0, 0) is None
    assert geometry.square_at(geometry.margin, geometry.height - 1) is None


def test_white_stands_below_and_black_when_flipped():
    assert Geometry(8, 8).row(0) == 7
    assert Geometry(8, 8, flipped=True).row(0) == 0
    assert Geometry(8, 8, flipped=True).column(0) == 7


def test_steps_follow_the_screen_and_end_at_the_edge():
    assert Geometry(8, 8).step(square("e2"), 0, -1) == square("e3")
    assert Geometry(8, 8, flipped=True).step(square("e2"), 0, -1) == square("e1")
    assert Geometry(8, 8).step(square("h8"), 1, -1) == square("h8")


def test_the_largest_board_leaves_room_for_panels_in_80_columns():
    board = Geometry(19, 19, CellSize(3, 1))
    assert (board.width, board.height) == (60, 20)


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


@pytest.mark.parametrize("flipped", [False, True])
def test_what_is_in_view_is_found_where_it_stands(flipped):
    board = Geometry(19, 19, flipped=flipped).fitted(CellSize(3, 1), 40, 9)
    for wanted in (Square(0, 0), Square(9, 9), Square(18, 0), Square(18, 18)):
        view = board.showing(wanted)
        assert view.shows(wanted)
        assert view.square_at(*view.corner(wanted)) == wanted
        assert view.square_at(view.margin - 1, 0) is None
        assert view.square_at(view.margin, view.height - 1) is None
        hidden = Square(18 - wanted.file, 18 - wanted.rank)
        assert view.shows(hidden) == (wanted == hidden)


def test_labels_as_in_shogi_begin_in_the_upper_right_corner():
    names = labels(9, 9, "shogi")
    assert (names.files[8], names.ranks[8]) == ("1", "a")
    assert (names.files[0], names.ranks[0]) == ("9", "i")
    assert labels(19, 19, "shogi").files[0] == "19"
    assert labels(19, 19, "chess").ranks[18] == "19"


# --- cells --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (Look("N"), " N "),
        (Look("+N"), " +N"),
        (Look("+E'"), "+E'"),
        (Look("N", cursor=True), "[N]"),
        (Look(cursor=True), "[ ]"),
        (Look("N", on_path=True), ">N<"),
        (Look("n", taken=True), "xnx"),
        (Look("K", check=True), "!K!"),
        (Look(target=MOVE), " • "),
        (Look("n", target=TAKES), "xn "),
        (Look("n", target=MAY), "?n "),
        (Look("n", target=MUST), "!n "),
        (Look("n", target=MUST, cursor=True), "!n]"),
    ],
)
def test_one_row_of_three_columns(look, text):
    assert text_of(look, CellSize(3, 1)) == [text]


@pytest.mark.parametrize(
    ("look", "rows"),
    [
        (Look("N"), ["  N  ", "     "]),
        (Look("+E'"), [" +E' ", "     "]),
        (Look("N", cursor=True), ["[ N ]", "     "]),
        (Look(target=MOVE), ["  •  ", "     "]),
        (Look("P", target=MOVE), ["  P  ", "  •  "]),
        (Look("n", target=TAKES), ["  n  ", "  x  "]),
        (Look("n", target=MAY), ["  n  ", "  ?V "]),
        (Look("n", target=MUST, cursor=True), ["[ n ]", "  !Q "]),
    ],
)
def test_two_rows_write_the_marks_below_the_piece(look, rows):
    assert text_of(look, CellSize(5, 2)) == rows


@pytest.mark.parametrize("cell", SIZES)
@pytest.mark.parametrize("piece", ["", "N", "+n", "+e'"])
def test_rows_have_the_width_of_the_cell(cell, piece):
    for look in marked(piece):
        lines = cell_lines(look, piece, cell, LETTERS)
        if len(piece) <= cell.width:
            assert [len(line.text) for line in lines] == [cell.width] * cell.height, look
            assert any(line.text[slice(*line.piece)] == piece for line in lines), look


@pytest.mark.parametrize("cell", SIZES[:-1])
def test_the_kinds_of_target_differ_in_their_characters(cell):
    pieces = [("", None), ("", MOVE), ("n", None), ("n", TAKES), ("n", MAY), ("n", MUST)]
    texts = [tuple(text_of(Look(piece, target=target), cell)) for piece, target in pieces]
    assert len(set(texts)) == len(texts)


def test_several_things_a_piece_can_become_are_not_named():
    several = Target(capture=True, rule=Rule.MAY, becomes=("M", "V"))
    assert text_of(Look("n", target=several), CellSize(5, 2))[1].strip() == "?"


@pytest.mark.parametrize("cell", SIZES)
@pytest.mark.parametrize("pieces", [LETTERS, ASCII])
def test_a_dot_for_an_empty_square_is_no_mark_and_no_piece(cell, pieces):
    lines = cell_lines(Look(), pieces.empty, cell, pieces)
    assert [line.piece for line in lines] == [(0, 0)] * cell.height
    assert "".join(line.text for line in lines).strip() == pieces.empty != pieces.dot


# --- piece sets ---------------------------------------------------------------------------------


def test_figurines_stand_where_the_game_has_them():
    veteran = load("veteran")
    assert FIGURINES.text("N", veteran, color=True) == "♞"
    assert FIGURINES.text("V", veteran, color=True) == "V"


def test_without_colour_the_sides_differ_in_their_figurines():
    chess = load("chess")
    for kind in chess.pieces:
        white = FIGURINES.text(kind, chess, color=False)
        assert white != FIGURINES.text(kind.lower(), chess, color=False)


def test_no_set_draws_the_pawn_that_terminals_show_as_an_emoji():
    chess = load("chess")
    for piece_set in PIECE_SETS:
        pieces = [
            piece_set.text(piece, chess, color=color) for piece in "Pp" for color in (True, False)
        ]
        assert "\N{BLACK CHESS PAWN}" not in pieces


def test_the_plain_set_is_ascii_all_over():
    look = Look(target=MOVE, cursor=True)
    assert "".join(text_of(look, CellSize(5, 2), ASCII)).isascii()


def test_each_game_offers_the_sets_that_draw_its_pieces():
    names = {name: [s.name for s in piece_sets(load(name))] for name in ("veteran", "maka")}
    assert names["veteran"] == ["letters", "figurines", "ascii"]
    assert names["maka"] == ["letters", "kanji", "ascii"]


def test_characters_tell_promoted_pieces_and_without_colour_the_sides():
    maka = load("maka")
    drawn = [KANJI.text(piece, maka, color=True) for piece in ("K", "k", "+K")]
    assert drawn == ["王", "王", "+天"]
    drawn = [KANJI.text(piece, maka, color=False) for piece in ("K", "k", "+K", "+k")]
    assert drawn == ["王", "v王", "+天", "+k"]


@pytest.mark.parametrize("cell", SIZES)
@pytest.mark.parametrize("glyph", ["王", "+天", "v王"])
def test_wide_characters_keep_the_width_of_the_cell(cell, glyph):
    drawn = glyph if cell.width > 2 else glyph[-1]
    for look in marked("K"):
        lines = cell_lines(look, glyph, cell, KANJI)
        assert [cell_len(line.text) for line in lines] == [cell.width] * cell.height, look
        assert any(line.text[slice(*line.piece)] == drawn for line in lines), look


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (Look("K"), " 王"),
        (Look("K", cursor=True), "[王"),
        (Look("K", on_path=True), ">王"),
        (Look("k", taken=True), "x王"),
        (Look("k", target=MAY), "?王"),
    ],
)
def test_marks_stand_before_a_wide_character(look, text):
    assert [line.text for line in cell_lines(look, "王", CellSize(3, 1), KANJI)] == [text]
