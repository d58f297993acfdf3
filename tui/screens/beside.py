"""A board with one panel beside it: how they share a window, on all screens with a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from makachess.core import Square
from makachess.core.spec import Variant
from makachess.tui.board import BoardWidget
from makachess.tui.board.geometry import CELL_SIZES, CellSize, fit_cell
from makachess.tui.key_row import CLOSE, KeyHint
from makachess.tui.panes.board import BoardPane
from makachess.tui.panes.help import HelpText, key_lines, legend, typing_lines
from makachess.tui.screens.base import BOARD_HEIGHT, BaseScreen
from makachess.tui.text import Line, Part, TextWidget
from textual import events
from textual.geometry import Region, Size, Spacing
from textual.strip import Strip
from textual.widget import Widget

LEFT = 1  # a column at the edge, free or with a bar
GAP = 1  # one between board and panel, and one right of it
PANEL = 24  # columns without which the panel does not hold all that is said
NARROW = 18  # columns without which it is of no use, though prompt and keys stand elsewhere
THIN = 10  # columns beside a board without a panel in which something can stand
READABLE = 60  # columns in which the help has its sentences in one row
WIDEST = 84  # columns that a panel can use
FRAMED = 160  # columns of a window from which on what stands in a panel is framed
ROWS_AROUND = 3  # status, prompt and keys, where they are not in the panel
BORDER = 2  # columns at both sides of what stands in a box
SAID = 4  # rows that are always there for messages and keys in a panel, so that little moves
LONGEST_MESSAGE = 8  # rows that one may take from what else is in the panel

Row = tuple[Widget, int]
"""A widget and its rows; with none, it gets those that the others leave."""


class Arrangement(NamedTuple):
    """The size of squares; whether there is a panel, and whether all that is said stands in it.

    Where it is `framed` its parts stand in boxes.
    """

    cell: CellSize
    panel: bool
    whole: bool = False
    framed: bool = False

    @property
    def rows_around(self) -> int:
        """Rows of the window that are not the board's."""
        return 0 if self.whole else ROWS_AROUND


def arrange(variant: Variant, width: int, height: int) -> Arrangement:
    """The arrangement with the largest squares; a panel beside the whole board if that is one.

    Better no panel than squares of two columns. Where even those do not fit, part of the board is
    in view.
    """
    around = _around(variant, width, height)
    room = width - LEFT - PANEL - 2 * GAP
    cell = fit_cell(variant.files, variant.ranks, room, height)
    if cell is not None and (cell.height, cell.width) >= (around.cell.height, around.cell.width):
        return Arrangement(cell, panel=True, whole=True, framed=width >= FRAMED)
    return around


def _around(variant: Variant, width: int, height: int) -> Arrangement:
    for cells in (CELL_SIZES[:-1], CELL_SIZES[-1:]):
        for panel in (NARROW + GAP, 0):
            room = width - LEFT - panel, height - ROWS_AROUND
            if (cell := fit_cell(variant.files, variant.ranks, *room, cells)) is not None:
                return Arrangement(cell, panel > 0)
    return Arrangement(CELL_SIZES[-2], panel=False)


def stack(region: Region, rows: Sequence[Row]) -> Iterator[tuple[Widget, Region]]:
    """The places of widgets below each other; those that no room is left for get none."""
    spare = max(region.height - sum(height for _, height in rows), 0)
    open_ends = sum(not height for _, height in rows)
    y = region.y
    for widget, height in rows:
        if not height:
            height = spare // open_ends
            spare, open_ends = spare - height, open_ends - 1
        height = min(height, region.bottom - y)
        if height > 0:
            yield widget, Region(region.x, y, region.width, height)
        y += height


class Boxes(TextWidget):
    """Boxes without titles: the rules above what stands in them go on as their upper lines."""

    def __init__(self) -> None:
        super().__init__()
        self._boxes: tuple[Region, ...] = ()

    def show(self, boxes: Sequence[Region]) -> None:
        """Show boxes at their places in this widget, none beside another but in the same order."""
        if tuple(boxes) != self._boxes:
            self._boxes = tuple(boxes)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        row = ""
        for box in sorted(box for box in self._boxes if box.y <= y < box.bottom):
            ends = "╭─╮" if y == box.y else "╰─╯" if y == box.bottom - 1 else "│ │"
            row = row.ljust(box.x) + ends[0] + ends[1] * (box.width - 2) + ends[2]
        return self.strip([Part(row, "rule")])


