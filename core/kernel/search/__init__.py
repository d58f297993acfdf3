"""The search on the kernel's board, of which the rules know nothing.

table     what was found out about positions: the transposition table
exchange  static exchange evaluation
picker    the order in which moves are searched
state     what the parts of a search share: margins, oversights, node count, line and stop
tree      alpha-beta and quiescence, repetitions and other ends of a game
"""
