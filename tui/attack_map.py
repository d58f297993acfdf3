"""The attack map: which pieces hang, and who bears on the square under the cursor."""

from __future__ import annotations

from dataclasses import replace

from makachess.core import Position
from makachess.core.engine.model import Model
from makachess.play.attacks import AttackMarks, attack_marks, bearing_on, describe_bearing
from makachess.tui.board import BoardWidget
from makachess.tui.dialogs import Prompt


class AttackMap:
    """Marks the board and says what it marks, while it is on.

    What can be won depends on the model that the game is played by, unless it is the usual one.
    """

    def __init__(self, board: BoardWidget, prompt: Prompt, model: Model | None = None) -> None:
        self.on = False
        self._board = board
        self._prompt = prompt
        self._model = model
        self._shown: object = None  # position, lower side, whether squares are counted
        self._marks = AttackMarks()

    def toggle(self, position: Position) -> None:
        self.on = not self.on
        self.mark(position)
        self._prompt.say("")
        self.tell(position)

    def mark(self, position: Position) -> None:
        """Mark what there is to mark in a position, with the cursor where it is."""
        if not self.on:
            self._board.mark()
            return
        below = "black" if self._board.geometry.flipped else "white"
        shown = position.fen(), below, self._board.shows_attacks
        if shown != self._shown:
            self._shown = shown
            self._marks = attack_marks(position, below, self._model, counted=shown[2])
        white, black = bearing_on(position, self._board.cursor).values()
        self._board.mark(replace(self._marks, bearing=white + black))

    def tell(self, position: Position) -> None:
        """Say who attacks and who defends the square under the cursor."""
        if self.on:
            said = describe_bearing(position, self._board.cursor, self._model)
            self._prompt.say(self._board.labels.write(said))
