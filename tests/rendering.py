"""A screen as text: its characters, and where they differ its styles, in three kinds of colour.

The characters are those of 256 colours; of 16 colours and of none only the rows that differ are
kept, and the styles of one size stand for all.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from itertools import groupby
from string import ascii_letters
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS
from rich.style import Style
from textual.filter import NoColor
from textual.strip import Strip
from tui_harness import Hands

SIZES = ((40, 12), (80, 24), (120, 40), (200, 60))
STYLED = (80, 24)
# What Rich calls the colours, and a theme: another each time, for one in force is not read again.
MODES = {
    "256 colours": ("256", "auto"),
    "16 colours": ("standard", "dark"),
    "NO_COLOR": (None, "16-colours"),
}
ATTRIBUTES = ("bold", "dim", "underline", "reverse", "strike")
LETTERS = ascii_letters


class Shot(NamedTuple):
    """A screen at one size in one kind of colour."""

    size: tuple[int, int]
    mode: str
    strips: list[Strip]

    @property
    def rows(self) -> list[str]:
        """The characters."""
        return [strip.text.rstrip() for strip in self.strips]


async def shots(hands: Hands, *, thorough: bool) -> AsyncIterator[Shot]:
    """The screen of an app in all sizes, in all kinds of colour or in the first alone."""
    for mode, (system, theme) in list(MODES.items())[: None if thorough else 1]:
        show_in(hands.pilot.app, system, theme)
        for size in SIZES:
            await hands.pilot.resize_terminal(*size)
            await hands.pilot.pause()
            yield Shot(size, mode, list(hands.screen._compositor.render_strips()))


def show_in(app: Any, system: str | None, theme: str) -> None:
    """Let an app draw for a terminal with these colours."""
    app._filters = [one for one in app._filters if not isinstance(one, NoColor)]
    app._filters += [] if system else [NoColor()]
    app.no_color = not system
    app._system = system
    app.console._color_system = COLOR_SYSTEMS.get(system or "")
    app.use_theme(theme)


def describe(shot: Shot, plain: list[str] | None) -> tuple[str, str]:
    """A title and text; `plain` are the rows of the same size that need not be repeated."""
    rows = [f"{number:2}|{row}" for number, row in enumerate(shot.rows, 1)]
    if plain is not None:
        pairs = zip(rows, shot.rows, plain, strict=True)
        rows = [row for row, text, before in pairs if text != before]
    if shot.size == STYLED:
        rows += styles(shot)
    width, height = shot.size
    return f"{width}x{height}, {shot.mode}", "\n".join(rows) + "\n"


def join(sections: Mapping[str, str]) -> str:
    """Texts under their titles, as one file."""
    return "\n".join(f"=== {title}\n{text}" for title, text in sections.items())


def split(text: str) -> dict[str, str]:
    """The inverse of `join`."""
    parts = (part.partition("\n") for part in f"\n{text}".split("\n=== ")[1:])
    return {title: body + ("" if body.endswith("\n") else "\n") for title, _, body in parts}


def styles(shot: Shot) -> Iterator[str]:
    """The styles in use, each with a letter, and how many columns of a row have which."""
    system = COLOR_SYSTEMS.get(MODES[shot.mode][0] or "")
    letters: dict[str, str] = {"": "."}
    maps = []
    for strip in shot.strips:
        worn = [(named(style, system), cell_len(text)) for text, style, _ in strip]
        for name, _ in worn:
            letters.setdefault(name, LETTERS[len(letters) - 1])
        runs = groupby(worn, key=lambda one: letters[one[0]])
        maps.append(" ".join(f"{letter}{sum(n for _, n in run)}" for letter, run in runs))
    yield "--- styles"
    yield from (f"{letter}  {name}" for name, letter in letters.items() if name)
    yield from (f"{n:2}|{row}" for n, row in enumerate(maps, 1) if set(row) & set(LETTERS))


def named(style: Style | None, system: ColorSystem | None) -> str:
    """A style as the terminal shows it."""
    if style is None:
        return ""
    marks = [name for name in ATTRIBUTES if getattr(style, name)]
    if system is not None:
        for sign, color in (("", style.color), ("on ", style.bgcolor)):
            if color is not None and not color.is_default:
                marks.append(sign + color.downgrade(system).name)
    return " ".join(marks)
