"""The prompt: it shows a message, takes typed text, or asks a question, in one row or several."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from makachess.core.notation.reading import LONGEST_MOVE
from makachess.core.text import plain_signs, too_long, visible
from makachess.play.questions import Answer, Question
from makachess.tui.text import (
    BAR,
    MARK,
    Line,
    Part,
    TextWidget,
    cut,
    cut_front,
    pages,
    width_of,
    wrap,
)
from rich.cells import cell_len, set_cell_size
from textual import events
from textual.app import ComposeResult
from textual.geometry import Offset
from textual.strip import Strip
from textual.widgets import Input

LONG_WORD = 8  # columns that a wrapped row may leave empty
WIDE = 60  # columns from which on a key is explained


def message_rows(
    text: str, role: str, width: int, rows: int, page: int, key: str = "PgDn"
) -> list[Line]:
    """A page of a message in at most some rows, and the key that shows the next one.

    The key has a row of its own, unless there is but one.
    """
    more = Part(key if rows == 1 and width < WIDE else f"{key} more", "key", "more")
    found = _message_pages(text, role, width, rows, width - len(more.text) - 2)
    shown = found[page % len(found)]
    if shown is found[-1]:
        return shown
    return [(*shown[0], Part(" "), more)] if rows == 1 else [*shown, (more,)]


@lru_cache(maxsize=2)
def _message_pages(text: str, role: str, width: int, rows: int, room: int) -> list[list[Line]]:
    """All pages, kept for the next key: a comment of 100,000 characters takes long to wrap.

    Pages of one row have `room` columns.
    """
    if rows == 1:
        return [[(Part(one, role),)] for one in pages(f" {text}", width, room)]
    wrapped = list(wrap((Part(text, role),), width))
    step = rows - (len(wrapped) > rows)
    return [wrapped[at : at + step] for at in range(0, len(wrapped), step)]


def typing_parts(label: str, typed: str, at: int, width: int) -> list[Part]:
    """What is being typed with the cursor at an index, or what is around it in a narrow row."""
    near = 2 * width  # of a long text no more than this can be seen on either side
    before, under = typed[max(at - near, 0) : at], typed[at : at + 1] or " "
    after = typed[at + 1 : at + 1 + near]
    room = width - len(label) - 1 - cell_len(under)
    before = cut_front(before, room - min(cell_len(after), room // 3))
    after = cut(after, room - cell_len(before))
    return [Part(f" {label}", "key"), Part(before), Part(under, "chosen"), Part(after)]


def typing_rows(label: str, typed: str, at: int, width: int, most: int) -> list[Line]:
    """The same in as many rows as it needs, or those around the cursor."""
    if most == 1 or len(label) + cell_len(typed) + 2 <= width:
        return [typing_parts(label, typed, at, width)]
    width = max(width, 1)
    start = max(at // width - most, 0) * width  # of a long text no more than this can be seen
    rows: list[list[Part]] = [[Part(f" {label}", "key")]]
    used, here = len(label) + 1, 0
    for index, char in enumerate(f"{typed[start : at + most * width]} ", start):
        if used + cell_len(char) > width:
            rows.append([])
            used = 0
        used += cell_len(char)
        if index == at:
            here = len(rows) - 1
        role = "chosen" if index == at else ""
        row = rows[-1]
        if row and row[-1].role == role:
            row[-1] = Part(row[-1].text + char, role)
        else:
            row.append(Part(char, role))
    first = max(here - most + 1, 0)
    return list(rows[first : first + most])


def clicked(rows: Sequence[Line], x: int, y: int) -> int:
    """How far right of the cursor a click on typing_rows was; negative if left of it."""
    typed = [[part for part in row if part.role != "key"] for row in rows]
    texts = ["".join(part.text for part in row) for row in typed]
    label = sum(cell_len(part.text) for part in rows[y] if part.role == "key")
    before = sum(map(len, texts[:y])) + len(set_cell_size(texts[y], max(x - label, 0)))
    parts = [part for row in typed for part in row]
    cursor = next(at for at, part in enumerate(parts) if part.role == "chosen")
    return before - sum(len(part.text) for part in parts[:cursor])


def question_rows(question: Question, width: int, rows: int, objection: str = "") -> list[Line]:
    """The question, then what has been typed and the answers, in full or by their keys.

    Where these have no rows of their own, all stands in one. What is wrong with an answer comes
    first.
    """
    said = [Part(objection, "alert")] if objection else []
    head = [*wrap(said, width)] if said else []
    head += wrap((Part(question.text, "strong"),), width)
    typed = [Part(cut_front(question.typed, width // 2)), Part(" ", "chosen")]
    for texts in _texts(question):
        parts = [_answer(question, at, text)[0] for at, text in enumerate(texts)]
        answers = _flow(parts, width)
        shown = [*head, *([typed] if question.typed else []), *answers]
        if len(shown) <= rows:
            return shown
    return [*head[: rows - 1], _in_one_row(question, width, objection)]


def _texts(question: Question) -> tuple[list[str], list[str], list[str]]:
    """All answers in full; only the selected one; all by their keys."""
    full = [f" {answer.key} {answer.text} " for answer in question.answers]
    keys = [f" {answer.key} " for answer in question.answers]
    return full, [full[at] if at == question.at else key for at, key in enumerate(keys)], keys


def _flow(parts: Sequence[Part], width: int) -> Iterator[Line]:
    """Parts in rows, none of them broken."""
    row: list[Part] = []
    for part in parts:
        if row and width_of([*row, part]) > width:
            yield row
            row = []
        row.append(part)
    yield row


def _in_one_row(question: Question, width: int, objection: str) -> Line:
    """The question, or what is wrong, what has been typed, and the answers as there is room."""
    least = len(question.answers[question.at].key) + len(MARK) * 2 + 5
    text, role = (objection, "alert") if objection else (question.text, "strong")
    if objection:
        least = max(least, min(sum(len(answer.key) + 3 for answer in question.answers), width // 2))
    head = [Part(f" {cut(text, width - least)} ", role)]
    if question.typed:
        head += [Part(cut_front(question.typed, width // 4)), Part(" ", "chosen"), Part(" ")]
    room = width - width_of(head)
    return [*head, *_answers(question, room)]


def _answers(question: Question, room: int) -> list[Part]:
    """All answers in full where there is room, else the selected one, else as many as fit."""
    full, marked, keys = _texts(question)
    for texts in (full, marked, keys):
        if sum(map(len, texts)) + len(texts) <= room:
            return [part for at, text in enumerate(texts) for part in _answer(question, at, text)]
    return _around(question, marked if len(full[question.at]) + 3 <= room else keys, room)


def _answer(question: Question, at: int, text: str) -> tuple[Part, Part]:
    on = at == question.at
    shown = Part(BAR + text[1:], "current") if on else Part(text)
    return shown._replace(action=f"answer({at})"), Part(" ")


def _around(question: Question, texts: list[str], room: int) -> list[Part]:
    ends = list(accumulate(len(text) + 1 for text in texts))
    starts = [0, *ends[:-1]]
    fits = [at for at, start in enumerate(starts) if ends[question.at] - start <= room - 2]
    first = min(fits, default=question.at)
    last = max(at for at, end in enumerate(ends) if at == first or end - starts[first] <= room - 2)
    parts = [Part(MARK)] if first else []
    for at in range(first, last + 1):
        parts += _answer(question, at, texts[at])
    return [*parts, Part(MARK)] if last < len(texts) - 1 else parts


TextHandler = Callable[[str], None]
KeysHandler = Callable[[str, bool], None]
PasteHandler = Callable[[str], bool]
AnswerHandler = Callable[[Answer | None], None]
LONGEST_COMMENT = 100_000  # characters; a row in which one types is no place for a whole book
LONGEST_TEXT = 4096  # characters that can be typed, beside those given
_ONE_LINE = re.compile(r"\s*[\r\n]\s*")
# What keys do to the text being typed: those of Textual's Input that no screen needs meanwhile.
EDITING = {
    "left": Input.action_cursor_left,
    "right": Input.action_cursor_right,
    "ctrl+left": Input.action_cursor_left_word,
    "ctrl+right": Input.action_cursor_right_word,
    "home": Input.action_home,
    "ctrl+a": Input.action_home,
    "end": Input.action_end,
    "backspace": Input.action_delete_left,
    "ctrl+h": Input.action_delete_left,
    "delete": Input.action_delete_right,
    "ctrl+w": Input.action_delete_left_word,
    "ctrl+u": Input.action_delete_left_all,
    "ctrl+k": Input.action_delete_right_all,
}


class PromptLine(TextWidget):
    """Shows a message page by page, the text that is being typed, or a question.

    It does not take the focus: the screen offers it each key first, so that the board's keys go on
    working while nothing is typed. Typed text is edited by an Input that is not shown itself, since
    changing widgets would cost a layout.
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.on_move: TextHandler = lambda text: None  # takes what is typed when nothing was asked
        self.on_rows: Callable[[], object] = lambda: None  # hears that other rows are needed
        self.on_rest: Callable[[], object] = lambda: None  # hears that nothing is typed or asked
        self.on_keys: KeysHandler = lambda enter, asking: None  # hears what Enter does now
        self.reserved_chars = " ?"  # which begin no typed text, since they are keys of the screen
        self.lines: tuple[Line, ...] = ()
        self._fewest, self._most = 1, 1  # rows
        self.more_name = "PgDn"  # of the key that shows the next page of a message
        self.message = ""  # the last one
        self._role = ""
        self._page = 0  # of the message
        self._field = Input(select_on_focus=False, disabled=True)
        self._field.cursor_blink = False
        self.typing = False
        self._label, self._longest = "Move: ", LONGEST_MOVE
        self._on_text: TextHandler | None = None
        self._on_paste: PasteHandler | None = None
        self._error = ""  # why what was typed is not taken; the next key ends it
        self.question: Question | None = None  # the open one
        self._on_answer: AnswerHandler | None = None
        self._fallback: Callable[[str], str] | None = None

    def set_rows(self, fewest: int, most: int) -> None:
        """Take the rows that what is said needs, within bounds; the screen makes room for them."""
        self._fewest, self._most = fewest, most

    @property
    def room(self) -> int:
        return (self.size.width - LONG_WORD) * self._most if self._most > 1 else self.size.width - 1

    def rows_for(self, width: int) -> int:
        return max(len(self._rows(width)), self._fewest)

    @property
    def text(self) -> str:
        rows = ("".join(part.text for part in line) for line in self.lines)
        if len(self.lines) == 1 or self._is_editing:
            return "".join(rows)
        return " ".join(map(str.strip, rows))

    @property
    def place(self) -> Offset:
        """Where on the screen the next character typed will stand."""
        left, top = self.content_region.offset
        for y, line in enumerate(self.lines):
            for at, part in enumerate(line):
                if part.role == "chosen":
                    return Offset(left + sum(cell_len(one.text) for one in line[:at]), top + y)
        return Offset(left, top)

    def compose(self) -> ComposeResult:
        """The text being typed, of which the row shows as much as there is room for."""
        yield self._field

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep it from the screen, which may have an Input of its own."""
        event.stop()

    def say(self, text: str, *, alert: bool = False) -> None:
        """Show a message, once no question is open and nothing is being typed."""
        self.message, self._role = visible(text), "alert" if alert else ""
        self._page = 0
        self._show()

    def refuse(self, text: str) -> None:
        """Say why something is not taken, at once; what is being typed stays and is shown again."""
        if not self.busy:
            self.say(text, alert=True)
        else:
            self._error, self._page = visible(text), 0
            self._show()

    @property
    def _shown(self) -> str:
        if self.asking:
            return ""
        return self._error or ("" if self.typing else self.message)

    def reads_on(self) -> bool:
        """Show the next page of a message; False after the last, or if there is but one."""
        return self._has_more(self._page) and self.more()

    def _has_more(self, page: int) -> bool:
        rows = self._message_rows(self.size.width, page)
        return any(part.action == "more" for part in rows[-1]) if rows else False

    def more(self) -> bool:
        """Show the next page of a message too long for the row; False if it fits."""
        if not self._has_more(0):
            return False
        self._page += 1
        self._show()
        return True

    def action_more(self) -> None:
        self.more()

    def edit(
        self,
        label: str,
        text: str,
        then: TextHandler,
        longest: int = 0,
        pasted: PasteHandler | None = None,
    ) -> None:
        """Let a text be typed for something other than a move; Esc cancels.

        What is pasted meanwhile is offered to `pasted` first, which ends the typing if it takes it.
        """
        self._label, self._on_text, self._on_paste = label, then, pasted
        self._longest = longest or len(text) + LONGEST_TEXT
        self._begin_typing(text)

    @property
    def busy(self) -> bool:
        return self.asking or self.typing

    @property
    def _does(self) -> str:
        """What Enter does; empty where it is a key of the screen."""
        if self.asking:
            return "choose"
        return ("accept" if self._on_text else "play") if self.typing else ""

    @property
    def asking(self) -> bool:
        return self.question is not None

    @property
    def typed(self) -> str:
        return self._field.value

    def take_key(self, event: events.Key) -> bool:
        """Use a key if it belongs here; False leaves it to the board and the bindings."""
        is_taken = self._take(event.key, event.character if event.is_printable else None)
        if is_taken:
            event.stop()
        return is_taken

    def paste(self, text: str) -> None:
        """Take pasted text as if it were typed, in one line."""
        if self.typing and self._on_paste is not None and self._on_paste(text):
            self._stop_typing()
            return
        if len(text) <= LONGEST_COMMENT:
            text = _ONE_LINE.sub(" ", text.strip()).replace("\t", " ")
            text = "".join(char for char in text if char.isprintable() or char.isspace())
        self._error = ""
        if self.question is not None:
            self._type_answer(self.question, text)
        else:
            self._add(text)

    async def on_click(self, event: events.Click) -> None:
        if self._is_editing:
            at = self._field.cursor_position
            row = min(event.y, len(self.lines) - 1)
            self._field.cursor_position = at + clicked(self.lines, event.x, row)
            self._show()
        elif event.y < len(self.lines):
            await self.run_part(self.lines[event.y], event.x)

    @property
    def _is_editing(self) -> bool:
        return self.typing and not self.asking

    def _take(self, key: str, char: str | None) -> bool:
        if self.question is not None:
            return self._question_key(self.question, key, char)
        self._error = ""
        if self.typing:
            is_taken = self._typing_key(key, char)
            if not self.busy:
                self.on_rest()
            return is_taken
        if not char or char in self.reserved_chars:
            return False
        self._begin_typing(char)
        return True

    def _begin_typing(self, text: str) -> None:
        self.typing = True
        self._field.value = ""
        self._add(text)

    def _typing_key(self, key: str, char: str | None) -> bool:
        if key == "enter":
            self._submit(self._field.value)
        elif key == "escape":
            self._stop_typing()
        elif key in EDITING:
            EDITING[key](self._field)
            self._show() if self._field.value or self._on_text else self._stop_typing()
        elif char:
            self._add(char)
        else:
            return False
        return True

    def _add(self, text: str) -> None:
        """Type a text if there is room for all of it."""
        length = len(self._field.value) + len(text)
        if length > self._longest:
            self.refuse(too_long(length, self._longest))
            return
        self.typing = True
        self._field.insert_text_at_cursor(text)
        self._show()

    def _submit(self, text: str) -> None:
        then = self._on_text
        self._stop_typing()
        if then is not None:
            then(text)
        elif text.strip():
            self.on_move(plain_signs(text).strip())

    def _stop_typing(self) -> None:
        self.typing = False
        self._field.value = ""
        self._label, self._longest = "Move: ", LONGEST_MOVE
        self._on_text = self._on_paste = None
        self._show()

    def on_resize(self) -> None:
        self._show()

    def _show(self) -> None:
        self.on_keys(self._does, self.asking)
        lines = tuple(self._rows(self.size.width))
        if lines != self.lines:
            self.lines = lines
            self.refresh()
            if max(len(lines), self._fewest) != self.rows_given:
                self.on_rows()

    def render_line(self, y: int) -> Strip:
        return self.strip(self.lines[y] if y < len(self.lines) else ())

    def _rows(self, width: int) -> Sequence[Line]:
        if self.question is not None:
            return question_rows(self.question, width, self._most, self._error)
        if self.typing and not self._error:
            at = self._field.cursor_position
            return typing_rows(self._label, self._field.value, at, width, self._most)
        return self._message_rows(width, self._page)

    def _message_rows(self, width: int, page: int) -> list[Line]:
        role = "alert" if self._error else self._role
        return message_rows(self._shown, role, width, self._most, page, self.more_name)

    def ask(
        self,
        question: str,
        answers: Sequence[Answer],
        then: AnswerHandler,
        fallback: Callable[[str], str] | None = None,
    ) -> Question:
        """Ask a question, which ends the message before it; `then` gets the answer, None after Esc.

        Text that is not an answer goes to `fallback`, which takes it or says why it cannot. What
        is said while the question is open is shown after the answer; so is text that was being
        typed. What the player did not call for waits for `on_rest`: the row must be free.
        """
        self.message = ""
        asked = self.question = Question(visible(question), answers)
        self._on_answer = then
        self._fallback = fallback
        self._error, self._page = "", 0
        self._show()
        return asked

    def withdraw(self) -> None:
        """Close an open question without an answer; typed text stays, also what was no answer."""
        question = self.question
        self.question = self._on_answer = self._fallback = None
        if question is not None and question.given is None and not self.typing:
            self._begin_typing(question.typed)
        self._error, self._page = "", 0
        self._show()

    def dismiss(self) -> bool:
        """Close an open question as Esc does; False if there is none."""
        if self.question is None:
            return False
        self._reply(None)
        return True

    def action_answer(self, index: int) -> None:
        if self.question is not None and index < len(self.question.answers):
            self._reply(self.question.answers[index])

    def _question_key(self, question: Question, key: str, char: str | None) -> bool:
        self._error = ""
        if key in ("left", "up"):
            question.step(-1)
        elif key in ("right", "down", "tab"):
            question.step(1)
        elif key in ("backspace", "ctrl+h"):
            question.erase()
        elif key == "ctrl+u" or (key == "escape" and question.typed):
            question.clear()
        elif key == "escape":
            self._reply(None)
        elif key == "enter":
            self._enter(question)
        elif char and (question.typed or char not in self.reserved_chars or question.begins(char)):
            self._type_answer(question, char)
            is_none = self._fallback is None and not question.begins(question.typed)
            if question.is_complete or (is_none and question.given is None):
                self._enter(question)
        else:
            return False
        self._show()
        return True

    def _type_answer(self, question: Question, text: str) -> None:
        length = len(question.typed) + len(text)
        if length > LONGEST_MOVE:
            self.refuse(too_long(length, LONGEST_MOVE))
            return
        question.type(text)
        self._show()

    def _enter(self, question: Question) -> None:
        """Give the answer selected or typed; pass other text to `fallback`."""
        if (answer := question.given) is not None:
            self._reply(answer)
            return
        text = question.typed.strip()
        question.clear()
        objection = f"{text!r} is no answer"
        if self._fallback is not None:
            objection = self._fallback(text)
        if self.question is question:
            self.refuse(objection)

    def _reply(self, answer: Answer | None) -> None:
        then, self._on_answer = self._on_answer, None
        self.question = self._fallback = None
        self._error, self._page = "", 0
        self._show()
        if then is not None:
            then(answer)
        if not self.busy:
            self.on_rest()
