"""The card of a piece: its type's diagram, what its captures make of it, and its description."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from makachess.core.pieces import never_taken
from makachess.core.promotion import matrix
from makachess.core.spec import Rule, Variant
from makachess.play.diagrams import piece_diagram
from makachess.play.sentences import is_immune
from makachess.tui.board import CellSize, pieces_named
from makachess.tui.board.square import BoardStyle, Look
from makachess.tui.board.square import draw as draw_square
from makachess.tui.charset import can_show
from makachess.tui.panes.marks import SQUARE, MarkedPanel, has_tints
from makachess.tui.preferences import app_of, palette_of, preferences_of
from makachess.tui.text import Line, Part, is_cut, rule, width_of, wrap
from rich.style import Style
from textual.timer import Timer
from textual.widget import Widget

NOTE = 12  # columns that notes beside the diagram need at least
LEGEND = 18  # that the legend needs there
GAP = 2  # columns between both
AROUND = 6  # columns around name and id of a piece in the rule above its card
FEW = 9  # ids that may be listed one by one
EXCEPTIONS = 3  # ids that may be missing from a group named as a whole


class PieceInfo(MarkedPanel):
    """The card of one type of piece: its name, diagram, promotions and description.

    `changed` hears that there is another card, or none any more.
    """

    def __init__(
        self, variant: Variant, changed: Callable[[], object], *, id: str | None = None
    ) -> None:
        super().__init__(variant, id=id)
        self.variant: Variant = variant
        self.kind = ""  # the type shown, if any
        self.most_rows = 0  # up to which the squares of its board are larger
        self._styles: dict[str, Style] = {}  # of the figure on it, by role
        self._changed = changed
        self._timer: Timer | None = None

    def follow(self, piece: str) -> None:
        """Show a piece, or with an empty id nothing, once the cursor has rested."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if piece.upper() != self.kind:
            rest = app_of(self).waits.rest
            self._timer = self.set_timer(rest, lambda: self.show_kind(piece.upper()))

    def show_kind(self, kind: str) -> None:
        if kind != self.kind:
            self.kind = kind
            self._fill()
            self._changed()

    def rows_for(self, width: int) -> int:
        return sum(len(list(wrap(line, width))) for line in self._card(width))

    def _card(self, width: int) -> list[Line]:
        if not self.kind:
            return []
        if not can_draw(self):
            return piece_lines(self.variant, self.kind, width)
        for cell in SIZES:
            figure = self._figure(cell) if cell.height > 1 else ()
            lines = piece_lines(self.variant, self.kind, width, cell, figure)
            rows = sum(len(list(wrap(line, width))) for line in lines)
            if rows <= self.most_rows and not is_cut(lines[1], width):
                break
        return lines

    def _figure(self, cell: CellSize) -> list[Line]:
        """The piece on the square in the middle, as the board draws it."""
        board_style = BoardStyle(
            variant=self.variant,
            cell=cell,
            pieces=pieces_named(self.variant, preferences_of(self).settings.pieces),
            palette=palette_of(self, self.variant),
        )
        rows = draw_square(Look(piece=self.kind, picked=True), board_style)
        self._styles |= {f"{FIGURE}{style}": style for row in rows for _, style in row}
        return [[Part(text, f"{FIGURE}{style}") for text, style in row] for row in rows]

    def _fill(self) -> None:
        self.set_lines(self._card(self.size.width))

    def on_resize(self) -> None:
        self._fill()
        super().on_resize()

    def _style(self, role: str) -> Style | None:
        """The style of a role, or of a part of the figure on the small board."""
        return self._styles.get(role) or super()._style(role)


def can_draw(widget: Widget) -> bool:
    """Whether there are colours for a small board, and characters for what stands on it."""
    return has_tints(widget) and can_show("".join(DRAWN.values()))


def piece_lines(
    variant: Variant,
    kind: str,
    width: int,
    cell: CellSize | None = None,
    figure: Sequence[Line] = (),
) -> list[Line]:
    """What the card shows for a type, its notes beside the diagram where there is room.

    Where they are too long for that, its legend is. The diagram is a board in squares of a size,
    with a figure in the middle, or else characters.
    """
    piece = variant.pieces[kind]
    diagram = piece_diagram(variant, kind)
    grid: list[Line] = [(Part(row),) for row in diagram.grid]
    signs = [text for text in diagram.legend if text[1:2] == " "]
    told = [text for text in diagram.legend if text not in signs]
    legend: list[Line] = [(Part(text, "quiet"),) for text in signs]
    columns = len(diagram.grid[0])
    if cell:
        small = _cropped(diagram.grid)
        columns = len(small) * cell.width
        grid = [
            list(_squares(row, y, len(small), cell, line, figure))
            for y, row in enumerate(small)
            for line in range(cell.height)
        ]
        legend = list(map(_drawn_legend, signs))
    notes = list(capture_lines(variant, kind))
    has_room = len(piece.name) + len(piece.id) + AROUND <= width
    head = rule(piece.name, width, [Part(piece.id, "accent")] if has_room else [])
    room = width - columns - GAP
    gap: list[Line] = [()] if figure else []
    about: list[Line] = [(Part(piece.description),)]
    more: list[Line] = [(Part(text, "quiet"),) for text in told]
    if room >= NOTE and all(width_of(note) <= room for note in notes):
        return [head, *_beside(grid, columns, notes), *gap, *about, *gap, *legend, *more]
    if room >= LEGEND:
        legend = [row for line in legend for row in wrap(line, room)]
        return [head, *_beside(grid, columns, legend), *gap, *notes, *gap, *about, *more]
    return [head, *grid, *gap, *notes, *gap, *about, *gap, *legend, *more]


