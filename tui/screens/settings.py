"""All settings, the engines and the keys; each change is written to the file at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from makachess.core import Position
from makachess.core.engine import Limits
from makachess.core.errors import MakachessError
from makachess.core.spec import Variant
from makachess.play.background import BackgroundTask
from makachess.play.engines import make_engine
from makachess.play.entry import move_squares
from makachess.play.questions import Answer
from makachess.play.settings import Offer, Settings, SettingsError, check, offers, shown
from makachess.saves import Library
from makachess.saves.restriction import is_restricted
from makachess.tui.board import BoardView, CellSize, view_of
from makachess.tui.key_names import format_key, parse_key
from makachess.tui.key_row import KeyHint, hints
from makachess.tui.keys import ACTIONS, KEY_SETTINGS, SCREENS, Action, bindings
from makachess.tui.lists import RULE, Item, Menu
from makachess.tui.output import short_path
from makachess.tui.panes.marks import LISTS, OWN_KEY
from makachess.tui.panes.preview import PreviewBoard, fit_squares
from makachess.tui.preferences import app_of
from makachess.tui.screens.base import KeyScreen, PageScreen, ask, ask_text
from makachess.tui.screens.home import known
from makachess.variants import load, variants_folder
from makachess.variants.keys import LARGEST_BOARD
from textual.containers import Horizontal
from textual.geometry import Size
from textual.widget import Widget

TRIAL = 0.2  # seconds a program thinks when it is tried


class EnginesScreen(PageScreen):
    """Names and command lines of programs that speak XBoard's protocol or UCI."""

    ACTIONS = SCREENS["engines"]

    TITLE = "Engines"
    HINTS = hints("menu-choose: open, go-back, help")

    def __init__(self) -> None:
        super().__init__()
        self._trial = BackgroundTask()

    def on_mount(self) -> None:
        self._show()
        self.menu.focus()

    async def on_unmount(self) -> None:
        await self._trial.close()

    def _show(self) -> None:
        engines = self.preferences.settings.engines
        items = [Item(name, command, name) for name, command in engines.items()]
        self.menu.set_items([*items, Item("Add an engine", "its name, and its command line")])

    def chosen(self, event: Menu.Chosen) -> None:
        name = event.item.value
        if not isinstance(name, str):
            ask_text(self, "Name: ", "", lambda text: self._ask_command(text.strip()))
            return
        ask(
            self,
            f"{name}:",
            Answer("t", "try it", lambda: self._try(name)),
            Answer("e", "edit its command", lambda: self._ask_command(name)),
            Answer("r", "remove", lambda: self._write(name, None)),
        )

    def _ask_command(self, name: str) -> None:
        if name:
            held = self.preferences.settings.engines.get(name, "")
            ask_text(self, "Command: ", held, lambda text: self._write(name, text))

    def _write(self, name: str, command: str | None) -> None:
        try:
            self.preferences.remember_engine(name, command)
        except SettingsError as error:
            self.prompt.say(error.short, alert=True)
            return
        self._show()
        self.prompt.say(f"{name} is removed" if command is None else f"{name} is saved")

    def _try(self, name: str) -> None:
        self.prompt.say(f"Starting {name}...")
        self._trial.start(self._play_a_move(name, self.preferences.settings.engines[name]))

    async def _play_a_move(self, name: str, command: str) -> None:
        """Let a program play the first move of a game of chess, and say what came of it."""
        chess = load("chess")
        engine = make_engine(chess, command)
        try:
            best = await engine.search(Position(chess), Limits(seconds=TRIAL))
            said, alert = f"{engine.name} works: it opens with {best.move}", False
        except MakachessError as error:
            said, alert = f"{name} does not work: {error}", True
        finally:
            await engine.close()
        if self._trial.finish():
            self.prompt.say(said, alert=alert)


class KeysScreen(PageScreen):
    """Every action with its keys and what it does; those changed are marked."""

    BINDINGS = bindings(KEY_SETTINGS)
    ACTIONS = SCREENS["keys"]
    MARKS = (*LISTS, OWN_KEY)
    TITLE = "Keys"
    HINTS = hints("menu-choose: press another key, default-key, go-back, help")

    def on_mount(self) -> None:
        self._show()
        self.menu.focus()

    def _show(self) -> None:
        self.menu.set_items([self._item(action) for action in ACTIONS.values()])

    def _item(self, action: Action) -> Item:
        mark = OWN_KEY.sign if action.id in self.keymap.own else " "
        keys = self.keymap.names(action.id)
        return Item(action.id, f"{mark}{keys:<12} {action.help or action.label}", action)

    @property
    def _action(self) -> Action:
        action = self.menu.items[self.menu.index].value
        assert isinstance(action, Action)
        return action

    def chosen(self, event: Menu.Chosen) -> None:
        action = self._action
        text = f"Press the key for {action.id!r}, now {self.keymap.names(action.id)}"
        self.app.push_screen(KeyScreen(text, lambda key: self._pressed(action, key)))

    def _pressed(self, action: Action, key: str) -> None:
        try:
            name = parse_key(format_key(key))
        except ValueError as error:
            self.prompt.say(str(error), alert=True)
        else:
            self._rebind(action, (name,))

    def action_default(self) -> None:
        if self._action.id in self.keymap.own:
            self._rebind(self._action, None)
        else:
            self.prompt.say(f"{self._action.id!r} has its default key")

    def _rebind(self, action: Action, keys: tuple[str, ...] | None) -> None:
        try:
            self.preferences.rebind(action.id, keys)
        except (ValueError, SettingsError) as error:
            reason = error.short if isinstance(error, SettingsError) else str(error)
            self.prompt.say(f"{action.id!r} keeps its key: {reason}", alert=True)
            return
        self.app.set_keymap(self.keymap.for_textual())
        self.adopt_settings()
        self.key_row.fill()
        self._show()
        self.prompt.say(f"{action.id!r} is {self.keymap.names(action.id)} now")


