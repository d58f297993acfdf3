"""The card of a piece: its type's diagram, what its captures make of it, and its description."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import zip_longest

from makachess.core.pieces import never_taken
from makachess.core.promotion import AS, QUIET, effect, matrix, moving_effect, ways
from makachess.core.spec import Effect, Rule, Variant
from makachess.play.diagrams import piece_diagram
from makachess.play.exercises import Progress
from makachess.play.sentences import choices_by_depth, is_immune, last_ranks
from makachess.tui.board import BoardWidget, CellSize
from makachess.tui.board.pieces import SMALL_TILE
from makachess.tui.board.square import BoardStyle, Look
from makachess.tui.board.square import draw as draw_square
from makachess.tui.charset import can_show
from makachess.tui.panes.marks import SQUARE, MarkedPanel, has_tints
from makachess.tui.preferences import app_of, palette_of
from makachess.tui.text import Line, Part, cut, is_cut, rule, width_of, wrap
from makachess.tui.themes import Palette
from makachess.variants import load
from rich.cells import cell_len, set_cell_size
from rich.style import Style
from textual.timer import Timer
from textual.widget import Widget

NOTE = 12  # columns that notes beside the diagram need at least
LEGEND = 18  # that the legend needs there
GAP = 2  # columns between both
NAME = 14  # columns of a name that are cut only where there is but one column
AROUND = 6  # columns around name and id of a piece in the rule above its card
FEW = 9  # ids that may be listed one by one
EXCEPTIONS = 3  # ids that may be missing from a group named as a whole


ORTHODOX = frozenset(piece.name for piece in load("chess").pieces.values())


def new_types(variant: Variant, progress: Progress) -> list[str]:
    """The types that chess has not, and the player has not moved yet."""
    return [
        kind
        for kind, piece in variant.pieces.items()
        if piece.name not in ORTHODOX and not progress.is_solved(MET, met_key(variant, kind))
    ]


MET = "pieces"  # the kind of what the player's progress says of pieces


def met_key(variant: Variant, kind: str) -> str:
    names = variant.name, variant.pieces[kind].name
    return "/".join(re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "-" for name in names)


class PieceInfo(MarkedPanel):
    """The card of one type of piece: its name, diagram, promotions and description.

    Without one, what pieces of the board are called as long as any are new; `changed` hears that
    there is something else to show, or nothing any more.
    """

    def __init__(
        self, board: BoardWidget, changed: Callable[[], object], *, id: str | None = None
    ) -> None:
        super().__init__(board.variant, id=id)
        self.variant: Variant = board.variant
        self.kind = ""  # the type shown, if any
        self.unmet: Collection[str] = ()  # the types that are new to the player
        self._seen: frozenset[str] = frozenset()  # the types that have been on the board
        self._board = board
        self._palette: Palette | None = None  # in which it has been drawn
        self.room, self.is_boxed = 0, False  # rows; a board in a box is as large as there is room
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
            self.draw_anew()

    def show_names(self, kinds: Collection[str]) -> None:
        """Name the types that are on the board, and those that were, so that little moves."""
        before = self.names
        self._seen |= {*kinds}
        if self.names != before and not self.kind:
            self.draw_anew()

    def draw_anew(self) -> None:
        self._fill()
        self._changed()

    def notify_style_update(self) -> None:
        """Draw figures in the colours there are now."""
        super().notify_style_update()
        palette = palette_of(self, self.variant)
        if palette != self._palette and not self.is_empty:
            self._palette = palette
            self.draw_anew()

    @property
    def names(self) -> list[str]:
        """The types to be named: the new ones, or all where they are drawn or written in kanji."""
        new = self._seen.intersection(self.unmet)
        shown = self._seen if new and (self.is_boxed or self._board.piece_set.kanji) else new
        return [kind for kind in self.variant.pieces if kind in shown]

    @property
    def is_empty(self) -> bool:
        return not (self.kind or self.names)

    def rows_for(self, width: int) -> int:
        return sum(len(list(wrap(line, width))) for line in self._card(width))

    def _card(self, width: int) -> list[Line]:
        if not self.kind:
            return self._name_lines(width) if self.names else []
        head = self._head(width)
        has_letters = self._board.geometry.cell.height > SMALL_TILE
        named = str if has_letters else self._written
        if not can_draw(self):
            return [head, *piece_lines(self.variant, self.kind, width, named=named)]
        for cell in SIZES:
            look = Look(piece=self.kind, picked=True)
            figure = self._drawn(look, cell) if cell.height > 1 else ()
            lines = [head, *piece_lines(self.variant, self.kind, width, cell, figure, named)]
            rows = sum(len(list(wrap(line, width))) for line in lines)
            if self.is_boxed and rows <= self.room and not is_cut(lines[1], width):
                break
        return lines

    def _head(self, width: int) -> Line:
        name, sign = self.variant.pieces[self.kind].name, self._sign(self.kind)
        has_room = len(name) + cell_len(sign) + AROUND <= width
        return rule(name, width, [Part(sign, "accent")] if has_room else [])

    def _sign(self, kind: str) -> str:
        """The id of a type, behind its kanji where the board has these."""
        return " ".join(dict.fromkeys((self._written(kind), kind)))

    def _written(self, kind: str) -> str:
        """A type in the script of the board."""
        return self._board.piece_set.text(kind, self.variant, color=True)

    def _name_lines(self, width: int) -> list[Line]:
        """The names in columns, behind figures if there is room for these, or else behind ids."""
        names = {kind: self.variant.pieces[kind].name for kind in self.names}
        signs = {kind: self._sign(kind) for kind in names}
        column = max(map(cell_len, signs.values())) + 1
        entries: list[list[Line]] = [
            [[Part(set_cell_size(signs[kind], column), "accent"), Part(name)]]
            for kind, name in names.items()
        ]
        room = self.room if self.is_boxed else self.room // 2
        lines = _in_columns(entries, width, NAME if len(entries) >= room else width)
        pieces, most = self._board.piece_set, self._board.geometry.cell.height
        for cell in NAMED if can_draw(self) and (pieces.figures or pieces.kanji) else ():
            figures = [self._with_figure(kind, at % 2 == 0, cell) for at, kind in enumerate(names)]
            drawn = _in_columns(figures, width, NAME)
            if cell.height <= most and len(drawn) < room:
                lines = drawn
                break
        return [rule("Pieces", width), *lines]

    def _with_figure(self, kind: str, dark: bool, cell: CellSize) -> list[Line]:
        """A type's figure, and its name in the middle of it, with its letters below if in kanji."""
        middle = (cell.height - 1) // 2
        said = {middle: Part(f" {self.variant.pieces[kind].name}")}
        if self._board.piece_set.kanji:
            said[middle + 1] = Part(f" {kind}", "accent")
        rows = self._drawn(Look(piece=kind, dark=dark), cell)
        return [[*row, said.get(y, Part(""))] for y, row in enumerate(rows)]

    def _drawn(self, look: Look, cell: CellSize) -> list[Line]:
        """A piece on a square as the board draws it."""
        board_style = BoardStyle(
            variant=self.variant,
            cell=cell,
            pieces=self._board.piece_set,
            palette=palette_of(self, self.variant),
        )
        rows = draw_square(look, board_style)
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
    named: Callable[[str], str] = str,
) -> list[Line]:
    """What the card says of a type, its notes beside the diagram where there is room.

    Where they are too long for that, its legend is. The diagram is a board in squares of a size,
    with a figure in the middle, or else characters. `named` writes ids in another script.
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
    notes = list(capture_lines(variant, kind, named))
    room = width - columns - GAP
    gap: list[Line] = [()] if figure else []
    about: list[Line] = [(Part(piece.description),)]
    more: list[Line] = [(Part(text, "quiet"),) for text in told]
    if room >= NOTE and all(width_of(note) <= room for note in notes):
        return [*_beside(grid, columns, notes), *gap, *about, *gap, *legend, *more]
    if room >= LEGEND:
        legend = [row for line in legend for row in wrap(line, room)]
        return [*_beside(grid, columns, legend), *gap, *notes, *gap, *about, *more]
    return [*grid, *gap, *notes, *gap, *about, *gap, *legend, *more]


def _in_columns(entries: Sequence[Sequence[Line]], width: int, most: int) -> list[Line]:
    """Entries of some rows each in columns, as many as there is room for.

    Where there are several, more than so many columns of a name may be cut.
    """
    rows = [row for entry in entries for row in entry]
    widest = max(width_of(row[:-1]) + min(width_of(row[-1:]), most) for row in rows)
    across = max(width // (widest + 1), 1)
    if across == 1:
        return rows
    down = -(-len(entries) // across)
    columns = [entries[at : at + down] for at in range(0, len(entries), down)]
    lines: list[Line] = []
    for row in zip_longest(*columns, fillvalue=[()] * len(entries[0])):
        for parts in zip(*row, strict=True):
            lines.append([part for line in parts for part in _filled(line, width // across)])
    return lines


def _filled(line: Line, width: int) -> Line:
    """A line cut or filled to a width."""
    *rest, last = line or (Part(""),)
    room = width - width_of(rest)
    return [*rest, last._replace(text=set_cell_size(cut(last.text, room - 1), room))]


def _beside(grid: Sequence[Line], columns: int, lines: Sequence[Line]) -> Iterator[Line]:
    """Lines beside a grid of some columns."""
    for row, line in zip_longest(grid, lines):
        yield *(row or (Part(" " * columns),)), Part(" " * GAP), *(line or ())


# A grid of characters as squares: slides tint theirs, and what takes in passing; all else stands
# on them. Blocks that fill a row from top to bottom would become bars.
SIZES = CellSize(6, 3), CellSize(5, 2), CellSize(2, 1)
NAMED = CellSize(10, 5), *SIZES[:-1]  # the squares of figures beside names
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


def capture_lines(variant: Variant, kind: str, named: Callable[[str], str] = str) -> Iterator[Line]:
    """A type's row of the promotion matrix, such as `R N B may become V`."""
    groups = _groups(variant, kind)
    moving = effect(variant, kind, QUIET)
    if moving.rule:
        always = set(groups) <= {(moving.rule, moving.targets)}
        yield _change_line("by moving " if always else "without taking ", moving, named)
        groups = {} if always else groups
    for key in variant.promotion.becomes.get(kind, {}):
        if key.startswith(AS):
            said = variant.promotion.becomes[kind][key]
            yield _change_line(f"{key} ", moving_effect(variant.pieces[kind], said, ""), named)
    if groups:
        yield (Part("Taking", "quiet"),)
    for (change, targets), victims in sorted(groups.items()):
        taken = _victims(variant, victims, named)
        one = Effect(change, targets[0], "", targets[1:])
        yield _change_line(f"{taken} ", one, named)
    for depth, choices in choices_by_depth(variant, kind).items():
        where = last_ranks(depth).removeprefix("the ")
        yield Part(where, "accent"), Part(f" {' '.join(map(named, choices))}")
    if not (kind in variant.promotion.arrival or groups or moving.rule or ways(variant, kind)):
        yield (Part("no promotion", "quiet"),)
    if is_immune(variant, kind):
        yield (Part("immune", "quiet"),)
    infects = variant.pieces[kind].infects
    if infects and variant.promotion.contagion:
        yield Part("contagious", "alert"), Part(f": to {named(infects)}")


