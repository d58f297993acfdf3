"""Games of other inventors, in the neighbourhood of the seven: rules alone, as data.

They are played, saved, checked and searched like the others; lessons, puzzles, books and learned
models are for the seven. Each has a sheet of rulings in docs/rules.
"""
