"""What all screens share: prompt, keys, a least size; pages without a board; rows over a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from functools import partial
from typing import Any, ClassVar, TypeVar

from makachess.core.errors import MakachessError
from makachess.play.background import FileTask
from makachess.play.questions import Answer
from makachess.saves.errors import GameFileError
from makachess.saves.restriction import is_restricted
from makachess.tui.key_row import KeyHint, KeyRow, hints
from makachess.tui.keymap import Keymap
from makachess.tui.keys import (
    ANYWHERE,
    PAGE,
    SCREENS,
    Action,
    bindings,
    commands,
)
from makachess.tui.lists import Menu
from makachess.tui.panes.help import HelpText, key_lines, legend, settings_lines, typing_lines
from makachess.tui.panes.marks import LISTS, Mark
from makachess.tui.panes.status import NOT_SAVED
from makachess.tui.preferences import Preferences, app_of, exit_report_of, preferences_of
from makachess.tui.prompt import PromptLine
from makachess.tui.text import Part, TextLine, TextPanel
from rich.console import RenderableType
from rich.segment import Segment
from textual import events, on
from textual.app import ActionError, ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import BindingType
from textual.color import Color
from textual.geometry import Offset, Size
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import ModalScreen, Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input

LEAST_WIDTH = 40  # of a window in which a screen can be used
ROOMY = 60  # columns from which on prompt and keys begin below the title
BOARD_HEIGHT = 12  # rows of a window with a board; so many are asked for in any case

TOLD = 0.25  # seconds after which it is said anew how much of a file has been read

T = TypeVar("T")


class BaseScreen(Screen[None], inherit_bindings=False):
    """The rows of `body()`, then prompt and keys; only a notice where the window is too small."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = bindings(ANYWHERE)
    ACTIONS: ClassVar[tuple[Action, ...]] = ()  # all that are bound here, for the help
    MORE: ClassVar[str] = "menu-page-down"  # the action whose key reads on, before it does that
    MARKS: ClassVar[tuple[Mark, ...]] = ()  # what stands on the screen, for the help
    LEAST_HEIGHT: ClassVar[int] = 10  # of a window in which it can be used

    def __init__(self) -> None:
        super().__init__()
        self.prompt = PromptLine(id="prompt")
        self.key_row = KeyRow(id="key-row")
        self.prompt.on_keys = self.key_row.follow
        self.small = TextPanel(id="small")
        self.is_arranged = False  # whether it is worth painting
        self._file_task: FileTask[Any] | None = None  # what goes on while keys are answered
        self._rest: Timer | None = None

    def compose(self) -> ComposeResult:
        """The rows from top to bottom, not painted before they know their sizes and contents."""
        self.call_after_refresh(self.call_after_refresh, self._reveal)
        self._take_size(self.app.size)  # else all that is in it would be styled once more
        self.adopt_settings()
        yield from self.body()
        yield self.prompt
        yield self.key_row
        yield self.small

    def _reveal(self) -> None:
        self.is_arranged = True
        self.refresh()

    def body(self) -> Iterable[Widget]:
        """Everything above the prompt."""
        raise NotImplementedError

    def adopt_settings(self) -> None:
        """Use the keys and other settings in force, also before the screen is mounted."""
        app_of(self).sync_background()
        self.prompt.more_name = self.more_name

    @property
    def preferences(self) -> Preferences:
        return preferences_of(self)

    @property
    def keymap(self) -> Keymap:
        return self.preferences.keymap

    @property
    def more_name(self) -> str:
        """The name of the key that shows the rest of what is cut at …"""
        return self.keymap.name(self.MORE)

    def on_key(self, event: events.Key) -> None:
        if event.key in self.keymap.keys(self.MORE) and self.read_on():
            event.stop()

    def read_on(self) -> bool:
        """Show the rest of a message or else of a panel; False if all is in sight, or was."""
        if self.prompt.reads_on():
            return True
        panels = (one for one in self.query(TextPanel) if one.region and one.more_below)
        if (panel := next(panels, None)) is not None:
            panel.scroll_pages(1)
        return panel is not None

    def offers(self, action: Action) -> bool:
        """Whether an action is offered now: not where all it does is to say that it cannot be."""
        return action.id != "suspend" or not is_restricted()

    @property
    def offered(self) -> tuple[Action, ...]:
        return tuple(filter(self.offers, self.ACTIONS))

    @property
    def is_unsaved(self) -> bool:
        """Whether a game is played here that is not on disk, of which screens above it warn."""
        return False

    @property
    def typing_place(self) -> Offset:
        """Where on the screen the next character typed will stand."""
        field = self.focused
        if isinstance(field, Input) and not self.prompt.busy:
            return field.cursor_screen_offset - (int(field.cursor_at_end), 0)  # one too far there
        return self.prompt.place

    @on(events.ScreenResume)
    def keep_new_styles(self, event: events.ScreenResume) -> None:
        """Leave the widgets of a screen that opens as they are: they have just been styled."""
        if not self.stack_updates:
            event.refresh_styles = False

    def on_screen_resume(self) -> None:
        self.adopt_settings()
        below = self.app.screen_stack[:-1]
        is_unsaved = any(isinstance(one, BaseScreen) and one.is_unsaved for one in below)
        self.key_row.warning = NOT_SAVED if is_unsaved else ""
        self.key_row.fill()
        if news := self.preferences.take_news():
            self.prompt.say(news, alert=True)
        elif note := exit_report_of(self).take_note():
            self.prompt.say(note)

    def _take_size(self, size: Size) -> None:
        """Be styled for a window of this size."""
        is_small = size.width < LEAST_WIDTH or size.height < self.LEAST_HEIGHT
        self.set_class(is_small, "-small")
        self.set_class(size.width >= ROOMY, "-roomy")

    def on_resize(self, event: events.Resize) -> None:
        self._take_size(event.size)
        if not self.has_class("-small"):
            self.fit(event.size)
            return
        width, height = event.size
        needs = f"makachess needs {LEAST_WIDTH}x{BOARD_HEIGHT} or more"
        leave = f"Enlarge it, or leave with {self.keymap.name('leave')}."
        text = f"This window is {width}x{height}; {needs}."
        self.small.set_lines([(Part(text, "alert"),), (Part(leave),)])

    def read(
        self,
        what: str,
        work: Callable[[], T],
        then: Callable[[T], object],
        *,
        drop: Callable[[T], object] = lambda _: None,
        refused: Callable[[], object] = lambda: None,
    ) -> None:
        """Do something with files in a thread, then something with what came of it.

        What takes longer than a moment goes on while keys are answered, says how far it is, and is
        given up by Esc. Of what comes after that, or when another screen is on top, nothing is left
        but what `drop` makes of it. An error is said, and then `refused` called.
        """
        self.give_up_reading()
        task = FileTask(work)
        if task.join(app_of(self).waits.reading):
            self._take_over(task, then, refused)
        else:
            self._file_task = task
            self.run_worker(self._read_on(task, what, then, drop, refused), group="files")

    async def _read_on(
        self,
        task: FileTask[T],
        what: str,
        then: Callable[[T], object],
        drop: Callable[[T], object],
        refused: Callable[[], object],
    ) -> None:
        """Say how far it is until it is done, or not wanted any more."""
        try:
            while self._file_task is task and not await task.wait(TOLD):
                if self._file_task is task:
                    count = task.progress.count / 1e6
                    self.prompt.say(f"Reading {what}: {count:,.0f} MB; Esc gives up")
        finally:
            is_wanted = self._file_task is task and task.future.done() and self.is_active
            if self._file_task is task:
                self._file_task = None
            if not is_wanted:
                task.give_up()
                task.future.add_done_callback(partial(_drop, drop))
        if is_wanted:
            self.prompt.say("")
            self._take_over(task, then, refused)

    def _take_over(
        self, task: FileTask[T], then: Callable[[T], object], refused: Callable[[], object]
    ) -> None:
        try:
            then(task.future.result())
        except MakachessError as error:
            reason = error.here if isinstance(error, GameFileError) else str(error)
            self.prompt.say(reason, alert=True)
            refused()

    def give_up_reading(self) -> bool:
        """Read no further; False if nothing is being read."""
        task, self._file_task = self._file_task, None
        if task is None:
            return False
        task.give_up()
        self.prompt.say("Given up")
        return True

    def after_rest(self, follow: Callable[[], object]) -> None:
        """Follow a highlight once it has rested; what was to follow before is dropped."""
        if self._rest is not None:
            self._rest.stop()
        self._rest = self.set_timer(app_of(self).waits.rest, follow)

    # What has been clicked or asked may arrive when this screen has closed, or lies below another:
    # nothing else in the app closes or replaces whatever screen happens to be on top.

    def close(self) -> bool:
        """Go back to the screen below; False, and nothing is done, if this one is not on top."""
        if not self.is_active:
            return False
        self.app.pop_screen()
        return True

    def give_way(self, make: Callable[[], Screen[Any]]) -> AwaitComplete | None:
        """Put another screen in the place of this one, if it is on top; what waits for that."""
        return self.app.switch_screen(make()) if self.is_active else None

    def on_menu_chosen(self, event: Menu.Chosen) -> None:
        """Do what was chosen, unless something was chosen before that has left this screen."""
        if self.is_active:
            self.chosen(event)

    def chosen(self, event: Menu.Chosen) -> None:
        """Do what the chosen item of a menu stands for."""

    def action_leave(self) -> None:
        self.call_later(self.app.run_action, "quit")

    def run_soon(self, action: str) -> None:
        self.call_later(self.run_action, action)

    def run_command(self, text: str) -> bool:
        """Run a typed command; False if there is no such command here."""
        action = commands(self.ACTIONS).get(text.lower())
        if action is not None:
            self.run_soon(action)
        return action is not None

    def leaves_to_field(self, event: events.Key) -> bool:
        """Whether a field may type a key, which neither the prompt has taken nor is bound."""
        if self.prompt.busy:
            return not self.prompt.take_key(event)
        return not self.is_bound(event.key)

    def is_bound(self, key: str) -> bool:
        try:
            return key in self.active_bindings
        except ActionError:  # some act on what has the focus, which a window too small takes away
            return False

    def fit(self, size: Size) -> None:
        """Arrange the screen for a window of this size."""


