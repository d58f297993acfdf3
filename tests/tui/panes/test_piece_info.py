"""The piece panel: it follows a cursor that rests, not one that passes."""

import pytest
from makachess.core import Square
from makachess.tui.panes.piece import capture_lines
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
