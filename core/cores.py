"""How many cores a search may use, for whoever offers them without loading the engine."""

MOST_CORES = 16
