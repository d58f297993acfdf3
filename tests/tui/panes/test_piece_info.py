"""The piece panel: it follows a cursor that rests, not one that passes."""

import pytest
from makachess.core import Square
from makachess.play.diagrams import LINES, piece_diagram
from makachess.tui.board import CellSize
from makachess.tui.panes.piece import capture_lines, piece_lines
from makachess.tui.screens.game import GameScreen
from makachess.variants import load
from tui_harness import opened, two_people


async def test_a_piece_that_is_passed_over_is_not_shown(monkeypatch):
    async with opened(lambda: GameScreen(two_people())) as hands:
        panel, shown = hands.screen.info, []
        panel.follow("")
        monkeypatch.setattr(panel, "show_kind", shown.append)
        for piece in ("R", "b", "q"):
            panel.follow(piece)
        await hands.until(lambda: "Q" in shown, "the last one")
        assert shown == ["Q"]
        panel.follow("r")
        panel.follow("")
        panel.follow("b")
        await hands.until(lambda: "B" in shown, "the last one")
        assert shown == ["Q", "B"]


async def test_the_piece_picked_up_is_shown_until_it_is_put_back():
    async with opened(lambda: GameScreen(two_people())) as hands:
        await hands.pick("b1")
        await hands.press("up up")
        assert hands.screen.board.cursor == Square.parse("b3")
        await hands.until(lambda: hands.screen.info.kind == "N", "the Knight")
        await hands.press("escape")
        await hands.until(lambda: not hands.screen.info.kind, "an empty square's card")


@pytest.mark.parametrize(
    ("name", "options", "kind", "said"),
    [
        ("veteran", {}, "K", ["no promotion", "immune"]),
        ("veteran", {}, "B", ["Taking", "Q L must Q"]),
        ("veteran", {}, "Q", ["no promotion", "contagious: to Q"]),
        ("chess", {}, "K", ["no promotion"]),
        ("maka", {}, "+K", ["no promotion", "immune"]),
        ("maka", {"contagion": "off"}, "+K", ["no promotion"]),
        ("maka", {"contagion": "off"}, "+I'", ["no promotion"]),
    ],
)
def test_the_card_tells_who_is_contagious_and_who_immune(name, options, kind, said):
    lines = capture_lines(load(name, **options), kind)
    assert ["".join(part.text for part in line) for line in lines] == said


def test_steps_slides_jumps_and_takes_in_passing_look_different_on_small_boards():
    looks: dict[str, set[object]] = {}
    for name in ("veteran", "macadamia"):
        variant = load(name)
        for kind in variant.pieces:
            diagram = piece_diagram(variant, kind)
            grid = piece_lines(variant, kind, 20, CellSize(2, 1))[1:]
            size = next(y for y, line in enumerate(grid) if not line or len(line) < 3)
            inset = diagram.radius - size // 2
            for (dx, dy), mark in diagram.marks.items():
                row, column = diagram.radius - dy - inset, diagram.radius + dx - inset
                if (dx or dy) and 0 <= row < size and 0 <= column < size:
                    text, role, _ = grid[row][column]
                    ground = role.removeprefix("square ")[1:]
                    named = "slide" if mark in LINES else mark.name
                    looks.setdefault(named, set()).add((text, ground))
    told = ("STEP", "JUMP", "slide", "PASSING")
    assert all(len(looks[name]) == 1 for name in told), looks
    assert len(set.union(*(looks[name] for name in told))) == len(told)
    fills = {"█", "▐", "▌"}
    assert not any(fills & {*text} for found in looks.values() for text, _ in found), "bars"