# The groups, by the setting or row that each begins with.
GROUPS = {
    "pieces": "Board",
    "variant": "New game",
    "auto_flip": "Playing",
    "cores": "Engines",
    "keys": "Keys and files",
}


AROUND = Size(6, 5)  # columns around menu and board, rows of title, prompt and keys
FEW = 4  # files and ranks of a board, less of which is not worth looking at
LOW = CellSize(5, 2)  # where not all ranks are in view


def _sample(variant: Variant) -> BoardView:
    """A first move, and one that could answer it, with the colours of both."""
    position = Position(variant)
    moves = position.legal_moves()
    position.push(moves[len(moves) // 2])
    replies = position.legal_moves()
    return replace(view_of(position), hint=move_squares(replies[len(replies) // 2]))


class SettingsScreen(PageScreen):
    """Every setting there is by its declaration, then engines, keys and folders, in groups.

    What is chosen soon shows on a board beside them, or on as much of it as there is room for.
    """

    ACTIONS = SCREENS["settings"]

    TITLE = "Settings"
    HINTS = (
        *hints("menu-up menu-down: choose, menu-previous menu-next: change"),
        KeyHint("menu-choose", "type, open"),
        *hints("go-back, help"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.board = PreviewBoard(load(Settings().variant), id="preview")

    def page(self) -> list[Widget]:
        return [Horizontal(self.menu, self.board, id="parts")]

    def adopt_settings(self) -> None:
        super().adopt_settings()
        self.board.adopt_settings()
        if self.menu.items:
            self._show()

    def fit(self, size: Size) -> None:
        super().fit(size)
        room = size - AROUND - Size(RULE, 0)
        variant = known(self.preferences.settings.variant)
        cell = fit_squares(variant, size.width * LARGEST_BOARD, room.height) or LOW
        has_board = room.width >= FEW * cell.width and room.height >= FEW * cell.height
        self.set_class(has_board, "-board")
        if has_board:
            self.board.show_part(variant, _sample(variant), cell, room)

    def on_mount(self) -> None:
        self.call_after_refresh(self._explain)

    def on_screen_resume(self) -> None:
        self._show()
        self.menu.focus()

    def _show(self) -> None:
        self.menu.set_items([*self._items()])

    def _items(self) -> Iterator[Item]:
        settings = self.preferences.settings
        for offer in offers(settings.engines):
            value = offer.shown(getattr(settings, offer.name))
            choices = tuple(map(offer.shown, offer.choices))
            yield Item(offer.title, value, offer, choices, GROUPS.get(offer.name, ""))
        if not is_restricted():
            yield Item("Engines", ", ".join(settings.engines) or "none", EnginesScreen)
        count = len(self.preferences.keymap.own)
        changed = f"{count} changed" if count else "none changed"
        yield Item("Keys", changed, KeysScreen, heading=GROUPS["keys"])
        if not is_restricted():
            yield Item("Saved games", short_path(Library().folder))
            yield Item("Your variants", short_path(variants_folder()))
            yield Item("Settings file", short_path(self.preferences.file.path))

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        event.prevent_default()  # in which a page shows what is cut
        self._explain()

    def _explain(self) -> None:
        item = self.menu.items[self.menu.index]
        cut = self.menu.cut_text(self.menu.index)
        self.prompt.say(self._told(item.value) if isinstance(item.value, Offer) else cut)

    def _told(self, offer: Offer) -> str:
        return offer.told(getattr(self.preferences.settings, offer.name))

    def on_menu_changed(self, event: Menu.Changed) -> None:
        offer = event.item.value
        assert isinstance(offer, Offer)
        value = getattr(self.preferences.settings, offer.name)
        self._take(offer, offer.step(value, event.step))

    def chosen(self, event: Menu.Chosen) -> None:
        """Let a setting be typed, take the next value, open a page, or tell a path whole."""
        value = event.item.value
        if isinstance(value, Offer) and value.choices:
            self._take(value, value.step(getattr(self.preferences.settings, value.name), 1))
        elif isinstance(value, Offer):
            self._ask(value)
        elif isinstance(value, type):
            self.app.push_screen(value())
        else:
            self.prompt.say(event.item.detail)

    def _ask(self, offer: Offer) -> None:
        held = shown(getattr(self.preferences.settings, offer.name))
        ask_text(self, f"{offer.title}: ", held, lambda text: self._typed(offer, text))

    def _typed(self, offer: Offer, text: str) -> None:
        try:
            self._take(offer, check((offer.name,), text))
        except ValueError as error:
            self.prompt.say(f"{text!r} {error}", alert=True)

    def _take(self, offer: Offer, value: object) -> None:
        self.preferences.remember(**{offer.name: value})
        if offer.name in ("theme", "terminal"):
            app_of(self).use_theme(self.preferences.settings.theme)
        self._show()
        self.after_rest(self._follow)
        news = self.preferences.take_news()
        self.prompt.say(news or self._told(offer), alert=bool(news))

    def _follow(self) -> None:
        self.board.adopt_settings()
        self.fit(self.size)
