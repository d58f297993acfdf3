"""Bodies on large squares: whose a piece is, and which, can be told from its shape alone."""

from __future__ import annotations

import pytest
from makachess.core import Square
from makachess.core.spec import Rule
from makachess.play.entry import Target
from makachess.tui.board import PIECE_SETS, CellSize
from makachess.tui.board.cells import Look, body_lines
from makachess.tui.board.glyphs import (
    QUARTERS,
    Body,
    Face,
    body_of,
    body_width,
    characters,
    load_figures,
    parse_shape,
    rasterize,
)
from makachess.tui.themes import PALETTES
from makachess.variants import load, names
from rendering import show_in
from rich.cells import cell_len
from tui_harness import playing, two_people

LETTERS, FIGURINES, KANJI, ASCII = PIECE_SETS
PLATES = (CellSize(4, 2), CellSize(5, 2))
CELLS = (CellSize(5, 3), CellSize(6, 3), CellSize(7, 4), CellSize(10, 5))


def body(game: str, piece: str, cell=CELLS[1], pieces=LETTERS, *, hollow="black", flipped=False):
    variant = load(game)
    white = piece.isupper()
    face = Face(up=white != flipped, hollow=white == (hollow == "white"))
    return body_of(piece, variant.pieces[piece.upper()], cell, pieces, face)


def text(drawn: Body) -> str:
    return "\n".join([*(row.text for row in drawn.rows), drawn.label])


@pytest.mark.parametrize("pieces", PIECE_SETS, ids=lambda pieces: pieces.name)
@pytest.mark.parametrize("game", sorted(names()))
def test_every_piece_has_a_body_that_fills_its_square(game, pieces):
    for cell in CELLS + PLATES * (pieces is not ASCII):
        for kind in load(game).pieces:
            rows = body(game, kind, cell, pieces).rows
            assert [cell_len(row.text) for row in rows] == [body_width(cell)] * cell.height, kind
            assert any(row.text.strip() for row in rows), kind


@pytest.mark.parametrize("pieces", PIECE_SETS, ids=lambda pieces: pieces.name)
@pytest.mark.parametrize("game", sorted(names()))
def test_shapes_tell_the_sides_apart(game, pieces):
    for cell in CELLS + PLATES * (pieces is not ASCII):
        for kind in load(game).pieces:
            black = text(body(game, kind.lower(), cell, pieces))
            assert text(body(game, kind, cell, pieces)).upper() != black.upper(), (kind, cell)


@pytest.mark.parametrize("game", sorted(names()))
def test_shapes_tell_all_pieces_of_a_side_apart(game):
    for cell in PLATES + CELLS:
        for hollow in ("white", "black"):
            kinds = list(load(game).pieces)
            drawn = {text(body(game, kind, cell, hollow=hollow)) for kind in kinds}
            assert len(drawn) == len(kinds), (cell, hollow)


@pytest.mark.parametrize("piece", "KQRNP")
def test_small_figures_are_hollow_in_the_body_and_not_only_parted_at_the_foot(piece):
    solid, hollow = (body("chess", one, CELLS[0]).rows for one in (piece, piece.lower()))
    assert solid[:2] != hollow[:2]
    assert solid[2] == hollow[2]


def test_a_plate_stands_on_a_foot_that_tells_whose_it_is():
    def foot(game: str, piece: str, **seen: bool) -> str:
        return body(game, piece, PLATES[1], **seen).rows[1].text

    assert foot("chess", "N") == foot("chess", "N", flipped=True) == "▀▀▀"
    assert foot("chess", "n") == foot("chess", "n", flipped=True) == "▝▀▘"
    assert foot("maka", "K") == foot("maka", "k", flipped=True) == "▀▀▀"  # the head of a tile
    assert foot("maka", "k") == foot("maka", "K", flipped=True) == "▝▀▘"


def test_a_plate_carries_id_figurine_or_kanji():
    def sign(game: str, piece: str, pieces=LETTERS) -> str:
        return body(game, piece, PLATES[0], pieces).rows[0].text

    assert [sign("chess", piece) for piece in "Nn"] == [" N ", " n "]
    assert [sign("chess", piece, FIGURINES) for piece in "Nn"] == [" ♞ ", " ♞ "]
    assert sign("veteran", "V", FIGURINES) == " V "
    assert [sign("maka", piece, KANJI) for piece in ("K", "+k")] == [" 王", "+天"]


def test_a_mark_on_a_piece_with_a_plate_takes_the_place_of_its_foot():
    target = Target(capture=True, rule=Rule.MUST, becomes=("V",))
    drawn = body_lines(
        Look("n", target=target), body("veteran", "n", PLATES[1]), PLATES[1], LETTERS
    )
    assert [line.text for line in drawn] == ["  n  ", "  !V "]


