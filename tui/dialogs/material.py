"""The material of the game on the board, as the players' panel shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from makachess.core import Position
from makachess.core.pieces import format_man
from makachess.core.spec import COLORS, opponent
from makachess.play.material import Material, MaterialCount
from makachess.tui.board import BoardWidget
from makachess.tui.widgets.players import Tray


class MaterialDisplay:
    """Draws the men that have been taken as the board draws them; `changed` when there is more."""

    def __init__(self, board: BoardWidget, changed: Callable[[], object]) -> None:
        self._board = board
        self._count = MaterialCount(changed)

    def trays(self, position: Position) -> dict[str, Tray]:
        """What each side has taken, and how far it is ahead."""
        material = self._count.of(position)
        leads = {"white": material.lead, "black": -material.lead}
        return {color: self._tray(material, color, leads[color]) for color in COLORS}

    def _tray(self, material: Material, color: str, lead: int) -> Tray:
        owner = opponent(color)
        lost = material.lost.get(owner, ())
        men = grouped((self._drawn(owner, kind), count) for kind, count in lost)
        return Tray(owner, men, format_lead(lead))

    def _drawn(self, color: str, kind: str) -> str:
        """A man as the board draws him."""
        board = self._board
        colored = not board.app.no_color
        return board.piece_set.text(format_man((kind, color)), board.variant, color=colored)

    async def close(self) -> None:
        """Draw nothing any more."""
        await self._count.close()


def grouped(men: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Men with their numbers, such as `n2`; types that are drawn alike count as one."""
    numbers: Counter[str] = Counter()
    for man, count in men:
        numbers[man] += count
    return tuple(f"{man}{count}" if count > 1 else man for man, count in numbers.items())


def format_lead(centipawns: int) -> str:
    """A lead in Pawns, such as `+2.5`; empty for a side that is not ahead."""
    return f"+{centipawns / 100:.1f}" if centipawns >= 5 else ""
