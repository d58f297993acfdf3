"""Lessons and puzzles: what there is, and how much of it has been solved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from makachess.play import lessons, puzzles
from makachess.play.exercises import Exercise, Progress
from makachess.tui.keys import PAGE, SCREENS, Action, bindings
from makachess.tui.screens.exercise import ExerciseScreen
from makachess.tui.screens.page import PageScreen
from makachess.tui.text import Line, Part, TextPanel
from makachess.tui.widgets.hints import Hint
from makachess.tui.widgets.menu import Item, Menu
from makachess.variants import load
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.timer import Timer
from textual.widget import Widget

LEAST_TEXT = 22  # columns without which there is none of the text beside the list
MARKS = 5  # columns of a row of the list besides label and count
MARGINS = 6  # columns around both
REST = 0.15  # seconds the highlight must have rested: a slow line is spared the texts passed over


@dataclass(frozen=True, slots=True)
class Group:
    """Exercises that belong together: a course, or a game's puzzles on one theme."""

    label: str
    exercises: tuple[Exercise, ...]


class TrainingScreen(PageScreen):
    """Groups of exercises, with the number solved; `kind` names them in the progress."""

    DEFAULT_CSS = """
    TrainingScreen {
        & #title { margin: 1 2; }
        & #parts { height: 1fr; width: 100%; }
        & #groups { margin: 0 2; }
        & #text { margin-right: 2; }
        &.-narrow #text { display: none; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(PAGE)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["training"]

    def __init__(self, title: str, kind: str, groups: tuple[Group, ...]) -> None:
        super().__init__(
            title,
            Hint("menu-up menu-down", "choose"),
            Hint("menu-choose", "begin"),
            Hint("go-back"),
            Hint("help"),
            Hint("leave"),
        )
        self._kind, self._groups = kind, groups
        self.progress = Progress()
        self.menu = Menu(id="groups")
        self.text = TextPanel(id="text")
        self._timer: Timer | None = None

    def page(self) -> list[Widget]:
        """The groups, and what is in the highlighted one."""
        return [Horizontal(self.menu, self.text, id="parts")]

    def fit(self, size: Size) -> None:
        """Give the list the columns it needs, and the text the others if they are enough."""
        super().fit(size)
        labels = max(len(group.label) for group in self._groups)
        counts = max(len(str(len(group.exercises))) for group in self._groups) * 2 + len(" of ")
        columns = labels + counts + MARKS
        narrow = size.width < columns + MARGINS + LEAST_TEXT
        self.menu.styles.width = size.width - 4 if narrow else columns
        self.set_class(narrow, "-narrow")

    def on_screen_resume(self) -> None:
        """Count anew what has been solved."""
        self.progress = Progress()
        self.menu.set_items([self._item(group) for group in self._groups])
        self.menu.focus()
        self._describe()
        if self.progress.faults:
            self.prompt.say(self.progress.faults[0], alert=True)

    def _item(self, group: Group) -> Item:
        solved = sum(map(self._is_solved, group.exercises))
        return Item(group.label, f"{solved} of {len(group.exercises)}", group)

    def _is_solved(self, exercise: Exercise) -> bool:
        return self.progress.is_solved(self._kind, exercise.key)

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        """Show what is in the group, once the highlight has rested."""
        super().on_menu_highlighted(event)
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(REST, self._describe)

    def _describe(self) -> None:
        exercises = self._groups[self.menu.index].exercises
        lines: list[Line] = []
        for number, exercise in enumerate(exercises, 1):
            solved = self._is_solved(exercise)
            mark = Part(f"{number:>2} {'x' if solved else ' '} ", "accent" if solved else "quiet")
            lines.append((mark, Part(exercise.title, "quiet" if solved else "")))
        self.text.set_lines(lines)

    def chosen(self, event: Menu.Chosen) -> None:
        """Open the first exercise that has not been solved, or the first of all."""
        group = event.item.value
        assert isinstance(group, Group)
        places = range(len(group.exercises))
        at = next((n for n in places if not self._is_solved(group.exercises[n])), 0)
        self.app.push_screen(ExerciseScreen(self._kind, group.label, group.exercises, at))


def lessons_screen() -> TrainingScreen:
    """The courses of lessons."""
    courses = (Group(course.title, course.lessons) for course in lessons.load_courses())
    return TrainingScreen("Lessons", lessons.KIND, tuple(courses))


def puzzles_screen() -> TrainingScreen:
    """The puzzles by game and theme."""
    groups = []
    for game in puzzles.games_with_puzzles():
        found = puzzles.load_puzzles(game)
        for theme, name in puzzles.THEMES.items():
            if fitting := tuple(puzzle for puzzle in found if theme in puzzle.themes):
                groups.append(Group(f"{load(game).title}: {name}", fitting))
    return TrainingScreen("Puzzles", puzzles.KIND, tuple(groups))
