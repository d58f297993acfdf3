"""The compiled heart: tables, board, moves, attacks and search; also plain Python as it stands."""
