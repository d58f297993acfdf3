"""Analysis beside the board: what follows the game, its panel, the evaluation bar."""

from makachess.tui.analysis.bar import bar, white_share
from makachess.tui.analysis.panel import AnalysisPanel, in_short
from makachess.tui.analysis.study import Findings, Study

__all__ = ["AnalysisPanel", "Findings", "Study", "bar", "in_short", "white_share"]
