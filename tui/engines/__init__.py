"""Opponents: the built-in engine in a thread or a process of its own, all with one face."""

from makachess.tui.engines.opponent import Opponent, make_opponent

__all__ = ["Opponent", "make_opponent"]
