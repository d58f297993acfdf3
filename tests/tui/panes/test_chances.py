"""The bar of chances at the edge of the board, and the column that it is drawn as."""

from __future__ import annotations

import pytest
from makachess.core.engine import Score
from makachess.play.session.setup import new_setup
from makachess.saves import Game
from makachess.saves.remarks import format_eval
from makachess.tui.panes.chances import draw_bar
from makachess.tui.screens.replay import ReplayScreen
from makachess.variants import load
from tui_harness import opened, playing

VETERAN = load("veteran")
WON = "4k3/8/8/8/8/8/8/QR2K3 b - - 0 1"


@pytest.mark.parametrize(
    ("points", "blocks", "plain"),
    [
        (1.0, "██", "##"),
        (0.75, "▄█", "_#"),
        (0.5, " █", " #"),
        (0.25, " ▄", " _"),
        (0.01, " ▁", " _"),
        (0.0, "  ", "  "),
        (None, "  ", "  "),
    ],
)
def test_whites_share_is_filled_from_below(points: float | None, blocks: str, plain: str) -> None:
    assert draw_bar(points, 2) == blocks
    assert draw_bar(points, 2, plain=True) == plain


def column(hands) -> str:
    """The first column beside the board, from top to bottom."""
    top, height = hands.screen.board.region.y, hands.screen.board.region.height
    return "".join(row[:1] or " " for row in hands.rows[top : top + height])


async def test_it_turns_with_the_board_and_needs_no_blocks():
    async with playing(new_setup(VETERAN, "both", fen=WON)) as hands:
        await hands.press("ctrl+e")
        await hands.until(lambda: column(hands).endswith("██"), "White at the lower end")
        await hands.press('"flip" enter')
        await hands.until(lambda: not column(hands).strip("▁▂▃▄▅▆▇ "), "Black's little share there")
        hands.screen.preferences.remember(pieces="ascii")
        hands.screen.adopt_settings()
        await hands.until(lambda: column(hands).startswith("#"), "White at the upper end")
        assert "█" not in hands.text


async def test_a_replay_shows_what_a_review_has_found():
    game = Game(VETERAN)
    for san, score in (("e4", Score(30)), ("e5", Score(20)), ("Nf3", Score(None, 3))):
        game.play(game.position.parse(san))
        game.node.comments.append(format_eval(score))
    async with opened(lambda: ReplayScreen(game)) as hands:
        assert not column(hands).strip()  # no move has been made
        await hands.press("right")
        assert 0.4 < column(hands).count("█") / len(column(hands)) < 0.6
        await hands.press("right right")
        assert set(column(hands)) == {"█"}
