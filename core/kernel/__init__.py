"""The compiled heart: men, board, moves, attacks, and the search; also plain Python as it stands.

Each module has a C face in core/include, a .pxd of its name, which says what it takes from the
others and shows to them when compiled; uncompiled it imports the same names itself.
"""
