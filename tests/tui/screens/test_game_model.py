"""What the screens of a game say of its pieces follows the model that the game is played by."""

from __future__ import annotations

import pytest
from makachess.core import Square
from makachess.core.engine.evaluation import counted_values, piece_values
from makachess.core.engine.model import Model, TypeModel
from makachess.play.session.opponents import Opponent
from makachess.play.session.setup import new_setup
from makachess.tui.screens.game import GameScreen
from makachess.variants import load
from tui_harness import opened

CHESS = load("chess")
SQUARES = (0,) * 64
PRICES = piece_values(CHESS) | {"P": 100, "B": 700}
DEAR = Model({kind: TypeModel(0, (price,) * 2, SQUARES, SQUARES) for kind, price in PRICES.items()})
GUARDED = "4k3/8/2p5/3b4/8/4N3/8/4K3 w - - 0 1"  # a Bishop, attacked by a Knight


@pytest.mark.slow
async def test_the_page_of_a_piece_counts_it_so():
    setup = new_setup(CHESS, "white", Opponent(model=DEAR), fen=GUARDED)
    async with opened(lambda: GameScreen(setup), (120, 40)) as hands:
        hands.screen.board.move_cursor(Square.parse("d5"))
        await hands.press("f3")
        await hands.sees("The engine counts it as 7.0 Pawns.")


async def test_so_does_what_can_be_won():
    setup = new_setup(CHESS, "white", Opponent(model=DEAR), fen=GUARDED)
    async with opened(lambda: GameScreen(setup), (120, 40)) as hands:
        hands.screen.board.move_cursor(Square.parse("d5"))
        await hands.press("f4")
        await hands.sees("It can be won.", "prompt")


async def test_so_does_the_analysis_that_goes_on_for_a_program():
    gambiter = Opponent(3, "/no/such/gambiter", "gambiter", model=DEAR)
    setup = new_setup(CHESS, "white", gambiter, fen=GUARDED)
    async with opened(lambda: GameScreen(setup)) as hands:
        await hands.press("ctrl+e")
        study = hands.screen.study
        await hands.until(lambda: study.findings.lines and study.values, "the built-in engine")
        assert study.values == counted_values(CHESS, DEAR)
