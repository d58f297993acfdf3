"""The search on the kernel's board: alphabeta, selectivity, quiescence, state.

Move ordering is in picker, ordering and exchange, its memory in transposition and loops. The rules
know nothing of it.
"""
