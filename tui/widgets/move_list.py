"""The moves of a game, two to a row, the current one marked and those taken back dimmed."""

from __future__ import annotations

from dataclasses import dataclass

from makachess.saves import Game, Node
from makachess.saves.tokens import SUFFIXES
from makachess.tui.text.cutting import cut
from makachess.tui.text.line import ROLE_CSS, Line, Part, TextWidget
from textual import events
from textual.message import Message
from textual.strip import Strip

SIGNS = {nag: suffix for suffix, nag in SUFFIXES.items()}
ALARMING = ("?", "??")


@dataclass(frozen=True, slots=True)
class MoveCell:
    """One move in the list."""

    ply: int
    number: int
    color: str
    label: str
    sign: str = ""  # the annotation, such as `?!`


class MoveList(TextWidget):
    """Rows such as `12 Nxd5=M e6`; a click on a move posts its ply."""

    DEFAULT_CSS = "MoveList { width: 1fr; height: 1fr; " + ROLE_CSS + "}"

    @dataclass
    class MovePicked(Message):
        """A move has been clicked."""

        ply: int

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: list[tuple[MoveCell, ...]] = []
        self._game: Game | None = None
        self._single = False  # one move to a row, because some need the room
        self._current = 0
        self._top = 0

    def show(self, game: Game) -> None:
        """Show a game's moves, the current one in view."""
        self._game = game
        self._arrange()
        self._current = game.node.ply
        self._follow()
        self.refresh()

    def _follow(self) -> None:
        """Scroll as little as needed to keep the current move in view."""
        height = max(self.size.height, 1)
        row = next((i for i, r in enumerate(self._rows) if r[-1].ply >= self._current), 0)
        top = min(max(self._top, row - height + 1), row)
        self._top = max(min(top, len(self._rows) - height), 0)

    def _arrange(self) -> None:
        """Lay out the moves in pairs where they fit side by side."""
        if self._game is None:
            return
        self._single = False
        longest = max((len(_label(n)) + len(_sign(n)) for n in self._game.line), default=0)
        self._single = longest >= self._column
        self._rows = _rows(self._game, self._single)

    def on_resize(self) -> None:
        """Lay out the moves anew and keep the current one in view."""
        self._arrange()
        self._follow()

    def render_line(self, y: int) -> Strip:
        """A row: the number and the moves of both sides."""
        at = self._top + y
        return self.strip(self._line(self._rows[at]) if at < len(self._rows) else ())

    def _line(self, row: tuple[MoveCell, ...]) -> Line:
        parts = [Part(f"{row[0].number:>{self._digits}} ", "quiet")]
        if row[0].color == "black":
            parts.append(Part("..." if self._single else "...".ljust(self._column)))
        return parts + [part for cell in row for part in self._move(cell)]

    def _move(self, cell: MoveCell) -> tuple[Part, Part, Part]:
        sign = cell.sign
        width = self._column - len(sign)
        text = cut(cell.label, width - 1)
        role = "chosen" if cell.ply == self._current else ""
        role = "quiet" if cell.ply > self._current else role
        alarm = "alert" if sign.strip() in ALARMING else role
        return Part(text, role), Part(sign, alarm), Part(" " * (width - len(text)))

    @property
    def _digits(self) -> int:
        return len(str(self._rows[-1][0].number)) if self._rows else 1

    @property
    def _column(self) -> int:
        """Columns of one move: half of what the number leaves, or all of it."""
        if self._single:
            return max(self.size.width - self._digits - 4, 4)
        return max(min((self.size.width - self._digits - 1) // 2, 12), 4)

    def on_click(self, event: events.Click) -> None:
        """Post the ply of the move clicked."""
        at = self._top + event.y
        if at >= len(self._rows):
            return
        row = self._rows[at]
        right = event.x > self._digits + self._column
        self.post_message(self.MovePicked(row[1 if right and len(row) > 1 else 0].ply))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll down."""
        event.stop()
        self._scroll_by(2)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll up."""
        event.stop()
        self._scroll_by(-2)

    def _scroll_by(self, rows: int) -> None:
        last = max(len(self._rows) - self.size.height, 0)
        self._top = min(max(self._top + rows, 0), last)
        self.refresh()


def _rows(game: Game, single: bool) -> list[tuple[MoveCell, ...]]:
    """The moves of the game's line, those of one number in one row unless `single`."""
    rows: list[tuple[MoveCell, ...]] = []
    for node in game.line:
        number, color = game.number(node.ply)
        cell = MoveCell(node.ply, number, color, _label(node), _sign(node))
        if rows and rows[-1][0].number == number and not single:
            rows[-1] += (cell,)
        else:
            rows.append((cell,))
    return rows


def _label(node: Node) -> str:
    """The move, after a parenthesis if it begins a variation."""
    return node.san if node.is_first else f"({node.san}"


def _sign(node: Node) -> str:
    """The first annotation of a move that has a sign, set off from an id such as `L!`."""
    sign = next((SIGNS[nag] for nag in node.nags if nag in SIGNS), "")
    return f" {sign}" if sign and node.san.endswith("!") else sign
