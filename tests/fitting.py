"""Whether a screen fits into its window, and shows what one cannot do without."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from makachess.tui.board import BoardWidget
from makachess.tui.lists import Menu, Table
from makachess.tui.text import TextPanel
from textual.widget import Widget
from tui_harness import Hands

# Those of the snapshots, smaller and larger ones, and the largest that has to work.
EVERY_SIZE = ((40, 12), (60, 20), (80, 24), (120, 40), (200, 60), (300, 100))
USEFUL = (BoardWidget, Menu, Table, TextPanel)


def assert_fits(hands: Hands) -> None:
    """Nothing is drawn outside the window, and what the screen is for is in view."""
    screen = hands.screen
    width, height = hands.pilot.app.size
    strips = screen._compositor.render_strips()
    rows = [strip.text.rstrip() for strip in strips]
    picture = f"{width}x{height}:\n" + "\n".join(rows)
    lengths = [strip.cell_length for strip in strips]
    assert lengths == [width] * height, f"drawn outside the window of {picture}"
    assert not screen.has_class("-small"), f"only the notice that it is too small at {picture}"
    shown = shown_widgets(hands)
    cut = {str(widget) for widget in shown if not is_whole(hands, widget)}
    assert not cut, f"cut off: {cut} at {picture}"
    assert screen.prompt in shown, f"no prompt at {picture}"
    assert rows[-1].strip(), f"no keys at {picture}"
    useful = screen.prompt.text.strip() or any(isinstance(w, USEFUL) for w in shown)
    assert useful, f"neither a board, a list or a text, nor words in the prompt at {picture}"
    for widget in shown:
        hint = (
            "a board without its cursor, or a list without a highlighted row, as if it were empty"
        )
        assert is_usable(widget, rows), f"{hint}: {widget} at {picture}"


async def through_all_sizes(
    hands: Hands, keys: str, is_ready: Callable[[], Awaitable[object]] | None = None
) -> None:
    """Resize the window again and again, with keys between that leave the screen as it was."""
    first = hands.pilot.app.size
    await hands.press(keys)
    before = hands.rows
    for size in EVERY_SIZE:
        await hands.pilot.resize_terminal(*size)
        if is_ready is not None:
            await is_ready()
        assert_fits(hands)
        await hands.press(keys)
    await hands.pilot.resize_terminal(*first)
    assert hands.rows == before


def shown_widgets(hands: Hands) -> list[Widget]:
    """What is drawn of the screen, except for the screen itself."""
    found = hands.screen._compositor.full_map.items()
    return [
        widget
        for widget, place in found
        if place.visible_region.area and widget is not hands.screen
    ]


def is_whole(hands: Hands, widget: Widget) -> bool:
    """Whether nothing of a widget is cut off."""
    place = hands.screen._compositor.full_map[widget]
    return place.visible_region == place.region and hands.screen.region.contains_region(
        place.region
    )


def is_usable(widget: Widget, rows: list[str]) -> bool:
    """Whether a board shows its cursor, and a list the row that is highlighted."""
    if isinstance(widget, BoardWidget):
        return widget.cursor.file < 0 or widget.geometry.shows(widget.cursor)
    if isinstance(widget, Menu | Table):
        x, y, width, height = widget.content_region
        return any(row[x : x + width].startswith((">", "▌")) for row in rows[y : y + height])
    return True
