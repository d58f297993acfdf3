"""The board widget: draws by the line API and repaints only the cells that changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from makachess.core.spec import Variant
from makachess.core.squares import Square
from makachess.play.entry.steps import EntryState
from makachess.tui.board.cells import CellLine, Look, cell_lines
from makachess.tui.board.geometry import CellSize, Geometry
from makachess.tui.board.glyphs import PIECE_SETS, PieceSet
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

NO_ENTRY = EntryState()
PLAIN = ("light", "dark", "cursor", "last", "check", "hint")
BACKS = (*PLAIN, "path", "taken", "capture", "may", "must")
ROLES = (*BACKS, "white", "black", "mark", "label", "label-on")


@dataclass(frozen=True, slots=True)
class BoardView:
    """What is on the board: men, the last move, checks, a hint, and the move being entered."""

    pieces: Mapping[Square, str] = field(default_factory=dict)
    last: tuple[Square, ...] = ()
    checked: Collection[Square] = ()
    hint: Collection[Square] = ()
    entry: EntryState = NO_ENTRY


class BoardWidget(Widget):
    """A board with a cursor; its keys are the screen's, which keeps them in order."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"board--{role}" for role in ROLES}
    DEFAULT_CSS = """
    BoardWidget {
        & .board--light { background: $square-light; }
        & .board--dark { background: $square-dark; }
        & .board--cursor { background: $square-cursor; }
        & .board--path { background: $square-path; }
        & .board--taken { background: $square-taken; text-style: strike; }
        & .board--capture { background: $square-capture; }
        & .board--may { background: $square-may; }
        & .board--must { background: $square-must; }
        & .board--check { background: $square-check; }
        & .board--last { background: $square-last; }
        & .board--hint { background: $square-hint; }
        & .board--white { color: $man-white; text-style: bold; }
        & .board--black { color: $man-black; text-style: bold; }
        & .board--mark { color: $board-mark; text-style: bold; }
        & .board--label { color: $quiet; }
        & .board--label-on { color: $strong; text-style: bold; }
        &:nocolor .board--cursor { text-style: reverse; }
        &:nocolor .board--last { text-style: underline; }
        &:nocolor .board--path { text-style: reverse; }
        &:nocolor .board--hint { text-style: reverse; }
    }
    """

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
        self._view = BoardView()
        self._looks: dict[Square, Look] = {}
        self._styles_of: dict[str, Style] = {}

    # --- what is shown --------------------------------------------------------------------------

    def show(self, view: BoardView) -> None:
        """Show a position; only cells that differ are repainted."""
        self._view = view
        self._repaint()

    def move_cursor(self, square: Square) -> None:
        """Put the cursor on a square."""
        old, self.cursor = self.cursor, square
        self._repaint()
        for label in self._label_regions(old) + self._label_regions(square):
            self.refresh(label)

    def flip(self) -> None:
        """Flip the board."""
        self._resize(replace(self.geometry, flipped=not self.geometry.flipped))

    def set_cell(self, cell: CellSize) -> None:
        """Draw squares in another size."""
        self._resize(replace(self.geometry, cell=cell))

    def set_pieces(self, piece_set: PieceSet) -> None:
        """Draw men in another way."""
        self.piece_set = piece_set
        self.refresh()

    def _resize(self, geometry: Geometry) -> None:
        if geometry != self.geometry:
            self.geometry = geometry
            self.styles.width, self.styles.height = geometry.width, geometry.height
            self.refresh()

    def _repaint(self) -> None:
        for square, look in self._all_looks().items():
            if self._looks.get(square) != look:
                self._looks[square] = look
                self.refresh(Region(*self.geometry.corner(square), *self.geometry.cell))

    def _all_looks(self) -> dict[Square, Look]:
        files, ranks = range(self.variant.files), range(self.variant.ranks)
        return {(square := Square(f, r)): self._look(square) for r in ranks for f in files}

    def _look(self, square: Square) -> Look:
        view = self._view
        return Look(
            man=view.pieces.get(square, ""),
            dark=(square.file + square.rank) % 2 == 0,
            cursor=square == self.cursor,
            on_path=square in view.entry.path,
            taken=square in view.entry.taken,
            last=square in view.last,
            check=square in view.checked,
            hint=square in view.hint,
            target=view.entry.targets.get(square),
        )

    def _label_regions(self, square: Square) -> list[Region]:
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

    def render_line(self, y: int) -> Strip:
        """One line of the board: a rank label and a row of every cell, or the file labels."""
        row, line = divmod(y, self.geometry.cell.height)
        if row >= self.variant.ranks:
            return Strip(self._file_labels() if y == self.geometry.height - 1 else [])
        rank = self.geometry.row(row)
        segments = [self._rank_label(rank, line)]
        for column in range(self.variant.files):
            segments += self._cell(Square(self.geometry.column(column), rank), line)
        return Strip(segments, self.geometry.width)

    def _rank_label(self, rank: int, line: int) -> Segment:
        margin = self.geometry.margin
        here = line == (self.geometry.cell.height - 1) // 2
        text = str(rank + 1).rjust(margin - 1) if here else ""
        return Segment(text.ljust(margin), self._label_style(rank == self.cursor.rank))

    def _file_labels(self) -> list[Segment]:
        width = self.geometry.cell.width
        segments = [Segment(" " * self.geometry.margin)]
        for column in range(self.variant.files):
            file = self.geometry.column(column)
            letter = str(Square(file, 0))[0].center(width + width % 2 - 1)[:width].ljust(width)
            segments.append(Segment(letter, self._label_style(file == self.cursor.file)))
        return segments

    def _cell(self, square: Square, line: int) -> list[Segment]:
        look = self._looks[square]
        glyph = ""
        if look.man:
            color = not self.app.no_color
            glyph = self.piece_set.text(look.man, self.variant, color=color)
        row = cell_lines(look, glyph, self.geometry.cell, self.piece_set)[line]
        return list(self._cell_segments(look, row))

    def _cell_segments(self, look: Look, row: CellLine) -> list[Segment]:
        back = self._style(look.role)
        mark = back + self._style("mark")
        start, end = row.man
        man = back + self._style("white" if look.man.isupper() else "black")
        before, glyph, after = row.text[:start], row.text[start:end], row.text[end:]
        if not (before + after).strip():  # one style for the whole row: fewer bytes
            return [Segment(row.text, man if glyph else back)]
        parts = [(before, mark), (glyph, man), (after, mark)]
        return [Segment(text, style) for text, style in parts if text]

    def _style(self, role: str) -> Style:
        if role not in self._styles_of:
            self._styles_of[role] = self.get_component_rich_style(f"board--{role}", partial=True)
        return self._styles_of[role]

    def _label_style(self, on: bool) -> Style:
        return self._style("label-on" if on else "label")

    # --- input ----------------------------------------------------------------------------------

    def step_cursor(self, dx: int, dy: int) -> None:
        """Move the cursor by cells as seen on the screen, at most to the edge."""
        self.move_cursor(self.geometry.step(self.cursor, dx, dy))

    def on_click(self, event: events.Click) -> None:
        """Post the square that was clicked."""
        square = self.geometry.square_at(event.x, event.y)
        if square is not None:
            self.post_message(self.Clicked(square))
