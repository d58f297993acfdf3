"""Edits of a replayed game: asks for comments and annotations, and saves each edit at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from makachess.core.errors import MakachessError
from makachess.play.exploration import GLYPHS, Book, Exploration, parse_glyph
from makachess.play.questions import Answer
from makachess.tui.dialogs.unsaved import UnsavedDialog
from makachess.tui.widgets.prompt import PromptLine

LONGEST_COMMENT = 100_000  # characters; a row in which one types is no place for a whole book


class EditDialog:
    """Makes edits in the open game of a book; `shown` shows the game after each."""

    def __init__(self, book: Book, prompt: PromptLine, shown: Callable[[], object]) -> None:
        self._book = book
        self._prompt = prompt
        self._shown = shown
        self.unsaved = UnsavedDialog(book, book, prompt)
        book.on_saved = shown

    def make(self, edit: Callable[[Exploration], str]) -> None:
        """Make an edit, save the game, and say what has happened; or why nothing has."""
        try:
            said = edit(self._book.exploration)
        except MakachessError as error:
            self._prompt.say(str(error))
            return
        self.save(said)

    def save(self, said: str = "") -> None:
        """Save the game if it has been edited, and show it."""
        news = self._book.commit()
        self._shown()
        self.unsaved.offer()
        if said or news:
            self._prompt.say("; ".join(filter(None, (news, said))), alert=bool(news))

    def type(self, text: str) -> bool:
        """Take typed text as an annotation (`!?`, `$14`) or a comment; False if it is neither."""
        word, _, rest = text.partition(" ")
        if (nag := parse_glyph(text)) is not None:
            self.make(lambda exploration: exploration.annotate(nag))
        elif word.lower() == "comment" and rest:
            self.make(lambda exploration: exploration.set_comment(f"{rest} {exploration.note}"))
        else:
            return False
        return True

    def ask_comment(self) -> None:
        """Let the comment on the move be typed, beginning with the one there is."""
        node, comment = self._book.game.node, self._book.exploration.comment
        if len(comment) > LONGEST_COMMENT:
            self._prompt.say(
                f"A comment of {len(comment):,} characters is too long to be edited here"
            )
            return
        self._prompt.edit("Comment: ", comment, partial(self._comment, node))

    def _comment(self, node: object, text: str) -> None:
        if self._book.game.node is node:
            self.make(lambda exploration: exploration.set_comment(text))

    def ask_annotation(self) -> None:
        """Ask how good the move is, or how the position stands."""
        exploration = self._book.exploration
        node = exploration.game.node
        if node.move is None:
            self._prompt.say("There is no move to mark at the start")
            return
        answers = [Answer(glyph.sign, glyph.text, glyph.nag) for glyph in GLYPHS]
        self._prompt.ask(f"{exploration.label(node)}:", answers, self._annotate)

    def _annotate(self, answer: Answer | None) -> None:
        if answer is not None and isinstance(answer.value, int):
            nag = answer.value
            self.make(lambda exploration: exploration.annotate(nag))
        else:
            self._shown()
