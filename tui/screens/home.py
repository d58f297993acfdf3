"""Home: play on, a new game, saved games, the rules; and a board beside all that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from typing import ClassVar, NamedTuple

from makachess.core import Position
from makachess.core.errors import MakachessError
from makachess.core.spec import COLORS, Variant
from makachess.core.text import visible
from makachess.play.background import BackgroundTask
from makachess.play.library import last_game, title_of
from makachess.play.session.opponents import people_in
from makachess.play.settings import Settings
from makachess.saves import Game, SavedGame, read_game, times_left
from makachess.tui.board import BoardView, BoardWidget, view_of
from makachess.tui.board.geometry import CellSize
from makachess.tui.charset import can_show
from makachess.tui.hints import Hint
from makachess.tui.keys import SCREENS, Action
from makachess.tui.lists import Item, Menu
from makachess.tui.panes.players import PlayerBar
from makachess.tui.panes.preview import Frame, PreviewBoard, fit_squares
from makachess.tui.preferences import app_of
from makachess.tui.screens.base import PageScreen
from makachess.tui.text import Part, TextLine, TextPanel, TextWidget, rule
from makachess.variants import load, load_by_name
from textual.containers import Container
from textual.geometry import Region, Size
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

MOTTO = "Chess whose pieces win their promotion in battle"
NAME = (
    ("▄   ▄  ▄▄  ▄  ▄  ▄▄ ", " ▄▄▄ ▄  ▄ ▄▄▄▄  ▄▄▄  ▄▄▄"),
    ("█▀▄▀█ █▄▄█ █▄▀  █▄▄█", "█    █▄▄█ █▄▄  ▀▄▄  ▀▄▄ "),
    ("█   █ █  █ █ ▀▄ █  █", "▀▄▄▄ █  █ █▄▄▄ ▄▄▄▀ ▄▄▄▀"),
)
NAME_SIZE = Size(45, 3)
LOW = 16  # rows below which the menu needs them all
ROOMY = 17  # rows above prompt and keys with room for large letters
TALL = 34  # rows with room above all
WIDE = 100  # columns from which on the menu says what its items are for, beside a board
NARROW_MENU, WIDE_MENU = 35, 48  # columns of the menu beside a board


class NameWidget(TextWidget):
    """The program's name in large letters."""

    def render_line(self, y: int) -> Strip:
        """A row of the letters."""
        first, last = NAME[y]
        return self.strip([Part(first, "strong"), Part(f" {last}", "accent")])


class Scene(NamedTuple):
    """What the board shows: a game to be continued, or the start of one."""

    variant: Variant
    view: BoardView
    game: Game | None = None


class Plan(NamedTuple):
    """Where the parts of the screen stand; `cell` is None where there is no room for a board."""

    places: dict[Widget, Region]
    cell: CellSize | None = None
    says_all: bool = True  # the menu has room for what its items are for


