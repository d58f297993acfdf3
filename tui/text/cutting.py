"""Text too long for its row: cut with a mark, or divided into pages."""

from __future__ import annotations

from pathlib import Path

from rich.cells import cell_len, set_cell_size

MARK = "…"


def cut(text: str, width: int) -> str:
    """A text cut to a width in columns, with a mark if its end is missing."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(width - 1, 0)).rstrip() + MARK if width > 0 else ""


def cut_front(text: str, width: int) -> str:
    """A text cut to a width in columns, with a mark if its beginning is missing."""
    width = max(width, 1)
    if cell_len(text) > width:
        text = MARK + text[-2 * width :]  # the loop takes off a character at a time
    while cell_len(text) > width:
        text = MARK + text.removeprefix(MARK)[1:]
    return text


def pages(text: str, width: int, room: int) -> list[str]:
    """A text in pages, divided at spaces where possible; a single one if it fits into `width`.

    Each of several has at most `room` columns, mark included, which leaves room for a hint.
    """
    if cell_len(text) <= width:
        return [text]
    found = [""]
    for word in _words(text, max(room - 1, 1)):
        if cell_len(found[-1] + word.rstrip()) > room - 1 and found[-1].strip():
            found.append(" ")
        found[-1] += word
    return [page.rstrip() + MARK for page in found[:-1]] + [found[-1].rstrip()]


def _words(text: str, width: int) -> list[str]:
    """The words, each with the space after it; those too long for a row in pieces."""
    words = text.split(" ")
    spaced = [word + " " for word in words[:-1]] + words[-1:]
    return [word[i : i + width] for word in spaced for i in range(0, max(len(word), 1), width)]


def short_path(path: Path) -> str:
    """A full path, with `~` for the home folder."""
    try:
        return str(Path("~") / path.relative_to(Path.home()))
    except (ValueError, RuntimeError):
        return str(path)
