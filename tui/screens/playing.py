"""A game being played on the screen, wherever it is owned: here, or by a host of tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from makachess.core import Move, Square
from makachess.core.engine.model import Model
from makachess.core.errors import MakachessError
from makachess.core.spec import COLORS, opponent
from makachess.play.attacks import Royal, checked_squares, royals_of
from makachess.play.entry import move_squares
from makachess.play.exploration import LookingBack, label_of, parse_move_number
from makachess.play.narration import forced_note, mating_pieces, settled_note
from makachess.play.session.session import GameUpdate, Playing
from makachess.saves import Game, Node
from makachess.tui.board import BoardView
from makachess.tui.dialogs import MoveDialog, Questions
from makachess.tui.hints import TYPING, Hint, call_to_act, doing, key_names, why_no_move
from makachess.tui.panes.moves import MoveList
from makachess.tui.panes.players import side_details
from makachess.tui.screens.board import BoardScreen
from textual.message import Message


class LookingScreen(BoardScreen):
    """A board that can show earlier positions of its game; no move can be made there."""

    def __init__(
        self,
        game: Game,
        engine: str | None = None,
        model: Model | None = None,
    ) -> None:
        super().__init__(game.variant, engine, model)
        self.looking = LookingBack(game)

    def game_shown(self) -> Game:
        """The game being played, at the position that is looked at."""
        return self.looking.shown

    def begin_looking(self) -> None:
        """Leave aside what is being asked and entered in the game."""
        raise NotImplementedError

    def end_looking(self) -> None:
        """Go on with the game as it stands."""
        raise NotImplementedError

    @property
    def mark(self) -> str:
        """What the status row says while one looks back."""
        if not self.looking.is_on:
            return ""
        return f"LOOKING BACK at {self.looking.label}"

    @property
    def _key(self) -> str:
        return self.keymap.name("look-end")

    def why_not_here(self) -> str:
        """Why no move can be made while one looks back; empty if one does not."""
        if not self.looking.is_on:
            return ""
        return f"You are looking back at {self.looking.label}: {self._key} returns to the game"

    def _show_place(self, was_on: bool) -> None:
        """Show the position one looks at now, or the game if one has come back to it."""
        if self.looking.is_on:
            if not was_on:
                self.begin_looking()
            self.prompt.say("")  # the status row says where one is, and the hints how to go on
            self.show_game()
        elif was_on:
            self.end_looking()

    def action_look(self, count: int) -> None:
        """Look further back, or on again, by plies."""
        was_on = self.looking.is_on
        self.looking.step(count)
        self._show_place(was_on)

    def look_at(self, node: Node) -> None:
        """Look at the position after a move."""
        was_on = self.looking.is_on
        self.looking.look_at(node)
        self._show_place(was_on)

    def action_look_end(self) -> None:
        """Return to the game as it stands."""
        if self.looking.is_on:
            self.looking.end()
            self._show_place(True)

    def look_at_number(self, number: int, color: str) -> None:
        """Look at the move of a number; a colour that did not make one counts as the other."""
        node = self.looking.shown.numbered(number, color)
        if node is None:
            self.prompt.say(f"There is no move {number} in this game")
        else:
            self.look_at(node)

    def on_move_list_move_picked(self, event: MoveList.MovePicked) -> None:
        """Look at the move clicked."""
        self.look_at(event.node)


# --- playing --------------------------------------------------------------------------------------


class PlayingScreen(LookingScreen):
    """A game in which people at this screen play some colours, or watch."""

    class GameChanged(Message):
        """The game, or what goes on around it, has changed."""

    MORE_HELP: ClassVar[tuple[tuple[str, str], ...]] = TYPING

    def __init__(
        self,
        session: Playing,
        engine: str | None = None,
        model: Model | None = None,
    ) -> None:
        super().__init__(session.game, engine, model)
        self.session = session
        self.entering = MoveDialog(
            session.game.position,
            self.prompt,
            lambda: key_names(self.keymap),
            self._entered,
            self.step_back,
            lambda: self.board.labels,
        )
        self.questions = Questions(session, self.prompt, self.entering.answer_by_move)
        self.prompt.on_rest = self._rested
        self.auto_flip = False
        self._royals: tuple[Royal, ...] = ()
        self._changes = 0  # of the game, so far
        self._stood: tuple[object, ...] | None = None  # the game, when a move was last begun

    # --- what differs by who owns the game ------------------------------------------------------

    def keys_now(self) -> list[Hint]:
        """The keys that do something as the game stands, the most useful first."""
        raise NotImplementedError

    def names(self) -> Mapping[str, str]:
        """Who plays each colour."""
        tags = self.session.game.tags
        return {color: tags.get(color.capitalize(), "?") for color in COLORS}

    def doing(self) -> str:
        """What the game waits for, for the status row; empty while a player here is to move."""
        return doing(self.session)

    def call_to_act(self) -> str:
        """What there is to do where it is not simply to move."""
        return call_to_act(self.session, self.keymap)

    def why_no_move(self, text: str) -> str:
        """Why no player here can move now, in answer to a text if one was typed."""
        return why_no_move(self.session, self.keymap, text)

    def hinted(self) -> tuple[Square, ...]:
        """The squares of a hint on the board."""
        return ()

    def withdraw_hint(self) -> bool:
        """Take a hint from the board; False if there is none."""
        return False

    def ask_open_questions(self) -> None:
        """Ask what the game waits for, besides moves."""
        self.questions.ask_about_draw()

    def attempt(self, act: Callable[[], object]) -> None:
        """Do something in the game, or say why it cannot be done."""
        try:
            act()
        except MakachessError as error:
            self.prompt.say(str(error), alert=True)

    # --- showing --------------------------------------------------------------------------------
    def _changed(self, change: GameUpdate) -> None:
        """Begin a new move at once, for keys may be waiting; the widgets follow.

        Where nothing was moved, what has been entered and asked here stays.
        """
        self._changes += 1
        if self.session.over:
            self.looking.end()
        self.looking.follow()
        game = self.session.game
        stands = (game.node, self.session.over, self.session.persons_turn)
        if stands != self._stood:
            self._stood = stands
            self.entering.begin(game.position)
            self.withdraw_hint()
            self.prompt.withdraw()
        self.questions.follow()
        last = f"{label_of(game, game.node)} was played" if self.looking.is_on else ""
        notes = filter(None, (last, change.note, settled_note(game.position), self.why_not_here()))
        self._ask()
        self.prompt.say("; ".join(notes) or self.call_to_act(), alert=change.alert)
        self.post_message(self.GameChanged())

    def _ask(self) -> None:
        """Ask what is open, unless something is typed or asked here: that comes first."""
        if self.prompt.busy:
            return
        self.ask_open_questions()
        if self.session.persons_turn and not self.prompt.asking and not self.looking.is_on:
            self.entering.ask()

    def _rested(self) -> None:
        """Nothing is typed or asked here any more: ask what has had to wait."""
        if not (self.looking.is_on or self.questions.is_answered):
            self._ask()

    def on_playing_screen_game_changed(self) -> None:
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
        self.status.show(game, self.doing(), self._royals, self.mark)
        self.show_players()
        self.hints.show(*self.keys_now())
        self.show_analysis()

    def _show_board(self) -> None:
        position = self.game_shown().position
        last = position.moves[-1] if position.moves else None
        pieces = position.pieces() if self.looking.is_on else self.entering.pieces()
        self.board.show(
            BoardView(
                pieces=pieces | mating_pieces(position),
                last=move_squares(last) if last else (),
                checked=checked_squares(position, self._royals),
                hint=self.hinted(),
                entry=self.entering.state,
            )
        )

    def show_players(self) -> None:
        """Show names, clocks, and what each side holds and has taken."""
        session = self.session
        position = self.game_shown().position
        self.players.show(
            self.names(),
            None if session.over else session.turn,
            clocks=session.times,
            flipped=self.board.geometry.flipped,
            details=side_details(position, self._royals),
            trays=self.material.trays(position),
        )

    def kind_asked_about(self) -> str:
        """What a piece may become, while that is the question; else the piece under the cursor."""
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
        if self._may_move() and (not self.prompt.asking or self.questions.is_open):
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
        if reason := self.why_not_here() or self.why_no_move(text):
            self.prompt.say(reason)
        return not reason

    def _entered(self, move: Move | None) -> None:
        """Play the move if it is complete, otherwise show how far it has come."""
        if move is not None:
            self._stood = None
            note = forced_note(self.session.game.position, move)
            self.attempt(lambda: self.session.play(self.session.turn, move, note))
            return
        self._show_board()
        path = self.entering.state.path
        if path and self.board.cursor != path[-1]:  # it was typed
            self.board.move_cursor(path[-1])
            super().cursor_moved()
        self.entering.go_on(self.board.cursor)

    def action_back(self) -> None:
        """Close the help, or else go one step back."""
        if not self.close_help():
            self.step_back()

    def step_back(self) -> None:
        """Return to the game; or clear the hint, or take back a step of the move being entered."""
        if self.looking.is_on:
            self.action_look_end()
            return
        undone = not self.withdraw_hint() and self.entering.back()
        self._show_board()
        self.prompt.say("")
        if not (undone and self.entering.ask()):
            self.entering.say_next(self.board.cursor)

    # --- the game as a whole --------------------------------------------------------------------

    def begin_looking(self) -> None:
        """Drop the move being entered, and what it has left to ask."""
        self.entering.begin(self.session.game.position)
        self.withdraw_hint()
        self.prompt.withdraw()

    def end_looking(self) -> None:
        """Show the game again as it stands, with what is asked there."""
        self._changed(GameUpdate())

    def action_undo(self) -> None:
        """Take back a move."""
        self.looking.end()
        session = self.session
        self.attempt(lambda: session.undo(session.person or opponent(session.turn)))

    def action_draw(self) -> None:
        """Offer a draw, once confirmed."""
        self.questions.ask_to_offer_draw()

    def action_resign(self) -> None:
        """Resign, once confirmed."""
        self.questions.ask_to_resign()
