"""Themes: the colours of board and text, for what the terminal can show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import lru_cache

from rich.style import Style
from textual.color import Color

# The 16 colours as xterm shows them; every terminal has its own idea of them.
XTERM = {
    "ansi_black": "#000000",
    "ansi_red": "#cd0000",
    "ansi_green": "#00cd00",
    "ansi_yellow": "#cdcd00",
    "ansi_blue": "#0000ee",
    "ansi_magenta": "#cd00cd",
    "ansi_cyan": "#00cdcd",
    "ansi_white": "#e5e5e5",
    "ansi_bright_black": "#7f7f7f",
    "ansi_bright_red": "#ff0000",
    "ansi_bright_green": "#00ff00",
    "ansi_bright_yellow": "#ffff00",
    "ansi_bright_blue": "#5c5cff",
    "ansi_bright_magenta": "#ff00ff",
    "ansi_bright_cyan": "#00ffff",
    "ansi_bright_white": "#ffffff",
}


@lru_cache(maxsize=512)
def luminance(color: str) -> float:
    """The relative luminance of `#rrggbb` or of one of the 16 colours, from 0 to 1.

    >>> luminance("#ffffff")
    1.0
    """
    code = XTERM.get(color, color).removeprefix("#")
    red, green, blue = (_linear(int(code[at : at + 2], 16) / 255) for at in (0, 2, 4))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 (the same) to 21 (black and white).

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


# --- palette --------------------------------------------------------------------------------------
#
# What a theme consists of.

# What a square can be besides light or dark, the most important first.
MARKS = ("cursor", "taken", "path", "capture", "may", "must", "hint", "check", "last")
INKS = ("#000000", "#ffffff")


@dataclass(frozen=True, slots=True)
class PieceColors:
    """How one side's pieces are coloured: the ink, and the plate they stand on, if any."""

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
    """The colours of a kind of square: around the piece, and right behind it.

    What is behind a piece is chosen so that both sides can be read on it; what is around it may be
    as bright as it takes to be seen.
    """

    around: str
    behind: str = ""

    @property
    def back(self) -> str:
        """What is behind a piece."""
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
    white: PieceColors
    black: PieceColors
    grounds: Mapping[str, Ground] = field(hash=False)
    mark: str  # dots and signs on plain squares
    text: Text
    hollow: str = "black"
    bold: bool = True
    dots: bool = False
    marks_ink: tuple[str, ...] = INKS

    def piece(self, color: str) -> PieceColors:
        """How a side's pieces are coloured."""
        return self.white if color == "white" else self.black

    def behind(self, color: str, role: str) -> str:
        """What is right behind a piece of a side on a kind of square."""
        return self.piece(color).plate or self.grounds[role].back

    def colors(self, role: str, color: str, part: str) -> tuple[str, str]:
        """Ink and ground of a side's piece on a kind of square.

        Of the piece drawn there, of the tile that is the piece, of what is engraved in that tile,
        or of the foot of a plate, which leaves no other room for the colour of a mark.
        """
        piece, behind = self.piece(color), self.behind(color, role)
        if part == "foot":
            return piece.plate or piece.ink, self.grounds[role].around
        if part == "piece":
            return piece.ink, behind
        if not piece.plate:
            return (piece.ink, behind) if part == "tile" else (behind, piece.ink)
        ground = self.grounds[role]
        return (piece.plate, ground.around) if part == "tile" else (piece.ink, piece.plate)

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


# --- themes ---------------------------------------------------------------------------------------
#
# The themes, each for 16 million colours, for the cube of 256, or for the 16 of the terminal.
#
# On a dark board both sides are lighter than every square, on a light one darker: only so can White
# and Black be told from each other and from all squares at the contrasts that tests ask for. The
# wooden board is neither, so its pieces stand on plates. What is around a piece may then be bright.

AUTO = "auto"
# Text stands on the terminal's own background, which may be black or white: these can be read on
# both.
TEXT = Text(quiet="#767676", accent="#3176c5", alert="#cf4540")
TEXT_256 = Text(quiet="#767676", accent="#5f5fff", alert="#af5f5f")
TEXT_16 = Text(quiet="ansi_default", accent="ansi_default", alert="ansi_red")


