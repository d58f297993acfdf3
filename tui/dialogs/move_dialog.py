"""Entering a move: the prompt row says what comes next, and asks what the move leaves open."""

from __future__ import annotations

from collections.abc import Callable

from makachess.core import Move, Position, Square
from makachess.play.entry import Choice, EntryState, Labels, MoveEntry
from makachess.play.narration import KeyNames, entry_hint, preview
from makachess.play.questions import Answer
from makachess.tui.widgets.prompt import PromptLine


class MoveDialog:
    """The move being entered, and what is said and asked about it.

    Each step goes to `then`: the move once it is complete, None before. `back` takes one back.
    Squares are named by `labels`, as the board shows them; typed ones may also be those of chess.
    """

    def __init__(
        self,
        position: Position,
        prompt: PromptLine,
        keys: Callable[[], KeyNames],
        then: Callable[[Move | None], None],
        back: Callable[[], object],
        labels: Callable[[], Labels],
    ) -> None:
        self._prompt = prompt
        self._labels = labels
        self._typed = self._read = ""  # the last move typed, and with its squares as in chess
        self._keys = keys
        self._then = then
        self._back = back
        self.begin(position)

    def begin(self, position: Position) -> None:
        """Enter a new move; nothing is asked yet."""
        self._position = position
        self._entry = MoveEntry(position)

    @property
    def state(self) -> EntryState:
        """How far the move has come."""
        return self._entry.state

    @property
    def kind_asked_about(self) -> str:
        """The first type that the open question offers to become; empty if it offers none."""
        for choice in self.state.choices:
            if choice.prefix:
                return choice.prefix[0][1]
            if choice.move is not None and choice.move.promotion:
                return choice.move.promotion
        return ""

    def pieces(self) -> dict[Square, str]:
        """The men as they stand with what has been entered."""
        return self._entry.pieces()

    def pick(self, square: Square) -> None:
        """Take a square as the next step."""
        self._then(self._entry.pick(square))

    def type(self, text: str) -> None:
        """Take a move that was typed."""
        self._then(self._type(text))

    def _type(self, text: str) -> Move | None:
        self._typed, self._read = text, self._labels().read(text)
        return self._entry.type(self._read)

    @property
    def error(self) -> str:
        """What is wrong with the last step, as the board names squares; empty if nothing is."""
        error = self.state.error.replace(repr(self._read), repr(self._typed))
        return self._labels().write(error)

    def back(self) -> bool:
        """Take one step back; False when there was none."""
        return self._entry.back()

    def go_on(self, cursor: Square) -> None:
        """Ask what is open, or say what is wrong or what comes next."""
        if self.ask():
            return
        if error := self.error:
            self._prompt.say(error, alert=True)
        else:
            self.say_next(cursor)

    def ask(self) -> bool:
        """Ask what the move leaves open, or what waiting Pawns become first; False if nothing."""
        state = self.state
        if not state.choices:
            return False
        answers = [Answer(choice.label, choice.text, choice) for choice in state.choices]
        self._prompt.ask(state.question, answers, self._chosen, self.answer_by_move)
        return True

    def say_next(self, cursor: Square) -> None:
        """Say what picking the square under the cursor would do, or what can be picked."""
        state = self.state
        target = state.targets.get(cursor)
        if target is not None:
            said = preview(self._position, state, cursor, target, self._keys())
        else:
            said = entry_hint(state, self._keys())
        if said:
            self._prompt.say(self._labels().write(said))

    def _chosen(self, answer: Answer | None) -> None:
        choice = answer.value if answer else None
        if isinstance(choice, Choice) and choice in self.state.choices:
            self._then(self._entry.choose(choice))
        else:
            self._back()

    def answer_by_move(self, text: str) -> str:
        """Take a move typed in answer to a question; if it cannot be, why."""
        move, error = self._type(text), self.error
        if not error:
            self._then(move)
        return error