def _change_line(how: str, change: Effect, named: Callable[[str], str]) -> Line:
    word = Part("may ") if change.rule is Rule.MAY else Part("must ", "strong")
    if change.rule is Rule.STAY:
        return Part(how), Part("stays")
    return Part(how), word, Part(" ".join(map(named, change.targets)), "accent")


def _groups(variant: Variant, kind: str) -> dict[tuple[Rule, tuple[str, ...]], list[str]]:
    """The victims whose capture changes a type, by what it may or must become."""
    groups: dict[tuple[Rule, tuple[str, ...]], list[str]] = {}
    for (capturer, victim), change in matrix(variant).items():
        if capturer != kind or victim in never_taken(variant):
            continue
        if change.rule is not Rule.STAY and change.targets != (kind,):
            rule = Rule.MAY if change.rule is Rule.MAY else Rule.MUST
            groups.setdefault((rule, change.targets), []).append(victim)
    return groups


def _victims(variant: Variant, ids: Sequence[str], named: Callable[[str], str]) -> str:
    """The ids; where there are many, whole classes of pieces are named instead."""
    groups: list[str] = []
    rest = list(ids)
    for promoted, name in ((False, "any unpromoted piece"), (True, "any promoted piece")):
        pieces = [p for p in variant.pieces.values() if p.promoted is promoted and not p.infects]
        whole = [piece.id for piece in pieces if piece.id not in never_taken(variant)]
        missing = [kind for kind in whole if kind not in ids]
        if len(rest) > FEW and len(missing) <= EXCEPTIONS:
            rest = [kind for kind in rest if kind not in whole]
            groups.append(" but ".join(filter(None, (name, " ".join(map(named, missing))))))
    return ", ".join(filter(None, (*groups, " ".join(map(named, rest)))))
