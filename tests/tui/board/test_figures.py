"""The figures drawn by hand: their size, where they stand, and that none is taken for another."""

from __future__ import annotations

from itertools import combinations

import pytest
from makachess.core.spec import PieceType
from makachess.tui.board.figures import Bitmap, drawn_figures, figure_of
from makachess.tui.board.geometry import CellSize
from makachess.variants import list_relatives, list_variants, load

# By how many pixels two pieces of a game must differ at least, by size of square.
LEAST = {
    CellSize(5, 2): 6,
    CellSize(6, 3): 8,
    CellSize(8, 4): 14,
    CellSize(10, 5): 20,
    CellSize(12, 6): 25,
}
WITH_LINES = (CellSize(10, 5), CellSize(12, 6))
SIZES = pytest.mark.parametrize("cell", LEAST, ids=lambda cell: f"{cell.width}x{cell.height}")
GAMES = [  # those with pieces of chess; the others have tiles
    game
    for game in (load(each.name) for each in (*list_variants(), *list_relatives()))
    if not any(kind.kanji for kind in game.pieces.values())
]
KINDS = {kind.name: kind for game in GAMES for kind in game.pieces.values()}


def drawn(kind: PieceType, cell: CellSize) -> Bitmap:
    figure = figure_of(kind, cell)
    assert figure, f"{kind.name} has no figure on {cell}"
    return figure


def width(figure: Bitmap) -> int:
    """How many columns there are from the first with a pixel to the last."""
    taken = [x for x, column in enumerate(zip(*figure, strict=True)) if set(column) != {"."}]
    return taken[-1] - taken[0] + 1


@SIZES
def test_each_piece_is_drawn_and_nothing_else(cell):
    assert set(drawn_figures()[cell]) == set(KINDS)


@SIZES
def test_a_figure_fills_its_square(cell):
    for name, figure in drawn_figures()[cell].items():
        assert len(figure) == 2 * cell.height, name
        assert {len(row) for row in figure} == {2 * cell.width}, name
        assert set("".join(figure)) <= set(".#-" if cell in WITH_LINES else ".#"), name


@SIZES
def test_a_figure_stands_on_the_last_row(cell):
    for name, figure in drawn_figures()[cell].items():
        assert "#" in figure[-1], name


@SIZES
def test_a_square_shows_above_each_figure(cell):
    # Narrow tips, and a flag, do not let a figure grow into the one above it.
    most = 0 if cell.height == 2 else cell.width // 2
    for name, figure in drawn_figures()[cell].items():
        assert sum(pixel != "." for pixel in figure[0]) <= most, name


@SIZES
def test_the_king_has_a_cross_and_keeps_it_apart_from_what_stands_above(cell):
    figure = drawn(KINDS["King"], cell)
    assert not figure[0].strip(".")
    arms = next(row for row in figure if row.count("#") > 2)
    shaft = figure[figure.index(arms) + 1]
    middle = slice(len(arms) // 2 - 2, len(arms) // 2 + 2)
    assert arms[middle] == "####"
    assert shaft[middle] == ".##."


@SIZES
def test_a_pawn_is_at_most_half_as_wide_as_its_square(cell):
    assert width(drawn(KINDS["Pawn"], cell)) <= cell.width


@SIZES
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_piece_of_a_game_looks_like_another(game, cell):
    for one, other in combinations(game.pieces.values(), 2):
        pairs = zip("".join(drawn(one, cell)), "".join(drawn(other, cell)), strict=True)
        differing = sum(a != b for a, b in pairs)
        assert differing >= LEAST[cell], f"{one.name} and {other.name} differ by {differing}"