class PageScreen(BaseScreen):
    """A title above, prompt and keys below; the page between them is `page()`."""

    BINDINGS = bindings(PAGE)
    MARKS: ClassVar[tuple[Mark, ...]] = LISTS
    TITLE: ClassVar[str] = ""
    HINTS: ClassVar[tuple[KeyHint, ...]] = ()

    def __init__(self, title: str = "") -> None:
        super().__init__()
        self._had_focus: Widget | None = None
        self.menu = Menu()
        self.heading = TextLine(Part(title or self.TITLE, "strong"), id="title")
        self.key_row.show(*self.HINTS)

    def body(self) -> Iterator[Widget]:
        yield self.heading
        yield from self.page()

    def page(self) -> list[Widget]:
        """What stands between title and prompt: the menu, unless there is more."""
        return [self.menu]

    def fit(self, size: Size) -> None:
        if self.focused is None:
            self.call_after_refresh(self._focus_again)

    def _focus_again(self) -> None:
        if self.focused is None and (chain := self.focus_chain):
            self.set_focus(self._had_focus if self._had_focus in chain else chain[0])

    def on_resize(self, event: events.Resize) -> None:
        """Remember what has the focus, which a window too small takes away."""
        self._had_focus = self.focused or self._had_focus

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen(self.heading.text, self.offered, self.MARKS))

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        self.prompt.say(event.menu.cut_text(event.index))


