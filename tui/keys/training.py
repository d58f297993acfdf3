"""A lesson or a puzzle: entering moves, and going from one to the next."""

from __future__ import annotations

from makachess.tui.keys.action import Action

NEIGHBOURS = "the next one, or the one before"

TRAINING = (
    Action("exercise-back", "escape", "screen.back", "back", "one step back, or leave"),
    Action("next-exercise", "ctrl+n", "screen.go(1)", "next", NEIGHBOURS),
    Action("previous-exercise", "ctrl+b", "screen.go(-1)", "", NEIGHBOURS),
    Action("retry", "ctrl+r", "screen.retry", "again", "start over"),
    Action("solution", "ctrl+o", "screen.solution", "solution", "show the solution"),
)
