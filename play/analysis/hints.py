"""Hints: the best move of a position, asked for by a person and shown until something is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from makachess.core import MakachessError, Move, Position, Square
from makachess.core.engine import BestMove
from makachess.core.engine.reasons import give_reason
from makachess.play.analysis.study import Study
from makachess.play.background import BackgroundTask
from makachess.play.entry.steps import move_squares


class HintView(Protocol):
    """Where a hint is shown: a row of text and the board."""

    def show_hint(self, text: str, *, alert: bool = False) -> None:
        """Show a text, and mark the squares of the hint, if there is one now."""


class Hints:
    """One hint at a time, searched in the background."""

    def __init__(self, study: Study, view: HintView) -> None:
        self.move: Move | None = None
        self._study = study
        self._view = view
        self._task = BackgroundTask()

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares to be marked on the board."""
        return move_squares(self.move) if self.move else ()

    def ask(self, position: Position, room: int) -> None:
        """Search for a hint and show it, in at most so many columns."""
        if not self._task.running:
            self.withdraw()
            self._view.show_hint("Looking for a good move...")
            self._task.start(self._find(position.copy(), room))

    def withdraw(self) -> bool:
        """Forget the hint, or stop thinking of one; False if there is none."""
        had, self.move = self.move, None
        searched = self._task.give_up()
        if searched:
            self._study.give_up()
        return searched or had is not None

    async def close(self) -> None:
        """End the engine behind it."""
        self.withdraw()
        await self._study.close()
        await self._task.close()

    async def _find(self, position: Position, room: int) -> None:
        try:
            best = await self._study.find_best(position)
        except Exception as error:  # whatever fails in an engine must not take the screen along
            self._task.finish()
            text = str(error) if isinstance(error, MakachessError) else repr(error)
            self._view.show_hint(text, alert=True)
            return
        self._task.finish()
        self.move = best.move
        self._view.show_hint(hint_text(position, best, room, self._study.values))


def hint_text(position: Position, best: BestMove, room: int, values: Mapping[str, int]) -> str:
    """The move in SAN and why it is good, by centipawns of each type."""
    if best.move is None:
        return "No move found"
    head = f"Hint: {position.san(best.move)}"
    if best.info is None:
        return head
    line = best.info.pv or (best.move,)
    reason = give_reason(position, line, best.info.score, room - len(head) - 3, values)
    return f"{head} - {reason}"
