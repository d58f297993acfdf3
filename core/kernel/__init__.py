"""The compiled core: men, board, moves, attacks and search; each module also runs as plain Python.

Each module has a .pxd of its name in core/include, which declares its C interface; uncompiled, the
module imports the same names itself.
"""
