"""An external engine as the opponent in the app, with the built-in one to fall back on."""

from __future__ import annotations

from makachess.core import Position
from makachess.core.engine import LEVELS, BestMove, Limits
from makachess.core.spec import Variant
from makachess.play.engines.delegating import Delegating
from makachess.play.engines.external.keeper import Keeper
from makachess.play.engines.external.program import EngineFaultError
from makachess.play.engines.opponent import Opponent, make_opponent


class ExternalOpponent(Delegating, Opponent):
    """Plays a program's moves; when it fails for good, the built-in opponent plays on.

    Without a clock it thinks as long about a move as the built-in opponent of the same level.
    """

    def __init__(self, variant: Variant, command: str, level: int, seed: int | None = None) -> None:
        super().__init__()
        self._variant = variant
        self._level, self._seed = level, seed
        self._engine = self._keeper = Keeper(command, variant)
        self._stand_in: Opponent | None = None

    async def _think(self, position: Position, seconds: float | None) -> BestMove:
        if self._stand_in is None:
            limits = Limits(seconds=LEVELS[self._level].seconds if seconds is None else seconds)
            try:
                best = await self._keeper.search(position, limits)
            except EngineFaultError as fault:
                await self._keeper.close()
                self._stand_in = make_opponent(self._variant, self._level, self._seed)
                self._engine = self._stand_in
                self.is_stand_in = True
                self.notice = f"{fault}. The built-in opponent plays on"
            else:
                if self._keeper.faults:
                    self.notice = f"{self._keeper.faults.pop()}. It has been started again"
                    self._keeper.faults.clear()
                return best
        return await self._stand_in.choose(position, seconds)

    def offers_draw(self, position: Position) -> bool:
        """Whether the program offered a draw with its move."""
        if self._stand_in is not None:
            return self._stand_in.offers_draw(position)
        return self._keeper.offers_draw