def _beside(grid: Sequence[Line], columns: int, lines: Sequence[Line]) -> Iterator[Line]:
    """Lines beside a grid of some columns."""
    for row, line in zip_longest(grid, lines):
        yield *(row or (Part(" " * columns),)), Part(" " * GAP), *(line or ())


# A grid of characters as squares: slides tint theirs, and what takes in passing; all else stands
# on them. Blocks that fill a row from top to bottom would become bars.
SIZES = CellSize(6, 3), CellSize(5, 2), CellSize(2, 1)
FIGURE = "figure "  # begins the roles of the parts of a figure
DRAWN = {"o": "▗▖", "m": "--", "*": "()", "x": "><", ".": "  "}
SLIDES = "|-/\\"
TINTS = dict.fromkeys(SLIDES, "picked") | {"!": "badge"}


def _cropped(rows: list[str]) -> list[str]:
    """A grid without its outer squares, if slides alone reach them, and as they do those within."""
    size = len(rows)
    chars = [row[::2] for row in rows]
    if size <= 5 or _ring(chars, 0) != _ring(chars, 1):
        return rows
    ring = "".join(chars[0] + chars[-1] + "".join(row[0] + row[-1] for row in chars))
    if not set(ring) <= set(SLIDES + "."):
        return rows
    return _cropped([row[2:-2] for row in rows[1:-1]])


def _ring(chars: list[str], inset: int) -> list[str]:
    """What stands in the eight directions from the middle, so far from the edge."""
    ends = inset, len(chars) // 2, len(chars) - 1 - inset
    return [chars[y][x] for y in ends for x in ends]


def _squares(
    row: str, y: int, rows: int, cell: CellSize, line: int, figure: Sequence[Line]
) -> Iterator[Part]:
    """A line of a row of a grid; the piece stands in its middle."""
    for x, char in enumerate(row[::2]):
        shade = "d" if (x + y) % 2 == 0 else "l"
        if x == y == rows // 2 and figure:
            yield from figure[line]
        elif x == y == rows // 2:
            yield Part(f"{char} ", f"{SQUARE}{shade}picked")
        else:
            role = f"{SQUARE}{shade}{TINTS.get(char, '')}"
            is_marked = line == (cell.height - 1) // 2 and char not in SLIDES
            mark = DRAWN.get(char, f"{char} ") if is_marked else ""
            yield Part(mark.center(cell.width), role)


def _drawn_legend(text: str) -> Line:
    if text.startswith(tuple(f"{char} " for char in SLIDES)):
        return Part("  ", f"{SQUARE}lpicked"), Part(f" {text.lstrip(SLIDES + ' ')}", "quiet")
    mark, _, meaning = text.partition(" ")
    drawing = Part(DRAWN.get(mark, f"{mark} "), f"{SQUARE}l{TINTS.get(mark, '')}")
    return drawing, Part(f" {meaning}", "quiet")


def capture_lines(variant: Variant, kind: str) -> Iterator[Line]:
    """A type's row of the promotion matrix, such as `R N B may become V`."""
    groups = _groups(variant, kind)
    if groups:
        yield (Part("Taking", "quiet"),)
    for (change, target), victims in sorted(groups.items()):
        word = Part("may ") if change is Rule.MAY else Part("must ", "strong")
        yield Part(f"{_victims(variant, victims)} "), word, Part(target, "accent")
    if arrival := variant.promotion.arrival.get(kind):
        where = "last rank" if variant.promotion.zone == 1 else "last ranks"
        yield Part(where, "accent"), Part(f" {' '.join(arrival)}")
    elif not groups:
        yield (Part("no promotion", "quiet"),)
    if is_immune(variant, kind):
        yield (Part("immune", "quiet"),)
    infects = variant.pieces[kind].infects
    if infects and variant.promotion.contagion:
        yield Part("contagious", "alert"), Part(f": to {infects}")


def _groups(variant: Variant, kind: str) -> dict[tuple[Rule, str], list[str]]:
    """The victims whose capture changes a type, by what it may or must become."""
    groups: dict[tuple[Rule, str], list[str]] = {}
    for (capturer, victim), change in matrix(variant).items():
        if capturer != kind or victim in never_taken(variant):
            continue
        if change.rule is not Rule.STAY and change.target != kind:
            rule = Rule.MAY if change.rule is Rule.MAY else Rule.MUST
            groups.setdefault((rule, change.target), []).append(victim)
    return groups


def _victims(variant: Variant, ids: Sequence[str]) -> str:
    """The ids; where there are many, whole classes of pieces are named instead."""
    groups: list[str] = []
    rest = list(ids)
    for promoted, name in ((False, "any unpromoted piece"), (True, "any promoted piece")):
        pieces = [p for p in variant.pieces.values() if p.promoted is promoted and not p.infects]
        whole = [piece.id for piece in pieces if piece.id not in never_taken(variant)]
        missing = [kind for kind in whole if kind not in ids]
        if len(rest) > FEW and len(missing) <= EXCEPTIONS:
            rest = [kind for kind in rest if kind not in whole]
            groups.append(" but ".join(filter(None, (name, " ".join(missing)))))
    return ", ".join(filter(None, (*groups, " ".join(rest))))
