"""How boards and panels share windows: which squares there are, and what is left empty."""

from __future__ import annotations

import pytest
from makachess.tui.board import CellSize, Geometry
from makachess.tui.screens.board import GAP, HELP, LEFT, arrange
from makachess.tui.screens.game import GameScreen
from makachess.variants import load, names
from tui_harness import opened, two_people


@pytest.mark.parametrize(
    ("game", "size", "cell", "high"),
    [
        ("chess", (80, 24), (5, 2), False),
        ("chess", (120, 40), (8, 4), False),
        ("macadamia", (120, 40), (5, 2), False),
        ("maka", (80, 24), (3, 1), False),
        ("maka", (120, 40), (4, 2), True),
        ("maka", (200, 60), (6, 3), True),
        ("maka", (100, 40), (3, 1), False),  # the panels would not have room for the help
        ("maka", (60, 20), (3, 1), False),
    ],
)
def test_the_squares_of_a_window(game, size, cell, high):
    plan = arrange(load(game), *size)
    assert (plan.cell, plan.high) == (CellSize(*cell), high)


@pytest.mark.parametrize("game", sorted(names()))
def test_a_board_fits_beside_its_panels_in_all_windows(game):
    variant = load(game)
    for width in range(40, 301, 4):
        for height in range(12, 101, 3):
            plan = arrange(variant, width, height)
            board = Geometry(variant.files, variant.ranks, plan.cell)
            if plan.high:
                assert board.height <= height - plan.rows_around
                assert LEFT + board.width + GAP + HELP <= width


async def test_beside_a_high_board_are_status_and_keys_until_the_window_is_lower():
    setup = two_people(variant="maka")
    async with opened(lambda: GameScreen(setup), (120, 40)) as hands:
        await hands.sees("White to move", row=0)
        screen = hands.screen
        right = screen.board.region.right
        assert screen.board.region.y == 0
        assert screen.status.region.x == screen.hints.region.x == right + 1
        assert screen.hints.region.y == screen.prompt.region.y - 1 == 38
        assert "Enter pick" in hands.rows[38]
        assert "Type a move" in hands.rows[39]
        assert not screen.query_one("#side").region.overlaps(screen.hints.region)
        await hands.pilot.resize_terminal(120, 30)
        await hands.until(lambda: screen.hints.region.y == 29, "the keys below")
        assert screen.status.region.x == screen.hints.region.x == 0
        assert screen.status.region.width == screen.hints.region.width == 120
