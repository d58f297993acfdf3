"""How long a low level takes for its move: as a person would, not as fast as it could."""

from __future__ import annotations

import asyncio
import math
import random
from contextlib import suppress

from makachess.core import Position
from makachess.core.engine import BestMove, ClockLimits, StopToken
from makachess.core.engine.evaluation import average_man

PACED = 7  # levels up to this one; the search of the others takes time enough
FORCED, RETAKEN = 0.4, 0.9  # seconds for the only move, and for taking back
CHOICE = 0.7  # seconds for each move that looks about as good as the best
CLOSE = 0.5  # average men within which moves look so
SPREAD = 0.35  # of the time's logarithm
USUAL = 5.0  # seconds a move on a clock that leave the time as it is
LEAST_SHARE, MOST_SHARE = 0.05, 2.0  # of that time on other clocks


def natural_seconds(
    position: Position, best: BestMove, clock: ClockLimits | None, dice: random.Random
) -> float:
    """Seconds a person would take for a move: more where several look good, and more time is left.

    The lines of the search say how many look good.
    """
    seconds = _usual_seconds(position, best) * math.exp(dice.gauss(0, SPREAD))
    if clock is None:
        return seconds
    budget = clock.budget(position.turn)
    return min(seconds * min(max(budget / USUAL, LEAST_SHARE), MOST_SHARE), budget)


def _usual_seconds(position: Position, best: BestMove) -> float:
    if len(position.legal_moves()) < 2:
        return FORCED
    if _takes_back(position, best):
        return RETAKEN
    first = max((info.score.value for info in best.lines), default=0)
    least = first - CLOSE * average_man(position.variant)
    return CHOICE * (1 + sum(info.score.value >= least for info in best.lines))


def _takes_back(position: Position, best: BestMove) -> bool:
    last = position.moves[-1] if position.moves else None
    if last is None or best.move is None or not last.is_capture:
        return False
    return last.destination in best.move.victims


async def rest(seconds: float, stop: StopToken | None) -> None:
    """Let the time go by; a stop, from any thread, ends that at once."""
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    stopped = (stop or StopToken()).on_stop(lambda: loop.call_soon_threadsafe(over.set))
    with stopped, suppress(TimeoutError):
        await asyncio.wait_for(over.wait(), seconds)
