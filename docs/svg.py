"""A screen of the app as an SVG picture that looks the same in every viewer.

Blocks are drawn as rectangles and every word is put in its column, so that nothing depends on
the fonts at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from makachess.tui.board.glyphs import QUARTERS
from rich.cells import cell_len
from rich.color import Color
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.strip import Strip

WIDTH, HEIGHT, SIZE, EDGE = 8, 17, 13.28, 12
FONTS = "'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono CJK JP', monospace"


class Run(NamedTuple):
    """Neighbouring columns of a row that share a style."""

    row: int
    column: int
    text: str
    style: Style


def svg_of(strips: list[Strip], theme: TerminalTheme) -> str:
    """The lines of a screen as a picture."""
    rows, columns = len(strips), max(strip.cell_length for strip in strips)
    width, height = columns * WIDTH + 2 * EDGE, rows * HEIGHT + 2 * EDGE
    ground = theme.background_color.hex
    runs = list(_runs(strips))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
            f'<rect width="{width}" height="{height}" rx="8" fill="{ground}"/>',
            f'<g transform="translate({EDGE} {EDGE})">',
            '<g shape-rendering="crispEdges">',
            *_grounds(runs, theme),
            *_blocks(runs, theme),
            "</g>",
            f'<g font-family="{FONTS}" font-size="{SIZE}">',
            *_texts(runs, theme),
            "</g></g></svg>\n",
        ]
    )


def _runs(strips: list[Strip]) -> Iterator[Run]:
    for row, strip in enumerate(strips):
        column = 0
        for text, style, control in strip:
            if not control:
                yield Run(row, column, text, style or Style())
                column += cell_len(text)


def _colors(style: Style, theme: TerminalTheme) -> tuple[str, str]:
    ink, ground = (
        (color or Color.default()).get_truecolor(theme, foreground=foreground).hex
        for color, foreground in ((style.color, True), (style.bgcolor, False))
    )
    return (ground, ink) if style.reverse else (ink, ground)


def _grounds(runs: Iterable[Run], theme: TerminalTheme) -> Iterator[str]:
    for run in runs:
        ground = _colors(run.style, theme)[1]
        if ground != theme.background_color.hex:
            x, y, width = run.column * WIDTH, run.row * HEIGHT, cell_len(run.text) * WIDTH
            yield _rect(x, y, width, HEIGHT, ground)


def _blocks(runs: Iterable[Run], theme: TerminalTheme) -> Iterator[str]:
    """The quarters of blocks, neighbours joined."""
    upper = HEIGHT // 2
    for run in runs:
        ink = _colors(run.style, theme)[0]
        columns = "".join(char.ljust(cell_len(char)) for char in run.text)
        for quarters, top, height in (((1, 2), 0, upper), ((4, 8), upper, HEIGHT - upper)):
            full = [
                char in QUARTERS and bool(QUARTERS.index(char) & quarter)
                for char in columns
                for quarter in quarters
            ]
            for start, end in _stretches(full):
                x = run.column * WIDTH + start * WIDTH // 2
                width = (end - start) * WIDTH // 2
                yield _rect(x, run.row * HEIGHT + top, width, height, ink)


def _stretches(full: list[bool]) -> Iterator[tuple[int, int]]:
    start = None
    for at, one in enumerate([*full, False]):
        if one and start is None:
            start = at
        elif not one and start is not None:
            yield start, at
            start = None


def _texts(runs: Iterable[Run], theme: TerminalTheme) -> Iterator[str]:
    """The other characters, word by word."""
    for run in runs:
        ink = _colors(run.style, theme)[0]
        bold = ' font-weight="bold"' if run.style.bold else ""
        y = run.row * HEIGHT + HEIGHT - 4
        for column, word in _words(run):
            x = column * WIDTH
            yield f'<text x="{x}" y="{y}" fill="{ink}"{bold}>{escape(word)}</text>'


def _words(run: Run) -> Iterator[tuple[int, str]]:
    """Characters without spaces and blocks between them, and their first column."""
    column, start, word = run.column, run.column, ""
    for char in run.text:
        if char in QUARTERS or cell_len(char) > 1:
            if word:
                yield start, word
            word = ""
            if char not in QUARTERS:
                yield column, char
        else:
            start = start if word else column
            word += char
        column += cell_len(char)
    if word:
        yield start, word


def _rect(x: int, y: int, width: int, height: int, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>'
