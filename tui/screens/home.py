"""Home: play on, a new game, saved games, the rules; and a board beside all that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from pkgutil import resolve_name
from typing import NamedTuple

from makachess.core import Position
from makachess.core.errors import MakachessError
from makachess.core.spec import Variant
from makachess.core.text import visible
from makachess.play import lessons, milestones, puzzles, record
from makachess.play.background import BackgroundTask, close_all, read_in_thread
from makachess.play.exercises import Exercise, Progress
from makachess.play.session.opponents import people_in
from makachess.play.settings import Settings
from makachess.play.shelf import last_game, title_of
from makachess.saves import Game, SavedGame, read_game, times_left
from makachess.saves.library import is_plausible
from makachess.saves.rules import variant_name, variant_of
from makachess.saves.tags import name_of_game
from makachess.tui.board import BoardView, BoardWidget, view_of
from makachess.tui.board.geometry import CellSize
from makachess.tui.charset import can_show
from makachess.tui.key_row import hints
from makachess.tui.keys import ANYWHERE, HOME, SCREENS, bindings
from makachess.tui.lists import Item, Menu
from makachess.tui.output import first_time
from makachess.tui.panes.players import PlayerBar, Side
from makachess.tui.panes.preview import Frame, PreviewBoard, fit_squares
from makachess.tui.preferences import app_of
from makachess.tui.screens.base import PageScreen
from makachess.tui.text import Part, TextLine, TextPanel, TextWidget, rule
from makachess.variants import load
from makachess.variants.files import names_in
from makachess.variants.sources import config_folder, data_folder
from textual import events
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
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
ROOMY_WIDTH = 160  # columns from which on there is a second board
SIDE, SPACE = 42, 2  # the columns that this has at least, and those between both


def is_newcomer() -> bool:
    """Whether nobody has played or set anything here; only the first to ask is one.

    An administrator, or a container, may have made empty folders beforehand.
    """
    folders = data_folder(), config_folder()
    return not any(map(names_in, folders)) and first_time("welcome")


class NameWidget(TextWidget):
    """The program's name in large letters."""

    def render_line(self, y: int) -> Strip:
        first, last = NAME[y]
        return self.strip([Part(first, "strong"), Part(f" {last}", "accent")])


class Scene(NamedTuple):
    """What a board shows: a game to be continued, a puzzle, or the start of a game."""

    variant: Variant
    view: BoardView
    game: Game | None = None
    puzzle: Exercise | None = None
    flipped: bool = False
    written: float = 0.0  # when the game was

    @property
    def rows(self) -> int:
        """How many rows stand above and below the board in its frame."""
        return 2 if self.game else 1 if self.puzzle else 0

    @property
    def titles(self) -> tuple[str, str]:
        title = self.variant.title
        if self.game:
            told = (title, f"move {self.game.position.fullmove}", _ago(self.written))
            return "Continue", ", ".join(filter(None, told))
        return ("Daily puzzle", title) if self.puzzle else (title, "")


class Picture(Container):
    """A board in a frame or below a rule, with the players of its game or the task of its puzzle.

    `clicked` hears of a click on it.
    """

    def __init__(self, clicked: Callable[[Scene], object], *, classes: str = "") -> None:
        self.frame = Frame()
        self.caption, self.calls_for = TextLine(), TextLine()
        self.far, self.near = PlayerBar(), PlayerBar()
        self.board = PreviewBoard(load(Settings().variant), id="board")
        parts = Vertical(self.caption, self.calls_for, self.far, self.board, self.near)
        super().__init__(self.frame, parts, classes=classes)
        self._clicked = clicked
        self._scene: Scene | None = None

    def show(self, scene: Scene, cell: CellSize, *, framed: bool) -> None:
        self._scene = scene
        width, height = _bare(scene.variant, cell)
        self.board.show_in(scene.variant, scene.view, cell, flipped=scene.flipped)
        title, more = scene.titles
        self.frame.entitle(title, more)
        self.caption.set_parts(*rule(title, width, [Part(more, "quiet")] if more else ()))
        if scene.puzzle:
            self.calls_for.set_parts(Part(scene.puzzle.task))
        if scene.game:
            self._show_players(scene.game)
        self.set_class(framed, "-framed")
        self.caption.display = not (framed or scene.game)
        self.calls_for.display = scene.puzzle is not None
        self.far.display = self.near.display = scene.game is not None
        rows = scene.rows + self.caption.display + height
        self.display = True
        self.styles.width, self.styles.height = width + 2 * framed, rows + 2 * framed

    def _show_players(self, game: Game) -> None:
        times = times_left(game)
        sides = ("white", "black") if self.board.geometry.flipped else ("black", "white")
        for bar, color in zip((self.far, self.near), sides, strict=True):
            name, on = game.tags.get(color.capitalize(), "?"), color == game.position.turn
            name += " to move" if on else ""
            bar.show(Side(color, visible(name), on, times.get(color)))

    def on_board_widget_clicked(self, event: BoardWidget.Clicked) -> None:
        event.stop()
        if self._scene is not None:
            self._clicked(self._scene)


