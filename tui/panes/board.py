"""The board on which moves are entered: squares are picked there, or moves typed below it."""

from __future__ import annotations

from dataclasses import replace

from makachess.core import Move, Position, Square
from makachess.play.attacks import Royal
from makachess.play.narration import KeyNames
from makachess.tui.board import BoardWidget, view_of
from makachess.tui.dialogs import MoveDialog, Prompt
from makachess.tui.key_row import key_names
from makachess.tui.preferences import preferences_of


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

    With `browsing`, squares are picked by keys of their own.
    """

    def __init__(
        self, position: Position, prompt: Prompt, maker: MoveMaker, *, browsing: bool = False
    ) -> None:
        super().__init__(position.variant, id="board")
        self._maker, self._browsing = maker, browsing
        self.entering = MoveDialog(
            *(position, prompt, self._keys, self._entered, maker.step_back),
            lambda: self.labels,
        )

    def _keys(self) -> KeyNames:
        names = ("pick-square", "replay-back") if self._browsing else ()
        return key_names(preferences_of(self).keymap, *names)

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
