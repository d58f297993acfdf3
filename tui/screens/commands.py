"""The list of commands: everything the screen below can do, with its key, found by typing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import ClassVar

from makachess.tui.hints import Hint
from makachess.tui.keys import COMMANDS, SCREENS, Action, Call, bindings, calls, find_calls
from makachess.tui.lists import Item, Menu
from makachess.tui.panes.marks import LISTS, Mark
from makachess.tui.screens.base import OverlayScreen
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.widget import Widget

AROUND = 9  # columns of a row besides names and details, those of border and padding among them


class CommandMenu(Menu, can_focus=False, inherit_bindings=False):
    """The commands found; the keys are the screen's."""


class CommandScreen(OverlayScreen):
    """A list in the corner above the prompt, in which the command is typed.

    It hides as little of the screen below as it can, since that has to be drawn again afterwards.
    The action chosen goes to `run`, in Textual's form.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(COMMANDS)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["commands"]
    MARKS: ClassVar[tuple[Mark, ...]] = LISTS

    def __init__(self, actions: tuple[Action, ...], run: Callable[[str], object]) -> None:
        super().__init__()
        self._calls = calls(actions)
        # A row of the help tells of several actions; here each has its name alone.
        texts = Counter(action.help for action in actions)
        self._shared = {text for text, count in texts.items() if count > 1}
        self._run = run
        self._column = max(len(call.name) for call in self._calls)
        self.menu = CommandMenu(id="commands", column=self._column)
        self.hints.has_commands = False
        self.hints.show(
            Hint("commands-run"),
            Hint("commands-up commands-down", "choose"),
            Hint("commands-close"),
            Hint("help"),
        )

    def body(self) -> Iterator[Widget]:
        self.fit(self.app.size)  # else they would be drawn elsewhere first
        yield self.menu

    def fit(self, size: Size) -> None:
        widest = max(len(self._detail(call)) for call in self._calls)
        width = min(self._column + widest + AROUND, size.width)
        self.menu.styles.width = width
        self.menu.styles.offset = (max(size.width - width, 0), 0)

    def on_mount(self) -> None:
        self.prompt.edit("Command: ", "", lambda text: None)
        self._find()

    def _find(self) -> None:
        found = find_calls(self._calls, self.prompt.typed)
        items = [self._item(call) for call in found]
        self.menu.set_items(items or [Item("There is no such command here")], 0)
        if not found:
            self.menu.highlighted = None
            self.menu.disable_option_at_index(0)

    def _item(self, call: Call) -> Item:
        return Item(call.name, self._detail(call), call)

    def _detail(self, call: Call) -> str:
        key = self.keymap.name(call.action.id) if call.run == call.action.run else ""
        text = call.action.help or call.action.label
        return f"{key:<5} {'' if text in (*self._shared, call.name) else text}"

    def has_typed(self) -> None:
        self._find()

    def action_list(self, step: str) -> None:
        getattr(self.menu, f"action_{step}")()

    def action_choose(self) -> None:
        """Go back, and run the highlighted command; at once, for keys may be waiting."""
        call = self.menu.items[self.menu.index].value
        if isinstance(call, Call) and self.close():
            self._run(call.run)

    def chosen(self, event: Menu.Chosen) -> None:
        self.action_choose()

    def on_click(self, event: events.Click) -> None:
        if self.get_widget_at(*event.screen_offset)[0] is self:
            self.close()
