"""Every mark of a square is seen, with colours and without, and hides nothing of the piece."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from makachess.core.spec import Rule
from makachess.play.entry import Target
from makachess.tui.board import CELL_SIZES, PIECE_SETS
from makachess.tui.board.square import Look, draw
from makachess.variants import load, names
from rich.cells import cell_len
from sampling import sampled
from squares import ASCII, FIGURES, KANJI, LETTERS, MAY, MOVE, MUST, TAKES, board_style, see

WOOD = board_style().palette
CORNERS = [(0, 0), (11, 0), (0, 5), (11, 5)]  # pixels of a square of 6x3


@pytest.mark.parametrize("piece", ["", "p"])
def test_the_most_important_of_several_tints_is_seen(piece):
    order = ["check", "picked", "hint", "last"]
    for at, mark in enumerate(order):
        look = Look(piece, **dict.fromkeys(order[at:], True))
        assert see(look, board_style()).pixels[0, 2] == WOOD.tint(mark, dark=False)


def test_the_cursor_is_four_bright_corners():
    seen = see(Look(cursor=True), board_style())
    assert len(seen.places(WOOD.cursor)) == 12
    assert seen.places(WOOD.cursor) >= set(CORNERS)
    large = see(Look(cursor=True), board_style(cell=(10, 5)))
    assert len(large.places(WOOD.cursor)) == 20


@pytest.mark.parametrize("cell", [(3, 1), (4, 2), (6, 3)])
@pytest.mark.parametrize("game", ["veteran", "maka"])
def test_without_colours_black_is_dim_and_white_is_not(game, cell):
    def is_dim(piece):
        rows = draw(Look(piece), board_style(game, cell, system=None))
        return {bool(style.dim) for row in rows for text, style in row if text.strip()}

    assert (is_dim("P"), is_dim("p")) == ({False}, {True})


@pytest.mark.parametrize(("ground", "solid", "hollow"), [("dark", "P", "p"), ("light", "p", "P")])
def test_in_16_colours_the_side_as_bright_as_the_ground_is_an_outline(ground, solid, hollow):
    how = board_style(system="standard", ground=ground)
    full, empty = (see(Look(piece), how) for piece in (solid, hollow))
    assert len(full.places("own")) < len(empty.places("own"))


@pytest.mark.parametrize("pieces", [FIGURES, LETTERS], ids=lambda pieces: pieces.name)
@pytest.mark.parametrize(
    "cell", sampled([(6, 3), (7, 4), (8, 4), (10, 5), (12, 6), (14, 7)], [(6, 3), (10, 5)])
)
@pytest.mark.parametrize(
    "game", sampled(["veteran", "decimaka-revised", "grand", "macadamia"], ["veteran", "macadamia"])
)
def test_the_cursor_keeps_three_corners_at_least_on_every_piece(game, cell, pieces):
    board = board_style(game, cell, pieces)
    corners = {(x, y) for x in (0, 2 * cell[0] - 1) for y in (0, 2 * cell[1] - 1)}
    for kind in load(game).pieces:
        for piece, target in product((kind, kind.lower()), (None, MOVE, TAKES, MUST)):
            seen = see(Look(piece, cursor=True, target=target), board)
            bright = seen.places(WOOD.cursor) & corners
            assert len(bright) >= 4 - (target in (MOVE, MUST)), piece


def test_a_dot_in_the_middle_is_where_a_piece_may_go():
    seen = see(Look(target=MOVE), board_style())
    assert seen.places(WOOD.sign) == {(x, y) for x in range(4, 8) for y in (2, 3)}
    assert len(see(Look(target=MOVE), board_style(cell=(10, 5))).places(WOOD.sign)) == 20


def test_within_the_corners_of_the_cursor_those_of_a_capture_are_seen():
    seen = see(Look("p", cursor=True, target=TAKES), board_style())
    assert seen.places(WOOD.sign) == {(1, 1), (10, 1), (1, 4), (10, 4)}
    assert len(seen.places(WOOD.cursor)) == 12


@pytest.mark.parametrize(("target", "badge"), [(MAY, "M"), (MUST, "M!")])
def test_a_badge_says_what_the_piece_becomes(target, badge):
    seen = see(Look("p", target=target), board_style())
    assert seen.text[-1].endswith(badge)
    assert {letter[1:] for letter in seen.letters.values()} == {(WOOD.badge, WOOD.sign)}
    assert seen.places(WOOD.sign) >= set(CORNERS[:3])


def test_a_badge_does_without_names_where_there_are_several_or_no_room():
    several = Target(capture=True, rule=Rule.MAY, becomes=("M", "V"))
    assert see(Look("p", target=several), board_style()).text[-1].endswith("?")
    long = Target(capture=True, rule=Rule.MUST, becomes=("+C!",))
    assert see(Look("p", target=long), board_style("maka", (4, 2), KANJI)).text[1].endswith("+!")


@pytest.mark.parametrize("cell", [(5, 2), (6, 3), (8, 4), (10, 5)])
def test_check_is_red_and_says_so_in_the_upper_corners(cell):
    seen = see(Look("p", check=True), board_style(cell=cell))
    assert seen.text[0].count("!") == 2
    assert (seen.text[0][0], seen.text[0][-1]) == ("!", "!")


def test_the_attack_map_counts_in_the_corners_on_the_left():
    seen = see(Look("P", attacks=(2, 3), danger="won"), board_style())
    assert seen.letters[0, 0][:2] == ("3", WOOD.black.ink)
    assert seen.letters[0, 2][:2] == ("2", WOOD.white.ink)
    assert WOOD.won in seen.pixels.values()
    assert WOOD.worth in see(Look("P", danger="worth"), board_style()).pixels.values()


def test_the_file_stands_in_the_lower_right_corner_or_beside_what_stands_there():
    assert see(Look(), board_style(), "a").letters[5, 2] == ("a", WOOD.sign, WOOD.squares.light)
    badge = see(Look("p", target=MOVE), board_style(), "a")
    assert (badge.letters[5, 2][0], badge.letters[0, 2][0]) == ("•", "a")
    assert "a" not in "".join(see(Look(cursor=True), board_style(), "a").text)


@pytest.mark.parametrize("cell", sampled([(5, 2), (6, 3), (8, 4), (12, 6)], [(5, 2), (6, 3)]))
@pytest.mark.parametrize(
    "game", sampled(["veteran", "decimaka-revised", "macadamia"], ["veteran", "macadamia"])
)
def test_no_mark_but_a_badge_covers_anything_of_a_piece(game, cell):
    board = board_style(game, cell)
    ground = board.palette.squares.light
    marks = ({"cursor": True}, {"target": TAKES}, {"check": True}, {"attacks": (1, 1)})
    for kind in load(game).pieces:
        for piece in (kind, kind.lower()):
            plain = see(Look(piece), board)
            body = set(plain.pixels) - plain.places(ground)
            for mark in marks:
                marked = see(Look(piece, **mark), board)
                if all(text != "x" for text, *_ in marked.letters.values()):
                    kept = {at: marked.pixels[at] for at in body}
                    assert kept == {at: plain.pixels[at] for at in body}, (piece, mark)
                assert marked != plain or "attacks" in mark, (piece, mark)


SYSTEMS = [None, "standard"]


@pytest.mark.parametrize(
    ("look", "rows"),
    [
        (Look(), ["      ", "      ", "      "]),
        (Look(dark=True), [" ·  · ", "      ", " ·  · "]),
        (Look(last=True), ["      ", "      ", "______"]),
        (Look(cursor=True), ["┏    ┓", "      ", "┗    ┛"]),
        (Look(picked=True), ["      ", ">    <", "      "]),
        (Look(premove=True), ["      ", "{    }", "      "]),
        (Look(hint=True), ["      ", "(    )", "      "]),
        (Look(check=True), ["      ", "!    !", "      "]),
        (Look(target=MOVE), ["      ", "  •   ", "      "]),
        (Look(target=TAKES), ["      ", "x    x", "      "]),
        (Look(taken=True), ["      ", "x    x", "      "]),
        (Look(target=MAY), ["      ", "x    x", "    ?M"]),
        (Look(target=MUST, cursor=True), ["┏    ┓", "x    x", "┗   !M"]),
        (Look(danger="won", attacks=(1, 2)), ["2     ", "-    -", "1     "]),
        (Look(danger="worth"), ["      ", "+    +", "      "]),
        (Look(danger="bears"), ["      ", "=    =", "      "]),
    ],
)
def test_without_colours_signs_tell_the_marks_apart(look, rows):
    for system in SYSTEMS:
        assert see(look, board_style(system=system)).text == rows


@pytest.mark.parametrize(
    ("look", "rows"),
    [
        (Look("N"), ["/--\\", "|N |", "\\__/"]),
        (Look("n"), ["+==+", "|n |", "+==+"]),
        (Look("N", cursor=True), ["/--\\", "[|N |]", "\\__/"]),
        (Look(target=MOVE), ["", "*", ""]),
        (Look("n", target=MAY), ["+==+", "x|n |x", "+==?M"]),
    ],
)
def test_the_plain_set_draws_frames_and_the_same_signs(look, rows):
    for system in (*SYSTEMS, "256"):
        seen = see(look, board_style(pieces=ASCII, system=system))
        assert [row.strip() for row in seen.text] == rows


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (Look("N"), " N "),
        (Look("N", cursor=True), "[N]"),
        (Look(cursor=True), "[ ]"),
        (Look("N", picked=True), ">N<"),
        (Look("n", taken=True), "xnx"),
        (Look("K", check=True), "!K!"),
        (Look("K", hint=True), "(K)"),
        (Look("K", last=True), "_K_"),
        (Look(target=MOVE), " • "),
        (Look(target=MOVE, cursor=True), "[•]"),
        (Look("n", target=TAKES), "xn "),
        (Look("n", target=MAY), "?n "),
        (Look("n", target=MUST), "!n "),
        (Look("n", target=MUST, cursor=True), "!n]"),
    ],
)
def test_one_row_of_three_columns(look, text):
    for system in SYSTEMS:
        assert see(look, board_style(cell=(3, 1), system=system)).text == [text]


@pytest.mark.parametrize(
    ("look", "text"),
    [
        (Look("K"), " 王"),
        (Look("K", cursor=True), "[王"),
        (Look("K", picked=True), ">王"),
        (Look("k", target=TAKES), "v王"),
        (Look("+k"), " +k"),
    ],
)
def test_marks_stand_before_a_wide_character(look, text):
    assert see(look, board_style("maka", (3, 1), KANJI, system=None)).text == [text]


def test_a_piece_of_one_row_fills_its_square_in_the_colour_of_its_side():
    board = board_style("maka", (3, 1))
    for piece, color in (("P", "white"), ("p", "black")):
        for dark in (False, True):
            seen = see(Look(piece, dark=dark), board)
            plate = board.palette.tile(color).plate
            assert set(seen.pixels.values()) == {plate.dark if dark else plate.light}
            assert seen.text == [" P "]


@pytest.mark.parametrize("system", [None, "256", "truecolor"])
def test_a_name_as_wide_as_its_square_shows_marks_by_its_colours(system):
    board = board_style("maka", (3, 1), system=system)
    for mark in ("cursor", "last", "check", "picked", "premove", "target"):
        shown = {mark: MAY if mark == "target" else True}
        marked, plain = (draw(Look("+C!", **one), board) for one in (shown, {}))
        assert "".join(text for text, _ in marked[0]) == "+C!"
        assert marked != plain, mark


BOOLEANS = ("dark", "cursor", "picked", "taken", "last", "check", "hint", "premove")
TARGETS = [
    None,
    MOVE,
    TAKES,
    MAY,
    MUST,
    Target(capture=True, rule=Rule.CONTAGION, becomes=("+C!",)),
    Target(capture=False, rule=Rule.MAY, becomes=("M", "V")),
]


@st.composite
def squares(draw_from):
    """A look on a board of a game, and how the board is drawn."""
    game = draw_from(st.sampled_from(sorted(names())))
    pieces = [piece for kind in load(game).pieces for piece in (kind, kind.lower())]
    look = Look(
        draw_from(st.sampled_from(["", *pieces])),
        target=draw_from(st.sampled_from(TARGETS)),
        danger=draw_from(st.sampled_from(["", "won", "worth", "bears"])),
        attacks=draw_from(st.tuples(st.integers(0, 12), st.integers(0, 12))),
        **{name: draw_from(st.booleans()) for name in BOOLEANS},
    )
    how = board_style(
        game,
        draw_from(st.sampled_from([cell for cell in CELL_SIZES if cell.height < 13])),
        draw_from(st.sampled_from(PIECE_SETS)),
        system=draw_from(st.sampled_from([None, "standard", "256", "truecolor"])),
        flipped=draw_from(st.booleans()),
    )
    return look, how, draw_from(st.sampled_from(["", "a", "19"]))


@given(squares())
def test_rows_have_exactly_the_size_of_the_square(square):
    look, how, label = square
    rows = draw(look, how, label)
    widths = [sum(cell_len(text) for text, _ in row) for row in rows]
    assert widths == [how.cell.width] * how.cell.height
    assert not any(left[1] == right[1] for row in rows for left, right in pairwise(row))
    if how.pieces is ASCII:
        assert "".join(text for row in rows for text, _ in row).isascii()
    if not how.color:
        assert {(style.color, style.bgcolor) for row in rows for _, style in row} == {(None, None)}
