"""The search on the kernel's board, from the whole down: alphabeta, selectivity, quiescence, state.

What it tries first is in picker, ordering and exchange; what it remembers in transposition and
loops. The modules of the rules know nothing of it.
"""
