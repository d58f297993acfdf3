"""Programs that speak CECP (XBoard's protocol) or UCI as opponents and analysts."""

from makachess.play.engines.external.analyst import ExternalAnalyst
from makachess.play.engines.external.engine import ExternalEngine, Timing
from makachess.play.engines.external.keeper import Keeper
from makachess.play.engines.external.opening import open_engine
from makachess.play.engines.external.opponent import ExternalOpponent
from makachess.play.engines.external.program import EngineFaultError

__all__ = [
    "EngineFaultError",
    "ExternalAnalyst",
    "ExternalEngine",
    "ExternalOpponent",
    "Keeper",
    "Timing",
    "open_engine",
]
