"""What a hint says: the move, and why it is good as the engine counts the pieces."""

import asyncio
from dataclasses import replace

import pytest
from learned import model_without_learning
from makachess.core import Position
from makachess.core.engine import BestMove, Info, Limits, Score
from makachess.core.engine.model import Model
from makachess.play.analysis import Effort, Hints, Study, hint_text
from makachess.play.engines import ThreadEngine
from makachess.play.labels import labels
from makachess.variants import load
from makachess.variants.models import engine_values

CHESS = load("chess")
EXCHANGE = Position(CHESS, "4k3/8/2p5/3b4/8/4N3/8/4K3 w - - 0 1")
WINS = "wins the Bishop for the Knight"


@pytest.mark.parametrize(
    ("bishop", "reason"), [(300, "trades the Knight for the Bishop"), (600, WINS)]
)
def test_a_hint_counts_pieces_as_it_is_told(bishop, reason):
    counted = {"P": 100, "N": 300, "B": bishop, "K": 0}
    position = EXCHANGE.copy()
    move = position.parse("Nxd5")
    best = BestMove(move, (Info(1, Score(0), 1, 0.0, (move,)),))
    assert hint_text(position, best, 78, counted).startswith(f"Hint: Nxd5 - {reason}")


def test_a_hint_names_squares_as_the_board_does():
    position = Position(load("chu"))
    move = position.parse("Pg5")
    best = BestMove(move, (Info(1, Score(0), 1, 0.0, (move,)),))
    values = engine_values(position.variant)
    here = labels(12, 12, "shogi")
    plain, shown = (hint_text(position, best, 78, values, name) for name in (str, here.name))
    assert plain != shown == here.write(plain)


class View:
    """Where the hint is shown."""

    text = ""

    def show_hint(self, text, *, alert=False):
        self.text = text


async def test_it_is_told_by_the_model_that_the_engine_was_given():
    types = model_without_learning(CHESS).types
    model = Model({**types, "B": replace(types["B"], price=(600, 600))})
    brief, view = Effort(brief=Limits(depth=2)), View()
    asked = Hints(Study(lambda: ThreadEngine(CHESS, model), lambda found: None, brief), view)
    asked.ask(EXCHANGE, 78)
    while asked.move is None:
        await asyncio.sleep(0.001)
    assert view.text.startswith(f"Hint: Nxd5 - {WINS}")
    await asked.close()
