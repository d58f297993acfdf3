"""The compiled core, from the ground up; each module also runs as plain Python.

    packed       numbers all share, and how moves and scores are packed into 64 bits
    memory       a variant's rules, values and net as C arrays
    accumulator  the sums of the net
    board        a position; making and unmaking moves
    promotion    what a capture or an arrival makes of a piece: the matrix, zones, reserves
    powers       Lions, hook movers, and all else that moves along paths
    attacks      who attacks a square: check, and danger to the last royal
    moves        the generator: steps, slides, Emperors, castling, compound moves; bare royals
    legality     what check, repetition and trades of Lions forbid
    delayed      delayed promotion
    history      positions with what led to them, and the board that goes from one to another
    move_values  moves as values, and the texts that mean them
    perpetual    perpetual attack
    perft        counting moves

`search` is above them all. A module has a .pxd of its name in core/include, which declares its C
interface; uncompiled, the module imports the same names itself. Local numbers need no declaration:
Cython infers what they are, and refuses a Python object in a function that is `nogil`.
"""
