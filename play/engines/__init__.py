"""Opponents and analysts: the built-in engine in a thread or a process of its own, or a program."""

from makachess.play.engines.analyst import Analyst, make_analyst
from makachess.play.engines.opponent import Opponent, make_opponent

__all__ = ["Analyst", "Opponent", "make_analyst", "make_opponent"]
