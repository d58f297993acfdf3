"""Programs that speak CECP (XBoard's protocol) or UCI as opponents and analysts."""

from makachess.tui.engines.external.analyst import ExternalAnalyst
from makachess.tui.engines.external.engine import ExternalEngine, Timing
from makachess.tui.engines.external.keeper import Keeper
from makachess.tui.engines.external.opening import open_engine
from makachess.tui.engines.external.opponent import ExternalOpponent
from makachess.tui.engines.external.program import EngineFaultError

__all__ = [
    "EngineFaultError",
    "ExternalAnalyst",
    "ExternalEngine",
    "ExternalOpponent",
    "Keeper",
    "Timing",
    "open_engine",
]