class HelpScreen(PageScreen):
    """The keys of a screen without a board; the key that opened it closes it as well."""

    ACTIONS = SCREENS["entry"]
    HINTS = hints("menu-up menu-down: scroll, go-back")

    def __init__(
        self, title: str, actions: tuple[Action, ...], marks: tuple[Mark, ...] = ()
    ) -> None:
        super().__init__(title)
        self._actions = actions
        self._marks = marks
        self.keys = HelpText(id="keys")

    def page(self) -> list[Widget]:
        return [self.keys]

    def on_mount(self) -> None:
        self.keys.set_lines(
            [
                *key_lines(self.keymap.help(self._actions)),
                *settings_lines(self.preferences),
                (),
                *legend(self._marks, self),
                *typing_lines(),
            ]
        )
        self.keys.focus()

    def action_help(self) -> None:
        self.close()


class ScreenBelow(BackgroundScreen):
    """A screen as it is; Textual's would take the pictures off its cells."""

    @classmethod
    def process_segments(cls, segments: Iterable[Segment], color: Color) -> Iterable[Segment]:
        return segments


class BoxScreen(BaseScreen, ModalScreen[None]):
    """Stands over another screen, and takes all keys."""

    BINDINGS = bindings(PAGE)

    def render(self) -> RenderableType:
        below = super().render()
        if isinstance(below, BackgroundScreen):
            return ScreenBelow(below.screen, below.color)
        return below

    def action_help(self) -> None:
        self.app.push_screen(HelpScreen("Keys here", self.ACTIONS, self.MARKS))


