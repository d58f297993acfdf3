"""The search on the kernel's board: tree, selectivity, quiescence, state.

Move ordering is in picker, ordering and exchange, its memory in table and loops. The rules
know nothing of it.
"""
