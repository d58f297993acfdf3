"""New game: the variant and its options, the players, the clock, and where the game begins."""

from __future__ import annotations

from typing import ClassVar

from makachess.core import Position
from makachess.core.errors import MakachessError
from makachess.core.spec import Variant
from makachess.core.squares import Square
from makachess.play.session.new_game import ARRAY, CLOCK, FormField, NewGame
from makachess.tui.board import BoardView, BoardWidget
from makachess.tui.board.geometry import fit_cell
from makachess.tui.hints import Hint
from makachess.tui.keys import PAGE, RULES, SCREENS, Action, bindings
from makachess.tui.lists import Item, Menu
from makachess.tui.panes.help import rules_lines
from makachess.tui.screens.base import PageScreen, ask_text
from makachess.tui.text import TextPanel
from makachess.variants import label_variants, list_games, relative_names
from textual import events
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widget import Widget

LABEL = 14  # columns of a setting's name; the value of an option with a longer one moves right
FORM = 42
NARROW = 66  # columns below which the rules would stand in too narrow a column
WIDE = 100  # columns of a window in which the form takes half, for a larger board
ROWS_AROUND = 5  # title, prompt and keys
START, POSITION, FEN = "start", "position", "FEN"
YES_NO = {"true": "yes", "false": "no"}  # how an option that is on or off is shown
NOWHERE = Square(-1, -1)  # for the cursor of a board that is only looked at


