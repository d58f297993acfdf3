"""Looking back through a game that is being played: it goes on, and nothing is taken back."""

from __future__ import annotations

from makachess.core.engine.model import Model
from makachess.play.exploration import LookingBack
from makachess.saves import Game, Node
from makachess.tui.screens.board import BoardScreen
from makachess.tui.widgets.move_list import MoveList


class LookingScreen(BoardScreen):
    """A board that can show earlier positions of its game; no move can be made there."""

    def __init__(
        self,
        game: Game,
        engine: str | None = None,
        model: Model | None = None,
        cores: int | None = None,
    ) -> None:
        super().__init__(game.variant, engine, model, cores)
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
