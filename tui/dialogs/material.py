"""The material of the game on the board, as the players' panel shows it."""

from __future__ import annotations

from collections.abc import Callable

from makachess.core import Position
from makachess.core.men import format_man
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
        men = tuple(self._men(owner, *loss) for loss in material.lost.get(owner, ()))
        return Tray(owner, men, format_lead(lead))

    def _men(self, color: str, kind: str, count: int) -> str:
        """Some men of a type, such as `n2`."""
        board = self._board
        colored = not board.app.no_color
        man = board.piece_set.text(format_man((kind, color)), board.variant, color=colored)
        return f"{man}{count}" if count > 1 else man

    async def close(self) -> None:
        """Draw nothing any more."""
        await self._count.close()


def format_lead(centipawns: int) -> str:
    """A lead in Pawns, such as `+2.5`; empty for a side that is not ahead."""
    return f"+{centipawns / 100:.1f}" if centipawns >= 5 else ""
