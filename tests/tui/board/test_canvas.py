"""Pixels as characters: what cannot be shown in a cell, and what goes on."""

from __future__ import annotations

import pytest
from makachess.tui.board import CellSize
from makachess.tui.board.canvas import INK, Canvas, cell_style
from makachess.tui.themes import OWN
from squares import seen

GROUND, BODY, OTHER = "#895e40", "#ffffff", "#000000"


def canvas(*rows: str) -> Canvas:
    """A canvas with pixels: `#` of a body, `-` of another colour."""
    drawn = Canvas(CellSize(len(rows[0]) // 2, len(rows) // 2), GROUND)
    drawn.paint(rows, {"#": BODY, "-": OTHER})
    return drawn


def test_pixels_come_out_as_they_were_painted():
    rows = (".##.", "####", "#..#", ".#..")
    pixels = seen(canvas(*rows).rows()).pixels
    colors = {".": GROUND, "#": BODY}
    assert pixels == {(x, y): colors[row[x]] for y, row in enumerate(rows) for x in range(4)}


def test_a_full_cell_is_a_blank_so_that_no_font_leaves_gaps():
    ((run,), _) = canvas("##", "##", "..", "..").rows()
    assert run == (" ", cell_style(INK, BODY))


@pytest.mark.parametrize(
    ("rows", "text"),
    [
        (("##", "##", "#.", "##"), "▝"),  # the body goes on above
        (("..", "..", "##", ".."), "▀"),  # the ground goes on above and below
        (("##", "..", "..", ".."), "▀"),
    ],
)
def test_the_ground_of_a_cell_is_the_colour_that_goes_on(rows, text):
    drawn = canvas(*rows)
    assert text in "".join(seen(drawn.rows()).text)


def test_what_is_written_over_half_a_wide_character_leaves_a_blank():
    drawn = Canvas(CellSize(4, 1), GROUND)
    drawn.write(1, 0, "歩", OTHER)
    drawn.write(2, 0, "x", OTHER)
    assert seen(drawn.rows()).text == ["  x "]
    drawn.write(2, 0, "歩", OTHER)
    drawn.write(1, 0, "ab", OTHER)
    assert seen(drawn.rows()).text == [" ab "]


@pytest.mark.parametrize("ground", [INK, "ansi_bright_white", "ansi_yellow"])
def test_named_grounds_are_the_ink_of_reversed_text(ground):
    style = cell_style(OWN, ground)
    assert style.reverse
    assert style.bgcolor is None
    assert (style.color is None) == (ground == INK)
