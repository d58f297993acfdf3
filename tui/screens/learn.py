"""Rules and pieces of every game, found by typing, and a page of each piece to try it on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from makachess.core import Move, Square
from makachess.core.engine.model import Model
from makachess.core.spec import Variant
from makachess.play.diagrams import Diagram
from makachess.play.entry import MoveEntry
from makachess.play.lookup import (
    Hit,
    Index,
    Rules,
    array_sentence,
    becoming_sentences,
    captor_sentences,
    capture_sentences,
    worth_sentence,
)
from makachess.play.narration import KeyNames
from makachess.tui.board import BoardView, BoardWidget, pieces_named
from makachess.tui.board.geometry import CELL_SIZES, CellSize, Geometry
from makachess.tui.charset import can_show
from makachess.tui.dialogs import MoveDialog
from makachess.tui.hints import Hint
from makachess.tui.keys import ANYWHERE, DIAGRAM, LEARN, PAGE, RULES, SCREENS, Action, bindings
from makachess.tui.lists import Item, Menu, SearchField
from makachess.tui.panes.help import rules_lines
from makachess.tui.preferences import app_of, preferences_of
from makachess.tui.prompt import PromptLine
from makachess.tui.screens.base import PageScreen
from makachess.tui.text import Line, Part, TextLine, TextPanel
from makachess.variants import Listing
from textual import events
from textual.binding import BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.timer import Timer
from textual.widget import Widget

BOARDS = (9, 7)  # squares each way, the first that fits
TEXT_ROWS, TEXT_WIDTH = 7, 22  # that the text needs below the boards, or beside
LARGEST = CellSize(8, 4)


class PiecePage(Vertical, can_focus=True):
    """One piece of one game; the screen's keys move the cursor and the pieces on its board."""

    DEFAULT_CSS = """
    PiecePage {
        width: 1fr;
        & #boards { height: auto; width: auto; }
        & .stage { width: auto; height: auto; margin-right: 1; }
        & .stage TextLine { width: 100%; }
        & #facts { margin-top: 1; }
        &.-beside { layout: horizontal; & #facts { margin: 0; } }
        &.-alone #twin-stage { display: none; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(DIAGRAM)

    def __init__(self, hit: Hit, prompt: PromptLine, model: Model | None = None) -> None:
        super().__init__(id="page")
        self._prompt = prompt
        self._own, self._model = hit.piece.variant, model  # the game it was opened from
        self._room = Size(0, 0)
        self.hit = hit
        self.diagram = Diagram(hit.piece.variant, hit.piece.kind)
        self.board = BoardWidget(self.diagram.board, id="diagram")
        self.twin = BoardWidget(self.diagram.board, id="twin")
        self.caption, self.twin_caption = TextLine(), TextLine()
        self.facts = TextPanel(id="facts")
        self.is_filled = False
        self._has_twin = True  # there is room for the board of what it promotes to
        self._carried: Square | None = None
        self._pressed: Square | None = None  # where the mouse button went down
        self.entering = MoveDialog(
            *(self.diagram.position(), prompt, KeyNames, self._entered, self.update),
            lambda: self.board.labels,
        )

    def compose(self) -> Iterator[Horizontal | TextPanel]:
        """The boards with what they show, and the text."""
        yield Horizontal(
            Vertical(self.caption, self.board, classes="stage"),
            Vertical(self.twin_caption, self.twin, classes="stage", id="twin-stage"),
            id="boards",
        )
        yield self.facts

    # --- showing --------------------------------------------------------------------------------

    def show(self, hit: Hit) -> None:
        """Show a piece."""
        self.hit = hit
        self.is_filled = True
        self.begin()
        model = self._model if hit.piece.variant == self._own else None
        self.facts.set_lines(list(fact_lines(hit, model)))

    def begin(self) -> None:
        """Set the board up as it was at first."""
        piece, size = self.hit.piece, self._board_size()
        self.diagram = Diagram(piece.variant, piece.kind, size)
        for board in (self.board, self.twin):
            board.set_variant(self.diagram.board)
        self._draw_pieces()
        self.board.move_cursor(self.diagram.home)
        self.twin.move_cursor(self.diagram.home)
        self._carried = None
        self._lay_out()

    def update(self) -> None:
        """Ask the rules anew, and show what they say."""
        self.entering.begin(self.diagram.position(), self.diagram.home)
        self._show_moves()
        types = self.diagram.game.pieces
        self.caption.set_parts(Part(types[self.diagram.kind].name, "strong"))
        becomes = types[self.diagram.kind].promotes_to
        self.set_class(not becomes or not self._has_twin, "-alone")
        if becomes:
            verb, name = "promotes to ", types[becomes].name
            fits = len(verb + name) <= self.twin.geometry.width
            self.twin_caption.set_parts(
                Part(verb if fits else "to ", "quiet"), Part(name, "strong")
            )
            pieces = self.diagram.pieces | {self.diagram.home: becomes}
            entry = MoveEntry(self.diagram.position(becomes))
            entry.pick(self.diagram.home)
            self.twin.show(BoardView(pieces, entry=entry.state))
            self.twin.move_cursor(self.diagram.home)

    def _show_moves(self) -> None:
        hint = () if self._carried is None else (self._carried,)
        self.board.show(BoardView(self.diagram.pieces, hint=hint, entry=self.entering.state))

    def _draw_pieces(self) -> None:
        chosen = pieces_named(self.hit.piece.variant, preferences_of(self).settings.pieces)
        for board in (self.board, self.twin):
            board.set_pieces(chosen)

    # --- layout ---------------------------------------------------------------------------------

    def fit(self, room: Size) -> None:
        """Fit boards and text into the columns and rows there are."""
        if room == self._room:
            return
        before, self._room = self._board_size(), room
        if self._board_size() != before:
            self.begin()
        else:
            self._lay_out()

    def _board_size(self) -> int:
        height = self._room.height - 2
        return next((size for size in BOARDS if size <= height), BOARDS[-1])

    def _lay_out(self) -> None:
        size, (width, height) = self._board_size(), self._room
        below = height >= size + 2 + TEXT_ROWS
        self.set_class(not below, "-beside")
        rows = height - 1 - (TEXT_ROWS if below else 0)
        columns = width - (0 if below else TEXT_WIDTH)
        both = bool(self.hit.piece.type.promotes_to)
        cell, twin = _cells(size, columns, rows, both)
        self.board.set_cell(cell)
        self._has_twin = twin is not None
        if twin is not None:
            self.twin.set_cell(twin)
        self.update()

    # --- the pieces on the board ------------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember where a drag may begin."""
        self._pressed = self.board.square_at(event.screen_offset)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End a drag; Textual calls it a click as well."""
        origin, goal = self._pressed, self.board.square_at(event.screen_offset)
        if origin is not None and goal not in (None, origin) and origin in self.diagram.pieces:
            assert goal is not None
            self.board.move_cursor(goal)
            self._put_down(origin, goal)
        else:
            self._pressed = None

    def clicked(self, square: Square) -> None:
        """Go to the square clicked, unless the click was the end of a drag."""
        if self._pressed is None:
            self.board.move_cursor(square)
            self.go(square)
        self._pressed = None

    def cursor(self, dx: int, dy: int) -> None:
        """Move the cursor, and say what is there."""
        self.board.step_cursor(dx, dy)
        self._tell()

    def _tell(self) -> None:
        square = self.board.cursor
        if square in self.entering.state.targets:
            self.entering.say_next(square)
        else:
            piece = self.diagram.pieces.get(square)
            self._prompt.say(f"{self._named(piece)} on {square}" if piece else "")

    def _named(self, piece: str) -> str:
        owner = "White" if piece.isupper() else "Black"
        return f"{owner}'s {self.diagram.game.pieces[piece.upper()].name}"

    def go(self, square: Square) -> None:
        """Let the piece go to a square, or put down what was picked up, or pick a piece up."""
        state = self.entering.state
        if self._carried is not None:
            self._put_down(self._carried, square)
        elif square in state.targets or (len(state.path) > 1 and square == state.path[-1]):
            self.entering.pick(square)
        elif square in self.diagram.pieces:
            self._carried = square
            self._show_moves()
            self._prompt.say(f"{self._named(self.diagram.pieces[square])} goes where you put it")
        else:
            self._prompt.say(f"The {self.caption.text} does not go there; Space puts a piece there")

    def _put_down(self, carried: Square, square: Square) -> None:
        if square != carried and square in self.diagram.pieces:
            self._prompt.say(f"There is a piece on {square} already", alert=True)
            return
        self._carried = None
        self.diagram.relocate(carried, square)
        self._prompt.say("")
        self.update()

    def _entered(self, move: Move | None) -> None:
        """Make a move that is complete, otherwise show how far it has come."""
        if move is None:
            self._show_moves()
            self.entering.go_on(self.board.cursor)
            return
        said = self.diagram.position().san(move)
        self.diagram.play(move)
        key = preferences_of(self).keymap.name("diagram-reset")
        self._prompt.say(f"{said}. {key} resets the board")
        self.update()

    def put(self) -> None:
        """Put the next sort of piece on the square under the cursor."""
        square = self.board.cursor
        self._carried = None
        piece = self.diagram.cycle(square)
        self.update()
        self._prompt.say(f"{self._named(piece)} on {square}" if piece else f"{square} is empty")


def _cells(size: int, width: int, height: int, both: bool) -> tuple[CellSize, CellSize | None]:
    """The largest cells for the board and for its twin, which may be smaller, or have no room."""
    fitting = [cell for cell in CELL_SIZES if size * cell.height + 1 <= height]
    fitting = [cell for cell in fitting if cell <= LARGEST] or [CELL_SIZES[-1]]
    widths = {cell: Geometry(size, size, cell).width for cell in fitting}
    if both:
        for cell in fitting:
            for twin in (cell, *(other for other in fitting if other < cell)):
                if widths[cell] + widths[twin] + 1 <= width and twin.width * 2 >= cell.width:
                    return cell, twin
    return next((cell for cell in fitting if widths[cell] <= width), fitting[-1]), None


def fact_lines(hit: Hit, model: Model | None) -> Iterator[Line]:
    """All there is to say of a piece, its other names and games first."""
    piece, kind = hit.piece, hit.piece.type
    kanji = f"  {kind.kanji}" if kind.kanji and can_show(kind.kanji) else ""
    name = f"  {kind.kanji_name} {kind.reading}".rstrip() if kanji else ""
    yield (Part(f"{kind.name} ", "strong"), Part(kind.id, "accent"), Part(f"{kanji}{name}"))
    yield (Part(piece.game, "quiet"),)
    yield (Part(kind.description),)
    sentences = [
        *capture_sentences(piece.variant, piece.kind),
        *captor_sentences(piece.variant, piece.kind),
        *becoming_sentences(piece.variant, piece.kind),
        worth_sentence(piece.variant, piece.kind, model),
        array_sentence(piece.variant, piece.kind),
    ]
    yield from ((Part(sentence),) for sentence in sentences if sentence)
    others = [
        f"{other.type.name} in {other.game}"
        for other in hit.entry.pieces
        if (other.game, other.type.name) != (piece.game, kind.name)
    ]
    if others:
        yield (Part("Moves alike: ", "quiet"), Part(", ".join(dict.fromkeys(others)), "quiet"))


# --- the list and the page ------------------------------------------------------------------------

NARROW = 66  # columns below which list and page take turns
LIST = 26  # columns of the list
AROUND = 3  # rows for title, prompt and hints


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
        &.-piece #text { display: none; }
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
            *(self.menu, self._look_for, self.leaves_to_field),
            "type a name, id or kanji",
            id="find",
        )
        self.text = TextPanel(id="text")
        self.piece = PiecePage(self.index.hit(variant, kind), self.prompt, model)

    def page(self) -> list[Widget]:
        """List and page side by side."""
        index = Vertical(self.find, self.menu, id="index")
        return [Horizontal(index, Container(self.text, self.piece, id="sheet"), id="parts")]

    def on_mount(self) -> None:
        """Show the piece asked for on its board, or else the rules of the first game."""
        self.set_class(True, "-choosing")
        self._fill()
        if not self._wanted:
            self.find.focus()
        else:
            kinds = [getattr(item.value, "piece", None) for item in self.menu.items]
            found = [n for n, piece in enumerate(kinds) if piece and piece.kind == self._wanted]
            with self.prevent(Menu.Highlighted):
                self.menu.highlight(found[0] if found else 0)
            self.call_after_refresh(self._open_first)

    def _open_first(self) -> None:
        self._show(self.piece.hit)
        self.action_more()

    def fit(self, size: Size) -> None:
        """Fit list and page into the window."""
        super().fit(size)
        narrow = size.width < NARROW
        self.set_class(narrow, "-narrow")
        width = size.width - (2 if narrow else LIST + 3)
        self.call_after_refresh(self.piece.fit, Size(width, size.height - AROUND))
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
        self._timer = self.set_timer(app_of(self).waits.rest, self._show_highlighted)

    def _show_highlighted(self) -> None:
        if self.menu.items:
            self._show(self.menu.items[self.menu.index].value)

    # --- the page -------------------------------------------------------------------------------

    def _show(self, value: object) -> None:
        is_piece = isinstance(value, Hit)
        self.set_class(is_piece, "-piece")
        self.set_class(not is_piece, "-text")
        if isinstance(value, Hit):
            if value != self.piece.hit or not self.piece.is_filled:
                self.piece.show(value)
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
        board = [Hint("more", "try it")] if self.has_class("-piece") else []
        moving = Hint("menu-up menu-down", "choose")
        self.hints.show(
            moving, *board, Hint("one-game"), scroll, Hint("go-back"), Hint("help"), Hint("leave")
        )

    @property
    def board(self) -> BoardWidget:
        """The board on which the piece shows its moves."""
        return self.piece.board

    @property
    def on_board(self) -> bool:
        """Whether the keys are those of the piece's board."""
        return self.focused is self.piece

    def chosen(self, event: Menu.Chosen) -> None:
        """Go to the page."""
        self._show(event.item.value)
        self._read(self.piece if self.has_class("-piece") else self.find)

    def _read(self, focus: Widget) -> None:
        """Go to the page, or back to the list; they take turns where there is little room."""
        reading = focus is self.piece or not self.has_class("-reading")
        self.set_class(reading, "-reading")
        self.set_class(not reading, "-choosing")
        if focus.focusable:
            self.set_focus(focus)
        else:  # as long as it is not on show
            self.call_after_refresh(self.set_focus, focus)

    def action_more(self) -> None:
        """Show the rest of a message, or else go from the list to the page or back."""
        if not self.prompt.more():
            on_piece = self.has_class("-piece") and not self.on_board
            self._read(self.piece if on_piece else self.find)

    def on_descendant_focus(self) -> None:
        """Offer the keys of what has the focus now."""
        self._show_hints()

    def action_next_namesake(self) -> None:
        """Show the same piece in the next game that has it."""
        hit = self.piece.hit
        if self.has_class("-piece"):
            pieces = hit.entry.pieces
            self._show(Hit(pieces[(pieces.index(hit.piece) + 1) % len(pieces)], hit.entry))

    def action_scroll(self, pages: int) -> None:
        """Scroll the text."""
        panel = self.piece.facts if self.has_class("-piece") else self.text
        panel.scroll_pages(pages)

    # --- the board ------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Offer keys to an open question first; what is typed anywhere else looks for a piece."""
        if self.prompt.asking:
            self.prompt.take_key(event)
        elif self.focused is not self.find and self._is_typing(char := event.character or " "):
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
        self.piece.cursor(dx, dy)

    def action_pick(self) -> None:
        """Pick the square under the cursor."""
        self.piece.go(self.board.cursor)

    def action_put(self) -> None:
        """Put another piece on the square under the cursor."""
        self.piece.put()

    def action_reset(self) -> None:
        """Set the board up again."""
        self.piece.begin()

    def on_board_widget_clicked(self, event: BoardWidget.Clicked) -> None:
        """Go to the square clicked."""
        if not self.prompt.asking:
            self._read(self.piece)
            self.piece.clicked(event.square)


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