def fit_picture(
    variant: Variant, rows: int, room: Size, *, framed: bool
) -> tuple[CellSize, Size] | None:
    """The largest squares with which a board and some rows fit into a room, and their size."""
    rows = rows + 2 if framed else max(rows, 1) + (rows == 1)
    cell = fit_squares(variant, room.width - 2 * framed, room.height - rows)
    return cell and (cell, _bare(variant, cell) + Size(2 * framed, rows))


def _bare(variant: Variant, cell: CellSize) -> Size:
    return Size(variant.files * cell.width, variant.ranks * cell.height)


class HomeScreen(PageScreen, inherit_bindings=False):
    """The first screen of the app."""

    BINDINGS = bindings(HOME, ANYWHERE)
    ACTIONS = SCREENS["home"]
    TITLE = "makachess"
    HINTS = hints("menu-up menu-down: choose, menu-choose: open, leave: quit, help")

    def __init__(self, *, welcomes: bool = False) -> None:
        super().__init__()
        self._welcomes = welcomes
        self.letters = NameWidget(id="letters")
        self.banner = NameWidget(id="banner")  # the same above a board lower than the window
        self.motto, self.note = TextPanel(id="motto"), TextPanel(id="note")
        self.motto.set_lines([(Part(MOTTO, "quiet"),)])
        self.pictures = Picture(self._open_scene), Picture(self._open_scene, classes="-second")
        self.board = self.pictures[0].board
        self._last: SavedGame | None = None  # the game to be continued
        self._variant = self.board.variant  # of which the board is to show a game
        self._scenes: list[Scene] = []  # that, once it has been read, and what is next to it
        self._has_board, self._says_all = True, True
        self._shown: object = None  # what was read for the board
        self._calls = ""  # what waits at tables
        self._next = "Begin", "what comes next"
        self._daily = ""  # what is said of the puzzle of the day
        self._looking, self._reading = BackgroundTask(), BackgroundTask()

    def body(self) -> Iterator[Widget]:
        left = self.heading, self.letters, self.motto, self.menu, self.note
        self.left = Vertical(*left, id="left")
        yield self.banner
        self.boards = Horizontal(*self.pictures, id="boards")
        self._place(self.app.size)  # else all would be styled once more
        yield Horizontal(self.left, self.boards, id="parts")

    def adopt_settings(self) -> None:
        super().adopt_settings()
        for picture in self.pictures:
            picture.board.adopt_settings()

    def fit(self, size: Size) -> None:
        super().fit(size)
        self._place()

    def _place(self, window: Size | None = None) -> None:
        """What the style sheet cannot say: the rows of the menu, and the squares that have room."""
        window = window or self.size
        (width, height), count = window - Size(0, 2), len(self._details())
        if not window.width or self.has_class("-small"):
            return
        is_low = height + 2 < LOW or width < NAME_SIZE.width + 3
        is_wide, is_high = width >= WIDE, height >= ROOMY
        head = NAME_SIZE.height + 1 if is_high and not is_wide else 0
        menu = WIDE_MENU if is_wide else NARROW_MENU
        room = Size(width - menu - (5 if is_wide else 4), height - head)
        scenes = [
            scene
            for scene in self._scenes
            if not scene.puzzle or fit_picture(scene.variant, scene.rows, room, framed=is_wide)
        ]
        forms = [(one.variant, one.rows) for one in scenes] or [(self._variant, 2)]
        has_two = width >= ROOMY_WIDTH and len(forms) > 1
        cells = [] if is_low else _cells(forms, room, framed=is_wide, has_two=has_two)
        classes = {
            "-low": is_low,
            "-wide": is_wide,
            "-high": is_high,
            "-tall": height >= TALL,
            "-lettered": is_high and not is_low and can_show(NAME[1][0]),
            "-board": bool(cells),
        }
        with self.app.batch_update():
            for name, on in classes.items():
                self.set_class(on, name)
            left = menu + 2 if cells else width - (0 if is_low else 2)
            self.left.styles.width, self.boards.styles.width = left, room.width
            pitch = self._fit_menu(left - 2, height, count)
            form = bool(cells), is_wide or not cells, pitch
            if form != (self._has_board, self._says_all, self.menu.pitch):
                self._has_board, self._says_all, self.menu.pitch = form
                self._show_items()
            shown = list(zip(self.pictures, scenes, cells, strict=False))
            for picture in self.pictures[len(shown) :]:
                picture.display = False
            for picture, scene, cell in shown:
                picture.show(scene, cell, framed=is_wide)

    def _fit_menu(self, width: int, height: int, count: int) -> int:
        """Share the rows among motto, menu and note; the rows from one item to the next."""
        if self.has_class("-low"):
            self.menu.styles.height, self.menu.styles.margin = height - 1, (0, 1)
            return 2 if height - 1 >= 2 * count else 1
        motto = 1 if width >= len(MOTTO) else 2
        free = height - self.has_class("-tall") - (4 if self.has_class("-lettered") else 1) - motto
        gap = min(max(free - count - 3, 0), 2)
        free -= gap
        pitch = 2 if free >= 2 * count + 3 else 1
        rows = min(pitch * count, free)
        self.motto.styles.height = motto
        self.menu.styles.height, self.menu.styles.margin = rows, (gap, 1, 0, 1)
        self.note.display = free > rows + 1
        self.note.styles.height = min(free - rows - 1, 3)
        return pitch

    def on_screen_resume(self) -> None:
        self._look_for_game()
        self._show_items()
        self.menu.focus()
        self.set_class(self._welcomes, "-welcoming")
        if self._welcomes:
            self._welcomes = False
            self.app.push_screen(resolve_name("makachess.tui.screens.welcome:WelcomeScreen")())
        address = app_of(self).host_address
        if address.has_host or address.has_games:
            self._looking.start(self._look_at_tables())

    async def on_unmount(self) -> None:
        await close_all(self._looking.close(), self._reading.close())

    async def _look_at_tables(self) -> None:
        """Say what waits at tables; a host that does not run is let be."""
        from makachess.play.tables.messages.wording import calls

        try:
            said = await app_of(self).host_address.calls(calls)
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
        """What there is to choose; the values of most are the makers of their screens."""
        is_visitor = app_of(self).host_address.dial is not None
        where = "here" if is_visitor else "on this machine"
        people = self._calls or f"play people {where}"
        tables = [Item("Tables", people, "tables:TablesScreen")]
        items = [
            *(tables if is_visitor else ()),
            Item("New game", "choose game, side and level", "new_game:NewGameScreen"),
            Item(*self._next, self._go_on),
            Item("Daily puzzle", self._daily, self._solve),
            Item("Lessons", "learn a game move by move", "exercise:lessons_screen"),
            Item("Puzzles", "find the winning move", "exercise:puzzles_screen"),
            Item("Practice", "play a position to its goal", "practice:practice_screen"),
            Item("Progress", "your rating over time", "progress:ProgressScreen"),
            Item("Rules and pieces", "how every piece moves", "learn:LearnScreen"),
            Item("Saved games", "play on or replay", "library:LibraryScreen"),
            *(() if is_visitor else tables),
            Item("Settings", "colours, pieces, keys", self._settings),
            Item("Quit", "", self.app.exit),
        ]
        if self._last is not None:
            items.insert(0, Item("Continue", self._in_words(self._last), self._continue))
        return items

    def _in_words(self, saved: SavedGame) -> str:
        """Which game is to be continued, and with whom, if no board says that."""
        title = title_of(saved.tags.get("Variant", ""))
        if self._has_board:
            game = self._scenes[0].game if self._scenes else None
            return f"{title}, move {game.position.fullmove}" if game else title
        return f"{title}, {name_of_game(saved.tags)}"

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
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

    def _look_for_game(self) -> None:
        """Find the game to be continued and a puzzle, or else the game played most, and show it."""
        usual = self.preferences.settings.variant
        try:
            self._last, favourite = last_game(usual)
        except MakachessError as error:
            self._last, favourite = None, usual
            self.prompt.say(str(error), alert=True)
        game = (self._last and (self._last.path, self._last.modified)) or favourite
        progress = Progress()
        solved = [progress.count(kind) for kind in (puzzles.KIND, lessons.KIND, milestones.KIND)]
        wanted = game, record.today(), solved, progress.games()
        if wanted != self._shown:
            self._shown = wanted
            self._scenes.clear()
            name = self._last.tags.get("Variant", "") if self._last else favourite
            self._variant = known(name)
            self._place()
            self._reading.start(self._read(self._last, favourite))

    async def _read(self, saved: SavedGame | None, favourite: str) -> None:
        """Read what the boards show, and what comes next."""
        scenes, step = await read_in_thread(
            lambda: (load_scenes(saved, favourite), self._next_step())
        )
        if self._reading.finish() and self.is_attached:
            self._scenes, self._next = scenes, step.titles
            puzzle = next(scene.puzzle for scene in scenes if scene.puzzle)
            is_solved = Progress().is_solved(puzzles.KIND, puzzle.key)
            self._daily = "solved; come back tomorrow" if is_solved else known(puzzle.game).title
            self._place()
            self._show_items()

    def _next_step(self) -> milestones.NextStep:
        """The next step in the game played last, once its lessons are known."""
        usual = self.preferences.settings.variant
        played = variant_name(self._last.tags) if self._last else usual
        return milestones.next_step(played, Progress())

    def _go_on(self) -> None:
        """Do what may be done next."""
        from makachess.tui.screens.exercise import ExerciseScreen
        from makachess.tui.screens.game import GameScreen

        step = self._next_step()
        if step.lessons:
            self.app.push_screen(ExerciseScreen(lessons.KIND, step.title, step.lessons, step.at))
        else:
            setup = milestones.coached_setup(self.preferences.settings, step.game, step.level)
            self.app.push_screen(GameScreen(setup))

    def _open_scene(self, scene: Scene) -> None:
        if scene.game and self._last is not None:
            self._continue()
        elif scene.puzzle:
            self._solve()
        else:
            self._open("new_game:NewGameScreen")

    def _solve(self) -> None:
        """Open the puzzle of the day, after which come others of its game."""
        from makachess.tui.screens.exercise import ExerciseScreen

        puzzle = puzzles.daily_puzzle(record.today(), Progress().games())
        found = puzzles.load_puzzles(puzzle.game)
        at = found.index(puzzle)
        self.app.push_screen(ExerciseScreen(puzzles.KIND, "Daily puzzle", found, at))

    def on_paste(self, event: events.Paste) -> None:
        """Take in games that are pasted, or set up a position."""
        from makachess.tui.screens.opening import opens

        event.stop()
        self.prompt.say("")
        if not opens(self, event.text):
            self.prompt.say("Paste games as PGN, or a position as FEN", alert=True)

    def action_way_out(self) -> None:
        self.prompt.say(f"{self.keymap.name('leave')} leaves makachess")

    def chosen(self, event: Menu.Chosen) -> None:
        value = event.item.value
        if callable(value):
            value()
        else:
            self._open(str(value))

    def _open(self, maker: str) -> None:
        self.app.push_screen(resolve_name(f"makachess.tui.screens.{maker}")())

    def _settings(self) -> None:
        self.run_soon("app.settings")

    def _continue(self) -> None:
        from makachess.tui.screens.opening import play_on

        assert self._last is not None
        play_on(self, self._last.path, self._offer_another)

    def _offer_another(self) -> None:
        """The game was refused, and is not offered again."""
        self._look_for_game()
        self._show_items()


