"""Engines behind one interface, built in or not, and the player above them."""

from makachess.play.engines.builtin import ProcessEngine, ThreadEngine
from makachess.play.engines.external import ProgramEngine
from makachess.play.engines.interface import AsyncEngine, EngineFaultError, FaultKind
from makachess.play.engines.player import LEVEL_NAME, EnginePlayer, make_engine, make_player

__all__ = [
    "LEVEL_NAME",
    "AsyncEngine",
    "EngineFaultError",
    "EnginePlayer",
    "FaultKind",
    "ProcessEngine",
    "ProgramEngine",
    "ThreadEngine",
    "make_engine",
    "make_player",
]