class OverlayScreen(BoxScreen):
    """Keys that type something go to the prompt."""

    def body(self) -> Iterator[Widget]:
        yield from ()

    def on_key(self, event: events.Key) -> None:
        if event.is_printable or not self.is_bound(event.key):
            event.stop()
            if self.prompt.take_key(event):
                self.has_typed()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.prompt.paste(event.text)
        self.has_typed()

    def has_typed(self) -> None:
        """Follow what has been typed."""


class EntryScreen(OverlayScreen):
    """A text or an answer typed in the prompt; Esc goes back without."""

    ACTIONS = SCREENS["entry"]

    def __init__(self, begin: Callable[[EntryScreen], None]) -> None:
        super().__init__()
        self._begin = begin
        self.key_row.show(*hints("go-back, help"))

    def on_mount(self) -> None:
        self._begin(self)


class KeyScreen(OverlayScreen):
    """Waits for a key, which goes to `then` by Textual's name; Esc goes back without."""

    ACTIONS = SCREENS["entry"]

    def __init__(self, text: str, then: Callable[[str], None]) -> None:
        super().__init__()
        self._then = then
        self.prompt.say(text)
        self.key_row.has_commands = False
        self.key_row.show(KeyHint("go-back"))

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if self.close() and event.key != "escape":
            self._then(event.key)


def _drop(drop: Callable[[T], object], found: Future[T]) -> None:
    """Do away with what came too late, if anything did."""
    if found.exception() is None:
        drop(found.result())


def ask_text(below: BaseScreen, label: str, text: str, then: Callable[[str], None]) -> None:
    def begin(asking: EntryScreen) -> None:
        def typed(text: str) -> None:
            if asking.close():
                then(text)

        asking.prompt.edit(label, text, typed)

    below.app.push_screen(EntryScreen(begin))


def ask(below: BaseScreen, question: str, *answers: Answer) -> None:
    """Ask a question over a screen, whose answers have as values what they do."""

    def begin(asking: EntryScreen) -> None:
        def answered(answer: Answer | None) -> None:
            if asking.close() and answer is not None and callable(answer.value):
                answer.value()

        asking.prompt.ask(question, answers, answered)

    below.app.push_screen(EntryScreen(begin))