def _cells(
    forms: list[tuple[Variant, int]], room: Size, *, framed: bool, has_two: bool
) -> list[CellSize]:
    """The squares of the first picture, and of the second beside it; of none if it has no room."""
    side = None
    if has_two:
        aside = Size(max(room.width * 3 // 10, SIDE), room.height)
        side = fit_picture(*forms[1], aside, framed=framed)
    left = room - Size(side[1].width + SPACE if side else 0, 0)
    main = fit_picture(*forms[0], left, framed=framed)
    return [found[0] for found in (main, side) if found] if main else []


def load_scenes(saved: SavedGame | None, favourite: str) -> list[Scene]:
    """The game to be continued, if there is one, the puzzle of the day, the array of a game."""
    return [*_to_continue(saved), _to_solve(), _array(known(favourite))]


def _to_continue(saved: SavedGame | None) -> Iterator[Scene]:
    if saved is not None:
        with suppress(MakachessError):
            game, _ = read_game(saved.path)
            flipped = people_in(game.tags) == {"black"}
            view = view_of(game.position)
            yield Scene(game.variant, view, game, flipped=flipped, written=saved.modified)


def _to_solve() -> Scene:
    puzzle = puzzles.daily_puzzle(record.today(), Progress().games())
    position = puzzle.position()
    flipped = position.turn == "black"
    return Scene(position.variant, view_of(position), puzzle=puzzle, flipped=flipped)


def _array(variant: Variant) -> Scene:
    return Scene(variant, view_of(Position(variant)))


def known(name: str) -> Variant:
    """The game of a name, or the usual one for one's own that is gone."""
    with suppress(MakachessError):
        return variant_of({"Variant": name})
    return load(Settings().variant)


def _ago(modified: float) -> str:
    """When a file was written, if its time can be true."""
    if not is_plausible(modified):
        return ""
    count = (record.today() - date.fromtimestamp(modified)).days
    return "today" if count < 1 else "yesterday" if count == 1 else f"{count} days ago"
