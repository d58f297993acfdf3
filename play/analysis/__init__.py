"""What an engine tells a person of a position: analysis that follows a game, and hints."""
