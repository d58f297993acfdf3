"""The board widget: draws by the line API and repaints only the cells that changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from makachess.core.spec import Variant
from makachess.core.squares import Square
from makachess.play.entry import EntryState, labels
from makachess.tui.board.cells import CellLine, Look, body_lines, cell_lines
from makachess.tui.board.geometry import CellSize, Geometry
from makachess.tui.board.glyphs import (
    PIECE_SETS,
    PLAIN_SET,
    PLATE_ROWS,
    QUARTERS,
    Face,
    PieceSet,
    body_of,
    has_bodies,
    pieces_named,
)
from makachess.tui.charset import can_show
from makachess.tui.preferences import palette_of, preferences_of
from makachess.tui.text import role_style
from makachess.tui.themes import rich_style
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

NO_ENTRY = EntryState()
WHEEL = 2  # cells by which the wheel scrolls a board that is not shown whole
# Where there is no colour, the most important marks show by attributes as well.
PLAIN_STYLES = {
    "cursor": Style(reverse=True),
    "path": Style(reverse=True),
    "hint": Style(reverse=True),
    "last": Style(underline=True),
    "taken": Style(strike=True),
}


def side_of(piece: str) -> str:
    """The colour of a piece by his id."""
    return "white" if piece.isupper() else "black"


@dataclass(frozen=True, slots=True)
class BoardView:
    """What is on the board: pieces, the last move, checks, a hint, and the move being entered."""

    pieces: Mapping[Square, str] = field(default_factory=dict)
    last: tuple[Square, ...] = ()
    checked: Collection[Square] = ()
    hint: Collection[Square] = ()
    entry: EntryState = NO_ENTRY


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
        self.piece_set: PieceSet = PIECE_SETS[0]
        self.cursor = Square(variant.files // 2, variant.ranks // 4)
        self._coordinates = "chess"
        self.labels = labels(variant.files, variant.ranks, self._coordinates)
        self._view = BoardView()
        self._hanging: Collection[Square] = ()
        self._bearing: Collection[Square] = ()
        self._looks: dict[Square, Look] = {}
        self._styles_of: dict[tuple[str, str, str], Style] = {}

    # --- what is shown --------------------------------------------------------------------------

    def show(self, view: BoardView) -> None:
        """Show a position; only cells that differ are repainted."""
        self._view = view
        self._repaint()

    def mark(self, hanging: Collection[Square] = (), bearing: Collection[Square] = ()) -> None:
        """Mark pieces that can be won, and those that bear on a square, whatever else is shown."""
        self._hanging, self._bearing = hanging, bearing
        self._repaint()

    def move_cursor(self, square: Square) -> None:
        """Put the cursor on a square."""
        old, self.cursor = self.cursor, square
        self._resize(self.geometry.showing(square))
        self._repaint()
        for label in self._label_regions(old) + self._label_regions(square):
            self.refresh(label)

    def flip(self) -> None:
        """Flip the board."""
        flipped = replace(self.geometry, flipped=not self.geometry.flipped)
        self._resize(flipped.showing(self.cursor))

    def set_cell(self, cell: CellSize) -> None:
        """Draw all squares in another size."""
        whole = replace(self.geometry, cell=cell, across=0, down=0, left=0, top=0)
        self._resize(whole)

    def set_room(self, cell: CellSize, width: int, height: int) -> None:
        """Draw squares in a size, as many as there is room for, the cursor's among them."""
        self._resize(self.geometry.fitted(cell, width, height).showing(self.cursor))

    def set_coordinates(self, coordinates: str) -> None:
        """Label files and ranks as in chess or in shogi."""
        self._coordinates = coordinates
        self.labels = labels(self.variant.files, self.variant.ranks, coordinates)
        self.refresh()

    def set_pieces(self, piece_set: PieceSet) -> None:
        """Draw pieces in another way."""
        self.piece_set = piece_set
        self.refresh()

    def adopt_settings(self) -> None:
        """Draw pieces and label squares as the player likes it."""
        settings = preferences_of(self).settings
        self.set_pieces(pieces_named(self.variant, settings.pieces))
        self.set_coordinates(settings.coordinates)

    def set_variant(self, variant: Variant) -> None:
        """Show the empty board of another game."""
        self.variant = variant
        self.cursor = Square(variant.files // 2, variant.ranks // 4)
        self._view = BoardView()
        self._looks = self._all_looks()
        self._resize(replace(self.geometry, files=variant.files, ranks=variant.ranks))
        self.set_coordinates(self._coordinates)

    def _resize(self, geometry: Geometry) -> None:
        if geometry != self.geometry:
            self.geometry = geometry
            self.styles.width, self.styles.height = geometry.width, geometry.height
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
        view = self._view
        return Look(
            piece=view.pieces.get(square, ""),
            dark=(square.file + square.rank) % 2 == 0,
            cursor=square == self.cursor,
            on_path=square in view.entry.path,
            taken=square in view.entry.taken,
            last=square in view.last,
            check=square in view.checked or square in self._hanging,
            hint=square in view.hint or square in self._bearing,
            target=view.entry.targets.get(square),
        )

    def _label_regions(self, square: Square) -> list[Region]:
        if not self.geometry.shows(square):
            return []
        (x, y), cell = self.geometry.corner(square), self.geometry.cell
        rank = Region(0, y, self.geometry.margin, cell.height)
        return [rank, Region(x, self.geometry.height - 1, cell.width, 1)]

    # --- drawing --------------------------------------------------------------------------------

    def on_mount(self) -> None:
        """Take the size of the geometry."""
        self.styles.width, self.styles.height = self.geometry.width, self.geometry.height
        self._repaint()

    def notify_style_update(self) -> None:
        """Forget the styles of the old theme."""
        super().notify_style_update()
        self._styles_of.clear()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the board: a rank label and a row of every cell, or the file labels."""
        row, line = divmod(y, self.geometry.cell.height)
        if row >= self.geometry.rows:
            return Strip(self._file_labels() if y == self.geometry.height - 1 else [])
        rank = self.geometry.row(row + self.geometry.top)
        segments = [self._rank_label(rank, line)]
        for file in self._files_in_view():
            segments += self._cell(Square(file, rank), line)
        return Strip(segments, self.geometry.width)

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

    def _cell(self, square: Square, line: int) -> list[Segment]:
        look = self._looks[square]
        return self._cell_segments(look, self._lines(look)[line])

    def _lines(self, look: Look) -> tuple[CellLine, ...]:
        """The rows of a cell."""
        cell, pieces = self.geometry.cell, self.piece_set
        drawn = pieces if can_show(QUARTERS) else PLAIN_SET
        if look.piece and has_bodies(cell, drawn):
            kind = self.variant.pieces[look.piece.upper()]
            body = body_of(look.piece, kind, cell, drawn, self._face(side_of(look.piece)))
            return body_lines(look, body, cell, drawn)
        color = not self.app.no_color
        glyph = pieces.text(look.piece, self.variant, color=color) if look.piece else ""
        if not look.piece and not look.target and (not color or palette_of(self).dots):
            glyph = pieces.empty
        return cell_lines(look, glyph, cell, pieces)

    def _face(self, color: str) -> Face:
        hollow = "white" if self.app.no_color else palette_of(self).hollow
        return Face(up=(color == "white") != self.geometry.flipped, hollow=hollow == color)

    def _cell_segments(self, look: Look, row: CellLine) -> list[Segment]:
        color = side_of(look.piece)
        around = self._style(look.role)
        piece = self._style(look.role, color, self._part(row))
        start, end = row.piece
        before, glyph, after = row.text[:start], row.text[start:end], row.text[end:]
        if row.engraved[1]:
            return self._tile_segments(look, row)
        if before.endswith("  ") and after.startswith(" "):  # a margin of the piece's own
            before, glyph, after = before[:-1], f" {glyph} ", after[1:]
        if around.bgcolor == piece.bgcolor and not (before + after).strip():
            return [Segment(row.text, piece if glyph else around)]  # one style: fewer bytes
        parts = [(before, around), (glyph, piece), (after, around)]
        return [Segment(text, style) for text, style in parts if text]

    def _part(self, row: CellLine) -> str:
        if not row.tile:
            return "piece"
        return "foot" if self.geometry.cell.height == PLATE_ROWS else "tile"

    def _tile_segments(self, look: Look, row: CellLine) -> list[Segment]:
        color = side_of(look.piece)
        places = (row.piece[0], *row.engraved, row.piece[1], len(row.text))
        styles = [self._style(look.role, color, part) for part in ("tile", "engraved", "tile")]
        around = self._style(look.role)
        segments, start = [], 0
        for end, style in zip(places, (around, *styles, around), strict=True):
            segments.append(Segment(row.text[start:end], style))
            start = end
        return [segment for segment in segments if segment.text]

    def _style(self, role: str, color: str = "", part: str = "") -> Style:
        """The style of a kind of square: of a side's pieces on it, or of what is around them."""
        key = role, color, part
        if key not in self._styles_of:
            self._styles_of[key] = self._make_style(role, color, part)
        return self._styles_of[key]

    def _make_style(self, role: str, color: str, part: str) -> Style:
        palette = palette_of(self)
        if self.app.no_color:
            plain = Style(bold=bool(color)) + PLAIN_STYLES.get(role, Style())
            return plain + Style(reverse=not plain.reverse) if part == "engraved" else plain
        look = Style(bold=palette.bold, strike=role == "taken" and part == "piece")
        if not part:
            return look + rich_style(palette.ink_on(role), palette.grounds[role].around)
        ink, ground = palette.colors(role, color, part)
        return look + rich_style(ink, ground)

    def _label_style(self, on: bool) -> Style | None:
        return role_style(self, "strong" if on else "quiet")

    # --- input ----------------------------------------------------------------------------------

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
        """Show what is above, or with Shift or Ctrl what is to the left."""
        self._scroll_wheel(event, -WHEEL)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Show what is below, or with Shift or Ctrl what is to the right."""
        self._scroll_wheel(event, WHEEL)

    def _scroll_wheel(self, event: events.MouseEvent, cells: int) -> None:
        event.stop()
        self._scroll(cells, 0) if event.shift or event.ctrl else self._scroll(0, cells)

    def _scroll(self, across: int, down: int) -> None:
        """Move the view of a board that is not shown whole; the cursor stays where it is."""
        self._resize(self.geometry.scrolled(across, down))