class BesideScreen(BaseScreen):
    """A board, and the panel's rows: beside it, or in rows around it where that leaves no room.

    Each key is offered to the prompt before the bindings, but for printable ones that are bound.
    With the class `-help` the help takes the place of the panel, or of the board.
    """

    LEAST_HEIGHT = BOARD_HEIGHT  # for a chess board; of larger ones a part is shown
    SCROLL_HELP: ClassVar[str] = "menu-up menu-down"  # where the help has the focus
    MORE_HELP: ClassVar[tuple[tuple[str, str], ...]] = ()  # rows for the help besides the keys

    board: BoardWidget
    status: Widget  # the row above a board that has no panel for it
    untitled: Collection[Widget] = ()  # of those in boxes: the ones that do not begin with a rule

    def __init__(self) -> None:
        super().__init__()
        self.arrangement = Arrangement(CELL_SIZES[-2], panel=False)
        self.help_panel = HelpText(id="help")
        self.boxes = Boxes()
        self._boxed: list[Region] = []  # the boxes of the panel as it is laid out
        self.prompt.on_rows = self.key_row.on_rows = self.place

    def body(self) -> Iterator[Widget]:
        yield from (self.boxes, self.status, self.board, *self.panes(), self.help_panel)

    def panes(self) -> Iterable[Widget]:
        """What can stand in the panel besides."""
        raise NotImplementedError

    def panel_rows(self, width: int, height: int) -> list[Row]:
        """The panel from top to bottom, without the status row, prompt and keys."""
        raise NotImplementedError

    def edge(self) -> Widget | None:
        """What stands at the left edge of the board, one column wide, if anything does."""
        return None

    def panel_places(self, region: Region) -> Iterator[tuple[Widget, Region]]:
        yield from stack(region, self.panel_rows(region.width, region.height))

    def boxed(self, region: Region, rows: Sequence[Row]) -> Iterator[tuple[Widget, Region]]:
        """The places of widgets in a box, whose upper line goes on as the rule of the first."""
        self._boxed.append(region)
        below = int(rows[0][0] in self.untitled)
        inner = region.shrink(Spacing(below, BORDER, 1, BORDER))
        yield from stack(inner, rows)

    @property
    def has_foot(self) -> bool:
        """Whether a third of the window lies below a board with a panel, for its `foot_rows`."""
        plan = self.arrangement
        is_low = 3 * self.board.geometry.height <= 2 * self.size.height
        return plan.whole and not plan.framed and is_low

    def foot_rows(self) -> list[Row]:
        """What stands below a board that is that low, rather than in the panel."""
        return []

    def thin_rows(self) -> list[Row]:
        """What stands beside a board that leaves no room for a panel, but some columns."""
        return []

    def covers_board(self) -> Widget | None:
        """What takes the place of the panel, or of the board where that leaves no room for one."""
        return self.help_panel if self.has_class("-help") else None

    def fit(self, size: Size) -> None:
        plan = self.arrangement = arrange(self.board.variant, *size)
        panel = PANEL + 2 * GAP if plan.whole else NARROW + GAP if plan.panel else 0
        self.board.set_room(plan.cell, size.width - LEFT - panel, size.height - plan.rows_around)
        self.set_class(not plan.panel, "-alone")
        self.key_row.is_short = plan.whole
        self.place()

    def place(self) -> None:
        """Give all widgets their places; those that have none are not shown."""
        if not self.size.width or self.has_class("-small"):
            return
        is_helping = self.has_class("-help")
        self.key_row.cover(
            *((KeyHint(self.SCROLL_HELP, "scroll"), CLOSE, KeyHint("leave")) if is_helping else ())
        )
        self._boxed.clear()
        places = dict(self._places(self.size))
        if self._boxed:
            around = places[self.boxes] = Region.from_union(self._boxed)
            self.boxes.show([box.translate(-around.offset) for box in self._boxed])
        with self.app.batch_update():
            for widget in (*self.body(), self.prompt, self.key_row):
                _put(widget, places.get(widget))

    @property
    def panel_width(self) -> int:
        return min(self.size.width - LEFT - self.board.geometry.width - 2 * GAP, WIDEST)

    def _places(self, size: Size) -> Iterator[tuple[Widget, Region]]:
        plan, board = self.arrangement, self.board.geometry
        cover = self.covers_board()
        x = LEFT + board.width + GAP
        width = self.panel_width
        if plan.whole and not (cover and width < READABLE):
            keys = self.key_row.rows_for(width)
            self.prompt.set_rows(SAID - keys, LONGEST_MESSAGE)
            said = self.prompt.rows_for(width)
            below: list[Row] = [(self.prompt, said), (self.key_row, keys)]
            room = size.height - said - keys
            yield from self._board_places(0)
            panel = Region(x, 0, width, room)
            yield from [(cover, panel)] if cover else self.panel_places(panel)
            if self.has_foot:
                left, top = LEFT + board.margin, board.height + 1
                foot = Region(left, top, x - GAP - left, size.height - top)
                yield from stack(foot, self.foot_rows())
            yield from stack(Region(x, room, width, said + keys), below)
            return
        if plan.whole and cover:  # which needs the board's room as well
            yield cover, Region(LEFT, 0, size.width - LEFT, size.height - 2)
        else:
            yield from self._places_around(size, cover)
        self.prompt.set_rows(1, 1)
        yield self.prompt, Region(0, size.height - 2, size.width, 1)
        yield self.key_row, Region(LEFT, size.height - 1, size.width - LEFT, 1)

    def _places_around(self, size: Size, cover: Widget | None) -> Iterator[tuple[Widget, Region]]:
        """The places where status, prompt and keys have rows above and below the board."""
        plan, board = self.arrangement, self.board.geometry
        middle = Region(LEFT, 1, size.width - LEFT, size.height - ROWS_AROUND)
        yield self.status, Region(0, 0, size.width, 1)
        if cover:
            yield cover, middle
            return
        x, width = LEFT + board.width + GAP, self.panel_width
        top = 1 + (middle.height - board.height > 1)
        yield from self._board_places(top)
        if plan.panel:
            rows = self.panel_rows(width, middle.height)
            region = Region(x, 1, width, middle.height)
            yield from stack(region, [row for row in rows if row[0] is not self.status])
        elif width >= THIN:
            yield from stack(Region(x, top, width, board.height), self.thin_rows())

    def _board_places(self, top: int) -> Iterator[tuple[Widget, Region]]:
        board = self.board.geometry
        yield self.board, Region(LEFT, top, board.width, board.height)
        if (edge := self.edge()) is not None:
            yield edge, Region(0, top, LEFT, board.height)

    def adopt_settings(self) -> None:
        """Draw the board as the player likes it, and know the keys that type nothing."""
        super().adopt_settings()
        self.board.adopt_settings()
        self.prompt.reserved_chars = "".join(self.keymap.printable(self.ACTIONS))
        if self.has_class("-help"):
            self.help_panel.set_lines([*self.help_lines()])

    def help_lines(self) -> Iterator[Line]:
        """The keys that are offered now, the marks, and what keys do while a text is typed."""
        yield from key_lines([*self.keymap.help(self.offered), *self.MORE_HELP])
        yield from legend(self.MARKS, self.board)
        yield from self.rules_help()
        yield from typing_lines()

    def rules_help(self) -> Iterator[Line]:
        """The rules of the game, where the help has them."""
        yield from ()

    def action_help(self) -> None:
        self.help_panel.set_lines([*self.help_lines()])
        self.toggle_class("-help")
        self.place()
        focus = self.help_panel if self.has_class("-help") and self.help_panel.can_focus else None
        self.call_after_refresh(self.set_focus, focus)

    def on_key(self, event: events.Key) -> None:
        self.take_key(event)

    def take_key(self, event: events.Key) -> None:
        self.prompt.take_key(event)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.take_paste(event.text)

    def take_paste(self, text: str) -> None:
        self.prompt.paste(text)

    # While a question stands, the keys are its own, and the board stays as it is.

    def action_cursor(self, dx: int, dy: int) -> None:
        if not self.prompt.asking:
            self.board.step_cursor(dx, dy)
            self.cursor_moved()

    def action_pick(self) -> None:
        if not self.prompt.asking:
            self.picked(self.board.cursor)

    def on_board_widget_clicked(self, event: BoardWidget.Clicked) -> None:
        if not self.prompt.asking:
            self.board.move_cursor(event.square)
            self.cursor_moved()
            self.picked(event.square)

    def on_board_pane_dragged(self, event: BoardPane.Dragged) -> None:
        if not self.prompt.asking:
            self.board.move_cursor(event.square)
            self.cursor_moved()

    def cursor_moved(self) -> None:
        """Follow the cursor."""

    def picked(self, square: Square) -> None:
        """Handle a square picked by keyboard or mouse."""
        raise NotImplementedError

    def close_help(self) -> bool:
        """Hide the help; False if it is hidden already."""
        is_open = self.has_class("-help")
        if is_open:
            self.action_help()
        return is_open


def _put(widget: Widget, region: Region | None) -> None:
    widget.set_class(region is None, "-out")
    if region is not None:
        widget.styles.offset = region.offset
        widget.styles.width, widget.styles.height = region.size
