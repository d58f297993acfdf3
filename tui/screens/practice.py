"""Practice positions on the screen: the games, and the positions of one, to be played out."""

from __future__ import annotations

from collections.abc import Iterator

from makachess.core.engine.levels import LEVELS
from makachess.play import practice
from makachess.play.practice import Practice
from makachess.tui.charset import can_show
from makachess.tui.key_row import hints
from makachess.tui.keys import SCREENS
from makachess.tui.lists import Item, Menu
from makachess.tui.screens.exercise import Group, TrainingScreen
from makachess.tui.screens.game import GameScreen
from makachess.tui.text import Line, Part
from makachess.variants import load


def practice_screen() -> TrainingScreen:
    kind = practice.KIND
    games = practice.games_with_practice()
    groups = (Group(load(game).title, practice.load_practice(game), kind) for game in games)
    return TrainingScreen("Practice", tuple(groups), opens=PositionsScreen)


class PositionsScreen(TrainingScreen):
    """The practice positions of a game, each with the level against which it would be played."""

    ACTIONS = SCREENS["practice"]
    DETAIL = len("< level 10 ✓ >")
    HINTS = hints(
        "menu-up menu-down: choose, menu-previous menu-next: level, menu-choose: begin,"
        "go-back, help, leave"
    )

    def __init__(self, group: Group) -> None:
        each = (Group(one.title, (one,), group.kind) for one in group.exercises)
        super().__init__(f"Practice: {group.label}", tuple(each))
        self.menu.label_chooses = True
        self._against: dict[str, int] = {}  # the levels chosen, by the key of the position

    def _position(self, group: Group) -> tuple[Practice, int]:
        one = group.exercises[0]
        assert isinstance(one, Practice)
        return one, self._against.get(one.key, one.level)

    def item(self, group: Group) -> Item:
        one, level = self._position(group)
        is_done = self.progress.is_solved(group.kind, one.at_level(level))
        done = " ✓" if can_show("✓") else " done"
        values = tuple(map(str, LEVELS))
        return Item(group.label, f"level {level}{done if is_done else ''}", group, values)

    def on_menu_changed(self, event: Menu.Changed) -> None:
        one, level = self._position(self.groups[event.index])
        self._against[one.key] = (level - 1 + event.step) % len(LEVELS) + 1
        self.menu.set_items([self.item(group) for group in self.groups])

    def about(self, group: Group) -> Iterator[Line]:
        yield (Part(group.exercises[0].text),)

    def begin(self, group: Group) -> None:
        one, level = self._position(group)
        setup = practice.practice_setup(one, self.preferences.settings, level)
        self.app.push_screen(GameScreen(setup))
