"""The game screen: between a person at the keyboard and the session."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from makachess.core import Move, Position, Square
from makachess.play.analysis.hints import Hints
from makachess.play.analysis.study import Study
from makachess.play.background import close_all
from makachess.play.engines import make_engine
from makachess.play.entry.steps import move_squares
from makachess.play.exploring.looking import label_of, parse_move_number
from makachess.play.narration import forced_note, mating_men, settled_note
from makachess.play.royals import Royal, checked_squares, royals_of
from makachess.play.session.session import OTHER, Change, Session
from makachess.play.session.setup import Setup
from makachess.tui.board import BoardView
from makachess.tui.dialogs.game_hints import (
    TYPING,
    call_to_act,
    doing,
    game_hints,
    key_names,
    why_no_move,
)
from makachess.tui.dialogs.game_questions import Questions
from makachess.tui.dialogs.move_dialog import MoveDialog
from makachess.tui.dialogs.seating import Seating
from makachess.tui.dialogs.unsaved import UnsavedDialog
from makachess.tui.keys import GAME, LONG_MESSAGES, SCREENS, Action, bindings
from makachess.tui.preferences import farewell_of
from makachess.tui.screens.looking import LookingScreen
from makachess.tui.widgets.players import side_details
from textual.binding import BindingType
from textual.message import Message


class GameScreen(LookingScreen):
    """One game being played."""

    class GameChanged(Message):
        """The game, or what goes on around it, has changed."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(GAME, LONG_MESSAGES)
    ACTIONS: ClassVar[tuple[Action, ...]] = SCREENS["game"]
    MORE_HELP: ClassVar[tuple[tuple[str, str], ...]] = TYPING

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup.game, setup.engine, setup.model, setup.cores)
        self.setup = setup
        self.session = Session(
            setup.game,
            setup.seats(),
            save=setup.autosave.commit,
            tell=self._changed,
            clock=setup.clock(),
        )
        self.entering = MoveDialog(
            setup.game.position,
            self.prompt,
            lambda: key_names(self.keymap),
            self._entered,
            self.action_back,
            lambda: self.board.labels,
        )
        self.move_hints = Hints(self._hint_study(), self)
        self.questions = Questions(self.session, self.prompt)
        self.unsaved = UnsavedDialog(self.session, setup.autosave, self.prompt)
        self.seating = Seating(setup, self.session, self.prompt, self.action_leave)
        self.auto_flip = setup.auto_flip
        self._royals: tuple[Royal, ...] = ()
        self._changes = 0  # of the game, so far
        if setup.people == {"black"}:
            self.board.flip()

    def _hint_study(self) -> Study:
        """Hints come from the built-in engine, and from its analysis if that is the one shown."""
        if self.setup.engine is None:
            return self.study
        make = partial(make_engine, self.variant, model=self.setup.model, cores=self.setup.cores)
        return Study(make, lambda found: None)

    async def on_mount(self) -> None:
        """Show the game, and begin."""
        self.prompt.on_move = self._typed
        self.prompt.files = self.variant.files
        self.show_first_man()
        if self.session.clock is not None:
            self.set_interval(1.0, self._tick)
        self.session.begin()
        if self.setup.note:
            self.prompt.say(self.setup.note, alert=True)
        self.seating.ask()

    async def on_unmount(self) -> None:
        """End the game, its engines and the one behind the hints."""
        try:
            await close_all(self.session.close(), self.move_hints.close(), self.study.close())
            if self.session.unsaved:
                game, reason = self.session.game, self.session.unsaved
                farewell_of(self).leave_unsaved(game, reason, printed=self.unsaved.prints)
        finally:
            self.setup.autosave.close()

    # --- showing --------------------------------------------------------------------------------

    def _changed(self, change: Change) -> None:
        """Begin a new move at once, for keys may be waiting; the widgets follow."""
        self._changes += 1
        if self.session.over:
            self.looking.end()
        self.looking.follow()
        self.entering.begin(self.session.game.position)
        self.move_hints.withdraw()
        self.prompt.withdraw()
        game = self.session.game
        last = f"{label_of(game, game.node)} was played" if self.looking.is_on else ""
        notes = filter(None, (last, change.note, settled_note(game.position), self.why_not_here()))
        self.prompt.say(
            "; ".join(notes) or call_to_act(self.session, self.keymap), alert=change.alert
        )
        if not self.unsaved.offer():
            self.questions.ask_about_draw()
        if self.session.persons_turn and not self.prompt.asking and not self.looking.is_on:
            self.entering.ask()
        self.post_message(self.GameChanged())

    def on_game_screen_game_changed(self) -> None:
        """Show the change, however many there were."""
        if self.auto_flip and self.session.persons_turn:
            self._face(self.session.turn)
        self.show_game()
        super().cursor_moved()

    def show_game(self) -> None:
        """Board, list, players, status and hints."""
        game = self.game_shown()
        self._royals = royals_of(game.position)
        self._show_board()
        self.moves.show(game, self._changes)
        self.status.show_unsaved(self.session.unsaved)
        self.status.show(game, doing(self.session), self._royals, self.mark)
        self.show_players()
        self.hints.show(*game_hints(self.session, looking_back=self.looking.is_on))
        self.show_analysis()

    def position_to_study(self) -> Position | None:
        """The position, except while a person's opponent is thinking, which needs the processor."""
        session = self.session
        free = session.over or session.persons_turn or session.paused or not session.people
        return self.game_shown().position if free or session.vacant else None

    def _show_board(self) -> None:
        position = self.game_shown().position
        last = position.moves[-1] if position.moves else None
        pieces = position.pieces() if self.looking.is_on else self.entering.pieces()
        self.board.show(
            BoardView(
                pieces=pieces | mating_men(position),
                last=move_squares(last) if last else (),
                checked=checked_squares(position, self._royals),
                hint=self.move_hints.squares,
                entry=self.entering.state,
            )
        )

    def show_players(self) -> None:
        """Show names, clocks, and what each side holds and has taken."""
        session = self.session
        tags, position = session.game.tags, self.game_shown().position
        self.players.show(
            {color: tags.get(color.capitalize(), "?") for color in OTHER},
            None if session.over else session.turn,
            clocks=session.times,
            flipped=self.board.geometry.flipped,
            details=side_details(position, self._royals),
            trays=self.material.trays(position),
        )

    def kind_asked_about(self) -> str:
        """What a man may become, while that is the question; else the man under the cursor."""
        return self.entering.kind_asked_about or super().kind_asked_about()

    def _face(self, side: str) -> None:
        """Show the board from a side."""
        if self.board.geometry.flipped != (side == "black"):
            self.board.flip()

    def _tick(self) -> None:
        self.session.tick()
        self.show_players()

    # --- entering a move ------------------------------------------------------------------------

    def picked(self, square: Square) -> None:
        """Take the square as a step of the move, or do what picking stands for instead."""
        if self.session.vacant:
            self.seating.ask()
        elif not self.session.people or self.session.paused:
            self.session.toggle_pause()
        elif self._may_move() and not self.prompt.asking:
            self.entering.pick(square)

    def cursor_moved(self) -> None:
        """Say what picking the square under the cursor would do."""
        super().cursor_moved()
        if not self.looking.is_on:
            self.entering.say_next(self.board.cursor)

    def _typed(self, text: str) -> None:
        """Take what was typed as a command or the number of a move, or else as a move."""
        if self.run_command(text):
            return
        if found := parse_move_number(text):
            self.look_at_number(*found)
        elif self._may_move(text):
            self.entering.type(text)

    def _may_move(self, text: str = "") -> bool:
        """Whether a person here is to move; if not, the prompt says why."""
        if self.session.vacant:
            self.seating.ask()
            return False
        if reason := self.why_not_here() or why_no_move(self.session, self.keymap, text):
            self.prompt.say(reason)
        return not reason

    def _entered(self, move: Move | None) -> None:
        """Play the move if it is complete, otherwise show how far it has come."""
        if move is not None:
            note = forced_note(self.session.game.position, move)
            self.session.play(self.session.turn, move, note)
            return
        self._show_board()
        path = self.entering.state.path
        if path and self.board.cursor != path[-1]:  # it was typed
            self.board.move_cursor(path[-1])
            super().cursor_moved()
        self.entering.go_on(self.board.cursor)

    def action_back(self) -> None:
        """Return to the game; or clear the hint, or take back a step of the move being entered."""
        if self.looking.is_on:
            self.action_look_end()
            return
        undone = not self.move_hints.withdraw() and self.entering.back()
        self._show_board()
        self.prompt.say("")
        if not (undone and self.entering.ask()):
            self.entering.say_next(self.board.cursor)

    def action_hint(self) -> None:
        """Suggest a good move, and say why."""
        if self._may_move() and not self.prompt.asking:
            self.move_hints.ask(self.session.game.position, self.prompt.size.width - 1)

    def show_hint(self, text: str, *, alert: bool = False) -> None:
        """Say a hint, and mark it on the board."""
        self._show_board()
        self.prompt.say(text, alert=alert)

    # --- the game as a whole --------------------------------------------------------------------

    def begin_looking(self) -> None:
        """Drop the move being entered, and what it has left to ask."""
        self.entering.begin(self.session.game.position)
        self.move_hints.withdraw()
        self.prompt.withdraw()

    def end_looking(self) -> None:
        """Show the game again as it stands, with what is asked there."""
        self._changed(Change())

    def action_undo(self) -> None:
        """Take back a move."""
        self.looking.end()
        session = self.session
        session.undo(session.person or OTHER[session.turn])

    def action_redo(self) -> None:
        """Make a move again that was taken back."""
        self.looking.end()
        self.session.redo()

    def action_draw(self) -> None:
        """Offer a draw."""
        if self.session.people:
            self.session.offer_draw(self.session.person or self.session.turn)

    def action_resign(self) -> None:
        """Resign, once confirmed."""
        self.questions.ask_to_resign()

    def action_auto_flip(self) -> None:
        """Show the board from the side to move from now on, or no longer."""
        if len(self.session.people) == 2:
            self.auto_flip = not self.auto_flip
            self.prompt.say("Auto flip is on" if self.auto_flip else "Auto flip is off")
            if self.auto_flip:
                self._face(self.session.turn)
                self.show_game()

    def action_again(self) -> None:
        """A new game with the same players, once this one is over."""
        if self.session.over:
            again = self.seating.setup.again
            self.unsaved.leave(lambda: self.app.switch_screen(GameScreen(again())))

    def action_review(self) -> None:
        """Review the game, once it is over, in a copy: this one stays as it was played."""
        if not self.session.over:
            self.prompt.say("The game can be reviewed when it is over")
            return
        from makachess.play.exploring.book import Book
        from makachess.tui.screens.replay import ReplayScreen

        game = self.session.game.copy()
        book = Book(game, autosave=self.setup.autosave.for_copy(game))
        engine = self.setup.engine
        self.app.push_screen(ReplayScreen(book, game.node.ply, review=True, engine=engine))

    def action_leave(self) -> None:
        """Leave the game; if it cannot be saved, ask first."""
        self.unsaved.leave(super().action_leave)
