"""Mistakes of the player's own: a better move is to be found, and the engine judges the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from makachess.core import Move
from makachess.play.exercises import Exercise, Verdict
from makachess.play.mistakes import KIND, TITLE, Referee, keep_puzzle
from makachess.tui.hints import Hint
from makachess.tui.keys import KEEP, SCREENS, Action, bindings
from makachess.tui.screens.exercise import ExerciseScreen
from textual.binding import BindingType

HELPING = 3  # keys that help to solve it come first


class MistakesScreen(ExerciseScreen):
    """One of several mistakes; any move is right that is not much worse than the best one."""

    BINDINGS: ClassVar[list[BindingType]] = bindings((KEEP,))
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["mistakes"]

    def __init__(self, title: str, mistakes: Sequence[Exercise], at: int = 0) -> None:
        self.referee = Referee()
        super().__init__(KIND, title, mistakes, at)

    async def on_unmount(self) -> None:
        """End the engine."""
        await self.referee.close()

    def begin(self) -> None:
        """Show the mistake; no move is judged any more."""
        self.referee.give_up()
        super().begin()

    def make_move(self, move: Move) -> None:
        """Judge the move, which takes a moment unless it is known."""
        self.referee.give_up()
        position, verdict = self.attempt.position, self.attempt.judge(move)
        if verdict.right or verdict.says:
            self.take(move, verdict)
            return
        self.entering.begin(position)
        self.prompt.say(f"Looking at {position.san(move)}...")
        self.referee.ask(position, move, lambda verdict: self._judged(move, verdict))

    def _judged(self, move: Move, verdict: Verdict) -> None:
        if self.is_attached:
            self.take(move, verdict)

    def action_keep(self) -> None:
        """Keep this mistake as a puzzle."""
        failed = keep_puzzle(self.attempt.exercise)
        self.prompt.say(failed or f'It is kept in Puzzles, "{TITLE}"', alert=bool(failed))

    def hints_now(self) -> Sequence[Hint]:
        """With the key that keeps it."""
        hints = [*super().hints_now()]
        hints.insert(1 if self.attempt.solved else HELPING, Hint(KEEP.id))
        return hints