async def test_below_a_plate_its_square_has_the_colour_of_the_mark():
    async with playing(two_people(variant="chess")) as hands:
        show_in(hands.pilot.app, "truecolor", "dark")
        await hands.press('"e4" enter')
        await hands.has_played("e4")
        board = hands.screen.board
        x, y = board.geometry.corner(Square.parse("e4"))
        foot = board.render_line(y + 1).crop(x, x + 5)
        (shown,) = {segment.style.bgcolor.name for segment in foot}
        assert foot.text == " ▀▀▀ "
        assert shown == PALETTES["dark"]["truecolor"].grounds["last"].around


def test_shogi_tiles_point_the_way_their_pieces_face():
    def widths(drawn: Body) -> list[int]:
        return [len(row.text.strip()) for row in drawn.rows]

    for flipped in (False, True):
        above, below = ("K", "k") if flipped else ("k", "K")
        tip = widths(body("maka", below, CELLS[3], KANJI, flipped=flipped))
        assert tip[0] < tip[-1]
        tip = widths(body("maka", above, CELLS[3], KANJI, flipped=flipped))
        assert tip[0] > tip[-1]


def test_promoted_pieces_carry_a_plus():
    assert "+天" in text(body("maka", "+K", pieces=KANJI))
    assert "+k" in text(body("maka", "+k"))
    assert "+天" in text(body("maka", "+k", CELLS[3], KANJI))


def test_large_tiles_name_the_piece_below_its_kanji():
    assert "L!" not in text(body("maka", "L!", CELLS[2], KANJI))
    rows = [row.text for row in body("maka", "L!", CELLS[3], KANJI).rows]
    assert "獅" in rows[1]
    assert "L!" in rows[2]


def test_pieces_that_chess_does_not_know_are_labelled_among_letters_only():
    assert body("veteran", "V").label == "V"
    assert body("veteran", "K").label == ""
    assert body("veteran", "V", pieces=FIGURINES).label == ""


@pytest.mark.parametrize("game", ["veteran", "maka"])
def test_the_plain_set_draws_bodies_in_ascii(game):
    for kind in load(game).pieces:
        drawn = text(body(game, kind, pieces=ASCII))
        assert drawn.isascii()
        assert kind in drawn


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize(("game", "piece"), [("veteran", "N"), ("veteran", "m"), ("maka", "+e'")])
def test_marks_stand_around_a_body_in_a_cell_of_full_width(cell, game, piece):
    for pieces in (LETTERS, KANJI):
        drawn = body(game, piece, cell, pieces)
        plain = body_lines(Look(piece), drawn, cell, pieces)
        marked = body_lines(Look(piece, cursor=True), drawn, cell, pieces)
        assert [cell_len(line.text) for line in plain] == [cell.width] * cell.height
        assert [cell_len(line.text) for line in marked] == [cell.width] * cell.height
        middle = marked[(cell.height - 1) // 2].text
        assert middle.startswith("[")
        assert middle.endswith("]") or cell.width == 5


def test_a_text_carved_into_a_tile_is_found_by_its_characters():
    (line,) = [
        line
        for line in body_lines(Look("K"), body("maka", "K", pieces=KANJI), CELLS[1], KANJI)
        if line.engraved[1]
    ]
    assert line.text[slice(*line.engraved)] == "王"
    assert line.tile


# --- outlines -----------------------------------------------------------------------------------


def test_a_shape_is_stretched_and_cut_out():
    whole = [parse_shape("0,0 100,0 100,100 0,100")]
    assert characters(rasterize(tuple(whole), 2, 1)) == ("██",)
    assert characters(rasterize(tuple(whole), 2, 1, above=1)) == ("▄▄",)
    halved = (*whole, parse_shape("- 50,0 100,0 100,100 50,100"))
    assert characters(rasterize(halved, 2, 1)) == ("█ ",)


def test_small_figures_have_three_rows_of_four_quarters():
    figures = load_figures()
    for name, figure in figures.by_name.items():
        assert [len(row) for row in figure.small] == [4, 4, 4], name
        assert figure.small[-1].strip(), name


async def test_a_console_without_quarters_of_blocks_gets_bodies_in_ascii(monkeypatch):
    monkeypatch.setenv("TERM", "linux")
    async with playing(two_people(), size=(120, 40)) as hands:
        await hands.sees("White to move")
        assert not set(QUARTERS.strip("█ ")) & set(hands.text)
        assert any("/----\\" in row for row in hands.board)
