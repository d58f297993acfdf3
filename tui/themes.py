"""Themes: the colours of board and text, for what the terminal can show and its ground."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from rich.color import Color as RichColor
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


# The tints of whole squares, the most important first.
TINTS = ("check", "picked", "hint", "last")
GROUNDS = ("unknown", "dark", "light")  # of the terminal
OWN = "ansi_default"  # the terminal's own ink or ground


class Shades(NamedTuple):
    """A colour on light squares and on dark ones."""

    light: str
    dark: str


class Body(NamedTuple):
    """One side's figures, and the lines within them."""

    ink: str
    line: str


class Tile(NamedTuple):
    """One side's shogi tiles.

    `edge` is what surrounds any piece under the cursor where there is no room for corners; a plate
    fills a whole square.
    """

    face: str
    ink: str
    promoted: str  # the ink of a promoted piece
    edge: str
    plate: Shades


@dataclass(frozen=True, slots=True)
class Text:
    """The colours of what is written beside the board, besides the terminal's own.

    `bar` and `choice` are grounds, empty where the terminal's is unknown, and `rule` is no text.
    """

    strong: str
    quiet: str
    accent: str
    alert: str
    good: str
    rule: str
    bar: str = ""
    choice: str = ""


@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of a theme, as `#rrggbb` or as names of the terminal's own (`ansi_blue`).

    `plain` is for 16 colours: the squares are the terminal's own ground, so that the figures of the
    side that is as bright as that, `hollow`, show their outline only, and what tints squares
    elsewhere is the ink of signs.
    """

    name: str
    title: str
    squares: Shades
    last: Shades
    picked: Shades
    hint: Shades
    check: Shades
    cursor: str  # its corners
    sign: str  # dots, corners of captures, coordinates inside squares, and the ground of badges
    badge: str  # the letters on badges
    won: str  # the square of a piece that can be won
    worth: str  # that of one worth taking
    bears: str  # that of an attacker or defender of the square under the cursor
    white: Body
    black: Body
    white_tile: Tile
    black_tile: Tile
    text: Text
    plain: bool = False
    hollow: str = "black"

    def tint(self, mark: str, dark: bool) -> str:
        """The ground of a square with a mark, one of TINTS, or with none."""
        shades: Shades = getattr(self, mark) if mark else self.squares
        return shades.dark if dark else shades.light

    def attack(self, danger: str) -> str:
        """The ground of a square that the attack map marks: `won`, `worth` or `bears`."""
        return str(getattr(self, danger))

    def body(self, color: str) -> Body:
        return self.white if color == "white" else self.black

    def tile(self, color: str) -> Tile:
        return self.white_tile if color == "white" else self.black_tile

    def variables(self) -> dict[str, str]:
        return {name: color or OWN for name, color in asdict(self.text).items()}


# The levels of red, green and blue in the cube of 256 colours.
_LEVELS = (0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF)


def _cube() -> Iterator[str]:
    for number in range(216):
        yield "#" + "".join(f"{_LEVELS[number // place % 6]:02x}" for place in (36, 6, 1))
    for gray in range(8, 248, 10):
        yield f"#{gray:02x}{gray:02x}{gray:02x}"


_NUMBERS = {color: number for number, color in enumerate(_cube(), 16)}
_COLORS = {str(number): color for color, number in _NUMBERS.items()}


@lru_cache(maxsize=512)
def rich_color(color: str) -> RichColor:
    """A colour in Rich's terms; one of the 256 by its number, which takes fewer bytes.

    >>> rich_color("#ffffff").number
    231
    """
    number = _NUMBERS.get(color)
    return Color.parse(color).rich_color if number is None else RichColor.from_ansi(number)


def rich_style(ink: str, ground: str) -> Style:
    """Two colours as Rich's style.

    Terminals of 8 colours know the bright ones as inks only, at best: as a ground they are written
    as the ink of reversed text, which can be read wherever there is no such ink either.
    """
    if ground.startswith("ansi_bright_"):
        return rich_style(ground, ink) + Style(reverse=True)
    return Style(color=rich_color(ink), bgcolor=rich_color(ground))


def _text(numbers: str) -> Text:
    """The colours of text by their numbers among the 256, or by names of the terminal's own."""
    return Text(*(_COLORS.get(number, number) for number in numbers.split()))


