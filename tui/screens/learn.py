"""Rules and pieces of every game, found by typing."""

from __future__ import annotations

from typing import ClassVar

from makachess.core.engine.model import Model
from makachess.core.spec import Variant
from makachess.play.lookup import Hit, Index, Rules
from makachess.tui.board import BoardWidget
from makachess.tui.keys import ANYWHERE, DIAGRAM, LEARN, PAGE, RULES, SCREENS, Action, bindings
from makachess.tui.screens.man_page import ManPage
from makachess.tui.screens.page import PageScreen
from makachess.tui.text import Line, Part, TextPanel
from makachess.tui.widgets.help_panel import rules_lines
from makachess.tui.widgets.hints import Hint
from makachess.tui.widgets.menu import Item, Menu
from makachess.tui.widgets.search_field import SearchField
from makachess.variants import Listing
from textual import events
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.timer import Timer
from textual.widget import Widget

NARROW = 66  # columns below which list and page take turns
LIST = 26  # columns of the list
AROUND = 3  # rows for title, prompt and hints
REST = 0.15  # seconds the highlight must have rested: a slow line is spared the pages passed over


class LearnScreen(PageScreen):
    """A list of games and pieces that is filtered by typing, and a page on one of them.

    `model` is what the game of `variant` is played by, unless it is the usual one.
    """

    DEFAULT_CSS = """
    LearnScreen {
        & #title { margin: 0 2; }
        & #parts { width: 100%; height: 1fr; }
        & #index { width: 26; margin: 0 1 0 2; }
        & #sheet { width: 1fr; }
        & #text { max-width: 72; margin-right: 2; }
        &.-text #page { display: none; }
        &.-man #text { display: none; }
        &.-narrow #index { width: 1fr; margin: 0 2; }
        &.-narrow #sheet { margin: 0 1; }
        &.-narrow.-reading #index { display: none; }
        &.-narrow.-choosing #sheet { display: none; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(LEARN, RULES, PAGE)
    ACTIONS: ClassVar[tuple[Action, ...]] = (*SCREENS["learn"], *DIAGRAM)

    def __init__(
        self, variant: Variant | None = None, kind: str = "", model: Model | None = None
    ) -> None:
        super().__init__("Rules and pieces")
        self.index = Index(variant)
        self._wanted = kind
        self._timer: Timer | None = None
        self.menu = Menu(id="list")
        self.find = SearchField(
            *(self.menu, self._look_for, self.take_before_typing),
            "type a name, id or kanji",
            id="find",
        )
        self.text = TextPanel(id="text")
        self.man = ManPage(self.index.hit(variant, kind), self.prompt, model)

    def page(self) -> list[Widget]:
        """List and page side by side."""
        index = Vertical(self.find, self.menu, id="index")
        return [Horizontal(index, Container(self.text, self.man, id="sheet"), id="parts")]

    def on_mount(self) -> None:
        """Show the piece asked for on its board, or else the rules of the first game."""
        self.set_class(True, "-choosing")
        self._fill()
        if not self._wanted:
            self.find.focus()
        else:
            kinds = [getattr(item.value, "man", None) for item in self.menu.items]
            found = [n for n, man in enumerate(kinds) if man and man.kind == self._wanted]
            with self.prevent(Menu.Highlighted):
                self.menu.highlight(found[0] if found else 0)
            self.call_after_refresh(self._open_first)

    def _open_first(self) -> None:
        self._show(self.man.hit)
        self.action_more()

    def fit(self, size: Size) -> None:
        """Fit list and page into the window."""
        super().fit(size)
        narrow = size.width < NARROW
        self.set_class(narrow, "-narrow")
        width = size.width - (2 if narrow else LIST + 3)
        self.call_after_refresh(self.man.fit, Size(width, size.height - AROUND))
        self.call_after_refresh(self._show_highlighted)

    # --- the list -------------------------------------------------------------------------------

    def _look_for(self, text: str) -> None:
        self._fill()

    def _fill(self) -> None:
        found = self.index.find(self.find.value)
        self.menu.set_items([Item(label, "", value) for label, value in found], 0)
        title = f"Rules and pieces of {self.index.game or 'every game'}"
        self.heading.set_parts(Part(title, "strong"))
        nothing = (
            "" if self.menu.items else f"Nothing of that name in {self.index.game or 'any game'}"
        )
        self.prompt.say(nothing)
        self._follow()

    def action_next_game(self) -> None:
        """Show the pieces of the next game only, or after the last those of all."""
        self.index.next_game()
        self._fill()

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        """Show what is highlighted, once the highlight has rested."""
        self._follow()

    def _follow(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(REST, self._show_highlighted)

    def _show_highlighted(self) -> None:
        if self.menu.items:
            self._show(self.menu.items[self.menu.index].value)

    # --- the page -------------------------------------------------------------------------------

    def _show(self, value: object) -> None:
        is_man = isinstance(value, Hit)
        self.set_class(is_man, "-man")
        self.set_class(not is_man, "-text")
        if isinstance(value, Hit):
            if value != self.man.hit or not self.man.is_filled:
                self.man.show(value)
        elif isinstance(value, Rules):
            self.text.set_lines(list(rules_lines(value.variant)))
        elif isinstance(value, Listing):
            self.text.set_lines(_broken_lines(value))
        self._show_hints()

    def _show_hints(self) -> None:
        scroll = Hint("text-down text-up", "scroll")
        if self.on_board:
            keys = Hint("diagram-pick"), Hint("diagram-put"), Hint("diagram-reset")
            self.hints.show(Hint("go-back"), *keys, Hint("more", "list"), scroll, Hint("help"))
            return
        board = [Hint("more", "try it")] if self.has_class("-man") else []
        moving = Hint("menu-up menu-down", "choose")
        self.hints.show(
            moving, *board, Hint("one-game"), scroll, Hint("go-back"), Hint("help"), Hint("leave")
        )

    @property
    def board(self) -> BoardWidget:
        """The board on which the piece shows its moves."""
        return self.man.board

    @property
    def on_board(self) -> bool:
        """Whether the keys are those of the piece's board."""
        return self.focused is self.man

    def chosen(self, event: Menu.Chosen) -> None:
        """Go to the page."""
        self._show(event.item.value)
        self._read(self.man if self.has_class("-man") else self.find)

    def _read(self, focus: Widget) -> None:
        """Go to the page, or back to the list; they take turns where there is little room."""
        reading = focus is self.man or not self.has_class("-reading")
        self.set_class(reading, "-reading")
        self.set_class(not reading, "-choosing")
        if focus.focusable:
            self.set_focus(focus)
        else:  # as long as it is not on show
            self.call_after_refresh(self.set_focus, focus)

    def action_more(self) -> None:
        """Show the rest of a message, or else go from the list to the page or back."""
        if not self.prompt.more():
            on_man = self.has_class("-man") and not self.on_board
            self._read(self.man if on_man else self.find)

    def on_descendant_focus(self) -> None:
        """Offer the keys of what has the focus now."""
        self._show_hints()

    def action_next_namesake(self) -> None:
        """Show the same piece in the next game that has it."""
        hit = self.man.hit
        if self.has_class("-man"):
            men = hit.entry.men
            self._show(Hit(men[(men.index(hit.man) + 1) % len(men)], hit.entry))

    def action_scroll(self, pages: int) -> None:
        """Scroll the text."""
        panel = self.man.facts if self.has_class("-man") else self.text
        panel.scroll_pages(pages)

    # --- the board ------------------------------------------------------------------------------

    async def on_key(self, event: events.Key) -> None:
        """Offer keys to an open question first; what is typed anywhere else looks for a piece."""
        if self.prompt.asking:
            if self.prompt.take_key(event):
                event.stop()
                event.prevent_default()
        elif self._is_typing(char := event.character or " "):
            event.stop()
            if self.on_board:
                self.find.value = ""
            self._read(self.find)
            self.find.paste(char)

    def on_paste(self, event: events.Paste) -> None:
        """Look for what is pasted."""
        event.stop()
        if not self.prompt.asking and not self.has_class("-small"):
            self._read(self.find)
            self.find.paste(event.text)

    def _is_typing(self, char: str) -> bool:
        if self.has_class("-small"):  # each key would turn from the list to the page, or back
            return False
        return char.isprintable() and char not in (" ", *self.keymap.printable(ANYWHERE))

    def action_cursor(self, dx: int, dy: int) -> None:
        """Move the cursor on the piece's board."""
        self.man.cursor(dx, dy)

    def action_pick(self) -> None:
        """Pick the square under the cursor."""
        self.man.go(self.board.cursor)

    def action_put(self) -> None:
        """Put another piece on the square under the cursor."""
        self.man.put()

    def action_reset(self) -> None:
        """Set the board up again."""
        self.man.begin()

    def on_board_widget_clicked(self, event: BoardWidget.Clicked) -> None:
        """Go to the square clicked."""
        if not self.prompt.asking:
            self._read(self.man)
            self.man.clicked(event.square)


def _broken_lines(listing: Listing) -> list[Line]:
    """Why a variant file cannot be played, and how to list all its faults."""
    command = f"makachess check {listing.path}"
    return [
        (Part(listing.name, "strong"),),
        (Part(str(listing.path), "quiet"),),
        (),
        (Part(f"This file cannot be played: {listing.reason}"),),
        (),
        (Part(f"All faults: {command}"),),
    ]
