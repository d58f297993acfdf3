"""How a person enters a move: by squares, by typed text, and by answers to questions."""
