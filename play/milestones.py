"""What a player has done for the first time, which is said once, and what comes next for them.

Both are among the progress: `won-2` of a game is a win at level 2, and all that follows from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from makachess.core.engine import LEVELS
from makachess.core.notation.coordinates import kind_at
from makachess.core.spec import Rule, opponent
from makachess.play.coach import HIGHEST
from makachess.play.exercises import Exercise, Progress
from makachess.play.lessons import KIND as LESSONS
from makachess.play.lessons import load_courses
from makachess.play.narration import change_of
from makachess.play.session.opponents import level_of, usual_opponent
from makachess.play.session.setup import Setup, usual_setup
from makachess.play.settings import NO_CLOCK, Settings
from makachess.saves import Game
from makachess.variants import load

KIND = "milestones"  # their name in the progress
LION = "Lion"  # by its name, which pieces of several games have


def reach_milestones(game: Game, person: str, progress: Progress | None = None) -> list[str]:
    """What a person has reached for the first time by the last move, noted as said."""
    reached = dict(_reached(game, person))
    if not reached:
        return []
    progress = progress or Progress()
    new = [key for key in reached if not progress.is_solved(KIND, key)]
    for key in new:
        progress.solve(KIND, key)
    return [reached[key] for key in new]


def _reached(game: Game, person: str) -> Iterator[tuple[str, str]]:
    """The key of each milestone that the last move has reached, and what is said of it."""
    name, outcome = game.variant.name, game.outcome
    level = None if "FEN" in game.tags else level_of(game.tags, opponent(person))
    if outcome is not None and outcome.winner == person and level is not None:
        yield f"{name}/won-{level}", f"Your first win at level {level}"
    if not game.moves:
        return
    before = game.position.copy()
    move = before.pop()
    pieces = game.variant.pieces
    taken = [pieces[kind_at(before, square)].name for square in move.victims]
    if before.turn == person:
        if LION in taken:
            yield "any/lion", f"Your first {LION} captured"
    elif move.promotion and change_of(before, move).rule is Rule.CONTAGION:
        mover, becomes = kind_at(before, move.origin), pieces[move.promotion].name
        yield "any/contagion", f"Contagion: their {pieces[mover].name} is a {becomes} now"


@dataclass(frozen=True, slots=True)
class NextStep:
    """What to do next in a game: one of its lessons, or else play a level."""

    game: str
    title: str
    lessons: tuple[Exercise, ...] = ()
    at: int = 0  # the lesson
    level: int = HIGHEST + 1

    @property
    def titles(self) -> tuple[str, str]:
        """What it is called in a menu, and in which game."""
        if self.lessons:
            lesson = self.lessons[self.at]
            return f"Begin lesson {self.at + 1}", f"{self.title}: {lesson.title}"
        return f"Begin level {self.level}", f"{self.title} with the coach"


def next_step(played: str, progress: Progress) -> NextStep:
    """The next lesson, level or game: first in the game played, then in the others.

    Who has done all that finds the next level without a coach by themselves.
    """
    courses = sorted(load_courses(), key=lambda course: course.game != played)
    for course in courses:
        for at, lesson in enumerate(course.lessons):
            if not progress.is_solved(LESSONS, lesson.key):
                return NextStep(course.game, course.title, course.lessons, at)
        won = [n for n in LEVELS if progress.is_solved(KIND, f"{course.game}/won-{n}")]
        level = max(won, default=0) + 1
        if level <= HIGHEST:
            return NextStep(course.game, course.title, level=level)
    return NextStep(courses[0].game, courses[0].title)


def coached_setup(usual: Settings, game: str, level: int) -> Setup:
    """A game as White against a level, with a coach and without a clock."""
    opponent = usual_opponent(usual, level=level)
    return usual_setup(usual, load(game), opponent, side="white", clock=NO_CLOCK, coach=True)