def _grounds(table: str) -> dict[str, Ground]:
    """Rows of a kind of square, what is around its piece and, if another, what is behind it."""
    rows = (line.split() for line in table.strip().splitlines())
    return {role: Ground(*colors) for role, *colors in rows}


DARK = Palette(
    name="dark",
    title="Dark",
    white=PieceColors("#ffffff"),
    black=PieceColors("#d97c3c"),
    grounds=_grounds("""
        light    #262b34
        dark     #181b21
        cursor   #57b8d0  #0a2a5a
        taken    #a34946  #3a1513
        path     #6a72d8  #1d2258
        capture  #c9732f  #351f10
        may      #9a5fc0  #32153f
        must     #cd4f98  #3c132b
        hint     #4e9e5c  #0f2e14
        check    #e0453f  #471917
        last     #56522b  #29270f
    """),
    mark="#8fb4d8",
    text=TEXT,
)
DARK_256 = Palette(
    name="dark",
    title="Dark",
    white=PieceColors("#ffffff"),
    black=PieceColors("#af875f"),
    grounds=_grounds("""
        light    #262626
        dark     #121212
        cursor   #5fafaf  #00005f
        taken    #af5f5f  #1c1c1c
        path     #5f5faf  #00005f
        capture  #af5f00  #1c1c1c
        may      #875faf  #1c1c1c
        must     #d7005f  #1c1c1c
        hint     #5f875f  #1c1c1c
        check    #d70000  #1c1c1c
        last     #5f5f00  #1c1c1c
    """),
    mark="#87afd7",
    text=TEXT_256,
)
LIGHT = Palette(
    name="light",
    title="Light",
    white=PieceColors("#1f63b1"),
    black=PieceColors("#050505"),
    grounds=_grounds("""
        light    #f6f7f9
        dark     #dfe5ec
        cursor   #2a93ad  #c4eaf0
        taken    #c0504c  #f6dddc
        path     #5a63d6  #e0e2f7
        capture  #c9752f  #f3dfd1
        may      #8a4fb0  #eeddf6
        must     #c4448a  #f6dceb
        hint     #3f9150  #bfefc7
        check    #d93a34  #f6dddc
        last     #d3c98a  #eae5ad
    """),
    mark="#1f63b1",
    text=TEXT,
    hollow="white",
)
LIGHT_256 = Palette(
    name="light",
    title="Light",
    white=PieceColors("#005faf"),
    black=PieceColors("#000000"),
    grounds=_grounds("""
        light    #ffffff
        dark     #e4e4e4
        cursor   #0087af  #ffffff
        taken    #af5f5f  #ffffff
        path     #5f5fd7  #ffffff
        capture  #d78700  #ffffff
        may      #875faf  #ffffff
        must     #d7005f  #ffffff
        hint     #5f875f  #ffffff
        check    #d70000  #ffffff
        last     #d7d787  #ffffd7
    """),
    mark="#005faf",
    text=TEXT_256,
    hollow="white",
)
HIGH = Palette(
    name="high-contrast",
    title="High contrast",
    white=PieceColors("#ffffff"),
    black=PieceColors("#ff5f00"),
    grounds=_grounds("""
        light    #1c1c1c
        dark     #000000
        cursor   #ffff00  #000000
        taken    #ff8787  #000000
        path     #5fafff  #000000
        capture  #ffaf00  #000000
        may      #d787ff  #000000
        must     #ff87d7  #000000
        hint     #5fff5f  #000000
        check    #ff0000  #000000
        last     #878787  #000000
    """),
    mark="#ffff00",
    text=Text(quiet="ansi_default", accent="ansi_default", alert="ansi_default"),
)
# The colours that Okabe and Ito chose for all kinds of colour vision, Black's darker, and a violet
# and a near-white besides: a test simulates three kinds, in which no two marks may look alike.
BLIND = Palette(
    name="colour-blind",
    title="Colour-blind",
    white=PieceColors("#ffffff"),
    black=PieceColors("#4e93c8"),
    grounds=_grounds("""
        light    #222222
        dark     #0f0f0f
        cursor   #f0e442  #1c1c1c
        taken    #e8e8e8  #1c1c1c
        path     #0072b2  #08202f
        capture  #e69f00  #221c0c
        may      #cc79a7  #2a141f
        must     #7800c8  #1a0a2c
        hint     #009e73  #0a2018
        check    #d55e00  #2a150a
        last     #505050  #1c1c1c
    """),
    mark="#f0e442",
    text=TEXT,
)
BLIND_256 = Palette(
    name="colour-blind",
    title="Colour-blind",
    white=PieceColors("#ffffff"),
    black=PieceColors("#5f87d7"),
    grounds=_grounds("""
        light    #1c1c1c
        dark     #080808
        cursor   #ffff00  #121212
        taken    #d7ffff  #121212
        path     #005faf  #121212
        capture  #d7af00  #121212
        may      #d787af  #121212
        must     #8700ff  #121212
        hint     #00875f  #121212
        check    #d75f00  #121212
        last     #4e4e4e  #121212
    """),
    mark="#ffff5f",
    text=TEXT_256,
)
WOOD = Palette(
    name="wood",
    title="Shogi wood",
    white=PieceColors("#231405", "#f6dfb0"),
    black=PieceColors("#f3dcae", "#2e190b"),
    grounds=_grounds("""
        light    #c8965a
        dark     #bd8a4f
        cursor   #3f8f9b
        taken    #a84a3c
        path     #6a67a8
        capture  #d4642a
        may      #86589a
        must     #b8447a
        hint     #5f8f4a
        check    #c93328
        last     #a87434
    """),
    mark="#3a1f0a",
    text=TEXT,
)
WOOD_256 = Palette(
    name="wood",
    title="Shogi wood",
    white=PieceColors("#000000", "#ffd7af"),
    black=PieceColors("#ffd7af", "#1c1c1c"),
    grounds=_grounds("""
        light    #d7af5f
        dark     #d7af5f
        cursor   #5f8787
        taken    #af5f5f
        path     #5f5faf
        capture  #d75f00
        may      #875f87
        must     #af005f
        hint     #5f875f
        check    #d70000
        last     #af875f
    """),
    mark="#000000",
    text=TEXT_256,
    dots=True,
)
# By the values that xterm gives the 16. Blue and red are too dark beside black, all others too
# bright: so all squares are black, and dots show where they are.
SIXTEEN = Palette(
    name="16-colours",
    title="16 colours",
    white=PieceColors("ansi_bright_white"),
    black=PieceColors("ansi_bright_red"),
    grounds=_grounds("""
        light    ansi_black
        dark     ansi_black
        cursor   ansi_cyan     ansi_black
        taken    ansi_red      ansi_black
        path     ansi_blue     ansi_black
        capture  ansi_yellow   ansi_black
        may      ansi_magenta  ansi_black
        must     ansi_magenta  ansi_black
        hint     ansi_green    ansi_black
        check    ansi_red      ansi_black
        last     ansi_blue     ansi_black
    """),
    mark="ansi_cyan",
    text=TEXT_16,
    bold=False,
    dots=True,
    marks_ink=("ansi_black", "ansi_bright_white"),
)

PALETTES: Mapping[str, Mapping[str, Palette]] = {
    "dark": {"truecolor": DARK, "256": DARK_256},
    "light": {"truecolor": LIGHT, "256": LIGHT_256},
    "high-contrast": {"truecolor": HIGH, "256": HIGH},
    "colour-blind": {"truecolor": BLIND, "256": BLIND_256},
    "16-colours": {"truecolor": SIXTEEN, "256": SIXTEEN},
    "wood": {"truecolor": WOOD, "256": WOOD_256},
}


def palette_for(theme: str, system: str | None, *, light: bool = False) -> Palette:
    """The palette of a theme on a terminal with these colours, in Rich's terms.

    `auto` is the dark or the light theme; the other themes need 256 colours or more.
    """
    if system not in ("256", "truecolor"):
        return SIXTEEN
    if theme == AUTO:
        theme = "light" if light else "dark"
    return PALETTES[theme][system]