class HomeScreen(PageScreen):
    """The first screen of the app."""

    DEFAULT_CSS = """
    HomeScreen {
        & #parts { width: 100%; height: 1fr; }
        & #parts > * { position: absolute; margin: 0; }
    }
    """

    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["home"]

    def __init__(self) -> None:
        moving = Hint("menu-up menu-down", "choose"), Hint("menu-choose", "open")
        super().__init__("makachess", *moving, Hint("leave", "quit"), Hint("help"))
        self.letters = NameWidget()
        self.motto, self.note = TextPanel(), TextPanel()
        self.motto.set_lines([(Part(MOTTO, "quiet"),)])
        self.menu = Menu(id="menu")
        self.frame = Frame()
        self.caption = TextLine()
        self.far, self.near = PlayerBar(), PlayerBar()
        self.board = PreviewBoard(load(Settings().variant), id="board")
        self.picture = self.frame, self.caption, self.far, self.board, self.near
        self._last: SavedGame | None = None  # the game to be continued
        self._variant, self._has_game = self.board.variant, False  # what the board is to show
        self._scene: Scene | None = None  # that, once it has been read
        self._has_board, self._says_all = True, True
        self._shown: object = None  # what was read for the board
        self._calls = ""  # what waits at tables
        self._looking, self._reading = BackgroundTask(), BackgroundTask()

    def body(self) -> Iterator[Widget]:
        """All parts, each with a place of its own."""
        yield Container(*self.page(), id="parts")

    def page(self) -> list[Widget]:
        """The name, the menu, and the board with its players in a frame."""
        left = [self.heading, self.letters, self.motto, self.menu, self.note]
        return [*left, *self.picture]

    def adopt_settings(self) -> None:
        """Draw the pieces as the player likes them."""
        super().adopt_settings()
        self.board.adopt_settings()

    # --- layout ---------------------------------------------------------------------------------

    def fit(self, size: Size) -> None:
        """Give each part its place; where there are few rows, all of them to the menu."""
        super().fit(size)
        self._place()

    def _place(self) -> None:
        if not self.size.width or self.has_class("-small"):
            return
        plan = self._plan(self.size.width, self.size.height - 2)
        pitch = 2 if plan.places[self.menu].height >= 2 * len(self._details()) else 1
        with self.app.batch_update():
            form = plan.cell is not None, plan.says_all, pitch
            if form != (self._has_board, self._says_all, self.menu.pitch):
                self._has_board, self._says_all, self.menu.pitch = form
                self._show_items()
            for widget in self.page():
                region = plan.places.get(widget)
                if self._scene is None and widget in self.picture:
                    region = None
                widget.display = region is not None
                if region is not None:
                    widget.styles.offset = region.offset
                    widget.styles.width, widget.styles.height = region.size
            if plan.cell is not None and self._scene is not None:
                self._show_scene(self._scene, plan.cell)

    def _plan(self, width: int, height: int) -> Plan:
        if height + 2 < LOW or width < NAME_SIZE.width + 3:
            below = Region(1, 1, width - 2, height - 1)
            return Plan({self.heading: Region(2, 0, width - 2, 1), self.menu: below})
        top = 1 if height >= TALL else 0
        head = NAME_SIZE.height + 1 if height >= ROOMY else 0
        room = Region(NARROW_MENU + 3, head, width - NARROW_MENU - 4, height - head)
        if is_wide := width >= WIDE:
            room = Region(WIDE_MENU + 4, 0, width - WIDE_MENU - 5, height)
        picture = self._picture(room, framed=is_wide)
        menu = width - 4 if picture is None else WIDE_MENU if is_wide else NARROW_MENU
        places = dict(self._left(menu, top, height))
        if picture is None:
            return Plan(places)
        cell, board = picture
        return Plan(places | board, cell, is_wide)

    def _left(self, width: int, top: int, height: int) -> Iterator[tuple[Widget, Region]]:
        y = top + 1
        if height >= ROOMY and can_show(NAME[1][0]):
            yield self.letters, Region(2, top, *NAME_SIZE)
            y += NAME_SIZE.height
        else:
            yield self.heading, Region(2, top, width, 1)
        rows = 1 if width >= len(MOTTO) else 2
        yield self.motto, Region(2, y, width, rows)
        count = len(self._details())
        y += rows + min(max(height - y - rows - count - 3, 0), 2)
        free, rows = height - y, count
        rows *= 2 if free >= 2 * rows + 3 else 1
        yield self.menu, Region(1, y, width, min(rows, free))
        if free > rows + 1:
            yield self.note, Region(3, y + rows + 1, width - 2, min(free - rows - 1, 3))

    def _picture(
        self, room: Region, *, framed: bool
    ) -> tuple[CellSize, dict[Widget, Region]] | None:
        """The size of the squares, and the places of the board and what belongs to it."""
        variant, bars = self._variant, 2 if self._has_game else 0
        around = 2 if framed else 0
        head = 0 if framed or bars else 1
        rows = room.height - bars - around - head
        cell = fit_squares(variant, room.width - around, rows)
        if cell is None:
            return None
        wide, high = variant.files * cell.width, variant.ranks * cell.height
        outer = Size(wide + around, high + bars + around + head)
        x, y = room.x, room.y
        if framed:
            x += (room.width - outer.width) // 2
            y += (room.height - outer.height) // 2
        places: dict[Widget, Region] = {}
        if framed:
            places[self.frame] = Region(x, y, *outer)
            x, y = x + 1, y + 1
        for widget, shown, height in (
            (self.caption, head, 1),
            (self.far, bars, 1),
            (self.board, 1, high),
            (self.near, bars, 1),
        ):
            if shown:
                places[widget] = Region(x, y, wide, height)
                y += height
        return cell, places

    # --- what is shown --------------------------------------------------------------------------

    def on_screen_resume(self) -> None:
        """Look again for an unfinished game."""
        self._look_for_game()
        self._show_items()
        self.menu.focus()
        address = app_of(self).host_address
        if address.has_host or address.has_games:
            self._looking.start(self._look_at_tables())

    async def on_unmount(self) -> None:
        """Wait for no host."""
        await self._looking.close()
        await self._reading.close()

    async def _look_at_tables(self) -> None:
        """Say what waits at tables; a host that does not run is let be."""
        try:
            said = await app_of(self).host_address.calls()
        except MakachessError:
            said = ""
        if said != self._calls and self.is_attached:
            self._calls = said
            self._show_items()

    def _show_items(self) -> None:
        self.menu.set_items(self._items())
        self._tell()

    def _items(self) -> list[Item]:
        items = self._details()
        if not self._says_all:
            items = [Item(item.label, "", item.value) for item in items]
        return items

    def _details(self) -> list[Item]:
        items = [
            Item("New game", "choose game, side and level", "new"),
            Item("Lessons", "learn a game move by move", "lessons"),
            Item("Puzzles", "find the winning move", "puzzles"),
            Item("Rules and pieces", "how every piece moves", "learn"),
            Item("Saved games", "play on or replay", "saved"),
            Item("Tables", self._calls or "play people on this machine", "tables"),
            Item("Settings", "colours, pieces, keys", "settings"),
            Item("Quit", "", "quit"),
        ]
        if self._last is not None:
            items.insert(0, Item("Continue", self._in_words(self._last), self._last))
        return items

    def _in_words(self, saved: SavedGame) -> str:
        """Which game is to be continued, and with whom, if no board says that."""
        tags = saved.tags
        title = title_of(tags.get("Variant", ""))
        if self._has_board:
            game = self._scene.game if self._scene else None
            return f"{title}, move {game.position.fullmove}" if game else title
        return f"{title}, {tags.get('White', '?')} - {tags.get('Black', '?')}"

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        """Say below the menu what an item without a detail is for."""
        self._tell()
        super().on_menu_highlighted(event)

    def _tell(self) -> None:
        """Say below the menu what its choice is for, where the menu itself has no room for that."""
        value = self.menu.items[self.menu.index].value if self.menu.items else None
        item = next((item for item in self._details() if item.value == value), None)
        said = [] if self._says_all or item is None else [item.detail]
        if said and self._calls not in said:
            said.append(self._calls)
        self.note.set_lines([(Part(text, "quiet"),) for text in said])

    # --- the game on the board ------------------------------------------------------------------

    def _look_for_game(self) -> None:
        """Find the game to be continued, or else the one played most, and show it."""
        usual = self.preferences.settings.variant
        try:
            self._last, favourite = last_game(usual)
        except MakachessError as error:
            self._last, favourite = None, usual
            self.prompt.say(str(error), alert=True)
        wanted = (self._last and (self._last.path, self._last.modified)) or favourite
        if wanted != self._shown:
            self._shown, self._scene = wanted, None
            self._variant = known(self._last.tags.get("Variant", "") if self._last else favourite)
            self._has_game = self._last is not None
            self._place()
            self._reading.start(self._read(self._last, favourite))

    async def _read(self, saved: SavedGame | None, favourite: str) -> None:
        scene = await asyncio.to_thread(load_scene, saved, favourite)
        if self._reading.finish() and self.is_attached:
            self._scene, self._variant, self._has_game = scene, scene.variant, bool(scene.game)
            self._place()
            self._show_items()

    def _show_scene(self, scene: Scene, cell: CellSize) -> None:
        game, title = scene.game, scene.variant.title
        people = people_in(game.tags) if game else frozenset(COLORS)
        self.board.show_in(scene.variant, scene.view, cell, flipped=people == {"black"})
        self.caption.set_parts(*rule(title, scene.variant.files * cell.width))
        if game is None:
            self.frame.entitle(title)
            return
        when = f", {_ago(self._last.modified)}" if self._last else ""
        self.frame.entitle("Continue", f"{title}, move {game.position.fullmove}{when}")
        times = times_left(game)
        sides = ("white", "black") if self.board.geometry.flipped else ("black", "white")
        for bar, color in zip((self.far, self.near), sides, strict=True):
            name, on = game.tags.get(color.capitalize(), "?"), color == game.position.turn
            name += " to move" if on else ""
            bar.show(color, visible(name), on, times.get(color), (), None)

    def on_board_widget_clicked(self, event: BoardWidget.Clicked) -> None:
        """Continue the game clicked, or begin one."""
        if self._last is not None:
            self._continue(self._last)
        else:
            self._open("new")

    # --- what is chosen -------------------------------------------------------------------------

    def chosen(self, event: Menu.Chosen) -> None:
        """Open what was chosen."""
        value = event.item.value
        if isinstance(value, SavedGame):
            self._continue(value)
        elif value == "settings":
            self.run_soon("app.settings")
        elif value == "quit":
            self.app.exit()
        else:
            self._open(str(value))

    def _open(self, name: str) -> None:
        from makachess.tui.screens.exercise import lessons_screen, puzzles_screen
        from makachess.tui.screens.learn import LearnScreen
        from makachess.tui.screens.library import LibraryScreen
        from makachess.tui.screens.new_game import NewGameScreen
        from makachess.tui.screens.tables import TablesScreen

        screens: dict[str, Callable[[], Screen[None]]] = {
            "new": NewGameScreen,
            "tables": TablesScreen,
            "lessons": lessons_screen,
            "puzzles": puzzles_screen,
            "learn": LearnScreen,
            "saved": LibraryScreen,
        }
        self.app.push_screen(screens[name]())

    def _continue(self, entry: SavedGame) -> None:
        from makachess.tui.screens.opening import play_on

        play_on(self, entry.path)
        if self.app.screen is self:  # it was refused, and is not offered again
            self._look_for_game()
            self._show_items()


def load_scene(saved: SavedGame | None, favourite: str) -> Scene:
    """Read the game to be continued; where there is none, the board as a game begins."""
    if saved is not None:
        with suppress(MakachessError):
            game, _ = read_game(saved.path)
            return Scene(game.variant, view_of(game.position), game)
    variant = known(favourite)
    return Scene(variant, view_of(Position(variant)))


def known(name: str) -> Variant:
    """The game of a name, or the usual one for one's own that is gone."""
    with suppress(MakachessError):
        return load_by_name(name or "chess")
    return load(Settings().variant)


def _ago(modified: float) -> str:
    days = (date.today() - date.fromtimestamp(modified)).days
    return "today" if days < 1 else "yesterday" if days == 1 else f"{days} days ago"
