"""Engines behind one interface: the built-in one, in a thread or a process, and other programs."""

from makachess.core import COMPILED
from makachess.core.engine.model import Model
from makachess.core.spec import Variant
from makachess.play.engines.builtin import ProcessEngine, ThreadEngine
from makachess.play.engines.interface import AsyncEngine, EngineFaultError, FaultKind
from makachess.play.engines.program import Command, command_line
from makachess.play.engines.program_engine import ProgramEngine
from makachess.saves.restriction import check_program

__all__ = [
    "AsyncEngine",
    "EngineFaultError",
    "FaultKind",
    "ProcessEngine",
    "ProgramEngine",
    "ThreadEngine",
    "make_engine",
]


def make_engine(
    variant: Variant, command: Command | None = None, model: Model | None = None, cores: int = 1
) -> AsyncEngine:
    """The program of a command, or the built-in engine: in a thread if it is compiled.

    There it searches with `cores` threads.
    """
    if command is not None:
        check_program(command_line(command))
        return ProgramEngine(variant, command)
    return ThreadEngine(variant, model, cores) if COMPILED else ProcessEngine(variant, model)
