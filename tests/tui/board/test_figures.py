"""Which figure a piece has on squares of a size: drawn by hand, computed from outlines, or none."""

from __future__ import annotations

from itertools import combinations

import pytest
from makachess.core.outlines import EMPTY, outlines, parse_shape
from makachess.core.spec import PieceType
from makachess.tui.board.figures import drawn_figures, figure_of, rasterize
from makachess.tui.board.geometry import CELL_SIZES, CellSize
from makachess.variants import list_relatives, list_variants, load
from sampling import mostly_slow, sampled

# By how many pixels two pieces of a game must differ at least where they are drawn by hand.
LEAST = {
    CellSize(5, 2): 6,
    CellSize(6, 3): 8,
    CellSize(8, 4): 14,
    CellSize(10, 5): 20,
    CellSize(12, 6): 25,
}
LARGE = tuple(cell for cell in CELL_SIZES if cell.height in (7, 8, 9, 13, 24))
CELLS = (*LEAST, *(cell for cell in CELL_SIZES if 3 <= cell.height < 7), *LARGE)
GAMES = [  # those with pieces of chess; the others have tiles
    game
    for game in (load(each.name) for each in (*list_variants(), *list_relatives()))
    if not any(kind.kanji for kind in game.pieces.values())
]
KINDS = {kind.name: kind for game in GAMES for kind in game.pieces.values()}


def kind_of(game: str, piece: str) -> PieceType:
    return load(game).pieces[piece]


@pytest.mark.parametrize("cell", LEAST, ids=str)
def test_each_piece_is_drawn_and_nothing_else(cell):
    assert set(drawn_figures()[cell]) == set(KINDS)
    for name, figure in drawn_figures()[cell].items():
        assert set("".join(figure)) <= set(".#-" if cell.height > 4 else ".#"), name
        # Narrow tips, and a flag, do not let a figure grow into the one above it.
        most = 0 if cell.height == 2 else cell.width // 2
        assert sum(pixel != "." for pixel in figure[0]) <= most, name


@pytest.mark.parametrize(
    "cell", mostly_slow(sorted({*CELLS}), (*LEAST, LARGE[0], LARGE[-1])), ids=str
)
def test_every_piece_stands_on_squares_of_all_sizes(cell):
    for kind in KINDS.values():
        figure = figure_of(kind, cell)
        assert figure, kind.name
        assert {len(row) for row in figure} == {2 * cell.width}, kind.name
        assert len(figure) == 2 * cell.height, kind.name
        assert "#" in figure[-1], kind.name
        cells = (
            {*upper[x : x + 2], *lower[x : x + 2]}
            for upper, lower in zip(figure[::2], figure[1::2], strict=True)
            for x in range(0, len(upper), 2)
        )
        assert max(map(len, cells)) <= 2, f"three colours in a cell of {kind.name}"


@pytest.mark.parametrize("cell", sampled((*LEAST, *LARGE), (*LEAST, LARGE[-1])), ids=str)
def test_no_piece_of_a_game_looks_like_another(cell):
    for game in GAMES:
        figures = {kind.name: figure_of(kind, cell) for kind in game.pieces.values()}
        for one, other in combinations(figures, 2):
            pairs = zip("".join(figures[one]), "".join(figures[other]), strict=True)
            differing = sum(a != b for a, b in pairs)
            assert differing >= LEAST.get(cell, 25), f"{one} and {other} differ by {differing}"


@pytest.mark.parametrize("cell", LARGE, ids=str)
@pytest.mark.parametrize("piece", "KQRP")
def test_computed_figures_are_not_lopsided(piece, cell):
    figure = figure_of(kind_of("chess", piece), cell)
    assert figure == tuple(row[::-1] for row in figure)


def test_a_figure_of_its_own_name_comes_before_that_of_the_figurine():
    cell = CellSize(14, 7)
    wolf = kind_of("werewolf", "W")
    assert wolf.symbol == "♕"
    assert figure_of(wolf, cell) == rasterize(outlines()["Werewolf"], cell)
    amazon = PieceType("A", "Amazon", "QN", symbol="♕")
    assert figure_of(amazon, cell) == figure_of(kind_of("chess", "Q"), cell)
    assert figure_of(PieceType("A", "Amazon", "QN"), cell) is None


def test_between_the_drawn_sizes_stands_the_next_smaller_figure():
    king = kind_of("chess", "K")
    drawn = drawn_figures()[CellSize(10, 5)]["King"]
    assert figure_of(king, CellSize(10, 5)) == drawn
    placed = figure_of(king, CellSize(11, 6))
    assert placed[:2] == (EMPTY * 22,) * 2
    assert [row[1:-1].replace("-", "#") for row in placed[2:]] == [
        row.replace("-", "#") for row in drawn
    ]


def test_a_line_or_a_gap_lies_above_what_was_painted_before():
    square = parse_shape("0,0 100,0 100,100 0,100")
    line = parse_shape("- 0,0 50,0 50,100 0,100")
    gap = parse_shape(". m 25,50 25,100")
    assert rasterize((square, line, gap), CellSize(2, 1)) == ("--##", "-..#")
