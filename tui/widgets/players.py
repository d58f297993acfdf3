"""The two sides: who plays them, what is on their clocks, whose turn it is, what they hold."""

from __future__ import annotations

from collections.abc import Mapping

from makachess.core import Position
from makachess.core.spec import COLORS, Variant
from makachess.play.royals import Royal
from makachess.play.session.time_control import describe_time
from makachess.saves import TimeLeft
from makachess.tui.text.line import ROLE_CSS, Line, Part, TextWidget, is_cut
from textual.strip import Strip


class Players(TextWidget):
    """The side at the far end of the board first; `detailed` gives each a second row."""

    DEFAULT_CSS = "Players { height: 2; width: 1fr; &.-detailed { height: 4; } " + ROLE_CSS + "}"

    def __init__(self, *, detailed: bool = False, id: str | None = None) -> None:
        super().__init__(id=id, classes="-detailed" if detailed else "")
        self._detailed = detailed
        self._rows: list[Line] = []

    def show(
        self,
        names: Mapping[str, str],
        turn: str | None,
        *,
        clocks: Mapping[str, TimeLeft] | None = None,
        flipped: bool = False,
        details: Mapping[str, Line] | None = None,
    ) -> None:
        """Show names, clocks and details by colour; `turn` is the side to move, if any."""
        order = ("white", "black") if flipped else ("black", "white")
        rows: list[Line] = []
        for c in order:
            rows.append(self._row(c, names.get(c, "?"), c == turn, (clocks or {}).get(c)))
            if self._detailed:
                rows.append((Part("  "), *(details or {}).get(c, ())))
        if rows != self._rows:
            self._rows = rows
            self.refresh()

    def _row(self, color: str, name: str, on: bool, time: TimeLeft | None) -> tuple[Part, ...]:
        role = "strong" if on else ""
        parts = [Part("> " if on else "  ", "accent"), Part(f"{color.capitalize()} ", role)]
        if time is not None:  # before the name, which may be cut in a narrow panel
            short = on and time.seconds < 20
            parts.append(Part(f"{describe_time(time)} ", "alert" if short else role))
        return (*parts, Part(name, role))

    def cut_text(self) -> str:
        """The whole text of rows that are too long or hidden; empty if all can be read."""
        texts = ["".join(p.text for p in row) for row in self._rows if is_cut(row, self.size.width)]
        return ", ".join(" ".join(text.removeprefix(">").split()) for text in texts)

    def render_line(self, y: int) -> Strip:
        """One side."""
        return self.strip(self._rows[y] if y < len(self._rows) else ())


def has_details(variant: Variant) -> bool:
    """Whether the sides of a game have a reserve, or royals to count."""
    return variant.promotion.reserve or not variant.ending.checkmate


def side_details(position: Position, royals: tuple[Royal, ...]) -> dict[str, Line]:
    """What each side holds besides its men on the board: its reserve, or its royals."""
    if position.variant.promotion.reserve:
        return {color: _reserve(position.reserve(color)) for color in COLORS}
    return {color: _royals([r for r in royals if r.color == color]) for color in COLORS}


def _reserve(men: dict[str, int]) -> Line:
    held = " ".join(kind if count == 1 else f"{kind}{count}" for kind, count in men.items())
    return (Part("reserve ", "quiet"), Part(held or "-"))


def _royals(royals: list[Royal]) -> Line:
    """The royals of one side, those in danger marked `!`."""
    parts: list[Part] = []
    for royal in royals:
        parts += [Part(", ")] if parts else []
        parts.append(Part(f"{royal.name}!", "alert") if royal.in_danger else Part(royal.name))
    return tuple(parts)