# Strong, quiet, accent, alert, good, rule, bar, choice. On an unknown ground, which may be black or
# white, these few can be read on both, and a bar on neither.
_TEXT = {
    "unknown": _text("ansi_default 243 63 131 29 243"),
    "dark": _text("231 247 179 210 107 239 235 236"),
    "light": _text("16 241 94 124 22 250 254 254"),
}
_STARK_TEXT = {
    "unknown": _text("ansi_default " * 6),
    "dark": _text("231 252 226 217 157 252"),
    "light": _text("16 235 18 88 22 235"),
}
_PLAIN_TEXT = _text("ansi_default ansi_default ansi_default ansi_red ansi_default ansi_default")


# Squares are of middle brightness: only then can white figures and black ones be seen on light
# squares and on dark ones at the contrasts that tests ask for, which leave no other colours to the
# figures than pure white and pure black.
DEFAULT = "walnut"
SHOGI = "kaya"  # what boards of shogi games show where the theme is the default
TITLES = {
    "walnut": "Walnut",
    "green": "Green",
    "blue": "Blue",
    "slate": "Slate",
    "plum": "Plum",
    "kaya": "Kaya, a shogi board",
    "colour-blind": "Colour-blind",
    "high-contrast": "High contrast",
}
# Light and dark squares, light and dark ones of the last move, picked up, hint, check, a piece that
# can be won, one worth taking, an attacker or defender.
_TRUE = """
walnut         #b28b5f #895e40  #9f9433 #7c7018  #4f8a8a #7f74c9 #d0342c  #c4622d #2e8b3a #c06090
green          #879963 #52703d  #a69137 #826e1b  #3f8f94 #8576cc #d0342c  #c4622d #2e8b3a #c06090
blue           #7a95b2 #4b6a8b  #97954e #78712b  #3b9289 #9a77c4 #d0342c  #c4622d #2e8b3a #c06090
slate          #8e929a #636871  #9d9449 #797026  #3a8f93 #8a78cc #d0342c  #c4622d #2e8b3a #c06090
plum           #a28aa9 #785e86  #9d9445 #7b7024  #3a8f93 #5f86cc #d0342c  #c4622d #2e8b3a #c06090
kaya           #aa8248 #826230  #81903e #66762a  #4b8f8a #7f78c9 #d0342c  #c4622d #2e8b3a #c06090
colour-blind   #a18d6c #6e5a3e  #7083fa #7083fa  #7e03ff #b04692 #e85906  #e85906 #7083fa #a83000
high-contrast  #8f8f8f #5e5e5e  #9e8e00 #9e8e00  #258cfa #8d24f0 #d11f1f  #c4622d #2e8b3a #c06090
"""
_256 = """
walnut         137  95  100  58  30  97 160  166  28 168
green          101  58  136  94  30  97 160  166  28 168
blue           103  60  100  58  30  97 160  166  28 168
slate          246 241  100  58  30  97 160  166  28 168
plum           139  96  100  58  30  61 160  166  28 168
kaya           137  94  100  58  30  97 160  166  28 168
colour-blind   137  95   62  62  93 169 196  196  62 126
high-contrast  246 241  100 100  33  93 160  166  28 168
"""


class _Common(NamedTuple):
    """What a set of themes has in common, each a row of colours.

    White's ink and lines, then Black's; a white tile: its face, ink, the ink of a promoted piece,
    the edge under the cursor, a plate on a light square and on a dark one; a black tile; what lies
    on squares: the cursor, signs, the letters on badges.
    """

    bodies: str = "231 138 16 240"
    white_tile: str = "230 16 124 32 230 223"
    black_tile: str = "233 230 210 32 236 233"
    on_squares: str = "231 16 222"


_TRUE_COMMON = _Common(
    "231 #a58d76 16 #76675b",
    "#fbf0d4 #1a1008 #b0100c #2f74d8 #fbf0d4 #e6d3a3",
    "#24140c #f3dfb2 #ff8f78 #2f74d8 #412c1d #24140c",
    "#f4ffff #0a140d #ffe27a",
)
# The strongest there are, for those who cannot tell everything by its colour.
_STARK_COMMON = _Common(white_tile="231 16 124 17 231 230", black_tile="16 231 210 226 236 16")
_STARK_THEMES = ("colour-blind", "high-contrast")


