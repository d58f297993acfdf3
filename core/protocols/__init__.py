"""The protocols that other programs speak with the engine: XBoard's (CECP) and UCI."""
