"""What a hint says: the move, and why it is good as the engine counts the pieces."""

import asyncio
from dataclasses import replace

from learned import model_without_learning
from makachess.core import Position
from makachess.core.engine import Limits
from makachess.core.engine.model import Model
from makachess.play.analysis import Effort, Hints, Study
from makachess.play.engines import ThreadEngine
from makachess.variants import load

CHESS = load("chess")
EXCHANGE = Position(CHESS, "4k3/8/2p5/3b4/8/4N3/8/4K3 w - - 0 1")
WINS = "wins the Bishop for the Knight"


async def test_it_is_told_by_the_model_that_the_engine_was_given():
    types = model_without_learning(CHESS).types
    model = Model({**types, "B": replace(types["B"], price=(600, 600))})
    brief, told = Effort(brief=Limits(depth=2)), []
    study = Study(lambda: ThreadEngine(CHESS, model), lambda found: None, brief)
    asked = Hints(study, told.append)
    asked.ask(EXCHANGE, 78)
    while asked.move is None:
        await asyncio.sleep(0.001)
    assert told[-1].startswith(f"Hint: Nxd5 - {WINS}")
    await asked.close()
