"""The position editor: pieces put on the board, side, rights, and why it cannot be played yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from makachess.core.errors import MakachessError
from makachess.core.spec import Variant
from makachess.core.squares import Square
from makachess.play.questions import Answer
from makachess.play.session.draft import Draft
from makachess.tui.board import BoardView, BoardWidget
from makachess.tui.dialogs import offer
from makachess.tui.key_row import hints
from makachess.tui.keys import ACTIONS, EDITOR, SCREENS, bindings
from makachess.tui.lists import Item, Menu
from makachess.tui.panes.marks import CURSOR, LISTS
from makachess.tui.preferences import preferences_of
from makachess.tui.screens.beside import BesideScreen, Row
from makachess.tui.text import Line, Part, TextPanel, is_cut
from textual import events
from textual.geometry import Size
from textual.widget import Widget


class Palette(Menu, can_focus=False, inherit_bindings=False):
    """The pieces of a game; the keys are the screen's."""

    def __init__(self, variant: Variant, *, id: str | None = None) -> None:
        super().__init__([Item(f"{p.id:<3} {p.name}") for p in variant.pieces.values()], id=id)


class DraftFacts(TextPanel):
    """The piece chosen, the side to move and the rights, each with the key that changes it."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._shown: tuple[Draft, str] | None = None

    def show(self, draft: Draft, piece: str) -> None:
        self._shown = draft, piece
        self.set_lines(list(self._facts(draft, piece)))

    def on_resize(self) -> None:
        """Leave out the keys for which there is no room."""
        if self._shown is not None:
            self.set_lines(list(self._facts(*self._shown)))
        super().on_resize()

    def _facts(self, draft: Draft, piece: str) -> Iterator[Line]:
        kind = draft.variant.pieces[piece.upper()]
        color = "White" if piece == kind.id else "Black"
        yield self._fact("Piece", f"{color} {kind.name}", "piece-colour")
        yield self._fact("To move", draft.turn.capitalize(), "side")
        if draft.has_castling:
            yield self._fact("Castling", draft.castling, "castling")
        yield self._fact("E.p.", draft.passed, "passed")

    def _fact(self, label: str, text: str, action: str) -> Line:
        run, key = ACTIONS[action].run, preferences_of(self).keymap.name(action)
        line = [Part(f"{label:<9}", "", run), Part(text, "strong", run)]
        shown = [*line, Part(f" {key}", "key", run)]
        return line if is_cut(shown, self.size.width or len(key)) else shown


HINTS = hints(
    "put, next-piece, piece-colour, play-from-here, undo-change, side, clear, array, keep,"
    "help, castling, passed, copy-fen"
)
TYPED = "Piece, square or FEN: "
EXAMPLE = Square.parse("e4")

FACTS = 5  # rows


class PositionEditor(BesideScreen):
    """A board to be filled, with the pieces to choose from beside it.

    The position goes to `then`, with whether it is to be played at once.
    """

    status: TextPanel

    BINDINGS = bindings(EDITOR)
    ACTIONS = SCREENS["position"]
    MORE = "next-piece"
    MARKS = (CURSOR, *LISTS)
    MORE_HELP = (
        ("N n Ne4 e4", "a white piece, a black one, one on a square, a square to go to"),
        ("N5f 5f", "the same in shogi coordinates"),
    )

    def __init__(
        self, variant: Variant, fen: str | None, then: Callable[[str, bool], object]
    ) -> None:
        super().__init__()
        self.variant = variant
        self.draft = Draft(variant, fen)
        self._then = then
        self._kinds = tuple(variant.pieces)
        self.piece = self._kinds[0]  # the piece chosen, as FEN writes it
        self.board = BoardWidget(variant, id="board")
        self.status = TextPanel(id="status")
        self.facts = DraftFacts(id="facts")
        self.palette = Palette(variant, id="palette")
        self.key_row.show(*HINTS)

    def panes(self) -> list[Widget]:
        return [self.facts, self.palette]

    def panel_rows(self, width: int, height: int) -> list[Row]:
        return [(self.status, self.status.rows_for(width)), (self.facts, FACTS), (self.palette, 0)]

    def on_mount(self) -> None:
        self.show()
        square = self.board.labels.name(EXAMPLE)
        said = f"Type a piece, such as N or n, a piece and its square (N{square}), or a FEN"
        self.prompt.say(said)

    def fit(self, size: Size) -> None:
        super().fit(size)
        self.show()

    def show(self) -> None:
        draft = self.draft
        self.board.show(BoardView(draft.pieces))
        self.palette.highlight(self._kinds.index(self.piece.upper()))
        turn = f" {draft.turn.capitalize()} to move"
        if self.has_class("-alone"):
            turn = f" {self.piece} {turn}"
        ready = Part("  ready to be played", "accent")
        verdict = Part(f"  not yet: {draft.reason}", "alert") if draft.reason else ready
        status = [Part(turn, "strong", "screen.side"), verdict]
        is_long = not self.arrangement.whole and is_cut(status, self.size.width)
        self.status.set_lines([status[1:] if is_long else status])
        self.facts.show(draft, self.piece)
        if self.status.display and self.status.rows_for(self.panel_width) != self.status.rows_given:
            self.place()

    def take_key(self, event: events.Key) -> None:
        """Begin an entry with what is typed."""
        char = event.character if event.is_printable else None
        if self.prompt.busy:
            self.prompt.take_key(event)
        elif char and char not in self.prompt.reserved_chars:
            event.stop()
            self.prompt.edit(TYPED, char, self.typed)

    def take_paste(self, text: str) -> None:
        line = " ".join(text.split())
        if self.prompt.busy:
            self.prompt.paste(text)
        elif "/" in text:
            self.typed(line)
        else:
            self.prompt.edit(TYPED, line, self.typed)

    def picked(self, square: Square) -> None:
        self.action_put()

    def chosen(self, event: Menu.Chosen) -> None:
        self._choose(event.index)

    def typed(self, text: str) -> None:
        text = " ".join(text.split())
        if self.run_command(text):
            return
        read = self.board.labels.read(text)
        try:
            said = self._load(text) if "/" in text else self._place(read)
        except MakachessError as error:
            reason = self.board.labels.write(str(error).replace(repr(read), repr(text)))
            self.prompt.say(reason, alert=True)
            return
        self.prompt.say(said, alert=bool(said))
        self.show()

    def _load(self, fen: str) -> str:
        problem = self.draft.load(fen)
        return f"Only the pieces were kept: {problem}" if problem else ""

    def _place(self, text: str) -> str:
        piece, square = self.draft.read(text)
        self.piece = piece or self.piece
        self.board.move_cursor(square or self.board.cursor)
        if piece:
            self.draft.place(self.board.cursor, piece)
        return ""

    def action_flip(self) -> None:
        self.board.flip()

    def action_put(self) -> None:
        square: Square = self.board.cursor
        if self.draft.pieces.get(square) == self.piece:
            self.draft.empty(square)
        else:
            self.draft.place(square, self.piece)
        self.show()

    def action_take_off(self) -> None:
        self.draft.empty(self.board.cursor)
        self.show()

    def action_choose(self, step: int) -> None:
        self._choose(self._kinds.index(self.piece.upper()) + step)

    def _choose(self, at: int) -> None:
        kind = self._kinds[at % len(self._kinds)]
        self.piece = kind if self.piece.isupper() else kind.lower()
        self.show()

    def action_colour(self) -> None:
        self.piece = self.piece.swapcase()
        self.show()

    def action_side(self) -> None:
        self.draft.pass_turn()
        self.show()

    def action_castling(self) -> None:
        """Ask which castling right to grant or withdraw."""
        possible = self.draft.possible_rights
        if not possible:
            here = "No king and rook are at home"
            if not self.draft.has_castling:
                here = f"There is no castling in {self.variant.title}"
            self.prompt.say(here)
            return
        held = self.draft.castling
        answers = [
            Answer(right, "withdraw" if right in held else "grant", partial(self._toggle, right))
            for right in possible
        ]
        offer(self.prompt, f"Castling ({held})", *answers)

    def _toggle(self, right: str) -> None:
        try:
            self.draft.toggle_right(right)
        except MakachessError as error:  # a piece has gone since the question was asked
            self.prompt.say(str(error), alert=True)
        else:
            self.show()

    def action_passed(self) -> None:
        if not self.draft.possible_passed:
            self.prompt.say("No pawn can just have passed a square")
        self.draft.next_passed()
        self.show()

    def action_undo(self) -> None:
        self._has_gone_back(self.draft.undo(), "undo")

    def action_redo(self) -> None:
        self._has_gone_back(self.draft.redo(), "redo")

    def _has_gone_back(self, done: bool, what: str) -> None:
        self.prompt.say("" if done else f"There is nothing to {what}")
        self.show()

    def action_clear(self) -> None:
        self.draft.clear()
        self.show()

    def action_array(self) -> None:
        self.draft.load(self.variant.start_fen)
        self.show()

    def action_copy_fen(self) -> None:
        self.app.copy_to_clipboard(self.draft.fen)
        self.prompt.say(f"Copied: {self.draft.fen}")

    def action_play(self) -> None:
        self._leave(play=True)

    def action_back(self) -> None:
        if not self.close_help():
            self._leave(play=False)

    def _leave(self, *, play: bool) -> None:
        reason, fen = self.draft.reason, self.draft.fen
        if not reason:
            if self.close():
                self._then(fen, play)
        elif play:
            self.prompt.say(f"This cannot be played yet: {reason}", alert=True)
        else:
            question = f"This cannot be played ({reason}). Leave without it?"
            offer(self.prompt, question, Answer("y", "leave it", self.close), Answer("n", "go on"))

    def read_on(self) -> bool:
        """Say also what is wrong with the position, of which a row may have no room for all."""
        if super().read_on():
            return True
        said, reason = self.prompt.message, self.draft.reason
        if reason and reason != said and not self.prompt.busy:
            self.prompt.say(reason)
        return bool(reason) and reason != said
