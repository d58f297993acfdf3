"""The text of the help: keys, marks, typing, settings and rules, beside a board or on a screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from makachess.core.spec import Variant
from makachess.play.lookup import rules_in_words
from makachess.tui.board import BoardWidget
from makachess.tui.key_names import format_key
from makachess.tui.keys import MENU, among, bindings
from makachess.tui.output import short_path
from makachess.tui.panes.marks import Mark, MarkedPanel, has_tints, mark_lines
from makachess.tui.panes.piece import can_draw
from makachess.tui.preferences import Preferences
from makachess.tui.text import Line, Part
from textual.binding import BindingType
from textual.widget import Widget

SCROLLING = among(MENU, "menu-up", "menu-down", "menu-page-up", "menu-page-down")
# What keys do to a text being typed: those of every field in a terminal, by Textual's names.
TYPING = (
    (("left", "right"), "move in the text"),
    (("ctrl+left", "ctrl+right"), "move by a word"),
    (("home", "end", "ctrl+a"), "go to the start or end"),
    (("backspace", "delete"), "delete a character"),
    (("ctrl+w",), "delete the previous word"),
    (("ctrl+u", "ctrl+k"), "delete to the start, or to the end"),
    (("enter", "escape"), "accept, or cancel"),
)


class HelpText(MarkedPanel, can_focus=True):
    """Help, scrolled by the keys of a menu where it has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(SCROLLING)

    def action_cursor_up(self) -> None:
        self.scroll_lines(-1)

    def action_cursor_down(self) -> None:
        self.scroll_lines(1)

    def action_page_up(self) -> None:
        self.scroll_pages(-1)

    def action_page_down(self) -> None:
        self.scroll_pages(1)


def key_lines(rows: Sequence[tuple[str, str]]) -> Iterator[Line]:
    return _section("Keys", rows)


def legend(marks: Sequence[Mark], widget: Widget) -> Iterator[Line]:
    """What the marks mean, as a board shows them, or as the terminal can show them."""
    drawn = widget.draws_marks if isinstance(widget, BoardWidget) else can_draw(widget)
    if shown := list(mark_lines(marks, tinted=has_tints(widget), drawn=drawn)):
        yield (Part("Signs", "strong"),)
        yield from shown
        yield ()


def typing_lines() -> Iterator[Line]:
    return _section(
        "While typing (fixed keys)",
        [(" ".join(map(format_key, keys)), text) for keys, text in TYPING],
    )


def settings_lines(preferences: Preferences) -> Iterator[Line]:
    """Where the settings are kept, and all that is wrong with them."""
    yield (Part("Settings", "strong"),)
    key, path = preferences.keymap.name("settings"), short_path(preferences.file.path)
    yield (Part(f"{key} changes keys and more, which are kept in {path}", "quiet"),)
    for fault in preferences.faults:
        yield (Part(fault.short, "alert"),)


def rules_lines(variant: Variant) -> Iterator[Line]:
    """A variant's title, summary and rules in words, one line for each paragraph."""
    yield (Part(variant.title, "strong"),)
    yield (Part(variant.summary, "quiet"),)
    yield ()
    for paragraph in rules_in_words(variant):
        yield (Part(paragraph),)


def _section(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[Line]:
    width = max(len(key) for key, _ in rows)
    yield (Part(title, "strong"),)
    for key, text in rows:
        yield (Part(f"{key:<{width}}", "key"), Part(" " + text))
    yield (Part(""),)
