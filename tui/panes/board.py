"""The board on which moves are entered: squares are picked there, or moves typed below it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from makachess.core import Move, Position, Square
from makachess.play.attacks import Royal
from makachess.play.narration import KeyNames
from makachess.tui.board import BoardWidget, view_of
from makachess.tui.board.square import side_of
from makachess.tui.dialogs import MoveDialog, Prompt
from makachess.tui.key_row import key_names
from makachess.tui.preferences import preferences_of
from textual import events
from textual.message import Message


class MoveMaker:
    """What the screen around a board does with the moves that are entered there."""

    def make_move(self, move: Move) -> None:
        """Make a move that has been entered whole."""
        raise NotImplementedError

    def show_entry(self) -> None:
        """Show how far the move being entered has come."""
        raise NotImplementedError

    def step_back(self) -> object:
        """Take back a step of it."""
        raise NotImplementedError

    def cursor_moved(self) -> None:
        """Follow the cursor."""
        raise NotImplementedError


class BoardPane(BoardWidget):
    """A board with its cursor and the move being entered.

    With `browsing`, squares are picked by keys of their own. A piece can be dragged: it is picked
    up where it is held, and its square when the mouse is let go is one clicked.
    """

    @dataclass
    class Dragged(Message):
        """A piece is held over another square."""

        square: Square

    def __init__(
        self, position: Position, prompt: Prompt, maker: MoveMaker, *, browsing: bool = False
    ) -> None:
        super().__init__(position.variant, id="board")
        self._maker, self._browsing = maker, browsing
        self._held: Square | None = None  # the square of a piece on which the mouse is held down
        self._over: Square | None = None  # the last square over which it has been since
        self.entering = MoveDialog(
            *(position, prompt, self._keys, self._entered, maker.step_back),
            lambda: self.labels,
        )

    def _keys(self) -> KeyNames:
        names = ("pick-square", "replay-back") if self._browsing else ()
        return key_names(preferences_of(self).keymap, *names)

    def put_cursor(self, position: Position, color: str) -> None:
        """Put the cursor near the middle on a piece of a colour: if it is to move, one that can."""
        if color == position.turn:
            squares = {move.origin for move in position.legal_moves()}
        else:
            squares = {at for at, (_, side) in position.piece_map().items() if side == color}
        file, rank = self.variant.files // 2, (self.variant.ranks - 1) / 2

        def distance(at: Square) -> tuple[float, Square]:
            return abs(at.file - file) + abs(at.rank - rank), at

        self.move_cursor(min(squares, key=distance, default=self.cursor))

    def show_position(
        self,
        position: Position,
        royals: tuple[Royal, ...],
        *,
        hint: tuple[Square, ...] = (),
        premove: tuple[Square, ...] = (),
        earlier: bool = False,
    ) -> None:
        """Show a position with the move being entered in it, or an earlier one without."""
        view = view_of(position, royals, None if earlier else self.entering.pieces())
        self.show(replace(view, hint=hint, premove=premove, entry=self.entering.state))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Hold a piece, unless one of the other side is picked up, which might take it."""
        square, view = self.geometry.square_at(event.x, event.y), self._view
        pieces = [view.pieces.get(at, "") for at in (square, *self._picked[:1]) if at is not None]
        is_held = all(pieces) and len(set(map(side_of, pieces))) == 1
        self._held, self._over = square if is_held else None, None

    @property
    def _picked(self) -> tuple[Square, ...]:
        """The squares of a move that goes on; a whole premove gives way to another."""
        view = self._view
        return view.entry.path or (tuple(view.premove) if len(view.premove) == 1 else ())

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow a piece that is dragged; terminals tell of that only while a button is held."""
        square = self.geometry.square_at(event.x, event.y)
        if event.button and self._held and square and square != (self._over or self._held):
            self._lift(self._held)
            self._over = square
            self.post_message(self.Dragged(square))

    def on_leave(self, event: events.Leave) -> None:
        """Hold nothing any more: nobody here will hear where the mouse is let go."""
        self._held = None

    def on_click(self, event: events.Click) -> None:
        """Pick up what has been dragged here, unless it has been on its way."""
        square, held = self.geometry.square_at(event.x, event.y), self._held
        self._held = None
        if held and square == held and self._over:
            event.prevent_default()  # put back where it was, it stays picked up
        elif held and square and square != held:
            self._lift(held)

    def _lift(self, square: Square) -> None:
        if not self._over and square not in self._picked:
            self.post_message(self.Clicked(square))

    def _entered(self, move: Move | None) -> None:
        """Have the move made if it is complete, otherwise show how far it has come."""
        if move is not None:
            self._maker.make_move(move)
            return
        self._maker.show_entry()
        state = self.entering.state
        if state.path and not state.error and self.cursor != state.path[-1]:  # it was typed
            self.move_cursor(state.path[-1])
            self._maker.cursor_moved()
        self.entering.go_on(self.cursor)
