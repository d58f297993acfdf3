"""Copying position and game to the clipboard of the terminal, which may be far away."""

from __future__ import annotations

from collections.abc import Callable

from makachess.core.errors import MakachessError
from makachess.play.copying import text_to_copy
from makachess.play.questions import Answer
from makachess.saves import Game
from makachess.tui.widgets.prompt import PromptLine

NAMES = {"fen": "FEN", "pgn": "PGN", "board": "board", "moves": "moves"}


class CopyDialog:
    """Asks in the prompt row what is to be copied; `send` passes a text to the terminal."""

    def __init__(
        self, prompt: PromptLine, game_shown: Callable[[], Game], send: Callable[[str], object]
    ) -> None:
        self._prompt = prompt
        self._game_shown = game_shown
        self._send = send

    def ask(self) -> None:
        """Ask in which form."""
        answers = [Answer(form[0], name, form) for form, name in NAMES.items()]
        self._prompt.ask("Copy:", answers, self._answered)

    def _answered(self, answer: Answer | None) -> None:
        if answer is not None:
            self.copy(str(answer.value))

    def copy(self, form: str) -> None:
        """Copy the game in a form."""
        try:
            text = text_to_copy(self._game_shown(), form)
        except MakachessError as error:
            self._prompt.say(f"Not copied: {error}", alert=True)
            return
        self._send(text)
        self._prompt.say(f"Sent to the terminal's clipboard: {NAMES[form]}, {len(text)} characters")
