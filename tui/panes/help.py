"""Keys and rules beside the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar

from makachess.core.spec import Variant
from makachess.tui.keys import MENU, Action, bindings, typing_rows
from makachess.tui.output import short_path
from makachess.tui.panes.piece import SQUARE, can_draw, square_style
from makachess.tui.preferences import Preferences, preferences_of
from makachess.tui.text import Line, Part, TextPanel
from rich.style import Style
from textual.binding import BindingType

SCROLLING = [action for action in MENU if action.run.startswith(("focused.cursor", "focused.page"))]
# The marks of a board: how they are drawn, their tint, their sign without colours, what they mean.
MARKS = (
    (" ▐▌ ", "", "•", "it may go there"),
    ("▘  ▝", "", "x x", "it may take there"),
    (" M  ", "badge", "?M", "taking there it may become an M"),
    (" M! ", "badge", "!M", "taking there it must become an M"),
    ("    ", "picked", "> <", "picked up"),
    ("    ", "last", "_", "the last move"),
    ("    ", "check", "! !", "in check"),
    ("    ", "hint", "( )", "a hint, or the better move"),
    ("2   ", "", "2", "attack map: Black's attackers above, White's below"),
    ("    ", "won", "- -", "attack map: it can be won"),
    ("    ", "worth", "+ +", "attack map: it is worth taking"),
)


class HelpPanel(TextPanel):
    """The keys of the screen, the marks on the board, the rules of the game."""

    def __init__(
        self,
        variant: Variant,
        offered: Callable[[], Sequence[Action]],
        *more: tuple[str, str],
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._variant = variant
        self._offered = offered
        self._more = more  # rows besides those of the keys

    def on_mount(self) -> None:
        """Show all that."""
        self.fill()

    def fill(self) -> None:
        """Show the keys in force, and the rest."""
        preferences = preferences_of(self)
        rows = preferences.keymap.help(self._offered())
        self.set_lines(
            [
                *key_lines([*rows, *self._more]),
                *self._marks(),
                *rules_lines(self._variant),
                (),
                *typing_lines(),
                *settings_lines(preferences),
            ]
        )

    def _marks(self) -> Iterator[Line]:
        """What the marks on the board mean."""
        yield (Part("Marks", "strong"),)
        drawn = can_draw(self)
        for drawing, tint, sign, meaning in MARKS:
            shown = Part(drawing, f"{SQUARE}d{tint}") if drawn else Part(f"{sign:<4}", "key")
            yield shown, Part(f" {meaning}")
        yield ()

    def _style(self, role: str) -> Style | None:
        """The style of a role, or of a square with a mark."""
        return square_style(self, self._variant, role) or super()._style(role)


class HelpText(TextPanel, can_focus=True):
    """Help that fills a page, scrolled by the keys of a menu."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(SCROLLING)

    def action_cursor_up(self) -> None:
        """Scroll up by a line."""
        self.scroll_lines(-1)

    def action_cursor_down(self) -> None:
        """Scroll down by a line."""
        self.scroll_lines(1)

    def action_page_up(self) -> None:
        """Scroll up by a page."""
        self.scroll_pages(-1)

    def action_page_down(self) -> None:
        """Scroll down by a page."""
        self.scroll_pages(1)


def key_lines(rows: Sequence[tuple[str, str]]) -> Iterator[Line]:
    """Keys and what they do."""
    return _section("Keys", rows)


def typing_lines() -> Iterator[Line]:
    """What keys do wherever a text is typed."""
    return _section("While typing (fixed keys)", list(typing_rows()))


def settings_lines(preferences: Preferences) -> Iterator[Line]:
    """Where the settings are kept, and all that is wrong with them."""
    yield (Part("Settings", "strong"),)
    key, path = preferences.keymap.name("settings"), short_path(preferences.file.path)
    yield (Part(f"{key} changes keys and more, which are kept in {path}", "quiet"),)
    for fault in preferences.faults:
        yield (Part(fault.short, "alert"),)


def rules_lines(variant: Variant) -> Iterator[Line]:
    """A variant's title, summary and help text, one line for each paragraph."""
    yield (Part(variant.title, "strong"),)
    yield (Part(variant.summary, "quiet"),)
    yield ()
    for paragraph in variant.help.strip().split("\n"):
        yield (Part(paragraph),)


def _section(title: str, rows: Sequence[tuple[str, str]]) -> Iterator[Line]:
    width = max(len(key) for key, _ in rows)
    yield (Part(title, "strong"),)
    for key, text in rows:
        yield (Part(f"{key:<{width}}", "key"), Part(" " + text))
    yield (Part(""),)
