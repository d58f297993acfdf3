"""The moves of a game with their variations, the current one marked and those after it dimmed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from makachess.saves import Game, Node
from makachess.saves.remarks import NOTE, is_note, line_mark, node_mistake, node_score, spoken
from makachess.saves.signs import BY_NAG
from makachess.tui.charset import can_show
from makachess.tui.panes.marks import MISTAKES
from makachess.tui.preferences import app_of
from makachess.tui.text import Line, Part, TextWidget, cut
from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer

WIDEST = 12  # columns of a move where two stand side by side, unless a longer one has room
DEEPEST = 6  # columns that variations are indented by at most
MOST = 20_000  # moves of variations that are listed: a file may be made to have more
COMMENT = '"'


@dataclass(slots=True)
class MoveCell:
    """One move in the list, with what stands before and behind it."""

    node: Node
    text: str
    sign: str = ""  # the annotations, such as `?!`
    tail: str = ""  # the mark of a comment, and the ends of variations
    width: int = 0  # columns to which it is filled up


@dataclass(slots=True)
class MoveRow:
    """A row: its number or indentation, then its moves."""

    head: str
    cells: list[MoveCell] = field(default_factory=list)

    def cell_at(self, x: int) -> MoveCell | None:
        """The move at a column, or the last one before it."""
        right = len(self.head)
        found = None
        for cell in self.cells:
            found = cell
            right += cell.width
            if x < right:
                break
        return found


class MoveRows:
    """The rows of a game in a list of some width, and where each move stands."""

    def __init__(self, game: Game, width: int) -> None:
        self.rows: list[MoveRow] = []
        self.places: dict[Node, int] = {}
        self._game = game
        self._engines: set[Node] = set()  # the moves that a review has added
        self._width = width
        line = [game.root, *game.root.descendants()]
        self._digits = len(str(game.number(max(line[-1].ply, 1))[0]))
        room = width - self._digits - 1
        longest = max((cell_len(node.san + _sign(node)) for node in line), default=0)
        self._column = max(min(room // 2, max(WIDEST, longest + 1)), 4)
        self._single = longest >= self._column  # one move to a row, because some need the room
        if self._single:
            self._column = max(room - 3, 4)
        self._interrupted = True
        for write, node, depth in _walk(game.root):
            self._note_source(node)
            write(self, node, depth)

    def _note_source(self, node: Node) -> None:
        """Note whether a review has added a move; the one before it is known."""
        mark = line_mark(node)
        if mark or (mark is None and node.parent in self._engines):
            self._engines.add(node)

    def main_move(self, node: Node, depth: int) -> None:
        if depth:
            self._add_to_variation(node, depth, "", self._new_source(node))
            return
        number, color = self._game.number(node.ply)
        if color == "white" or self._interrupted or self._single:
            head = f"{number:>{self._digits}} "
            if color == "black":
                head += "..." if self._single else "...".ljust(self._column)
            self._begin(head)
        cell = MoveCell(node, node.san, _sign(node), _remark(node), self._column)
        self._add(cell)

    def first_move(self, node: Node, depth: int) -> None:
        self._interrupted = True
        self._add_to_variation(node, depth, "[" if node in self._engines else "(")

    def end_variation(self, node: Node, depth: int) -> None:
        cell = self.rows[-1].cells[-1]
        cell.tail += "]" if node in self._engines else ")"
        cell.width += 1
        self._interrupted = True

    def _new_source(self, node: Node) -> str:
        """Whose a move is, unless the same side made the one before it."""
        is_engines = node in self._engines
        if is_engines == (node.parent in self._engines):
            return ""
        return NOTE if is_engines else COMMENT

    def _add_to_variation(self, node: Node, depth: int, opening: str, source: str = "") -> None:
        number, color = self._game.number(node.ply)
        text = opening + node.san
        if color == "white":
            text = f"{opening}{number}.{node.san}"
        elif self._interrupted:
            text = f"{opening}{number}...{node.san}"
        cell = MoveCell(node, source + text, _sign(node), _remark(node))
        cell.width = cell_len(cell.text + cell.sign + cell.tail) + 1
        row = self.rows[-1]
        used = len(row.head) + sum(cell.width for cell in row.cells)
        if self._interrupted or used + cell.width > self._width:
            indent = self._digits + min(depth, DEEPEST, self._width // 4)
            self._begin(" " * (indent + (not opening)))
        self._add(cell)

    def _begin(self, head: str) -> None:
        self.rows.append(MoveRow(head))
        self._interrupted = False

    def _add(self, cell: MoveCell) -> None:
        self.rows[-1].cells.append(cell)
        self.places[cell.node] = len(self.rows) - 1


Write = Callable[[MoveRows, Node, int], None]


def _walk(root: Node) -> Iterator[tuple[Write, Node, int]]:
    """All moves in the order of the list, variations before what the move they replace leads to."""
    left = MOST
    stack: list[tuple[Write | None, Node, int]] = [(None, root, 0)]
    while stack:
        write, node, depth = stack.pop()
        if write is not None:
            yield write, node, depth
            continue
        if not node.children or (depth and left <= 0):
            continue
        main, *others = node.children
        stack.append((None, main, depth))
        for other in reversed(others[: max(left, 0)]):
            deeper = depth + 1
            stack += [
                (MoveRows.end_variation, other, deeper),
                (None, other, deeper),
                (MoveRows.first_move, other, deeper),
            ]
        stack.append((MoveRows.main_move, main, depth))
        left -= len(others) + (depth > 0)


def about_move(game: Game) -> Line:
    """The move that a game stands at, how good it is, and how it has changed the chances."""
    node = game.node
    line = [Part(game.label(node), "strong")]
    if sign := _sign(node).strip():
        role = MISTAKES.get(node_mistake(node), "key")
        line.append(Part(f"{' ' * node.san.endswith('!')}{sign}", role))
    if any(map(is_note, node.comments)):  # which says all that follows, and why
        return line
    line += [Part(f"  {BY_NAG[nag].text}", "quiet") for nag in node.nags if nag in BY_NAG]
    if (score := node_score(node)) is not None:
        before = node_score(node.parent) if node.parent else None
        arrow = "→" if can_show("→") else "->"
        line.append(Part(f"  {before} {arrow} {score}" if before else f"  {score}"))
    return line


def _sign(node: Node) -> str:
    """The annotations of a move that have a sign, set off from an id such as `L!`."""
    if not node.nags:
        return ""
    glyphs = [BY_NAG[nag] for nag in node.nags if nag in BY_NAG]
    sign = "".join(glyph.sign for glyph in glyphs if glyph.group == "move")
    sign = f" {sign}" if sign and node.san.endswith("!") else sign
    return sign + "".join(f" {glyph.sign}" for glyph in glyphs if glyph.group == "position")


def _remark(node: Node) -> str:
    """The marks of a move with comments for people, and with a review's notes.

    On a mistake the sign of that says as much.
    """
    if not (node.comments or node.opening_comments):
        return ""
    said = [comment for comment in node.comments if spoken([comment])]
    notes = sum(map(is_note, said))
    comments = len(said) > notes or node.opening_comments
    return COMMENT * bool(comments) + NOTE * bool(notes and node_mistake(node) is None)


class MoveList(TextWidget):
    """Rows such as `12 Nxd5=M e6`; a click on a move posts it."""

    @dataclass
    class MovePicked(Message):
        """A move has been clicked."""

        node: Node

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._game: Game | None = None
        self._rows: list[MoveRow] = []
        self._places: dict[Node, int] = {}
        self._laid_out: tuple[Node, int | None, int] | None = None  # root, revision, width
        self._path: frozenset[Node] = frozenset()  # the moves that lead to the current one
        self._top = 0
        self._follows = True  # the current move, unless one has scrolled away from it
        self._rest: Timer | None = None

    def show(self, game: Game, revision: int | None = None) -> None:
        """Show a game's moves, the current one in view.

        They are laid out anew unless the game is the one shown in the revision that was shown. Then
        the list follows once one has stopped at a move: that costs some 0.5 kB.
        """
        path = frozenset(game.node.ancestors())
        self._follows = self._follows or path != self._path
        self._game, self._path = game, path
        if self._arrange(revision):
            self._follow()
        elif self._follows and not self._is_in_view():
            if self._rest is not None:
                self._rest.stop()
            self._rest = self.set_timer(app_of(self).waits.rest, self._follow)
        self.refresh()

    @property
    def rows_needed(self) -> int:
        return len(self._rows)

    def _arrange(self, revision: int | None) -> bool:
        """Lay out the moves for the width there is, unless they are."""
        if self._game is None or not self.size.width:
            return False
        wanted = self._game.root, revision, self.size.width
        if revision is not None and wanted == self._laid_out:
            return False
        laid_out = MoveRows(self._game, self.size.width)
        self._rows, self._places = laid_out.rows, laid_out.places
        self._laid_out = wanted
        return True

    def _row(self) -> int:
        return self._places.get(self._game.node, 0) if self._game is not None else 0

    def _is_in_view(self) -> bool:
        return self._top <= self._row() < self._top + self.size.height

    def _follow(self) -> None:
        """Keep the current move in view; where it leaves it, scroll by more than one row."""
        self._rest = None
        row, height = self._row(), max(self.size.height, 1)
        if self._follows and not self._is_in_view():
            ahead = height // 3
            self._top = row - (ahead if row >= self._top else height - 1 - ahead)
            self.refresh()
        self._top = self._within(self._top)

    def _within(self, top: int) -> int:
        return max(min(top, len(self._rows) - self.size.height), 0)

    def on_resize(self) -> None:
        self._arrange(self._laid_out[1] if self._laid_out else None)
        self._follow()
        self.refresh()  # it may have been drawn in its new size already, in the old arrangement

    def render_line(self, y: int) -> Strip:
        at = self._top + y
        return self.strip(self._line(self._rows[at]) if at < len(self._rows) else ())

    def _line(self, row: MoveRow) -> Line:
        parts = [Part(row.head, "quiet")]
        return parts + [part for cell in row.cells for part in self._move(cell)]

    def _move(self, cell: MoveCell) -> tuple[Part, ...]:
        width = cell.width - len(cell.sign) - len(cell.tail)
        text = cut(cell.text, width - 1)
        current = self._game is not None and cell.node is self._game.node
        role = "current" if current else "" if cell.node in self._path else "quiet"
        mistake = MISTAKES.get(node_mistake(cell.node), "")
        sign = f"current {mistake}" if current and mistake else mistake or role
        left = width - len(text)
        return (
            Part(text, role),
            Part(cell.sign, sign),
            Part(cell.tail, "accent" if cell.tail.startswith('"') else role),
            Part(" " * (left - 1), role if current else ""),
            Part(" "),
        )

    def on_click(self, event: events.Click) -> None:
        at = self._top + event.y
        cell = self._rows[at].cell_at(event.x) if at < len(self._rows) else None
        if cell is not None:
            self.post_message(self.MovePicked(cell.node))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_rows(2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_rows(-2)

    def scroll_rows(self, rows: int) -> None:
        """Scroll by rows, as far as there are any; the next move shown brings it back into view."""
        if self._rest is not None:
            self._rest.stop()
            self._rest = None
        self._top = self._within(self._top + rows)
        self._follows = self._is_in_view()
        self.refresh()
