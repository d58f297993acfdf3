"""Analysis beside the board: its panel and the evaluation bar."""

from makachess.tui.analysis.bar import bar, white_share
from makachess.tui.analysis.panel import AnalysisPanel, in_short

__all__ = ["AnalysisPanel", "bar", "in_short", "white_share"]
