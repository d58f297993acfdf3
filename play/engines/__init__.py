"""Engines behind one interface: the built-in one, in a thread, and other programs."""

from makachess.core.engine.model import Model
from makachess.core.spec import Variant
from makachess.play.engines.builtin import BuiltInEngine
from makachess.play.engines.interface import AsyncEngine, EngineFaultError, FaultKind
from makachess.play.engines.program import Command, command_line
from makachess.play.engines.program_engine import ProgramEngine
from makachess.saves.restriction import check_program

__all__ = [
    "AsyncEngine",
    "BuiltInEngine",
    "EngineFaultError",
    "FaultKind",
    "ProgramEngine",
    "make_engine",
]


def make_engine(
    variant: Variant, command: Command | None = None, model: Model | None = None, cores: int = 1
) -> AsyncEngine:
    """The program of a command, or the built-in engine, which searches with `cores` threads."""
    if command is not None:
        check_program(command_line(command))
        return ProgramEngine(variant, command)
    return BuiltInEngine(variant, model, cores)
