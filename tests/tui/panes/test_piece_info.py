"""The piece panel: it follows a cursor that rests, not one that passes."""

from makachess.tui.screens.game import GameScreen
from tui_harness import opened, two_people


async def test_a_piece_that_is_passed_over_is_not_shown(monkeypatch):
    async with opened(lambda: GameScreen(two_people())) as hands:
        panel, shown = hands.screen.info, []
        panel.follow(None)
        monkeypatch.setattr(panel, "show_kind", shown.append)
        for piece in ("R", "b", "q"):
            panel.follow(piece)
        await hands.until(lambda: "Q" in shown, "the last one")
        assert shown == ["Q"]
        panel.follow("r")
        panel.follow(None)
        panel.follow("b")
        await hands.until(lambda: "B" in shown, "the last one")
        assert shown == ["Q", "B"]
