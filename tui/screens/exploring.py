"""Trying moves in a recorded game: entering them, editing the tree, saving what was edited."""

from __future__ import annotations

from typing import ClassVar

from makachess.core import Move, Square
from makachess.play.attacks import checked_squares, royals_of
from makachess.play.entry import move_squares
from makachess.play.exploration import Book, Exploration
from makachess.play.narration import mating_men
from makachess.saves import Game
from makachess.tui.board import BoardView
from makachess.tui.dialogs.editing import EditDialog
from makachess.tui.dialogs.game_hints import key_names
from makachess.tui.dialogs.move_dialog import MoveDialog
from makachess.tui.keys import EXPLORING, bindings
from makachess.tui.preferences import farewell_of
from makachess.tui.screens.reviewing import ReviewingScreen
from makachess.tui.text import short_path
from textual.binding import BindingType


class ExploringScreen(ReviewingScreen):
    """A recorded game in which every move that is made begins or follows a variation."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(EXPLORING)

    def __init__(self, book: Book, engine: str | None = None) -> None:
        self.book = book
        super().__init__(book.game.variant, engine)
        self.entering = MoveDialog(
            self.game.position,
            self.prompt,
            lambda: key_names(self.keymap, "pick-square", "stop-review"),
            self._entered,
            self.step_back,
            lambda: self.board.labels,
        )
        self.editing = EditDialog(book, self.prompt, self._edited)
        self.arrows_move_cursor = self._arrows_were = False
        self.is_handed_on = False  # the book goes on in another screen
        self.told_where = False  # the player knows in which file the game is

    @property
    def game(self) -> Game:
        """The game on the screen."""
        return self.book.game

    def game_shown(self) -> Game:
        """The same."""
        return self.book.game

    async def on_unmount(self) -> None:
        """Save what there is to save, and let others have the file."""
        if self.is_handed_on:
            return
        self.book.close()
        if self.book.unsaved:
            printed = self.editing.unsaved.prints
            farewell_of(self).leave_unsaved(self.game, self.book.unsaved, printed=printed)

    def action_leave(self) -> None:
        """Leave the game; if it cannot be saved, ask first."""
        self.editing.unsaved.leave(super().action_leave)

    def show_board(self) -> None:
        """Show the position, with the move being entered."""
        position, last = self.game.position, self.game.node.move
        self.board.show(
            BoardView(
                pieces=self.entering.pieces() | mating_men(position),
                last=move_squares(last) if last else (),
                checked=checked_squares(position, royals_of(position)),
                entry=self.entering.state,
            )
        )

    # --- making moves ---------------------------------------------------------------------------

    def picked(self, square: Square) -> None:
        """Show the man on the square picked, and take the square as a step of a move."""
        if self.is_handed_on:
            return
        man = self.game.position.piece_at(square)
        if man:
            self.info.show_kind(man.upper())
        if not self.prompt.asking:
            self.entering.pick(square)

    def _entered(self, move: Move | None) -> None:
        """Make the move if it is complete, otherwise show how far it has come."""
        if move is not None:
            self.editing.make(lambda exploration: exploration.play(move))
            return
        self.show_board()
        self.show_hints()
        if (error := self.entering.error) and not self.entering.state.path:
            self.prompt.say(error)
        else:
            self.entering.go_on(self.board.cursor)

    def action_pick(self) -> None:
        """Pick the square under the cursor; then the arrows move the cursor."""
        begun = bool(self.entering.state.path)
        super().action_pick()
        if not begun and self.entering.state.path:
            self.arrows_move_cursor = True
            self.show_hints()

    def leave_entry(self) -> None:
        """Drop a move being entered; the arrows do again what they did before."""
        self.arrows_move_cursor = self._arrows_were
        self.entering.begin(self.game.position)

    def cursor_moved(self) -> None:
        """Say what picking the square under the cursor would do."""
        super().cursor_moved()
        if self.entering.state.path:
            self.entering.say_next(self.board.cursor)

    async def action_back(self) -> None:
        """Close the help, or take back a step of the move being entered, or stop a review."""
        if not self.close_help() and not self.step_back():
            await self.stop_review()

    def step_back(self) -> bool:
        """Take back a step of the move being entered; False if there is none."""
        undone = self.entering.back()
        if undone:
            if not self.entering.state.path:
                self.arrows_move_cursor = self._arrows_were
            self.show_board()
            self.show_hints()
            self.prompt.say("")
            self.entering.say_next(self.board.cursor)
        return undone

    def action_hand_over(self) -> None:
        """Give the arrows to the cursor, or back to the moves."""
        self.arrows_move_cursor = self._arrows_were = not self.arrows_move_cursor
        pick = self.keymap.name("pick-square")
        cursor = f"The arrows move the cursor: {pick} picks a piece, then where it goes"
        self.prompt.say(cursor if self.arrows_move_cursor else "The arrows step through the game")
        self.show_hints()

    # --- edits ----------------------------------------------------------------------------------

    def _edited(self) -> None:
        """Show the game after an edit."""
        self.told_where = False
        self.leave_entry()
        self.desk.follow()
        self.show_game()

    def action_comment(self) -> None:
        """Comment on the move."""
        self.editing.ask_comment()

    def action_annotate(self) -> None:
        """Say how good the move is, or how the position stands."""
        self.editing.ask_annotation()

    def action_promote(self) -> None:
        """Move the variation up among those on the same move."""
        self.editing.make(Exploration.promote)

    def action_make_main(self) -> None:
        """Make the line the main line."""
        self.editing.make(Exploration.make_main)

    def action_delete(self) -> None:
        """Delete the move and all that follows it."""
        self.editing.make(Exploration.delete)

    def action_undo(self) -> None:
        """Undo the last edit."""
        self.editing.make(Exploration.undo)

    def action_redo(self) -> None:
        """Make the edit again that was undone last."""
        self.editing.make(Exploration.redo)

    def marked(self) -> None:
        """Note that the review has changed the game."""
        self.book.exploration.note_marks()
        self.told_where = False

    def action_save(self) -> None:
        """Save edits and review in the game's file and say where that is; then ask for another."""
        if self.told_where or not (self.book.has_file and self.book.exploration.revision):
            super().action_save()
            return
        news = self.book.commit(marks=True)
        self.status.show_unsaved(self.book.unsaved)
        self.told_where = not self.book.unsaved
        if self.told_where and self.book.path is not None:
            again = f"{self.keymap.name('save')} again saves a copy elsewhere"
            path = self.book.path
            news = news or f"Saved as {path.name}; {again}. Folder: {short_path(path.parent)}"
        self.editing.unsaved.offer()
        self.prompt.say(news, alert=not self.told_where)
