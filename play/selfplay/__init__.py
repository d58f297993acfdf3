"""Games of the engine against itself, for training: played, ended by their scores, and packed."""
