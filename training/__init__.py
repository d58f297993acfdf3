"""How engines are tested and taught: matches, reports on a game, models, books and puzzles."""
