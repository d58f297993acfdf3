"""Opponents and analysts: the built-in engine in a thread or a process of its own, or a program."""

from makachess.play.engines.analyst import Analyst, make_analyst
from makachess.play.engines.interface import AsyncEngine, EngineFaultError
from makachess.play.engines.opponent import Opponent, make_opponent
from makachess.play.engines.player import LEVEL_NAME, EnginePlayer

__all__ = [
    "LEVEL_NAME",
    "Analyst",
    "AsyncEngine",
    "EngineFaultError",
    "EnginePlayer",
    "Opponent",
    "make_analyst",
    "make_opponent",
]
