"""Programs that speak CECP (XBoard's protocol) or UCI as engines."""

from makachess.play.engines.external.program_engine import ProgramEngine

__all__ = ["ProgramEngine"]
