"""Saving a game elsewhere: asks for a name, and before it overwrites a file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from makachess.core.errors import MakachessError
from makachess.play.questions import Answer
from makachess.saves import Game, Library, holding, save_game
from makachess.saves.restriction import check_path
from makachess.tui.text import short_path
from makachess.tui.widgets.prompt import PromptLine


class SaveAs:
    """Asks in the prompt row for a name, offering one in the folder of saved games."""

    def __init__(self, prompt: PromptLine, game_shown: Callable[[], Game]) -> None:
        self._prompt = prompt
        self._game_shown = game_shown

    def ask(self) -> None:
        """Ask for a name; one without a folder is put in the folder of saved games."""
        offered = Library().folder / f"{self._game_shown().variant.name}.pgn"
        self._prompt.edit("Save as: ", short_path(offered), self._named)

    def _named(self, text: str) -> None:
        if not text.strip():
            self._prompt.say("Not saved")
            return
        try:
            path = check_path(_path_of(text.strip()))
            if path.is_file():
                self._ask_to_overwrite(path)
            else:
                self._save(path, overwrite=False)
        except (
            MakachessError,
            OSError,
            ValueError,
            RuntimeError,
        ) as error:  # no such home, a NUL in the name
            self._prompt.say(f"Not saved: {error}", alert=True)

    def _ask_to_overwrite(self, path: Path) -> None:
        answers = [Answer("n", "no"), Answer("y", "yes, overwrite it", path)]
        self._prompt.ask(f"{path.name} exists already. Overwrite it?", answers, self._answered)

    def _answered(self, answer: Answer | None) -> None:
        if answer is not None and isinstance(answer.value, Path):
            self._save(answer.value, overwrite=True)
        else:
            self._prompt.say("Not saved")

    def _save(self, path: Path, *, overwrite: bool) -> None:
        try:
            if path.parent == Library().folder:
                path.parent.mkdir(parents=True, exist_ok=True)
            with holding(path):
                save_game(self._game_shown(), path, overwrite=overwrite)
        except MakachessError as error:
            self._prompt.say(str(error), alert=True)
        except OSError as error:
            self._prompt.say(f"Not saved: {error}", alert=True)
        else:
            self._prompt.say(f"Saved as {short_path(path)}")


def _path_of(text: str) -> Path:
    """The file named, in the folder of saved games if the name has none of its own."""
    path = Path(text).expanduser()
    return path.absolute() if os.sep in text else Library().folder / path
