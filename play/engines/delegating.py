"""What opponents and analysts of every shape share: the engine behind them is what is ended."""

from __future__ import annotations

from typing import Protocol


class Stoppable(Protocol):
    """What searches, here or elsewhere."""

    def stop(self) -> None:
        """End the search under way, if any."""

    async def close(self) -> None:
        """End it for good."""


class Delegating:
    """Mixed in before Opponent or Analyst; `_engine` is whatever answers at present."""

    _engine: Stoppable

    def stop(self) -> None:
        """End the search under way, if any, at once."""
        self._engine.stop()

    async def close(self) -> None:
        """End the engine for good."""
        await self._engine.close()
