"""The attack map: which men hang, and who bears on the square under the cursor."""

from __future__ import annotations

from makachess.core import Position, Square
from makachess.core.engine.model import Model
from makachess.play.attacks import bearing_on, describe_bearing, hanging_men
from makachess.tui.board import BoardWidget
from makachess.tui.widgets.prompt import PromptLine


class AttackMap:
    """Marks the board and says what it marks, while it is on.

    What can be won depends on the model that the game is played by, unless it is the usual one.
    """

    def __init__(self, board: BoardWidget, prompt: PromptLine, model: Model | None = None) -> None:
        self.on = False
        self._board = board
        self._prompt = prompt
        self._model = model
        self._seen: tuple[str, frozenset[Square]] = ("", frozenset())  # a position's hanging men

    def toggle(self, position: Position) -> None:
        """Turn it on or off."""
        self.on = not self.on
        self.mark(position)
        self._prompt.say("")
        self.tell(position)

    def mark(self, position: Position) -> None:
        """Mark what there is to mark in a position, with the cursor where it is."""
        if not self.on:
            self._board.mark()
            return
        bearing = bearing_on(position, self._board.cursor)
        self._board.mark(self._hanging(position), {*bearing.white, *bearing.black})

    def tell(self, position: Position) -> None:
        """Say who attacks and who defends the square under the cursor."""
        if self.on:
            said = describe_bearing(position, self._board.cursor, self._model)
            self._prompt.say(self._board.labels.write(said))

    def _hanging(self, position: Position) -> frozenset[Square]:
        """The men that can be won, worked out once a position."""
        fen = position.fen()
        if self._seen[0] != fen:
            self._seen = fen, hanging_men(position, self._model)
        return self._seen[1]
