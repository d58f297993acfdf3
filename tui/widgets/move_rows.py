"""The rows of the list of moves: the game in two columns, its variations indented below.

    1 e4       e5
      (1...c5" 2.Nf3
       (2.c3 d5)
       2...d6)
    2 Nf3?     Nc6

A `"` stands behind a move on which there is a comment, a `*` behind one on which a review has left
a note; and variations that a review has added stand in brackets. Before a move that goes on with
somebody else's variation the same signs tell whose it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from makachess.play.exploration import BY_NAG
from makachess.saves import Game, Node
from makachess.saves.remarks import NOTE, is_note, line_mark, spoken
from rich.cells import cell_len

WIDEST = 12  # columns of a move where two stand side by side
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
        self._column = max(min(room // 2, WIDEST), 4)
        longest = max((cell_len(node.san + _sign(node)) for node in line), default=0)
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
        """The next move of the game, or of a variation."""
        if depth:
            self._add_to_variation(node, depth, "", self._new_source(node))
            return
        number, color = self._game.number(node.ply)
        if color == "white" or self._interrupted or self._single:
            head = f"{number:>{self._digits}} "
            if color == "black":
                head += "..." if self._single else "...".ljust(self._column)
            self._begin(head, 0)
        cell = MoveCell(node, node.san, _sign(node), _remark(node), self._column)
        self._add(cell)

    def first_move(self, node: Node, depth: int) -> None:
        """The first move of a variation."""
        self._interrupted = True
        self._add_to_variation(node, depth, "[" if node in self._engines else "(")

    def end_variation(self, node: Node, depth: int) -> None:
        """The end of a variation."""
        cell = self.rows[-1].cells[-1]
        cell.tail += "]" if node in self._engines else ")"
        cell.width += 1
        self._interrupted = True

    def _new_source(self, node: Node) -> str:
        """Whose a move is, if it is not that of whoever has made the one before it."""
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
            self._begin(" " * (indent + (not opening)), depth)
        self._add(cell)

    def _begin(self, head: str, depth: int) -> None:
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


def _sign(node: Node) -> str:
    """The annotations of a move that have a sign, set off from an id such as `L!`."""
    if not node.nags:
        return ""
    glyphs = [BY_NAG[nag] for nag in node.nags if nag in BY_NAG]
    sign = "".join(glyph.sign for glyph in glyphs if glyph.group == "move")
    sign = f" {sign}" if sign and node.san.endswith("!") else sign
    return sign + "".join(f" {glyph.sign}" for glyph in glyphs if glyph.group == "position")


def _remark(node: Node) -> str:
    """The marks of a move on which there are comments for people, and a review's notes."""
    if not (node.comments or node.opening_comments):
        return ""
    said = [comment for comment in node.comments if spoken([comment])]
    notes = sum(map(is_note, said))
    return COMMENT * bool(len(said) > notes or node.opening_comments) + NOTE * bool(notes)
