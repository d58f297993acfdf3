"""How boards and panels share windows: which squares there are, and what stands beside them."""

from __future__ import annotations

import pytest
from makachess.tui.board import CellSize, Geometry
from makachess.tui.screens.beside import GAP, LEFT, PANEL, arrange
from makachess.variants import load, names
from tui_harness import playing, two_people

# A game for each size of board.
BOARDS = {(load(game).files, load(game).ranks): game for game in sorted(names())}.values()


@pytest.mark.parametrize(
    ("game", "size", "cell", "whole"),
    [
        ("chess", (80, 24), (6, 3), True),
        ("chess", (80, 23), (5, 2), True),
        ("chess", (120, 40), (10, 5), True),
        ("chess", (60, 20), (4, 2), False),
        ("decimaka", (80, 24), (5, 2), True),
        ("decimaka", (120, 40), (8, 4), True),
        ("macadamia", (120, 40), (6, 3), True),
        ("maka", (80, 24), (3, 1), False),
        ("maka", (120, 40), (4, 2), True),
        ("maka", (200, 60), (6, 3), True),
        ("maka", (60, 20), (3, 1), False),
    ],
)
def test_the_squares_of_a_window(game, size, cell, whole):
    plan = arrange(load(game), *size)
    assert (plan.cell, plan.whole) == (CellSize(*cell), whole)


@pytest.mark.parametrize("game", BOARDS)
def test_a_board_fits_beside_its_panel_in_all_windows(game):
    variant = load(game)
    for width in range(40, 301, 7):
        for height in range(12, 101, 5):
            plan = arrange(variant, width, height)
            board = Geometry(variant.files, variant.ranks, plan.cell)
            if plan.whole:
                assert board.height <= height
                assert LEFT + board.width + GAP + PANEL <= width - GAP


async def test_keys_have_two_rows_where_one_has_room_for_hardly_any():
    async with playing(two_people()) as hands:
        await hands.sees("Type a move", "prompt")
        assert [row[52:] for row in hands.rows[-2:]] == [
            "Enter pick  ^R resign",
            "^G hint  ^Q leave  F1 keys",
        ]
        await hands.click_words("resign")
        await hands.sees("Resign?", "prompt")
        await hands.until(lambda: hands.rows[-2][52:] == "Enter choose  Esc back", "its keys")
        assert hands.rows[-1][52:] == "F1 keys"
        await hands.press("escape")
        await hands.pick("e2")
        await hands.until(lambda: hands.rows[-2][52:] == "Enter go  Esc back", "fewer")
        assert hands.rows[-1][52:] == "^Q leave  F1 keys"
        await hands.press("escape")
        await hands.pilot.resize_terminal(200, 60)
        await hands.until(lambda: hands.screen.key_row.size.height == 1, "one row")


async def test_a_wide_window_has_moves_and_piece_in_boxes_beside_each_other():
    async with playing(two_people(), size=(200, 60)) as hands:
        screen = hands.screen
        await hands.press("left")
        await hands.sees("─ Pawn ─")
        moves, card, boxes = screen.moves.region, screen.info.region, screen.boxes.region
        assert moves.right < card.x
        assert boxes.contains_region(moves)
        assert boxes.contains_region(card)
        assert screen.players.far.region.bottom == boxes.y
        assert screen.players.near.region.y == boxes.bottom
        row = hands.rows[boxes.y]
        assert row[boxes.x :].startswith("╭── Veteran Chess ──")
        assert row.endswith("─╮")
        assert row.count("╭") == row.count("╮") == 2
        assert hands.rows[card.bottom][card.x - 2 :] == "╰" + "─" * (card.width + 2) + "╯"
        await hands.press("up")
        await hands.sees("─ Pieces ─")
        assert screen.moves.region == moves
        assert hands.rows[boxes.y].count("╭") == 2


async def test_the_last_moves_stand_beside_a_board_that_leaves_no_room_for_a_panel():
    async with playing(two_people(), size=(40, 12)) as hands:
        for move in ("e4", "e5", "Nf3", "Nc6", "d4"):
            await hands.press(f'"{move}" enter')
        await hands.has_played("e4", "e5", "Nf3", "Nc6", "d4")
        screen = hands.screen
        await hands.until(lambda: "d4" in hands.rows[4][28:], "the last move")
        assert screen.board.region.right < screen.moves.region.x
        assert screen.players.far.region.y == screen.board.region.y
        assert screen.players.near.region.bottom == screen.board.region.bottom
        await hands.press("f1")
        await hands.until(lambda: not screen.moves.display, "the help alone")
        await hands.press("pageup")  # which is at its top, and does not tell of what it covers
        assert not hands.part("prompt").strip()


@pytest.mark.parametrize("game", ["macadamia", "maka"])
async def test_the_card_of_a_piece_is_read_to_its_end(game):
    variant = load(game)
    async with playing(two_people(variant=game)) as hands:
        info = hands.screen.info
        for kind in ("E", "H!", "L!", "W!"):
            info.show_kind(kind)
            await hands.sees(f"─ {variant.pieces[kind].name[:14]}")
            wanted, seen = info.text.split(), ""
            for _ in range(9):
                x, y, width, height = info.region
                part = [row[x : x + width] for row in hands.rows[y : y + height]]
                seen += " ".join(part)
                if "…" not in part[-1]:
                    break
                await hands.press("pagedown")
            assert {*wanted} <= {*seen.split()}, kind


async def test_moves_stand_below_a_board_that_is_low_and_the_piece_beside_it():
    async with playing(two_people(variant="macadamia")) as hands:
        await hands.press('"Pg5" enter')
        await hands.has_played("Pg5")
        screen = hands.screen
        await hands.press("down")
        await hands.until(lambda: screen.info.kind, "a card")
        board, moves, card = screen.board.region, screen.moves.region, screen.info.region
        assert moves.y > board.bottom
        assert moves.right <= board.right
        assert moves.bottom == 24
        assert card.x > board.right
        assert card.bottom == screen.players.near.region.y
        await hands.pilot.resize_terminal(120, 40)
        await hands.until(lambda: screen.moves.region.x > screen.board.region.right, "room there")
