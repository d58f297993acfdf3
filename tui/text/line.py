"""One line of parts; a part with an action can be clicked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from makachess.core.visible import visible
from makachess.tui.text.cutting import MARK
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.color import Color
from textual.strip import Strip
from textual.widget import Widget

# How the text of a role looks: the name of its colour in the theme, if it has one, and the rest.
# Component classes would do this too, but Textual styles a node for each of them, in every widget
# and as often as the widget itself, which took a fifth of the time that a screen takes to open.
ROLES: Mapping[str, tuple[str, Style]] = {
    "key": ("accent", Style(bold=True)),
    "strong": ("strong", Style(bold=True)),
    "quiet": ("quiet", Style()),
    "alert": ("alert", Style(bold=True)),
    "accent": ("accent", Style(bold=True)),
    "chosen": ("", Style(reverse=True)),
    "hung": ("quiet", Style(reverse=True)),
}


class Part(NamedTuple):
    """Text in one style, and the action a click on it runs."""

    text: str
    role: str = ""
    action: str = ""


Line = Sequence[Part]


def is_cut(line: Line, width: int) -> bool:
    """Whether a line has more text than a row of this width shows."""
    return cell_len("".join(part.text for part in line).rstrip()) > width


def draw(parts: Iterable[Part], width: int, style_of: Callable[[str], Style | None]) -> Strip:
    """A line as a strip of a width, with a mark if it is cut; `style_of` knows the roles."""
    line = tuple(part._replace(text=visible(part.text)) for part in parts)
    strip = Strip([Segment(part.text, style_of(part.role)) for part in line])
    if width and is_cut(line, width):
        kept = strip.crop(0, width - 1)
        style = kept._segments[-1].style if kept._segments else None
        strip = Strip([*kept, Segment(MARK, style)])
    return strip.adjust_cell_length(width, style_of(""))


def role_style(widget: Widget, role: str) -> Style | None:
    """How the text of a role looks in the theme in force."""
    if not role:
        return None
    color, look = ROLES[role]
    return _colored(widget.app.theme_variables[color]) + look if color else look


@lru_cache
def _colored(color: str) -> Style:
    return Style(color=Color.parse(color).rich_color)


class TextWidget(Widget):
    """What lines and panels share: turns parts into strips, and clicks into actions."""

    _colors: tuple[str, ...] = ()  # of the roles, when this was last painted

    def strip(self, parts: Iterable[Part]) -> Strip:
        """A line as a strip of the widget's width, with a mark if it is cut."""
        return draw(parts, self.size.width, self._style)

    def _style(self, role: str) -> Style | None:
        return role_style(self, role)

    def notify_style_update(self) -> None:
        """Paint all of it again in another theme."""
        super().notify_style_update()
        colors = tuple(self.app.theme_variables[color] for color, _ in ROLES.values() if color)
        if colors != self._colors:
            self._colors = colors
            self.refresh()

    async def run_part(self, line: Iterable[Part], x: int) -> None:
        """Run the action of the part at a column, unless its screen has closed since the click."""
        right = 0
        for part in line:
            right += cell_len(part.text)
            if x < right:
                if part.action and self.is_attached and self.screen.is_active:
                    await self.run_action(part.action)
                return


class TextLine(TextWidget):
    """A single line, repainted only when it changes."""

    DEFAULT_CSS = "TextLine { height: 1; width: 1fr; }"

    def __init__(self, *parts: Part, id: str | None = None) -> None:
        super().__init__(id=id)
        self.parts: tuple[Part, ...] = parts

    def set_parts(self, *parts: Part) -> None:
        """Show other parts."""
        if parts != self.parts:
            self.parts = parts
            self.refresh()

    @property
    def text(self) -> str:
        """The whole line without styles."""
        return "".join(part.text for part in self.parts)

    def render_line(self, y: int) -> Strip:
        """The line."""
        return self.strip(self.parts)

    async def on_click(self, event: events.Click) -> None:
        """Run the action of the part clicked."""
        await self.run_part(self.parts, event.x)
