"""Somebody at an exercise: the position as it stands, and what is said to each move."""

from __future__ import annotations

from dataclasses import dataclass, replace

from makachess.core import Move, Position
from makachess.play.training.exercise import Exercise, Step


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a move: whether it was right, whether all is solved with it, and what to say."""

    right: bool
    solved: bool
    says: str


class Attempt:
    """One attempt at an exercise; `position` is where it has come to."""

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.restart()

    def restart(self) -> None:
        """Begin again."""
        self.position: Position = self.exercise.position()
        self._done = 0

    @property
    def solved(self) -> bool:
        """Whether the last step has been made."""
        return self._done == len(self.exercise.steps)

    @property
    def step(self) -> Step:
        """The step to be made, the last one once all are."""
        return self.exercise.steps[min(self._done, len(self.exercise.steps) - 1)]

    def judge(self, move: Move) -> Verdict:
        """Say what a legal move is worth, without making it."""
        step = self.step
        if step.goal.is_met(self.position, move):
            return Verdict(True, self._done == len(self.exercise.steps) - 1, step.praise)
        answers = (answer for answer in step.answers if answer.to.is_met(self.position, move))
        answer = next(answers, None)
        return Verdict(False, False, answer.says if answer else step.otherwise)

    def make(self, move: Move) -> Verdict:
        """Make a legal move if it is right, and the reply to it; say what came of it."""
        verdict = self.judge(move)
        if verdict.right:
            reply = self.step.reply
            self.position.push(move)
            self._done += 1
            if reply:
                answer, color = self.position.parse(reply), self.position.turn.capitalize()
                says = f"Right. {color} replies {self.position.san(answer)}. {verdict.says}".strip()
                self.position.push(answer)
                return replace(verdict, says=says)
        return verdict
