"""What the painter leaves out must not be missed: the screen is the same as if all were written."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from makachess.tui.terminal.painter import Painter
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

WIDTH, HEIGHT = 12, 4
CONSOLE = Console(color_system="256", force_terminal=True, _environ={"TERM": "xterm-256color"})
STYLES = [
    None,
    Style(bold=True),
    Style(color="#ff0000", bgcolor="#0000af"),
    Style(reverse=True),
    Style(underline=True, bgcolor="#5f8787"),
]


def row_strip(cells: list[tuple[str, int]]) -> Strip:
    """A strip of exactly the screen's width from characters and style numbers."""
    segments = [Segment(char, STYLES[style]) for char, style in cells]
    return Strip(segments).adjust_cell_length(WIDTH)


def screens_of(chars: str) -> st.SearchStrategy[list[Strip]]:
    cells = st.tuples(st.sampled_from(chars), st.integers(0, 4))
    rows = st.lists(cells, max_size=WIDTH).map(row_strip)
    return st.lists(rows, min_size=HEIGHT, max_size=HEIGHT)


regions = st.tuples(st.integers(0, HEIGHT - 1), st.integers(0, 11), st.integers(1, 6))


class Emulator:
    def __init__(self) -> None:
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.stream = pyte.Stream(self.screen)

    def cells(self) -> list[list[tuple[object, ...]]]:
        buffer = self.screen.buffer
        return [[_seen(buffer[y][x]) for x in range(WIDTH)] for y in range(HEIGHT)]


def _seen(char: pyte.screens.Char) -> tuple[object, ...]:
    """What can be seen of a cell: blanks have no foreground, reverse video exchanges colours."""
    named = char.fg if char.fg != "default" else "ink", char.bg if char.bg != "default" else "own"
    fg, bg = reversed(named) if char.reverse else named
    ink = (fg, char.bold) if char.data.strip() or char.underscore else ()
    return (char.data, bg, char.underscore, ink)


def full(strips: list[Strip]) -> LayoutUpdate:
    return LayoutUpdate([[strip] for strip in strips], Region(0, 0, WIDTH, HEIGHT))


def shown_in_full(strips: list[Strip]) -> list[list[tuple[object, ...]]]:
    emulator = Emulator()
    emulator.stream.feed(full(strips).render_segments(CONSOLE))
    return emulator.cells()


@given(st.lists(screens_of("  ab♞王"), min_size=1, max_size=4))
def test_whole_screens_come_out_as_written(pictures):
    painter, emulator = Painter(), Emulator()
    for strips in pictures:
        emulator.stream.feed(painter.difference(full(strips), CONSOLE))
        assert emulator.cells() == shown_in_full(strips)


NARROW = screens_of("  ab♞")  # a part that cuts a wide character in two leaves half of it anywhere


@given(NARROW, NARROW, st.lists(regions, min_size=1, max_size=3, unique_by=lambda r: r[0]))
def test_parts_of_lines_come_out_as_written(first, second, parts):
    painter, emulator = Painter(), Emulator()
    emulator.stream.feed(painter.difference(full(first), CONSOLE))
    wanted = list(first)
    for y, x, width in sorted(parts):
        end = min(x + width, WIDTH)
        update = ChopsUpdate([{0: s} for s in second], [(y, x, end)], [[WIDTH]] * HEIGHT)
        emulator.stream.feed(painter.difference(update, CONSOLE))
        wanted[y] = Strip.join([wanted[y].crop(0, x), second[y].crop(x, end), wanted[y].crop(end)])
    assert emulator.cells() == shown_in_full(wanted)


def test_a_single_cell_costs_a_few_bytes():
    painter = Painter()
    before = [row_strip([(c, 2) for c in "abcdefgh"])] * HEIGHT
    after = [*before[:2], row_strip([(c, 2) for c in "abcXefgh"]), before[3]]
    painter.difference(full(before), CONSOLE)
    assert len(painter.difference(full(after), CONSOLE)) < 40


@pytest.mark.parametrize(("behind", "is_erased"), [(" ", True), ("x", False)])
def test_the_rest_of_a_row_is_erased_if_nothing_stands_behind_it(behind, is_erased):
    painter = Painter()
    before, after = (Strip([Segment(text.ljust(11) + behind)]) for text in ("ab cdefgh", "ab"))
    painter.difference(full([before] * HEIGHT), CONSOLE)
    text = painter.difference(full([before, after, before, before]), CONSOLE)
    assert ("\x1b[K" in text, " " * 6 in text) == (is_erased, not is_erased)


GROUNDS = [Style(color="#ffffff", bgcolor=ground) for ground in ("#303030", "#121212")]


def row_of(*segments: tuple[str, Style | None]) -> Strip:
    return Strip([Segment(*segment) for segment in segments]).adjust_cell_length(WIDTH)


def test_squares_of_several_rows_are_written_ink_by_ink():
    row = row_of(*[(" r ", GROUNDS[number % 2]) for number in range(4)])
    text = Painter().difference(full([row] * HEIGHT), CONSOLE)
    assert text.count("48;5;236m") == text.count("48;5;233m") == 1


def test_the_colour_of_a_blank_is_no_difference():
    painter = Painter()
    painter.difference(full([row_of(("   ", GROUNDS[0]))] * HEIGHT), CONSOLE)
    bare = Style(bgcolor="#303030", bold=True)
    assert painter.difference(full([row_of(("   ", bare))] * HEIGHT), CONSOLE) == ""


@pytest.mark.parametrize("system", ["standard", "256", "truecolor"])
def test_colours_are_those_the_terminal_has(system):
    console = Console(color_system=system, force_terminal=True)
    text = Painter().difference(full([row_strip([("a", 2)])] * HEIGHT), console)
    marks = {"standard": "\x1b[31;44m", "256": "38;5;196;48;5;19", "truecolor": "38;2;255;0;0"}
    assert marks[system] in text


def test_before_the_first_whole_picture_nothing_is_written():
    update = ChopsUpdate([{0: row_strip([("a", 1)])}] * HEIGHT, [(0, 0, 5)], [[WIDTH]] * HEIGHT)
    assert Painter().difference(update, CONSOLE) == ""


@pytest.mark.parametrize("left", [WIDTH - 1, WIDTH, WIDTH + 1, WIDTH + 20])
def test_an_update_from_before_the_window_has_become_narrower_keeps_to_the_window(left):
    painter, wide = Painter(), Strip([Segment("abcdefgh" * 10)])
    painter.difference(full([row_strip([])] * HEIGHT), CONSOLE)
    update = ChopsUpdate([{0: wide}] * HEIGHT, [(1, left, 80)], [[80]] * HEIGHT)
    written = painter.difference(update, CONSOLE)
    assert len(painter._rows[1]) == WIDTH
    assert bool(written) == (left < WIDTH)


@pytest.mark.parametrize("char", ["\x1b", "\x07", "\x9b", "\x7f", "\n", "\u202e", "\u200d"])
def test_a_command_to_the_terminal_in_a_text_never_passes(char):
    strip = Strip([Segment(f"Anna{char}[2J")]).adjust_cell_length(WIDTH)
    text = Painter().difference(full([strip] * HEIGHT), CONSOLE)
    assert "Anna[2J" in text
