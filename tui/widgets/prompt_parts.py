"""The prompt row as parts: a page of a message, typed text, or a question with its answers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from makachess.play.questions import Question
from makachess.tui.text import MARK, Part, cut, cut_front, pages
from rich.cells import cell_len, set_cell_size

BACK, TAKE = " Esc back", " Enter takes it"
WIDE = 60  # columns from which on a key is explained


def message_parts(text: str, role: str, width: int, page: int, key: str = "Tab") -> list[Part]:
    """A page of a message, and the key that shows the next one."""
    more = f"{key} more" if width >= WIDE else key
    found = pages(f" {text}", width, width - len(more) - 2)
    at = page % len(found)
    shown = [Part(found[at], role)]
    return shown if at == len(found) - 1 else [*shown, Part(" "), Part(more, "key", "more")]


def typing_parts(label: str, typed: str, at: int, width: int) -> list[Part]:
    """What is being typed with the cursor at an index, or what is around it in a narrow row."""
    near = 2 * width  # of a long text no more than this can be seen on either side
    before, under = typed[max(at - near, 0) : at], typed[at : at + 1] or " "
    after = typed[at + 1 : at + 1 + near]
    room = width - len(label) - 1 - cell_len(under)
    before = cut_front(before, room - min(cell_len(after), room // 3))
    after = cut(after, room - cell_len(before))
    return [Part(f" {label}", "key"), Part(before), Part(under, "chosen"), Part(after)]


def clicked(typing: Sequence[Part], column: int) -> int:
    """How far right of the cursor a click on typing_parts was; negative if left of it."""
    label, before, *_ = (part.text for part in typing)
    column -= len(label)
    if column <= 0:
        return -len(before)
    return len(set_cell_size("".join(part.text for part in typing[1:]), column)) - len(before)


def question_parts(question: Question, width: int) -> list[Part]:
    """The question, what has been typed, and the answers: in full, or by their keys."""
    least = len(question.answers[question.at].key) + len(MARK) * 2 + 5
    head = [Part(f" {cut(question.text, width - least)} ", "strong")]
    if question.typed:
        head += [Part(cut_front(question.typed, width // 4)), Part(" ", "chosen"), Part(" ")]
    room = width - _length(head)
    answers = _answers(question, room)
    then = TAKE if question.typed and question.given else BACK
    if _length(answers) + len(then) <= room:
        answers.append(Part(then, "quiet"))
    return [*head, *answers]


def _answers(question: Question, room: int) -> list[Part]:
    """All answers in full where there is room, else the selected one, else as many as fit."""
    full = [f" {answer.key} {answer.text} " for answer in question.answers]
    keys = [f" {answer.key} " for answer in question.answers]
    marked = [full[at] if at == question.at else key for at, key in enumerate(keys)]
    for texts in (full, marked, keys):
        if sum(map(len, texts)) + len(texts) <= room:
            return [part for at, text in enumerate(texts) for part in _answer(question, at, text)]
    return _around(question, marked if len(full[question.at]) + 3 <= room else keys, room)


def _answer(question: Question, at: int, text: str) -> tuple[Part, Part]:
    return Part(text, "chosen" if at == question.at else "", f"answer({at})"), Part(" ")


def _around(question: Question, texts: list[str], room: int) -> list[Part]:
    """As many answers as fit around the selected one."""
    ends = list(accumulate(len(text) + 1 for text in texts))
    starts = [0, *ends[:-1]]
    fits = [at for at, start in enumerate(starts) if ends[question.at] - start <= room - 2]
    first = min(fits, default=question.at)
    last = max(at for at, end in enumerate(ends) if at == first or end - starts[first] <= room - 2)
    parts = [Part(MARK)] if first else []
    for at in range(first, last + 1):
        parts += _answer(question, at, texts[at])
    return [*parts, Part(MARK)] if last < len(texts) - 1 else parts


def _length(parts: list[Part]) -> int:
    return sum(cell_len(part.text) for part in parts)
