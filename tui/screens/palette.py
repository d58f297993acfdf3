"""The list of commands: all that the screen below can do, and where to go, found by typing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from makachess.play.settings import THEMES
from makachess.tui.key_row import hints
from makachess.tui.keys import COMMANDS, SCREENS, Action, bindings
from makachess.tui.lists import Item, Menu
from makachess.tui.panes.marks import LISTS
from makachess.tui.screens.base import BaseScreen, OverlayScreen
from textual import events
from textual.fuzzy import FuzzySearch
from textual.geometry import Size
from textual.widget import Widget

AROUND = 9  # columns of a row besides names and details, those of border and padding among them


class Call(NamedTuple):
    """Something that can be chosen from the list: its name, and the action Textual runs."""

    name: str
    run: str
    action: Action


def calls(actions: Iterable[Action]) -> list[Call]:
    """All that actions can do: the more useful first, which have a label; steps in a list last."""
    listed = [action for action in actions if action.id != "commands"]
    listed.sort(key=lambda action: (action.run.startswith("focused."), not action.label))
    return [call for action in listed for call in _generate_calls(action)]


def _generate_calls(action: Action) -> Iterator[Call]:
    name = action.id.replace("-", " ")
    yield Call(name, action.run, action)
    for argument in action.arguments:
        yield Call(f"{name} {argument}", action.run_with(argument), action)


LEAST = 3  # letters of what one wants to come to, before that is listed


def goals(text: str, game: str, *, playing: bool) -> Iterator[Call]:
    """What a text may ask for by its kind: a theme; a game, lesson or puzzle if none is played.

    Of a kind that there is in each game that of `game` needs no name.
    """
    from makachess.play.lessons import load_courses
    from makachess.variants import known_names

    def is_meant(kind: str) -> bool:
        return len(text) >= LEAST and (text.startswith(kind) or kind.startswith(text))

    def goal(name: str, does: str, run: str, *given: object) -> Call:
        return Call(name, f"app.{run}({', '.join(map(repr, given))})", Action(name, "", "", does))

    if is_meant("theme"):
        yield from (goal(f"theme {name}", "", "paint", name) for name in THEMES)
    if is_meant("new game") and not playing:
        for name in ("", *known_names()):
            form = "new_game:NewGameScreen"
            yield goal(f"new game {name}".strip(), "", "open", form, name)
    if is_meant("puzzle") and not playing:
        yield goal("puzzle", "the next one", "open", "exercise:puzzle_screen", game)
    if is_meant("lesson") and not playing:
        for course in load_courses():
            for number, lesson in enumerate(course.lessons, 1):
                given = "open", "exercise:lesson_screen", course.game, number
                if course.game == game:
                    yield goal(f"lesson {number}", lesson.title, *given)
                yield goal(f"lesson {number} {course.game}", lesson.title, *given)


def find_calls(listed: Iterable[Call], text: str) -> list[Call]:
    """The calls that a text may mean, the most likely first; all of them for no text.

    The letters of the text stand in a name or typed command in this order, or the text in the help.
    """
    wanted = " ".join(text.lower().split())
    if not wanted:
        return list(listed)
    search = FuzzySearch()
    found = []
    for call in listed:
        names = (call.name, *call.action.commands)
        score = max(search.match(wanted, name)[0] for name in names)
        if score or wanted in call.action.help:
            begins = any(name.startswith(wanted) for name in names)
            found.append((wanted in names, begins, score, call))
    found.sort(key=lambda scored: scored[:3], reverse=True)
    return [call for *_, call in found]


class CommandMenu(Menu, inherit_bindings=False):
    """The commands found; keys that type something are the screen's."""

    BINDINGS = bindings(COMMANDS)

    def on_key(self, event: events.Key) -> None:
        event.prevent_default()


class CommandScreen(OverlayScreen):
    """A list in the corner above the prompt, in which the command is typed.

    It hides as little of the screen below as it can, since that has to be drawn again afterwards.
    The action chosen goes to `run`, in Textual's form.
    """

    ACTIONS = SCREENS["commands"]
    MARKS = LISTS

    def __init__(self, actions: tuple[Action, ...], run: Callable[[str], object]) -> None:
        super().__init__()
        self._calls = calls(actions)
        # A row of the help tells of several actions; here each has its name alone.
        texts = Counter(action.help for action in actions)
        self._shared = {text for text, count in texts.items() if count > 1}
        self._run = run
        self._column = max(len(call.name) for call in self._calls)
        self.menu = CommandMenu(id="commands", column=self._column)
        # Enter runs what is highlighted in the list, as the row of keys says already.
        self.prompt.on_keys = lambda enter, asking: None
        self.key_row.has_commands = False
        self.key_row.show(*hints("menu-choose: run, menu-up menu-down: choose, go-back, help"))

    def body(self) -> Iterator[Widget]:
        self.fit(self.app.size)  # else they would be drawn elsewhere first
        yield self.menu

    def fit(self, size: Size) -> None:
        widest = max(len(self._detail(call)) for call in self._calls)
        width = min(self._column + widest + AROUND, size.width)
        self.menu.styles.width = width
        self.menu.styles.offset = (max(size.width - width, 0), 0)
        self.call_after_refresh(self.menu.focus)  # a window too small takes it away

    def on_mount(self) -> None:
        self.menu.focus()
        self.prompt.edit("Command: ", "", lambda text: None)
        self._find()

    def _find(self) -> None:
        text = " ".join(self.prompt.typed.lower().split())
        below = [screen for screen in self.app.screen_stack if isinstance(screen, BaseScreen)]
        playing = any(action.id == "resign" for screen in below for action in screen.ACTIONS)
        game = self.preferences.settings.variant
        found = find_calls([*self._calls, *goals(text, game, playing=playing)], text)
        items = [self._item(call) for call in found]
        self.menu.set_items(items or [Item("There is no such command here")], 0)
        if not found:
            self.menu.highlighted = None

    def _item(self, call: Call) -> Item:
        return Item(call.name, self._detail(call), call)

    def _detail(self, call: Call) -> str:
        key = self.keymap.name(call.action.id) if call.run == call.action.run else ""
        text = call.action.help or call.action.label
        return f"{key:<5} {'' if text in (*self._shared, call.name) else text}"

    def has_typed(self) -> None:
        self._find()

    def chosen(self, event: Menu.Chosen) -> None:
        call = event.item.value
        if isinstance(call, Call) and self.close():
            self._run(call.run)

    def on_click(self, event: events.Click) -> None:
        if self.get_widget_at(*event.screen_offset)[0] is self:
            self.close()