def _colors(text: str) -> list[str]:
    """Colours as they are, or by their numbers among the 256."""
    return [_COLORS.get(word, word) for word in text.split()]


def _tile(text: str) -> Tile:
    face, ink, promoted, edge, light, dark = _colors(text)
    return Tile(face, ink, promoted, edge, Shades(light, dark))


def _themes(table: str, common: _Common) -> dict[str, Palette]:
    rows = (line.split(maxsplit=1) for line in table.strip().splitlines())
    return {
        name: _theme(name, row, _STARK_COMMON if name in _STARK_THEMES else common)
        for name, row in rows
    }


def _theme(name: str, row: str, common: _Common) -> Palette:
    light, dark, last_light, last_dark, picked, hint, check, won, worth, bears = _colors(row)
    cursor, sign, badge = _colors(common.on_squares)
    white, white_line, black, black_line = _colors(common.bodies)
    return Palette(
        name,
        TITLES[name],
        squares=Shades(light, dark),
        last=Shades(last_light, last_dark),
        picked=Shades(picked, picked),
        hint=Shades(hint, hint),
        check=Shades(check, check),
        cursor=cursor,
        sign=sign,
        badge=badge,
        won=won,
        worth=worth,
        bears=bears,
        white=Body(white, white_line),
        black=Body(black, black_line),
        white_tile=_tile(common.white_tile),
        black_tile=_tile(common.black_tile),
        text=_TEXT["unknown"],
    )


PALETTES: Mapping[str, Mapping[str, Palette]] = {
    "truecolor": _themes(_TRUE, _TRUE_COMMON),
    "256": _themes(_256, _Common()),
}


def _plain(white: str, black: str, marks: str, hollow: str = "black") -> Palette:
    """The palette for 16 colours on a ground: each side's ink, and signs in the order of TINTS."""
    check, picked, hint, last = (Shades(mark, mark) for mark in marks.split())
    own = Shades(OWN, OWN)
    return Palette(
        "16-colours",
        "16 colours",
        squares=own,
        last=last,
        picked=picked,
        hint=hint,
        check=check,
        cursor=picked.light,
        sign=OWN,
        badge=OWN,
        won=check.light,
        worth=hint.light,
        bears=last.light,
        white=Body(white, OWN),
        black=Body(black, OWN),
        white_tile=Tile(OWN, white, white, picked.light, own),
        black_tile=Tile(OWN, black, black, picked.light, own),
        text=_PLAIN_TEXT,
        plain=True,
        hollow=hollow,
    )


# Each can be read by the values that xterm gives the 16, in which blue is too dark on black, and
# bright colours are too bright on white. Magenta can be read on both; red, which marks check where
# nothing is known, a little less well on black.
PLAIN: Mapping[str, Palette] = {
    "unknown": _plain(OWN, "ansi_magenta", f"ansi_red {OWN} {OWN} {OWN}"),
    "dark": _plain(
        *("ansi_bright_white", "ansi_yellow"),
        "ansi_bright_red ansi_bright_cyan ansi_bright_green ansi_cyan",
    ),
    "light": _plain(
        *("ansi_magenta", "ansi_black"),
        *("ansi_red ansi_blue ansi_magenta ansi_blue", "white"),
    ),
}


@lru_cache(maxsize=64)
def palette_for(
    theme: str, system: str | None, *, shogi: bool = False, ground: str = "unknown"
) -> Palette:
    """The palette of a theme on a terminal with these colours, in Rich's terms, and this ground.

    Boards of shogi games show a theme of their own where the theme is the default. All themes need
    256 colours or more.
    """
    if system is None or system not in PALETTES:
        return PLAIN[ground]
    if shogi and theme == DEFAULT:
        theme = SHOGI
    texts = _STARK_TEXT if theme == "high-contrast" else _TEXT
    return replace(PALETTES[system][theme], text=texts[ground])
