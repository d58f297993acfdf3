"""A screen as text: its characters, and the styles they are written in, in three kinds of colour.

The cells are those that the painter sends to a terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from string import ascii_letters
from typing import Any, NamedTuple

from makachess.tui.board import BoardWidget
from makachess.tui.terminal.painter import PLAIN, Cell, Ink, strip_cells
from makachess.tui.themes import DEFAULT
from rich.color import EIGHT_BIT_PALETTE
from rich.console import COLOR_SYSTEMS
from textual.filter import NoColor
from textual.geometry import Size
from tui_harness import Hands

# What Rich calls the colours.
MODES = {"256 colours": "256", "16 colours": "standard", "NO_COLOR": ""}
MODE_OF = {system: mode for mode, system in MODES.items()}
ATTRIBUTES = {
    "1": "bold",
    "2": "dim",
    "3": "italic",
    "4": "underline",
    "7": "reverse",
    "9": "strike",
}
COLORS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")


class Shot(NamedTuple):
    """A screen at one size in one kind of colour."""

    size: Size
    mode: str
    cells: list[list[Cell]]

    @property
    def rows(self) -> list[str]:
        """The characters."""
        return ["".join(text for text, _ in row).rstrip() for row in self.cells]


def take(hands: Hands) -> Shot:
    """The screen as the terminal gets it."""
    app = hands.pilot.app
    name = app.console.color_system or ""
    mode = "NO_COLOR" if app.no_color else MODE_OF.get(name, name)
    system = COLOR_SYSTEMS.get(name)
    strips = hands.screen._compositor.render_strips()
    return Shot(app.size, mode, [strip_cells([strip], system) for strip in strips])


def show_in(app: Any, system: str, theme: str = DEFAULT) -> None:
    """Let an app draw for a terminal with these colours, or with none."""
    app.no_color = not system
    app._filters = [one for one in app._filters if not isinstance(one, NoColor)]
    app._filters += [NoColor()] if app.no_color else []
    if system:
        app._system = system
        app.console._color_system = COLOR_SYSTEMS[system]
        app.use_theme(theme)
    for board in app.screen.query(BoardWidget):
        board.notify_style_update()


def describe(shot: Shot, plain: Sequence[str] | None = None) -> str:
    """A shot as text, of its rows only those that are not as in `plain`."""
    rows: list[str | None] = [*shot.rows]
    if plain is not None:
        rows = [None if row == before else row for row, before in zip(rows, plain, strict=True)]
    return "\n".join([*numbered(rows), *styles(shot)]) + "\n"


def numbered(rows: Iterable[str | None]) -> Iterator[str]:
    """Rows that are not None, behind their numbers; those that are the same as one."""
    number = 1
    for text, run in groupby(rows):
        last = number + len(list(run)) - 1
        if text is not None:
            yield f"{number:2}|{text}" if number == last else f"{number:2}-{last}|{text}"
        number = last + 1


def styles(shot: Shot) -> Iterator[str]:
    """The styles in use, each with a letter, and how many columns of which rows have it."""
    letters: dict[Ink, str] = {PLAIN: "."}
    maps = []
    for row in shot.cells:
        inks = inks_in(row)
        for ink in inks:
            letters.setdefault(ink, ascii_letters[len(letters) - 1])
        runs = groupby(letters[ink] for ink in inks)
        maps.append(" ".join(f"{letter}{len(list(run))}" for letter, run in runs))
    yield "--- styles"
    yield from (f"{letter}  {named(ink)}" for ink, letter in letters.items() if ink != PLAIN)
    yield from numbered(text if set(text) & set(ascii_letters) else None for text in maps)


def inks_in(row: list[Cell]) -> list[Ink]:
    """How the cells of a row are written, blanks within a text as the text around them."""
    inks = [ink for _, ink in row]
    texts = [at for at, (text, _) in enumerate(row) if text != " "]
    for left, right in pairwise(texts):
        ink = inks[left]
        blank = ink if ink.is_seen else Ink(ground=ink.ground)
        if inks[right] == ink and all(one == blank for one in inks[left + 1 : right]):
            inks[left + 1 : right] = [ink] * (right - left - 1)
    return inks


def named(ink: Ink) -> str:
    """A style in words, with the colours of xterm.

    >>> named(Ink("1", "91", "48;5;16"))
    'bold bright red on #000000'
    """
    words = [ATTRIBUTES[code] for code in filter(None, ink.attributes.split(";"))]
    for codes, on in ((ink.color, ""), (ink.ground, "on ")):
        first, _, last = codes.rpartition(";")
        if first:
            words.append(on + EIGHT_BIT_PALETTE[int(last)].hex)
        elif last:
            words.append(on + "bright " * (int(last) >= 90) + COLORS[int(last) % 10])
    return " ".join(words)


def join(sections: Mapping[str, str]) -> str:
    """Texts under their titles, as one file."""
    return "\n".join(f"=== {title}\n{text}" for title, text in sections.items())


def split(text: str) -> dict[str, str]:
    """The inverse of `join`."""
    parts = (part.partition("\n") for part in f"\n{text}".split("\n=== ")[1:])
    return {title: body + ("" if body.endswith("\n") else "\n") for title, _, body in parts}
