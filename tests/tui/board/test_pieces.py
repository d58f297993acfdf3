"""Pieces on squares of two rows and more: figures, tiles, plates, and frames in ASCII."""

from __future__ import annotations

from itertools import product

import pytest
from makachess.tui.board import CellSize
from makachess.tui.board.figures import figure_of
from makachess.tui.board.pieces import Face, shape_of
from makachess.tui.board.square import Look
from makachess.variants import load, names
from sampling import mostly_slow
from squares import FIGURES, KANJI, LETTERS, board_style, see

CELLS = [CellSize(*cell) for cell in ((5, 2), (5, 3), (6, 3), (7, 4), (8, 4), (10, 5), (14, 7))]
LOW = CellSize(4, 2)


def shape(game: str, piece: str, cell=CELLS[2], pieces=LETTERS, **face: bool):
    """How a piece is drawn, by default with its head up and in colours."""
    return shape_of(piece, load(game).pieces[piece.upper()], cell, pieces, Face(**face))


def rows(game: str, piece: str, cell: tuple[int, int], pieces=KANJI, **how: bool) -> list[str]:
    """The characters of a square without colours, where a full cell is a blank."""
    return see(Look(piece), board_style(game, cell, pieces, system=None, **how)).text


@pytest.mark.parametrize("game", sorted(names()))
def test_shapes_tell_all_pieces_of_a_game_apart(game):
    for pieces, cell in product((LETTERS, KANJI), (LOW, *CELLS)):
        kinds = [kind for kind in load(game).pieces.values() if pieces is LETTERS or not kind.kanji]
        assert len({shape(game, kind.id, cell, pieces) for kind in kinds}) == len(kinds)


def test_chess_pieces_are_figures_from_five_columns_on():
    for kind in load("chess").pieces.values():
        for cell in CELLS:
            drawn = shape("chess", kind.id, cell, FIGURES)
            assert (drawn.pixels, drawn.written) == (figure_of(kind, cell), ())
    (written,) = shape("chess", "N", LOW, FIGURES).written
    assert written.text == "N"


def test_without_colours_one_side_is_an_outline_of_the_other():
    for kind in load("decimaka-revised").pieces.values():
        for cell in CELLS:
            solid, hollow = (
                shape("decimaka-revised", kind.id, cell, colored=False, hollow=hollow).pixels
                for hollow in (False, True)
            )
            assert solid != hollow
            inside = [
                (one, other)
                for rows in zip(solid, hollow, strict=True)
                for one, other in zip(*rows, strict=True)
                if one == "." and other != "."
            ]
            assert not inside


@pytest.mark.parametrize("cell", CELLS)
def test_a_piece_without_a_figure_has_a_plate_with_its_letters(cell):
    unknown = load("chess").pieces["N"].__class__(id="+Z'", name="Zebra", betza="Z")
    board = board_style("chess", cell)
    drawn = shape_of("+Z'", unknown, cell, LETTERS, Face())
    assert [written.text for written in drawn.written] == ["+Z'"]
    (at,) = drawn.written
    for y in (2 * at.row, 2 * at.row + 1):
        assert drawn.pixels[y][2 * at.column : 2 * at.column + 6] == "######", board
    assert drawn.pixels[-1][0] == drawn.pixels[1][0] == "."


def test_white_tiles_point_up_and_black_ones_down():
    assert rows("maka", "P", (4, 2)) == [" ▄▄ ", "▐歩▌"]
    assert rows("maka", "P", (6, 3)) == [" ▗  ▖ ", "  歩  ", " ▀▀▀▀ "]
    colored = board_style("maka", (4, 2), KANJI)
    assert see(Look("p"), colored).text == ["▐歩▌", " ▀▀ "]
    turned = board_style("maka", (4, 2), KANJI, flipped=True)
    assert see(Look("p"), turned).text == [" ▄▄ ", "▐歩▌"]
    assert see(Look("P"), turned).text == ["▐歩▌", " ▀▀ "]


@pytest.mark.parametrize("cell", mostly_slow([LOW, *CELLS], (LOW, CELLS[0], CELLS[-1])))
@pytest.mark.parametrize("pieces", [LETTERS, KANJI])
def test_all_that_is_written_stands_on_the_tile(cell, pieces):
    board = board_style("maka", cell, pieces)
    for kind in load("maka").pieces.values():
        for piece in (kind.id, kind.id.lower()):
            tile = board.palette.tile("white" if piece.isupper() else "black")
            ink = tile.promoted if kind.promoted else tile.ink
            seen = see(Look(piece), board)
            assert {letter[1:] for letter in seen.letters.values()} == {(ink, tile.face)}
            written = "".join(letter[0] for letter in seen.letters.values())
            assert written.startswith(kind.kanji if pieces is KANJI else kind.id)
