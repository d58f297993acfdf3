"""Finds the values of men and the weights of squares from games the engine plays against itself."""
