"""Every mark that can stand on a screen, and its words: the one table that all legends show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from makachess.core.engine.review import Verdict
from makachess.core.spec import Variant
from makachess.saves.signs import GLYPHS
from makachess.tui.preferences import palette_of
from makachess.tui.text import Line, Part, TextPanel
from makachess.tui.themes import rich_style
from rich.style import Style
from textual.widget import Widget

WIDTH = 4  # columns of a mark in a legend


class Mark(NamedTuple):
    """A sign, and what it says. On squares with colours it is a drawing and a tint instead."""

    sign: str
    words: str
    drawing: str = ""
    tint: str = ""


CURSOR = Mark("┏ ┓", "the cursor, [ ] on small squares", "▛  ▜", "cursor")
GOES = Mark("• *", "it may go there", " ▐▌ ")
TAKES = Mark("x x", "it may take there", "▘  ▝")
MAY = Mark("?M", "may become this", " M  ", "badge")
MUST = Mark("!M", "must become this", " M! ", "badge")
PICKED = Mark("> <", "picked up", "    ", "picked")
SQUARES = (
    CURSOR,
    GOES,
    TAKES,
    Mark("", "it may go there, or take there", "• x ", "badge"),
    MAY,
    MUST,
    Mark("? +", "may become one of several", " ? +", "badge"),
    PICKED,
    Mark("{ }", "a premove: made when it is your turn", "{  }", "picked"),
    Mark("_", "the last move", "    ", "last"),
    Mark("! !", "in check", "!  !", "check"),
    Mark("( )", "a hint, or the better move", "    ", "hint"),
    Mark("· .", "an empty dark square"),
)
COUNTS = (
    Mark("2", "Black attacks (above)", "2   ", "black"),
    Mark("1", "White attacks (below)", "1   ", "white"),
    Mark("+", "more than nine do", "+   ", "white"),
)
BEARING = (
    Mark("- -", "can be won", "    ", "won"),
    Mark("+ +", "worth taking", "    ", "worth"),
    Mark("= =", "attacker or defender", "    ", "bears"),
)
ATTACKS = (*BEARING, *COUNTS)
# On the board of a page about a piece, where what can be slid to is tinted.
SLIDES = Mark("", "slides there", "    ", "picked")
PIECE = (SLIDES, GOES, TAKES, MAY, MUST)
SHIFTED = Mark("( )", "it goes where you put it", "    ", "hint")

PLAYERS = (
    Mark("▌ >", "the side to move"),
    Mark("King!", "this royal can be taken"),
    Mark("!0:19", "less than 20 seconds are left"),
)
MOVES = (
    *(Mark(glyph.sign, glyph.text) for glyph in GLYPHS),
    Mark("( )", "a variation"),
    Mark("[ ]", "a line that a review has added"),
    Mark("*", "a note of a review"),
    Mark('"', "a comment; your moves in a line of a review"),
)
MISTAKES: Mapping[Verdict | None, str] = {  # how their signs look, in the list and below the graph
    Verdict.INACCURACY: "inaccuracy",
    Verdict.MISTAKE: "alert",
    Verdict.BLUNDER: "alert",
}
CHANCES = (
    Mark("•", "inaccuracy, ?! in the list"),
    Mark("■", "mistake, ? in the list"),
    Mark("◆", "blunder, ?? in the list"),
    Mark("▁▄█ #", "White's chances at each move"),
    Mark("%", "accuracy: 100% = no chances lost"),
)
SOLVED, UNSOLVED = Mark("■", "solved"), Mark("□", "not solved yet")
STEPS = (SOLVED, UNSOLVED)
TASK = Mark("▌", "the task")
LISTS = (
    Mark("▌", "the chosen one"),
    Mark("< >", "there are other values"),
    Mark("…", "cut: there is more of it"),
)
OWN_KEY = Mark("*", "a key of your own")
UNUSUAL = Mark("*", "not as usual")
ORDER = Mark("v ^", "the order is by this column, down or up")


def step_sign(solved: bool) -> str:
    return (SOLVED if solved else UNSOLVED).sign


SQUARE = "square "  # begins the roles of squares: light or dark, then the tint


def square_style(widget: Widget, variant: Variant | None, role: str) -> Style | None:
    """How a square of a small board looks; None for the roles of text."""
    if not role.startswith(SQUARE):
        return None
    palette = palette_of(widget, variant)
    mark, dark = role.removeprefix(SQUARE)[1:], role[len(SQUARE)] == "d"
    ground = palette.squares.dark if dark else palette.squares.light
    bold = Style(bold=True)
    if mark == "badge":
        return bold + rich_style(palette.badge, palette.sign)
    if mark in ("won", "worth", "bears"):
        return rich_style(palette.sign, palette.attack(mark))
    if mark in ("white", "black"):
        return bold + rich_style(palette.body(mark).ink, ground)
    if mark == "cursor":
        return rich_style(palette.cursor, ground)
    inks = {"picked": palette.white.ink, "check": palette.cursor}
    style = rich_style(inks.get(mark, palette.sign), palette.tint(mark, dark))
    return bold + style if mark in inks else style


def has_tints(widget: Widget) -> bool:
    return not (widget.app.no_color or palette_of(widget).plain)


def mark_lines(marks: Iterable[Mark], *, tinted: bool, drawn: bool) -> Iterator[Line]:
    """A legend: marks on squares as they are drawn there, or else as signs, on tints if any.

    A tint without a drawing is all there is of a mark, at every size.
    """
    for mark in marks:
        on_square = tinted and (mark.drawing or mark.tint)
        is_drawn = on_square and (drawn or not mark.drawing.strip())
        text = mark.drawing if is_drawn else mark.sign
        if text or on_square:
            role = f"{SQUARE}d{mark.tint}" if on_square else "key"
            yield Part(f"{text:<{WIDTH}}", role), Part(f" {mark.words}")


class MarkedPanel(TextPanel):
    """A text in which squares of a game's board can stand."""

    def __init__(self, variant: Variant | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.variant = variant

    def _style(self, role: str) -> Style | None:
        return square_style(self, self.variant, role) or super()._style(role)
