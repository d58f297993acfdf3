"""The board widget: draws by the line API and repaints only the cells that changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from makachess.core import Position
from makachess.core.spec import Variant
from makachess.core.squares import Square
from makachess.play.attacks import AttackMarks, Royal, checked_squares, royals_of
from makachess.play.entry import EntryState, move_squares
from makachess.play.labels import labels
from makachess.play.narration import mating_pieces
from makachess.tui.board.canvas import QUARTERS, Row
from makachess.tui.board.geometry import CellSize, Geometry
from makachess.tui.board.pieces import PLAIN_SET, PieceSet, chosen_pieces
from makachess.tui.board.square import BoardStyle, Look, draw
from makachess.tui.charset import can_show
from makachess.tui.preferences import app_of, palette_of, preferences_of
from makachess.tui.text import role_style
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

NO_ENTRY = EntryState()
WHEEL = 2  # cells by which the wheel scrolls a board that is not shown whole


@dataclass(frozen=True, slots=True)
class BoardView:
    """What is on the board: pieces, the last move, checks, a hint, a premove, a move being entered.

    On a page about a piece, `slides` are the squares that it slides to.
    """

    pieces: Mapping[Square, str] = field(default_factory=dict)
    last: tuple[Square, ...] = ()
    slides: Collection[Square] = ()
    checked: Collection[Square] = ()
    hint: Collection[Square] = ()
    premove: Collection[Square] = ()
    entry: EntryState = NO_ENTRY


def view_of(
    position: Position,
    royals: tuple[Royal, ...] | None = None,
    pieces: Mapping[Square, str] | None = None,
) -> BoardView:
    """A position with the move that led to it, and checks; its pieces as a move begun leaves them.

    `royals` are those of the position, if they are known.
    """
    return BoardView(
        pieces={**(position.pieces() if pieces is None else pieces), **mating_pieces(position)},
        last=move_squares(position.moves[-1]) if position.moves else (),
        checked=checked_squares(position, royals_of(position) if royals is None else royals),
    )


class BoardWidget(Widget):
    """A board with a cursor; its keys are the screen's."""

    @dataclass
    class Clicked(Message):
        """A square has been clicked."""

        square: Square

    def __init__(self, variant: Variant, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.variant = variant
        self.geometry = Geometry(variant.files, variant.ranks)
        self.cursor = Square(variant.files // 2, variant.ranks // 4)
        self.has_cursor = True  # whether it is shown
        self._coordinates = "chess"
        self.labels = labels(variant.files, variant.ranks, self._coordinates)
        self._view = BoardView()
        self._attacks = AttackMarks()
        self._looks: dict[Square, Look] = {}
        self._board_style: BoardStyle | None = None
        self._drawn: dict[tuple[Look, str], tuple[Row, ...]] = {}

    def show(self, view: BoardView) -> None:
        """Show a position; only cells that differ are repainted."""
        self._view = view
        self._repaint()

    @property
    def piece_set(self) -> PieceSet:
        return chosen_pieces(self, self.variant, self.geometry.cell)

    @property
    def shows_attacks(self) -> bool:
        """Whether squares have room for how often they are attacked."""
        return self.geometry.cell.height > 1

    @property
    def draws_marks(self) -> bool:
        """Whether marks are drawn in colours; else, and on squares of one row, they are signs."""
        style = self._current_style()
        return style.tinted and not style.pieces.plain and self.geometry.cell.height > 1

    def mark(self, attacks: AttackMarks | None = None) -> None:
        before, self._attacks = self._attacks, attacks or AttackMarks()
        if bool(before.counts) != bool(self._attacks.counts):
            self.refresh()  # for the file labels, too
        self._repaint()

    def move_cursor(self, square: Square) -> None:
        old, self.cursor = self.cursor, square
        self._resize(self.geometry.showing(square))
        self._repaint()
        for label in self._label_regions(old) + self._label_regions(square):
            self.refresh(label)

    def show_cursor(self, on: bool) -> None:
        if on != self.has_cursor:
            self.has_cursor = on
            self._repaint()
            for label in self._label_regions(self.cursor):
                self.refresh(label)

    def flip(self) -> None:
        flipped = replace(self.geometry, flipped=not self.geometry.flipped)
        self._resize(flipped.showing(self.cursor))

    def set_cell(self, cell: CellSize) -> None:
        """Draw squares in a size, all of them."""
        whole = replace(self.geometry, cell=cell, across=0, down=0, left=0, top=0, below=False)
        self._resize(whole)

    def set_room(self, cell: CellSize, width: int, height: int) -> None:
        """Draw squares in a size, as many as there is room for, the cursor's among them."""
        self._resize(self.geometry.fitted(cell, width, height).showing(self.cursor))

    def set_coordinates(self, coordinates: str) -> None:
        self._coordinates = coordinates
        self.labels = labels(self.variant.files, self.variant.ranks, coordinates)
        self.refresh()

    def adopt_settings(self) -> None:
        self._draw_anew()
        self.set_coordinates(preferences_of(self).settings.coordinates)

    def set_variant(self, variant: Variant) -> None:
        self.variant = variant
        self.cursor = Square(variant.files // 2, variant.ranks // 4)
        self._view = BoardView()
        self._looks = self._all_looks()
        self._resize(replace(self.geometry, files=variant.files, ranks=variant.ranks, below=False))
        self._draw_anew()
        self.set_coordinates(self._coordinates)

    def _resize(self, geometry: Geometry) -> None:
        if geometry != self.geometry:
            self.geometry = geometry
            self.styles.width, self.styles.height = geometry.width, geometry.height
            self._draw_anew()

    def _draw_anew(self) -> None:
        self._board_style = None
        self._drawn.clear()
        self.refresh()

    def _repaint(self) -> None:
        for square, look in self._all_looks().items():
            if self._looks.get(square) != look:
                self._looks[square] = look
                if self.geometry.shows(square):
                    self.refresh(Region(*self.geometry.corner(square), *self.geometry.cell))

    def _all_looks(self) -> dict[Square, Look]:
        files, ranks = range(self.variant.files), range(self.variant.ranks)
        return {(square := Square(f, r)): self._look(square) for r in ranks for f in files}

    def _look(self, square: Square) -> Look:
        view, attacks = self._view, self._attacks
        bearing = attacks.bearing if square not in view.hint else ()
        marked = {"won": attacks.won, "worth": attacks.worth, "bears": bearing}
        return Look(
            piece=view.pieces.get(square, ""),
            dark=(square.file + square.rank) % 2 == 0,
            cursor=self.has_cursor and square == self.cursor,
            picked=square in view.entry.path or square in view.slides,
            taken=square in view.entry.taken,
            last=square in view.last,
            check=square in view.checked,
            hint=square in view.hint,
            premove=square in view.premove,
            target=view.entry.targets.get(square),
            danger=next((mark for mark, squares in marked.items() if square in squares), ""),
            attacks=attacks.counts.get(square, (0, 0)),
        )

    def _label_regions(self, square: Square) -> list[Region]:
        if not self.geometry.shows(square):
            return []
        (x, y), cell = self.geometry.corner(square), self.geometry.cell
        rank = Region(0, y, self.geometry.margin, cell.height)
        if not self.geometry.has_label_row:
            return [rank]
        return [rank, Region(x, self.geometry.height - 1, cell.width, 1)]

    def on_mount(self) -> None:
        self.styles.width, self.styles.height = self.geometry.width, self.geometry.height
        self._repaint()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._draw_anew()

    def render_line(self, y: int) -> Strip:
        """One line of the board: a rank label and a row of every cell, or the file labels."""
        row, line = divmod(y, self.geometry.cell.height)
        if row >= self.geometry.rows:
            return Strip(self._file_labels() if y == self.geometry.height - 1 else [])
        rank = self.geometry.row(row + self.geometry.top)
        segments = [self._rank_label(rank, line)]
        is_labelled = row == self.geometry.rows - 1 and self._labels_squares
        for file in self._files_in_view():
            label = self.labels.files[file] if is_labelled else ""
            look = self._looks[Square(file, rank)]
            segments += [Segment(*run) for run in self._rows(look, label)[line]]
        return Strip(segments, self.geometry.width).simplify()

    @property
    def _labels_squares(self) -> bool:
        """Whether file labels stand inside squares; beside numbers they would look like names."""
        return not (self.geometry.has_label_row or self._attacks.counts)

    def _rank_label(self, rank: int, line: int) -> Segment:
        margin = self.geometry.margin
        here = line == (self.geometry.cell.height - 1) // 2
        text = self.labels.ranks[rank].rjust(margin - 1) if here else ""
        return Segment(text.ljust(margin), self._label_style(rank == self.cursor.rank))

    def _file_labels(self) -> list[Segment]:
        width = self.geometry.cell.width
        segments = [Segment(" " * self.geometry.margin)]
        for file in self._files_in_view():
            label = self.labels.files[file]
            room = width + width % 2 - len(label) % 2
            text = label.center(room)[:width].ljust(width)
            segments.append(Segment(text, self._label_style(file == self.cursor.file)))
        return segments

    def _files_in_view(self) -> list[int]:
        geometry = self.geometry
        columns = range(geometry.left, geometry.left + geometry.columns)
        return [geometry.column(column) for column in columns]

    def _rows(self, look: Look, label: str) -> tuple[Row, ...]:
        """The rows of a square, drawn once for all that look alike."""
        drawn = self._drawn.get((look, label))
        if drawn is None:
            drawn = self._drawn[look, label] = draw(look, self._current_style(), label)
        return drawn

    def _current_style(self) -> BoardStyle:
        if self._board_style is None:
            # Signs of a row are characters that every terminal has.
            can_draw = self.geometry.cell.height == 1 or can_show(QUARTERS)
            self._board_style = BoardStyle(
                variant=self.variant,
                cell=self.geometry.cell,
                pieces=self.piece_set if can_draw else PLAIN_SET,
                palette=palette_of(self, self.variant),
                color=not self.app.no_color,
                flipped=self.geometry.flipped,
                pictures=app_of(self).shows_pictures,
            )
        return self._board_style

    def _label_style(self, on: bool) -> Style | None:
        return role_style(self, "strong" if on and self.has_cursor else "quiet")

    def step_cursor(self, dx: int, dy: int) -> None:
        """Move the cursor by cells as seen on the screen, at most to the edge."""
        self.move_cursor(self.geometry.step(self.cursor, dx, dy))

    def square_at(self, place: Offset) -> Square | None:
        """The square at a place of the screen; None if there is none of this board."""
        x, y = place - self.region.offset
        return self.geometry.square_at(x, y) if self.region.contains_point(place) else None

    def on_click(self, event: events.Click) -> None:
        """Post the square that was clicked; a click on the labels goes on that way."""
        geometry = self.geometry
        square = geometry.square_at(event.x, event.y)
        if square is not None:
            self.post_message(self.Clicked(square))
        elif event.x < geometry.margin:
            self._scroll(0, geometry.rows // 2 * (-1 if event.y < geometry.height // 2 else 1))
        else:
            half = geometry.columns // 2
            self._scroll(-half if event.x < geometry.width // 2 else half, 0)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._scroll_wheel(event, -WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._scroll_wheel(event, WHEEL)

    def _scroll_wheel(self, event: events.MouseEvent, cells: int) -> None:
        event.stop()
        self._scroll(cells, 0) if event.shift or event.ctrl else self._scroll(0, cells)

    def _scroll(self, across: int, down: int) -> None:
        """Move the view of a board that is not shown whole; the cursor stays where it is."""
        self._resize(self.geometry.scrolled(across, down))
