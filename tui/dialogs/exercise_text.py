"""What stands beside an exercise's board, and which keys are offered below it."""

from __future__ import annotations

from collections.abc import Iterator

from makachess.play.exercises import Attempt
from makachess.tui.text import Line, Part
from makachess.tui.widgets.hints import Hint


def exercise_lines(attempt: Attempt, says: Part, going_on: str) -> Iterator[Line]:
    """Title, explanation, task and answer; `going_on` is the key for the next one, if any."""
    exercise = attempt.exercise
    yield (Part(exercise.title, "strong"),)
    if exercise.text:
        yield from ((), (Part(exercise.text),))
    yield ()
    if not attempt.solved:
        yield (Part(attempt.step.task, "accent"),)
    if says.text:
        yield from ((), (says,))
    if attempt.solved:
        then = f"{going_on} goes on to the next one." if going_on else "That was the last one."
        yield from ((), (Part("Solved! ", "strong"), Part(then, "quiet")))


def exercise_hints(attempt: Attempt, *, is_last: bool, alone: bool) -> tuple[Hint, ...]:
    """The keys that do something now, the most useful first; the text may be out of sight."""
    text = (Hint("more", "text"),) if alone else ()
    if attempt.solved:
        going_on = () if is_last else (Hint("pick", "next"),)
        return (*going_on, *text, Hint("retry"), Hint("exercise-back"), Hint("help"))
    names = "hint", "solution", "next-exercise", "exercise-back", "learn", "help"
    return (Hint("pick"), *text, *map(Hint, names))
