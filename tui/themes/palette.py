"""What a theme consists of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from makachess.tui.themes.contrast import contrast
from rich.style import Style
from textual.color import Color

# What a square can be besides light or dark, the most important first.
MARKS = ("cursor", "taken", "path", "capture", "may", "must", "hint", "check", "last")
INKS = ("#000000", "#ffffff")


@dataclass(frozen=True, slots=True)
class Man:
    """How one side's men are coloured: the ink, and the plate they stand on if not the square."""

    ink: str
    plate: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """The colours of what is written beside the board, besides the terminal's own."""

    quiet: str
    accent: str
    alert: str


@dataclass(frozen=True, slots=True)
class Ground:
    """The colours of a kind of square: around the man, and right behind it.

    What is behind a man is chosen so that both sides can be read on it; what is around it may be
    as bright as it takes to be seen.
    """

    around: str
    behind: str = ""

    @property
    def back(self) -> str:
        """What is behind a man."""
        return self.behind or self.around


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of a theme, as `#rrggbb` or as names of the terminal's own (`ansi_blue`).

    `grounds` are by kind of square: `light`, `dark` and MARKS. `dots` marks empty squares of a
    board whose squares all look the same. `hollow` is the side whose bodies show their outline
    only, so that shapes tell the sides apart as well.
    """

    name: str
    title: str
    white: Man
    black: Man
    grounds: Mapping[str, Ground] = field(hash=False)
    mark: str  # dots and signs on plain squares
    text: Text
    hollow: str = "black"
    bold: bool = True
    dots: bool = False
    marks_ink: tuple[str, ...] = INKS

    def man(self, color: str) -> Man:
        """How a side's men are coloured."""
        return self.white if color == "white" else self.black

    def behind(self, color: str, role: str) -> str:
        """What is right behind a man of a side on a kind of square."""
        return self.man(color).plate or self.grounds[role].back

    def colors(self, role: str, color: str, part: str) -> tuple[str, str]:
        """Ink and ground of a side's man on a kind of square.

        Of the man drawn there, of the tile that is the man, of what is engraved in that tile, or of
        the foot of a plate, which leaves no other room for the colour of a mark.
        """
        man, behind = self.man(color), self.behind(color, role)
        if part == "foot":
            return man.plate or man.ink, self.grounds[role].around
        if part == "man":
            return man.ink, behind
        if not man.plate:
            return (man.ink, behind) if part == "tile" else (behind, man.ink)
        ground = self.grounds[role]
        return (man.plate, ground.around) if part == "tile" else (man.ink, man.plate)

    def ink_on(self, role: str) -> str:
        """The colour of signs on a kind of square."""
        if role in ("light", "dark"):
            return self.mark
        around = self.grounds[role].around
        return max(self.marks_ink, key=lambda ink: contrast(ink, around))

    def variables(self) -> dict[str, str]:
        """What style sheets can name."""
        return asdict(self.text) | {"strong": "ansi_default"}


def rich_style(ink: str, ground: str) -> Style:
    """Two colours as Rich's style.

    Terminals of 8 colours know the bright ones as inks only, at best: as a ground they are written
    as the ink of reversed text, which can be read wherever there is no such ink either.
    """
    if ground.startswith("ansi_bright_"):
        return rich_style(ground, ink) + Style(reverse=True)
    return Style(color=Color.parse(ink).rich_color, bgcolor=Color.parse(ground).rich_color)
