"""A screen of the app as an SVG picture that looks the same in every viewer.

Blocks, boxes and grounds are drawn as shapes, one path for each colour, and every word is put in
its column, so that nothing depends on the fonts at hand.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from html import escape
from itertools import pairwise
from typing import NamedTuple

from makachess.tui.board.canvas import QUARTERS
from rich.cells import cell_len
from rich.color import Color, blend_rgb
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.strip import Strip

WIDTH, HEIGHT, SIZE = 8, 16, 13.28
FONTS = "'DejaVu Sans Mono',Menlo,Consolas,'Noto Sans Mono CJK JP',monospace"
BASELINE = 12
MIDDLE_X, MIDDLE_Y = WIDTH // 2, HEIGHT // 2

Area = tuple[int, int, int, int]  # x, y, width, height, in pixels


def _quarters() -> Iterator[tuple[str, tuple[Area, ...]]]:
    width, height = WIDTH // 2, HEIGHT // 2
    areas = [(x, y, width, height) for y in (0, height) for x in (0, width)]
    for bits, char in enumerate(QUARTERS):
        yield char, tuple(area for at, area in enumerate(areas) if bits >> at & 1)


def _eighths() -> Iterator[tuple[str, tuple[Area, ...]]]:
    for eighth in range(1, 8):
        height, width = HEIGHT * eighth // 8, WIDTH * eighth // 8
        yield chr(0x2580 + eighth), ((0, HEIGHT - height, WIDTH, height),)
        yield chr(0x2590 - eighth), ((0, 0, width, HEIGHT),)


def _boxes() -> Iterator[tuple[str, tuple[Area, ...]]]:
    """Lines from the middle to the right, left, lower and upper edge."""
    for chars, pen in (("─│┌┐└┘├┤┬┴┼", 1), ("━┃┏┓┗┛┣┫┳┻╋", 2)):
        edges = "rl", "du", "rd", "ld", "ru", "lu", "rdu", "ldu", "rld", "rlu", "rldu"
        for char, sides in zip(chars, edges, strict=True):
            yield char, tuple(_stroke(side, pen) for side in sides)
    for char, sides in zip("╭╮╰╯", ("rd", "ld", "ru", "lu"), strict=True):  # a corner cut off
        yield char, tuple(_stroke(side, 1, short=1) for side in sides)


def _stroke(side: str, pen: int, short: int = 0) -> Area:
    x, y = MIDDLE_X, MIDDLE_Y
    return {
        "r": (x + short, y, WIDTH - x - short, pen),
        "l": (0, y, x + pen - 2 * short, pen),
        "d": (x, y + short, pen, HEIGHT - y - short),
        "u": (x, 0, pen, y + pen - 2 * short),
    }[side]


SHAPES: dict[str, tuple[Area, ...]] = {**dict(_quarters()), **dict(_eighths()), **dict(_boxes())}
SHAPES |= {"■": ((1, 5, 6, 6),), "▐": ((MIDDLE_X, 0, MIDDLE_X, HEIGHT),)}
SHAPES |= {"□": ((1, 5, 6, 1), (1, 10, 6, 1), (1, 6, 1, 4), (6, 6, 1, 4))}


class Cell(NamedTuple):
    """A character cell: what stands in it, its colours, and whether it is bold or underlined."""

    char: str
    ink: str
    ground: str
    bold: bool
    underline: bool


def svg_of(screens: list[list[Strip]], theme: TerminalTheme, seconds: float = 0) -> str:
    """The lines of a screen as a picture; of several, one after the other, each for so long.

    Who wants no motion sees the first one.
    """
    frames = [[list(_cells(strip, theme)) for strip in strips] for strips in screens]
    width, height = max(map(len, frames[0])) * WIDTH, len(frames[0]) * HEIGHT
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
            f'<rect width="{width}" height="{height}" fill="{theme.background_color.hex}"/>',
            *(_film(frames, theme, seconds) if len(frames) > 1 else _picture(frames[0], theme)),
            "</svg>\n",
        ]
    )


def _picture(rows: list[list[Cell]], theme: TerminalTheme) -> Iterator[str]:
    yield '<g shape-rendering="crispEdges">'
    yield from _paths(rows, theme.background_color.hex)
    yield f'</g><g font-family="{FONTS}" font-size="{SIZE}">'
    yield from _texts(rows)
    yield "</g>"


def _film(frames: list[list[list[Cell]]], theme: TerminalTheme, seconds: float) -> Iterator[str]:
    """Frames that are hidden until their time comes, and again when it has passed."""
    share = 100 / len(frames)
    yield "<style>"
    yield f"@keyframes show{{0%{{visibility:visible}}{share:.3f}%{{visibility:hidden}}}}"
    yield f".frame{{visibility:hidden;animation:show {seconds * len(frames):g}s step-end infinite}}"
    yield ".first{visibility:visible}@media(prefers-reduced-motion){.frame{animation:none}}"
    yield "</style>"
    for number, rows in enumerate(frames):
        name = "frame" if number else "frame first"
        yield f'<g class="{name}" style="animation-delay:{seconds * number:g}s">'
        yield from _picture(rows, theme)
        yield "</g>"


def _cells(strip: Strip, theme: TerminalTheme) -> Iterator[Cell]:
    """Each column of a line; the second one of a wide character is empty."""
    for text, style, control in strip:
        if control:
            continue
        found = style or Style()
        ink, ground = _colors(found, theme)
        for char in text:
            yield Cell(char, ink, ground, bool(found.bold), bool(found.underline))
            if cell_len(char) == 2:
                yield Cell("", ink, ground, bold=False, underline=False)


def _colors(style: Style, theme: TerminalTheme) -> tuple[str, str]:
    ink, ground = (
        (color or Color.default()).get_truecolor(theme, foreground=foreground)
        for color, foreground in ((style.color, True), (style.bgcolor, False))
    )
    if style.reverse:
        ink, ground = ground, ink
    if style.dim:
        ink = blend_rgb(ink, ground, 0.4)
    return ink.hex, ground.hex


def _paths(rows: list[list[Cell]], nothing: str) -> Iterator[str]:
    """All grounds and blocks, rectangles of one colour in one path."""
    areas: dict[str, list[Area]] = defaultdict(list)
    growing: dict[tuple[int, int, str], Area] = {}  # by left and right edge: what ends above
    for row, cells in enumerate(rows):
        cuts = sorted({0, HEIGHT, *_edges(cells)})
        for top, bottom in pairwise(cuts):
            going_on = {}
            for left, right, color in _stretches(cells, top):
                if color == nothing:
                    continue
                key, y = (left, right, color), row * HEIGHT + top
                x, first, width, height = growing.pop(key, (left, y, right - left, 0))
                going_on[key] = x, first, width, height + bottom - top
            for (*_, color), area in growing.items():
                areas[color].append(area)
            growing = going_on
    for (*_, color), area in growing.items():
        areas[color].append(area)
    for color, found in areas.items():
        yield f'<path fill="{color}" d="{_outline(found)}"/>'


def _edges(cells: Iterable[Cell]) -> Iterator[int]:
    for cell in cells:
        for _, y, _, height in SHAPES.get(cell.char, ()):
            yield from (y, y + height)
        if cell.underline:
            yield HEIGHT - 2


def _stretches(cells: list[Cell], y: int) -> Iterator[tuple[int, int, str]]:
    """What lies from left to right along a line of pixels, neighbours of one colour joined."""
    left, color = 0, ""
    for column, cell in enumerate(cells):
        for start, of in _across(cell, y):
            if of != color:
                x = column * WIDTH + start
                if color:
                    yield left, x, color
                left, color = x, of
    if color:
        yield left, len(cells) * WIDTH, color


def _across(cell: Cell, y: int) -> Iterator[tuple[int, str]]:
    """The colours of a cell along a line, and where each begins."""
    if cell.underline and y >= HEIGHT - 2:
        yield 0, cell.ink
        return
    at = 0
    crossed = (a for a in SHAPES.get(cell.char, ()) if a[1] <= y < a[1] + a[3])
    for x, _, width, _ in sorted(crossed):
        if x > at:
            yield at, cell.ground
        yield x, cell.ink
        at = max(at, x + width)
    if at < WIDTH:
        yield at, cell.ground


def _outline(areas: Iterable[Area]) -> str:
    return "".join(f"M{x} {y}h{width}v{height}h-{width}z" for x, y, width, height in areas)


def _texts(rows: list[list[Cell]]) -> Iterator[str]:
    """The other characters, word by word, those of one colour in one group."""
    words: dict[tuple[str, bool], list[str]] = defaultdict(list)
    for row, cells in enumerate(rows):
        y = row * HEIGHT + BASELINE
        for x, text, style in _words(cells):
            words[style].append(f'<text x="{x}" y="{y}">{escape(text, quote=False)}</text>')
    for (ink, bold), found in words.items():
        weight = ' font-weight="bold"' if bold else ""
        yield f'<g fill="{ink}"{weight}>{"".join(found)}</g>'


def _words(cells: list[Cell]) -> Iterator[tuple[str, str, tuple[str, bool]]]:
    """Where a word begins, and how it is written; a sign of another width stands alone."""
    first, word, style = 0, "", ("", False)
    for column, cell in enumerate([*cells, Cell(" ", "", "", bold=False, underline=False)]):
        is_letter = bool(cell.char.strip()) and cell.char not in SHAPES
        is_alone = is_letter and (ord(cell.char) >= 0x2000 or cell_len(cell.char) == 2)
        if word and (not is_letter or is_alone or (cell.ink, cell.bold) != style):
            yield str(first * WIDTH), word, style
            word = ""
        if is_alone:
            middle = (2 * WIDTH - SIZE) / 2 if cell_len(cell.char) == 2 else 0
            yield f"{column * WIDTH + middle:g}", cell.char, (cell.ink, cell.bold)
        elif is_letter:
            first = first if word else column
            word, style = word + cell.char, (cell.ink, cell.bold)
    # The last cell is a blank, so no word is left.
