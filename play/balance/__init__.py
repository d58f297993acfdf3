"""What games of the engine against itself tell of a game: its balance, for its inventor."""
