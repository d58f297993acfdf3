"""What is asked while a game cannot be saved: where else to keep it, whether to leave."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from makachess.play.questions import Answer
from makachess.saves import Library
from makachess.saves.fallback import fallback_folder
from makachess.tui.dialogs import Prompt, offer
from makachess.tui.output import short_path

if TYPE_CHECKING:
    from makachess.play.book import Book
    from makachess.play.session.session import Session
    from makachess.saves.autosave import Autosave


class UnsavedDialog:
    """Offers another folder when saving begins to fail, and asks before the game is left.

    `prints` says whether the game's text is to be printed once the app has ended: unless the player
    has left without wanting it.
    """

    def __init__(self, session: Session | Book, autosave: Autosave | Book, prompt: Prompt) -> None:
        self.prints = True
        self._session = session
        self._autosave = autosave
        self._prompt = prompt
        self._refuge: Path | None = None
        self._has_looked = False  # for a folder, since saving began to fail

    def offer(self) -> bool:
        """Offer another folder, until there is an answer; whether a question is open."""
        if not self._session.unsaved:
            self._has_looked, self._refuge = False, None
            return False
        if not self._has_looked:
            self._has_looked = True
            self._refuge = fallback_folder(Library().folder)
        if self._refuge is None:
            return False
        offer(
            self._prompt,
            f"NOT SAVED: {self._session.unsaved}.",
            self._move_answer(self._refuge, f"save in {short_path(self._refuge)}"),
            Answer("n", "play on"),
            otherwise=self._stay,
        )
        return True

    def leave(self, go: Callable[[], object]) -> None:
        """Leave the game once it is saved, or the player does not mind; till then it stands still.

        Saved here and not when the screen has gone, it may be opened again at once.
        """
        self._session.suspend()
        if not self._session.unsaved:
            go()
            return
        answers = [
            Answer("s", "stay"),
            Answer("p", "leave, print it", lambda: self._go(go, prints=True)),
            Answer("l", "leave", lambda: self._go(go, prints=False)),
        ]
        if (refuge := fallback_folder(Library().folder)) is not None:
            answers.insert(1, self._move_answer(refuge, "save elsewhere"))

        def stay() -> None:
            self._session.begin()
            self._stay()

        offer(self._prompt, "Leave unsaved?", *answers, otherwise=stay)

    def _move_answer(self, refuge: Path, text: str) -> Answer:
        return Answer("f", text, lambda: self._move(refuge))

    def _stay(self) -> None:
        self._refuge = None  # and do not offer it again

    def _move(self, refuge: Path) -> None:
        """Save elsewhere, and play on."""
        self._refuge = None
        self._autosave.move(Library(refuge).new_file)
        self._session.save()
        self._session.begin()
        if not self._session.unsaved and self._autosave.path is not None:
            self._prompt.say(f"Saved as {short_path(self._autosave.path)}")

    def _go(self, go: Callable[[], object], *, prints: bool) -> None:
        self.prints = prints
        go()