class GameFormScreen(PageScreen):
    """A form of settings with the start position below it; the chosen game's rules beside it."""

    DEFAULT_CSS = """
    GameFormScreen {
        & #choices { width: 42; max-width: 100%; margin: 0 1 0 2; }
        & Horizontal { width: 100%; height: 1fr; }
        & #rules { max-width: 72; margin-right: 2; }
        & #preview { display: none; }
        &.-preview #preview { display: block; }
        &.-narrow #rules { display: none; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(RULES, PAGE)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["new game"]
    NAME = ""

    def __init__(self) -> None:
        super().__init__(
            self.NAME,
            Hint("menu-up menu-down", "choose"),
            Hint("menu-previous menu-next", "change"),
            Hint("menu-choose", "start"),
            Hint("go-back"),
            Hint("help"),
            Hint("leave"),
            Hint("text-down text-up", "scroll the rules"),
        )
        self._broken: list[str] = []
        self.choices = self.make_choices()
        self.form = Menu(id="form", column=LABEL)
        self.rules = TextPanel(id="rules")
        self.board = BoardWidget(self.choices.variant, id="preview")
        self.left = Vertical(self.form, self.board, id="choices")
        self.board.cursor = NOWHERE

    def make_choices(self) -> NewGame:
        """What there is to choose."""
        raise NotImplementedError

    @staticmethod
    def in_order(games: list[Variant]) -> list[Variant]:
        """Games as they are offered: Veteran Chess first, those of other inventors last."""
        relatives = relative_names()
        return sorted(games, key=lambda g: (g.name in relatives, g.name != "veteran", g.name))

    def page(self) -> list[Widget]:
        """Form and board, and the rules beside them."""
        return [Horizontal(self.left, self.rules)]

    def on_mount(self) -> None:
        """Show the settings, ready to start."""
        self._show()
        self.form.highlight([item.value for item in self.form.items].index(START))
        self.form.focus()
        if news := "; ".join((*self._broken, *self.choices.take_notes())):
            # shown after what the highlight shows
            self.call_after_refresh(self.prompt.say, news, alert=True)

    # --- what is shown --------------------------------------------------------------------------

    def _show(self) -> None:
        rows = list(self.choices.rows())
        first = [row.name for row in rows].index(CLOCK) + 1
        begin = "as set up" if self.choices.fen else ARRAY
        items = [_item(row) for row in rows]
        items[first:first] = [
            Item("Start", value=START),
            Item("Position", f" {begin}", POSITION),
            Item("FEN", " type or paste one", FEN),
        ]
        self.form.set_items(items)
        self.rules.set_lines(list(rules_lines(self.choices.variant)))
        self._show_board()

    def _show_board(self) -> None:
        """Show where the game begins, if there is room for it below the form."""
        variant = self.choices.variant
        wide = self.size.width
        width = min(max(FORM, wide // 2 if wide >= WIDE else FORM), wide)
        room = self.size.height - ROWS_AROUND - len(self.form.items) - 1
        cell = fit_cell(variant.files, variant.ranks, width, room)
        self.left.styles.width = width
        self.set_class(cell is not None, "-preview")
        if cell is None:
            return
        if self.board.variant != variant:
            self.board.set_variant(variant)
            self._draw_pieces()
        self.board.set_cell(cell)
        self.board.show(BoardView(Position(variant, self.choices.fen).pieces()))

    def adopt_settings(self) -> None:
        """Draw the pieces as the player likes them, and know the engines."""
        super().adopt_settings()
        self._draw_pieces()
        self.choices.adopt(self.preferences.settings)
        if self.form.items:
            self._show()

    def _draw_pieces(self) -> None:
        self.board.adopt_settings()
        self.board.cursor = NOWHERE

    def fit(self, size: Size) -> None:
        """Find room for the board."""
        super().fit(size)
        self.set_class(size.width < NARROW, "-narrow")
        if self.form.items:
            self._show_board()

    # --- changes --------------------------------------------------------------------------------

    def on_menu_changed(self, event: Menu.Changed) -> None:
        """Take the next or previous value of a setting."""
        name = event.item.value
        assert isinstance(name, str)
        try:
            news = self.choices.change(name, event.step)
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)
            return
        self._show()
        self.prompt.say(news or self._explanation(name), alert=bool(news))

    def on_menu_highlighted(self, event: Menu.Highlighted) -> None:
        """Explain a setting, or else let the page show what is too long for its row."""
        if text := self._explanation(event.item.value):
            event.prevent_default()
            self.prompt.say(text)

    def _explanation(self, name: object) -> str:
        if name == POSITION:
            return "Enter: set up another position on a board"
        if name == FEN:
            return self.choices.fen or self.choices.variant.start_fen
        row = next((row for row in self.choices.rows() if row.name == name), None)
        return row.help if row is not None else ""

    def action_scroll(self, pages: int) -> None:
        """Scroll the rules."""
        self.rules.scroll_pages(pages)

    def on_paste(self, event: events.Paste) -> None:
        """Begin with the position of a FEN."""
        event.stop()
        self._begin_with(event.text)

    def _begin_with(self, text: str) -> None:
        fen = " ".join(text.split())
        reason = self.choices.begin_with(fen)
        if reason:
            self.prompt.say(f"No game can begin with this FEN: {reason}", alert=True)
        else:
            self._show()
            self.prompt.say("The game begins with this position")

    # --- the game -------------------------------------------------------------------------------

    def chosen(self, event: Menu.Chosen) -> None:
        """Start the game from any row but those that change where it begins."""
        if event.item.value == POSITION:
            from makachess.tui.screens.position_editor import PositionEditor

            self.app.push_screen(
                PositionEditor(self.choices.variant, self.choices.fen, self._set_up)
            )
        elif event.item.value == FEN:
            ask_text(self, "FEN: ", "", self._begin_with)
        else:
            self.start()

    def _set_up(self, fen: str, play: bool) -> None:
        """Take over a position, and play it at once if that is wanted."""
        self.choices.begin_with(fen)
        self._show()
        if play:
            self.start()

    def start(self) -> None:
        """Do what was chosen."""
        raise NotImplementedError


class NewGameScreen(GameFormScreen):
    """Chooses a game to be played here, at once."""

    NAME = "New game"

    def make_choices(self) -> NewGame:
        """All games there are to choose from."""
        listings = list_games()
        found = [listing.variant for listing in listings if listing.variant is not None]
        self._broken = [listing.reason for listing in listings if listing.variant is None]
        return NewGame(self.preferences.settings, label_variants(self.in_order(found)))

    def start(self) -> None:
        """Start the game, and remember what was chosen."""
        from makachess.tui.screens.game import GameScreen

        try:
            setup = self.choices.setup()
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)
            return
        variant = self.choices.variant
        self.preferences.remember(**self.choices.settings())
        self.preferences.remember_options(variant.name, variant.rules_options)
        self.give_way(lambda: GameScreen(setup))


def _item(row: FormField) -> Item:
    words = YES_NO if set(row.values) == set(YES_NO) else {}
    return Item(row.label, words.get(row.value, row.value), row.name, row.values)
