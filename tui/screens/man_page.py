"""A piece's page: a board on which it shows its moves, what it promotes to, and all about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from makachess.core import Move, Position, Square
from makachess.core.engine.model import Model
from makachess.play.diagrams import Diagram
from makachess.play.entry import MoveEntry
from makachess.play.lookup import (
    Hit,
    array_sentence,
    becoming_sentences,
    captor_sentences,
    capture_sentences,
    worth_sentence,
)
from makachess.play.narration import preview
from makachess.play.questions import Answer
from makachess.tui.board import BoardView, BoardWidget, piece_sets
from makachess.tui.board.geometry import CELL_SIZES, CellSize, Geometry
from makachess.tui.charset import can_show
from makachess.tui.keys import DIAGRAM, bindings
from makachess.tui.preferences import preferences_of
from makachess.tui.text import Line, Part, TextLine, TextPanel
from makachess.tui.widgets.prompt import PromptLine
from textual import events
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.geometry import Size

BOARDS = (9, 7)  # squares each way, the first that fits
TEXT_ROWS, TEXT_WIDTH = 7, 22  # that the text needs below the boards, or beside
LARGEST = CellSize(8, 4)


class ManPage(Vertical, can_focus=True):
    """One piece of one game; the screen's keys move the cursor and the men on its board."""

    DEFAULT_CSS = """
    ManPage {
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
        self._own, self._model = hit.man.variant, model  # the game it was opened from
        self._room = Size(0, 0)
        self.hit = hit
        self.diagram = Diagram(hit.man.variant, hit.man.kind)
        self.board = BoardWidget(self.diagram.board, id="diagram")
        self.twin = BoardWidget(self.diagram.board, id="twin")
        self.caption, self.twin_caption = TextLine(), TextLine()
        self.facts = TextPanel(id="facts")
        self.is_filled = False
        self._has_twin = True  # there is room for the board of what it promotes to
        self._carried: Square | None = None
        self._pressed: Square | None = None  # where the mouse button went down
        self._position = self.diagram.position()
        self._entry = MoveEntry(self._position)

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
        model = self._model if hit.man.variant == self._own else None
        self.facts.set_lines(list(fact_lines(hit, model)))

    def begin(self) -> None:
        """Set the board up as it was at first."""
        man, size = self.hit.man, self._board_size()
        self.diagram = Diagram(man.variant, man.kind, size)
        for board in (self.board, self.twin):
            board.set_variant(self.diagram.board)
        self._draw_men()
        self.board.move_cursor(self.diagram.home)
        self.twin.move_cursor(self.diagram.home)
        self._carried = None
        self._lay_out()

    def update(self) -> None:
        """Ask the rules anew, and show what they say."""
        self._position = self.diagram.position()
        self._entry = self._moves_of(self._position)
        self._show_moves()
        pieces = self.diagram.game.pieces
        self.caption.set_parts(Part(pieces[self.diagram.kind].name, "strong"))
        becomes = pieces[self.diagram.kind].promotes_to
        self.set_class(not becomes or not self._has_twin, "-alone")
        if becomes:
            verb, name = "promotes to ", pieces[becomes].name
            fits = len(verb + name) <= self.twin.geometry.width
            self.twin_caption.set_parts(
                Part(verb if fits else "to ", "quiet"), Part(name, "strong")
            )
            men = self.diagram.men | {self.diagram.home: becomes}
            self.twin.show(
                BoardView(men, entry=self._moves_of(self.diagram.position(becomes)).state)
            )
            self.twin.move_cursor(self.diagram.home)

    def _moves_of(self, position: Position) -> MoveEntry:
        entry = MoveEntry(position)
        entry.pick(self.diagram.home)
        return entry

    def _show_moves(self) -> None:
        hint = () if self._carried is None else (self._carried,)
        self.board.show(BoardView(self.diagram.men, hint=hint, entry=self._entry.state))

    def _draw_men(self) -> None:
        wanted, sets = preferences_of(self).settings.pieces, piece_sets(self.hit.man.variant)
        chosen = next((pieces for pieces in sets if pieces.name == wanted), sets[0])
        for board in (self.board, self.twin):
            board.set_pieces(chosen)

    # --- layout ---------------------------------------------------------------------------------

    def fit(self, room: Size) -> None:
        """Fit boards and text into so many columns and rows."""
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
        both = bool(self.hit.man.piece.promotes_to)
        cell, twin = _cells(size, columns, rows, both)
        self.board.set_cell(cell)
        self._has_twin = twin is not None
        if twin is not None:
            self.twin.set_cell(twin)
        self.update()

    # --- the men on the board -------------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember where a drag may begin."""
        self._pressed = self.board.square_at(event.screen_offset)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End a drag; Textual calls it a click as well."""
        origin, goal = self._pressed, self.board.square_at(event.screen_offset)
        if origin is not None and goal not in (None, origin) and origin in self.diagram.men:
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
        state, man = self._entry.state, self.diagram.men.get(square)
        if (target := state.targets.get(square)) is not None:
            self._prompt.say(preview(self._position, state, square, target))
        else:
            self._prompt.say(f"{self._named(man)} on {square}" if man else "")

    def _named(self, man: str) -> str:
        owner = "White" if man.isupper() else "Black"
        return f"{owner}'s {self.diagram.game.pieces[man.upper()].name}"

    def go(self, square: Square) -> None:
        """Let the piece go to a square, or put down what was picked up, or pick a man up."""
        state = self._entry.state
        if self._carried is not None:
            self._put_down(self._carried, square)
        elif square in state.targets or (len(state.path) > 1 and square == state.path[-1]):
            self._made(self._entry.pick(square))
        elif square in self.diagram.men:
            self._carried = square
            self._show_moves()
            self._prompt.say(f"{self._named(self.diagram.men[square])} goes where you put it")
        else:
            self._prompt.say(f"The {self.caption.text} does not go there; Space puts a piece there")

    def _put_down(self, carried: Square, square: Square) -> None:
        if square != carried and square in self.diagram.men:
            self._prompt.say(f"There is a piece on {square} already", alert=True)
            return
        self._carried = None
        self.diagram.relocate(carried, square)
        self._prompt.say("")
        self.update()

    def _made(self, move: Move | None) -> None:
        """Show how far the move has come, ask what it leaves open, or make it."""
        if move is not None:
            said = self._position.san(move)
            self.diagram.play(move)
            key = preferences_of(self).keymap.name("diagram-reset")
            self._prompt.say(f"{said}. {key} resets the board")
            self.update()
        elif choices := self._entry.state.choices:
            answers = [Answer(choice.label, choice.text, choice.move) for choice in choices]
            self._prompt.ask(self._entry.state.question, answers, self._answered)
        else:
            self._show_moves()
            self._prompt.say("Pick the same square again to end the move here, or go on")

    def _answered(self, answer: Answer | None) -> None:
        if answer is not None and isinstance(answer.value, Move):
            self._made(answer.value)
        else:
            self.update()

    def put(self) -> None:
        """Put the next sort of piece on the square under the cursor."""
        square = self.board.cursor
        self._carried = None
        man = self.diagram.cycle(square)
        self.update()
        self._prompt.say(f"{self._named(man)} on {square}" if man else f"{square} is empty")


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
    man, piece = hit.man, hit.man.piece
    kanji = f"  {piece.kanji}" if piece.kanji and can_show(piece.kanji) else ""
    name = f"  {piece.kanji_name} {piece.reading}".rstrip() if kanji else ""
    yield (Part(f"{piece.name} ", "strong"), Part(piece.id, "accent"), Part(f"{kanji}{name}"))
    yield (Part(man.game, "quiet"),)
    yield (Part(piece.description),)
    sentences = [
        *capture_sentences(man.variant, man.kind),
        *captor_sentences(man.variant, man.kind),
        *becoming_sentences(man.variant, man.kind),
        worth_sentence(man.variant, man.kind, model),
        array_sentence(man.variant, man.kind),
    ]
    yield from ((Part(sentence),) for sentence in sentences if sentence)
    others = [
        f"{other.piece.name} in {other.game}"
        for other in hit.entry.men
        if (other.game, other.piece.name) != (man.game, piece.name)
    ]
    if others:
        yield (Part("Moves alike: ", "quiet"), Part(", ".join(dict.fromkeys(others)), "quiet"))
